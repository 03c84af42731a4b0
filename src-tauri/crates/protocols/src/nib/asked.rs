//! What one run of an operation is in plain words: “Proofread scene “The harbour””.
//!
//! Files are called by their names, so that the words are read at a glance. The line they stand
//! for is shown beside them, so a path that is cut here is hidden nowhere.

use super::language;
use super::operations::{self, Field};
use super::spoken::paths;
use model::Asked;
use serde_json::{Map, Value};

/// Files that are named; the others are counted.
const NAMED: usize = 3;
/// Characters of a question at most.
const LONGEST: usize = 160;

/// Says a form, or a line that begins with an operation's name. None for a question that was
/// written as it is, and for what lacks a field: its line is what must be looked at.
pub(super) fn asked(form: &Map<String, Value>, text: &str) -> Option<Asked> {
    let read;
    let form = if form.is_empty() {
        operations::find(text.split_whitespace().next()?)?;
        read = language::read(text).ok()?;
        &read
    } else {
        form
    };
    let operation = operations::find(word(form, "operation"))?;
    let whole = operation
        .required
        .iter()
        .all(|field| *field == Field::Schema || has(form, field.name()));
    if !whole {
        return None;
    }
    let [scenes_en, scenes_de] = scenes(form);
    let who = in_capitals(&plain(word(form, "character_slug")));
    let question = one_line(word(form, "question"));
    let project = one_line(word(form, "project_name"));
    let (en, de) = match operation.name {
        "scene-proof" => (
            format!("Proofread {scenes_en}"),
            format!("{scenes_de} Korrektur lesen"),
        ),
        "chapter-proof" => (
            format!("Proofread a chapter: {scenes_en}"),
            format!("Ein Kapitel Korrektur lesen: {scenes_de}"),
        ),
        "scene-critique" => (
            format!("Talk over {scenes_en} with an editor"),
            format!("{scenes_de} mit einem Lektor besprechen"),
        ),
        "chapter-critique" => (
            format!("Talk over a chapter with an editor: {scenes_en}"),
            format!("Ein Kapitel mit einem Lektor besprechen: {scenes_de}"),
        ),
        "manuscript-critique" => {
            let [en, de] = listed(&names(form));
            (
                format!("Talk over the manuscript {en} with an editor"),
                format!("Das Manuskript {de} mit einem Lektor besprechen"),
            )
        }
        "voice-check" => (
            format!("Check the voice of {who} in {scenes_en}"),
            format!("Die Stimme von {who} prüfen: {scenes_de}"),
        ),
        "continuity-check" => (
            format!("Look for contradictions in {scenes_en}"),
            format!("Widersprüche suchen: {scenes_de}"),
        ),
        "continuity-ask" => match word(form, "range").trim() {
            "" => (format!("Ask “{question}”"), format!("„{question}“ fragen")),
            range => (
                format!("Ask “{question}” of {range}"),
                format!("„{question}“ zu {range} fragen"),
            ),
        },
        "continuity-index" => (
            "Draw data out of a scene".to_owned(),
            "Daten aus einer Szene ziehen".to_owned(),
        ),
        "character-talk" => talk(form)?,
        "manuscript-search" => (
            format!("Search {scenes_en} for “{question}”"),
            format!("„{question}“ suchen: {scenes_de}"),
        ),
        "project-scaffold" => (
            format!("Set up the project “{project}”"),
            format!("Das Projekt „{project}“ einrichten"),
        ),
        _ => return None,
    };
    Some(Asked { en, de })
}

fn talk(form: &Map<String, Value>) -> Option<(String, String)> {
    let session = form.get("session")?;
    let id = session.get("id")?.as_str().filter(|id| !id.is_empty())?;
    let id = one_line(id);
    let set = |name: &str| session.get(name) == Some(&Value::Bool(true));
    Some(if set("resume") {
        (
            format!("Go on with the interview “{id}”"),
            format!("Das Gespräch „{id}“ fortsetzen"),
        )
    } else if set("new") {
        (
            format!("Begin the interview “{id}” anew"),
            format!("Das Gespräch „{id}“ von vorn beginnen"),
        )
    } else {
        (
            format!("Interview a character: “{id}”"),
            format!("Eine Figur befragen: „{id}“"),
        )
    })
}

