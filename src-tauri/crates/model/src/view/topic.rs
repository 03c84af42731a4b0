//! What a window may watch beside its conversation and the list.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Something a page outside a conversation shows. A page fetches it by a command
/// of its own; the pull only says that what was fetched is old.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Topic {
    /// Requests that wait for the user, over all conversations.
    Inbox,
    /// The rules of approvals, and what each matched.
    Rules,
    /// The decisions made.
    Ledger,
    /// Tasks, alarms and operations, over all conversations.
    Tasks,
    /// Profiles and the agents found on this machine.
    Agents,
    /// Providers and the state of their keys.
    Providers,
    /// The processes of agents: begun or ended. Their figures are asked for.
    Processes,
    /// Lines to and from agents.
    Traffic,
    /// The user's settings.
    Settings,
    /// Files that agents changed.
    Changes,
}

/// The last revision of each topic that a window watches and has; 0 for none.
/// In an answer: those that are newer.
pub type TopicRevisions = BTreeMap<Topic, u64>;
