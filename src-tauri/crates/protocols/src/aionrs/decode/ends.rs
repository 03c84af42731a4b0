//! How turns end: `stream_end`, `error`, and the time after an error.

use super::Aionrs;
use crate::aionrs::calls::{Ending, STOPPED};
use crate::aionrs::turns::TurnFault;
use crate::aionrs::wire::Tokens;
use crate::aionrs::{AFTER_ERROR, AFTER_ERROR_MS};
use crate::out::Out;
use model::{AgentFault, Event, ExpiryReason, TurnOutcome, Usage};

impl Aionrs {
    pub(super) fn on_stream_end(
        &mut self,
        msg_id: Option<&str>,
        tokens: Option<Tokens>,
        out: &mut Out,
    ) {
        let usage = self.session.usage.read(tokens);
        let Some(index) = self.turns.place(msg_id) else {
            self.turns.close_stray(msg_id, out);
            out.quiet(
                None,
                msg_id.map_or("A “stream_end” that names no turn.".to_owned(), |id| {
                    format!("A “stream_end” of “{id}”, which is no open turn.")
                }),
            );
            return;
        };
        let turn = &mut self.turns.open[index];
        let outcome = if turn.stopping {
            TurnOutcome::Stopped
        } else if let Some(fault) = turn.fault.take() {
            TurnOutcome::Failed {
                message: fault.message,
            }
        } else {
            TurnOutcome::Completed
        };
        self.end_turn(index, outcome, usage, out);
    }

    /// §1.10 and the field notes: shown at once; the turn then has a short time to go on or to end.
    pub(super) fn on_error(
        &mut self,
        msg_id: Option<&str>,
        code: &str,
        message: &str,
        retryable: Option<bool>,
        out: &mut Out,
    ) {
        let fault = AgentFault {
            code: code.to_owned(),
            message: message.to_owned(),
            retryable,
            detail: None,
        };
        let named = msg_id.and_then(|id| self.turns.place(Some(id)));
        let mut place = named.or_else(|| self.turns.only());
        // A refused command (§4.1) names no turn. It is this turn's only where
        // nothing was heard of it yet: then it is its message that was refused.
        if code == "protocol_error" && named.is_none() {
            place = place.filter(|index| !self.turns.open[*index].seen);
        }
        let Some(index) = place else {
            out.fault(None, fault);
            return;
        };
        let turn = &mut self.turns.open[index];
        let id = turn.id.clone();
        // A failed tool is the model's to deal with.
        if code == "tool_error" {
            self.turns.goes_on(index, out);
            out.fault(Some(&id), fault);
            return;
        }
        turn.in_grace = true;
        turn.fault = Some(TurnFault {
            message: message.to_owned(),
            is_final: retryable == Some(false),
        });
        out.fault(Some(&id), fault);
        out.arm(AFTER_ERROR, AFTER_ERROR_MS);
    }

    /// The time after an error is over.
    pub(super) fn after_error(&mut self, out: &mut Out) {
        let mut index = 0;
        let mut asking = false;
        while let Some(turn) = self.turns.open.get_mut(index) {
            if !turn.in_grace {
                index += 1;
            } else if self.calls.waits(&turn.id) {
                // The agent still waits for the user: the turn is not over. Look again later.
                asking = true;
                index += 1;
            } else {
                turn.in_grace = false;
                let message = turn
                    .fault
                    .take()
                    .map(|fault| fault.message)
                    .unwrap_or_default();
                let outcome = if turn.stopping {
                    TurnOutcome::Stopped
                } else {
                    TurnOutcome::Failed { message }
                };
                self.end_turn(index, outcome, None, out);
            }
        }
        if asking {
            out.arm(AFTER_ERROR, AFTER_ERROR_MS);
        }
    }

    /// Closes what is open in a turn, then the turn.
    pub(super) fn end_turn(
        &mut self,
        index: usize,
        outcome: TurnOutcome,
        usage: Option<Usage>,
        out: &mut Out,
    ) {
        let mut turn = self.turns.remove(index);
        turn.prose.close(out);
        let ending = if turn.stopping {
            STOPPED
        } else {
            Ending {
                words: "the turn ended",
                expiry: ExpiryReason::TurnEnded,
            }
        };
        self.calls.close(Some(&turn.id), ending, out);
        if turn.in_grace {
            self.turns.rest(out);
        }
        out.event(Event::TurnEnded {
            turn: turn.id,
            outcome,
            usage,
        });
    }
}
