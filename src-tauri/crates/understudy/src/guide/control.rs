//! Where the thread that reads commands and the thread that answers meet: stop, end of input,
//! approvals, mode.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::permission::{Category, Permission};
use super::wire::Scope;

/// The user stopped the turn. Travels up by `?` to the place that ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stopped;

/// The user's word on one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    Approved,
    Denied(String),
    /// Standard input ended, so nobody can answer any more.
    Abandoned,
}

#[derive(Default)]
struct State {
    busy: bool,
    stopping: bool,
    closed_at: Option<Instant>,
    permission: Permission,
    thinking: bool,
    /// Calls that wait, with their category and, once given, the answer.
    pending: BTreeMap<String, (Category, Option<Answer>)>,
}

/// Shared by the two threads.
pub(crate) struct Control {
    state: Mutex<State>,
    bell: Condvar,
}

impl Control {
    pub(crate) fn new(permission: Permission) -> Self {
        Self {
            state: Mutex::new(State {
                permission,
                thinking: true,
                ..State::default()
            }),
            bell: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads or changes the permission.
    pub(crate) fn permission<T>(&self, with: impl FnOnce(&mut Permission) -> T) -> T {
        with(&mut self.lock().permission)
    }

    pub(crate) fn thinking(&self) -> bool {
        self.lock().thinking
    }

    pub(crate) fn set_thinking(&self, on: bool) {
        self.lock().thinking = on;
    }

    /// A new turn starts: an old stop means nothing to it.
    pub(crate) fn begin_turn(&self) {
        let mut state = self.lock();
        state.busy = true;
        state.stopping = false;
        state.pending.clear();
    }

    /// Must come before `stream_end` is sent: the host may answer that with the next message.
    pub(crate) fn end_turn(&self) {
        self.lock().busy = false;
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.lock().busy
    }

    pub(crate) fn stop(&self) {
        self.lock().stopping = true;
        self.bell.notify_all();
    }

    /// Standard input ended.
    pub(crate) fn close(&self) {
        self.lock().closed_at.get_or_insert_with(Instant::now);
        self.bell.notify_all();
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.lock().stopping
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.lock().closed_at.is_some()
    }

    /// How long ago standard input ended.
    pub(crate) fn closed_for(&self) -> Option<Duration> {
        self.lock().closed_at.map(|at| at.elapsed())
    }

    /// Waits so long, unless the user stops the turn. After the end of input nobody watches the
    /// text appear, so there is no wait.
    pub(crate) fn rest(&self, time: Duration) -> Result<(), Stopped> {
        let until = Instant::now() + time;
        let mut state = self.lock();
        loop {
            if state.stopping {
                return Err(Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || state.closed_at.is_some() {
                return Ok(());
            }
            state = self
                .bell
                .wait_timeout(state, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }

    /// As [`Self::rest`], but also after the end of input. For looking again later.
    pub(crate) fn pause(&self, time: Duration) -> Result<(), Stopped> {
        let state = self.lock();
        let (state, _) = self
            .bell
            .wait_timeout_while(state, time, |state| !state.stopping)
            .unwrap_or_else(PoisonError::into_inner);
        if state.stopping { Err(Stopped) } else { Ok(()) }
    }

    /// A call begins to wait. Must come before its `tool_request` is sent: the answer may be quick.
    pub(crate) fn expect_answer(&self, call_id: &str, category: Category) {
        self.lock()
            .pending
            .insert(call_id.to_owned(), (category, None));
    }

    /// Takes the host's answer. `false`: no such call waits.
    pub(crate) fn answer(&self, call_id: &str, answer: Answer, scope: Scope) -> bool {
        let mut state = self.lock();
        let Some((category, slot @ None)) = state.pending.get_mut(call_id) else {
            return false;
        };
        let category = *category;
        let approved = answer == Answer::Approved;
        *slot = Some(answer);
        if approved && scope == Scope::Always {
            state.permission.always(category);
        }
        drop(state);
        self.bell.notify_all();
        true
    }

    /// The next answer to any waiting call, in the order given. [`Stopped`] withdraws them all:
    /// the caller then asks [`Self::withdraw`] which.
    pub(crate) fn next_answer(&self) -> Result<(String, Answer), Stopped> {
        let mut state = self.lock();
        loop {
            if state.stopping {
                return Err(Stopped);
            }
            let ready = state
                .pending
                .iter()
                .find(|(_, (_, answer))| answer.is_some())
                .map(|(id, _)| id.clone());
            if let Some(id) = ready
                && let Some((_, Some(answer))) = state.pending.remove(&id)
            {
                return Ok((id, answer));
            }
            if state.closed_at.is_some()
                && let Some((id, _)) = state.pending.pop_first()
            {
                return Ok((id, Answer::Abandoned));
            }
            state = self
                .bell
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes back every call that still waits, and names them.
    pub(crate) fn withdraw(&self) -> Vec<String> {
        std::mem::take(&mut self.lock().pending)
            .into_keys()
            .collect()
    }
}
