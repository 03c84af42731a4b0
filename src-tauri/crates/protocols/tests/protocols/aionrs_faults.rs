//! Rows of the tables of faults and cases that the aionrs adapter answers for.
//! What a sequence of lines gives is in the transcripts; here is what needs a loop.

use crate::invariants;
use model::{
    AllowScope, ApprovalKey, ApprovalState, Command, Decision, Epoch, Event, ExpiryReason,
    ItemBody, NoticeLevel, OutputKind, ToolState, TurnOutcome, UserMessage,
};
use parley_protocols::{Adapter, Effect, Frame, Timer, find};
use serde::Deserialize;
use serde_json::{Value, json};

/// An adapter that remembers what it gave.
struct Agent {
    adapter: Box<dyn Adapter>,
    all: Vec<Effect>,
}

impl Agent {
    fn new() -> Self {
        let adapter = (find("aionrs").unwrap().connect)(Epoch(3));
        Self {
            adapter,
            all: Vec::new(),
        }
    }

    /// One that is ready and works on the turn `m1`.
    fn working() -> Self {
        let mut agent = Self::new();
        agent.says(
            &json!({"type": "ready", "version": "0.1.0", "session_id": "s",
            "capabilities": {"tool_approval": true, "thinking": true, "mcp": true}}),
        );
        agent.told(&message("m1", "Go")).unwrap();
        agent.says(&json!({"type": "stream_start", "msg_id": "m1"}));
        agent
    }

    fn line(&mut self, bytes: &[u8]) -> Vec<Effect> {
        let effects = self.adapter.decode(Frame {
            bytes,
            oversized: None,
        });
        self.all.extend(effects.iter().cloned());
        effects
    }

    fn says(&mut self, line: &Value) -> Vec<Effect> {
        self.line(line.to_string().as_bytes())
    }

    fn told(&mut self, command: &Command) -> Result<Vec<Effect>, model::Refusal> {
        let effects = self.adapter.encode(command)?;
        self.all.extend(effects.iter().cloned());
        Ok(effects)
    }

    fn asks(&mut self, call: &str) -> ApprovalKey {
        let effects = self.says(&request(call));
        effects
            .iter()
            .find_map(|effect| match effect {
                Effect::Event(Event::ApprovalRequested { request }) => Some(request.key.clone()),
                _ => None,
            })
            .unwrap()
    }

    fn events(&self) -> impl Iterator<Item = &Event> {
        self.all.iter().filter_map(|effect| match effect {
            Effect::Event(event) => Some(event),
            _ => None,
        })
    }

    fn resolutions(&self) -> Vec<(String, ApprovalState)> {
        self.events()
            .filter_map(|event| match event {
                Event::ApprovalResolved { key, resolution } => {
                    Some((key.call_id.clone(), resolution.state.clone()))
                }
                _ => None,
            })
            .collect()
    }
}

fn message(turn: &str, text: &str) -> Command {
    Command::Message(UserMessage {
        turn: turn.into(),
        text: text.into(),
        attachments: vec![],
    })
}

fn request(call: &str) -> Value {
    json!({"type": "tool_request", "msg_id": "m1", "call_id": call, "tool": {
        "name": "Bash", "category": "exec", "args": {"command": format!("echo {call}")},
        "description": "Run a command"}})
}

fn sent(effects: &[Effect]) -> Vec<Value> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Send(bytes) => Some(serde_json::from_slice(bytes).unwrap()),
            _ => None,
        })
        .collect()
}

fn malformed(effects: &[Effect]) -> Option<&str> {
    match effects {
        [Effect::Event(Event::Malformed { reason, .. })] => Some(reason),
        _ => None,
    }
}

fn text_of(effects: &[Effect]) -> Vec<String> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Event(Event::ItemDelta { text, .. }) => Some(text.clone()),
            Effect::Event(Event::ItemStarted { item }) => match &item.body {
                ItemBody::Text { text } => Some(text.clone()),
                _ => None,
            },
            _ => None,
        })
        .collect()
}

fn text_delta(text: &str) -> Value {
    json!({"type": "text_delta", "msg_id": "m1", "text": text})
}

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
fn f028_nothing_is_sent_before_ready() {
    let mut agent = Agent::new();
    let commands = [
        message("m1", "early"),
        Command::Stop,
        Command::History { text: "x".into() },
        Command::SetMode {
            mode: "yolo".into(),
        },
        Command::Probe,
    ];
    for command in &commands {
        assert!(agent.told(command).is_err(), "{command:?}");
    }
}

