//! What an operation is in words, for lists that are not about operations alone.

use super::{language, operations};
use serde_json::{Map, Value};

/// What is done, and to what: `("Ask about the manuscript", "Who is Lance? (1-5)")`. The first
/// is an operation's own line and empty where there is none of that name; the second is as the
/// user wrote it. A message without a form is read as a line.
#[must_use]
pub fn spoken(form: &Map<String, Value>, text: &str) -> (&'static str, String) {
    let read;
    let form = if form.is_empty() {
        match language::read(text) {
            Ok(form) => read = form,
            Err(_) => return ("", text.to_owned()),
        }
        &read
    } else {
        form
    };
    let word = |field: &str| form.get(field).and_then(Value::as_str).unwrap_or_default();
    let about = operations::find(word("operation")).map_or("", |operation| operation.about);
    (about, detail(form))
}

/// The files a form names.
pub(super) fn paths(form: &Map<String, Value>) -> Vec<&str> {
    let paths = form.get("paths").and_then(Value::as_array);
    let paths = paths.into_iter().flatten();
    paths.filter_map(Value::as_str).collect()
}

/// What tells this run from others of the same operation.
fn detail(form: &Map<String, Value>) -> String {
    let word = |field: &str| match form.get(field) {
        Some(Value::String(word)) => word.trim().to_owned(),
        _ => String::new(),
    };
    let question = match (word("question"), word("range")) {
        (question, range) if !question.is_empty() && !range.is_empty() => {
            format!("{question} ({range})")
        }
        (question, _) => question,
    };
    let said = [
        question,
        word("character_slug"),
        word("project_name"),
        paths(form).join(", "),
    ];
    let said: Vec<String> = said.into_iter().filter(|part| !part.is_empty()).collect();
    if !said.is_empty() {
        return said.join(" · ");
    }
    let session = form.get("session").and_then(|session| session.get("id"));
    match session.and_then(Value::as_str) {
        Some(id) if !id.is_empty() => id.to_owned(),
        _ => word("context"),
    }
}

#[cfg(test)]
mod tests {
    use super::spoken;
    use serde_json::{Map, Value, json};

    fn of(form: &Value) -> (&'static str, String) {
        spoken(form.as_object().unwrap_or(&Map::new()), "as it was typed")
    }

    #[test]
    fn a_form_is_its_operation_and_what_it_is_about() {
        let cases = [
            (
                json!({"operation": "continuity-ask", "question": "Who is Lance?", "range": "1-5", "effort": "low"}),
                ("Ask about the manuscript", "Who is Lance? (1-5)"),
            ),
            (
                json!({"operation": "scene-proof", "paths": ["scenes/1.md", "scenes/two words.md"]}),
                (
                    "Proofread scenes; the files are changed",
                    "scenes/1.md, scenes/two words.md",
                ),
            ),
            (
                json!({"operation": "voice-check", "paths": ["scenes/1.md"], "character_slug": "lance"}),
                (
                    "Check that a character's voice is the same in all scenes",
                    "lance · scenes/1.md",
                ),
            ),
            (
                json!({"operation": "character-talk", "context": "You are Lance.", "session": {"id": "lance-1", "resume": false, "new": false}}),
                ("Interview a character", "lance-1"),
            ),
            (
                json!({"operation": "continuity-index", "context": "It rained.\nMore", "schema": {}}),
                (
                    "Draw data out of a scene, by a JSON Schema",
                    "It rained.\nMore",
                ),
            ),
            (
                json!({"operation": "unheard-of", "question": "?"}),
                ("", "?"),
            ),
        ];
        for (form, (what, about)) in cases {
            assert_eq!(of(&form), (what, about.to_owned()), "{form}");
        }
    }

    #[test]
    fn a_line_is_read_and_one_that_can_not_be_read_stays() {
        let none = Map::new();
        assert_eq!(
            spoken(&none, "scene-proof scenes/1.md effort=low"),
            (
                "Proofread scenes; the files are changed",
                "scenes/1.md".to_owned()
            )
        );
        assert_eq!(
            spoken(&none, "Who is Lance?"),
            ("Ask about the manuscript", "Who is Lance?".to_owned())
        );
        let torn = "scene-proof \"scenes";
        assert_eq!(spoken(&none, torn), ("", torn.to_owned()));
    }
}
