//! Lines that are damaged, strange or half-right: F007–F015, C37.

use crate::agent::{Agent, malformed, text_delta, text_of};
use model::{Event, NoticeLevel};
use parley_protocols::{Effect, Frame};
use serde_json::json;

#[test]
fn f007_invalid_utf8_is_marked_and_the_rest_is_used() {
    let mut agent = Agent::working();
    let effects = agent.line(b"{\"type\":\"text_delta\",\"msg_id\":\"m1\",\"text\":\"caf\xe9!\"}");
    assert_eq!(text_of(&effects), ["caf\u{FFFD}!"]);
    assert!(matches!(
        &effects[0],
        Effect::Event(Event::Notice { level: NoticeLevel::Quiet, text, .. }) if text.contains("UTF-8")
    ));
}

#[test]
fn f008_nul_cuts_nothing() {
    let mut agent = Agent::working();
    let effects = agent.says(&text_delta("before\0after"));
    assert_eq!(text_of(&effects), ["before\0after"]);
    let effects = agent.line(b"{\"type\":\"text_delta\",\"text\":\"a\0b\"}");
    let [Effect::Event(Event::Malformed { line, .. })] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert_eq!(line, "{\"type\":\"text_delta\",\"text\":\"a\0b\"}");
    assert_eq!(text_of(&agent.says(&text_delta("on"))), ["on"]);
}

