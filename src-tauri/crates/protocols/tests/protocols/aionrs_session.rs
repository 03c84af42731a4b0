//! Readiness, versions, turns and their ends: F028–F030, F087.

use crate::agent::{Agent, message, text_delta};
use model::{Command, Event, NoticeLevel, OutputKind, TurnOutcome};
use parley_protocols::{Effect, Timer};
use serde::Deserialize;
use serde_json::{Value, json};

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
fn f030_late_text_is_never_merged() {
    let mut agent = Agent::working();
    let item = |effects: &[Effect]| {
        effects.iter().find_map(|effect| match effect {
            Effect::Event(Event::ItemStarted { item }) => {
                Some((item.id.clone(), item.turn.clone()))
            }
            Effect::Event(Event::ItemDelta { id, .. }) => Some((id.clone(), None)),
            _ => None,
        })
    };
    let mut other = text_delta("b");
    other["msg_id"] = json!("m9");
    let first = item(&agent.says(&text_delta("a"))).unwrap();
    let stray = item(&agent.says(&other)).unwrap();
    let again = item(&agent.says(&text_delta("a"))).unwrap();
    assert_eq!((first.1, stray.1.clone()), (Some("m1".into()), None));
    assert_eq!(first.0, again.0);
    assert_ne!(first.0, stray.0);
    agent.says(&json!({"type": "stream_end", "msg_id": "m1"}));
    let late = agent.says(&text_delta("late"));
    let (late_item, late_turn) = item(&late).unwrap();
    assert!(late_turn.is_none() && late_item != first.0 && late_item != stray.0);
    assert!(
        matches!(&late[0], Effect::Event(Event::Notice { level: NoticeLevel::Quiet, text, .. })
        if text.starts_with("Late text"))
    );
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