#[test]
fn f029_versions() {
    let told = |version: Value| {
        let mut agent = Agent::new();
        let effects = agent.says(&json!({"type": "ready", "version": version, "session_id": "s"}));
        let ready = effects
            .iter()
            .any(|effect| matches!(effect, Effect::Event(Event::SessionReady { .. })));
        assert!(
            ready,
            "whatever the version, the session is usable: {effects:?}"
        );
        let fault = effects.iter().any(|effect| {
            matches!(effect, Effect::Event(Event::Fault { fault, .. }) if fault.code == "protocol.version")
        });
        let quiet = effects.iter().any(|effect| {
            matches!(
                effect,
                Effect::Event(Event::Notice {
                    level: NoticeLevel::Quiet,
                    ..
                })
            )
        });
        (fault, quiet)
    };
    assert_eq!(
        told(json!("1.0.0")),
        (true, false),
        "another major version is refused with a choice"
    );
    assert_eq!(told(json!("0.9.0")), (false, false), "a minor one is fine");
    assert_eq!(told(json!("x")), (false, true), "one that is none is noted");
    assert_eq!(told(json!(null)), (false, true), "a missing one is noted");
}

#[test]
fn f073_three_at_once_each_get_their_own_answer() {
    let orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let mut played = 0;
    for order in orders {
        for answers in 0..8_u32 {
            let allows = |call: usize| answers >> call & 1 == 1;
            let mut agent = Agent::working();
            let keys: Vec<_> = (0..3).map(|call| agent.asks(&format!("t{call}"))).collect();
            for call in order {
                let key = keys[call].clone();
                let (command, line) = if allows(call) {
                    (
                        Command::Allow {
                            key,
                            scope: AllowScope::Once,
                        },
                        json!({"type": "tool_approve", "call_id": format!("t{call}"), "scope": "once"}),
                    )
                } else {
                    let reason = format!("no to {call}");
                    (
                        Command::Deny {
                            key,
                            reason: reason.clone(),
                        },
                        json!({"type": "tool_deny", "call_id": format!("t{call}"), "reason": reason}),
                    )
                };
                assert_eq!(sent(&agent.told(&command).unwrap()), [line]);
                assert!(agent.told(&command).is_err(), "a second answer is refused");
            }
            for call in 0..3 {
                let id = format!("t{call}");
                if allows(call) {
                    agent.says(&json!({"type": "tool_running", "msg_id": "m1", "call_id": id}));
                    agent.says(
                        &json!({"type": "tool_result", "msg_id": "m1", "call_id": id,
                        "status": "success", "output": id}),
                    );
                } else {
                    agent.says(&json!({"type": "tool_cancelled", "msg_id": "m1", "call_id": id}));
                }
            }
            let expected: Vec<_> = (0..3)
                .map(|call| {
                    let decision = if allows(call) {
                        Decision::Allow {
                            scope: AllowScope::Once,
                        }
                    } else {
                        Decision::Deny {
                            reason: format!("no to {call}"),
                        }
                    };
                    (format!("t{call}"), ApprovalState::Confirmed { decision })
                })
                .collect();
            assert_eq!(agent.resolutions(), expected);
            invariants::check(&agent.all).unwrap();
            assert_eq!(invariants::left_open(&agent.all), Vec::<String>::new());
            played += 1;
        }
    }
    assert_eq!(played, 48);
}

