//! The ledger: every decision, and what the agent did then.

use crate::{ConversationId, Decider, ExpiryReason, ItemId, ProfileId, RiskClass, ToolKind};
use serde::{Deserialize, Serialize};

/// What was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum LedgerDecision {
    /// Go on.
    Allow,
    /// Don't.
    Deny,
}

/// Who decided, without the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum LedgerBy {
    /// The user.
    You,
    /// The command line.
    CommandLine,
    /// A mode.
    Mode,
    /// A rule.
    Rule,
    /// Nobody: it waits, expired, or was never asked.
    Nobody,
}

/// What became of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum LedgerOutcome {
    /// It waits for an answer.
    Waiting,
    /// Answered; the agent has not shown yet that it took the answer.
    Sent,
    /// Allowed, and it ran.
    Ran,
    /// Denied, and the agent left it.
    NotRun,
    /// Denied, and it ran all the same.
    RanAlthoughDenied,
    /// It ran and nobody was asked, where the protocol promised to ask.
    RanWithoutAsking,
    /// Answered, and the agent never confirmed; never sent again.
    NeverConfirmed,
    /// Nobody answered in time.
    Expired,
}

/// What is looked for. Everything that is none does not narrow.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct LedgerQuery {
    /// Words that must all occur in the title, the tool, the subject, the arguments or the reason.
    pub text: String,
    /// One conversation.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub conversation: Option<ConversationId>,
    /// One agent profile.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub profile: Option<ProfileId>,
    /// One tool.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub tool: Option<String>,
    /// One decision.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub decision: Option<LedgerDecision>,
    /// One kind of decider.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub by: Option<LedgerBy>,
    /// One outcome.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub outcome: Option<LedgerOutcome>,
    /// Asked at this time or later, milliseconds since the Unix epoch.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub from: Option<u64>,
    /// Asked before this time.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub until: Option<u64>,
    /// Reads on: the `next` of the page before.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub before: Option<i64>,
    /// How many entries at most; 0 for the host's own choice, 500 at most.
    pub limit: u32,
}

/// One call that was asked about, or should have been.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LedgerEntry {
    /// Its number; grows with time.
    pub id: i64,
    /// Its conversation, which may be deleted.
    pub conversation: ConversationId,
    /// The conversation's title then or since.
    pub title: String,
    /// The profile.
    pub profile: ProfileId,
    /// The agent's name.
    pub agent: String,
    /// Absolute path of the workspace folder.
    pub workspace: String,
    /// The same for people.
    pub workspace_label: String,
    /// The row that shows the call.
    pub item: ItemId,
    /// The tool.
    pub tool: String,
    /// What it does.
    pub kind: ToolKind,
    /// The argument that matters, in one line; hidden characters visible.
    pub subject: String,
    /// The arguments, cut at 64 KiB; hidden characters visible. Empty where they
    /// are not kept: of a deleted conversation only the hash is.
    pub args: String,
    /// Length of the raw arguments in bytes.
    pub args_bytes: u64,
    /// SHA-256, lower-case hex, of the raw argument bytes.
    pub args_sha256: String,
    /// The host's judgement then.
    pub risk: RiskClass,
    /// When it was asked, milliseconds since the Unix epoch.
    pub requested_at: u64,
    /// When it was decided.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub decided_at: Option<u64>,
    /// How long it waited for that, in milliseconds.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub waited_ms: Option<u64>,
    /// What was decided.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub decision: Option<LedgerDecision>,
    /// True where the protocol's own "always" was chosen.
    pub always: bool,
    /// What the agent was told with a deny.
    pub reason: String,
    /// Who decided.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub by: Option<Decider>,
    /// What became of it.
    pub outcome: LedgerOutcome,
    /// Why it expired, where it did.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub expiry: Option<ExpiryReason>,
}

/// A part of the ledger, the youngest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LedgerPage {
    /// The entries.
    pub entries: Vec<LedgerEntry>,
    /// How many the query finds in all.
    pub total: u64,
    /// Give it as `before` to read on; none at the end.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub next: Option<i64>,
    /// Tools that occur in the ledger, to choose from.
    pub tools: Vec<String>,
    /// Profiles that occur in it: id and name.
    pub profiles: Vec<(ProfileId, String)>,
    /// Conversations that occur in it: id and title, the youngest first, 200 at most.
    pub conversations: Vec<(ConversationId, String)>,
}

/// The form of an exported ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum LedgerFormat {
    /// One JSON object a line.
    Jsonl,
    /// A table. A cell that a spreadsheet would take for a formula begins with `'`.
    Csv,
}
