//! The tool calls of one process: from the request, or the running, to the result.

use super::turns::Turns;
use crate::out::Out;
use model::{
    AllowScope, ApprovalKey, ApprovalState, Decision, Event, ExpiryReason, ItemChange, ItemId,
    Output, Resolution, ToolState, TurnId,
};
use std::collections::{BTreeSet, HashMap};

/// Finished calls outside any turn that are remembered.
const REMEMBERED: usize = 4096;

/// One call, by the agent's id of it.
#[derive(Debug)]
pub(super) struct Call {
    /// The item that shows it.
    pub(super) item: ItemId,
    /// Counts calls: the order they are closed in.
    order: u32,
    /// The turn, where it is an open one.
    pub(super) turn: Option<TurnId>,
    pub(super) name: String,
    pub(super) phase: Phase,
    /// The request, where there was one.
    pub(super) asked: Option<Asked>,
}

/// What was asked about a call.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) key: ApprovalKey,
    pub(super) raw_args: String,
    pub(super) category: Option<String>,
}

/// How far a call is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Phase {
    /// Waits for an answer.
    Pending,
    /// Nobody can answer any more; the agent has not closed it yet.
    Expired,
    /// "Go on" was sent.
    Allowed(AllowScope),
    /// "Don't" was sent, with this reason.
    Denied(String),
    /// It runs.
    Running,
    /// It is over. Remembered, because a denied one that runs afterwards is an alarm (F078).
    Over { may_not_run: bool },
}

/// The user stopped the turn.
pub(super) const STOPPED: Ending = Ending {
    words: "stopped",
    expiry: ExpiryReason::Stopped,
};

/// Why something open is closed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ending {
    pub(super) words: &'static str,
    pub(super) expiry: ExpiryReason,
}

/// All calls that may still be heard of.
#[derive(Debug, Default)]
pub(super) struct Calls {
    by_id: HashMap<String, Call>,
    limit: usize,
    /// Calls so far.
    count: u32,
    /// The tool of the newest call.
    pub(super) last_name: Option<String>,
    /// Requests so far.
    pub(super) requests: u32,
    /// Categories the user let pass by the protocol's own "always".
    pub(super) always: BTreeSet<String>,
}

impl Calls {
    pub(super) fn get_mut(&mut self, call_id: &str) -> Option<&mut Call> {
        self.by_id.get_mut(call_id)
    }

    /// Remembers a call; an older one of the same id is forgotten.
    pub(super) fn put(
        &mut self,
        call_id: &str,
        item: ItemId,
        turn: Option<TurnId>,
        name: String,
        phase: Phase,
        asked: Option<Asked>,
    ) -> &Call {
        if self.by_id.len() >= self.limit.max(REMEMBERED) {
            self.by_id.retain(|_, call| !call.is_over());
            // Doubling keeps a flood of open calls from being looked through each time.
            self.limit = self.by_id.len() * 2;
        }
        self.count += 1;
        self.last_name = Some(name.clone());
        let call = Call {
            item,
            order: self.count,
            turn,
            name,
            phase,
            asked,
        };
        self.by_id
            .entry(call_id.to_owned())
            .insert_entry(call)
            .into_mut()
    }

    /// The call a pending request asks about.
    pub(super) fn pending(&mut self, key: &ApprovalKey) -> Option<&mut Call> {
        self.by_id.get_mut(&key.call_id).filter(|call| {
            call.phase == Phase::Pending
                && call.asked.as_ref().is_some_and(|asked| asked.key == *key)
        })
    }

    /// Whether a call of this turn waits for an answer.
    pub(super) fn waits(&self, turn: &TurnId) -> bool {
        self.by_id
            .values()
            .any(|call| call.phase == Phase::Pending && call.turn.as_ref() == Some(turn))
    }

    /// Expires every pending request; the calls stay open until the agent closes them.
    pub(super) fn expire_all(&mut self, ending: Ending, out: &mut Out) {
        for call in in_order(self.by_id.values_mut()) {
            if call.phase == Phase::Pending {
                call.phase = Phase::Expired;
                call.resolve(
                    ApprovalState::Expired {
                        reason: ending.expiry,
                    },
                    out,
                );
                call.show(
                    ToolState::Cancelled {
                        reason: ending.words.to_owned(),
                    },
                    out,
                );
            }
        }
    }

