//! Requests and their answers: F070–F078, C43, C56.

use crate::agent::{Agent, request, sent, text_delta, text_of};
use crate::invariants;
use model::{
    AllowScope, ApprovalKey, ApprovalState, Command, Decision, Event, ExpiryReason, ItemBody,
    NoticeLevel, ToolState,
};
use parley_protocols::Effect;
use serde_json::{Value, json};

#[test]
fn f070_a_call_id_used_for_two_calls_allows_neither() {
    let mut agent = Agent::working();
    let first = agent.asks("t1");
    let mut other = request("t1");
    other["tool"]["args"] = json!({"command": "rm -rf /"});
    let effects = agent.says(&other);
    let sent = sent(&effects);
    assert_eq!(
        (sent.len(), &sent[0]["type"], &sent[0]["call_id"]),
        (1, &json!("tool_deny"), &json!("t1"))
    );
    let violated = (
        "t1".to_owned(),
        ApprovalState::Expired {
            reason: ExpiryReason::ProtocolViolation,
        },
    );
    assert_eq!(agent.resolutions(), [violated.clone(), violated]);
    let second = ApprovalKey {
        request: 2,
        ..first.clone()
    };
    for key in [first, second] {
        assert!(
            agent
                .told(&Command::Allow {
                    key,
                    scope: AllowScope::Once
                })
                .is_err()
        );
    }
    assert_eq!(invariants::left_open(&agent.all), Vec::<String>::new());
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
    type Happens = fn(&mut Agent);
    let stop: Happens = |agent| drop(agent.told(&Command::Stop).unwrap());
    let end: Happens = |agent| drop(agent.says(&json!({"type": "stream_end", "msg_id": "m1"})));
    let gone: Happens = |agent| {
        let effects = agent.adapter.closed(&model::Exit::default());
        agent.all.extend(effects);
    };
    let cases: [(Happens, ExpiryReason); 3] = [
        (stop, ExpiryReason::Stopped),
        (end, ExpiryReason::TurnEnded),
        (gone, ExpiryReason::AgentExited),
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
        unasked(ready(json!({"tool_approval": true})), "Write"),
        running(true)
    );
    // Reading is on every real build's own allow-list.
    assert_eq!(
        unasked(ready(json!({"tool_approval": true})), "Read"),
        running(false)
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
