//! Answering a request: one answer, for what was shown, on disk before it is sent.

use super::driver::Driver;
use archive::Durability;
use model::view::Problem;
use model::{
    ApprovalAnswer, ApprovalKey, ApprovalState, Command, Decision, Event, ItemChange, Resolution,
    ToolState,
};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a card must have been in view before "allow" counts (security §3).
pub(crate) const ARMING: Duration = Duration::from_millis(700);

/// A viewer that is not a window: an explicit word on stdin, a rule, a test. Nothing to arm.
pub(crate) const NOT_A_WINDOW: &str = "";

/// When each window last answered a request, of whatever conversation: the
/// second click of a double click must not reach the card that moved up (F067).
#[derive(Default)]
pub(crate) struct LastAnswers(Mutex<HashMap<String, Instant>>);

impl LastAnswers {
    fn note(&self, viewer: &str) {
        if viewer != NOT_A_WINDOW {
            self.0
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(viewer.to_owned(), Instant::now());
        }
    }

    fn is_recent(&self, viewer: &str) -> bool {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(viewer)
            .is_some_and(|at| at.elapsed() < ARMING)
    }
}

impl Driver {
    /// Takes an answer. The order is what makes it safe: checked, taken out of
    /// the pending ones (a second answer finds nothing), on disk, then sent.
    pub(super) async fn answer(
        &mut self,
        viewer: &str,
        answer: ApprovalAnswer,
        by: &str,
    ) -> Result<(), Problem> {
        self.check(viewer, &answer)?;
        self.settle(viewer, vec![(answer.key, answer.decision)], by)
            .await
    }

    /// Whether an answer may be given: there is such a request, for what was
    /// shown, and it was in view for long enough, to its end.
    pub(super) fn check(&self, viewer: &str, answer: &ApprovalAnswer) -> Result<(), Problem> {
        let state = self.shared.lock();
        let Some(pending) = state.pending.get(&answer.key) else {
            return Err(settled(&state, answer));
        };
        if pending.args_sha256 != answer.args_sha256 {
            tracing::warn!(key = %answer.key.id(), "an answer for other arguments than those asked");
            return Err(crate::problem(
                "argumentsDiffer",
                "What was shown is not what the agent asked for. Nothing was answered; look at the request again.",
            ));
        }
        let allows = matches!(answer.decision, Decision::Allow { .. });
        if !allows || viewer == NOT_A_WINDOW {
            return Ok(());
        }
        if !armed(pending.shown.get(viewer)) || self.context.last_answers.is_recent(viewer) {
            return Err(crate::problem(
                "tooEarly",
                "The request has only just appeared. Look at it, then allow it.",
            ));
        }
        if pending.must_scroll && !pending.seen.contains(viewer) {
            return Err(crate::problem(
                "notSeen",
                "The arguments are long. Read them to their end, then allow the call.",
            ));
        }
        Ok(())
    }

    /// Several calls that only read, with one tool and the same arguments, each
    /// looked at like a single one; each gets its own answer.
    pub(super) async fn allow_together(
        &mut self,
        viewer: &str,
        keys: Vec<ApprovalKey>,
        args_sha256: String,
    ) -> Result<(), Problem> {
        let decision = Decision::Allow {
            scope: model::AllowScope::Once,
        };
        let mut tool: Option<String> = None;
        for key in &keys {
            let answer = ApprovalAnswer {
                conversation: self.shared.lock().meta.id.clone(),
                key: key.clone(),
                args_sha256: args_sha256.clone(),
                decision: decision.clone(),
            };
            self.check(viewer, &answer)?;
            let alike = self.call_of(key).is_some_and(|call| {
                let name = tool.get_or_insert_with(|| call.request.tool.clone());
                *name == call.request.tool
                    && crate::approvals::card::only_reads(&call.request, &call.risk)
            });
            if !alike {
                return Err(crate::problem(
                    "refused",
                    "Only calls that read, with the same tool and the same arguments, are allowed together.",
                ));
            }
        }
        let answers = keys
            .into_iter()
            .map(|key| (key, decision.clone()))
            .collect();
        self.settle(viewer, answers, &model::Decider::You.to_text())
            .await
    }

    /// Refuses everything that waits; answers how many that were.
    pub(super) async fn deny_all(&mut self, viewer: &str, reason: &str) -> Result<u32, Problem> {
        let answers: Vec<_> = {
            let state = self.shared.lock();
            let deny = Decision::Deny {
                reason: reason.to_owned(),
            };
            let mut keys: Vec<_> = state.pending.keys().cloned().collect();
            model::order::sort_by_key(&mut keys, |key| key.request);
            keys.into_iter().map(|key| (key, deny.clone())).collect()
        };
        let count = u32::try_from(answers.len()).unwrap_or(u32::MAX);
        if count > 0 {
            self.settle(viewer, answers, &model::Decider::You.to_text())
                .await?;
        }
        Ok(count)
    }

    /// Records answers, waits until they are on disk, and sends them in order.
    /// They were checked: each is of a request that waits.
    pub(super) async fn settle(
        &mut self,
        viewer: &str,
        answers: Vec<(ApprovalKey, Decision)>,
        by: &str,
    ) -> Result<(), Problem> {
        {
            let mut state = self.shared.lock();
            for (key, decision) in &answers {
                let Some(pending) = state.pending.remove(key) else {
                    continue;
                };
                state.record(Event::ApprovalResolved {
                    key: key.clone(),
                    resolution: Resolution {
                        state: ApprovalState::Sent {
                            decision: decision.clone(),
                        },
                        by: by.to_owned(),
                    },
                });
                if let Decision::Deny { reason } = decision {
                    state.record(Event::ItemUpdated {
                        id: pending.item,
                        change: ItemChange::ToolState {
                            state: ToolState::Denied {
                                reason: reason.clone(),
                            },
                        },
                    });
                }
            }
        }
        self.context.last_answers.note(viewer);
        self.show();
        self.recorded().await;
        let mut outcome = Ok(());
        for (key, decision) in answers {
            let Some(agent) = &mut self.agent else {
                self.unknown_delivery(&key, &decision);
                outcome = Err(expired());
                continue;
            };
            let command = match decision.clone() {
                Decision::Allow { scope } => Command::Allow {
                    key: key.clone(),
                    scope,
                },
                Decision::Deny { reason } => Command::Deny {
                    key: key.clone(),
                    reason,
                },
            };
            match agent.adapter.encode(&command) {
                Ok(effects) => self.carry_out(effects),
                Err(refusal) => {
                    self.unknown_delivery(&key, &decision);
                    outcome = Err(crate::problem("refused", refusal.reason));
                }
            }
        }
        outcome
    }

    /// The decision is on disk. Where the disk refuses it, it is still the user's
    /// decision and goes on; the archive's own banner tells of the disk.
    async fn recorded(&mut self) {
        self.shared.lock().flush_delta();
        if let Some(receipt) = self.submit(Durability::Now) {
            self.on_disk(receipt).await;
        }
    }

    fn unknown_delivery(&mut self, key: &ApprovalKey, decision: &Decision) {
        self.shared.lock().record(Event::ApprovalResolved {
            key: key.clone(),
            resolution: Resolution {
                state: ApprovalState::DeliveryUnknown {
                    decision: decision.clone(),
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
