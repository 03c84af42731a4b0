//! Agents that take messages during a turn and keep them themselves.
//!
//! Such a message is an item of the running turn at once, and its mark follows
//! what the agent says of it: sent, queued by the agent, injected.

use super::driver::Driver;
use super::effects::Delivered;
use super::state::Queued;
use super::turns::message_item;
use crate::asked;
use crate::clock::now_ms;
use archive::Durability;
use model::{Command, Delivery, Event, Item, ItemBody, ItemId, UserMessage};
use protocols::Effect;

impl Driver {
    /// Whether a message of now would go into the running turn.
    pub(super) fn takes_messages_now(&self) -> bool {
        let ready = self
            .agent
            .as_ref()
            .is_some_and(|agent| agent.ready && !agent.is_ending());
        let state = self.shared.lock();
        let runs = state.turn.as_ref().is_some_and(|turn| !turn.stopping);
        ready && runs && state.capabilities.own_queue
    }

    /// Gives a message to an agent in the middle of its turn.
    pub(super) async fn inject(&mut self, message: Queued) {
        let item = message_item(&message.id);
        {
            let mut state = self.shared.lock();
            let now = now_ms();
            state.meta.updated_at = now;
            let turn = state.turn.as_ref().map(|turn| turn.id.clone());
            let asked = asked::asked(&state.meta.protocol, &message.form, &message.text);
            state.record(Event::ItemStarted {
                item: Item {
                    id: item.clone(),
                    turn,
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
        }
        self.show();
        self.write(Durability::Now).await;
        let command = Command::Message(UserMessage {
            turn: message.id,
            text: message.text,
            attachments: message.attachments,
            form: message.form,
        });
        let Some(agent) = &mut self.agent else {
            self.undelivered(item);
            return;
        };
        match agent.adapter.encode(&command) {
            Ok(effects) => {
                // What the agent hears of later moves its time limit.
                agent.start_clock();
                for effect in effects {
                    match effect {
                        Effect::Send(bytes) => self.write_line(bytes, Some(item.clone())),
                        other => self.effects.push_back(other),
                    }
                }
                self.carry_out(Vec::new());
            }
            Err(refusal) => {
                tracing::warn!(%refusal, "a message during a turn was refused");
                self.undelivered(item);
            }
        }
    }

    fn undelivered(&mut self, item: ItemId) {
        self.delivered(Delivered {
            item,
            delivery: Delivery::Undelivered,
        });
    }

    /// The agent put the youngest message it was sent into its queue.
    pub(super) fn queued_by_agent(&mut self) {
        let youngest = self.marked(&[Delivery::Waiting, Delivery::Sent]).pop();
        if let Some(id) = youngest {
            self.shared.lock().mark(id, Delivery::QueuedByAgent);
        }
    }

    /// The agent put its oldest queued messages into the turn.
    pub(super) fn injected(&mut self, count: u32) {
        let waiting = self.marked(&[Delivery::QueuedByAgent]);
        for id in waiting.into_iter().take(count as usize) {
            self.shared.lock().mark(id, Delivery::Injected);
        }
    }

    /// The process is gone: what it kept in its own queue no turn will ever take up.
    pub(super) fn never_taken_up(&mut self) {
        for id in self.marked(&[Delivery::QueuedByAgent]) {
            self.shared.lock().mark(id, Delivery::Undelivered);
        }
    }

    /// Messages of the running turn after the one that began it, by mark, oldest first.
    fn marked(&self, marks: &[Delivery]) -> Vec<ItemId> {
        let state = self.shared.lock();
        let first = state.turn.as_ref().and_then(|turn| turn.message.clone());
        state
            .transcript
            .items()
            .iter()
            .rev()
            .take_while(|item| !matches!(item.body, ItemBody::TurnEnd { .. }))
            .filter(|item| Some(&item.id) != first.as_ref())
            .filter(|item| {
                matches!(&item.body, ItemBody::User { delivery, .. } if marks.contains(delivery))
            })
            .map(|item| item.id.clone())
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect()
    }
}
