//! Turns: from a message to an explicit ending, and the queue between them.

use super::driver::Driver;
use super::effects::Delivered;
use super::state::{Queued, RunningTurn};
use crate::asked;
use crate::clock::now_ms;
use crate::titles;
use archive::Durability;
use model::{
    AgentFault, Command, Delivery, Event, Item, ItemBody, ItemId, StdinPlan, Turn, TurnId,
    TurnOrigin, TurnOutcome, Usage, UserMessage,
};
use protocols::Effect;

impl Driver {
    /// Begins a turn with a message of the user: on disk first, then to the agent.
    pub(super) async fn begin(&mut self, message: Queued) {
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
            let asked = asked::asked(&state.meta.protocol, &message.form, &message.text);
            let in_words = asked.as_ref().map(|asked| self.context.in_language(asked));
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
                        form: message.form.clone(),
                        asked,
                        delivery: Delivery::Waiting,
                    },
                },
            });
            state.told_usage = None;
            state.turn = Some(RunningTurn {
                id: message.id.clone(),
                started_at: now,
                message: Some(item),
                stopping: false,
                stop_overdue: false,
            });
            state.meta.updated_at = now;
            let said = in_words.as_deref().unwrap_or(&message.text);
            state.meta.preview = titles::preview(said);
            if state.meta.title.is_empty() && !state.meta.titled_by_user {
                state.meta.title = titles::of_message(said, &message.attachments);
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
        self.start_for(message).await;
    }

    pub(super) fn start_failed(&mut self, turn: &TurnId, fault: AgentFault) {
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
        let prices = self.prices();
        let mut state = self.shared.lock();
        match &state.turn {
            Some(turn) if turn.id == id => {}
            // A turn of the agent's own, beside the user's.
            _ if state.transcript.is_open(&id) => {
                let usage = state.metered(usage, &prices);
                state.record(Event::TurnEnded {
                    turn: id.clone(),
                    outcome,
                    usage,
                });
                state.spend(&id, usage);
                return;
            }
            _ => {
                tracing::debug!(turn = %id, "the end of a turn that does not run");
                return;
            }
        }
        let task = crate::tasks::running(&state);
        state.turn = None;
        let told = state.told_usage.take();
        let usage = state.metered(usage.or(told), &prices);
        let now = now_ms();
        state.meta.updated_at = now;
        if let Some(preview) = last_words(&state.transcript) {
            state.meta.preview = preview;
        }
        state.hold_after(&outcome);
        state.ended_with(outcome.clone());
        if let Some(task) = task {
            self.context
                .board
                .turn_ended(&state.meta.id, task, outcome.clone(), now);
        }
        state.record(Event::TurnEnded {
            turn: id.clone(),
            outcome,
            usage,
        });
        state.spend(&id, usage);
        let meta = state.meta.clone();
        drop(state);
        if let Some(agent) = &mut self.agent {
            agent.limit_at = None;
            if !agent.is_ending() {
                agent.ladder = None;
            } else if let Some(ladder) = &mut agent.ladder {
                ladder.turn_is_over();
            }
        }
        drop(self.submit(Durability::Now));
        drop(self.context.archive.put_conversation(meta));
        self.queue_due = true;
        super::tail::give_back_soon();
    }
}

/// The item of the message that begins a turn.
pub(crate) fn message_item(turn: &TurnId) -> ItemId {
    ItemId(format!("u/{turn}"))
}

pub(super) fn new_turn_id() -> TurnId {
    TurnId(uuid::Uuid::now_v7().simple().to_string())
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
                Some(titles::preview(&plain))
            }
            ItemBody::Error(fault) => Some(titles::preview(&fault.message)),
            _ => None,
        })
}
