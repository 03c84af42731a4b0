//! What a message asks for in plain words, where what is sent is a line of the protocol.

use model::Asked;
use serde_json::{Map, Value};

/// Says what a message's form and text ask for; none where the text is plain words already.
pub type Ask = fn(&Map<String, Value>, &str) -> Option<Asked>;
