//! Items: what a transcript consists of.

use crate::{ItemId, TurnId, TurnOutcome, Usage};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One entry of the transcript.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// Its name.
    pub id: ItemId,
    /// The turn it belongs to; none for what happens between turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnId>,
    /// When it started, milliseconds since the Unix epoch (set by the host).
    #[serde(default)]
    pub started_at: u64,
    /// When it was complete; none while it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<u64>,
    /// What it is.
    pub body: ItemBody,
}

/// What a message asks for in plain words, in each language of the window. What the user wrote
/// stands in them as it was written, hidden characters too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Asked {
    /// English.
    pub en: String,
    /// German.
    pub de: String,
}

/// What an item is.
#[allow(
    clippy::large_enum_variant,
    reason = "tool calls are most of a busy transcript: a box each would save nothing"
)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum ItemBody {
    /// What the user wrote.
    User {
        /// The text.
        text: String,
        /// Files that go with it.
        #[serde(default)]
        attachments: Vec<Attachment>,
        /// An operation's fields, so that it can be run again; empty for a plain message.
        #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
        form: serde_json::Map<String, Value>,
        /// What it asks for, where its text is a line of the protocol: it is found by that too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        asked: Option<Asked>,
        /// How far it got.
        delivery: Delivery,
    },
    /// What the agent says: Markdown.
    Text {
        /// The text so far.
        text: String,
    },
    /// The model's reasoning: Markdown.
    Thinking {
        /// The text so far.
        text: String,
    },
    /// A tool call.
    Tool(ToolCall),
    /// A status line of a running turn; the latest one counts.
    Progress {
        /// The text.
        text: String,
    },
    /// What an operation gave.
    Result(crate::OperationResult),
    /// A file the agent shows: a chip, never opened by itself.
    Media(crate::Media),
    /// An informational line.
    Notice {
        /// How loud it is.
        level: crate::NoticeLevel,
        /// The text.
        text: String,
    },
    /// An error the agent reported, or the host about the agent.
    Error(AgentFault),
    /// The end of a turn: its footer.
    TurnEnd {
        /// How it ended.
        outcome: TurnOutcome,
        /// Milliseconds from its start.
        duration_ms: u64,
        /// What it used, where the agent tells.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        usage: Option<Usage>,
    },
    /// A line that could not be understood: shown, never dropped.
    Raw {
        /// Why: "unknown event `zzz`", "not valid JSON: …".
        reason: String,
        /// True where the type was known and its content ill-formed.
        malformed: bool,
        /// The line as it came, cut at 64 KiB (the whole is in Traffic).
        line: String,
    },
}

/// A change to an item that is already there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "change",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum ItemChange {
    /// A user message got further.
    Delivery {
        /// How far.
        delivery: Delivery,
    },
    /// A tool call changed its state.
    ToolState {
        /// The new state.
        state: ToolState,
    },
    /// A tool call gave its result.
    ToolOutput {
        /// The state that goes with it.
        state: ToolState,
        /// What it gave.
        output: Output,
    },
}

/// A file that goes with a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Attachment {
    /// Absolute path of the file.
    pub path: String,
    /// The name shown.
    pub name: String,
}

/// How far a user's message got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Delivery {
    /// Waits until the agent is started or ready.
    Waiting,
    /// Handed to the agent's stdin.
    Sent,
    /// The agent began to work on it.
    Seen,
    /// The agent keeps it in a queue of its own.
    QueuedByAgent,
    /// The agent put it into the running turn.
    Injected,
    /// It could not be handed over, or the agent ended before it took it up.
    Undelivered,
    /// Parley was ended while it was handed over: it may have arrived or not.
    Unknown,
}

/// A tool call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolCall {
    /// The agent's own id of the call.
    pub call_id: String,
    /// The tool's name as the agent gives it.
    pub name: String,
    /// What it does, as the adapter classes it by name. Not `kind` in JSON: that
    /// is the body's tag, beside which these fields stand.
    #[serde(rename = "toolKind")]
    pub kind: ToolKind,
    /// The agent's own category word, where it gives one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// The agent's own description: quoted, secondary text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The arguments as they came; `null` where the agent never told them.
    #[serde(default)]
    pub args: Value,
    /// How far it is.
    pub state: ToolState,
    /// What it gave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<Output>,
    /// It ran without being asked about, where that was promised: the mark stays
    /// after its end (F077). Adapters say it by `Running`; the fold keeps it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unasked: bool,
    /// The request for it, and what became of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approval: Option<Box<crate::ApprovalRecord>>,
}

/// What a tool does, as far as its name tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ToolKind {
    /// Reads a file.
    Read,
    /// Looks for files or text.
    Search,
    /// Creates or overwrites a file.
    Write,
    /// Changes part of a file.
    Edit,
    /// Runs a command.
    Execute,
    /// Fetches from the network.
    Fetch,
    /// Starts another agent.
    Agent,
    /// Anything else, MCP tools among it.
    Other,
}

/// How far a tool call is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(
    tag = "state",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum ToolState {
    /// Waits for the user.
    AwaitingApproval,
    /// Allowed; the agent has not confirmed that it runs.
    Allowed,
    /// Runs.
    Running {
        /// True where the protocol promised to ask and the agent did not.
        unasked: bool,
    },
    /// Done.
    Succeeded,
    /// Done, with an error.
    Failed,
    /// Denied, by the user or a rule.
    Denied {
        /// What the agent was told.
        reason: String,
    },
    /// Cancelled by the agent, a stop, or the end of the process.
    Cancelled {
        /// Why.
        reason: String,
    },
}

/// What a tool gave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// What the text is.
    pub kind: OutputKind,
    /// The text; base64 for images.
    pub text: String,
    /// The agent's `metadata`, as it came.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub metadata: Value,
}

/// What a tool's output text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum OutputKind {
    /// Text, with ANSI colours perhaps.
    Text,
    /// A unified diff.
    Diff,
    /// An image, base64.
    Image,
}

/// An error as an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AgentFault {
    /// A short code: the agent's own (`provider_error`) or the host's (`start.missing`).
    pub code: String,
    /// What happened, for a person.
    pub message: String,
    /// Whether a retry may help, where the agent tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub retryable: Option<bool>,
    /// More to read: the last lines of stderr, where it looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub detail: Option<String>,
}
