//! What a nuum session keeps to over time: F028, F033, F056's ground, the input fields.

use crate::profile;
use model::{Command, Event, UserMessage};
use parley_protocols::{Adapter, Effect, Frame, Timer};
use serde_json::{Value, json};

fn says(agent: &mut dyn Adapter, line: &Value) -> Vec<Effect> {
    agent.decode(Frame {
        bytes: line.to_string().as_bytes(),
        oversized: None,
    })
}

fn ready(settings: &Value) -> Box<dyn Adapter> {
    let mut agent = profile::adapter("nuum", settings, 2);
    says(
        agent.as_mut(),
        &json!({"type": "system", "subtype": "init", "session_id": "s"}),
    );
    agent
}

fn message(turn: &str, form: Value) -> Command {
    Command::Message(UserMessage {
        turn: turn.into(),
        text: "Go".into(),
        form: form.as_object().cloned().unwrap_or_default(),
        ..UserMessage::default()
    })
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

/// A clock that runs the timers of an adapter.
struct Clock {
    now: u64,
    due: Vec<(Timer, u64)>,
    said: Vec<(u64, Effect)>,
}

impl Clock {
    fn new(effects: Vec<Effect>) -> Self {
        let mut clock = Self {
            now: 0,
            due: vec![],
            said: vec![],
        };
        clock.take(effects);
        clock
    }

    fn take(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Arm { timer, after_ms } => {
                    self.due.retain(|(other, _)| *other != timer);
                    self.due.push((timer, self.now + after_ms));
                }
                Effect::Disarm { timer } => self.due.retain(|(other, _)| *other != timer),
                effect => self.said.push((self.now, effect)),
            }
        }
    }

    fn run(&mut self, agent: &mut dyn Adapter, until: u64) {
        while let Some(&(timer, at)) = self.due.iter().min_by_key(|(_, at)| *at)
            && at <= until
        {
            self.now = at;
            self.due.retain(|(other, _)| *other != timer);
            let effects = agent.elapsed(timer);
            self.take(effects);
        }
        self.now = until;
    }
}

fn clocked() -> (Box<dyn Adapter>, Clock) {
    let mut agent = profile::adapter("nuum", &Value::Null, 2);
    let effects = says(
        agent.as_mut(),
        &json!({"type": "system", "subtype": "init", "session_id": "s"}),
    );
    (agent, Clock::new(effects))
}

#[test]
fn f028_nothing_is_sent_before_init() {
    let mut agent = profile::adapter("nuum", &Value::Null, 1);
    for command in [message("m1", Value::Null), Command::Stop, Command::Probe] {
        assert!(agent.encode(&command).is_err(), "{command:?}");
    }
}

#[test]
fn f033_a_silent_agent_is_told_of_at_60_s_and_again_and_never_killed() {
    let (mut agent, mut clock) = clocked();
    clock.run(agent.as_mut(), 200_000);
    let told: Vec<_> = clock
        .said
        .iter()
        .filter_map(|(at, effect)| match effect {
            Effect::Event(Event::NotResponding { seconds }) => Some((*at, *seconds)),
            _ => None,
        })
        .collect();
    // The first heartbeat goes out at 30 s.
    assert_eq!(told, [(90_000, 60), (150_000, 120)]);
    let heartbeats = clock.said.iter().filter(|(_, effect)| {
        matches!(effect, Effect::Send(bytes)
            if bytes == b"{\"type\":\"control\",\"action\":\"heartbeat\"}\n")
    });
    assert_eq!(heartbeats.count(), 6);
    assert!(
        clock.said.iter().all(|(_, effect)| matches!(
            effect,
            Effect::Send(_)
                | Effect::Event(Event::NotResponding { .. } | Event::SessionReady { .. })
        )),
        "nothing else comes of silence: {:?}",
        clock.said
    );
    let ack = json!({"type": "system", "subtype": "heartbeat_ack"});
    let effects = says(agent.as_mut(), &ack);
    assert!(effects.contains(&Effect::Event(Event::Alive)));
    clock.take(effects);
    let before = clock.said.len();
    clock.run(agent.as_mut(), 269_000);
    assert!(
        clock.said[before..]
            .iter()
            .all(|(_, effect)| matches!(effect, Effect::Send(_))),
        "after an answer the time begins anew: {:?}",
        &clock.said[before..]
    );
}

