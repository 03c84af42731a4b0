//! One open conversation: a state that windows read, and a task that alone changes it.
//!
//! - `state`: what is known, and how an event becomes part of it.
//! - `driver`: the task: mailbox, process output, timers.
//! - `agent`: the running process with its adapter.
//! - `turns`, `queue`, `context`, `stop`, `answers`, `launch`, `effects`, `endings`: what the driver does, by subject.
//! - `requests`: what waits for the user, and what may pass by itself.
//! - `cleaning`: what became known as a key after it was said.
//! - `tail`: how much of it is in memory.
//! - `revisions`: what changed after what a window has.

mod agent;
mod answers;
mod cleaning;
mod context;
mod crashes;
mod driver;
mod effects;
mod endings;
mod judging;
mod launch;
mod loading;
mod message;
mod metering;
mod own_queue;
mod provisions;
mod queue;
mod recorded;
pub(crate) mod redaction;
mod requests;
pub(crate) mod revisions;
mod screen;
mod starting;
mod state;
mod stop;
mod summary;
mod tail;
mod turns;
mod unwatched;
mod vitals;

pub(crate) use answers::{LastAnswers, NOT_A_WINDOW};
pub(crate) use driver::{Context, spawn};
pub(crate) use effects::sha256_hex;
pub(crate) use judging::proposals;
pub(crate) use launch::for_one_turn;
pub(crate) use loading::{TAIL, load};
pub(crate) use message::Message;
pub(crate) use requests::Pending;
pub(crate) use state::{ProcessPhase, State, promised};
pub(crate) use summary::summary;
pub(crate) use turns::message_item;

use revisions::Revisions;

use model::view::Problem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{mpsc, oneshot, watch};

/// A handle to an open conversation.
#[derive(Clone)]
pub(crate) struct Conversation {
    shared: Arc<Shared>,
    mailbox: mpsc::UnboundedSender<Message>,
}

/// What the driver and the readers share.
pub(crate) struct Shared {
    state: Mutex<State>,
    /// Which files were changed, made when somebody asks. Locked before the state.
    changes: Mutex<crate::changes::ChangeIndex>,
    /// The revision of the last change, and of the last one that must not wait.
    changed: watch::Sender<Changed>,
}

/// Revisions a reader waits for.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Changed {
    /// The last change.
    pub rev: u64,
    /// The last change that is shown at once: approvals, errors, ends of turns.
    pub urgent: u64,
}

impl Shared {
    pub(crate) fn new(state: State) -> Self {
        let changed = watch::Sender::new(state.revisions.changed());
        Self {
            state: Mutex::new(state),
            changes: Mutex::default(),
            changed,
        }
    }

    /// The state. Held for moments only, never over an await.
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        // A panic while it was held leaves counts and texts, no broken invariant.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells readers what changed.
    fn publish(&self, changed: Changed) {
        self.changed.send_if_modified(|now| {
            let newer = changed.rev > now.rev;
            if newer {
                *now = changed;
            }
            newer
        });
    }
}

impl Conversation {
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.shared.lock()
    }

    /// Which files were changed, as far as somebody has asked.
    pub(crate) fn changes(&self) -> MutexGuard<'_, crate::changes::ChangeIndex> {
        let lock = self.shared.changes.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn watch(&self) -> watch::Receiver<Changed> {
        self.shared.changed.subscribe()
    }

    /// Sends the driver a message and waits for its answer.
    pub(crate) async fn ask<T>(
        &self,
        message: impl FnOnce(oneshot::Sender<Result<T, Problem>>) -> Message,
    ) -> Result<T, Problem> {
        let (reply, answer) = oneshot::channel();
        self.mailbox
            .send(message(reply))
            .map_err(|_| crate::problem::busy())?;
        answer.await.map_err(|_| crate::problem::busy())?
    }

    /// Sends the driver a message that nobody waits for.
    pub(crate) fn tell(&self, message: Message) {
        // A driver that is gone has nothing left to do with it.
        let _ = self.mailbox.send(message);
    }
}
