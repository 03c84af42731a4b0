//! Whatever an agent says on either wire, nothing panics and the rules of every adapter hold.

use crate::{invariants, profile};
use model::{AllowScope, ApprovalKey, Command, Event, Exit, UserMessage};
use parley_protocols::{Effect, Frame};
use proptest::prelude::*;
use serde_json::{Value, json};

/// What may happen to an adapter.
#[derive(Debug, Clone)]
enum Step {
    Line(Vec<u8>),
    Oversized(Vec<u8>),
    Message,
    Allow(usize),
    Deny(usize),
    Stop,
}

fn prefixed() -> impl Strategy<Value = Vec<u8>> {
    let prefix = prop::sample::select(
        &[
            "AGENT_SESSION:",
            "AGENT_PARTIAL:",
            "AGENT_ERROR:",
            "",
            " AGENT_ERROR:",
        ][..],
    );
    let payload = prop_oneof![
        Just("\"a\"".to_owned()),
        Just("sess-1".to_owned()),
        Just("\"\"".to_owned()),
        any::<String>(),
    ];
    (prefix, payload).prop_map(|(prefix, payload)| format!("{prefix}{payload}").into_bytes())
}

fn event() -> impl Strategy<Value = Vec<u8>> {
    let value = prop_oneof![
        3 => prop::sample::select(&["a", "b", "", "thinking", "x y"][..]).prop_map(Value::from),
        1 => Just(Value::Null),
        1 => any::<i32>().prop_map(Value::from),
        1 => Just(json!({"input_tokens": 3})),
        1 => any::<String>().prop_map(Value::from),
    ];
    let field = prop::sample::select(
        &[
            "text",
            "role",
            "session_id",
            "usage",
            "message",
            "request_id",
            "tool_name",
            "input",
            "description",
            "tool_use_id",
        ][..],
    );
    let kind =
        prop::sample::select(&["partial", "result", "error", "permission_request", "zzz"][..]);
    let wild = (kind, prop::collection::vec((field, value), 0..5)).prop_map(|(kind, fields)| {
        let mut line = json!({"type": kind});
        for (name, value) in fields {
            line[name] = value;
        }
        line
    });
    let asks = (prop::sample::select(&["a", "b", "c"][..]), 0..2).prop_map(|(id, input)| {
        json!({"type": "permission_request", "request_id": id, "tool_name": "Bash",
            "input": {"n": input}})
    });
    prop_oneof![3 => wild, 2 => asks].prop_map(|line| line.to_string().into_bytes())
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => event().prop_map(Step::Line),
        3 => prefixed().prop_map(Step::Line),
        1 => prop::collection::vec(any::<u8>(), 0..40).prop_map(Step::Line),
        1 => prefixed().prop_map(Step::Oversized),
        1 => Just(Step::Message),
        2 => any::<usize>().prop_map(Step::Allow),
        2 => any::<usize>().prop_map(Step::Deny),
        1 => Just(Step::Stop),
    ]
}

fn settings() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        json!({}),
        json!({"streaming": false, "include_stderr_in_reply": true}),
        json!({"stdin": "message", "max_reply_chars": 3, "send_error_reply": false}),
        json!({"wire": "0.4"}),
        json!({"wire": "0.4", "permission": true}),
        json!({"wire": "0.4", "permission": true, "streaming": false, "max_reply_chars": 1}),
    ])
}

fn exit() -> impl Strategy<Value = Exit> {
    (
        prop::option::of(prop::sample::select(&[0, 1, 124, 125, 130, 143, 200][..])),
        any::<bool>(),
        any::<bool>(),
        "[a-z`]{0,4}",
    )
        .prop_map(|(code, timed_out, stopped, stderr_tail)| Exit {
            code,
            signal: code.is_none().then_some(9),
            how: "somehow".to_owned(),
            stderr_tail,
            timed_out,
            stopped,
        })
}

proptest! {
    // PROPTEST_CASES=10000 for a long run.
    #![proptest_config(crate::cases(160))]

    #[test]
    fn the_rules_hold_whatever_happens(
        settings in settings(),
        steps in prop::collection::vec(step(), 0..60),
        exit in exit(),
    ) {
        let mut adapter = profile::adapter("agentproc", &settings, 1);
        let mut all: Vec<Effect> = Vec::new();
        let mut keys: Vec<ApprovalKey> = Vec::new();
        let pick = |keys: &[ApprovalKey], which: usize| {
            (!keys.is_empty()).then(|| keys[which % keys.len()].clone())
        };
        let message = Command::Message(UserMessage {
            turn: "t1".into(), text: "Hi".into(), ..UserMessage::default()
        });
        let begun = matches!(steps.first(), None | Some(Step::Line(_)));
        if begun {
            all.extend(adapter.encode(&message).unwrap());
        }
        for step in &steps {
            let effects = match step {
                Step::Line(bytes) => adapter.decode(Frame { bytes, oversized: None }),
                Step::Oversized(bytes) => {
                    adapter.decode(Frame { bytes, oversized: Some(9_000_000) })
                }
                Step::Message => adapter.encode(&message).unwrap_or_default(),
                Step::Allow(which) => pick(&keys, *which).map_or(Vec::new(), |key| {
                    let scope = AllowScope::Once;
                    adapter.encode(&Command::Allow { key, scope }).unwrap_or_default()
                }),
                Step::Deny(which) => pick(&keys, *which).map_or(Vec::new(), |key| {
                    let reason = "no".to_owned();
                    adapter.encode(&Command::Deny { key, reason }).unwrap_or_default()
                }),
                Step::Stop => adapter.encode(&Command::Stop).unwrap_or_default(),
            };
            keys.extend(effects.iter().filter_map(|effect| match effect {
                Effect::Event(Event::ApprovalRequested { request }) => Some(request.key.clone()),
                _ => None,
            }));
            all.extend(effects);
        }
        let begun = begun || steps.iter().any(|step| matches!(step, Step::Message));
        all.extend(adapter.closed(&exit));
        prop_assert_eq!(invariants::check(&all), Ok(()));
        prop_assert_eq!(invariants::left_open(&all), Vec::<String>::new());
        if settings["permission"] == true {
            prop_assert_eq!(invariants::sends_lines(&all), Ok(()));
        }
        // A turn that began ends exactly once: here, or by the host for a limit or a stop.
        let ends = all.iter().filter(|effect| {
            matches!(effect, Effect::Event(Event::TurnEnded { .. }))
        }).count();
        prop_assert_eq!(ends, usize::from(begun && !exit.timed_out && !exit.stopped));
        prop_assert!(adapter.closed(&exit).is_empty());
        prop_assert!(adapter.encode(&message).is_err(), "a process has one turn");
    }

    #[test]
    fn any_text_of_a_profile_is_read_or_refused(text in any::<String>()) {
        let import = parley_protocols::find("agentproc").unwrap().import.unwrap();
        drop(import(&text, "/p/a.yaml"));
    }
}
