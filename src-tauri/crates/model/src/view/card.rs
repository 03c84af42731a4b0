//! The approval card.

use super::Block;
use crate::{ApprovalKey, ApprovalState, ApprovalSubject, Risk};
use serde::{Deserialize, Serialize};

/// Everything a person needs to decide, and what goes back with the answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ApprovalCard {
    /// The request.
    pub key: ApprovalKey,
    /// How it stands.
    pub state: ApprovalState,
    /// Who settled it; empty while it waits.
    pub by: String,
    /// When it came, milliseconds since the Unix epoch.
    pub requested_at: u64,
    /// SHA-256, lower-case hex, of the raw argument bytes.
    pub args_sha256: String,
    /// What is asked, by kind; invisible and direction-changing characters are
    /// already visible as ⟨U+202E⟩ in every text here.
    pub subject: ApprovalSubject,
    /// The raw arguments, indented where they are JSON, else as they came.
    pub raw_args: String,
    /// Length of the raw arguments in bytes.
    pub args_bytes: u64,
    /// True where "allow" stays inert until the end of the arguments was reached.
    pub must_scroll: bool,
    /// The diff or the content, for writes and edits, made from the file on disk.
    pub preview: Vec<Block>,
    /// Why there is no preview, where one would be expected.
    pub preview_note: String,
    /// The host's own judgement.
    pub risk: Risk,
    /// The agent's words, quoted.
    pub description: String,
    /// The agent's category word.
    pub category: String,
}