#[test]
fn f033_an_agent_that_answers_is_never_told_of() {
    let (mut agent, mut clock) = clocked();
    let mut beats = 0;
    for second in 1..=3_600_u64 {
        clock.run(agent.as_mut(), second * 1000);
        let beat = clock
            .said
            .iter()
            .any(|(_, effect)| matches!(effect, Effect::Send(_)));
        for (_, effect) in clock.said.drain(..) {
            assert!(
                matches!(
                    effect,
                    Effect::Send(_) | Effect::Event(Event::SessionReady { .. })
                ),
                "nothing but heartbeats: {effect:?}"
            );
        }
        if beat {
            beats += 1;
            let ack = json!({"type": "system", "subtype": "heartbeat_ack"});
            let effects = says(agent.as_mut(), &ack);
            clock.take(effects);
            clock.said.clear();
        }
    }
    assert_eq!(beats, 120);
}

#[test]
fn n_interrupt_is_over_before_the_ladder_goes_on() {
    let (mut agent, mut clock) = clocked();
    agent.encode(&message("m1", Value::Null)).unwrap();
    says(
        agent.as_mut(),
        &json!({"type": "system", "subtype": "turn_accepted"}),
    );
    agent.encode(&Command::Stop).unwrap();
    let effects = says(
        agent.as_mut(),
        &json!({"type": "system", "subtype": "interrupted"}),
    );
    clock.take(effects);
    clock.run(agent.as_mut(), 2_999);
    let ended = clock.said.iter().find_map(|(at, effect)| match effect {
        Effect::Event(Event::TurnEnded { outcome, .. }) => Some((*at, outcome.clone())),
        _ => None,
    });
    assert_eq!(ended, Some((2_500, model::TurnOutcome::Stopped)));
    let asked = clock.said.iter().filter(|(_, effect)| {
        matches!(effect, Effect::Send(bytes)
            if bytes == b"{\"type\":\"control\",\"action\":\"status\"}\n")
    });
    let times: Vec<u64> = asked.map(|(at, _)| *at).collect();
    assert_eq!(times, [500, 1_500]);
}

#[test]
fn n_input_fields_of_a_message_go_over_the_profiles() {
    let settings = json!({"environment": "TZ=UTC", "system_prompt": "Be brief."});
    let mut agent = ready(&settings);
    let form = json!({"environment": {"TZ": "CET"}});
    let lines = sent(&agent.encode(&message("m1", form)).unwrap());
    assert_eq!(
        lines,
        [
            json!({"type": "user", "message": {"role": "user", "content": "Go"},
            "environment": {"TZ": "CET"}, "system_prompt": "Be brief."})
        ]
    );
    // `environment` is for one turn: the next message has the profile's again.
    let lines = sent(&agent.encode(&message("m2", Value::Null)).unwrap());
    assert_eq!(lines[0]["environment"], "TZ=UTC");
    for (form, word) in [
        (json!({"temperature": 1}), "temperature"),
        (json!({"mcp_servers": "git"}), "mcp_servers"),
        (json!({"type": "control"}), "type"),
    ] {
        let refusal = agent.encode(&message("m3", form)).unwrap_err();
        assert!(refusal.reason.contains(word), "{refusal}");
    }
}

#[test]
fn n_input_fields_are_left_out_where_nobody_asks_for_them() {
    for settings in [
        Value::Null,
        json!({"system_prompt": "", "environment": null, "content_blocks": false}),
        // What a plan refuses is left out, and nothing panics.
        json!({"system_prompt": 7}),
    ] {
        let lines = sent(
            &ready(&settings)
                .encode(&message("m1", Value::Null))
                .unwrap(),
        );
        assert_eq!(
            lines,
            [json!({"type": "user", "message": {"role": "user", "content": "Go"}})]
        );
    }
}

#[test]
fn a_message_is_sent_once() {
    let mut agent = ready(&Value::Null);
    agent.encode(&message("m1", Value::Null)).unwrap();
    let end = json!({"type": "result", "subtype": "success", "is_error": false});
    says(agent.as_mut(), &end);
    assert!(agent.encode(&message("m1", Value::Null)).is_err());
}

#[test]
fn an_agent_that_takes_up_nothing_is_not_fed_for_ever() {
    let mut agent = ready(&Value::Null);
    let taken = (0..5_000)
        .take_while(|number| {
            agent
                .encode(&message(&format!("m{number}"), Value::Null))
                .is_ok()
        })
        .count();
    assert_eq!(taken, 1_025);
}

#[test]
fn a_stop_before_anything_was_heard_asks_whether_anything_runs() {
    let mut agent = ready(&Value::Null);
    agent.encode(&message("m1", Value::Null)).unwrap();
    let lines = sent(&agent.encode(&Command::Stop).unwrap());
    assert_eq!(
        lines,
        [
            json!({"type": "control", "action": "interrupt"}),
            json!({"type": "control", "action": "status"})
        ]
    );
}
