//! nuum lines that are damaged, strange or very many: F002–F013, F032, F054, C37.

use crate::profile;
use model::{Command, Event, ItemBody, Task, UserMessage};
use parley_protocols::{Adapter, Effect, Frame};
use proptest::prelude::*;
use serde_json::{Value, json};

fn agent() -> Box<dyn Adapter> {
    let mut agent = profile::adapter("nuum", &Value::Null, 3);
    says(
        agent.as_mut(),
        &json!({"type": "system", "subtype": "init", "session_id": "s"}),
    );
    agent
}

fn line(agent: &mut dyn Adapter, bytes: &[u8]) -> Vec<Effect> {
    agent.decode(Frame {
        bytes,
        oversized: None,
    })
}

fn says(agent: &mut dyn Adapter, value: &Value) -> Vec<Effect> {
    line(agent, value.to_string().as_bytes())
}

fn speech(text: &str) -> Value {
    json!({"type": "assistant", "message": {"content": [{"type": "text", "text": text}]}})
}

fn events(effects: &[Effect]) -> Vec<&Event> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Event(event) => Some(event),
            _ => None,
        })
        .collect()
}

fn texts(effects: &[Effect]) -> Vec<String> {
    events(effects)
        .into_iter()
        .filter_map(|event| match event {
            Event::ItemStarted { item } => match &item.body {
                ItemBody::Text { text } => Some(text.clone()),
                _ => None,
            },
            _ => None,
        })
        .collect()
}

#[test]
fn f002_a_line_over_the_cap_tells_its_length_and_the_next_is_read() {
    let mut agent = agent();
    let head = vec![b'x'; 100_000];
    let effects = agent.decode(Frame {
        bytes: &head,
        oversized: Some(100_000_000),
    });
    let [Effect::Event(Event::Malformed { reason, line })] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert!(reason.contains("100000000 bytes"), "{reason}");
    assert_eq!(line.len(), 64 * 1024);
    assert_eq!(texts(&says(agent.as_mut(), &speech("on"))), ["on"]);
}

#[test]
fn f003_a_million_empty_lines_are_ignored() {
    let mut agent = agent();
    let said = (0..1_000_000)
        .map(|number| line(agent.as_mut(), [&b""[..], b"\r", b"  "][number % 3]))
        .filter(|effects| !effects.is_empty())
        .count();
    assert_eq!(said, 0);
}

#[test]
fn f004_a_carriage_return_changes_nothing() {
    let text = speech("same").to_string();
    let plain = line(agent().as_mut(), text.as_bytes());
    let with = line(agent().as_mut(), format!("{text}\r").as_bytes());
    assert_eq!(plain, with);
}

#[test]
fn f008_nul_cuts_nothing() {
    let mut agent = agent();
    assert_eq!(texts(&says(agent.as_mut(), &speech("a\0b"))), ["a\0b"]);
    let effects = line(
        agent.as_mut(),
        b"{\"type\":\"system\",\"subtype\":\"a\0b\"}",
    );
    assert!(matches!(
        effects[..],
        [Effect::Event(Event::Malformed { .. })]
    ));
}

