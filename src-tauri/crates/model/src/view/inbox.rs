//! Requests of all conversations in one place.

use super::ApprovalCard;
use crate::{ConversationId, ItemId, ToolKind};
use serde::{Deserialize, Serialize};

/// All requests that wait for the user.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Inbox {
    /// They, the oldest first; at most 100, the rest is counted.
    pub waiting: Vec<InboxEntry>,
    /// How many wait in all.
    pub total: u32,
    /// Requests that expired because Parley or the agent ended, of conversations
    /// that were not looked at since; the youngest first, at most 50.
    pub missed: Vec<InboxEntry>,
}

/// One request with where it comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct InboxEntry {
    /// Its conversation.
    pub conversation: ConversationId,
    /// The conversation's title.
    pub title: String,
    /// The agent's name.
    pub agent: String,
    /// The workspace, absolute.
    pub workspace: String,
    /// The same for people.
    pub workspace_label: String,
    /// The row that shows the call.
    pub item: ItemId,
    /// The tool's name; hidden characters visible.
    pub tool: String,
    /// What the tool does.
    pub kind: ToolKind,
    /// The card, the same as in the conversation.
    pub card: ApprovalCard,
}
