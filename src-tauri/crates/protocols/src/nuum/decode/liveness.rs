//! Whether the agent is there, and whether its turn still runs: `heartbeat`,
//! `status`, and the timers that ask.

use super::Nuum;
use crate::nuum::{ANSWER, ANSWER_SECS, CHECK, HEARTBEAT, HEARTBEAT_MS};
use crate::out::Out;
use model::{Event, TurnId};
use serde_json::json;
use std::collections::VecDeque;

/// Questions about the status that are remembered. An agent that answers none of
/// so many answers none at all.
const ASKED: usize = 16;

/// What is not answered yet.
#[derive(Debug, Default)]
pub(in crate::nuum) struct Liveness {
    /// A heartbeat was sent and not answered.
    waits: bool,
    /// For so many seconds; 0 while the time has not run out.
    silent_secs: u32,
    /// It was said that the agent does not respond.
    told: bool,
    /// The turns that were open when the status was asked for, oldest first.
    asked: VecDeque<Option<TurnId>>,
}

impl Nuum {
    /// Sends a heartbeat. One that is not answered stays the one that is waited for.
    pub(in crate::nuum) fn send_heartbeat(&mut self, out: &mut Out) {
        out.send(&json!({"type": "control", "action": "heartbeat"}));
        if !std::mem::replace(&mut self.liveness.waits, true) {
            out.arm(ANSWER, u64::from(ANSWER_SECS) * 1000);
        }
    }

    /// The time of the next heartbeat has come. A turn that was silent since the
    /// last one is asked after.
    pub(super) fn beat(&mut self, out: &mut Out) {
        self.send_heartbeat(out);
        out.arm(HEARTBEAT, HEARTBEAT_MS);
        let silent = match &mut self.turns.open {
            Some(turn) => !std::mem::take(&mut turn.heard),
            None => false,
        };
        if silent {
            self.ask_status(out);
        }
    }

    /// F033: said, and said again; nothing is ended by it.
    pub(super) fn no_answer(&mut self, out: &mut Out) {
        let liveness = &mut self.liveness;
        if !liveness.waits {
            return;
        }
        liveness.silent_secs += ANSWER_SECS;
        liveness.told = true;
        out.event(Event::NotResponding {
            seconds: liveness.silent_secs,
        });
        out.arm(ANSWER, u64::from(ANSWER_SECS) * 1000);
    }

    pub(super) fn on_heartbeat_ack(&mut self, out: &mut Out) {
        let liveness = &mut self.liveness;
        if std::mem::take(&mut liveness.waits) {
            out.disarm(ANSWER);
        }
        liveness.silent_secs = 0;
        liveness.told = false;
        out.event(Event::Alive);
    }

    /// Any line takes back that the agent does not respond; only an answer stops
    /// the waiting for one.
    pub(super) fn is_there(&mut self, out: &mut Out) {
        if std::mem::take(&mut self.liveness.told) {
            self.liveness.silent_secs = 0;
            out.event(Event::Alive);
        }
    }

    /// Asks what runs.
    pub(in crate::nuum) fn ask_status(&mut self, out: &mut Out) {
        out.send(&json!({"type": "control", "action": "status"}));
        let asked = &mut self.liveness.asked;
        if asked.len() >= ASKED {
            asked.clear();
        }
        asked.push_back(self.turns.id().cloned());
    }

    /// The open turn may be over, or never have begun: look at it after this time.
    pub(super) fn check_in(&mut self, after_ms: u64, out: &mut Out) {
        self.turns.to_check = true;
        out.arm(CHECK, after_ms);
    }

    /// That time is over: ask, unless the turn goes on.
    pub(super) fn check(&mut self, out: &mut Out) {
        self.turns.to_check = false;
        let doubtful = self
            .turns
            .open
            .as_ref()
            .is_some_and(|turn| !turn.taken_up || turn.fault.is_some());
        if doubtful {
            self.ask_status(out);
        }
    }

    /// The answers come in the order of the questions. One to a question asked in
    /// an earlier turn says nothing of this one.
    pub(super) fn on_status(&mut self, running: Option<bool>, queued: Option<u64>, out: &mut Out) {
        out.event(Event::Alive);
        let asked = self.liveness.asked.pop_front().flatten();
        let Some(turn) = &self.turns.open else {
            return;
        };
        if running != Some(false) || asked.as_ref() != Some(&turn.id) {
            return;
        }
        // Between two turns nothing runs: what is queued comes next.
        let comes_next = turn.interrupted.is_none() && queued.is_some_and(|count| count > 0);
        if !comes_next {
            self.ended_by_status(out);
        }
    }
}