fn word<'f>(form: &'f Map<String, Value>, field: &str) -> &'f str {
    form.get(field).and_then(Value::as_str).unwrap_or_default()
}

fn has(form: &Map<String, Value>, field: &str) -> bool {
    match form.get(field) {
        Some(Value::String(text)) => !text.trim().is_empty(),
        Some(Value::Array(items)) => !items.is_empty(),
        Some(Value::Object(_)) => true,
        _ => false,
    }
}

/// `scene “The harbour”`, and the same in German.
fn scenes(form: &Map<String, Value>) -> [String; 2] {
    let names = names(form);
    let (en, de) = if names.len() == 1 {
        ("scene", "Szene")
    } else {
        ("scenes", "Szenen")
    };
    let [in_en, in_de] = listed(&names);
    [format!("{en} {in_en}"), format!("{de} {in_de}")]
}

fn listed(names: &[String]) -> [String; 2] {
    // One more is named as quickly as it is counted.
    let named = if names.len() == NAMED + 1 {
        NAMED + 1
    } else {
        NAMED
    };
    let (named, counted) = names.split_at(named.min(names.len()));
    let join = |open: char, close: char| -> String {
        let quoted: Vec<String> = named
            .iter()
            .map(|name| format!("{open}{name}{close}"))
            .collect();
        quoted.join(", ")
    };
    let (mut en, mut de) = (join('“', '”'), join('„', '“'));
    if !counted.is_empty() {
        en.push_str(&format!(" and {} more", counted.len()));
        de.push_str(&format!(" und {} weitere", counted.len()));
    }
    [en, de]
}

/// What the files are called: by their names, and by more where two have the same.
fn names(form: &Map<String, Value>) -> Vec<String> {
    let paths = paths(form);
    let stems: Vec<&str> = paths.iter().map(|path| stem(path)).collect();
    paths
        .iter()
        .zip(&stems)
        .map(|(path, stem)| {
            let alone = stems.iter().filter(|other| *other == stem).count() == 1;
            if alone { plain(stem) } else { one_line(path) }
        })
        .collect()
}

fn stem(path: &str) -> &str {
    let name = path.trim_end_matches('/');
    let name = name.rsplit('/').next().unwrap_or(name);
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

/// `the-harbour` as it would be written: `The harbour`.
fn plain(name: &str) -> String {
    let spaced = one_line(&name.replace(['-', '_'], " "));
    let mut letters = spaced.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        // A name of dashes alone.
        None => one_line(name),
    }
}

fn in_capitals(name: &str) -> String {
    let words: Vec<String> = name.split(' ').map(plain).collect();
    words.join(" ")
}

