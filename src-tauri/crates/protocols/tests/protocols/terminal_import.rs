//! nanobot's `config.json` → a profile: "Configuration Reference".

use crate::terminal_plan::plan_of;
use model::{AgentProfile, ProfileOrigin, ProtocolId};
use parley_protocols::{Imported, PlanError, find};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn import(text: &str, path: &str) -> Result<Imported, PlanError> {
    (find("terminal").unwrap().import.unwrap())(text, path)
}

fn read(file: &Value) -> Imported {
    import(&file.to_string(), "/home/me/bots/mybot/config.json").unwrap()
}

#[test]
fn the_file_of_the_specification() {
    let terminal = json!({"enabled": true, "command": "python /opt/my-agent/main.py",
        "timeout": 300, "protocol": "rich", "passMedia": true, "env": {"CUSTOM_VAR": "value"},
        "providers": {
            "anthropic": {"apiKeys": ["sk-ant-key1"],
                "models": ["claude-sonnet-4-5-20250929", "claude-haiku-4-5-20251001"]},
            "replicate": {"apiKeys": ["r8_key1", "r8_key2", "r8_key3"],
                "baseUrl": "https://api.replicate.com/v1"}}});
    let imported = read(&json!({"terminal": terminal}));
    assert_eq!(
        imported,
        Imported {
            profile: AgentProfile {
                id: "mybot".into(),
                name: "mybot".into(),
                protocol: ProtocolId("terminal".into()),
                command: "/bin/sh".into(),
                args: vec![],
                env: BTreeMap::new(),
                settings: terminal.as_object().unwrap().clone(),
                origin: ProfileOrigin::User,
            },
            notes: vec![
                "The file holds API keys: anthropic (1), replicate (3). They are still in the file."
                    .into()
            ],
        }
    );
    let plan = plan_of(&imported.profile, "hi").unwrap();
    assert_eq!(plan.args, ["-c", "python /opt/my-agent/main.py"]);
    assert_eq!(plan.env["CUSTOM_VAR"], "value");
}

#[test]
fn the_part_terminal_alone_is_read_too() {
    let part = json!({"enabled": true, "command": "python /path/to/agent.py", "timeout": 120,
        "protocol": "rich"});
    let imported = read(&part);
    assert_eq!(Value::Object(imported.profile.settings), part);
    assert_eq!(imported.notes, Vec::<String>::new());
}

#[test]
fn unknown_keys_are_kept_and_reported() {
    let part = json!({"command": "a", "color": "red", "providers": {"x": {"apiKeys": [],
        "region": "eu"}}});
    let imported = read(&json!({"terminal": part}));
    assert_eq!(Value::Object(imported.profile.settings), part);
    assert_eq!(
        imported.notes,
        ["Not known here, kept and not used: “color”, “providers.x.region”."]
    );
}

#[test]
fn the_rest_of_the_file_stays_in_it() {
    let file = json!({"channels": {"telegram": {"token": "secret"}}, "terminal": {"command": "a"},
        "agents": {}});
    let imported = read(&file);
    assert_eq!(Value::Object(imported.profile.settings), file["terminal"]);
    let [note] = &imported.notes[..] else {
        panic!("{:?}", imported.notes)
    };
    assert!(note.contains("“channels”") && note.contains("“agents”") && !note.contains("secret"));
}

#[test]
fn keys_are_counted_and_never_told() {
    let file = json!({"command": "a", "providers": {"x": {"apiKeys": ["sk-1", "sk-2"]}}});
    let notes = read(&file).notes.join(" ");
    assert!(notes.contains("x (2)") && !notes.contains("sk-"), "{notes}");
}

#[test]
fn enabled_false_is_noted() {
    let notes = read(&json!({"enabled": false, "command": "a"})).notes;
    assert!(
        matches!(&notes[..], [note] if note.contains("enabled")),
        "{notes:?}"
    );
}

#[test]
fn the_name_is_the_bots() {
    let named = |path: &str| {
        let profile = import(r#"{"command":"a"}"#, path).unwrap().profile;
        (profile.name, profile.id.0)
    };
    let pair = |name: &str, id: &str| (name.to_owned(), id.to_owned());
    assert_eq!(
        named("/home/me/.nanobot/config.json"),
        pair("nanobot", "nanobot")
    );
    assert_eq!(
        named("/home/me/My Bot/CONFIG.json"),
        pair("My Bot", "my-bot")
    );
    assert_eq!(named("/x/painter.json"), pair("painter", "painter"));
    assert_eq!(named("C:\\bots\\one\\config.json"), pair("one", "one"));
    assert_eq!(named("/x/画.json"), pair("画", "terminal"));
    assert_eq!(named("config.json"), pair("config", "config"));
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_file() {
    assert!(import("\u{feff}{\"command\":\"a\"}", "/x/config.json").is_ok());
}

#[test]
fn files_that_cannot_be_read_say_why() {
    for (text, words) in [
        ("", "not valid JSON"),
        ("{", "not valid JSON"),
        ("[]", "no JSON object"),
        ("{}", "neither"),
        (r#"{"channels":{}}"#, "neither"),
        (r#"{"terminal":[]}"#, "no object"),
        (r#"{"terminal":{}}"#, "empty"),
        (r#"{"terminal":{"command":""}}"#, "empty"),
        (r#"{"command":" "}"#, "empty"),
        (r#"{"command":"a","timeout":"x"}"#, "timeout"),
        (r#"{"command":1}"#, "command"),
    ] {
        let problem = import(text, "/x/config.json").unwrap_err().problem;
        assert!(problem.contains(words), "{text}: {problem}");
    }
}
