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
    /// The message, for protocols that start a process for each; none where a
    /// process is started ahead of it.
    pub message: Option<&'a crate::UserMessage>,
    /// The conversation's title, for protocols that pass a session's name.
    pub session_name: &'a str,
    /// A folder of Parley's own that an agent may keep its files in.
    pub data_dir: &'a str,
}

impl<'a> LaunchRequest<'a> {
    /// A request for a first start, ahead of any message.
    #[must_use]
    pub fn new(
        profile: &'a AgentProfile,
        conversation: &'a ConversationId,
        workspace: &'a str,
    ) -> Self {
        Self {
            profile,
            conversation,
            workspace,
            resume: None,
            message: None,
            session_name: "",
            data_dir: "",
        }
    }
}

/// How to start and stop an agent. The supervisor needs nothing else. The
/// default is a program that speaks JSON lines for a whole conversation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LaunchPlan {
    /// The program: an absolute path, or a name looked up on PATH.
    pub program: String,
    /// Its arguments, one by one; no shell sees them.
    pub args: Vec<String>,
    /// Variables added to the minimal environment.
    pub env: BTreeMap<String, String>,
    /// Variables whose values are taken as they are, after all others: nothing in
    /// them is expanded, so that they can carry what a user wrote.
    #[serde(default)]
    pub env_verbatim: BTreeMap<String, String>,
    /// The working directory. A leading `~/` (or `~` alone) is the home folder.
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
    /// How long a turn may take; none for no limit.
    #[serde(default)]
    pub time_limit: Option<TimeLimit>,
    /// When a turn must be over at the latest, in milliseconds since the Unix
    /// epoch; what runs then is ended by the steps of `time_limit`, or by
    /// `stop_process` where there is none.
    #[serde(default)]
    pub deadline: Option<u64>,
    /// A file to write before the start, and to delete after the end if it is still there.
    #[serde(default)]
    pub request_file: Option<RequestFile>,
    /// Names from the host's own environment that the profile wants passed on.
    #[serde(default)]
    pub pass_env: Vec<String>,
    /// The whole environment of the host is passed on, by the profile's explicit word.
    #[serde(default)]
    pub inherit_env: bool,
    /// Names that the environment must not hold, whatever is passed on.
    #[serde(default)]
    pub remove_env: Vec<String>,
    /// Folders to make before the start.
    #[serde(default)]
    pub make_dirs: Vec<String>,
    /// What the user should know before the first message; shown once.
    #[serde(default)]
    pub warnings: Vec<String>,
    /// What only one process may hold at a time, by a key (the path of a database,
    /// mostly). While one runs that was started with the same key, the host
    /// refuses the start.
    #[serde(default)]
    pub exclusive: Option<String>,
}

/// A limit on a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TimeLimit {
    /// Milliseconds from the start of the turn.
    pub after_ms: u64,
    /// How the process is ended then.
    pub steps: Vec<StopStep>,
}

/// A request that travels in a file (0600) whose path is in a variable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestFile {
    /// The variable that names the file.
    pub variable: String,
    /// What is in it.
    pub content: String,
}

/// How a process ended, for the adapter: exit codes mean something in some protocols.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exit {
    /// Its exit code.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// "exit code 3", "killed by SIGSEGV".
    pub how: String,
    /// The last of its stderr.
    pub stderr_tail: String,
    /// The time limit ran out.
    pub timed_out: bool,
    /// The user stopped it, or the host ended it.
    pub stopped: bool,
}

/// What stdin is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum StdinPlan {
    /// Closed at once.
    Nothing,
    /// One document, then EOF.
    Document,
    /// Lines; kept open.
    #[default]
    Lines,
    /// A terminal.
    Terminal,
}

/// How stdout is cut.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Framing {
    /// One JSON object a line.
    #[default]
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Lifetime {
    /// One operation.
    Operation,
    /// One turn.
    Turn,
    /// One conversation.
    #[default]
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
