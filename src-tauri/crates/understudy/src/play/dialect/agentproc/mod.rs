//! AgentProc. `wire`: `0.1`, the specification's (default), or `0.4` (field notes).

mod events;
mod variables;

use super::{Dialect, Speech};

/// The dialect of a wire.
pub(super) fn new(speech: &Speech) -> Result<Box<dyn Dialect>, String> {
    Ok(match speech.choice("wire", &["0.1", "0.4"])? {
        "0.1" => Box::new(variables::Variables::new(speech)?),
        _ => Box::new(events::Events::new(speech)?),
    })
}

/// Where an attachment is.
fn urls(attachments: &serde_json::Value) -> serde_json::Value {
    let list = attachments
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    list.iter().map(|one| one["url"].clone()).collect()
}
