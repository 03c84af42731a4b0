//! An agent's terminal, for a window.

use serde::{Deserialize, Serialize};

/// What a terminal showed after a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TerminalPart {
    /// The place of the first byte, counted from the first byte the terminal ever showed. Later
    /// than was asked for where what lies between is not kept any more.
    pub from: u64,
    /// The place after the last byte.
    pub to: u64,
    /// There is more after it.
    pub more: bool,
    /// The bytes, base64.
    pub bytes: String,
}

/// How a conversation's terminal stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TerminalState {
    /// How many bytes it has ever shown.
    pub shown: u64,
    /// An agent runs in it and takes what is typed.
    pub live: bool,
}
