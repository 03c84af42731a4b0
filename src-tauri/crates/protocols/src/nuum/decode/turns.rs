//! How turns begin and close: by a message, by `turn_accepted`, by output that
//! belongs to no open turn.

use super::Nuum;
use crate::nuum::turns::{OpenTurn, Said, Waiting};
use crate::nuum::{CHECK, CHECK_AFTER_QUEUE_MS, INTERRUPTED, LATE, LATE_MS};
use crate::out::Out;
use model::{Event, Turn, TurnId, TurnOrigin, TurnOutcome, Usage};

impl Nuum {
    /// Emitted when a message is received and processing begins; not by turns
    /// that the agent begins itself, nor by those of queued messages (field notes).
    pub(super) fn on_turn_accepted(&mut self, out: &mut Out) {
        self.nothing_is_owed(out);
        let over = self
            .turns
            .open
            .as_ref()
            .is_some_and(|turn| turn.interrupted.is_some());
        if over && !self.turns.waiting.is_empty() {
            // The next message is worked on: the interrupted turn has no result to come.
            self.end_turn(TurnOutcome::Stopped, None, out);
        }
        if self.turns.open.is_none() {
            self.begin(out);
        }
        if let Some(turn) = &mut self.turns.open {
            turn.behind = false;
            turn.accepted = true;
            turn.taken_up = true;
            turn.heard = true;
        }
        out.event(Event::Alive);
    }

    /// The turn that output belongs to; begins one where none is open. `None`
    /// for late words of a turn that was stopped.
    pub(super) fn turn_of_output(&mut self, out: &mut Out) -> Option<TurnId> {
        if self.turns.is_late() {
            if !std::mem::replace(&mut self.turns.late_told, true) {
                out.quiet(None, "What follows belongs to the turn that was stopped.");
            }
            return None;
        }
        if self.turns.open.is_none() {
            self.begin(out);
        }
        let turn = self.turns.open.as_mut()?;
        turn.heard = true;
        if !turn.taken_up && !turn.behind {
            turn.taken_up = true;
            out.event(Event::Alive);
        }
        Some(turn.id.clone())
    }

    /// Begins a turn that nobody announced: of the oldest message that waits,
    /// else the agent's own (an alarm, a finished task).
    pub(super) fn begin(&mut self, out: &mut Out) {
        let message = self.turns.waiting.pop_front();
        let origin = if message.is_some() {
            TurnOrigin::User
        } else {
            TurnOrigin::Agent
        };
        let (id, text) = match message {
            Some(Waiting { id, text }) if !self.turns.is_used(&id) => (id, text),
            Some(Waiting { text, .. }) => (self.own_name(), text),
            None => (self.own_name(), String::new()),
        };
        self.turns.open = Some(OpenTurn {
            id: id.clone(),
            message: text,
            accepted: origin == TurnOrigin::Agent,
            taken_up: origin == TurnOrigin::Agent,
            ..OpenTurn::default()
        });
        // The time is the host's to put.
        out.event(Event::TurnStarted {
            turn: Turn {
                id,
                origin,
                started_at: 0,
            },
        });
    }

    fn own_name(&mut self) -> TurnId {
        self.turns.named += 1;
        TurnId(format!("e{}/turn-{}", self.epoch.0, self.turns.named))
    }

    /// Closes what is open in the turn, then the turn; a message that waits is
    /// what the agent turns to next.
    pub(super) fn end_turn(&mut self, outcome: TurnOutcome, usage: Option<Usage>, out: &mut Out) {
        let Some(turn) = self.turns.close() else {
            return;
        };
        let reason = match outcome {
            TurnOutcome::Stopped => "stopped",
            _ => "the turn ended",
        };
        self.calls.close(reason, out);
        if turn.interrupted.is_some() {
            out.disarm(INTERRUPTED);
        }
        out.event(Event::TurnEnded {
            turn: turn.id,
            outcome,
            usage,
        });
        if std::mem::take(&mut self.turns.to_check) {
            out.disarm(CHECK);
        }
        if !self.turns.waiting.is_empty() {
            self.begin(out);
            self.check_in(CHECK_AFTER_QUEUE_MS, out);
        }
    }

    /// Ends the turn though the agent may still be at it: its last words may come.
    pub(super) fn end_early(&mut self, outcome: TurnOutcome, out: &mut Out) {
        self.turns.owed = true;
        self.turns.late_told = false;
        self.turns.late_said = Said::default();
        out.arm(LATE, LATE_MS);
        self.end_turn(outcome, None, out);
    }

    /// What the ended turn owed has come, or will not come any more. Answers
    /// whether it owed anything.
    pub(super) fn nothing_is_owed(&mut self, out: &mut Out) -> bool {
        let owed = std::mem::take(&mut self.turns.owed);
        if owed {
            out.disarm(LATE);
        }
        owed
    }

    /// The time in which a turn that was ended here might still have spoken.
    pub(super) fn late_is_over(&mut self) {
        self.turns.owed = false;
    }
}
