//! Files that go with a message, and files of the workspace it names.

use serde::{Deserialize, Serialize};

/// A file that is to go with the next message. It belongs to the draft, and a
/// window names it by its id: paths come from the user's own act, never from a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DraftFile {
    /// Names it in its draft.
    pub id: String,
    /// Absolute path.
    pub path: String,
    /// The name shown.
    pub name: String,
    /// Its size when it was attached.
    pub bytes: u64,
    /// What it is.
    pub kind: DraftFileKind,
}

/// What an attached file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum DraftFileKind {
    /// A picture, by its own header.
    Image,
    /// Any other file.
    File,
    /// A text that was pasted and is too long for the message box.
    Text,
}

/// What came of attaching files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Attached {
    /// Those that are attached now, in order.
    pub added: Vec<DraftFile>,
    /// Those that are not, with the reason.
    pub refused: Vec<NotAttached>,
}

/// A file that was not attached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct NotAttached {
    /// Its name, with nothing invisible in it.
    pub name: String,
    /// A code for the catalogue: `folder`, `pipe`, `device`, `socket`, `tooLarge`, `gone`,
    /// `deadLink`, `unreadable`, `slow`, `lineBreak`, `notText`, `tooMany`, `own`.
    pub code: String,
    /// The reason and what can be done, in English.
    pub text: String,
    /// What can be written into the message in its place: its path.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub path: Option<String>,
}

/// Files of a workspace that fit what was typed, the best first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WorkspaceFiles {
    /// The files.
    pub files: Vec<WorkspaceFile>,
    /// Files that were looked through.
    pub of: u32,
    /// The workspace holds more than were looked through.
    pub cut: bool,
}

/// A file of a workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WorkspaceFile {
    /// Its path below the workspace, with `/`; a folder's ends in one.
    pub path: String,
    /// The characters of it that fit, counted from 0, in order.
    pub marks: Vec<u32>,
}
