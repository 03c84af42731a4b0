//! The processes of a conversation's agent, with figures of now.

use crate::ConversationId;
use serde::{Deserialize, Serialize};

/// The agent of one conversation: its tree, its end, its last words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ProcessView {
    /// The conversation.
    pub conversation: ConversationId,
    /// Its title; empty before its first message.
    pub title: String,
    /// The agent's name.
    pub agent: String,
    /// True while an agent runs.
    pub running: bool,
    /// True while it is not ready yet.
    pub starting: bool,
    /// The agent and all it started, parents before their children; empty where none runs.
    pub processes: Vec<ProcessRow>,
    /// Memory of all of them, in bytes.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub rss_bytes: u64,
    /// The share of one processor all of them took since the last look, in percent; more than 100
    /// where several are used. None at the first look.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub processor_percent: Option<f64>,
    /// The memory from which on a warning is shown, in bytes; none where there is no ceiling.
    #[cfg_attr(feature = "ts", ts(optional = nullable, type = "number"))]
    pub ceiling_bytes: Option<u64>,
    /// True where the memory is over the ceiling now.
    pub over_ceiling: bool,
    /// How the last process of this conversation ended, since Parley was started.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub last_end: Option<ProcessEnd>,
    /// The last lines of the agent's standard error, oldest first; of the one before where none runs.
    pub stderr: Vec<String>,
    /// Whether it may be started again, after it ended by itself several times.
    pub start_again: StartAgain,
}

/// One process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ProcessRow {
    /// Its number.
    pub pid: u32,
    /// The number of the process that started it, or adopted it.
    pub parent: u32,
    /// How deep it is: 0 for the agent itself and for what lost its parent.
    pub depth: u32,
    /// Its short name.
    pub name: String,
    /// Its command line, one argument each, secrets masked; empty where it can't be read.
    pub command: Vec<String>,
    /// Resident memory, in bytes.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub rss_bytes: u64,
    /// The share of one processor since the last look, in percent. None at the first look.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub processor_percent: Option<f64>,
    /// When it started, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub started_at: u64,
    /// Its threads.
    pub threads: u32,
}

/// How a process ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ProcessEnd {
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: u64,
    /// `exit code 3`, `killed by SIGSEGV`.
    pub how: String,
    /// Its exit code, where it ended by itself.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub code: Option<i32>,
    /// The signal that ended it.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub signal: Option<i32>,
    /// Processes beside the agent that had to be ended with it.
    pub survivors_killed: u32,
    /// True where Parley or the user ended it.
    pub wanted: bool,
}

/// Whether an agent that ended by itself is started again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum StartAgain {
    /// With the next message.
    #[default]
    Now,
    /// Not before so many milliseconds from now.
    After {
        /// Milliseconds.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        ms: u64,
    },
    /// Only by the user's "restart": it ended too often.
    Stopped {
        /// How often it ended by itself.
        crashes: u32,
    },
}
