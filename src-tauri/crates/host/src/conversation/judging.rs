//! Requests that a mode or a rule settles, before the user is asked.

use super::driver::Driver;
use crate::approvals::matching::{self, Call};
use crate::approvals::rulebook::Verdict;
use crate::approvals::{modes, rulebook, wording};
use model::view::{Problem, RuleProposals, Topic};
use model::{
    AllowScope, ApprovalAnswer, ApprovalKey, Decider, Decision, Event, ItemBody, NoticeLevel,
    Phrase, Rule, RuleDraft, RuleEffect,
};
use std::path::Path;
use std::time::Duration;

/// A request waits for modes and rules so long at most, and is asked then. The rules may be held by
/// a change of them that the disk does not take.
const WITHIN: Duration = Duration::from_millis(1500);

impl Driver {
    /// The call a pending request is about, as rules see it.
    pub(super) fn call_of(&self, key: &ApprovalKey) -> Option<Call> {
        call_of(&self.shared.lock(), key)
    }

    /// Judges the oldest request that was not looked at yet.
    pub(super) async fn judge_next(&mut self) {
        if let Some(key) = self.to_judge.pop_front() {
            self.judge(key).await;
        }
    }

    /// Judges requests before they are answered: who has not waited for that must not answer what
    /// a rule refuses.
    pub(super) async fn judge_first(&mut self, keys: &[ApprovalKey]) {
        for key in keys {
            let place = self.to_judge.iter().position(|other| other == key);
            if let Some(key) = place.and_then(|place| self.to_judge.remove(place)) {
                self.judge(key).await;
            }
        }
    }

    /// Settles a request where a mode or a rule does, on disk before it is sent, like any answer.
    /// Else the user is asked; also where it can't be told in time.
    async fn judge(&mut self, key: ApprovalKey) {
        // Settled meanwhile, or expired, or not to be seen by a rule.
        let Some(call) = self.call_of(&key) else {
            return self.shared.lock().ask_user(&key);
        };
        let by_mode = {
            let state = self.shared.lock();
            modes::are_the_hosts(&state.capabilities)
                .then(|| modes::allows(state.host_mode, call.request.kind, &call.risk))
                .flatten()
        };
        let rules = &self.context.rules;
        let verdict = async {
            if by_mode.is_none() && rules.is_empty().await {
                return Ok(Verdict::Ask);
            }
            rules.verdict(&call, by_mode).await
        };
        let verdict = tokio::time::timeout(WITHIN, verdict)
            .await
            .unwrap_or_else(|_| Err(rulebook::too_slow()));
        let (decision, by) = match verdict {
            Ok(Verdict::Ask) => return self.shared.lock().ask_user(&key),
            Ok(Verdict::Allow(by)) => {
                let scope = AllowScope::Once;
                (Decision::Allow { scope }, by)
            }
            Ok(Verdict::Deny(by, reason)) => (Decision::Deny { reason }, by),
            Err(held) => {
                self.ask_all(&key);
                return self.held(held, call.request.turn);
            }
        };
        let answered = self
            .settle(super::NOT_A_WINDOW, vec![(key, decision)], &by.to_text())
            .await;
        if let Err(problem) = answered {
            tracing::warn!(message = problem.message, "a rule's answer was not sent");
        }
        if let Decider::Rule { id, .. } = &by {
            self.context.rules.matched(id);
            self.context.topics.touch(Topic::Rules);
        }
    }

    /// The rules say nothing of a request: what waits for their word behind it does not wait for
    /// that one by one.
    fn ask_all(&mut self, key: &ApprovalKey) {
        let mut state = self.shared.lock();
        state.ask_user(key);
        for other in self.to_judge.drain(..) {
            state.ask_user(&other);
        }
    }

    /// Rules that can't be trusted let nothing pass, and that is said (F081).
    fn held(&mut self, held: Phrase, turn: Option<model::TurnId>) {
        if self.held_told == held.code {
            return;
        }
        self.held_told = held.code;
        self.shared.lock().record(Event::Notice {
            turn,
            level: NoticeLevel::Warning,
            text: held.text,
        });
        self.context.topics.touch(Topic::Rules);
    }

    /// Keeps a rule made from a card, and answers the card's request by it. The
    /// same checks as for any answer, before the rule is kept.
    pub(super) async fn answer_by_rule(
        &mut self,
        viewer: &str,
        answer: ApprovalAnswer,
        draft: RuleDraft,
    ) -> Result<Rule, Problem> {
        self.check(viewer, &answer)?;
        let draft = wording::checked(draft)?;
        let refused = |text: &str| Err(crate::problem("refused", text));
        let Some(call) = self.call_of(&answer.key) else {
            return refused("This request can't be answered by a rule.");
        };
        let fits = match (draft.effect, &answer.decision) {
            (RuleEffect::Allow, Decision::Allow { scope }) => {
                *scope == AllowScope::Once
                    && call.asks_always().is_none()
                    && matching::lets_pass(&draft, &call)
            }
            (RuleEffect::Deny, Decision::Deny { .. }) => matching::refuses(&draft, &call),
            _ => false,
        };
        if !fits {
            return refused("This rule does not settle this request, so it was not kept.");
        }
        let program = draft.profile.is_some().then(|| call.program.clone());
        let rule = self.context.rules.add(draft, program).await?;
        let by = Decider::Rule {
            id: rule.id.clone(),
            words: wording::words(&rule.draft),
        };
        self.settle(viewer, vec![(answer.key, answer.decision)], &by.to_text())
            .await?;
        self.context.rules.matched(&rule.id);
        self.context.topics.touch(Topic::Rules);
        Ok(rule)
    }
}

/// The call a pending request is about, as rules see it.
fn call_of(state: &super::State, key: &ApprovalKey) -> Option<Call> {
    let pending = state.pending.get(key)?;
    let place = state.transcript.place(&pending.item)?;
    let ItemBody::Tool(call) = &state.transcript.item(place)?.body else {
        return None;
    };
    let record = call.approval.as_ref()?;
    Some(Call::new(
        state.profile.id.clone(),
        state.program.clone(),
        Path::new(&state.meta.workspace),
        record.request.clone(),
    ))
}

/// The rules that can be offered for a pending request.
pub(crate) fn proposals(state: &super::State, key: &ApprovalKey) -> Option<RuleProposals> {
    call_of(state, key).map(|call| crate::approvals::proposals::of(&call))
}
