//! Whatever a nuum agent says, nothing panics and the rules of every adapter hold.

use crate::{invariants, profile};
use model::{Command, Event, TurnId, UserMessage};
use parley_protocols::{Adapter, Effect, Frame, Timer};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::HashSet;

const NAMES: [&str; 16] = [
    "init",
    "tool_result",
    "turn_accepted",
    "tasks",
    "error",
    "queued",
    "injected",
    "status_response",
    "status",
    "heartbeat_ack",
    "interrupted",
    "consolidation",
    "unheard_of",
    "assistant",
    "user",
    "result",
];
const FIELDS: [&str; 18] = [
    "subtype",
    "session_id",
    "message",
    "content",
    "text",
    "type",
    "tool_use_id",
    "tool_result",
    "is_error",
    "result",
    "usage",
    "input_tokens",
    "tasks",
    "id",
    "firesAt",
    "position",
    "running",
    "name",
];

fn adapter() -> Box<dyn Adapter> {
    profile::adapter("nuum", &Value::Null, 1)
}

fn frame(bytes: &[u8]) -> Frame<'_> {
    Frame {
        bytes,
        oversized: None,
    }
}

fn named(name: &str) -> Map<String, Value> {
    let line = match name {
        "assistant" | "user" | "result" => json!({"type": name}),
        _ => json!({"type": "system", "subtype": name}),
    };
    line.as_object().unwrap().clone()
}

/// A value of any shape.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop::sample::select(&["text", "tool_use", "tool_result", "image", "a", ""][..])
            .prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
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

/// A message of a known name whose fields hold anything.
fn wild_message() -> impl Strategy<Value = Value> {
    let fields = prop::collection::vec((field(), value()), 0..6);
    (prop::sample::select(&NAMES[..]), fields).prop_map(|(name, fields)| {
        let mut line: Map<String, Value> = fields.into_iter().collect();
        line.extend(named(name));
        Value::Object(line)
    })
}

/// A well-formed message about few calls, so that they meet.
fn tame_message() -> impl Strategy<Value = Value> {
    let call = prop::sample::select(&["a", "b", ""][..]);
    let subtype = prop::sample::select(&["success", "cancelled", "error", "odd"][..]);
    (
        prop::sample::select(&NAMES[..]),
        call,
        subtype,
        any::<Option<bool>>(),
        0..3_u32,
        prop::sample::select(&["s", "t"][..]),
    )
        .prop_map(|(name, call, subtype, flag, count, session)| {
            let result = json!({"type": "tool_result", "tool_use_id": call, "content": "out"});
            let mut line = json!({"session_id": session, "tool_result": result, "is_error": flag,
                "running": flag, "position": count, "message_count": count, "queued_messages": count,
                "result": "said", "tasks": [{"id": call}],
                "message": {"content": [
                    {"type": "text", "text": "said"},
                    {"type": "tool_use", "id": call, "name": "read", "input": {}},
                    result]}});
            if name == "result" {
                line["subtype"] = json!(subtype);
            }
            if name == "user" {
                line["message"]["content"] = json!([result]);
            }
            for (key, value) in named(name) {
                line[key] = value;
            }
            line
        })
}

/// What may happen to an adapter.
#[derive(Debug, Clone)]
enum Step {
    Line(Value),
    Message(u8),
    Stop,
    Probe,
    Elapsed(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => tame_message().prop_map(Step::Line),
        3 => wild_message().prop_map(Step::Line),
        4 => (1..6_u8).prop_map(Step::Message),
        2 => Just(Step::Stop),
        1 => Just(Step::Probe),
        4 => any::<usize>().prop_map(Step::Elapsed),
    ]
}

struct Run {
    adapter: Box<dyn Adapter>,
    all: Vec<Effect>,
    timers: Vec<Timer>,
    /// Turns that run, as the host sees it.
    open: HashSet<TurnId>,
    /// Messages that were sent and have ended no turn.
    sent: HashSet<TurnId>,
}

impl Run {
    fn new() -> Self {
        Self {
            adapter: adapter(),
            all: vec![],
            timers: vec![],
            open: HashSet::new(),
            sent: HashSet::new(),
        }
    }

    fn took(&mut self, effects: Vec<Effect>) {
        for effect in &effects {
            match effect {
                Effect::Arm { timer, .. } => {
                    self.timers.retain(|other| other != timer);
                    self.timers.push(*timer);
                }
                Effect::Disarm { timer } => self.timers.retain(|other| other != timer),
                Effect::Event(Event::TurnStarted { turn }) => {
                    assert!(self.open.is_empty(), "two turns at a time");
                    self.open.insert(turn.id.clone());
                }
                Effect::Event(Event::TurnEnded { turn, .. }) => {
                    assert!(self.open.remove(turn), "{turn} ends and was not open");
                    self.sent.remove(turn);
                }
                _ => {}
            }
        }
        self.all.extend(effects);
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Line(line) => {
                let effects = self.adapter.decode(frame(line.to_string().as_bytes()));
                assert!(!effects.is_empty(), "a line became nothing: {line}");
                self.took(effects);
            }
            Step::Message(number) => {
                let turn: TurnId = format!("m{number}").into();
                if self.sent.contains(&turn) {
                    return;
                }
                let message = Command::Message(UserMessage {
                    turn: turn.clone(),
                    text: "go".into(),
                    ..UserMessage::default()
                });
                if let Ok(effects) = self.adapter.encode(&message) {
                    self.sent.insert(turn.clone());
                    // The host begins a turn with the message where none runs.
                    if self.open.is_empty() {
                        self.open.insert(turn);
                    }
                    self.took(effects);
                }
            }
            Step::Stop | Step::Probe => {
                let command = match step {
                    Step::Stop => Command::Stop,
                    _ => Command::Probe,
                };
                if let Ok(effects) = self.adapter.encode(&command) {
                    self.took(effects);
                }
            }
            Step::Elapsed(which) => {
                if !self.timers.is_empty() {
                    let timer = self.timers.remove(which % self.timers.len());
                    let effects = self.adapter.elapsed(timer);
                    self.took(effects);
                }
            }
        }
    }
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
        line in tame_message(),
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
    fn the_rules_hold_whatever_happens(steps in prop::collection::vec(step(), 0..80)) {
        let mut run = Run::new();
        run.step(&Step::Line(json!({"type": "system", "subtype": "init", "session_id": "s"})));
        for step in &steps {
            run.step(step);
        }
        let effects = run.adapter.closed(&model::Exit::default());
        run.took(effects);
        prop_assert_eq!(invariants::check(&run.all), Ok(()));
        prop_assert_eq!(invariants::left_open(&run.all), Vec::<String>::new());
        prop_assert!(run.timers.is_empty(), "timers outlive the process: {:?}", run.timers);
        prop_assert!(run.adapter.closed(&model::Exit::default()).is_empty());
    }
}
