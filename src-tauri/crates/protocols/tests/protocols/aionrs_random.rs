//! Whatever an agent says, nothing panics and the rules of every adapter hold.

use crate::{invariants, profile};
use model::{AllowScope, ApprovalKey, Command, Event, UserMessage};
use parley_protocols::{Adapter, Effect, Frame, Timer};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const TYPES: [&str; 15] = [
    "ready",
    "stream_start",
    "text_delta",
    "thinking",
    "tool_request",
    "tool_running",
    "tool_result",
    "tool_cancelled",
    "stream_end",
    "error",
    "info",
    "config_changed",
    "mcp_ready",
    "pong",
    "unheard_of",
];
const FIELDS: [&str; 16] = [
    "msg_id",
    "text",
    "call_id",
    "tool",
    "name",
    "args",
    "tool_name",
    "status",
    "output",
    "output_type",
    "reason",
    "usage",
    "error",
    "message",
    "capabilities",
    "version",
];

fn adapter() -> Box<dyn Adapter> {
    profile::adapter("aionrs", &Value::Null, 1)
}

fn frame(bytes: &[u8]) -> Frame<'_> {
    Frame {
        bytes,
        oversized: None,
    }
}

/// A value of any shape; small strings and numbers meet one another often.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[abc]{0,2}".prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((field(), inner), 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

fn field() -> impl Strategy<Value = String> {
    prop_oneof![4 => prop::sample::select(&FIELDS[..]).prop_map(str::to_owned), 1 => "[a-z]{0,3}"]
}

/// An event of a known type whose fields hold anything.
fn wild_event() -> impl Strategy<Value = Value> {
    (
        prop::sample::select(&TYPES[..]),
        prop::collection::vec((field(), value()), 0..6),
    )
        .prop_map(|(kind, fields)| {
            let mut object: Map<String, Value> = fields.into_iter().collect();
            object.insert("type".into(), kind.into());
            Value::Object(object)
        })
}

/// A well-formed event about few turns and calls, so that they meet.
fn tame_event() -> impl Strategy<Value = Value> {
    let msg = prop_oneof![
        Just(json!(null)),
        Just(json!("m1")),
        Just(json!("m2")),
        Just(json!("x"))
    ];
    let call = prop::sample::select(&["a", "b", "c"][..]);
    let args = prop::sample::select(&["1", "2"][..]);
    let status = prop::sample::select(&["success", "error"][..]);
    (
        prop::sample::select(&TYPES[..]),
        msg,
        call,
        args,
        status,
        any::<Option<bool>>(),
    )
        .prop_map(|(kind, msg, call, args, status, retryable)| {
            json!({"type": kind, "msg_id": msg, "call_id": call, "text": args, "message": args,
                "tool": {"name": "Bash", "category": "exec", "args": args},
                "tool_name": "Bash", "status": status, "output": args, "reason": args,
                "error": {"code": "engine_error", "message": args, "retryable": retryable}})
        })
}

/// What may happen to an adapter.
#[derive(Debug, Clone)]
enum Step {
    Line(Value),
    Message(u8),
    Allow(usize, bool),
    Deny(usize),
    Stop,
    Mode(&'static str),
    Elapsed,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => tame_event().prop_map(Step::Line),
        3 => wild_event().prop_map(Step::Line),
        2 => (1..3_u8).prop_map(Step::Message),
        3 => (any::<usize>(), any::<bool>()).prop_map(|(which, always)| Step::Allow(which, always)),
        3 => any::<usize>().prop_map(Step::Deny),
        1 => Just(Step::Stop),
        1 => prop::sample::select(&["default", "auto_edit", "yolo"][..]).prop_map(Step::Mode),
        1 => Just(Step::Elapsed),
    ]
}

struct Run {
    adapter: Box<dyn Adapter>,
    all: Vec<Effect>,
    keys: Vec<ApprovalKey>,
    timer: Option<Timer>,
}

impl Run {
    fn took(&mut self, effects: Vec<Effect>) {
        for effect in &effects {
            match effect {
                Effect::Event(Event::ApprovalRequested { request }) => {
                    self.keys.push(request.key.clone());
                }
                Effect::Arm { timer, .. } => self.timer = Some(*timer),
                Effect::Disarm { .. } => self.timer = None,
                _ => {}
            }
        }
        self.all.extend(effects);
    }

    fn command(&mut self, command: &Command) {
        if let Ok(effects) = self.adapter.encode(command) {
            self.took(effects);
        }
    }

    fn step(&mut self, step: &Step) {
        let key = |keys: &[ApprovalKey], which: usize| {
            (!keys.is_empty()).then(|| keys[which % keys.len()].clone())
        };
        match step {
            Step::Line(line) => {
                let effects = self.adapter.decode(frame(line.to_string().as_bytes()));
                assert!(
                    !effects.is_empty() || may_say_nothing(line),
                    "a line became nothing: {line}"
                );
                self.took(effects);
            }
            Step::Message(number) => self.command(&Command::Message(UserMessage {
                turn: format!("m{number}").into(),
                text: "go".into(),
                attachments: vec![],
                ..UserMessage::default()
            })),
            Step::Allow(which, always) => {
                if let Some(key) = key(&self.keys, *which) {
                    let scope = if *always {
                        AllowScope::Always
                    } else {
                        AllowScope::Once
                    };
                    self.command(&Command::Allow { key, scope });
                }
            }
            Step::Deny(which) => {
                if let Some(key) = key(&self.keys, *which) {
                    self.command(&Command::Deny {
                        key,
                        reason: "no".into(),
                    });
                }
            }
            Step::Stop => self.command(&Command::Stop),
            Step::Mode(mode) => self.command(&Command::SetMode {
                mode: (*mode).into(),
            }),
            Step::Elapsed => {
                if let Some(timer) = self.timer.take() {
                    let effects = self.adapter.elapsed(timer);
                    self.took(effects);
                }
            }
        }
    }
}

/// Empty text says nothing, and so does a change of settings that changes none.
fn may_say_nothing(line: &Value) -> bool {
    matches!(
        line["type"].as_str(),
        Some("text_delta" | "thinking" | "config_changed")
    )
}

proptest! {
    // PROPTEST_CASES=10000 for a long run.
    #![proptest_config(crate::cases(160))]

    #[test]
    fn any_bytes_become_something(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let effects = adapter().decode(frame(&bytes));
        let blank = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
        prop_assert_eq!(effects.is_empty(), blank.iter().all(u8::is_ascii_whitespace));
    }

    #[test]
    fn a_damaged_line_panics_nothing(
        line in tame_event(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        cut in any::<bool>(),
    ) {
        let mut bytes = line.to_string().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if cut {
            bytes.truncate(at);
        }
        adapter().decode(frame(&bytes));
    }

    #[test]
    fn the_rules_hold_whatever_happens(steps in prop::collection::vec(step(), 0..60)) {
        let mut run = Run { adapter: adapter(), all: vec![], keys: vec![], timer: None };
        run.step(&Step::Line(json!({"type": "ready", "version": "0.1.0", "session_id": "s"})));
        for step in &steps {
            run.step(step);
        }
        let effects = run.adapter.closed(&model::Exit::default());
        run.took(effects);
        prop_assert_eq!(invariants::check(&run.all), Ok(()));
        prop_assert_eq!(invariants::sends_lines(&run.all), Ok(()));
        prop_assert_eq!(invariants::left_open(&run.all), Vec::<String>::new());
        prop_assert!(run.timer.is_none(), "a timer outlives the process");
        prop_assert!(run.adapter.closed(&model::Exit::default()).is_empty());
    }
}