    /// Closes the calls of a turn (`None`: all calls) and forgets them.
    pub(super) fn close(&mut self, turn: Option<&TurnId>, ending: Ending, out: &mut Out) {
        let hit = |call: &Call| turn.is_none() || call.turn.as_ref() == turn;
        for call in in_order(self.by_id.values_mut().filter(|call| hit(call))) {
            call.end(ending, out);
        }
        self.by_id.retain(|_, call| !hit(call));
    }
}

fn in_order<'c>(calls: impl Iterator<Item = &'c mut Call>) -> Vec<&'c mut Call> {
    let mut calls: Vec<_> = calls.collect();
    model::order::sort_by_key(&mut calls, |call| call.order);
    calls
}

impl Call {
    /// Tells how its request was settled; nothing where there was none.
    pub(super) fn resolve(&self, state: ApprovalState, out: &mut Out) {
        if let Some(asked) = &self.asked {
            out.event(Event::ApprovalResolved {
                key: asked.key.clone(),
                // Who answered is the host's to know.
                resolution: Resolution {
                    state,
                    by: String::new(),
                },
            });
        }
    }

    /// The agent acted on the answer, if one was sent.
    pub(super) fn confirm(&self, out: &mut Out) {
        if let Some(decision) = self.decision() {
            self.resolve(ApprovalState::Confirmed { decision }, out);
        }
    }

    fn decision(&self) -> Option<Decision> {
        match &self.phase {
            Phase::Allowed(scope) => Some(Decision::Allow { scope: *scope }),
            Phase::Denied(reason) => Some(Decision::Deny {
                reason: reason.clone(),
            }),
            _ => None,
        }
    }

    /// Shows a new state.
    pub(super) fn show(&self, state: ToolState, out: &mut Out) {
        out.update(&self.item, ItemChange::ToolState { state });
    }

    /// Whether it has ended.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over { .. })
    }

    /// It runs. `unasked`: without the user's leave, which voids what was asked.
    pub(super) fn run(&mut self, unasked: bool, out: &mut Out) {
        if !unasked {
            self.confirm(out);
        } else if matches!(self.phase, Phase::Pending | Phase::Denied(_)) {
            let reason = ExpiryReason::ProtocolViolation;
            self.resolve(ApprovalState::Expired { reason }, out);
        }
        self.show(ToolState::Running { unasked }, out);
        self.phase = Phase::Running;
    }

    /// It is refused because its id stands for two calls (F070).
    pub(super) fn violate(&mut self, words: &str, out: &mut Out) {
        let reason = ExpiryReason::ProtocolViolation;
        self.resolve(ApprovalState::Expired { reason }, out);
        self.show(
            ToolState::Cancelled {
                reason: words.to_owned(),
            },
            out,
        );
        self.over(true, out);
    }

    /// Shows what it gave, and that it is over.
    pub(super) fn give(
        &mut self,
        state: ToolState,
        output: Output,
        may_not_run: bool,
        out: &mut Out,
    ) {
        out.update(&self.item, ItemChange::ToolOutput { state, output });
        self.over(may_not_run, out);
    }

    /// It is over.
    pub(super) fn over(&mut self, may_not_run: bool, out: &mut Out) {
        out.complete(&self.item);
        self.phase = Phase::Over { may_not_run };
    }

    /// Closes it because what it is part of ends.
    pub(super) fn end(&mut self, ending: Ending, out: &mut Out) {
        let cancelled = ToolState::Cancelled {
            reason: ending.words.to_owned(),
        };
        let state = match &self.phase {
            Phase::Over { .. } => return,
            Phase::Pending => {
                self.resolve(
                    ApprovalState::Expired {
                        reason: ending.expiry,
                    },
                    out,
                );
                cancelled
            }
            Phase::Denied(reason) => ToolState::Denied {
                reason: reason.clone(),
            },
            Phase::Expired | Phase::Allowed(_) | Phase::Running => cancelled,
        };
        // An answer was sent and nothing came of it that could be seen.
        if let Some(decision) = self.decision() {
            self.resolve(ApprovalState::DeliveryUnknown { decision }, out);
        }
        self.show(state, out);
        self.over(true, out);
    }
}

/// Completes the open text of the turn at this place: what follows is another item.
pub(super) fn interrupt_prose(turns: &mut Turns, place: Option<usize>, out: &mut Out) {
    if let Some(turn) = place.and_then(|index| turns.open.get_mut(index)) {
        turn.prose.close(out);
    }
}
