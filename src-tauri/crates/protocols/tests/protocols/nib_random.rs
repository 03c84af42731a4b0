//! Whatever a backend writes and however it ends, nothing panics and the rules hold.

use crate::{invariants, profile};
use model::{Command, Event, Exit, UserMessage};
use parley_protocols::{Adapter, Effect, Frame};
use proptest::prelude::*;
use serde_json::{Value, json};

fn working(form: &Value) -> (Box<dyn Adapter>, Vec<Effect>) {
    let mut adapter = profile::adapter("nib", &Value::Null, 1);
    let message = UserMessage {
        turn: "m1".into(),
        form: form.as_object().unwrap().clone(),
        ..UserMessage::default()
    };
    let effects = adapter.encode(&Command::Message(message)).unwrap();
    (adapter, effects)
}

fn say(adapter: &mut dyn Adapter, bytes: &[u8], oversized: Option<u64>) -> Vec<Effect> {
    adapter.decode(Frame { bytes, oversized })
}

fn forms() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        json!({"operation": "scene-proof", "paths": ["a.md"]}),
        json!({"operation": "project-scaffold", "project_name": "x"}),
        json!({"operation": "scene-critique", "paths": ["a.md"]}),
        json!({"operation": "continuity-index", "context": "x",
            "schema": {"properties": {"text": {"type": "string"}}, "required": ["data"]}}),
    ])
}

/// Anything JSON, with the protocol's own words often in it.
fn answer() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        prop::sample::select(
            &[
                "success",
                "error",
                "scene-proof",
                "continuity-index",
                "a.md",
                "../a"
            ][..]
        )
        .prop_map(Value::from),
    ];
    let field =
        prop::sample::select(&["type", "operation", "text", "data", "files", "error", "x"][..]);
    leaf.prop_recursive(3, 24, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((field.clone(), inner), 0..6).prop_map(|fields| {
                let fields = fields
                    .into_iter()
                    .map(|(name, value)| (name.to_owned(), value));
                Value::Object(fields.collect())
            }),
        ]
    })
}

fn exits() -> impl Strategy<Value = Exit> {
    (
        any::<Option<u8>>(),
        any::<String>(),
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(code, stderr_tail, well, timed_out, stopped)| Exit {
            code: if well { Some(0) } else { code.map(i32::from) },
            how: "as it did".into(),
            stderr_tail,
            timed_out,
            stopped,
            ..Exit::default()
        })
}

fn ends(effects: &[Effect]) -> usize {
    effects
        .iter()
        .filter(|effect| matches!(effect, Effect::Event(Event::TurnEnded { .. })))
        .count()
}

proptest! {
    // PROPTEST_CASES=10000 for a long run.
    #![proptest_config(crate::cases(160))]

    #[test]
    fn the_rules_hold_whatever_is_answered(
        form in forms(),
        answer in answer(),
        raw in prop::option::of(prop::collection::vec(any::<u8>(), 0..60)),
        around in prop::option::of(any::<String>()),
        oversized in prop::option::weighted(0.1, any::<u64>()),
        exit in exits(),
    ) {
        let (mut adapter, mut all) = working(&form);
        let bytes = raw.unwrap_or_else(|| {
            let around = around.unwrap_or_default();
            format!("{around}{answer}{around}").into_bytes()
        });
        all.extend(say(&mut *adapter, &bytes, oversized));
        all.extend(adapter.closed(&exit));
        prop_assert_eq!(invariants::check(&all), Ok(()));
        prop_assert_eq!(invariants::left_open(&all), Vec::<String>::new());
        prop_assert_eq!(ends(&all), usize::from(!(exit.timed_out || exit.stopped)));
        prop_assert!(adapter.closed(&exit).is_empty());
    }

    #[test]
    fn a_damaged_answer_panics_nothing(at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
        let mut bytes = json!({"type": "success", "operation": "scene-proof", "text": "3 commas ä"})
            .to_string().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if cut {
            bytes.truncate(at);
        }
        let (mut adapter, _) = working(&json!({"operation": "scene-proof", "paths": ["a.md"]}));
        say(&mut *adapter, &bytes, None);
        let exit = Exit { code: Some(0), ..Exit::default() };
        prop_assert_eq!(ends(&adapter.closed(&exit)), 1);
    }
}

fn failure(effects: &[Effect]) -> &str {
    effects
        .iter()
        .find_map(|effect| match effect {
            Effect::Event(Event::Fault { fault, .. }) => Some(fault.message.as_str()),
            _ => None,
        })
        .unwrap()
}

/// F002, for a protocol of one document: over the cap it is an error that says so.
#[test]
fn f002_an_answer_over_the_cap_is_told() {
    let (mut adapter, _) = working(&json!({"operation": "scene-proof", "paths": ["a.md"]}));
    say(&mut *adapter, b"{\"type\":\"success\"", Some(100_000_000));
    let effects = adapter.closed(&Exit {
        code: Some(0),
        ..Exit::default()
    });
    assert!(failure(&effects).contains("100000000 bytes"));
    assert_eq!(ends(&effects), 1);
}

/// F010: depth 10,000.
#[test]
fn f010_a_deep_answer_overflows_nothing() {
    for bytes in [
        format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)),
        "[".repeat(10_000),
        "{\"a\":".repeat(10_000),
        format!("{{\"type\":{}{}}}", "[".repeat(10_000), "]".repeat(10_000)),
    ] {
        let (mut adapter, _) = working(&json!({"operation": "scene-proof", "paths": ["a.md"]}));
        say(&mut *adapter, bytes.as_bytes(), None);
        assert_eq!(
            ends(&adapter.closed(&Exit {
                code: Some(0),
                ..Exit::default()
            })),
            1
        );
    }
}

/// Data of a schema that calls itself, as deep as a tree may be.
#[test]
fn a_recursive_schema_meets_deep_data() {
    let (mut adapter, _) = working(&json!({"operation": "continuity-index", "context": "x",
        "schema": {"properties": {"a": {"$ref": "#"}}, "type": "object"}}));
    let data = format!("{}1{}", "{\"a\":".repeat(120), "}".repeat(120));
    let answer =
        format!("{{\"type\":\"success\",\"operation\":\"continuity-index\",\"data\":{data}}}");
    say(&mut *adapter, answer.as_bytes(), None);
    let effects = adapter.closed(&Exit {
        code: Some(0),
        ..Exit::default()
    });
    let Effect::Event(Event::ItemStarted { item }) = &effects[0] else {
        panic!("{effects:?}")
    };
    let model::ItemBody::Result(result) = &item.body else {
        panic!("{item:?}")
    };
    assert_eq!(result.problems.len(), 1);
    assert_eq!(result.problems[0].pointer, "/a".repeat(120));
}

/// No more problems are told than anyone reads.
#[test]
fn many_problems_are_cut() {
    let (mut adapter, _) = working(&json!({"operation": "continuity-index", "context": "x",
        "schema": {"additionalProperties": {"type": "string"}}}));
    let data: Value = (0..5_000)
        .map(|n| (format!("k{n}"), json!(n)))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let answer = json!({"type": "success", "operation": "continuity-index", "data": data});
    say(&mut *adapter, answer.to_string().as_bytes(), None);
    let effects = adapter.closed(&Exit {
        code: Some(0),
        ..Exit::default()
    });
    let Effect::Event(Event::ItemStarted { item }) = &effects[0] else {
        panic!("{effects:?}")
    };
    let model::ItemBody::Result(result) = &item.body else {
        panic!("{item:?}")
    };
    assert_eq!(result.problems.len(), 101);
}
