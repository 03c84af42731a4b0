//! Data of an operation as a tree that can be folded.

use serde::{Deserialize, Serialize};

/// Data as lines: each holds its place in the tree by its depth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DataTree {
    /// The lines, a parent before its children.
    pub lines: Vec<DataLine>,
    /// Lines that are left out at the end.
    pub cut: u32,
}

/// One value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DataLine {
    /// How deep it lies; the whole is at 0.
    pub depth: u16,
    /// Its name or number in its parent; empty for the whole.
    pub key: String,
    /// What it is.
    pub kind: DataKind,
    /// The value; for lists and objects how many entries there are.
    pub text: String,
    /// How many of the following lines lie in it.
    pub within: u32,
    /// What is wrong with it, by the schema; empty where nothing is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
    pub problem: String,
}

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum DataKind {
    /// Named values.
    Object,
    /// Numbered values.
    List,
    /// Text.
    Text,
    /// A number.
    Number,
    /// `true`, `false` or `null`.
    Word,
}
