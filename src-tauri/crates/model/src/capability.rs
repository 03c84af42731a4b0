//! What an agent can do: this drives the UI, which never asks for a protocol's name.

use serde::{Deserialize, Serialize};

/// Abilities of a protocol, narrowed or widened by what the live agent tells.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct Capabilities {
    /// A turn can be stopped by the protocol itself.
    pub stop: bool,
    /// The agent asks before it runs a tool. Where false, the conversation carries
    /// a plain mark before the first message (security §5).
    pub approvals: bool,
    /// The protocol's own "always", in words of its true breadth; none where it has none.
    pub always_scope: Option<String>,
    /// Modes it can be put in; empty where it has none.
    pub modes: Vec<ModeInfo>,
    /// The mode it is in, where it tells.
    pub current_mode: Option<String>,
    /// It takes messages during a turn and keeps them itself.
    pub own_queue: bool,
    /// How a conversation is taken up again.
    pub resume: ResumeMeans,
    /// All conversations of its profile share one memory, which can't be turned back.
    pub one_memory: bool,
    /// Files can go with a message.
    pub attachments: bool,
    /// It tells its reasoning.
    pub thinking: bool,
    /// It can be given earlier context as text.
    pub history: bool,
    /// It keeps background tasks and alarms.
    pub tasks: bool,
    /// It needs a real terminal.
    pub terminal: bool,
    /// It takes operations with fields: they are filled in as forms.
    pub operations: bool,
    /// Settings can be changed while it runs (`set_config`).
    pub set_config: bool,
    /// MCP servers can be added while it runs.
    pub add_mcp_server: bool,
    /// It answers a liveness probe.
    pub probe: bool,
    /// The model in use, where it tells.
    pub current_model: Option<String>,
    /// Models it offers.
    pub models: Vec<String>,
    /// Effort levels it offers.
    pub effort_levels: Vec<String>,
    /// The effort in use.
    pub current_effort: Option<String>,
    /// Size of its context, in tokens.
    pub context_limit: Option<u64>,
    /// What it takes after a slash at the beginning of a message.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<AgentCommand>>", optional))]
    pub commands: Vec<AgentCommand>,
}

/// Something an agent does when a message begins with its name and a slash, or a
/// form that its protocol has.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct AgentCommand {
    /// Its name, without the slash.
    pub name: String,
    /// What it does, in the agent's words, or in English.
    pub description: String,
    /// What may follow it, in the agent's words: `[all]`; empty where nothing does.
    pub argument: String,
    /// It is an operation with fields of its own: its form is opened instead.
    pub form: bool,
}

/// A mode of asking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ModeInfo {
    /// The protocol's word (`auto_edit`).
    pub id: String,
    /// What it lets pass without asking, in words.
    pub allows: String,
    /// True where it lets commands run unasked: a lasting banner shows.
    pub dangerous: bool,
    /// Which of the host's own modes it stands for; none for a mode of the agent's own.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub stands_for: Option<ApprovalMode>,
    /// True where the host keeps it, because the agent has no modes.
    #[serde(default)]
    pub by_host: bool,
}

/// How much of a conversation's calls pass without asking. Never kept over a restart (F084).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ApprovalMode {
    /// Every call asks, but for those that rules let pass.
    #[default]
    Ask,
    /// Reading, and changing files in the workspace, passes.
    AcceptEdits,
    /// Everything passes that no rule refuses.
    AcceptAll,
}

/// How a conversation is taken up again in a new process.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ResumeMeans {
    /// Not at all: the agent forgets.
    #[default]
    None,
    /// By the session id it told.
    SessionId,
    /// By its own database or folder.
    Storage,
}
