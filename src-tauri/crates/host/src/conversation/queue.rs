//! Messages that wait: where they come from, how they are ordered, and when the
//! next one goes. Each is on disk before it waits, and in the transcript before
//! it leaves the queue: a kill between the two finds it sent (C69).

use super::driver::Driver;
use super::state::Queued;
use super::turns::new_turn_id;
use archive::QueuedRecord;
use model::view::{Problem, Sending};
use model::{Attachment, TurnId, TurnOutcome};
use serde_json::{Map, Value};

impl Driver {
    /// Sends a message, or queues it while a turn runs. With `draft` it is what was being written.
    pub(super) async fn send(
        &mut self,
        text: String,
        attachments: Vec<Attachment>,
        form: Map<String, Value>,
        draft: bool,
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
        if draft {
            let mut state = self.shared.lock();
            state.meta.draft.clear();
            state.revisions.header();
        }
        self.look_for_context();
        if self.takes_messages_now() && self.shared.lock().queue.is_empty() {
            self.inject(queued).await;
            return Ok(Sending::Sent);
        }
        let must_wait = {
            let mut state = self.shared.lock();
            // Behind a held queue a new word of the user's does not wait: what is
            // held goes on when the user says so.
            let others = !state.queue.is_empty() && !state.queue_held;
            let must_wait = state.turn.is_some() || state.meta.marks.forgets.is_some() || others;
            if must_wait {
                state.queue.push_back(queued.clone());
                state.revisions.header();
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
        if self.shared.lock().queue.is_empty() {
            return;
        }
        self.look_for_context();
        self.first_of_held().await;
        let next = {
            let mut state = self.shared.lock();
            if state.turn.is_some() || state.queue_held || state.meta.marks.forgets.is_some() {
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

    /// Changes a waiting message, or takes it out.
    pub(super) fn edit_queued(&mut self, id: &TurnId, text: Option<String>) -> Result<(), Problem> {
        {
            let mut state = self.shared.lock();
            let index = state.queued_at(id)?;
            match text {
                Some(text) => state.queue[index].text = text,
                None => drop(state.queue.remove(index)),
            }
            state.queue_changed();
        }
        drop(self.submit_queue());
        Ok(())
    }

    /// Puts a waiting message at another place, counted from 0.
    pub(super) fn move_queued(&mut self, id: &TurnId, to: usize) -> Result<(), Problem> {
        {
            let mut state = self.shared.lock();
            let index = state.queued_at(id)?;
            if let Some(queued) = state.queue.remove(index) {
                let to = to.min(state.queue.len());
                state.queue.insert(to, queued);
            }
            state.queue_changed();
        }
        drop(self.submit_queue());
        Ok(())
    }

    /// Lets a waiting message go before all others and now: into the running turn
    /// where the agent takes it, else by stopping that turn first.
    pub(super) async fn send_now(&mut self, id: &TurnId) -> Result<Sending, Problem> {
        if self.takes_messages_now() {
            let queued = {
                let mut state = self.shared.lock();
                let index = state.queued_at(id)?;
                let queued = state.queue.remove(index);
                state.queue_changed();
                queued
            };
            if let Some(queued) = queued {
                self.inject(queued).await;
                self.write_queue().await;
            }
            return Ok(Sending::Sent);
        }
        let runs = {
            let mut state = self.shared.lock();
            let index = state.queued_at(id)?;
            if state.meta.marks.forgets.is_some() {
                return Err(crate::problem(
                    "refused",
                    "The agent does not know what was said before. Decide first what it is told.",
                ));
            }
            if let Some(queued) = state.queue.remove(index) {
                state.queue.push_front(queued);
            }
            state.next_goes = Some(id.clone());
            state.queue_changed();
            state.turn.is_some()
        };
        self.write_queue().await;
        if runs {
            self.stop()?;
        } else {
            self.first_of_held().await;
        }
        Ok(Sending::Queued)
    }

    /// Sends the first message, whether or not the queue is held; the others stay as they are.
    pub(super) async fn first_of_held(&mut self) {
        let first = {
            let mut state = self.shared.lock();
            let waits = state.turn.is_some() || state.meta.marks.forgets.is_some();
            if waits || state.next_goes.take().is_none() {
                return;
            }
            state.queue.pop_front()
        };
        if let Some(first) = first {
            self.begin(first).await;
            self.write_queue().await;
        }
    }

    /// The user lets a held queue go on.
    pub(super) fn resume_queue(&mut self) {
        let mut state = self.shared.lock();
        state.queue_held = false;
        state.queue_changed();
        drop(state);
        self.queue_due = true;
    }

    pub(super) async fn write_queue(&mut self) {
        let receipt = self.submit_queue();
        self.on_disk(receipt).await;
    }

    pub(super) fn submit_queue(&mut self) -> archive::Receipt {
        let (id, records) = {
            let state = self.shared.lock();
            let records = state
                .queue
                .iter()
                .map(|queued| QueuedRecord {
                    id: queued.id.clone(),
                    text: secrets::known().text(&queued.text).into_owned(),
                    attachments: queued.attachments.clone(),
                    form: super::redaction::form(&queued.form),
                })
                .collect();
            (state.meta.id.clone(), records)
        };
        self.context.archive.set_queue(&id, records)
    }
}

impl super::State {
    fn queued_at(&self, id: &TurnId) -> Result<usize, Problem> {
        self.queue
            .iter()
            .position(|queued| queued.id == *id)
            .ok_or_else(|| {
                crate::problem(
                    "expired",
                    "This message is no longer in the queue: it was sent or taken out.",
                )
            })
    }

    fn queue_changed(&mut self) {
        self.queue_held &= !self.queue.is_empty();
        // What the user let go of first is the first, or is not there any more: the word was for
        // that message alone.
        if self.queue.front().map(|first| &first.id) != self.next_goes.as_ref() {
            self.next_goes = None;
        }
        self.revisions.header();
        self.revisions.hurry();
    }

    /// A turn has ended: whether what waits goes on by itself. Only a good end
    /// lets it; anything else is for the user to look at first.
    pub(super) fn hold_after(&mut self, outcome: &TurnOutcome) {
        let well = self.next_goes.is_some() || matches!(outcome, TurnOutcome::Completed);
        self.queue_held = !self.queue.is_empty() && (self.queue_held || !well);
    }
}