#[test]
fn f010_depth_is_no_stack_overflow() {
    let mut agent = agent();
    let (open, close) = ("[".repeat(10_000), "]".repeat(10_000));
    let deep = format!("{open}{close}");
    for text in [
        deep.clone(),
        open,
        format!(r#"{{"type":{deep}}}"#),
        format!(r#"{{"type":"assistant","message":{deep}}}"#),
        format!(r#"{{"type":"assistant","message":{{"content":{{"a":{deep}}}}}}}"#),
    ] {
        let effects = line(agent.as_mut(), text.as_bytes());
        let [Effect::Event(Event::Malformed { .. })] = &effects[..] else {
            panic!("{effects:?}")
        };
    }
    // Fields nobody reads may be as deep as they like; arguments too deep to be parsed cost themselves.
    let known = format!(
        r#"{{"type":"assistant","x":{deep},"message":{{"content":[{{"type":"text","text":"here"}},{{"type":"tool_use","id":"c","name":"read","input":{deep}}}]}}}}"#
    );
    let effects = line(agent.as_mut(), known.as_bytes());
    assert_eq!(texts(&effects), ["here"]);
    let args = events(&effects).into_iter().find_map(|event| match event {
        Event::ItemStarted { item } => match &item.body {
            ItemBody::Tool(call) => Some(call.args.clone()),
            _ => None,
        },
        _ => None,
    });
    assert_eq!(args, Some(Value::Null));
    let unknown = line(
        agent.as_mut(),
        format!(r#"{{"type":"zzz","x":{deep}}}"#).as_bytes(),
    );
    assert!(matches!(
        unknown[..],
        [Effect::Event(Event::Unrecognized { .. })]
    ));
}

#[test]
fn f012_a_hundred_unknown_names_are_kept() {
    let mut agent = agent();
    for number in 0..100 {
        let (line, name) = if number % 2 == 0 {
            let name = format!("event_{number}");
            (json!({"type": name, "payload": [number]}), name)
        } else {
            let name = format!("event_{number}");
            let line = json!({"type": "system", "subtype": name, "payload": [number]});
            (line, format!("system/{name}"))
        };
        assert_eq!(
            says(agent.as_mut(), &line),
            [Effect::Event(Event::Unrecognized {
                type_name: name,
                needs_attention: false,
                line: line.to_string(),
            })]
        );
    }
}

#[test]
fn f013_a_wrong_type_of_a_field_never_loses_the_message() {
    let tool_result =
        json!({"type": "tool_result", "tool_use_id": "c", "content": "o", "is_error": false});
    let whole = [
        json!({"type": "system", "subtype": "init", "session_id": "s", "version": "0.1.0",
            "model": "m", "tools": ["read"]}),
        json!({"type": "assistant", "session_id": "s",
            "message": {"role": "assistant", "model": "m", "content": [{"type": "text", "text": "t"}]}}),
        json!({"type": "user", "session_id": "s",
            "message": {"role": "user", "content": [tool_result]}}),
        json!({"type": "system", "subtype": "tool_result", "session_id": "s", "tool_result": tool_result}),
        json!({"type": "result", "subtype": "success", "duration_ms": 1, "is_error": false,
            "num_turns": 1, "session_id": "s", "result": "r", "usage": {"input_tokens": 1}}),
        json!({"type": "system", "subtype": "turn_accepted", "session_id": "s", "timestamp": "t"}),
        json!({"type": "system", "subtype": "tasks", "session_id": "s", "tasks": []}),
        json!({"type": "system", "subtype": "error", "message": "m"}),
        json!({"type": "system", "subtype": "queued", "position": 1, "content_length": 1}),
        json!({"type": "system", "subtype": "injected", "message_count": 1}),
        json!({"type": "system", "subtype": "status_response", "running": true, "session_id": "s"}),
        json!({"type": "system", "subtype": "status", "running": true, "queued_messages": 0}),
        json!({"type": "system", "subtype": "heartbeat_ack", "timestamp": "t"}),
        json!({"type": "system", "subtype": "interrupted", "session_id": "s"}),
        json!({"type": "system", "subtype": "consolidation", "entries": 1}),
    ];
    let needed = |line: &Value, field: &str| {
        let of_system = line["type"] == "system";
        field == "type"
            || of_system && matches!(field, "subtype" | "tool_result" | "tasks")
            || !of_system && field == "message"
    };
    let wrongs = [
        json!(7),
        json!(true),
        json!([1]),
        json!({"x": 1}),
        json!("?"),
        json!(null),
    ];
    for line in &whole {
        for field in line
            .as_object()
            .unwrap()
            .keys()
            .filter(|field| !needed(line, field))
        {
            for wrong in &wrongs {
                let mut mended = line.clone();
                mended[field] = wrong.clone();
                let effects = says(agent().as_mut(), &mended);
                assert!(
                    !events(&effects).into_iter().any(|event| matches!(
                        event,
                        Event::Malformed { .. } | Event::Unrecognized { .. }
                    )),
                    "{mended}: {effects:?}"
                );
            }
        }
    }
}

#[test]
fn f032_ten_thousand_tasks_the_last_of_an_id_counts() {
    let mut tasks: Vec<Value> = (0..10_000)
        .map(|number| {
            json!({"id": format!("bgt_{number}"), "type": "alarm", "description": "d",
                "status": "pending", "firesAt": "2001-01-01T00:00:00Z"})
        })
        .collect();
    tasks.push(
        json!({"id": "bgt_17", "type": "research", "description": "new", "status": "running"}),
    );
    let line = json!({"type": "system", "subtype": "tasks", "tasks": tasks});
    let effects = says(agent().as_mut(), &line);
    let [Effect::Event(Event::TasksChanged { tasks })] = &effects[..] else {
        panic!("{} effects", effects.len())
    };
    assert_eq!(tasks.len(), 10_000);
    let past = Some(978_307_200_000);
    assert_eq!(
        (tasks[16].id.as_str(), tasks[16].fires_at),
        ("bgt_16", past)
    );
    assert_eq!(
        tasks[17],
        Task {
            id: "bgt_17".into(),
            kind: "research".into(),
            description: "new".into(),
            status: "running".into(),
            created_at: None,
            fires_at: None,
        }
    );
}

#[test]
fn f036_many_messages_lose_no_word() {
    let mut agent = agent();
    let mut got = String::new();
    let mut wanted = String::new();
    for number in 0..10_000 {
        let word = format!("word{number} ");
        wanted.push_str(&word);
        got.push_str(&texts(&says(agent.as_mut(), &speech(&word))).concat());
    }
    assert_eq!(got, wanted);
    // All of it is known when the result says it again.
    let end = json!({"type": "result", "subtype": "success", "is_error": false, "result": wanted});
    assert_eq!(texts(&says(agent.as_mut(), &end)), Vec::<String>::new());
}

fn sent_text(effects: &[Effect]) -> Value {
    let [Effect::Send(bytes)] = effects else {
        panic!("{effects:?}")
    };
    assert_eq!(bytes.iter().filter(|&&byte| byte == b'\n').count(), 1);
    let line: Value = serde_json::from_slice(bytes).unwrap();
    line["message"]["content"].clone()
}

proptest! {
    #![proptest_config(crate::cases(500))]

    #[test]
    fn f054_a_message_arrives_byte_for_byte(text in any::<String>()) {
        let message = Command::Message(UserMessage {
            turn: "m1".into(),
            text: text.clone(),
            ..UserMessage::default()
        });
        let effects = agent().encode(&message).unwrap();
        prop_assert_eq!(sent_text(&effects), json!(text));
    }
}
