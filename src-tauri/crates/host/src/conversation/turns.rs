//! Turns: from a message to an explicit ending, and the queue between them.

use super::driver::Driver;
use super::effects::Delivered;
use super::state::{Queued, RunningTurn};
use crate::clock::now_ms;
use archive::{Durability, QueuedRecord};
use model::view::{Problem, Sending};
use model::{
    AgentFault, Attachment, Command, Delivery, Event, Item, ItemBody, ItemId, StdinPlan, Turn,
    TurnId, TurnOrigin, TurnOutcome, Usage, UserMessage,
};
use protocols::Effect;
use serde_json::{Map, Value};

impl Driver {
    /// Sends a message, or queues it while a turn runs.
    pub(super) async fn send(
        &mut self,
        text: String,
        attachments: Vec<Attachment>,
        form: Map<String, Value>,
    ) -> Result<Sending, Problem> {
        if text.trim().is_empty() && attachments.is_empty() && form.is_empty() {
            return Err(crate::problem("refused", "There is nothing to send."));
        }
        let queued = Queued {
            id: new_turn_id(),
            text,
            attachments,
            form,
        };
        if self.goes_into_the_turn() {
            self.inject(queued).await;
            return Ok(Sending::Sent);
        }
        let must_wait = {
            let mut state = self.shared.lock();
            state.meta.draft.clear();
            // A new word of the user lets a held queue go on, in order.
            state.queue_held = false;
            state.revisions.header();
            let must_wait = state.turn.is_some() || !state.queue.is_empty();
            if must_wait {
                state.queue.push_back(queued.clone());
            }
            must_wait
        };
        if must_wait {
            self.write_queue().await;
            self.queue_due = true;
            return Ok(Sending::Queued);
        }
        self.begin(queued).await;
        Ok(Sending::Sent)
    }

    /// Sends the next queued message, if nothing runs and nothing holds it.
    pub(super) async fn next_from_queue(&mut self) {
        let next = {
            let mut state = self.shared.lock();
            if state.turn.is_some() || state.queue_held {
                return;
            }
            state.queue.pop_front()
        };
        if let Some(next) = next {
            // Its events first, then its place in the queue: a kill between the two
            // finds it sent, and `load` drops the copy.
            self.begin(next).await;
            self.write_queue().await;
        }
    }

    pub(super) fn edit_queued(&mut self, id: &TurnId, text: Option<String>) -> Result<(), Problem> {
        {
            let mut state = self.shared.lock();
            let Some(index) = state.queue.iter().position(|queued| queued.id == *id) else {
                return Err(crate::problem(
                    "expired",
                    "This message is no longer in the queue: it was sent.",
                ));
            };
            match text {
                Some(text) => state.queue[index].text = text,
                None => drop(state.queue.remove(index)),
            }
            state.revisions.header();
        }
        drop(self.submit_queue());
        Ok(())
    }

    async fn write_queue(&mut self) {
        let receipt = self.submit_queue();
        self.on_disk(receipt).await;
    }

    fn submit_queue(&mut self) -> archive::Receipt {
        let (id, records) = {
            let state = self.shared.lock();
            let records = state
                .queue
                .iter()
                .map(|queued| QueuedRecord {
                    id: queued.id.clone(),
                    text: queued.text.clone(),
                    attachments: queued.attachments.clone(),
                    form: queued.form.clone(),
                })
                .collect();
            (state.meta.id.clone(), records)
        };
        self.context.archive.set_queue(&id, records)
    }

    /// Begins a turn with a message of the user: on disk first, then to the agent.
    async fn begin(&mut self, message: Queued) {
        // Before the turn is there: its end would be taken for the turn's.
        if self
            .agent
            .as_ref()
            .is_some_and(|agent| agent.is_ending() || agent.is_for_one_turn())
        {
            self.end_process().await;
        }
        let item = message_item(&message.id);
        {
            let mut state = self.shared.lock();
            let now = now_ms();
            state.record(Event::TurnStarted {
                turn: Turn {
                    id: message.id.clone(),
                    origin: TurnOrigin::User,
                    started_at: now,
                },
            });
            state.record(Event::ItemStarted {
                item: Item {
                    id: item.clone(),
                    turn: Some(message.id.clone()),
                    started_at: now,
                    completed_at: Some(now),
                    body: ItemBody::User {
                        text: message.text.clone(),
                        attachments: message.attachments.clone(),
                        delivery: Delivery::Waiting,
                    },
                },
            });
            state.turn = Some(RunningTurn {
                id: message.id.clone(),
                started_at: now,
                message: Some(item),
                stopping: false,
                stop_overdue: false,
            });
            state.meta.updated_at = now;
            state.meta.preview = one_line(&message.text, 120);
            if state.meta.title.is_empty() && !state.meta.titled_by_user {
                state.meta.title = one_line(&message.text, 60);
            }
        }
        self.show();
        self.write(Durability::Now).await;
        let message = UserMessage {
            turn: message.id,
            text: message.text,
            attachments: message.attachments,
            form: message.form,
        };
        if self.agent.is_none()
            && let Err(fault) = self.launch(Some(&message)).await
        {
            self.start_failed(&message.turn, fault);
            return;
        }
        if self.agent.as_ref().is_some_and(|agent| agent.ready) {
            self.hand_over(message);
        } else {
            self.waiting = Some(message);
        }
    }

