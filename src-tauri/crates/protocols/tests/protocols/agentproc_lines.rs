//! What a transcript can't show: sizes, memory, and 500 messages byte for byte.

use crate::profile;
use model::{Command, Event, Exit, ItemBody, LaunchRequest, TurnOutcome, UserMessage};
use parley_protocols::{Adapter, Effect, Frame, find};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn started(settings: &Value) -> Box<dyn Adapter> {
    let mut adapter = profile::adapter("agentproc", settings, 1);
    adapter.encode(&hello("Hello")).unwrap();
    adapter
}

fn hello(text: &str) -> Command {
    Command::Message(UserMessage {
        turn: "t1".into(),
        text: text.to_owned(),
        ..UserMessage::default()
    })
}

fn line<'a>(bytes: &'a [u8]) -> Frame<'a> {
    Frame {
        bytes,
        oversized: None,
    }
}

fn exit(code: i32) -> Exit {
    Exit {
        code: Some(code),
        ..Exit::default()
    }
}

fn texts(effects: &[Effect]) -> Vec<String> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Event(Event::ItemStarted { item }) => match &item.body {
                ItemBody::Text { text } => Some(text.clone()),
                _ => None,
            },
            _ => None,
        })
        .collect()
}

/// What the heap of this process holds, in bytes.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok())
        .unwrap_or(0)
        * 1024
}

#[test]
fn f024_a_body_of_a_gigabyte_is_cut_and_drained_in_bounded_memory() {
    let mut adapter = started(&json!({"max_reply_chars": 8000}));
    let before = resident();
    let row = "é".repeat(32 * 1024);
    for _ in 0..16 * 1024 {
        assert_eq!(adapter.decode(line(row.as_bytes())), []);
    }
    assert!(resident().saturating_sub(before) < 32 << 20);
    let [text] = &texts(&adapter.closed(&exit(0)))[..] else {
        panic!("one text")
    };
    assert_eq!(*text, format!("{}\n\n…(truncated)", "é".repeat(8000)));
}

#[test]
fn f024_without_a_limit_of_the_profile_memory_is_bounded_too() {
    let mut adapter = started(&json!({}));
    let row = vec![b'x'; 1 << 20];
    for _ in 0..64 {
        adapter.decode(line(&row));
    }
    let [text] = &texts(&adapter.closed(&exit(0)))[..] else {
        panic!("one text")
    };
    assert_eq!(text.len(), 4_000_000 + "\n\n…(truncated)".len());
    // Long replies of ordinary size are whole.
    let mut adapter = started(&json!({}));
    adapter.decode(line(&row));
    assert_eq!(texts(&adapter.closed(&exit(0)))[0].len(), 1 << 20);
}

#[test]
fn f002_a_line_over_the_cap_is_named_and_the_next_is_read() {
    let oversized = |head: &'static [u8]| Frame {
        bytes: head,
        oversized: Some(9_000_000),
    };
    let mut adapter = started(&json!({}));
    let told = adapter.decode(oversized(b"AGENT_PARTIAL:\"xxxx"));
    assert!(
        matches!(&told[..], [Effect::Event(Event::Notice { text, .. })]
        if text.contains("9000000 bytes"))
    );
    adapter.decode(oversized(b"head of a body"));
    adapter.decode(line(b"AGENT_PARTIAL:\"next\""));
    assert_eq!(
        texts(&adapter.closed(&exit(0))),
        ["head of a body\n\n…(truncated)"]
    );
    // An error is an error even where its words are too many.
    let mut adapter = started(&json!({}));
    adapter.decode(oversized(b"AGENT_ERROR:\"xxxx"));
    let ended = adapter.closed(&exit(0));
    assert!(ended.iter().any(|effect| matches!(
        effect,
        Effect::Event(Event::TurnEnded {
            outcome: TurnOutcome::Failed { .. },
            ..
        })
    )));
    // Wire 0.4: one malformed card.
    let mut adapter = started(&json!({"wire": "0.4"}));
    let told = adapter.decode(oversized(b"{\"type\":\"result\",\"text\":\"xxxx"));
    assert!(matches!(
        &told[..],
        [Effect::Event(Event::Malformed { .. })]
    ));
    let next = adapter.decode(line(b"{\"type\":\"result\",\"text\":\"ok\"}"));
    assert_eq!(texts(&next), ["ok"]);
}

