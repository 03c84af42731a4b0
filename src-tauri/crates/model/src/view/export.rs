//! Exports, imports and search, as a window asks for them.

use crate::{ConversationId, ItemId};
use serde::{Deserialize, Serialize};

/// How an export is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ExportFormat {
    /// Markdown, to read and to go on writing in.
    Markdown,
    /// One HTML file that shows it anywhere and does nothing.
    Html,
    /// JSON lines: everything, to be read in again.
    Jsonl,
}

/// What is to be exported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExportRequest {
    /// The conversations, in this order.
    pub conversations: Vec<ConversationId>,
    /// How it is written.
    pub format: ExportFormat,
    /// The chosen parts; empty for the whole.
    #[serde(default)]
    pub ranges: Vec<ExportRange>,
    /// With the raw lines of both directions (JSON lines only).
    #[serde(default)]
    pub traffic: bool,
}

/// Items from a place up to, and without, another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExportRange {
    /// The first place.
    pub from: u32,
    /// The place after the last.
    pub to: u32,
}

/// What of a conversation can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExportOutline {
    /// Items it has.
    pub items: u32,
    /// Its turns, oldest first; of a very long one the last two thousand.
    pub turns: Vec<ExportTurn>,
}

/// A turn, by the message that began it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExportTurn {
    /// The place of the message.
    pub from: u32,
    /// The place after its last item.
    pub to: u32,
    /// The beginning of the message, in one line.
    pub text: String,
    /// When it was written, milliseconds since the Unix epoch.
    pub at: u64,
}

/// How far an export is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExportProgress {
    /// Items written.
    pub done: u64,
    /// Items in all; 0 while that is not known.
    pub total: u64,
    /// Bytes written.
    pub bytes: u64,
    /// True once it has ended, by whatever way.
    pub ended: bool,
    /// Where the file is, once it is complete.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub path: Option<String>,
    /// Why there is none.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub problem: Option<String>,
}

/// What an import did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    /// The conversations that were read in.
    pub conversations: Vec<ConversationId>,
    /// Of them, those that got a new name because theirs was taken.
    pub renamed: u32,
    /// Of them, those of which the file says less than it promised.
    pub incomplete: u32,
    /// Lines that were left out.
    pub bad: u64,
    /// The first of them, each with its number and reason.
    pub reasons: Vec<String>,
    /// Why it ended before the file did.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub broken_off: Option<String>,
}

/// A page of search results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SearchPage {
    /// The hits, youngest first.
    pub hits: Vec<SearchHit>,
    /// Given as `after` it continues the search; none where this is the end.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub next: Option<i64>,
}

/// An item in which a text was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SearchHit {
    /// The conversation.
    pub conversation: ConversationId,
    /// Its title.
    pub title: String,
    /// The item's place in it.
    pub place: u32,
    /// The item.
    pub item: ItemId,
    /// When it was said, milliseconds since the Unix epoch.
    pub at: u64,
    /// A few words around what was found.
    pub snippet: String,
    /// What was found: pairs of first and past-the-last UTF-16 unit of `snippet`.
    pub marks: Vec<(u32, u32)>,
}
