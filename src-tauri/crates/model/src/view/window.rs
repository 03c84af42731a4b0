//! What a window keeps for its next life, and what it shows in place of a
//! conversation that could not be shown.

use crate::ConversationId;
use serde::{Deserialize, Serialize};

/// What a window looked like, so that it looks like that again after a reload or a restart.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct WindowMemory {
    /// The page in the conversation's place, if any.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub page: Option<PageMemory>,
    /// The side that is shown at the right of a conversation, if any.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub panel: Option<String>,
    /// Groups of the list that are folded.
    pub folded: Vec<String>,
}

/// A page, and what of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PageMemory {
    /// The page.
    pub id: String,
    /// A section, a project, a conversation.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub part: Option<String>,
}

/// Where a reader is in a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ScrollPlace {
    /// The first row in sight.
    pub place: u32,
    /// How far its top is above the window's, in pixels; negative for below.
    pub offset: i32,
}

/// A reader's place, or that they are at the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ScrollMemory {
    /// The conversation.
    pub conversation: ConversationId,
    /// The place; none at the end.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub at: Option<ScrollPlace>,
}

/// What becomes of agents at work when the last window is closed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum LastWindow {
    /// The user is asked.
    #[default]
    Ask,
    /// Parley stays without a window until they are done.
    Keep,
    /// They are stopped, and Parley ends.
    Stop,
}

/// A window that is asked to close while agents are at work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Closing {
    /// Agents that are at work or wait for the user.
    pub busy: u32,
    /// There is a place on the desktop that shows them while no window does.
    pub tray: bool,
}

/// A page of a conversation as plain text: nothing is rendered, and nothing is long.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlainPage {
    /// Its title; empty for one without a message.
    pub title: String,
    /// What was said, in order.
    pub rows: Vec<PlainRow>,
    /// The place of the first row there is.
    pub first: u32,
    /// One after the place of the last row there is.
    pub end: u32,
}

/// One row of plain text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlainRow {
    /// Its place in the conversation.
    pub place: u32,
    /// What it is.
    pub kind: PlainKind,
    /// Milliseconds since the Unix epoch.
    pub at: u64,
    /// The text, or its beginning.
    pub text: String,
    /// Characters that are not shown.
    pub more: u32,
}

/// What a row of plain text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum PlainKind {
    /// The user's message.
    User,
    /// The agent's text.
    Agent,
    /// The agent's thinking.
    Thinking,
    /// A tool call.
    Tool,
    /// Everything else.
    Note,
}
