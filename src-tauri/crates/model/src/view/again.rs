//! Sending a message again, branches, and what an agent is told of what was said before.

use crate::ConversationId;
use serde::{Deserialize, Serialize};

/// What becomes of an earlier message that is sent again, changed or not. No
/// protocol can take a turn back, so nothing here pretends to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(
    tag = "means",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Resend {
    /// It is sent in the same conversation: the agent remembers nothing from one
    /// message to the next.
    #[default]
    InPlace,
    /// A new conversation begins, with everything up to the message. Its agent is
    /// told what was said only by the summary that the user sends.
    Branch,
    /// It can't be.
    Refused {
        /// Why, and what can be done instead.
        reason: String,
    },
}

/// Where a message that was sent again went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Resent {
    /// The conversation it is in.
    pub conversation: ConversationId,
    /// True where that is a new one.
    pub branch: bool,
}

/// What was said so far, in few words: what an agent can be told that does not know it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ContextSummary {
    /// The text, as it would be sent.
    pub text: String,
    /// Messages of either side that are in it, whole or cut.
    pub messages: u32,
    /// Messages that are left out.
    pub left_out: u32,
    /// True where the agent takes it as earlier context; otherwise it is sent as
    /// a message of its own.
    pub as_history: bool,
}
