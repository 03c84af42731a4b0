//! Conversations as the list shows them and the archive keeps them.

use crate::{ConversationId, ProfileId, ProtocolId};
use serde::{Deserialize, Serialize};

/// What is kept of a conversation besides its events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ConversationMeta {
    /// Its name.
    pub id: ConversationId,
    /// The title, made from the first message or by the user.
    pub title: String,
    /// True once the user named it: no automatic title any more.
    pub titled_by_user: bool,
    /// The profile it was started with.
    pub profile: ProfileId,
    /// The profile's name then, for when it is gone.
    pub profile_name: String,
    /// The protocol.
    pub protocol: ProtocolId,
    /// Absolute path of the workspace folder.
    pub workspace: String,
    /// Milliseconds since the Unix epoch.
    pub created_at: u64,
    /// The last message of either side; viewing never changes it (C67).
    pub updated_at: u64,
    /// The agent's session id, for a resume.
    pub session_id: Option<String>,
    /// The last process's number.
    pub epoch: u32,
    /// What is written and not sent.
    pub draft: String,
    /// Pinned on top.
    pub pinned: bool,
    /// Put away.
    pub archived: bool,
    /// The number of the last event a window has shown.
    pub seen_seq: u64,
    /// One line of what happened last.
    pub preview: String,
    /// What the list marks it by while it is not open.
    #[serde(default)]
    pub marks: Marks,
}

/// What outlives the process, and the host, of how a conversation stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Marks {
    /// The number of the last event that is news to its reader.
    pub news_seq: u64,
    /// Its last turn failed, or never came to an end.
    pub failed: bool,
    /// Why the agent does not know what was said before, while the user has not
    /// yet decided what it is told of it: messages wait until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forgets: Option<ContextLoss>,
    /// The conversation this is a branch of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch_of: Option<ConversationId>,
    /// Files that are to go with the next message: part of the draft.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub draft_files: Vec<crate::view::DraftFile>,
    /// Settings the user chose while the agent ran, such as its model: every new
    /// process of it is told them again.
    #[serde(skip_serializing_if = "serde_json::Map::is_empty")]
    pub chosen: serde_json::Map<String, serde_json::Value>,
    /// What its turns used.
    #[serde(skip_serializing_if = "is_nothing")]
    pub spent: crate::Spent,
}

fn is_nothing(spent: &crate::Spent) -> bool {
    *spent == crate::Spent::default()
}

/// Why an agent does not know what its conversation says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ContextLoss {
    /// It was started anew, and had told no session to take up again.
    NoSession,
    /// It began another session than the one it was asked to take up.
    OtherSession,
    /// The conversation is a branch: what was said, was said to another process.
    Branch,
}

/// One row of the conversation list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ConversationSummary {
    /// Its name.
    pub id: ConversationId,
    /// The title; empty for one without a message.
    pub title: String,
    /// The agent's name.
    pub agent: String,
    /// Absolute path of the workspace folder.
    pub workspace: String,
    /// The same for people: `~/code/atlas`.
    pub workspace_label: String,
    /// Milliseconds since the Unix epoch.
    pub updated_at: u64,
    /// What it is doing.
    pub activity: Activity,
    /// One line of what happened last.
    pub preview: String,
    /// Something happened since it was last shown.
    pub unread: bool,
    /// Requests that wait for the user.
    pub waiting: u32,
    /// Messages in the queue.
    pub queued: u32,
    /// Tasks and alarms of its agent that are pending.
    pub tasks: u32,
    /// Pinned on top.
    pub pinned: bool,
    /// Put away.
    pub archived: bool,
}

/// What a conversation is doing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Activity {
    /// No process.
    #[default]
    Asleep,
    /// The process is being started.
    Starting,
    /// The agent waits for a message.
    Idle,
    /// A turn runs.
    Running,
    /// The agent waits for the user's answer.
    Waiting,
    /// A stop was asked for.
    Stopping,
    /// The last turn failed, or the process ended in it.
    Failed,
}
