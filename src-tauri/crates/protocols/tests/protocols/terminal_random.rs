//! Whatever a program writes, nothing panics, nothing is lost and the rules of
//! every adapter hold; and whatever a user writes stays one word (F054, F055).

use crate::agent::text_of;
use crate::terminal_lines::{PLAIN, RICH, exit, line, working};
use crate::terminal_plan::plan_of;
use crate::{invariants, profile};
use model::{Command, Event, Exit, UserMessage};
use parley_protocols::Effect;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const TYPES: [&str; 5] = ["message", "progress", "error", "log", "unheard_of"];
const INJECT: &str = r#"{"protocol":"rich","stdin":"inject"}"#;

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        3 => any::<String>().prop_map(Value::from),
        2 => Just(json!(["/tmp/a.png", "/tmp/b"])),
    ];
    leaf.prop_recursive(2, 12, 4, |inner| {
        prop::collection::vec(inner, 0..4).prop_map(Value::from)
    })
}

fn frame() -> impl Strategy<Value = Vec<u8>> {
    let field = prop::sample::select(&["text", "media", "code", "level", "x"][..]);
    (
        prop::sample::select(&TYPES[..]),
        prop::collection::vec((field, value()), 0..4),
    )
        .prop_map(|(kind, fields)| {
            let mut object: Map<String, Value> =
                fields.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
            object.insert("type".into(), kind.into());
            Value::Object(object).to_string().into_bytes()
        })
}

/// What may happen to a program's adapter.
#[derive(Debug, Clone)]
enum Step {
    Line(Vec<u8>),
    Message(u8),
    Stop,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => frame().prop_map(Step::Line),
        2 => "[ -~é]{0,30}".prop_map(|text| Step::Line(text.into_bytes())),
        2 => prop::collection::vec(any::<u8>(), 0..40).prop_map(Step::Line),
        1 => any::<u8>().prop_map(Step::Message),
        1 => Just(Step::Stop),
    ]
}

fn any_exit() -> impl Strategy<Value = Exit> {
    (
        prop::option::of(0..3_i32),
        any::<bool>(),
        any::<bool>(),
        "[a\n]{0,4}",
    )
        .prop_map(|(code, timed_out, stopped, stderr_tail)| Exit {
            signal: code.is_none().then_some(9),
            code,
            stderr_tail,
            timed_out,
            stopped,
            ..Exit::default()
        })
}

proptest! {
    // PROPTEST_CASES=10000 for a long run.
    #![proptest_config(crate::cases(160))]

    #[test]
    fn the_rules_hold_whatever_happens(
        settings in prop::sample::select(&[PLAIN, RICH, INJECT][..]),
        steps in prop::collection::vec(step(), 0..40),
        exit in any_exit(),
    ) {
        let mut adapter = working(settings);
        let mut all = Vec::new();
        for step in steps {
            match step {
                Step::Line(bytes) => all.extend(line(&mut adapter, &bytes)),
                Step::Message(number) => {
                    let message = UserMessage { turn: format!("m{number}").into(), ..UserMessage::default() };
                    all.extend(adapter.encode(&Command::Message(message)).unwrap_or_default());
                }
                Step::Stop => all.extend(adapter.encode(&Command::Stop).unwrap_or_default()),
            }
        }
        all.extend(adapter.closed(&exit));
        prop_assert_eq!(invariants::check(&all), Ok(()));
        prop_assert_eq!(invariants::left_open(&all), Vec::<String>::new());
        let ends = all.iter().filter(|effect| matches!(effect, Effect::Event(Event::TurnEnded { .. })));
        let ended_by_host = exit.timed_out || exit.stopped;
        prop_assert_eq!(ends.count(), usize::from(!ended_by_host));
        prop_assert!(adapter.closed(&exit).is_empty());
    }

    #[test]
    fn every_line_that_is_no_frame_is_in_the_text_in_order(
        lines in prop::collection::vec("[ -~é]{0,20}", 0..20),
        rich in any::<bool>(),
    ) {
        let mut adapter = working(if rich { RICH } else { PLAIN });
        let mut all = Vec::new();
        for text in &lines {
            all.extend(line(&mut adapter, text.as_bytes()));
        }
        all.extend(adapter.closed(&exit(0)));
        // Blank lines part the others and neither begin nor end the text.
        let blanked: Vec<_> = lines.iter().map(|text| if text.trim().is_empty() { "" } else { text }).collect();
        let whole = blanked.join("\n");
        prop_assert_eq!(text_of(&all).concat(), whole.trim_matches('\n'));
    }

    #[test]
    fn any_frame_becomes_something(bytes in frame()) {
        prop_assert!(!line(&mut working(RICH), &bytes).is_empty());
    }
}

proptest! {
    #![proptest_config(crate::cases(500))]

    /// A POSIX reader of words gets back what went in, whatever stands beside it.
    #[test]
    fn f055_a_message_stays_one_word(
        text in prop_oneof!["[ -~\n\t\r]{0,60}", "['\"\\\\$`(){}#&;|<>* \n]{0,30}", any::<String>()],
    ) {
        let text = text.replace('\0', "");
        let template = "echo -m {message} --x={message} 'a b'{message}";
        let plan = plan_of(&profile::of("terminal", &json!({"command": template})), &text).unwrap();
        let words = shlex::split(&plan.args[1]).unwrap();
        prop_assert_eq!(words, ["echo".to_owned(), "-m".to_owned(), text.clone(),
            format!("--x={text}"), format!("a b{text}")]);
    }
}
