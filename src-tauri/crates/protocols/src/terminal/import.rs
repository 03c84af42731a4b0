//! nanobot's `config.json` → a profile ("Configuration Reference").

use super::settings::{KNOWN, Settings};
use crate::{Imported, PlanError};
use model::{AgentProfile, ProfileOrigin, ProtocolId};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The keys of a provider that are known.
const PROVIDER: [&str; 3] = ["apiKeys", "models", "baseUrl"];

/// Reads the whole file, or the object of its key `terminal` alone.
///
/// # Errors
/// The text is no such file, or a setting in it cannot be used.
pub(super) fn import(text: &str, path: &str) -> Result<Imported, PlanError> {
    let refuse = |problem: String| Err(PlanError { problem });
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let file: Value = match serde_json::from_str(text) {
        Ok(file) => file,
        Err(error) => return refuse(format!("{path} is not valid JSON: {error}.")),
    };
    let mut notes = Vec::new();
    let Value::Object(mut file) = file else {
        return refuse(format!(
            "{path} holds no JSON object, so it is no config.json."
        ));
    };
    let settings = match file.remove("terminal") {
        Some(Value::Object(terminal)) => {
            if !file.is_empty() {
                notes.push(format!(
                    "Only “terminal” was taken of the file. Left in it: {}.",
                    names(file.keys())
                ));
            }
            terminal
        }
        Some(_) => return refuse(format!("“terminal” in {path} is no object.")),
        None if file.contains_key("command") => file,
        None => {
            return refuse(format!(
                "{path} has neither a part “terminal” nor a “command”: it describes no agent of \
                 the Terminal Protocol."
            ));
        }
    };
    let profile = profile(settings, path);
    let read = Settings::read(&profile)?;
    if read.command.is_none() {
        return refuse(format!(
            "“command” in {path} is empty: there is nothing to run."
        ));
    }
    note_the_rest(&profile.settings, &mut notes);
    note_keys(&read, &mut notes);
    if profile.settings.get("enabled") == Some(&Value::Bool(false)) {
        notes.push(
            "“enabled” is false: nanobot itself would not run this command. Here it runs when you \
             choose this agent."
                .to_owned(),
        );
    }
    Ok(Imported { profile, notes })
}

/// Named after the bot's folder: every such file is called `config.json`.
fn profile(settings: Map<String, Value>, path: &str) -> AgentProfile {
    let mut parts = path.rsplit(['/', '\\']).filter(|part| !part.is_empty());
    let file = parts.next().unwrap_or(path);
    let stem = file.strip_suffix(".json").unwrap_or(file);
    let name = match parts.next() {
        Some(folder) if stem.eq_ignore_ascii_case("config") => folder.trim_start_matches('.'),
        _ => stem,
    };
    let id: String = name
        .chars()
        .map(|c| match c.to_ascii_lowercase() {
            c if c.is_ascii_alphanumeric() => c,
            _ => '-',
        })
        .collect();
    let id = id.trim_matches('-');
    AgentProfile {
        id: if id.is_empty() { "terminal" } else { id }.into(),
        name: name.to_owned(),
        protocol: ProtocolId("terminal".to_owned()),
        // What runs the command of the settings.
        command: "/bin/sh".to_owned(),
        args: Vec::new(),
        env: BTreeMap::new(),
        settings,
        origin: ProfileOrigin::User,
    }
}

fn note_the_rest(settings: &Map<String, Value>, notes: &mut Vec<String>) {
    let mut unknown: Vec<String> = settings
        .keys()
        .filter(|key| !KNOWN.contains(&key.as_str()))
        .cloned()
        .collect();
    let providers = settings.get("providers").and_then(Value::as_object);
    for (provider, fields) in providers.into_iter().flatten() {
        let keys = fields.as_object().into_iter().flat_map(Map::keys);
        unknown.extend(
            keys.filter(|key| !PROVIDER.contains(&key.as_str()))
                .map(|key| format!("providers.{provider}.{key}")),
        );
    }
    if !unknown.is_empty() {
        notes.push(format!(
            "Not known here, kept and not used: {}.",
            names(unknown.iter())
        ));
    }
}

fn note_keys(settings: &Settings, notes: &mut Vec<String>) {
    let with_keys: Vec<_> = settings
        .providers
        .iter()
        .filter(|provider| !provider.api_keys.is_empty())
        .map(|provider| format!("{} ({})", provider.name, provider.api_keys.len()))
        .collect();
    if !with_keys.is_empty() {
        notes.push(format!(
            "The file holds API keys: {}. They are still in the file.",
            with_keys.join(", ")
        ));
    }
}

fn names<'a>(names: impl Iterator<Item = &'a String>) -> String {
    names
        .map(|name| format!("“{name}”"))
        .collect::<Vec<_>>()
        .join(", ")
}
