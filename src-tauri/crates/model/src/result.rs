//! What an operation gave: text, findings, data, files.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The answer to one operation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OperationResult {
    /// The operation's name.
    pub operation: String,
    /// Text for a person, Markdown; empty where there is none.
    #[serde(default)]
    pub text: String,
    /// Data that was asked for; `null` where there is none.
    #[serde(default)]
    pub data: Value,
    /// What is wrong with the data, by the schema that was asked for.
    #[serde(default)]
    pub problems: Vec<SchemaProblem>,
    /// Files it made, relative to the project and inside it.
    #[serde(default)]
    pub files: Vec<String>,
}

/// A place in the data that breaks the schema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SchemaProblem {
    /// JSON pointer into the data.
    pub pointer: String,
    /// What is wrong there.
    pub message: String,
}

/// A file an agent shows. It is named, never opened without an explicit act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Media {
    /// The path as the agent gave it.
    pub path: String,
    /// What its extension says. Not `kind` in JSON: that is the tag of the item's
    /// body, beside which these fields stand.
    #[serde(rename = "mediaKind")]
    pub kind: MediaKind,
}

/// What a file's extension says it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum MediaKind {
    /// A picture.
    Image,
    /// A film.
    Video,
    /// Sound.
    Audio,
    /// Anything else.
    Document,
}
