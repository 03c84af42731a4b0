//! Events: what adapters make of an agent's bytes, and the host of its own acts.

use crate::{
    AgentFault, ApprovalKey, ApprovalRequest, Capabilities, Epoch, Item, ItemChange, ItemId,
    Resolution, Seq, Turn, TurnId, TurnOutcome, Usage,
};
use serde::{Deserialize, Serialize};

/// One thing that happened in a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "event",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Event {
    /// A process was started (made by the host).
    ProcessStarted {
        /// Which one.
        epoch: Epoch,
        /// Its process id.
        pid: u32,
    },
    /// The agent is ready for messages.
    SessionReady {
        /// The agent's session id, for a resume.
        session_id: Option<String>,
        /// The version it tells.
        version: Option<String>,
        /// What it can do, as it tells now.
        capabilities: Capabilities,
    },
    /// Something about the agent's abilities or mode changed.
    CapabilitiesChanged {
        /// What it can do now.
        capabilities: Capabilities,
    },
    /// The process ended (made by the host).
    ProcessExited {
        /// Which one.
        epoch: Epoch,
        /// Its exit code.
        code: Option<i32>,
        /// The signal that ended it.
        signal: Option<i32>,
        /// The last lines it wrote to stderr.
        stderr_tail: String,
    },
    /// A turn began.
    TurnStarted {
        /// It.
        turn: Turn,
    },
    /// A turn ended. Exactly one for every `TurnStarted`.
    TurnEnded {
        /// Which.
        turn: TurnId,
        /// How.
        outcome: TurnOutcome,
        /// What it used.
        usage: Option<Usage>,
    },
    /// An item begins. Its body may already be whole (`ItemCompleted` follows).
    ItemStarted {
        /// It.
        item: Item,
    },
    /// Text is appended to a text or thinking item.
    ItemDelta {
        /// Which.
        id: ItemId,
        /// What is appended.
        text: String,
    },
    /// Something about an item changed.
    ItemUpdated {
        /// Which.
        id: ItemId,
        /// What.
        change: ItemChange,
    },
    /// An item will not change any more.
    ItemCompleted {
        /// Which.
        id: ItemId,
    },
    /// The agent asks before it acts, and pauses.
    ApprovalRequested {
        /// What it asks.
        request: ApprovalRequest,
    },
    /// A request is settled.
    ApprovalResolved {
        /// Which.
        key: ApprovalKey,
        /// How.
        resolution: Resolution,
    },
    /// The agent's approval mode changed, as it confirms or the host keeps it.
    ModeChanged {
        /// The mode's name.
        mode: String,
    },
    /// A number the agent gives on what it used so far.
    UsageChanged {
        /// It.
        usage: Usage,
    },
    /// The agent told another session id than before (AgentProc, at any time).
    SessionChanged {
        /// The id, for a resume.
        session_id: String,
    },
    /// The agent's background tasks, all of them: the latest snapshot counts.
    TasksChanged {
        /// They.
        tasks: Vec<crate::Task>,
    },
    /// The agent put a message that came during a turn into a queue of its own.
    QueuedByAgent {
        /// Its place there, from 1.
        position: u32,
    },
    /// The agent put queued messages into the running turn, oldest first.
    Injected {
        /// How many.
        count: u32,
    },
    /// The agent missed a liveness probe. Nothing is ended by itself.
    NotResponding {
        /// For how long, in seconds.
        seconds: u32,
    },
    /// The agent answered a liveness probe.
    Alive,
    /// An error outside an item: a failed turn's cause, a failed start.
    Fault {
        /// The turn it belongs to.
        turn: Option<TurnId>,
        /// It.
        fault: AgentFault,
    },
    /// For display only.
    Notice {
        /// The turn it belongs to.
        turn: Option<TurnId>,
        /// How loud it is.
        level: NoticeLevel,
        /// The text.
        text: String,
    },
    /// A known message that is ill-formed, or a line that is none.
    Malformed {
        /// What is wrong with it.
        reason: String,
        /// The line, cut at 64 KiB.
        line: String,
    },
    /// A message of an unknown type.
    Unrecognized {
        /// The type it names.
        type_name: String,
        /// True where it looks like a question to the user (an id and choices), C37.
        needs_attention: bool,
        /// The line, cut at 64 KiB.
        line: String,
    },
}

/// How loud a notice is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum NoticeLevel {
    /// Folded away by default.
    Quiet,
    /// Shown as a line.
    Info,
    /// Shown so that it is seen.
    Warning,
}

/// An event with its place and time: what the archive keeps and every reader gets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Recorded {
    /// Its number in the conversation.
    pub seq: Seq,
    /// Milliseconds since the Unix epoch.
    pub at: u64,
    /// It.
    #[serde(flatten)]
    pub event: Event,
}