#[test]
fn f009_a_lone_surrogate_is_shown_and_the_stream_lives() {
    let mut agent = Agent::working();
    for text in [r"\ud800", r"\udc00 x", r"\ud800A", r"\udfff\ud800"] {
        let line = format!(r#"{{"type":"text_delta","msg_id":"m1","text":"{text}"}}"#);
        let effects = agent.line(line.as_bytes());
        assert!(malformed(&effects).is_some(), "{effects:?}");
    }
    assert_eq!(text_of(&agent.says(&text_delta("alive"))), ["alive"]);
}

#[test]
fn f010_depth_is_no_stack_overflow() {
    let mut agent = Agent::working();
    let (open, close) = ("[".repeat(10_000), "]".repeat(10_000));
    let deep = format!("{open}{close}");
    let lines = [
        deep.clone(),
        open.clone(),
        format!(r#"{{"type":"text_delta","text":{deep}}}"#),
        format!(r#"{{"type":{deep}}}"#),
        format!(r#"{{"type":"info","message":{open}"#),
    ];
    for line in &lines {
        assert!(
            malformed(&agent.line(line.as_bytes())).is_some(),
            "{}",
            &line[..40]
        );
    }
    let objects = format!("{}1{}", r#"{"a":"#.repeat(10_000), "}".repeat(10_000));
    assert!(malformed(&agent.line(objects.as_bytes())).is_some());
    // An unknown event, and a known one with a deep field nobody reads, are what they are.
    let unknown = agent.line(format!(r#"{{"type":"zzz","x":{deep}}}"#).as_bytes());
    assert!(matches!(
        unknown[..],
        [Effect::Event(Event::Unrecognized { .. })]
    ));
    let known = agent.line(
        format!(r#"{{"type":"text_delta","msg_id":"m1","text":"here","x":{deep}}}"#).as_bytes(),
    );
    assert_eq!(text_of(&known), ["here"]);
    // Arguments too deep to be parsed are still asked about, as they came.
    let asked = agent.line(
        format!(r#"{{"type":"tool_request","call_id":"t1","tool":{{"name":"x","args":{deep}}}}}"#)
            .as_bytes(),
    );
    assert!(asked.iter().any(|effect| matches!(effect,
        Effect::Event(Event::ApprovalRequested { request })
            if request.raw_args == deep && request.args.is_null())));
}

#[test]
fn f011_a_piece_over_the_cap_tells_its_length() {
    let mut agent = Agent::working();
    let head = vec![b'x'; 100_000];
    let frame = Frame {
        bytes: &head,
        oversized: Some(9_000_000),
    };
    let effects = agent.adapter.decode(frame);
    let [Effect::Event(Event::Malformed { reason, line })] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert!(reason.contains("9000000 bytes"), "{reason}");
    assert_eq!(line.len(), 64 * 1024);
}

#[test]
fn f012_unknown_types_are_kept() {
    let mut agent = Agent::working();
    for number in 0..100 {
        let name = format!("event_{number}");
        let line = json!({"type": name, "payload": {"deep": [number]}});
        let effects = agent.says(&line);
        assert_eq!(
            effects,
            [Effect::Event(Event::Unrecognized {
                type_name: name,
                needs_attention: false,
                line: line.to_string(),
            })]
        );
    }
    let mut with_more = text_delta("hello");
    with_more["novel"] = json!({"a": [1, 2, 3]});
    assert_eq!(text_of(&agent.says(&with_more)), ["hello"]);
}

#[test]
fn f013_a_wrong_type_of_an_optional_field_never_loses_the_event() {
    let whole = [
        json!({"type": "ready", "version": "0.1.0", "session_id": "s", "capabilities": {}}),
        json!({"type": "stream_start", "msg_id": "m1"}),
        json!({"type": "text_delta", "text": "t", "msg_id": "m1"}),
        json!({"type": "thinking", "text": "t", "msg_id": "m1"}),
        json!({"type": "tool_request", "msg_id": "m1", "call_id": "c", "tool": {"name": "Read"}}),
        json!({"type": "tool_running", "msg_id": "m1", "call_id": "c", "tool_name": "Read"}),
        json!({"type": "tool_result", "msg_id": "m1", "call_id": "c", "tool_name": "Read",
            "status": "success", "output": "o", "output_type": "text", "metadata": {}}),
        json!({"type": "tool_cancelled", "msg_id": "m1", "call_id": "c", "reason": "r"}),
        json!({"type": "stream_end", "msg_id": "m1", "usage": {"input_tokens": 1}}),
        json!({"type": "error", "msg_id": "m1", "error": {"code": "c", "message": "m"}}),
        json!({"type": "info", "msg_id": "m1", "message": "m"}),
        json!({"type": "config_changed", "capabilities": {"current_mode": "default"}}),
        json!({"type": "mcp_ready", "name": "n", "tools": ["t"]}),
    ];
    let needed = |kind: &str, field: &str| {
        matches!(
            (kind, field),
            ("text_delta" | "thinking", "text") | ("info", "message") | (_, "type" | "call_id")
        )
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
        let kind = line["type"].as_str().unwrap();
        for field in line
            .as_object()
            .unwrap()
            .keys()
            .filter(|field| !needed(kind, field))
        {
            for wrong in &wrongs {
                let mut mended = line.clone();
                mended[field] = wrong.clone();
                let mut agent = Agent::working();
                let effects = agent.says(&mended);
                assert!(
                    !effects.iter().any(|effect| matches!(
                        effect,
                        Effect::Event(Event::Malformed { .. } | Event::Unrecognized { .. })
                    )),
                    "{mended}: {effects:?}"
                );
            }
        }
    }
}

#[test]
fn f015_two_objects_on_a_line_are_shown_raw() {
    let mut agent = Agent::working();
    let line = format!("{}{}", text_delta("a"), text_delta("b"));
    let effects = agent.line(line.as_bytes());
    let [
        Effect::Event(Event::Malformed {
            reason,
            line: shown,
        }),
    ] = &effects[..]
    else {
        panic!("{effects:?}")
    };
    assert!(
        reason.starts_with("more than one JSON value on the line"),
        "{reason}"
    );
    assert_eq!(*shown, line);
}

#[test]
fn c37_what_looks_like_a_question_asks_for_attention() {
    let cases = [
        (
            json!({"type": "acp_permission", "call_id": "c", "options": ["a"]}),
            true,
        ),
        (
            json!({"type": "acp_permission", "request": {"id": "c"}}),
            true,
        ),
        (
            json!({"type": "ask", "params": {"requestId": 4, "choices": []}}),
            true,
        ),
        (json!({"type": "acp_permission"}), false),
        (json!({"type": "progress", "id": "c", "percent": 4}), false),
        (json!({"type": "zzz", "options": ["a"]}), false),
    ];
    for (line, expected) in cases {
        let mut agent = Agent::working();
        let effects = agent.says(&line);
        let [
            Effect::Event(Event::Unrecognized {
                needs_attention, ..
            }),
        ] = &effects[..]
        else {
            panic!("{effects:?}")
        };
        assert_eq!(*needs_attention, expected, "{line}");
    }
}