#[test]
fn f074_what_waits_expires_with_its_turn() {
    let stop = |agent: &mut Agent| drop(agent.told(&Command::Stop).unwrap());
    let end = |agent: &mut Agent| drop(agent.says(&json!({"type": "stream_end", "msg_id": "m1"})));
    let gone = |agent: &mut Agent| {
        let effects = agent.adapter.closed();
        agent.all.extend(effects);
    };
    let cases: [(&dyn Fn(&mut Agent), ExpiryReason); 3] = [
        (&stop, ExpiryReason::Stopped),
        (&end, ExpiryReason::TurnEnded),
        (&gone, ExpiryReason::AgentExited),
    ];
    for (happens, reason) in cases {
        let mut agent = Agent::working();
        let keys = [agent.asks("t1"), agent.asks("t2")];
        happens(&mut agent);
        let expired = |call: &str| (call.to_owned(), ApprovalState::Expired { reason });
        assert_eq!(agent.resolutions(), [expired("t1"), expired("t2")]);
        for key in keys {
            assert!(
                agent
                    .told(&Command::Allow {
                        key,
                        scope: AllowScope::Once
                    })
                    .is_err()
            );
        }
        gone(&mut agent);
        assert_eq!(agent.resolutions().len(), 2, "nothing expires twice");
        assert_eq!(invariants::left_open(&agent.all), Vec::<String>::new());
        invariants::check(&agent.all).unwrap();
    }
}

#[test]
fn f077_running_unasked_is_marked_only_where_asking_was_promised() {
    let unasked = |ready: Value, tool: &str| {
        let mut agent = Agent::new();
        agent.says(&ready);
        let effects =
            agent.says(&json!({"type": "tool_running", "call_id": "t", "tool_name": tool}));
        effects.iter().find_map(|effect| match effect {
            Effect::Event(Event::ItemStarted { item }) => match &item.body {
                ItemBody::Tool(call) => Some(call.state.clone()),
                _ => None,
            },
            _ => None,
        })
    };
    let ready = |capabilities: Value| json!({"type": "ready", "version": "0.1.0", "capabilities": capabilities});
    let running = |unasked| Some(ToolState::Running { unasked });
    let mode = |mode: &str| ready(json!({"tool_approval": true, "current_mode": mode}));
    assert_eq!(
        unasked(ready(json!({"tool_approval": true})), "Read"),
        running(true)
    );
    assert_eq!(
        unasked(ready(json!({"tool_approval": false})), "Bash"),
        running(false)
    );
    assert_eq!(unasked(mode("default"), "Bash"), running(true));
    assert_eq!(unasked(mode("auto_edit"), "Edit"), running(false));
    assert_eq!(unasked(mode("auto_edit"), "mcp__db__drop"), running(true));
    assert_eq!(unasked(mode("yolo"), "Bash"), running(false));
}

#[test]
fn f078_running_after_a_refusal_is_an_alarm() {
    let mut agent = Agent::working();
    let key = agent.asks("t1");
    agent
        .told(&Command::Deny {
            key,
            reason: "no".into(),
        })
        .unwrap();
    agent.says(&json!({"type": "tool_cancelled", "msg_id": "m1", "call_id": "t1"}));
    let effects = agent.says(
        &json!({"type": "tool_running", "msg_id": "m1", "call_id": "t1",
        "tool_name": "Bash"}),
    );
    assert!(effects.iter().any(|effect| matches!(
        effect,
        Effect::Event(Event::Notice {
            level: NoticeLevel::Warning,
            ..
        })
    )));
    assert!(effects.iter().any(|effect| matches!(effect,
        Effect::Event(Event::ItemStarted { item })
            if matches!(&item.body, ItemBody::Tool(call)
                if call.state == ToolState::Running { unasked: true }))));
}

