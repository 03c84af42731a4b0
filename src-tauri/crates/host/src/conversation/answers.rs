//! Answering a request: one answer, for what was shown, on disk before it is sent.

use super::driver::Driver;
use archive::Durability;
use model::view::Problem;
use model::{
    ApprovalAnswer, ApprovalState, Command, Decision, Event, ItemChange, Resolution, ToolState,
};
use std::time::{Duration, Instant};

/// How long a card must have been in view before "allow" counts (security §3).
pub(crate) const ARMING: Duration = Duration::from_millis(700);

/// A viewer that is not a window: an explicit word on stdin, a test. Nothing to arm.
pub(crate) const NOT_A_WINDOW: &str = "";

impl Driver {
    /// Takes an answer. The order is what makes it safe: checked, taken out of
    /// the pending ones (a second answer finds nothing), on disk, then sent.
    pub(super) async fn answer(
        &mut self,
        viewer: &str,
        answer: ApprovalAnswer,
        by: &str,
    ) -> Result<(), Problem> {
        let command = {
            let mut state = self.shared.lock();
            let Some(pending) = state.pending.get(&answer.key) else {
                return Err(settled(&state, &answer));
            };
            if pending.args_sha256 != answer.args_sha256 {
                tracing::warn!(key = %answer.key.id(), "an answer for other arguments than those asked");
                return Err(crate::problem(
                    "argumentsDiffer",
                    "What was shown is not what the agent asked for. Nothing was answered; look at the request again.",
                ));
            }
            let allows = matches!(answer.decision, Decision::Allow { .. });
            if allows && viewer != NOT_A_WINDOW && !armed(pending.shown.get(viewer)) {
                return Err(crate::problem(
                    "tooEarly",
                    "The request has only just appeared. Look at it, then allow it.",
                ));
            }
            let item = pending.item.clone();
            state.pending.remove(&answer.key);
            state.record(Event::ApprovalResolved {
                key: answer.key.clone(),
                resolution: Resolution {
                    state: ApprovalState::Sent {
                        decision: answer.decision.clone(),
                    },
                    by: by.to_owned(),
                },
            });
            match answer.decision.clone() {
                Decision::Allow { scope } => Command::Allow {
                    key: answer.key.clone(),
                    scope,
                },
                Decision::Deny { reason } => {
                    state.record(Event::ItemUpdated {
                        id: item,
                        change: ItemChange::ToolState {
                            state: ToolState::Denied {
                                reason: reason.clone(),
                            },
                        },
                    });
                    Command::Deny {
                        key: answer.key.clone(),
                        reason,
                    }
                }
            }
        };
        self.show();
        self.recorded().await;
        let Some(agent) = &mut self.agent else {
            self.unknown_delivery(&answer);
            return Err(expired());
        };
        match agent.adapter.encode(&command) {
            Ok(effects) => {
                self.carry_out(effects);
                Ok(())
            }
            Err(refusal) => {
                self.unknown_delivery(&answer);
                Err(crate::problem("refused", refusal.reason))
            }
        }
    }

    /// The decision is on disk. Where the disk refuses it, it is still the user's
    /// decision and goes on; the archive's own banner tells of the disk.
    async fn recorded(&mut self) {
        self.shared.lock().flush_delta();
        if let Some(receipt) = self.submit(Durability::Now) {
            self.on_disk(receipt).await;
        }
    }

    fn unknown_delivery(&mut self, answer: &ApprovalAnswer) {
        self.shared.lock().record(Event::ApprovalResolved {
            key: answer.key.clone(),
            resolution: Resolution {
                state: ApprovalState::DeliveryUnknown {
                    decision: answer.decision.clone(),
                },
                by: String::new(),
            },
        });
    }
}

fn armed(shown: Option<&Instant>) -> bool {
    shown.is_some_and(|at| at.elapsed() >= ARMING)
}

fn expired() -> Problem {
    crate::problem(
        "expired",
        "This request can't be answered any more: the agent ended, the turn ended, or it took the request back.",
    )
}

fn settled(state: &super::State, answer: &ApprovalAnswer) -> Problem {
    let record = state
        .transcript
        .approval_place(&answer.key)
        .and_then(|place| state.transcript.item(place))
        .and_then(|item| match &item.body {
            model::ItemBody::Tool(call) => call.approval.as_ref(),
            _ => None,
        });
    match record.map(|record| &record.state) {
        Some(
            ApprovalState::Sent { .. }
            | ApprovalState::Confirmed { .. }
            | ApprovalState::DeliveryUnknown { .. },
        ) => crate::problem(
            "alreadyDecided",
            "This request was already answered, here or in another window.",
        ),
        _ => expired(),
    }
}
