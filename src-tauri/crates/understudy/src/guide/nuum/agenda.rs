//! What there is to do: messages that wait, background tasks, alarms. One lock, so that what the
//! host is told (`queued`, `injected`, `tasks`) is in the order in which it came about.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use super::clock::{iso, now_ms};
use super::identity::Alarm;
use crate::guide::control::Control;

/// Why a turn begins.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// The user wrote. `queued`: the host was told that the message waits.
    Message { text: String, queued: bool },
    /// A background task has something to say.
    Finding { topic: String, found: String },
    /// An alarm is due.
    Alarm(Alarm),
}

/// A search in the background.
pub(super) struct Task {
    pub(super) id: String,
    pub(super) topic: String,
    pub(super) created_ms: u64,
    /// Stops it.
    pub(super) control: Arc<Control>,
}

#[derive(Default)]
pub(super) struct State {
    pub(super) running: bool,
    /// Messages, and whether the host was told that they wait.
    pub(super) queue: VecDeque<(String, bool)>,
    findings: VecDeque<(String, String)>,
    pub(super) tasks: Vec<Task>,
    pub(super) alarms: Vec<Alarm>,
    closed: bool,
}

impl State {
    /// The tasks of a `tasks` snapshot.
    pub(super) fn snapshot(&self) -> Vec<Value> {
        let tasks = self.tasks.iter().map(|task| {
            json!({"id": task.id, "type": "research", "description": task.topic,
                   "status": "running", "createdAt": iso(task.created_ms)})
        });
        let alarms = self.alarms.iter().map(|alarm| {
            json!({"id": alarm.id, "type": "alarm", "description": alarm.text,
                   "status": "pending", "firesAt": iso(alarm.fires_ms)})
        });
        tasks.chain(alarms).collect()
    }

    /// Ends everything that waits or searches; whether there was anything.
    pub(super) fn cancel_all(&mut self) -> bool {
        let any = !self.tasks.is_empty() || !self.alarms.is_empty();
        self.tasks.drain(..).for_each(|task| task.control.stop());
        self.alarms.clear();
        any
    }
}

#[derive(Default)]
pub(super) struct Agenda {
    state: Mutex<State>,
    bell: Condvar,
}

impl Agenda {
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A message came. `wait` is called with its place in the queue when a turn is under way.
    pub(super) fn hear(&self, text: String, wait: impl FnOnce(usize, &str)) {
        let mut state = self.lock();
        let waits = state.running || !state.queue.is_empty();
        if waits {
            wait(state.queue.len() + 1, &text);
        }
        state.queue.push_back((text, waits));
        self.bell.notify_all();
    }

    /// Messages that came during the turn; `tell` comes before they are gone from the queue.
    pub(super) fn inject(&self, tell: impl FnOnce(&[String])) -> Vec<String> {
        let mut state = self.lock();
        let texts: Vec<String> = state.queue.drain(..).map(|(text, _)| text).collect();
        if !texts.is_empty() {
            tell(&texts);
        }
        texts
    }

    /// A background task ended. `tell` gets the tasks that are left; nothing happens for one that
    /// was cancelled.
    pub(super) fn finish(&self, id: &str, found: String, tell: impl FnOnce(&State)) {
        let mut state = self.lock();
        let Some(at) = state.tasks.iter().position(|task| task.id == id) else {
            return;
        };
        let task = state.tasks.remove(at);
        state.findings.push_back((task.topic, found));
        tell(&state);
        self.bell.notify_all();
    }

    /// Something else changed, such as the alarms.
    pub(super) fn change<T>(&self, with: impl FnOnce(&mut State) -> T) -> T {
        let done = with(&mut self.lock());
        self.bell.notify_all();
        done
    }

    /// The input ended: what is asked is still answered, then it is over.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.tasks.drain(..).for_each(|task| task.control.stop());
        self.bell.notify_all();
    }

    /// The turn is over, all but its result. Must come before that is sent: the host may answer it
    /// with the next message, which then has not to wait.
    pub(super) fn rest(&self) {
        self.lock().running = false;
    }

    /// Ends the last turn and waits for the next; `None` when there will be none. `begin` is
    /// called before anybody else can see that a turn runs.
    pub(super) fn next(&self, begin: impl FnOnce()) -> Option<Start> {
        let mut state = self.lock();
        state.running = false;
        loop {
            let now = now_ms();
            let start = if let Some((text, queued)) = state.queue.pop_front() {
                Some(Start::Message { text, queued })
            } else if state.closed {
                return None;
            } else if let Some((topic, found)) = state.findings.pop_front() {
                Some(Start::Finding { topic, found })
            } else {
                let due = state.alarms.iter().position(|alarm| alarm.fires_ms <= now);
                due.map(|at| Start::Alarm(state.alarms.remove(at)))
            };
            if let Some(start) = start {
                state.running = true;
                begin();
                return Some(start);
            }
            let next = state.alarms.iter().map(|alarm| alarm.fires_ms).min();
            // The clock may be set meanwhile: look again now and then.
            let wait = next
                .map_or(u64::MAX, |at| at.saturating_sub(now))
                .min(60_000);
            state = self
                .bell
                .wait_timeout(state, Duration::from_millis(wait))
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }
}
