//! Approvals: the state machine's words. The machine itself is the host's.

use crate::{ApprovalId, ConversationId, Epoch, ItemId, ToolKind, TurnId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What names one request for ever (security §1). The UI sends it back together
/// with the hash of the arguments it showed.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ApprovalKey {
    /// The process that asked. An adapter's key holds its own epoch.
    pub epoch: Epoch,
    /// The agent's id of the call.
    pub call_id: String,
    /// Counts the requests of the process, from 1: the same call id may come again.
    pub request: u32,
}

impl ApprovalKey {
    /// The key as one text, unique in its conversation.
    #[must_use]
    pub fn id(&self) -> ApprovalId {
        ApprovalId(format!(
            "{}.{}.{}",
            self.epoch.0, self.request, self.call_id
        ))
    }
}

/// A request of the agent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalRequest {
    /// Its key.
    pub key: ApprovalKey,
    /// The item that shows the call.
    pub item: ItemId,
    /// The turn it belongs to, where the agent tells.
    pub turn: Option<TurnId>,
    /// The tool's name.
    pub tool: String,
    /// What the tool does, by its name.
    pub kind: ToolKind,
    /// The agent's own category word.
    pub category: Option<String>,
    /// The agent's own words: secondary, quoted.
    pub description: Option<String>,
    /// The arguments, exactly as they came: the bytes that are shown and hashed.
    pub raw_args: String,
    /// The same, parsed.
    pub args: Value,
}

/// How a request stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(
    tag = "state",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum ApprovalState {
    /// Waits for an answer.
    Pending,
    /// Answered; the answer is on its way.
    Sent {
        /// The answer.
        decision: Decision,
    },
    /// The agent acted on the answer.
    Confirmed {
        /// The answer.
        decision: Decision,
    },
    /// The answer could not be handed over, or the host died in between: never sent again.
    DeliveryUnknown {
        /// The answer.
        decision: Decision,
    },
    /// Nobody answered, and nobody can any more.
    Expired {
        /// Why.
        reason: ExpiryReason,
    },
}

impl ApprovalState {
    /// The answer in it, where there is one.
    #[must_use]
    pub fn decision(&self) -> Option<&Decision> {
        match self {
            Self::Sent { decision }
            | Self::Confirmed { decision }
            | Self::DeliveryUnknown { decision } => Some(decision),
            Self::Pending | Self::Expired { .. } => None,
        }
    }
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(
    tag = "decision",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Decision {
    /// Go on.
    Allow {
        /// How far it reaches.
        scope: crate::AllowScope,
    },
    /// Don't.
    Deny {
        /// What the agent is told.
        reason: String,
    },
}

/// Why a request can't be answered any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ExpiryReason {
    /// The agent's process ended.
    AgentExited,
    /// The turn ended.
    TurnEnded,
    /// The user stopped the turn.
    Stopped,
    /// The agent took the request back.
    CancelledByAgent,
    /// The agent used the id again with other arguments (F070).
    ProtocolViolation,
    /// Parley was closed or killed while it was open.
    HostEnded,
}

/// How a request was settled, as an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Resolution {
    /// Where it stands now.
    pub state: ApprovalState,
    /// Who answered, as the text of a [`crate::Decider`]; empty where nobody did.
    pub by: String,
}

/// What the UI sends to answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ApprovalAnswer {
    /// Which conversation.
    pub conversation: ConversationId,
    /// Which request.
    pub key: ApprovalKey,
    /// SHA-256, lower-case hex, of the argument bytes that were shown.
    pub args_sha256: String,
    /// The answer.
    pub decision: Decision,
}

/// What is asked, by kind, for the card. Made by the host from the raw
/// arguments; the raw text is always shown as well.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(
    tag = "subject",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum ApprovalSubject {
    /// A command line.
    Command {
        /// The whole command.
        command: String,
        /// Where it would run.
        folder: String,
    },
    /// A file is created or overwritten.
    Write {
        /// The file.
        path: String,
        /// True where it is there already (the card shows a diff).
        exists: bool,
    },
    /// A part of a file is changed.
    Edit {
        /// The file.
        path: String,
    },
    /// A file or folder is read, or searched.
    Read {
        /// The file, folder or pattern.
        path: String,
    },
    /// Something is fetched.
    Url {
        /// The address.
        url: String,
        /// The host it names, lower case; empty where it can't be told.
        host: String,
    },
    /// Anything else: the arguments speak.
    Other,
}

/// The host's own judgement, never the agent's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Risk {
    /// The class.
    pub class: RiskClass,
    /// Why, in a few words each: "runs a program", "deletes files", "outside the
    /// workspace". The strongest first.
    pub reasons: Vec<crate::Phrase>,
    /// Where the agent's category or description contradicts: what does.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub mismatch: Option<crate::Phrase>,
}

/// Classes of risk, in rising order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum RiskClass {
    /// Only looks.
    Reads,
    /// Changes files in the workspace.
    Changes,
    /// Runs a program, reaches the network, or something unknown.
    Acts,
    /// Destroys, leaves the workspace, or hides what it does.
    Danger,
}

/// A request with what became of it: kept with its tool call, and in the ledger.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalRecord {
    /// What was asked.
    pub request: ApprovalRequest,
    /// When it came, milliseconds since the Unix epoch.
    pub requested_at: u64,
    /// How it stands.
    pub state: ApprovalState,
    /// Who settled it, as the text of a [`crate::Decider`]; empty while it waits.
    pub by: String,
    /// When it last changed its state.
    pub changed_at: u64,
    /// The answer there was, whatever became of it: what an agent does with a
    /// call it was denied voids the request, not the answer (F078).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered: Option<Answered>,
}

/// An answer and its time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Answered {
    /// It.
    pub decision: Decision,
    /// When, milliseconds since the Unix epoch.
    pub at: u64,
}

impl ApprovalRecord {
    /// A request that has just come.
    #[must_use]
    pub fn new(request: ApprovalRequest, at: u64) -> Self {
        Self {
            request,
            requested_at: at,
            state: ApprovalState::Pending,
            by: String::new(),
            changed_at: at,
            answered: None,
        }
    }

    /// Takes in a resolution. An adapter confirms without knowing who decided:
    /// an empty `by` keeps the name there is.
    pub fn settle(&mut self, resolution: &Resolution, at: u64) {
        self.state = resolution.state.clone();
        if let Some(decision) = self.state.decision()
            && self.answered.is_none()
        {
            self.answered = Some(Answered {
                decision: decision.clone(),
                at,
            });
        }
        if !resolution.by.is_empty() {
            self.by.clone_from(&resolution.by);
        }
        self.changed_at = at;
    }
}
