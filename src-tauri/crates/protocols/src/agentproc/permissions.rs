//! Requests of wire 0.4 and their answers, which go out in the order of the requests.

use crate::out::Out;
use model::{
    AllowScope, ApprovalKey, ApprovalState, Decision, Event, ExpiryReason, ItemChange, ItemId,
    Resolution, ToolState,
};
use serde_json::{Value, json};
use std::collections::VecDeque;

/// What an agent is told that is refused without a word.
const NO_REASON: &str = "The user refused this call.";
/// What an agent is told whose request could not be shown.
pub(super) const ILL_FORMED: &str = "malformed permission request";
/// What an agent is told whose request stood for two things.
pub(super) const AMBIGUOUS: &str =
    "the same request_id was used for two requests; ask again under a new one";

/// Requests of one turn, oldest first.
#[derive(Debug, Default)]
pub(super) struct Permissions {
    /// Not answered on the wire yet.
    waiting: VecDeque<Request>,
    /// Answered; the agent has not gone on yet.
    answered: Vec<Request>,
    /// Requests that were shown, for their keys.
    pub(super) count: u32,
}

/// One request.
#[derive(Debug)]
struct Request {
    request_id: String,
    /// What shows it; none where it could not be shown.
    shown: Option<Shown>,
    decision: Option<Decision>,
}

#[derive(Debug)]
struct Shown {
    key: ApprovalKey,
    item: ItemId,
    tool: String,
    raw_input: String,
    /// Nobody can answer it any more, or it was settled without an answer.
    settled: bool,
}

impl Permissions {
    /// Remembers a request that is shown.
    pub(super) fn asked(&mut self, key: ApprovalKey, item: ItemId, tool: String, raw: String) {
        self.waiting.push_back(Request {
            request_id: key.call_id.clone(),
            shown: Some(Shown {
                key,
                item,
                tool,
                raw_input: raw,
                settled: false,
            }),
            decision: None,
        });
    }

    /// The open request of this id: whether it asks for the same.
    pub(super) fn repeats(&self, request_id: &str, tool: &str, raw: &str) -> Option<bool> {
        self.waiting
            .iter()
            .rfind(|request| request.request_id == request_id)
            .map(|request| {
                request
                    .shown
                    .as_ref()
                    .is_some_and(|shown| shown.tool == tool && shown.raw_input == raw)
            })
    }

    /// Answers "no" to a request that nobody was shown.
    pub(super) fn refuse_unseen(&mut self, request_id: &str, message: &str, out: &mut Out) {
        self.waiting.push_back(Request {
            request_id: request_id.to_owned(),
            shown: None,
            decision: Some(Decision::Deny {
                reason: message.to_owned(),
            }),
        });
        self.flush(out);
    }

    /// Two requests go by one id: what was shown of it is refused, whatever was answered.
    pub(super) fn violate(&mut self, request_id: &str, out: &mut Out) {
        for request in &mut self.waiting {
            if request.request_id == request_id {
                request.settle(
                    ExpiryReason::ProtocolViolation,
                    "its id was used twice",
                    out,
                );
                request.decision = Some(Decision::Deny {
                    reason: AMBIGUOUS.to_owned(),
                });
            }
        }
    }

    /// Takes an answer of the user; false where the request is not open.
    pub(super) fn answer(&mut self, key: &ApprovalKey, decision: Decision, out: &mut Out) -> bool {
        let open = self.waiting.iter_mut().find(|request| {
            let shown = request.shown.as_ref();
            request.decision.is_none() && shown.is_some_and(|shown| shown.key == *key)
        });
        let Some(request) = open else { return false };
        request.decision = Some(match decision {
            Decision::Deny { reason } if reason.trim().is_empty() => Decision::Deny {
                reason: NO_REASON.to_owned(),
            },
            other => other,
        });
        self.flush(out);
        true
    }

    /// The user stops the turn: what waits is refused.
    pub(super) fn cancel(&mut self, out: &mut Out) {
        for request in &mut self.waiting {
            if request.decision.is_none() {
                request.settle(ExpiryReason::Stopped, "stopped", out);
                request.decision = Some(Decision::Deny {
                    reason: "cancelled".to_owned(),
                });
            }
        }
        self.flush(out);
    }

    /// Sends the answers that have their turn.
    fn flush(&mut self, out: &mut Out) {
        while let Some(decision) = self
            .waiting
            .front()
            .and_then(|first| first.decision.as_ref())
        {
            let allowed = matches!(decision, Decision::Allow { .. });
            let Some(request) = self.waiting.pop_front() else {
                return;
            };
            if let Some(answer) = request.answer() {
                out.send(&answer);
            }
            // That a call is denied, the host has shown when the user said so.
            if let Some(shown) = request.shown.as_ref().filter(|_| allowed) {
                let state = ToolState::Allowed;
                out.update(&shown.item, ItemChange::ToolState { state });
            }
            self.answered.push(request);
        }
    }

    /// The agent went on: with no request open, it has taken every answer.
    pub(super) fn goes_on(&mut self, out: &mut Out) {
        if !self.waiting.is_empty() {
            return;
        }
        for request in std::mem::take(&mut self.answered) {
            let Some((shown, decision)) = request.shown.zip(request.decision) else {
                continue;
            };
            if !shown.settled {
                resolve(&shown.key, ApprovalState::Confirmed { decision }, out);
            }
            out.complete(&shown.item);
        }
    }

    /// The process is gone.
    pub(super) fn close(&mut self, out: &mut Out) {
        let answered = std::mem::take(&mut self.answered);
        for mut request in answered.into_iter().chain(self.waiting.drain(..)) {
            match &request.decision {
                Some(decision) => {
                    let decision = decision.clone();
                    if let Some(shown) = request.shown.as_ref().filter(|shown| !shown.settled) {
                        resolve(&shown.key, ApprovalState::DeliveryUnknown { decision }, out);
                    }
                }
                None => request.settle(ExpiryReason::AgentExited, "the agent ended", out),
            }
            if let Some(shown) = &request.shown {
                out.complete(&shown.item);
            }
        }
    }
}

impl Request {
    /// `permission_response`; without `updated_input`, since nothing was changed.
    fn answer(&self) -> Option<Value> {
        Some(match self.decision.as_ref()? {
            Decision::Allow { scope } => {
                debug_assert_eq!(*scope, AllowScope::Once);
                json!({"type": "permission_response", "request_id": self.request_id,
                    "behavior": "allow"})
            }
            Decision::Deny { reason } => {
                json!({"type": "permission_response", "request_id": self.request_id,
                    "behavior": "deny", "message": reason})
            }
        })
    }

    /// It can't be answered by the user any more.
    fn settle(&mut self, reason: ExpiryReason, words: &str, out: &mut Out) {
        let Some(shown) = self.shown.as_mut().filter(|shown| !shown.settled) else {
            return;
        };
        shown.settled = true;
        resolve(&shown.key, ApprovalState::Expired { reason }, out);
        let reason = words.to_owned();
        out.update(
            &shown.item,
            ItemChange::ToolState {
                state: ToolState::Cancelled { reason },
            },
        );
    }
}

fn resolve(key: &ApprovalKey, state: ApprovalState, out: &mut Out) {
    out.event(Event::ApprovalResolved {
        key: key.clone(),
        // Who answered is the host's to know.
        resolution: Resolution {
            state,
            by: String::new(),
        },
    });
}
