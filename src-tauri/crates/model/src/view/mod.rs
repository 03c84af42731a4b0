//! What a window shows. A window asks for everything that changed after a
//! revision; the answer to revision 0 is the snapshot, so a reload, a second
//! window and a return from hidden are one path.
//!
//! Revisions are counted per conversation (and one for the list), grow with
//! every change, and are not event numbers: merging deltas or rendering a
//! block again makes a revision and no event.

mod again;
mod agents;
mod app;
mod archive;
mod block;
mod card;
mod changes;
mod data;
mod explained;
mod export;
mod files;
mod inbox;
mod ledger;
mod nib;
mod processes;
mod providers;
mod reading;
mod row;
mod rules;
mod tasks;
mod terminal;
mod topic;
mod traffic;
mod window;

pub use again::{ContextSummary, Resend, Resent};
pub use agents::{
    AgentEntry, AgentsPage, FormField, FormFieldKind, ImportedProfile, ProfileDraft, ProtocolForm,
    Trial,
};
pub use app::{
    AgentsWithoutWindow, FirstStep, Language, LoginShellUse, Problem, Sending, Settings, Startup,
    StepOutcome, Theme, WindowKind,
};
pub use archive::{ArchiveTrouble, MissingEvents, RepairReport};
pub use block::{Block, BlockKind};
pub use card::ApprovalCard;
pub use changes::{ChangeDiff, ChangedFile, ChangesPage, FileChange, FileChanges};
pub use data::{DataKind, DataLine, DataTree};
pub use explained::{
    Explained, ExplainedVariable, LoginShellState, LoginShellView, VariableOrigin,
    WithheldVariable, WithheldWhy,
};
pub use export::{
    ExportFormat, ExportOutline, ExportProgress, ExportRange, ExportRequest, ExportTurn,
    ImportReport, SearchHit, SearchPage,
};
pub use files::{Attached, DraftFile, DraftFileKind, NotAttached, WorkspaceFile, WorkspaceFiles};
pub use inbox::{Inbox, InboxEntry};
pub use ledger::{
    LedgerBy, LedgerDecision, LedgerEntry, LedgerFormat, LedgerOutcome, LedgerPage, LedgerQuery,
};
pub use nib::{
    BackendView, FieldProblem, OperationRequest, OperationRun, OperationView, ProjectFolder,
    ProjectView,
};
pub use processes::{ProcessEnd, ProcessRow, ProcessView, StartAgain};
pub use providers::{KeyAgent, KeyPlace, KeySaved, KeyUse, KeyView, ProviderView, ProvidersView};
pub use reading::{Found, FoundBlock, FoundRow, MoreOfRow, NamedFile, SentMessage};
pub use row::{Grown, Row, RowBody, RowPatch, Size};
pub use rules::{DryRun, RuleProposal, RuleProposals, RuleView, RulesPage};
pub use tasks::{TaskKind, TaskRow, TaskState, TasksPage, TasksQuery};
pub use terminal::{TerminalPart, TerminalState};
pub use topic::{Topic, TopicRevisions};
pub use traffic::{SavedScript, TrafficDetail, TrafficEntry, TrafficPage, TrafficQuery};
pub use window::{
    Closing, LastWindow, PageMemory, PlainKind, PlainPage, PlainRow, ScrollMemory, ScrollPlace,
    WindowMemory,
};

use crate::{
    Activity, Capabilities, ConversationId, ConversationSummary, ProfileId, ProfileOrigin,
    ProtocolId, Usage,
};
use serde::{Deserialize, Serialize};

/// What a window wants to know. Sent with every pull.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PullRequest {
    /// The conversation on screen.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub conversation: Option<ConversationId>,
    /// The last revision of that conversation the window has; 0 for none.
    pub after: u64,
    /// True where the window shows the list.
    pub list: bool,
    /// The last revision of the list the window has; 0 for none.
    pub list_after: u64,
    /// What else it watches, with the last revision it has of each.
    #[serde(default)]
    pub topics: TopicRevisions,
    /// The conversation is shown plainly: nothing of it is sent.
    #[serde(default)]
    pub plain: bool,
}

/// One answer to a pull.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Batch {
    /// The conversation's changes, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub conversation: Option<ConversationPatch>,
    /// The list's changes, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub list: Option<ListPatch>,
    /// Watched topics that are newer than the window has, with their revisions.
    #[serde(default, skip_serializing_if = "TopicRevisions::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<TopicRevisions>", optional))]
    pub topics: TopicRevisions,
    /// This conversation is not sent: the window died twice while it showed it.
    /// It is to be shown plainly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub plain: Option<ConversationId>,
}

impl Batch {
    /// It as a window reads it: JSON. Made here, where what is made once per event is built to
    /// be fast.
    ///
    /// # Errors
    /// Nothing that can be in one is known to be refused.
    pub fn json(&self) -> Result<Vec<u8>, serde_json::Error> {
        let mut json = Vec::with_capacity(2048);
        serde_json::to_writer(&mut json, self)?;
        Ok(json)
    }
}