/// The first line with something in it, at most [`LONGEST`] characters of it.
fn one_line(text: &str) -> String {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let line = lines.next().unwrap_or_default();
    let cut = line.chars().count() > LONGEST || lines.next().is_some();
    let mut line: String = line.chars().take(LONGEST).collect();
    if cut {
        line.truncate(line.trim_end().len());
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn of(form: &Value) -> Option<(String, String)> {
        let form = form.as_object().cloned().unwrap_or_default();
        asked(&form, "the line").map(|asked| (asked.en, asked.de))
    }

    #[test]
    fn every_operation_has_words_in_both_languages() {
        let full = json!({
            "paths": ["scenes/the-harbour.md"], "character_slug": "lance-thurgood",
            "question": "Who drives Bo to Elko?", "context": "You are Lance.", "schema": {},
            "session": {"id": "lance-1", "resume": false, "new": false}, "project_name": "my-novel",
        });
        let said: Vec<(String, String)> = operations::OPERATIONS
            .iter()
            .filter_map(|operation| {
                let mut form = full.clone();
                form["operation"] = json!(operation.name);
                of(&form)
            })
            .collect();
        let wanted = [
            (
                "Proofread scene “The harbour”",
                "Szene „The harbour“ Korrektur lesen",
            ),
            (
                "Proofread a chapter: scene “The harbour”",
                "Ein Kapitel Korrektur lesen: Szene „The harbour“",
            ),
            (
                "Talk over scene “The harbour” with an editor",
                "Szene „The harbour“ mit einem Lektor besprechen",
            ),
            (
                "Talk over a chapter with an editor: scene “The harbour”",
                "Ein Kapitel mit einem Lektor besprechen: Szene „The harbour“",
            ),
            (
                "Talk over the manuscript “The harbour” with an editor",
                "Das Manuskript „The harbour“ mit einem Lektor besprechen",
            ),
            (
                "Check the voice of Lance Thurgood in scene “The harbour”",
                "Die Stimme von Lance Thurgood prüfen: Szene „The harbour“",
            ),
            (
                "Look for contradictions in scene “The harbour”",
                "Widersprüche suchen: Szene „The harbour“",
            ),
            (
                "Ask “Who drives Bo to Elko?”",
                "„Who drives Bo to Elko?“ fragen",
            ),
            ("Draw data out of a scene", "Daten aus einer Szene ziehen"),
            (
                "Interview a character: “lance-1”",
                "Eine Figur befragen: „lance-1“",
            ),
            (
                "Search scene “The harbour” for “Who drives Bo to Elko?”",
                "„Who drives Bo to Elko?“ suchen: Szene „The harbour“",
            ),
            (
                "Set up the project “my-novel”",
                "Das Projekt „my-novel“ einrichten",
            ),
        ];
        let wanted = wanted.map(|(en, de)| (en.to_owned(), de.to_owned()));
        assert_eq!(said, wanted);
    }

    #[test]
    fn files_are_called_by_name_and_many_are_counted() {
        let cases = [
            (vec!["1.md", "a/two_words.md"], "scenes “1”, “Two words”"),
            (vec!["a/1.md", "b/1.md"], "scenes “a/1.md”, “b/1.md”"),
            (vec!["1", "2", "3", "4"], "scenes “1”, “2”, “3”, “4”"),
            (
                vec!["1", "2", "3", "4", "5"],
                "scenes “1”, “2”, “3” and 2 more",
            ),
            (vec!["scenes/", ".md", "--"], "scenes “Scenes”, “.md”, “--”"),
        ];
        for (paths, wanted) in cases {
            let said = of(&json!({"operation": "scene-proof", "paths": paths}));
            let said = said.map(|(en, _)| en).unwrap_or_default();
            assert_eq!(said, format!("Proofread {wanted}"));
        }
    }

    #[test]
    fn a_session_and_a_range_are_said() {
        for (session, wanted) in [
            (
                json!({"id": "l", "resume": true, "new": false}),
                "Go on with the interview “l”",
            ),
            (
                json!({"id": "l", "resume": false, "new": true}),
                "Begin the interview “l” anew",
            ),
        ] {
            let said =
                of(&json!({"operation": "character-talk", "context": "c", "session": session}));
            assert_eq!(said.map(|(en, _)| en).as_deref(), Some(wanted));
        }
        let said = of(
            &json!({"operation": "continuity-ask", "question": "\nWho?\nAnd why?", "range": "1-5"}),
        );
        let wanted = (
            "Ask “Who?…” of 1-5".to_owned(),
            "„Who?…“ zu 1-5 fragen".to_owned(),
        );
        assert_eq!(said, Some(wanted));
    }

    #[test]
    fn a_line_is_said_and_what_is_plain_or_not_whole_is_not() {
        let typed = |text| asked(&Map::new(), text).map(|asked| asked.en);
        assert_eq!(
            typed("scene-proof scenes/the-harbour.md effort=low").as_deref(),
            Some("Proofread scene “The harbour”")
        );
        for text in [
            "Who is Lance?",
            "",
            "scene-proof",
            "scene-proof \"scenes",
            "voice-check 1.md",
            "character-talk context=c",
        ] {
            assert_eq!(typed(text), None, "{text:?}");
        }
        assert_eq!(
            of(&json!({"operation": "unheard-of", "question": "?"})),
            None
        );
    }
}
