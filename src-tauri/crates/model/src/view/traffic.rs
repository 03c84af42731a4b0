//! Traffic as the inspector shows it.

use super::Block;
use crate::Direction;
use serde::{Deserialize, Serialize};

/// What of a conversation's traffic is asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct TrafficQuery {
    /// Only lines before this row; none for the newest.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub before: Option<i64>,
    /// Only lines after this row, oldest first: what came since.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub after: Option<i64>,
    /// Only these ways; all where empty.
    pub directions: Vec<Direction>,
    /// Only lines with this text, whatever its case; all where empty.
    pub text: String,
    /// Only lines that could not be understood.
    pub doubtful: bool,
    /// How many at most; 500 where it is 0 or more than that.
    pub limit: u32,
}

/// Some lines of traffic, oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TrafficPage {
    /// The lines.
    pub lines: Vec<TrafficEntry>,
    /// Ask for lines before this row to go on; none where there are no more.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub earlier: Option<i64>,
}

/// A line, its head if it is long.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TrafficEntry {
    /// Its row in the archive.
    pub row: i64,
    /// Milliseconds since the Unix epoch.
    pub at: u64,
    /// Which process of the conversation, counted from 1.
    pub epoch: u32,
    /// Which way it went.
    pub direction: Direction,
    /// Its text up to 2,000 characters, control characters visible.
    pub text: String,
    /// Its length in bytes.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub bytes: u64,
    /// Why it could not be understood, where that is so: `malformed: …`, `unrecognized: …`.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub doubt: Option<String>,
}

/// One line, whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TrafficDetail {
    /// The line as it was, up to 1 MiB; bytes that are no text as U+FFFD.
    pub raw: String,
    /// True where some bytes were no text.
    pub lossy: bool,
    /// It laid out, where it is JSON.
    pub pretty: Vec<Block>,
    /// What became of it: each event laid out.
    pub events: Vec<Block>,
}

/// Where a script that replays an agent was saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SavedScript {
    /// The file.
    pub path: String,
    /// Lines of the agent in it.
    pub lines: u32,
    /// The profile that plays it, where one was made.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub profile: Option<crate::ProfileId>,
}
