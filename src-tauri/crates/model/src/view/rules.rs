//! Rules as a window shows them.

use super::LedgerEntry;
use crate::{Phrase, RuleDraft, RuleId};
use serde::{Deserialize, Serialize};

/// All rules.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RulesPage {
    /// They, the youngest first.
    pub rules: Vec<RuleView>,
    /// Why none of them works at the moment (they could not be read, or were
    /// changed by someone else than Parley): every request asks. None where they work.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub held: Option<Phrase>,
    /// True where the user may look through them and say that they count again.
    pub can_keep: bool,
}

/// One rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RuleView {
    /// Its name.
    pub id: RuleId,
    /// What it says.
    pub draft: RuleDraft,
    /// The same in words.
    pub words: Phrase,
    /// The agent's name; empty for any.
    pub agent: String,
    /// The workspace for people; empty for any.
    pub workspace_label: String,
    /// False while it is paused.
    pub enabled: bool,
    /// True where the profile or its program is not what it was when the rule
    /// was made: it asks again until it is confirmed.
    pub program_changed: bool,
    /// When it was made, milliseconds since the Unix epoch.
    pub created_at: u64,
    /// How often it decided.
    pub matched: u64,
    /// When it last did.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub last_matched: Option<u64>,
}

/// A rule that would have answered a request, offered on its card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RuleProposal {
    /// What it says.
    pub draft: RuleDraft,
    /// The same in words.
    pub words: Phrase,
    /// True where it reaches far: any arguments of a tool, a whole workspace.
    pub broad: bool,
}

/// What can be offered for one request.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RuleProposals {
    /// Rules that let it pass, the narrowest first; empty where none is offered.
    pub allow: Vec<RuleProposal>,
    /// Rules that refuse it, the narrowest first.
    pub deny: Vec<RuleProposal>,
    /// Why no rule can let this call pass: it is long, dangerous, or hides something.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub asks_always: Option<Phrase>,
}

/// What a rule would have done with past calls.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DryRun {
    /// Past calls that were looked at: the youngest 5,000 whose arguments are kept.
    pub looked_at: u64,
    /// Those the rule would have decided.
    pub matched: u64,
    /// The youngest of these, 20 at most.
    pub examples: Vec<LedgerEntry>,
}
