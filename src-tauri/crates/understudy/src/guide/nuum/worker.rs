//! Works on one turn after the other: what the user wrote, what a task found, an alarm.

use std::sync::Arc;
use std::thread;

use serde_json::json;

use super::agenda::{Start, State, Task};
use super::clock::{now_ms, span};
use super::identity::Alarm;
use super::sentences::{Wish, wish};
use super::turn::{Halt, Turn};
use super::{Agent, research};
use crate::guide::control::Control;
use crate::guide::desk::lock;
use crate::guide::permission::Permission;
use crate::guide::prose::{code, inline};
use crate::guide::session::random_hex;
use crate::guide::understand::Intent;

/// Until the input ended and all is answered.
pub(super) fn work(agent: &Arc<Agent>) {
    while let Some(start) = agent.agenda.next(|| agent.stage.control.begin_turn()) {
        let mut turn = Turn::begin(agent);
        let outcome = match start {
            Start::Message { text, queued } => {
                // Newer builds announce no turn that begins with a message which had to wait.
                if !(queued && agent.voice.is_newer()) {
                    agent.stage.outbox.send(&agent.voice.turn_accepted());
                }
                agent.converse(&mut turn, text)
            }
            Start::Finding { topic, found } => {
                lock(&agent.identity).hear(&format!("(research on {topic} ended)"));
                turn.say(&found)
            }
            Start::Alarm(alarm) => agent.fire(&mut turn, &alarm),
        };
        let _ = lock(&agent.identity).save();
        agent.agenda.rest();
        turn.end(outcome);
    }
}

impl Agent {
    /// The message, and those that come while it is answered.
    fn converse(self: &Arc<Self>, turn: &mut Turn<'_>, text: String) -> Result<(), Halt> {
        let mut texts = vec![text];
        while !texts.is_empty() {
            for text in &texts {
                lock(&self.identity).hear(text);
                self.answer(turn, text)?;
            }
            texts = self.injected();
        }
        Ok(())
    }

    fn injected(&self) -> Vec<String> {
        self.agenda
            .inject(|texts| self.stage.outbox.send(&self.voice.injected(texts)))
    }

    fn fire(&self, turn: &mut Turn<'_>, alarm: &Alarm) -> Result<(), Halt> {
        self.agenda.change(|state| self.tell(state));
        let late = now_ms().saturating_sub(alarm.fires_ms) / 1_000;
        let late = if late > 2 {
            format!(" I could not say so {} ago, when it was due.", span(late))
        } else {
            String::new()
        };
        turn.say(&format!("**Alarm:** {}{late}", inline(&alarm.text)))
    }

    /// The tasks changed: the host is told, the alarms are kept.
    fn tell(&self, state: &State) {
        self.stage.outbox.send(&self.voice.tasks(&state.snapshot()));
        let mut identity = lock(&self.identity);
        identity.alarms.clone_from(&state.alarms);
        let _ = identity.save();
    }

    fn answer(self: &Arc<Self>, turn: &mut Turn<'_>, text: &str) -> Result<(), Halt> {
        match wish(text) {
            Wish::Research { topic } => self.research(turn, topic),
            Wish::Alarm { seconds, text } => self.set_alarm(turn, seconds, text),
            Wish::Tasks => turn.say(&self.tasks()),
            Wish::Stop => {
                let any = self.agenda.change(|state| {
                    let any = state.cancel_all();
                    if any {
                        self.tell(state);
                    }
                    any
                });
                turn.say(if any {
                    "Stopped: no task runs and no alarm waits any more."
                } else {
                    "There was nothing to stop."
                })
            }
            Wish::Incomplete { example } | Wish::Other(Intent::Incomplete { example }) => {
                turn.say(&format!(
                    "Something is missing there. Write it like this: {}",
                    code(example)
                ))
            }
            Wish::Other(intent) => self.other(turn, intent, text),
        }
    }

    fn research(self: &Arc<Self>, turn: &mut Turn<'_>, topic: String) -> Result<(), Halt> {
        let task = Task {
            id: self.task_id(),
            topic: topic.clone(),
            created_ms: now_ms(),
            control: Arc::new(Control::new(Permission::default())),
        };
        let (id, control) = (task.id.clone(), Arc::clone(&task.control));
        let input = json!({"description": topic});
        turn.tool(
            "background_research",
            &input,
            || {
                self.agenda.change(|state| {
                    state.tasks.push(task);
                    self.tell(state);
                });
                Ok(())
            },
            |()| (format!("Started {id}"), false),
        )?;
        let (agent, about) = (Arc::clone(self), topic.clone());
        thread::spawn(move || {
            if let Ok(found) = research::search(&agent, &control, &about) {
                agent.agenda.finish(&id, found, |state| agent.tell(state));
            }
        });
        turn.say(&format!(
            "I look for “{}” in the background. You can go on writing; I will speak up when I am done.",
            inline(&topic)
        ))
    }

    fn set_alarm(&self, turn: &mut Turn<'_>, seconds: u64, text: String) -> Result<(), Halt> {
        let now = now_ms();
        let alarm = Alarm {
            id: self.task_id(),
            text: text.clone(),
            created_ms: now,
            fires_ms: now + seconds * 1_000,
        };
        let id = alarm.id.clone();
        let input = json!({"delaySeconds": seconds, "note": text});
        turn.tool(
            "set_alarm",
            &input,
            || {
                self.agenda.change(|state| {
                    state.alarms.push(alarm);
                    self.tell(state);
                });
                Ok(())
            },
            |()| (format!("Set {id}"), false),
        )?;
        turn.say(&format!(
            "In {} I will say: {}",
            span(seconds),
            inline(&text)
        ))
    }

    fn task_id(&self) -> String {
        let kind = if self.voice.is_newer() {
            "bgt"
        } else {
            "bgtask"
        };
        format!("{kind}_{}", random_hex(12))
    }

    fn tasks(&self) -> String {
        let state = self.agenda.lock();
        let now = now_ms();
        let mut said = String::new();
        for task in &state.tasks {
            said.push_str(&format!("- Research, running: {}\n", inline(&task.topic)));
        }
        for alarm in &state.alarms {
            let left = alarm.fires_ms.saturating_sub(now).div_ceil(1_000);
            said.push_str(&format!(
                "- Alarm in {}: {}\n",
                span(left),
                inline(&alarm.text)
            ));
        }
        if said.is_empty() {
            said.push_str("Nothing runs in the background and no alarm is set.");
        }
        said
    }
}
