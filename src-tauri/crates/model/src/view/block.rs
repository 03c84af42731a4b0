//! Blocks: the pieces of a row that `render` makes.

use serde::{Deserialize, Serialize};

/// One finished or growing piece of rendered text. The HTML is inert by
/// construction: only `render` makes blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Block {
    /// What it is; the window frames it accordingly. Not said of prose, as most are.
    #[serde(default, skip_serializing_if = "BlockKind::is_prose")]
    #[cfg_attr(feature = "ts", ts(as = "Option<BlockKind>", optional))]
    pub kind: BlockKind,
    /// Allow-listed HTML; for images the `data:` URL of a verified raster image.
    pub html: String,
    /// The language of a code block, a file's path for a diff; else empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
    pub label: String,
}

/// What a block is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum BlockKind {
    /// A paragraph, heading, list, quote, rule, table.
    #[default]
    Prose,
    /// Code of a fence, with a frame and a copy button.
    Code,
    /// A formula of its own line (MathML).
    Math,
    /// A diff.
    Diff,
    /// A program's output, with colours.
    Terminal,
    /// Data as an indented tree.
    Json,
    /// A raster image.
    Image,
    /// A line that says that something was left out, and why.
    Omitted,
}

impl BlockKind {
    // By reference, as serde asks.
    #[allow(clippy::trivially_copy_pass_by_ref)]
    fn is_prose(&self) -> bool {
        *self == Self::Prose
    }
}
