//! `interrupted`: the agent stops. What comes then depends on what ran (field
//! notes): a result seconds later, or none ever. So the turn ends by its result,
//! by an answer that nothing runs, or after a limit, whatever comes first.

use super::Nuum;
use crate::nuum::{INTERRUPTED, INTERRUPTED_MS};
use crate::out::Out;
use model::TurnOutcome;

impl Nuum {
    pub(super) fn on_interrupted(&mut self, out: &mut Out) {
        match &mut self.turns.open {
            Some(turn) if turn.interrupted.is_none() => {
                turn.interrupted = Some(0);
                turn.heard = true;
                out.arm(INTERRUPTED, INTERRUPTED_MS[0]);
            }
            Some(turn) => {
                let id = turn.id.clone();
                out.quiet(
                    Some(&id),
                    "The agent said once more that it is interrupted.",
                );
            }
            None => out.quiet(None, "The agent said that it is interrupted; no turn ran."),
        }
    }

    pub(super) fn after_interrupted(&mut self, out: &mut Out) {
        let Some(turn) = &mut self.turns.open else {
            return;
        };
        let Some(steps) = &mut turn.interrupted else {
            return;
        };
        *steps += 1;
        match INTERRUPTED_MS.get(*steps) {
            Some(&wait) => {
                self.ask_status(out);
                out.arm(INTERRUPTED, wait);
            }
            None => self.end_early(TurnOutcome::Stopped, out),
        }
    }
}
