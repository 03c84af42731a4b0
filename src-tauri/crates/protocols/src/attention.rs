//! Whether an event of an unknown type looks like a question to the user (C37):
//! the agent may be waiting, and nothing here will answer for the user. The same
//! for every protocol of JSON objects.

use crate::lines::{Object, nested};

const IDS: [&str; 6] = [
    "call_id",
    "tool_call_id",
    "request_id",
    "requestId",
    "callId",
    "id",
];
const CHOICES: [&str; 8] = [
    "options",
    "choices",
    "permission",
    "permissions",
    "actions",
    "buttons",
    "question",
    "questions",
];
const ASKING: [&str; 5] = ["permission", "approval", "confirm", "question", "elicit"];

/// An id to answer to, and something to choose: on the event itself or one level down.
pub(crate) fn needed(kind: &str, line: &Object<'_>) -> bool {
    let inner: Vec<Object<'_>> = line
        .entries()
        .filter_map(|(_, value)| nested(value))
        .collect();
    let has = |names: &[&str]| {
        names
            .iter()
            .any(|name| line.has(name) || inner.iter().any(|object| object.has(name)))
    };
    let asks = ASKING.iter().any(|word| kind.to_lowercase().contains(word));
    has(&IDS) && (asks || has(&CHOICES))
}
