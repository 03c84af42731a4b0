//! Settings of a profile that go with every message: the input fields of newer
//! builds, and the form of the content. Sent only where the profile asks for
//! them, since the specification's own build does not know them.

use crate::PlanError;
use model::AgentProfile;
use serde_json::{Map, Value};

/// The newer input fields: a setting's name is the field's.
pub(super) const FIELDS: [&str; 3] = ["system_prompt", "environment", "mcp_servers"];

/// What goes with every message.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct MessageSettings {
    /// `content_blocks`: the text goes as a list of blocks instead of a string.
    pub(super) content_blocks: bool,
    /// `system_prompt`, `environment` (for the turn it goes with) and
    /// `mcp_servers`, those that are set.
    pub(super) fields: Map<String, Value>,
}

/// The settings of a profile.
///
/// # Errors
/// One of a wrong type, by name.
pub(super) fn read(profile: &AgentProfile) -> Result<MessageSettings, PlanError> {
    let mut fields = Map::new();
    for name in FIELDS {
        match profile.settings.get(name) {
            None | Some(Value::Null) => {}
            Some(Value::String(text)) if text.trim().is_empty() => {}
            Some(value) if fits(name, value) => {
                fields.insert(name.to_owned(), value.clone());
            }
            Some(_) => return Err(wrong(profile, name, wanted(name))),
        }
    }
    Ok(MessageSettings {
        content_blocks: switch(profile, "content_blocks")?,
        fields,
    })
}

/// Whether a value can be that input field.
pub(super) fn fits(name: &str, value: &Value) -> bool {
    match name {
        "system_prompt" => value.is_string(),
        "environment" => value.is_string() || value.is_object(),
        _ => value.is_object() || value.is_array(),
    }
}

/// What that input field may be, in words.
pub(super) fn wanted(name: &str) -> &'static str {
    match name {
        "system_prompt" => "text",
        "environment" => "text or an object",
        _ => "an object or a list",
    }
}

fn switch(profile: &AgentProfile, name: &str) -> Result<bool, PlanError> {
    match profile.settings.get(name) {
        None | Some(Value::Null) => Ok(false),
        Some(Value::Bool(on)) => Ok(*on),
        Some(_) => Err(wrong(profile, name, "true or false")),
    }
}

/// A setting of a wrong type.
pub(super) fn wrong(profile: &AgentProfile, name: &str, wanted: &str) -> PlanError {
    PlanError {
        problem: format!(
            "The setting “{name}” of the agent “{}” must be {wanted}. Correct it in the agent's \
             settings.",
            profile.name
        ),
    }
}
