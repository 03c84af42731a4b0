//! Output that is long, deep or much: C33, F002, F003, F010, F012 and the
//! field notes on lost data.

use crate::agent::{malformed, text_of};
use crate::{invariants, profile};
use model::{Command, Event, Exit, ItemBody, NoticeLevel, UserMessage};
use parley_protocols::{Adapter, Effect, Frame};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

pub(crate) const RICH: &str = r#"{"protocol":"rich"}"#;
pub(crate) const PLAIN: &str = "{}";

/// A program that was handed its message, as a test plays it.
pub(crate) fn working(settings: &str) -> Box<dyn Adapter> {
    let settings: Value = serde_json::from_str(settings).unwrap();
    let mut adapter = profile::adapter("terminal", &settings, 1);
    let message = UserMessage {
        turn: "t1".into(),
        text: "Go".into(),
        ..UserMessage::default()
    };
    adapter.encode(&Command::Message(message)).unwrap();
    adapter
}

pub(crate) fn line(adapter: &mut Box<dyn Adapter>, bytes: &[u8]) -> Vec<Effect> {
    adapter.decode(Frame {
        bytes,
        oversized: None,
    })
}

pub(crate) fn exit(code: i32) -> Exit {
    Exit {
        code: Some(code),
        how: format!("exit code {code}"),
        ..Exit::default()
    }
}

fn media_of(effects: &[Effect]) -> Vec<&str> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Event(Event::ItemStarted { item }) => match &item.body {
                ItemBody::Media(media) => Some(media.path.as_str()),
                _ => None,
            },
            _ => None,
        })
        .collect()
}

fn warned(effects: &[Effect], words: &str) -> bool {
    effects.iter().any(|effect| {
        matches!(effect, Effect::Event(Event::Notice { level: NoticeLevel::Warning, text, .. })
            if text.contains(words))
    })
}

#[test]
fn n_a_line_over_64_kib_is_shown_whole() {
    let text = "é".repeat(600_000);
    let mut rich = working(RICH);
    let frame = json!({"type": "message", "text": text}).to_string();
    assert_eq!(text_of(&line(&mut rich, frame.as_bytes())).concat(), text);
    let mut plain = working(PLAIN);
    assert_eq!(text_of(&line(&mut plain, text.as_bytes())).concat(), text);
    let mut mixed = working(RICH);
    assert_eq!(line(&mut mixed, text.as_bytes()), []);
    assert_eq!(text_of(&mixed.closed(&exit(0))), [text]);
}

#[test]
fn f002_c33_a_line_over_the_cap_is_told_and_the_next_is_read() {
    for settings in [RICH, PLAIN] {
        let mut adapter = working(settings);
        let head = vec![b'x'; 64 * 1024];
        let effects = adapter.decode(Frame {
            bytes: &head,
            oversized: Some(64 << 20),
        });
        assert!(
            malformed(&effects).is_some_and(|reason| reason.contains("67108864")),
            "{effects:?}"
        );
        let mut all = line(&mut adapter, b"on");
        all.extend(adapter.closed(&exit(0)));
        assert_eq!(text_of(&all), ["on"]);
    }
}

#[test]
fn f003_a_million_empty_lines_are_nothing() {
    for settings in [RICH, PLAIN] {
        let begun = Instant::now();
        let mut adapter = working(settings);
        for _ in 0..1_000_000 {
            assert!(line(&mut adapter, b"").is_empty());
        }
        let effects = adapter.closed(&exit(0));
        assert_eq!(text_of(&effects), Vec::<String>::new());
        assert_eq!(
            effects.len(),
            2,
            "no output, and the turn's end: {effects:?}"
        );
        assert!(begun.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn text_that_is_too_much_is_cut_and_said() {
    let mebibyte = vec![b'x'; 1 << 20];
    for settings in [RICH, PLAIN] {
        let mut adapter = working(settings);
        let mut all = Vec::new();
        for _ in 0..20 {
            all.extend(line(&mut adapter, &mebibyte));
        }
        all.extend(line(&mut adapter, b"short"));
        all.extend(adapter.closed(&exit(0)));
        let length: usize = text_of(&all).iter().map(String::len).sum();
        assert!((7 << 20..=8 << 20).contains(&length), "{length}");
        assert!(warned(&all, "in Traffic only"));
        assert_eq!(invariants::check(&all), Ok(()));
        assert_eq!(invariants::left_open(&all), Vec::<String>::new());
    }
}

#[test]
fn f010_depth_is_no_stack_overflow() {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let mut adapter = working(RICH);
    for text in [deep.clone(), format!(r#"{{"a":{deep}}}"#)] {
        assert_eq!(line(&mut adapter, text.as_bytes()), []);
    }
    for kind in ["message", "progress", "log"] {
        let text = format!(r#"{{"type":"{kind}","text":{deep}}}"#);
        let shown = line(&mut adapter, text.as_bytes());
        // A reader may refuse the line or its field: either way it is shown.
        let later = text_of(&adapter.closed(&exit(0))).concat();
        assert!(malformed(&shown).is_some() || later.contains(&text));
        adapter = working(RICH);
    }
}

#[test]
fn f012_a_hundred_unknown_types_are_a_hundred_rows() {
    let mut adapter = working(RICH);
    for number in 0..100 {
        let kind = format!("kind-{number}");
        let effects = line(&mut adapter, json!({"type": kind}).to_string().as_bytes());
        assert!(
            matches!(&effects[..], [Effect::Event(Event::Unrecognized { type_name, .. })]
                if *type_name == kind)
        );
    }
}

#[test]
fn f027_a_list_of_many_files_is_no_thousand_chips() {
    let mut adapter = working(PLAIN);
    let mut all = Vec::new();
    for number in 0..1_000 {
        all.extend(line(&mut adapter, format!("/tmp/{number}.png").as_bytes()));
    }
    all.extend(adapter.closed(&exit(0)));
    assert_eq!(media_of(&all).len(), 100);
    assert_eq!(media_of(&all)[..2], ["/tmp/0.png", "/tmp/1.png"]);
}

#[test]
fn c33_many_lines_are_read_in_linear_time() {
    let begun = Instant::now();
    for settings in [RICH, PLAIN] {
        let mut adapter = working(settings);
        for _ in 0..120_000 {
            line(&mut adapter, b"a line of text with /no/path and a.b. dots");
        }
        adapter.closed(&exit(0));
    }
    assert!(begun.elapsed() < Duration::from_secs(20));
}