/// What changed in a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ConversationPatch {
    /// Which one.
    pub id: ConversationId,
    /// The revision the window has after applying this.
    pub rev: u64,
    /// True for a snapshot: forget what was there.
    pub reset: bool,
    /// The header, where it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub header: Option<Header>,
    /// Rows that are new or changed, in order of their place.
    #[serde(default)]
    pub rows: Vec<RowPatch>,
}

/// Everything about a conversation but its rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Header {
    /// The title; empty for one without a message.
    pub title: String,
    /// The profile.
    pub profile: ProfileId,
    /// The agent's name.
    pub agent: String,
    /// The protocol, for the details shown; the UI decides nothing by it.
    pub protocol: ProtocolId,
    /// Absolute path of the workspace folder.
    pub workspace: String,
    /// The same for people.
    pub workspace_label: String,
    /// That folder is gone: nothing is started there until it is located again.
    pub workspace_gone: bool,
    /// What it is doing.
    pub activity: Activity,
    /// When the running turn began.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub turn_started_at: Option<u64>,
    /// The agent ended when it should not have, or did not start: offer to start it again.
    pub agent_ended: bool,
    /// A stop was asked for and has not worked yet: offer to force it.
    pub can_force_stop: bool,
    /// What the agent can do.
    pub capabilities: Capabilities,
    /// The mode in force: the agent's, or the host's own.
    pub mode: String,
    /// Messages that wait.
    pub queue: Vec<QueuedMessage>,
    /// They do not go by themselves: a turn did not end well, the user stopped it,
    /// or Parley was started anew. The user lets them go on.
    pub queue_held: bool,
    /// The agent does not know what was said before; the user decides what it is
    /// told, and messages wait until then.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub forgets: Option<crate::ContextLoss>,
    /// What becomes of a message that is sent again, changed or not.
    pub resend: Resend,
    /// Requests that wait for the user, oldest first, as row ids.
    pub pending: Vec<crate::ItemId>,
    /// Calls that ran without asking although the agent had promised to ask (F077).
    pub unasked: u32,
    /// Tokens of all turns of the conversation, where the agent tells.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub usage: Option<Usage>,
    /// What they cost, by currency; empty where nothing is known of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<crate::CostSum>>", optional))]
    pub costs: Vec<crate::CostSum>,
    /// About how many tokens of the context were in use after the last turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub context_used: Option<u64>,
    /// The agent's terminal.
    #[serde(default)]
    pub terminal: TerminalState,
    /// The draft as it was last saved.
    pub draft: String,
    /// Files that are to go with the next message.
    #[serde(default)]
    pub draft_files: Vec<DraftFile>,
    /// The place of the first row the host holds; earlier ones are asked for.
    pub first_row: u32,
    /// How many rows there are.
    pub row_count: u32,
    /// Something to know that lasts: a lost context, a slow start, a full disk.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub banner: Option<Banner>,
}

/// Something to know that lasts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Banner {
    /// How loud.
    pub level: crate::NoticeLevel,
    /// A code for the catalogue: `slowStart`, `notResponding`, `contextLost`, `archive`.
    pub code: String,
    /// The text, in English.
    pub text: String,
}

/// A message that waits for the running turn to end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct QueuedMessage {
    /// Names it in the queue: the turn it will start.
    pub id: crate::TurnId,
    /// The text.
    pub text: String,
    /// Files that go with it.
    pub attachments: Vec<crate::Attachment>,
    /// An operation: its text only names it, and is not for editing.
    pub operation: bool,
    /// What it asks for in plain words, by language, where the text is a line of the protocol.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub asked: Option<std::collections::BTreeMap<String, String>>,
}

/// What changed in the list of conversations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ListPatch {
    /// The revision the window has after applying this.
    pub rev: u64,
    /// True for a snapshot: forget what was there.
    pub reset: bool,
    /// Conversations that are new or changed.
    pub changed: Vec<ConversationSummary>,
    /// Conversations that are gone.
    pub removed: Vec<ConversationId>,
    /// Processes that run now.
    pub running_agents: u32,
}

/// Rows before those the window has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OlderRows {
    /// The rows, in order.
    pub rows: Vec<RowPatch>,
}

/// A profile as a window shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ProfileView {
    /// Its id.
    pub id: ProfileId,
    /// Its name.
    pub name: String,
    /// The protocol's name for people.
    pub protocol: String,
    /// The program that would be started.
    pub command: String,
    /// Where the profile comes from.
    pub origin: ProfileOrigin,
    /// Whether it can be started.
    pub readiness: Readiness,
    /// One line on what it is.
    pub about: String,
    /// It asks before it runs a tool.
    pub asks: bool,
}

/// Whether a profile can be started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(
    tag = "state",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Readiness {
    /// Yes.
    Ready,
    /// A key is missing.
    NeedsKey {
        /// Which variables would do.
        variables: Vec<String>,
    },
    /// The program is not there.
    NotFound {
        /// Where it was looked for.
        searched: Vec<String>,
    },
}
