//! Messages that came during a turn: `queued` and `injected` ("Mid-Turn Message Injection").

use super::Nuum;
use crate::out::Out;
use model::Event;

impl Nuum {
    pub(super) fn on_queued(&mut self, position: u32, out: &mut Out) {
        if self.turns.waiting.is_empty()
            && let Some(turn) = &mut self.turns.open
            && !turn.accepted
        {
            // A message for an idle agent, which had begun a turn of its own
            // meanwhile. What was heard so far was of that one.
            turn.behind = true;
            turn.taken_up = false;
        }
        out.event(Event::QueuedByAgent { position });
    }

    /// The messages are part of the running turn now, oldest first.
    pub(super) fn on_injected(&mut self, count: u32, out: &mut Out) {
        let turns = &mut self.turns;
        let mut left = count as usize;
        if let Some(turn) = turns.open.as_mut().filter(|turn| turn.behind) {
            turn.behind = false;
            turn.taken_up = true;
            left = left.saturating_sub(1);
        }
        turns.waiting.drain(..left.min(turns.waiting.len()));
        if let Some(turn) = &mut turns.open {
            turn.heard = true;
        }
        out.event(Event::Injected { count });
    }
}
