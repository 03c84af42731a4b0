//! Rules, and answers to many requests, as windows ask for them.

use super::Host;
use crate::approvals::matching::{self, Call};
use crate::approvals::rulebook::Listed;
use crate::approvals::wording;
use crate::conversation::{self, Message};
use crate::problem::{problem, unreadable};
use model::view::{
    DryRun, LedgerEntry, LedgerQuery, Problem, RuleProposals, RuleView, RulesPage, Topic,
};
use model::{
    ApprovalAnswer, ApprovalKey, ApprovalRequest, ConversationId, Epoch, Rule, RuleDraft, RuleId,
};
use std::path::Path;

/// Past calls a new rule is tried on.
const PAST: u64 = 5_000;
const EXAMPLES: usize = 20;

impl Host {
    /// Refuses everything that waits, in one conversation or in all; answers how many.
    ///
    /// # Errors
    /// `unknownConversation`; `expired` where an agent ended meanwhile.
    pub async fn deny_all(
        &self,
        viewer: &str,
        id: Option<&ConversationId>,
        reason: &str,
    ) -> Result<u32, Problem> {
        let conversations = match id {
            Some(id) => vec![self.open_conversation(id)?],
            None => self.open_conversations(),
        };
        let waiting = conversations
            .iter()
            .filter(|conversation| !conversation.state().pending.is_empty());
        together(waiting.map(|conversation| {
            conversation.ask(|reply| Message::DenyAll {
                viewer: viewer.to_owned(),
                reason: reason.to_owned(),
                reply,
            })
        }))
        .await
    }

    /// Allows several calls that only read, with one tool and the same arguments.
    ///
    /// # Errors
    /// Those of an answer; `refused` where they are not alike.
    pub async fn allow_together(
        &self,
        viewer: &str,
        id: &ConversationId,
        keys: Vec<ApprovalKey>,
        args_sha256: String,
    ) -> Result<(), Problem> {
        self.open_conversation(id)?
            .ask(|reply| Message::AllowTogether {
                viewer: viewer.to_owned(),
                keys,
                args_sha256,
                reply,
            })
            .await
    }

    /// Rules that would answer a request, the narrowest first.
    ///
    /// # Errors
    /// `expired`: it does not wait any more.
    pub fn rule_proposals(
        &self,
        id: &ConversationId,
        key: &ApprovalKey,
    ) -> Result<RuleProposals, Problem> {
        conversation::proposals(&self.open_conversation(id)?.state(), key)
            .ok_or_else(|| problem("expired", "This request can't be answered any more."))
    }

    /// Keeps a rule and answers a request by it.
    ///
    /// # Errors
    /// Those of an answer; `refused` where the rule does not settle the request;
    /// `held` where no rule counts at the moment.
    pub async fn answer_by_rule(
        &self,
        viewer: &str,
        answer: ApprovalAnswer,
        draft: RuleDraft,
    ) -> Result<RuleView, Problem> {
        let conversation = self.open_conversation(&answer.conversation)?;
        let rule = conversation
            .ask(|reply| Message::AnswerByRule {
                viewer: viewer.to_owned(),
                answer,
                draft,
                reply,
            })
            .await?;
        self.rule_view(rule).await
    }

    /// All rules with what each matched.
    ///
    /// # Errors
    /// `io`: what they matched could not be read.
    pub async fn rules(&self) -> Result<RulesPage, Problem> {
        let (listed, held) = self.rulebook().list().await;
        let uses = self
            .archive()
            .rule_uses()
            .map_err(|error| unreadable(&error))?;
        let profiles = self.profiles();
        let rules = listed
            .into_iter()
            .map(
                |Listed {
                     rule,
                     program_changed,
                 }| {
                    let used = uses.get(&rule.id).copied().unwrap_or_default();
                    let agent = rule.draft.profile.as_ref().map_or_else(String::new, |id| {
                        profiles
                            .iter()
                            .find(|profile| profile.id == *id)
                            .map_or_else(|| id.0.clone(), |profile| profile.name.clone())
                    });
                    RuleView {
                        id: rule.id,
                        words: wording::words(&rule.draft),
                        agent,
                        workspace_label: rule
                            .draft
                            .workspace
                            .as_ref()
                            .map_or_else(String::new, |folder| self.workspace_label(folder)),
                        draft: rule.draft,
                        enabled: rule.enabled,
                        program_changed,
                        created_at: rule.created_at,
                        matched: used.matched,
                        last_matched: (used.matched > 0).then_some(used.last),
                    }
                },
            )
            .collect();
        Ok(RulesPage {
            rules,
            can_keep: held
                .as_ref()
                .is_some_and(|held| held.code == "rulesChanged"),
            held,
        })
    }

    /// Keeps a rule.
    ///
    /// # Errors
    /// `refused`: it could mean more than it says. `held`, `io`.
    pub async fn add_rule(&self, draft: RuleDraft) -> Result<RuleView, Problem> {
        let rule = self.rulebook().add(draft, None).await?;
        self.topics().touch(Topic::Rules);
        self.rule_view(rule).await
    }

