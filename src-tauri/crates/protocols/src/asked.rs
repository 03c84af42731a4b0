//! What a message asks for in plain words, where what is sent is a line of the protocol.

use serde_json::{Map, Value};

/// The same words in each language of the window. What the user wrote stands in them as it was
/// written, hidden characters too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// English.
    pub en: String,
    /// German.
    pub de: String,
}

/// Says what a message's form and text ask for; none where the text is plain words already.
pub type Ask = fn(&Map<String, Value>, &str) -> Option<Asked>;
