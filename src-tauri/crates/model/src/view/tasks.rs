//! What runs, waits and has run in the background, over all conversations.

use crate::{ConversationId, ItemId};
use serde::{Deserialize, Serialize};

/// Which tasks a page wants. A page shows a part at a time: an agent may have
/// thousands (F032).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TasksQuery {
    /// Of this conversation alone.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub conversation: Option<ConversationId>,
    /// Those that are gone, in place of those there are.
    pub past: bool,
    /// The place of the first one wanted, from 0.
    pub from: u32,
    /// How many at most; more than 500 are never sent.
    pub limit: u32,
}

/// A part of the tasks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TasksPage {
    /// The place of the first row.
    pub from: u32,
    /// What there is: what runs, then alarms by their time. What is gone: the latest first.
    pub rows: Vec<TaskRow>,
    /// How many there are now.
    pub live: u32,
    /// How many that are gone are remembered.
    pub past: u32,
    /// When this was looked at, milliseconds since the Unix epoch.
    pub now: u64,
}

/// A task, an alarm, a turn or an operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TaskRow {
    /// Names it in its conversation, among those that are there or among those that are gone.
    pub id: String,
    /// Where it belongs.
    pub conversation: ConversationId,
    /// That conversation's title; empty for one without a message.
    pub title: String,
    /// The agent's name.
    pub agent: String,
    /// The folder, for people.
    pub workspace_label: String,
    /// What it is.
    pub kind: TaskKind,
    /// The agent's own word for it, where it has one; what an operation does, in English.
    pub word: String,
    /// What it is about, one line.
    pub about: String,
    /// How it stands.
    pub state: TaskState,
    /// When it began or was made, milliseconds since the Unix epoch.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub begun_at: Option<u64>,
    /// When an alarm fires, or should have.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub fires_at: Option<u64>,
    /// When it was seen to be gone.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub ended_at: Option<u64>,
    /// The last status line of a running turn; empty where there is none.
    pub progress: String,
    /// The row of the conversation it leads to.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub item: Option<ItemId>,
}

/// What a task is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum TaskKind {
    /// Fires at a time.
    Alarm,
    /// The agent looks something up.
    Research,
    /// The agent thinks something over.
    Reflect,
    /// Something Parley has no word for.
    Other,
    /// An answer to the user's message.
    Turn,
    /// A turn the agent began by itself.
    OwnTurn,
    /// An operation of a project.
    Operation,
}

/// How a task stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum TaskState {
    /// It runs.
    Running,
    /// It waits for its time.
    Pending,
    /// It waits for the user's answer.
    Waiting,
    /// Its agent does not run: nothing happens until it does.
    Asleep,
    /// An alarm whose time had come when it was gone.
    Fired,
    /// It came to its end.
    Done,
    /// It failed.
    Failed,
    /// It was stopped, or was taken back before its time.
    Stopped,
}