#[test]
fn f087_both_generations_read_the_same_text() {
    #[derive(Deserialize)]
    struct OldMessage {
        msg_id: String,
        input: String,
    }
    #[derive(Deserialize)]
    struct NewMessage {
        msg_id: String,
        content: String,
    }
    let mut agent = Agent::working();
    let text = "Zeile eins\nline \"two\" ✓";
    let effects = agent.told(&message("m2", text)).unwrap();
    let [Effect::Send(line)] = &effects[..] else {
        panic!("{effects:?}")
    };
    let old: OldMessage = serde_json::from_slice(line).unwrap();
    let new: NewMessage = serde_json::from_slice(line).unwrap();
    assert_eq!((old.msg_id.as_str(), old.input.as_str()), ("m2", text));
    assert_eq!((new.msg_id.as_str(), new.content.as_str()), ("m2", text));
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

#[test]
fn c43_a_request_of_an_unknown_turn_is_answered() {
    let mut agent = Agent::working();
    let mut line = request("sub");
    line["msg_id"] = json!("sub-agent-7");
    let effects = agent.says(&line);
    let key = effects.iter().find_map(|effect| match effect {
        Effect::Event(Event::ApprovalRequested { request }) => {
            assert_eq!(request.turn, None);
            Some(request.key.clone())
        }
        _ => None,
    });
    let answer = Command::Allow {
        key: key.unwrap(),
        scope: AllowScope::Once,
    };
    agent.says(&json!({"type": "stream_end", "msg_id": "m1"}));
    assert_eq!(
        sent(&agent.told(&answer).unwrap()),
        [json!({"type": "tool_approve", "call_id": "sub", "scope": "once"})],
        "the end of another turn does not expire it"
    );
}

#[test]
fn c56_the_reason_arrives_word_for_word() {
    for reason in [
        "no",
        "two\nlines\r\n",
        "emoji 🙏🏽 and \"quotes\" \\ \u{202E}",
        "  indented  ",
    ] {
        let mut agent = Agent::working();
        let key = agent.asks("t1");
        let effects = agent
            .told(&Command::Deny {
                key,
                reason: reason.into(),
            })
            .unwrap();
        assert_eq!(
            sent(&effects),
            [json!({"type": "tool_deny", "call_id": "t1", "reason": reason})]
        );
        assert_eq!(text_of(&agent.says(&text_delta("I go on"))), ["I go on"]);
    }
}

#[test]
fn arguments_are_shown_byte_for_byte() {
    let mut agent = Agent::working();
    let args = "{ \"b\" : 1.50,\t\"a\":\"\\u0041\\/\", \"a\": 1e2 }";
    let line = format!(
        r#"{{"type":"tool_request","call_id":"t","tool":{{"name":"x","args": {args} ,"category":"mcp"}}}}"#
    );
    let effects = agent.line(line.as_bytes());
    assert!(effects.iter().any(|effect| matches!(effect,
        Effect::Event(Event::ApprovalRequested { request }) if request.raw_args == args)));
}

#[test]
fn an_error_ends_its_turn_unless_the_agent_goes_on() {
    let mut agent = Agent::working();
    let failed = json!({"type": "error", "error": {"code": "engine_error", "message": "down"}});
    let armed = agent.says(&failed);
    let Some(Effect::Arm {
        timer,
        after_ms: 1_500,
    }) = armed.last()
    else {
        panic!("{armed:?}")
    };
    let timer: Timer = *timer;
    assert_eq!(agent.says(&text_delta("back"))[0], Effect::Disarm { timer });
    assert_eq!(
        agent.adapter.elapsed(timer),
        [],
        "a timer that fires late does nothing"
    );
    agent.says(&failed);
    let ended = agent.adapter.elapsed(timer);
    assert!(matches!(ended.last(), Some(Effect::Event(Event::TurnEnded {
        outcome: TurnOutcome::Failed { message }, .. })) if message == "down"));
}

#[test]
fn an_error_while_the_agent_waits_for_an_answer_ends_nothing_yet() {
    let mut agent = Agent::working();
    let key = agent.asks("t1");
    let effects = agent.says(&json!({"type": "error", "error": {"code": "x", "message": "y"}}));
    let Some(Effect::Arm { timer, .. }) = effects.last() else {
        panic!("{effects:?}")
    };
    let timer = *timer;
    assert_eq!(
        agent.adapter.elapsed(timer),
        [Effect::Arm {
            timer,
            after_ms: 1_500
        }]
    );
    agent
        .told(&Command::Deny {
            key,
            reason: "no".into(),
        })
        .unwrap();
    let ended = agent.adapter.elapsed(timer);
    assert!(
        matches!(ended.last(), Some(Effect::Event(Event::TurnEnded { .. }))),
        "{ended:?}"
    );
}

#[test]
fn outputs_are_of_three_kinds() {
    for (told, kind) in [
        ("text", OutputKind::Text),
        ("diff", OutputKind::Diff),
        ("image", OutputKind::Image),
    ] {
        let mut agent = Agent::working();
        agent.says(
            &json!({"type": "tool_result", "call_id": "t", "status": "success",
            "output": "x", "output_type": told}),
        );
        let kinds: Vec<_> = agent
            .events()
            .filter_map(|event| match event {
                Event::ItemUpdated {
                    change: model::ItemChange::ToolOutput { output, .. },
                    ..
                } => Some(output.kind),
                _ => None,
            })
            .collect();
        assert_eq!(kinds, [kind]);
    }
}
