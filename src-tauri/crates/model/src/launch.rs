//! A launch plan: how an agent is started and stopped, as data from its adapter.

use crate::{AgentProfile, ConversationId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What an adapter needs to plan a start.
#[derive(Debug, Clone, PartialEq)]
pub struct LaunchRequest<'a> {
    /// The profile.
    pub profile: &'a AgentProfile,
    /// The conversation, for session ids the host chooses.
    pub conversation: &'a ConversationId,
    /// Absolute path of the workspace folder.
    pub workspace: &'a str,
    /// The session id an earlier process told, to take it up again.
    pub resume: Option<&'a str>,
}

/// How to start and stop an agent. The supervisor needs nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LaunchPlan {
    /// The program: an absolute path, or a name looked up on PATH.
    pub program: String,
    /// Its arguments, one by one; no shell sees them.
    pub args: Vec<String>,
    /// Variables added to the minimal environment.
    pub env: BTreeMap<String, String>,
    /// The working directory.
    pub cwd: String,
    /// What its stdin is for.
    pub stdin: StdinPlan,
    /// How its stdout is cut.
    pub framing: Framing,
    /// How long one process lives.
    pub lifetime: Lifetime,
    /// True where nothing may be sent before it said that it is ready.
    pub waits_for_ready: bool,
    /// Milliseconds after which a start is called slow (F028).
    pub slow_start_ms: u64,
    /// How a turn is stopped; done as soon as the turn has ended.
    pub stop_turn: Vec<StopStep>,
    /// How the process is ended; done as soon as it has exited.
    pub stop_process: Vec<StopStep>,
}

/// What stdin is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum StdinPlan {
    /// Closed at once.
    Nothing,
    /// One document, then EOF.
    Document,
    /// Lines; kept open.
    Lines,
    /// A terminal.
    Terminal,
}

/// How stdout is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Framing {
    /// One JSON object a line.
    JsonLines,
    /// The whole output is one JSON document.
    JsonDocument,
    /// Lines with prefixes; others are text.
    PrefixedLines,
    /// Free text.
    Text,
    /// A terminal's bytes.
    Terminal,
}

/// How long one process lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Lifetime {
    /// One operation.
    Operation,
    /// One turn.
    Turn,
    /// One conversation.
    Conversation,
    /// As long as its database.
    Database,
}

/// One rung of a stop ladder. Each waits `wait_ms` before the next is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "step",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum StopStep {
    /// The protocol's own stop command.
    Command {
        /// Milliseconds to wait.
        wait_ms: u64,
    },
    /// EOF on stdin.
    CloseStdin {
        /// Milliseconds to wait.
        wait_ms: u64,
    },
    /// SIGTERM.
    Terminate {
        /// Milliseconds to wait.
        wait_ms: u64,
    },
    /// SIGKILL of the whole tree.
    Kill,
}
