//! Rows: items as a window shows them.

use super::{ApprovalCard, Block, DataTree};
use crate::{
    AgentFault, Attachment, Decider, Delivery, ItemId, MediaKind, NoticeLevel, OutputKind,
    SchemaProblem, ToolKind, ToolState, TurnId, TurnOutcome, Usage,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A row that is new or changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RowPatch {
    /// Its place in the conversation, from 0; never changes.
    pub place: u32,
    /// The row itself, where anything but its blocks changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub row: Option<Row>,
    /// Blocks that are new or changed, with their place in the row.
    #[serde(default)]
    pub blocks: Vec<(u32, Block)>,
    /// Blocks that are as the window has them but for their end, as most that are being written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Grown>>", optional))]
    pub grown: Vec<Grown>,
    /// The place of the first block that was sent of a row that is all new, where a long one is
    /// read at its end: those before it are asked for when they are wanted (`more_of_row`).
    /// A multiple of a hundred, which windows come and go by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub from: Option<u32>,
    /// How many blocks the row has now.
    pub block_count: u32,
    /// How many of them a window must have, where not all: it asks for the others
    /// when they are wanted (`more_of_row`). Changes of those it does not have it
    /// leaves aside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub head: Option<u32>,
    /// How long the whole is, where a window must not have all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub whole: Option<Size>,
}

/// How a block differs at its end: its place in the row, how much of its HTML stays (in UTF-16
/// code units, as scripts count), and what comes after that.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Grown(pub u32, pub u32, pub String);

/// How long a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Size {
    /// In bytes.
    pub bytes: u64,
    /// In lines.
    pub lines: u64,
}

/// One row, without its blocks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// The item it shows.
    pub id: ItemId,
    /// The turn it belongs to.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub turn: Option<TurnId>,
    /// When it started, milliseconds since the Unix epoch.
    pub started_at: u64,
    /// True while it still grows.
    pub open: bool,
    /// What it is. Its text is in the blocks.
    pub body: RowBody,
}

/// What a row is. The blocks of a user message, text and thinking are the
/// message; those of a tool call are its output; those of a raw row its line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum RowBody {
    /// What the user wrote: as text, not as Markdown.
    User {
        /// The text.
        text: String,
        /// Files that go with it.
        attachments: Vec<Attachment>,
        /// It is an operation: its text only names it, and is not for editing.
        #[serde(default)]
        operation: bool,
        /// What it asks for in plain words, by language, where the text is a line of the
        /// protocol.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        asked: Option<BTreeMap<String, String>>,
        /// How far it got.
        delivery: Delivery,
    },
    /// What the agent says.
    Text,
    /// The model's reasoning.
    Thinking {
        /// How long, once it is complete.
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        duration_ms: Option<u64>,
    },
    /// A tool call.
    Tool {
        /// The tool's name.
        name: String,
        /// What it does.
        tool: ToolKind,
        /// The one argument that matters most, for the head line: a path, a command.
        subject: String,
        /// How far it is.
        state: ToolState,
        /// Who or what allowed it; none where nobody was asked.
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        allowed_by: Option<Decider>,
        /// It ran without being asked about, where that was promised.
        unasked: bool,
        /// All arguments, indented JSON; empty where there are none.
        args: String,
        /// What the output is.
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        output: Option<OutputKind>,
        /// Lines added and removed, for a write or an edit.
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        changed: Option<(u32, u32)>,
        /// How long it ran.
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        duration_ms: Option<u64>,
        /// The request, from its arrival until it is settled, and after as its record.
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        approval: Option<Box<ApprovalCard>>,
    },
    /// A status line of a running turn.
    Progress {
        /// The text.
        text: String,
    },
    /// What an operation gave. Its text is in the blocks.
    Result {
        /// The operation's name.
        operation: String,
        /// Its data, where there is any.
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        data: Option<Box<DataTree>>,
        /// What is wrong with the data, by the schema that was asked for.
        problems: Vec<SchemaProblem>,
        /// Files it made, relative to the project and inside it.
        files: Vec<String>,
    },
    /// A file the agent shows: named, never opened by itself.
    Media {
        /// The path as the agent gave it.
        path: String,
        /// What its ending says it is.
        media: MediaKind,
    },
    /// An informational line.
    Notice {
        /// How loud it is.
        level: NoticeLevel,
        /// The text.
        text: String,
    },
    /// An error.
    Error {
        /// It.
        fault: AgentFault,
    },
    /// The end of a turn.
    TurnEnd {
        /// How it ended.
        outcome: TurnOutcome,
        /// How long it took.
        duration_ms: u64,
        /// What it used.
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        usage: Option<Usage>,
    },
    /// A line that was not understood.
    Raw {
        /// Why.
        reason: String,
        /// The type was known, its content ill-formed.
        malformed: bool,
        /// The line.
        line: String,
    },
}