    /// Takes a rule out.
    ///
    /// # Errors
    /// `unknownRule`, `held`, `io`.
    pub async fn remove_rule(&self, id: &RuleId) -> Result<(), Problem> {
        self.rulebook().remove(id).await?;
        self.topics().touch(Topic::Rules);
        Ok(())
    }

    /// Brings a rule back that was taken out since the start.
    ///
    /// # Errors
    /// `expired`: it is too late. `held`, `io`.
    pub async fn restore_rule(&self, id: &RuleId) -> Result<RuleView, Problem> {
        let rule = self.rulebook().restore(id).await?;
        self.topics().touch(Topic::Rules);
        self.rule_view(rule).await
    }

    /// Pauses a rule, or lets it count again.
    ///
    /// # Errors
    /// `unknownRule`, `held`, `io`.
    pub async fn set_rule_enabled(&self, id: &RuleId, enabled: bool) -> Result<(), Problem> {
        self.rulebook().enable(id, enabled).await?;
        self.topics().touch(Topic::Rules);
        Ok(())
    }

    /// The user says that the profile as it is now may use a rule.
    ///
    /// # Errors
    /// `unknownRule`, `held`, `io`.
    pub async fn confirm_rule(&self, id: &RuleId) -> Result<RuleView, Problem> {
        let rule = self.rulebook().confirm(id).await?;
        self.topics().touch(Topic::Rules);
        self.rule_view(rule).await
    }

    /// The user looked through rules that another program changed, and they count.
    ///
    /// # Errors
    /// `io`.
    pub async fn keep_rules(&self) -> Result<RulesPage, Problem> {
        self.rulebook().keep().await?;
        self.topics().touch(Topic::Rules);
        self.rules().await
    }

    /// What a rule would have decided of past calls. Nothing is kept.
    ///
    /// # Errors
    /// `refused`: it is no rule that could be kept. `io`.
    pub fn try_rule(&self, draft: RuleDraft) -> Result<DryRun, Problem> {
        let draft = wording::checked(draft)?;
        let query = LedgerQuery {
            profile: draft.profile.clone(),
            tool: draft.tool.clone(),
            ..LedgerQuery::default()
        };
        let mut run = DryRun::default();
        let mut take = |entries: Vec<LedgerEntry>| {
            for entry in entries {
                // Cut or not kept: what it was can't be told any more.
                if entry.args.len() as u64 != entry.args_bytes || entry.args.is_empty() {
                    continue;
                }
                run.looked_at += 1;
                if decides(&draft, &entry) {
                    run.matched += 1;
                    if run.examples.len() < EXAMPLES {
                        run.examples.push(entry);
                    }
                }
            }
            run.looked_at < PAST
        };
        self.archive()
            .each_decision(&query, &mut take)
            .map_err(|error| unreadable(&error))?;
        for entry in &mut run.examples {
            self.dress(entry);
        }
        Ok(run)
    }

    async fn rule_view(&self, rule: Rule) -> Result<RuleView, Problem> {
        self.rules()
            .await?
            .rules
            .into_iter()
            .find(|view| view.id == rule.id)
            .ok_or_else(|| problem("unknownRule", "This rule is not there any more."))
    }
}

/// How many all of them refused, one after the other. One that fails keeps no
/// other from being asked; the first failure is told at the end.
async fn together<F>(asked: impl Iterator<Item = F>) -> Result<u32, Problem>
where
    F: Future<Output = Result<u32, Problem>>,
{
    let mut outcome = Ok(0);
    for one in asked {
        match (one.await, &mut outcome) {
            (Ok(more), Ok(count)) => *count += more,
            (Err(error), Ok(_)) => outcome = Err(error),
            (_, Err(_)) => {}
        }
    }
    outcome
}

/// Whether a rule would have decided this past call.
fn decides(draft: &RuleDraft, entry: &LedgerEntry) -> bool {
    let Ok(args) = serde_json::from_str(&entry.args) else {
        return false;
    };
    let request = ApprovalRequest {
        key: ApprovalKey {
            epoch: Epoch(0),
            call_id: String::new(),
            request: 0,
        },
        item: entry.item.clone(),
        turn: None,
        tool: entry.tool.clone(),
        kind: entry.kind,
        category: None,
        description: None,
        raw_args: entry.args.clone(),
        args,
    };
    let call = Call::new(
        entry.profile.clone(),
        String::new(),
        Path::new(&entry.workspace),
        request,
    );
    matching::refuses(draft, &call)
        || (call.asks_always().is_none() && matching::lets_pass(draft, &call))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_that_fails_keeps_no_other_from_being_refused() {
        let refused = std::cell::Cell::new(0);
        let answers = [Ok(2), Err("expired"), Ok(1), Err("io"), Ok(4)];
        let asked = answers.into_iter().map(async |answer: Result<u32, &str>| {
            let count = answer.map_err(|code| problem(code, "It failed."))?;
            refused.set(refused.get() + count);
            Ok(count)
        });
        let told = together(asked).await.map_err(|error| error.code);
        assert_eq!((told, refused.get()), (Err("expired".to_owned()), 7));
        let all = together([2, 3].map(async |count| Ok(count)).into_iter()).await;
        assert_eq!(all, Ok(5));
    }
}
