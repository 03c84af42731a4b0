//! What the agent of a conversation changed in files, as far as its calls tell.

use super::Block;
use crate::{ItemId, ToolKind};
use serde::{Deserialize, Serialize};

/// A part of the files that were changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChangesPage {
    /// The place of the first file, from 0.
    pub from: u32,
    /// The files, the one that was changed last first.
    pub files: Vec<ChangedFile>,
    /// How many files there are.
    pub total: u32,
    /// Lines that all changes of all files added.
    pub added: u32,
    /// Lines they removed.
    pub removed: u32,
}

/// A file, and what all changes to it come to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChangedFile {
    /// Names it in a question; not for people.
    pub path: String,
    /// For people: as seen from the workspace where it lies in it, hidden characters visible.
    pub label: String,
    /// How many changes there are.
    pub changes: u32,
    /// Lines they added, counted one change after the other.
    pub added: u32,
    /// Lines they removed.
    pub removed: u32,
    /// The newest of them.
    pub last: FileChange,
}

/// Some changes of one file, the newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FileChanges {
    /// They.
    pub changes: Vec<FileChange>,
    /// How many there are.
    pub total: u32,
}

/// One change: one file of one call that succeeded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FileChange {
    /// The call.
    pub item: ItemId,
    /// The file's place among those the call names: for `named_file`.
    pub index: u32,
    /// What the call does.
    pub tool: ToolKind,
    /// When it was done, milliseconds since the Unix epoch.
    pub at: u64,
    /// Lines added and removed; none where the call does not tell.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub lines: Option<(u32, u32)>,
    /// Which of the user's turns, from 1; none for an agent's own turn.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub turn: Option<u32>,
    /// The beginning of the message that began the turn; empty where there is none.
    pub message: String,
}

/// The diff of one change, a part at a time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChangeDiff {
    /// Blocks, from the one that was asked for on; none at all where the call does
    /// not tell what it changed.
    pub blocks: Vec<Block>,
    /// How many blocks there are.
    pub total: u32,
}
