//! Reading on in a conversation: more of a long row, what is found, text to
//! copy, a file that was named.

use super::Block;
use serde::{Deserialize, Serialize};

/// Blocks of a row that a window has not got, or not any more.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MoreOfRow {
    /// The blocks, from the place that was asked for on.
    pub blocks: Vec<Block>,
    /// How many blocks the row has, as far as is known: one more than those
    /// given means that there is more to ask for.
    pub block_count: u32,
}

/// Where a text occurs in a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Found {
    /// The rows in which it does, in order of their place.
    pub rows: Vec<FoundRow>,
    /// There are more than these.
    pub cut: bool,
}

/// A row in which a text occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FoundRow {
    /// The row's place.
    pub place: u32,
    /// How often.
    pub count: u32,
}

/// The block of a row that shows an occurrence of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FoundBlock {
    /// The block's place in the row.
    pub block: u32,
    /// Which one it is of those in the block, from 0.
    pub nth: u32,
}

/// A file that a row names, as far as it can be shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct NamedFile {
    /// Where it really is.
    pub path: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// The picture or the beginning of the text; none where it is neither.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub block: Option<Block>,
}

/// A message that the user sent, to be written again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SentMessage {
    /// Its row's place.
    pub place: u32,
    /// Its text.
    pub text: String,
}
