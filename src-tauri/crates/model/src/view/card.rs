//! The approval card.

use super::Block;
use crate::{ApprovalKey, ApprovalState, ApprovalSubject, Decider, Phrase, Risk};
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
    /// Who settled it; none while it waits, or where nobody did.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub by: Option<Decider>,
    /// When it came, milliseconds since the Unix epoch.
    pub requested_at: u64,
    /// When it ends by itself, milliseconds since the Unix epoch: the time limit
    /// of its turn. None where it waits as long as the turn does.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub expires_at: Option<u64>,
    /// False for a request outside the known turns: of a helper of the agent's perhaps (C43).
    pub in_known_turn: bool,
    /// SHA-256, lower-case hex, of the raw argument bytes.
    pub args_sha256: String,
    /// What is asked, by kind; invisible and direction-changing characters are
    /// already visible as ⟨U+202E⟩ in every text here.
    pub subject: ApprovalSubject,
    /// The raw arguments, indented where they are JSON, else as they came. In
    /// every text here a long blank run is one mark that counts it, ⟨␤ × 5000⟩
    /// or ⟨␠ × 300⟩, so that nothing hides behind it.
    pub raw_args: String,
    /// Length of the raw arguments in bytes.
    pub args_bytes: u64,
    /// True where "allow" stays inert until the end of the arguments was reached;
    /// the host refuses it too until the window said so (`approval_seen`).
    pub must_scroll: bool,
    /// Invisible and direction-changing characters in the arguments and the tool's name.
    pub hidden_characters: u32,
    /// Blank runs that are shown as a mark.
    pub blank_runs: u32,
    /// The arguments as a tree, where nothing above shows them by kind.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub tree: Option<Block>,
    /// True for a call that only reads: several with the same tool and the same
    /// arguments may be allowed together (`allow_together`), listed one by one.
    pub only_reads: bool,
    /// The diff or the content, for writes and edits, made from the file on disk.
    pub preview: Vec<Block>,
    /// Why there is no preview, or what is odd about it.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub preview_note: Option<Phrase>,
    /// The host's own judgement.
    pub risk: Risk,
    /// The agent's words, quoted.
    pub description: String,
    /// The agent's category word.
    pub category: String,
}
