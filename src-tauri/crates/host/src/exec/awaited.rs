//! Which turn is that of a message, and what its end means.

use super::{AGENT_ENDED, COMPLETED, FAILED, INTERRUPTED, NOT_STARTED, TIMED_OUT, USAGE};
use crate::conversation::message_item;
use model::{Delivery, Event, ItemBody, ItemChange, ItemId, TurnId, TurnOrigin, TurnOutcome};

/// A message on its way. An agent may begin turns of its own beside it, and may
/// take it up in the running one or after it.
#[derive(Default)]
pub(super) struct Awaited {
    item: Option<ItemId>,
    delivery: Option<Delivery>,
    /// The one that is to end; none while it has not begun.
    turn: Option<TurnId>,
    no_start: Option<i32>,
}

impl Awaited {
    /// Takes in what happens; the exit code once it is over.
    pub(super) fn over(&mut self, event: &Event) -> Option<i32> {
        match event {
            Event::ItemStarted { item } if self.item.is_none() => {
                if let ItemBody::User { delivery, .. } = &item.body {
                    self.item = Some(item.id.clone());
                    self.delivery = Some(*delivery);
                    self.turn.clone_from(&item.turn);
                }
            }
            Event::ItemUpdated {
                id,
                change: ItemChange::Delivery { delivery },
            } if self.item.as_ref() == Some(id) => {
                self.delivery = Some(*delivery);
                // The turn it missed is over, and it gets none of its own.
                if self.turn.is_none() && *delivery == Delivery::Undelivered {
                    return Some(AGENT_ENDED);
                }
            }
            // It missed the turn it was sent in. No other message is on its way.
            Event::TurnStarted { turn }
                if self.is_known() && self.turn.is_none() && turn.origin == TurnOrigin::User =>
            {
                self.turn = Some(turn.id.clone());
                self.delivery = None;
            }
            Event::ProcessExited { .. } if self.is_known() && self.turn.is_none() => {
                return Some(AGENT_ENDED);
            }
            Event::Fault { fault, .. } => {
                self.no_start = self.no_start.or(no_start_code(&fault.code));
            }
            Event::TurnEnded { turn, outcome, .. } if self.turn.as_ref() == Some(turn) => {
                let gone = matches!(outcome, TurnOutcome::AgentExited { .. });
                match self.delivery {
                    Some(Delivery::QueuedByAgent) if !gone => self.turn = None,
                    // An agent that answers without reading has not got its own turn's message.
                    Some(Delivery::Undelivered)
                        if *outcome == TurnOutcome::Completed
                            && self.item != Some(message_item(turn)) =>
                    {
                        return Some(FAILED);
                    }
                    _ => return Some(self.code(outcome)),
                }
            }
            _ => {}
        }
        None
    }

    /// Whether the message is in the transcript: it waits for no other turn's end.
    pub(super) fn is_known(&self) -> bool {
        self.item.is_some()
    }

    /// What such an end of a turn means.
    pub(super) fn code(&self, outcome: &TurnOutcome) -> i32 {
        match outcome {
            TurnOutcome::Completed => COMPLETED,
            TurnOutcome::Failed { .. } => self.no_start.unwrap_or(FAILED),
            TurnOutcome::AgentExited { .. } | TurnOutcome::Unfinished => {
                self.no_start.unwrap_or(AGENT_ENDED)
            }
            TurnOutcome::TimedOut { .. } => TIMED_OUT,
            TurnOutcome::Stopped | TurnOutcome::Interrupted => INTERRUPTED,
        }
    }
}

/// What a fault says of a start that did not come about; none for any other.
fn no_start_code(fault: &str) -> Option<i32> {
    let (family, _) = fault.split_once('.')?;
    match family {
        "profile" => Some(USAGE),
        "start" => Some(NOT_STARTED),
        _ => matches!(fault, "agent.start" | "protocol.version").then_some(NOT_STARTED),
    }
}
