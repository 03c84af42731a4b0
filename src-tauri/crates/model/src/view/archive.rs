//! An archive that did not open, and what a repair saved of it.

use serde::{Deserialize, Serialize};

/// Why there is no archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ArchiveTrouble {
    /// `archive.` and the kind: `locked`, `readOnly`, `newer`, `damaged`, `notArchive`,
    /// `diskFull`, `oldSqlite`, `folder`, `refused`.
    pub code: String,
    /// The reason in full.
    pub message: String,
    /// The archive's file.
    pub path: String,
    /// The folder it is in.
    pub folder: String,
    /// It can be opened for reading, as `parley export` does.
    pub readable: bool,
}

/// What a repair did. The old files are kept.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RepairReport {
    /// Where the old files are now; none where nothing was wrong with them.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub kept: Option<String>,
    /// Conversations in the new archive.
    pub conversations: u64,
    /// Of them, those that lost their name.
    pub nameless: u64,
    /// Events in the new archive.
    pub events: u64,
    /// Conversations of which events are missing.
    pub missing: Vec<MissingEvents>,
    /// Places in the old file that could not be read.
    pub broken: u64,
}

/// What a repair could not save of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MissingEvents {
    /// Its name.
    pub title: String,
    /// How many events are missing.
    pub events: u64,
}
