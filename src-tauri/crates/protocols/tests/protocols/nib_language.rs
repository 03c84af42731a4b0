//! Messages without a form: `OPERATION [paths…] [key=value…]`.

use parley_protocols::nib::language::{read, write};
use parley_protocols::nib::operations::OPERATIONS;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn form(text: &str) -> Value {
    Value::Object(read(text).unwrap())
}

fn problem(text: &str) -> String {
    read(text).unwrap_err().problem
}

#[test]
fn words_are_paths_and_keys_are_fields() {
    assert_eq!(
        form("  scene-proof scenes/a.md\n\"scenes/two words.md\" ./b=c.md effort=low "),
        json!({"operation": "scene-proof", "effort": "low",
            "paths": ["scenes/a.md", "scenes/two words.md", "./b=c.md"]})
    );
    assert_eq!(
        form("voice-check a.md character=bo"),
        json!({"operation": "voice-check", "paths": ["a.md"], "character_slug": "bo"})
    );
    assert_eq!(
        form(r#"manuscript-search question="a \"red\" car" a.md"#),
        json!({"operation": "manuscript-search", "question": "a \"red\" car", "paths": ["a.md"]})
    );
    assert_eq!(
        form("project-scaffold project_name=my-novel"),
        json!({"operation": "project-scaffold", "project_name": "my-novel"})
    );
}

#[test]
fn a_schema_is_json_and_a_session_has_three_keys() {
    assert_eq!(
        form(r#"continuity-index context="a\nb" schema={"type": "object"} effort=max"#),
        json!({"operation": "continuity-index", "context": "a\nb",
            "schema": {"type": "object"}, "effort": "max"})
    );
    assert_eq!(
        form("character-talk session=bo resume=true"),
        json!({"operation": "character-talk", "session": {"id": "bo", "resume": true}})
    );
    assert_eq!(
        form("character-talk context=x new=true resume=false"),
        json!({"operation": "character-talk", "context": "x",
            "session": {"new": true, "resume": false}})
    );
}

#[test]
fn the_words_of_a_question_stand_as_they_are() {
    assert_eq!(
        form("continuity-ask Who's \"Bo\",\n  and why x=1? range=1-5"),
        json!({"operation": "continuity-ask", "range": "1-5",
            "question": "Who's \"Bo\",\n  and why x=1?"})
    );
    assert_eq!(
        form("continuity-ask range=2 Who?"),
        json!({"operation": "continuity-ask", "range": "2", "question": "Who?"})
    );
    assert_eq!(
        form("continuity-ask"),
        json!({"operation": "continuity-ask"})
    );
}

#[test]
fn what_is_no_operation_is_a_question() {
    for text in [
        "Who drives Bo to Elko?",
        "scene-prof a.md",
        "Scene-proof a.md",
        "range=1 x",
    ] {
        assert_eq!(
            form(text),
            json!({"operation": "continuity-ask", "question": text})
        );
    }
    assert_eq!(form("  "), json!({"operation": "continuity-ask"}));
}

#[test]
fn what_cannot_be_read_says_where() {
    assert!(problem("scene-proof \"a.md").contains("“\"a.md”"));
    assert!(problem("scene-proof \"a\"b").contains("space"));
    assert!(problem("scene-proof a.md temperature=1").contains("“temperature=”"));
    assert!(problem("scene-proof paths=a.md").contains("“paths=”"));
    assert!(problem("scene-proof effort=low effort=max").contains("twice"));
    assert!(problem("continuity-index schema={").contains("“schema=”"));
    assert!(problem("continuity-ask Who? question=x").contains("twice"));
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[a-z_]{1,4}=?[ a\"\\\\]{0,3}"]
}

/// Forms that an operation could have.
fn a_form() -> impl Strategy<Value = Map<String, Value>> {
    (
        prop::sample::select(&OPERATIONS[..]),
        prop::collection::vec(word(), 1..4),
        prop::collection::vec(word(), 8),
        any::<Option<bool>>(),
    )
        .prop_map(|(operation, paths, words, flag)| {
            let mut form = Map::new();
            form.insert("operation".into(), operation.name.into());
            for field in operation.required.iter().chain(operation.optional) {
                let value = match field.name() {
                    "paths" => json!(paths),
                    "schema" => json!({"type": words[0], "x": [1, words[1]]}),
                    "session" => match flag {
                        None => json!({"id": words[2]}),
                        Some(flag) => json!({"id": words[2], "resume": flag, "new": !flag}),
                    },
                    other => json!(words[other.len() % 8]),
                };
                form.insert(field.name().into(), value);
            }
            form
        })
}

proptest! {
    #![proptest_config(crate::cases(256))]

    #[test]
    fn a_written_form_is_read_back(form in a_form()) {
        let line = write(&form);
        prop_assert_eq!(read(&line), Ok(form), "{}", line);
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), operation in prop::sample::select(&OPERATIONS[..])) {
        let _ = read(&text);
        let _ = read(&format!("{} {text}", operation.name));
    }
}
