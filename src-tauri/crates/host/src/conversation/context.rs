//! What the agent knows of the conversation, and what it is told where it knows nothing.
//!
//! Where a process can't know what was said before, messages wait until the user
//! has decided: a summary first, or nothing. Nobody decides it by sending on.

use super::driver::Driver;
use super::state::Queued;
use super::turns::{message_item, new_turn_id};
use crate::keys::in_settings;
use model::view::Problem;
use model::{
    Command, ContextLoss, Delivery, Event, ItemBody, NoticeLevel, ResumeMeans, TurnOutcome,
};
use serde_json::Map;

/// Bytes of a summary that a user may have made longer.
const LONGEST: usize = 64 * 1024;

impl Driver {
    /// Looks, before a process is started, whether it can know what was said.
    pub(super) fn look_for_context(&mut self) {
        if self.agent.as_ref().is_some_and(|agent| !agent.is_ending()) {
            return;
        }
        let lost = {
            let state = self.shared.lock();
            state.meta.marks.forgets.is_none()
                && !state.context_decided
                && state.meta.session_id.is_none()
                && state.capabilities.resume == ResumeMeans::SessionId
                && state.has_context()
        };
        // A process for each message that tells no session never knew anything: no loss.
        if lost && self.lives_for_the_conversation() {
            self.context_lost(ContextLoss::NoSession);
        }
    }

    fn lives_for_the_conversation(&self) -> bool {
        let profile = in_settings::masked(&self.shared.lock().profile);
        self.plan(&profile, None)
            .is_ok_and(|planned| !super::for_one_turn(&planned.plan))
    }

    /// Messages wait from now on, unless nobody is there to decide.
    pub(super) fn context_lost(&mut self, why: ContextLoss) {
        let mut state = self.shared.lock();
        if state.goes_on_without || !state.has_context() {
            return;
        }
        state.meta.marks.forgets = Some(why);
        state.revisions.header();
        state.revisions.hurry();
        let meta = state.meta.clone();
        drop(state);
        drop(self.context.archive.put_conversation(meta));
    }

    /// The agent is ready: what it is to be told first, then the message that waits for it.
    pub(super) fn first_words(&mut self) {
        if let Some(text) = self.to_tell.take() {
            self.tell(text);
            return;
        }
        let holds = {
            let state = self.shared.lock();
            state.meta.marks.forgets.is_some() && state.capabilities.history
        };
        match self.waiting.take() {
            // The user decides first; earlier context can still be given.
            Some(message) if holds => self.waiting = Some(message),
            Some(message) => {
                // It was begun for an agent that takes no earlier context: it goes
                // on, and the summary can follow as a message.
                self.forget_nothing();
                self.hand_over(message);
            }
            None => {}
        }
    }

    /// The user has decided what the agent is told of what was said before.
    pub(super) async fn decide_context(&mut self, tell: Option<String>) -> Result<(), Problem> {
        let Some(text) = tell else {
            self.context_decided();
            return Ok(());
        };
        if text.trim().is_empty() || text.len() > LONGEST {
            return Err(crate::problem(
                "refused",
                format!(
                    "A summary has at least one word and at most {} KiB. Shorten it, or go on without.",
                    LONGEST / 1024
                ),
            ));
        }
        // Where a process is started for each message, the summary is the first of them.
        if self.lives_for_the_conversation() {
            self.prepare().await?;
        }
        match &self.agent {
            Some(agent) if !agent.ready => self.to_tell = Some(text),
            _ => self.tell(text),
        }
        Ok(())
    }

    /// Gives the summary as earlier context where the agent takes that, else as the
    /// next message.
    fn tell(&mut self, text: String) {
        let history = self.shared.lock().capabilities.history;
        if history
            && let Some(agent) = &mut self.agent
            && let Ok(effects) = agent
                .adapter
                .encode(&Command::History { text: text.clone() })
        {
            self.carry_out(effects);
            self.shared.lock().record(Event::Notice {
                turn: None,
                level: NoticeLevel::Info,
                text: format!("The agent was told as earlier context:\n{text}"),
            });
        } else {
            self.shared.lock().queue.push_front(Queued {
                id: new_turn_id(),
                text,
                attachments: Vec::new(),
                form: Map::new(),
            });
            drop(self.submit_queue());
        }
        self.context_decided();
    }

    fn context_decided(&mut self) {
        self.shared.lock().context_decided = true;
        self.forget_nothing();
        self.resume_queue();
        if self.agent.as_ref().is_some_and(|agent| agent.ready)
            && let Some(message) = self.waiting.take()
        {
            self.hand_over(message);
        }
    }

    fn forget_nothing(&mut self) {
        let mut state = self.shared.lock();
        if state.meta.marks.forgets.take().is_none() {
            return;
        }
        state.revisions.header();
        let meta = state.meta.clone();
        drop(state);
        drop(self.context.archive.put_conversation(meta));
    }

    /// Stops a turn whose message waits for the user's decision. Answers whether there was one.
    pub(super) fn stop_undecided(&mut self) -> bool {
        let ready = self.agent.as_ref().is_some_and(|agent| agent.ready);
        if !ready || self.waiting.is_none() {
            return false;
        }
        let Some(message) = self.waiting.take() else {
            return false;
        };
        self.shared
            .lock()
            .mark(message_item(&message.turn), Delivery::Undelivered);
        self.turn_ended(message.turn, TurnOutcome::Stopped, None);
        true
    }
}

impl super::State {
    /// Whether something was said that an agent could miss.
    pub(super) fn has_context(&self) -> bool {
        let completed = |item: &model::Item| {
            matches!(
                item.body,
                ItemBody::TurnEnd {
                    outcome: TurnOutcome::Completed,
                    ..
                }
            )
        };
        self.completed_before() || self.transcript.items().iter().any(completed)
    }
}