#[test]
fn f010_depth_is_no_stack_overflow() {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let mut adapter = started(&json!({"wire": "0.4", "permission": true}));
    let told = adapter.decode(line(deep.as_bytes()));
    assert!(matches!(
        &told[..],
        [Effect::Event(Event::Malformed { .. })]
    ));
    let request = format!(
        r#"{{"type":"permission_request","request_id":"r","tool_name":"x","input":{{"a":{deep}}}}}"#
    );
    let asked = adapter.decode(line(request.as_bytes()));
    assert!(asked.iter().any(|effect| matches!(effect,
        Effect::Event(Event::ApprovalRequested { request }) if request.raw_args.contains("[[[["))));
    let mut adapter = started(&json!({}));
    adapter.decode(line(format!("AGENT_PARTIAL:{deep}").as_bytes()));
    adapter.decode(line(format!("{{\"a\":{deep}}}").as_bytes()));
    assert_eq!(texts(&adapter.closed(&exit(0))).len(), 1);
}

#[test]
fn f036_many_partials_are_linear_and_whole() {
    let mut adapter = started(&json!({}));
    let begun = Instant::now();
    let mut whole = String::new();
    for number in 0..100_000 {
        let piece = format!("AGENT_PARTIAL:\"{number} \"");
        for effect in adapter.decode(line(piece.as_bytes())) {
            match effect {
                Effect::Event(Event::ItemDelta { text, .. }) => whole.push_str(&text),
                Effect::Event(Event::ItemStarted { item }) => match item.body {
                    ItemBody::Text { text } => whole.push_str(&text),
                    body => panic!("{body:?}"),
                },
                effect => panic!("{effect:?}"),
            }
        }
    }
    let expected: String = (0..100_000).map(|number| format!("{number} ")).collect();
    assert_eq!(whole, expected);
    assert!(begun.elapsed() < Duration::from_secs(20));
}

/// Texts that a shell, a template or an option parser would trip over.
fn nasty() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(
            &[
                "$(touch x)",
                "`touch x`",
                "'",
                "\"",
                "\\",
                "\n",
                "\r\n",
                "{{SESSION_ID}}",
                "{{MESSAGE}}",
                "{{PROFILE_DIR}}",
                "${HOME}",
                "$HOME",
                "-rf",
                "--",
                ";",
                "|",
                "%PATH%",
                " ",
                "\u{2028}",
                "é😀",
            ][..]
        )
        .prop_map(str::to_owned),
        "[^\0]{0,8}",
    ];
    prop::collection::vec(piece, 1..8)
        .prop_map(|pieces| pieces.concat())
        .prop_filter("not empty", |text| !text.is_empty())
}

proptest! {
    #![proptest_config(crate::cases(500))]

    #[test]
    fn f054_a_message_reaches_the_agent_byte_for_byte(text in nasty()) {
        let message = UserMessage { turn: "t1".into(), text: text.clone(), ..UserMessage::default() };
        let mut profile = profile::of("agentproc", &json!({"stdin": "message"}));
        profile.args = vec!["{{MESSAGE}}".into(), "<{{MESSAGE}}>".into()];
        profile.env.insert("COPY".into(), "{{MESSAGE}}".into());
        let request = LaunchRequest {
            message: Some(&message),
            session_name: &text,
            ..LaunchRequest::new(&profile, &profile::CONVERSATION, "/w")
        };
        let protocol = find("agentproc").unwrap();
        let plan = (protocol.plan)(&request).unwrap();
        prop_assert_eq!(&plan.args, &[text.clone(), format!("<{text}>")]);
        for name in ["AGENT_MESSAGE", "AGENT_SESSION_NAME", "COPY"] {
            prop_assert_eq!(&plan.env_verbatim[name], &text);
        }
        let sent = (protocol.connect)(model::Epoch(1), &request).encode(&hello(&text)).unwrap();
        prop_assert_eq!(sent, vec![Effect::Send(text.clone().into_bytes())]);
        // Wire 0.4: the same text out of the JSON line.
        let mut adapter = profile::adapter("agentproc", &json!({"wire": "0.4"}), 1);
        let sent = adapter.encode(&hello(&text)).unwrap();
        let [Effect::Send(bytes)] = &sent[..] else { panic!("{sent:?}") };
        let turn: Value = serde_json::from_slice(bytes).unwrap();
        prop_assert_eq!(&turn["message"], &json!(text));
    }
}
