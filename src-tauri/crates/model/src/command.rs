//! Commands: what the host asks of an agent, before a protocol encodes them.

use crate::{ApprovalKey, Attachment, TurnId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What the host asks of an agent.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// A user's message: starts a turn, or is queued by the agent.
    Message(UserMessage),
    /// Stop the running turn.
    Stop,
    /// Let a pending request go on.
    Allow {
        /// Which.
        key: ApprovalKey,
        /// How far it reaches.
        scope: AllowScope,
    },
    /// Refuse a pending request.
    Deny {
        /// Which.
        key: ApprovalKey,
        /// What the agent is told.
        reason: String,
    },
    /// Earlier context as text, before the first message.
    History {
        /// The text.
        text: String,
    },
    /// Change the approval mode.
    SetMode {
        /// The protocol's word.
        mode: String,
    },
    /// Change settings while it runs: `model`, `thinking`, `effort` and the like.
    SetConfig {
        /// What to change.
        settings: Map<String, Value>,
    },
    /// Add an MCP server.
    AddMcpServer(McpServer),
    /// Ask whether it is alive.
    Probe,
}

/// A user's message.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UserMessage {
    /// The turn it starts.
    pub turn: TurnId,
    /// The text.
    pub text: String,
    /// Files that go with it.
    pub attachments: Vec<Attachment>,
    /// The fields of an operation, for protocols of operations; empty for a plain message.
    pub form: Map<String, Value>,
}

/// How far an "allow" reaches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum AllowScope {
    /// This call only.
    #[default]
    Once,
    /// The protocol's own "always", with the breadth it has there
    /// (`Capabilities::always_scope` says it in words).
    Always,
}

/// An MCP server to add.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct McpServer {
    /// Its name.
    pub name: String,
    /// `stdio`, `sse` or `streamable-http`, as the protocol spells it.
    pub transport: String,
    /// The program, for `stdio`.
    #[serde(default)]
    pub command: Option<String>,
    /// Its arguments.
    #[serde(default)]
    pub args: Vec<String>,
    /// Its environment.
    #[serde(default)]
    pub env: std::collections::BTreeMap<String, String>,
    /// The address, for the network transports.
    #[serde(default)]
    pub url: Option<String>,
    /// Headers, for the network transports.
    #[serde(default)]
    pub headers: std::collections::BTreeMap<String, String>,
}

/// Why a protocol cannot carry a command: a text for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The reason.
    pub reason: String,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Refusal {}