    fn start_failed(&mut self, turn: &TurnId, fault: AgentFault) {
        let outcome = TurnOutcome::Failed {
            message: fault.message.clone(),
        };
        {
            let mut state = self.shared.lock();
            state.mark(message_item(turn), Delivery::Undelivered);
            state.record(Event::Fault {
                turn: Some(turn.clone()),
                fault,
            });
            state.queue_held = true;
            state.agent_ended = self.agent.is_none();
        }
        self.turn_ended(turn.clone(), outcome, None);
    }

    /// Gives a message to the ready agent.
    pub(super) fn hand_over(&mut self, message: UserMessage) {
        let turn = message.turn.clone();
        let Some(agent) = &mut self.agent else { return };
        agent.start_clock();
        let stdin = agent.plan.stdin;
        match agent.adapter.encode(&Command::Message(message)) {
            Ok(effects) => {
                let writes = effects
                    .iter()
                    .any(|effect| matches!(effect, Effect::Send(_)));
                for effect in effects {
                    match effect {
                        Effect::Send(bytes) => self.write_line(bytes, Some(message_item(&turn))),
                        other => self.effects.push_back(other),
                    }
                }
                if !writes {
                    // It went with the start itself: in an argument, a variable or a file.
                    self.delivered(Delivered {
                        item: message_item(&turn),
                        delivery: Delivery::Sent,
                    });
                }
                if stdin == StdinPlan::Document
                    && let Some(agent) = &self.agent
                {
                    agent.process.close_stdin();
                }
                self.carry_out(Vec::new());
            }
            Err(refusal) => {
                let fault = AgentFault {
                    code: "agent.refused".to_owned(),
                    message: refusal.reason,
                    retryable: Some(false),
                    detail: None,
                };
                self.start_failed(&turn, fault);
            }
        }
    }

    /// A turn has ended: said once, whatever says it again.
    pub(super) fn turn_ended(&mut self, id: TurnId, outcome: TurnOutcome, usage: Option<Usage>) {
        let mut state = self.shared.lock();
        match &state.turn {
            Some(turn) if turn.id == id => {}
            // A turn of the agent's own, beside the user's.
            _ if state.transcript.is_open(&id) => {
                state.record(Event::TurnEnded {
                    turn: id,
                    outcome,
                    usage,
                });
                return;
            }
            _ => {
                tracing::debug!(turn = %id, "the end of a turn that does not run");
                return;
            }
        }
        state.turn = None;
        if let Some(usage) = usage {
            state.usage = Some(match (state.usage, usage.cumulative) {
                (Some(before), false) => sum(before, usage),
                _ => usage,
            });
        }
        let now = now_ms();
        state.meta.updated_at = now;
        if let Some(preview) = last_words(&state.transcript) {
            state.meta.preview = preview;
        }
        state.queue_held |= matches!(
            outcome,
            TurnOutcome::AgentExited { .. } | TurnOutcome::TimedOut { .. }
        ) && !state.queue.is_empty();
        state.last_outcome = Some(outcome.clone());
        state.record(Event::TurnEnded {
            turn: id,
            outcome,
            usage,
        });
        let meta = state.meta.clone();
        drop(state);
        if let Some(agent) = &mut self.agent {
            agent.limit_at = None;
            if !agent.is_ending() {
                agent.ladder = None;
            }
        }
        drop(self.submit(Durability::Now));
        drop(self.context.archive.put_conversation(meta));
        self.queue_due = true;
    }
}

/// The item of the message that begins a turn.
pub(super) fn message_item(turn: &TurnId) -> ItemId {
    ItemId(format!("u/{turn}"))
}

pub(super) fn new_turn_id() -> TurnId {
    TurnId(uuid::Uuid::now_v7().simple().to_string())
}

fn sum(a: Usage, b: Usage) -> Usage {
    Usage {
        input_tokens: a.input_tokens + b.input_tokens,
        output_tokens: a.output_tokens + b.output_tokens,
        cache_read_tokens: a.cache_read_tokens + b.cache_read_tokens,
        cache_write_tokens: a.cache_write_tokens + b.cache_write_tokens,
        cumulative: false,
    }
}

/// The first line of a text, cut at so many characters.
pub(super) fn one_line(text: &str, most: usize) -> String {
    let line = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .unwrap_or("");
    if line.chars().count() <= most {
        return line.to_owned();
    }
    let mut cut: String = line.chars().take(most - 1).collect();
    cut.truncate(cut.trim_end().len());
    cut.push('…');
    cut
}

/// The last thing the agent said, as one line without Markdown's marks.
fn last_words(transcript: &model::Transcript) -> Option<String> {
    transcript
        .items()
        .iter()
        .rev()
        .take_while(|item| !matches!(item.body, ItemBody::User { .. }))
        .find_map(|item| match &item.body {
            ItemBody::Text { text } if !text.trim().is_empty() => {
                let plain: String = text
                    .lines()
                    .map(str::trim)
                    .find(|line| !line.is_empty() && !line.starts_with("```"))?
                    .trim_start_matches(['#', '>', '-', '*', ' '])
                    .replace(['*', '`'], "");
                Some(one_line(&plain, 120))
            }
            ItemBody::Error(fault) => Some(one_line(&fault.message, 120)),
            _ => None,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_the_first_line_cut_at_a_word_end() {
        assert_eq!(one_line("\n  Hello there  \nmore", 60), "Hello there");
        assert_eq!(one_line("aaaa bbbb cccc", 10), "aaaa bbbb…");
        assert_eq!(one_line("", 10), "");
        assert_eq!(one_line("äöüäöü", 4), "äöü…");
    }
}
