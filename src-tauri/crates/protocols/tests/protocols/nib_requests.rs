//! What is sent: exactly the fields of each operation ("Request format", "Operations").

use crate::profile;
use model::{Command, UserMessage};
use parley_protocols::Effect;
use parley_protocols::nib::operations::{self, Field, OPERATIONS};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn object(value: &Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

/// The request that goes to stdin for a form, or why there is none.
fn request(form: &Value) -> Result<Value, String> {
    request_of(UserMessage {
        turn: "m1".into(),
        form: object(form),
        ..UserMessage::default()
    })
}

fn request_of(message: UserMessage) -> Result<Value, String> {
    let mut adapter = profile::adapter("nib", &Value::Null, 1);
    match adapter.encode(&Command::Message(message)) {
        Ok(effects) => match &effects[..] {
            [Effect::Send(bytes)] => Ok(serde_json::from_slice(bytes).unwrap()),
            [] => Ok(Value::Null),
            other => panic!("{other:?}"),
        },
        Err(refusal) => Err(refusal.reason),
    }
}

/// The content of the request file for a form.
fn file(form: &Value) -> Result<Value, String> {
    let message = UserMessage {
        turn: "m1".into(),
        form: object(form),
        ..UserMessage::default()
    };
    let profile = profile::of("nib", &Value::Null);
    let plan = (parley_protocols::find("nib").unwrap().plan)(&model::LaunchRequest {
        message: Some(&message),
        ..model::LaunchRequest::new(&profile, &profile::CONVERSATION, "/home/me/project")
    });
    let plan = plan.map_err(|error| error.problem)?;
    Ok(serde_json::from_str(&plan.request_file.unwrap().content).unwrap())
}

/// A good value of each field, by the specification's example.
fn good(field: Field, operation: &str) -> Value {
    match field {
        Field::Paths if operation == "manuscript-critique" => {
            json!(["/home/me/project/build/m.md"])
        }
        Field::Paths => json!(["scenes/foo.md", "scenes/bar.md"]),
        Field::CharacterSlug => json!("lance-thurgood"),
        Field::Question => json!("Who drives Bo to Elko?"),
        Field::Range => json!("1-5"),
        Field::Context => json!("..."),
        Field::Schema => json!({}),
        Field::Session => json!({"id": "s1", "resume": false, "new": false}),
        Field::ProjectName => json!("my-novel"),
        Field::Effort => json!("high"),
    }
}

fn whole(operation: &operations::Operation) -> Value {
    let mut form = json!({"operation": operation.name});
    for field in Field::ALL
        .into_iter()
        .filter(|field| operation.takes(*field))
    {
        form[field.name()] = good(field, operation.name);
    }
    form
}

#[test]
fn n_effort_has_five_levels() {
    for level in ["low", "medium", "high", "xhigh", "max"] {
        let form = json!({"operation": "continuity-ask", "question": "Why?", "effort": level});
        assert_eq!(request(&form).unwrap()["effort"], level);
    }
    let form = json!({"operation": "continuity-ask", "question": "Why?", "effort": "highest"});
    assert!(request(&form).unwrap_err().contains("effort"));
}

/// "Request fields" of every operation: these and no other, in the order of the specification.
#[test]
fn each_operation_sends_exactly_its_fields() {
    let expected = [
        ("scene-proof", "operation dir paths effort"),
        ("chapter-proof", "operation dir paths effort"),
        ("scene-critique", "operation dir paths effort"),
        ("chapter-critique", "operation dir paths effort"),
        ("manuscript-critique", "operation dir paths effort"),
        ("voice-check", "operation dir paths character_slug effort"),
        ("continuity-check", "operation dir paths effort"),
        ("continuity-ask", "operation dir question range effort"),
        ("continuity-index", "operation dir context schema effort"),
        ("character-talk", "operation dir context session effort"),
        ("manuscript-search", "operation dir paths question effort"),
        ("project-scaffold", "operation dir project_name effort"),
    ];
    assert_eq!(OPERATIONS.len(), expected.len());
    for (name, fields) in expected {
        let operation = operations::find(name).unwrap();
        let form = whole(operation);
        let sent = match operation.mode {
            operations::Mode::Pipe => request(&form).unwrap(),
            operations::Mode::Interactive => file(&form).unwrap(),
        };
        let names: Vec<_> = sent.as_object().unwrap().keys().cloned().collect();
        assert_eq!(names.join(" "), fields, "{name}");
        assert_eq!(sent["dir"], "/home/me/project");
        for (field, value) in form.as_object().unwrap() {
            assert_eq!(&sent[field], value, "{name} {field}");
        }
    }
}

#[test]
fn a_missing_field_is_named() {
    for operation in &OPERATIONS {
        for field in operation
            .required
            .iter()
            .filter(|field| **field != Field::Session)
        {
            for blank in [None, Some(Value::Null), Some(json!("")), Some(json!([]))] {
                let mut form = object(&whole(operation));
                form.remove(field.name());
                form.extend(blank.map(|blank| (field.name().to_owned(), blank)));
                let problem = request(&Value::Object(form)).unwrap_err();
                let told = format!("“{}” is missing", field.name());
                assert!(
                    problem.contains(&told) && problem.contains(operation.name),
                    "{problem}"
                );
            }
        }
    }
}

#[test]
fn a_field_of_another_operation_is_named() {
    for operation in &OPERATIONS {
        for field in Field::ALL
            .into_iter()
            .filter(|field| !operation.takes(*field))
        {
            let mut form = whole(operation);
            form[field.name()] = good(field, operation.name);
            let problem = request(&form).unwrap_err();
            let told = format!("“{}” is not one of its fields", field.name());
            assert!(problem.contains(&told), "{problem}");
            form[field.name()] = Value::Null;
            assert!(request(&form).is_ok());
        }
    }
}

#[test]
fn several_problems_are_told_at_once() {
    let form = json!({"operation": "voice-check", "question": "x", "temperature": 1, "paths": [1]});
    assert_eq!(
        request(&form).unwrap_err(),
        "voice-check can't be sent: “question” is not one of its fields; “temperature” is no field \
         of the protocol; “paths” must be a list of paths; item 1 is no text; “character_slug” is \
         missing. It takes paths, character_slug, effort."
    );
}

#[test]
fn the_operation_must_be_one() {
    let unknown = request(&json!({"operation": "scene-prof"})).unwrap_err();
    assert!(
        unknown.contains("scene-prof") && unknown.contains("scene-proof"),
        "{unknown}"
    );
    let none = request(&json!({"paths": ["a.md"]})).unwrap_err();
    assert!(
        none.contains("operation") && none.contains("character-talk"),
        "{none}"
    );
}

/// `dir` is the workspace's: another one is not taken, the same is no fault.
#[test]
fn dir_is_the_workspace() {
    let form = |dir: &str| json!({"operation": "scene-proof", "paths": ["a.md"], "dir": dir});
    assert_eq!(
        request(&form("/home/me/project")).unwrap()["dir"],
        "/home/me/project"
    );
    assert!(request(&form("/etc")).unwrap_err().contains("“dir”"));
}

/// "paths: relative to project root", judged by their parts.
#[test]
fn paths_are_relative_and_inside_the_project() {
    let of = |path: &str| request(&json!({"operation": "scene-proof", "paths": ["a.md", path]}));
    for good in [
        "scenes/foo.md",
        "./a",
        "a/./b",
        "a b.md",
        "a..b",
        "...",
        ".hidden",
        "~/x",
        "ä.md",
    ] {
        assert!(of(good).is_ok(), "{good}");
    }
    for bad in [
        "/etc/passwd",
        "..",
        "../x",
        "a/../../x",
        "a/..",
        "\\x",
        "a\\..\\x",
        "C:\\x",
        "c:x",
        "\\\\server\\x",
        "",
        " ",
        ".",
        "./",
        "a\0b",
    ] {
        assert!(of(bad).is_err(), "{bad:?}");
    }
    assert!(request(&json!({"operation": "scene-proof", "paths": "a.md"})).is_err());
}

/// Field note: `manuscript-critique` has one absolute path.
#[test]
fn manuscript_critique_has_one_absolute_path() {
    let of = |paths: Value| file(&json!({"operation": "manuscript-critique", "paths": paths}));
    assert!(of(json!(["/home/me/project/build/m.md"])).is_ok());
    assert!(of(json!(["C:\\m.md"])).is_ok());
    for bad in [
        json!(["m.md"]),
        json!(["/a", "/b"]),
        json!(["/a/../b"]),
        json!([]),
        json!([3]),
    ] {
        assert!(of(bad.clone()).unwrap_err().contains("“paths”"), "{bad}");
    }
}

/// "Session options".
#[test]
fn session_id_resume_and_new() {
    let of = |form: Value| {
        let mut whole = json!({"operation": "character-talk"});
        for (name, value) in form.as_object().unwrap() {
            whole[name] = value.clone();
        }
        file(&whole)
    };
    let session = |form| of(form).unwrap()["session"].clone();
    assert_eq!(
        session(json!({"context": "x"})),
        json!({"id": "conv-1", "resume": false, "new": false})
    );
    assert_eq!(
        session(json!({"context": "x", "session": {"id": "bo", "new": true}})),
        json!({"id": "bo", "resume": false, "new": true})
    );
    let resumed = of(json!({"session": {"id": "bo", "resume": true}})).unwrap();
    assert_eq!(resumed["context"], "");
    assert_eq!(
        resumed["session"],
        json!({"id": "bo", "resume": true, "new": false})
    );
    for (bad, named) in [
        (
            json!({"context": "x", "session": {"resume": true}}),
            "“context” must be empty",
        ),
        (json!({"session": {"id": "bo"}}), "“context” is missing"),
        (
            json!({"context": "x", "session": "bo"}),
            "“session” must be an object",
        ),
        (json!({"context": "x", "session": {"id": 5}}), "“id”"),
        (json!({"context": "x", "session": {"id": "../bo"}}), "“id”"),
        (json!({"context": "x", "session": {"id": "b\no"}}), "“id”"),
        (json!({"session": {"resume": true, "new": true}}), "at once"),
        (json!({"context": "x", "session": {"new": "yes"}}), "“new”"),
        (json!({"context": "x", "session": {"name": "bo"}}), "“name”"),
    ] {
        let problem = of(bad).unwrap_err();
        assert!(problem.contains(named), "{problem}");
    }
}

#[test]
fn values_of_a_wrong_shape_are_named() {
    for (form, named) in [
        (
            json!({"operation": "continuity-ask", "question": 5}),
            "“question”",
        ),
        (
            json!({"operation": "continuity-ask", "question": "x", "range": "1\n2"}),
            "“range”",
        ),
        (
            json!({"operation": "continuity-ask", "question": "x", "effort": "huge"}),
            "“effort”",
        ),
        (
            json!({"operation": "voice-check", "paths": ["a"], "character_slug": "a/b"}),
            "“character_slug”",
        ),
        (
            json!({"operation": "voice-check", "paths": ["a"], "character_slug": "x".repeat(201)}),
            "“character_slug”",
        ),
        (
            json!({"operation": "project-scaffold", "project_name": ["x"]}),
            "“project_name”",
        ),
        (
            json!({"operation": "continuity-index", "context": "x", "schema": "{}"}),
            "“schema” is not an object",
        ),
    ] {
        let problem = request(&form).unwrap_err();
        assert!(problem.contains(named), "{problem}");
    }
}

/// "schema: JSON Schema": one that is none, or needs the network or a file, is refused before the start.
#[test]
fn a_schema_must_stand_by_itself() {
    let of = |schema: Value| {
        request(&json!({"operation": "continuity-index", "context": "x", "schema": schema}))
    };
    assert!(of(json!({"type": "object", "$defs": {"a": {}}, "$ref": "#/$defs/a"})).is_ok());
    assert!(of(json!({"$ref": "#"})).is_ok());
    let at = of(json!({"properties": {"a": {"minimum": "x"}}})).unwrap_err();
    assert!(at.contains("/properties/a/minimum"), "{at}");
    for far in [
        "https://example.com/x.json",
        "file:///etc/passwd",
        "other.json",
    ] {
        let problem = of(json!({"$ref": far})).unwrap_err();
        assert!(problem.contains("“schema”"), "{problem}");
    }
    let mut deep = json!({});
    for _ in 0..120 {
        deep = json!({"not": deep});
    }
    assert!(of(deep).unwrap_err().contains("deeper"));
}

proptest! {
    #![proptest_config(crate::cases(500))]

    /// F054: what the user wrote reaches the backend as it stands, as one JSON string.
    #[test]
    fn f054_a_question_arrives_as_it_was_written(
        text in any::<String>(),
        hard in prop::sample::select(&["\0", "\n", "$(touch x)", "`", "'", "{{SESSION_ID}}", "-rf", "--", "\u{2028}", "${HOME}"][..]),
    ) {
        let question = format!("Q{text}{hard}{text}");
        let sent = request(&json!({"operation": "continuity-ask", "question": question})).unwrap();
        prop_assert_eq!(&sent["question"], &json!(question));
    }

    /// And so does what is no operation, but for the space around it.
    #[test]
    fn f054_plain_text_is_the_question(text in any::<String>()) {
        let first = text.split_whitespace().next().unwrap_or_default();
        prop_assume!(!first.is_empty() && operations::find(first).is_none());
        let message = UserMessage { turn: "m1".into(), text: text.clone(), ..UserMessage::default() };
        let sent = request_of(message).unwrap();
        prop_assert_eq!(&sent["operation"], "continuity-ask");
        prop_assert_eq!(&sent["question"], &json!(text.trim()));
    }
}
