//! Keys that stand in a profile's settings: a config.json may hold some for its providers.
//!
//! They go into the vault as the profile's own, and a reference to each stays in their place, so that
//! no list of profiles holds one. A start puts them back, for that start alone.

use super::fault;
use crate::agents::is_key;
use crate::masking;
use model::{AgentFault, AgentProfile};
use serde_json::{Map, Value};

/// How the names of such keys begin. They are references, not variables of an environment.
const OURS: &str = "SETTING_";

/// Takes every key out of the settings. The answer is each with its name.
pub(crate) fn take(settings: &mut Map<String, Value>) -> Vec<(String, String)> {
    let mut taken = Vec::new();
    for (name, value) in settings {
        visit(name, name, value, &mut |path, text| {
            let variable = variable(path, &taken);
            let key = std::mem::replace(text, format!("${{{variable}}}"));
            taken.push((variable, key));
        });
    }
    taken
}

/// The profile as a start needs it, with its keys in place.
///
/// # Errors
/// `key.missing`: one is not kept any more.
pub(crate) fn filled(
    profile: &AgentProfile,
    keys: &[(String, String)],
) -> Result<AgentProfile, AgentFault> {
    let mut profile = profile.clone();
    let mut missing = None;
    replace(&mut profile.settings, &mut |name| {
        let found = keys.iter().find(|(variable, _)| variable == name);
        if found.is_none() {
            missing = Some(name.to_owned());
        }
        found.map(|(_, value)| value.clone())
    });
    match missing {
        None => Ok(profile),
        Some(name) => Err(fault(
            "key.missing",
            format!(
                "“{}” needs the key {name}, which is not kept any more. Enter it again in Settings, Providers, or take it out of the agent’s settings.",
                profile.name
            ),
        )),
    }
}

/// The profile as it is shown: masks in the places of its keys.
pub(crate) fn masked(profile: &AgentProfile) -> AgentProfile {
    let mut profile = profile.clone();
    replace(&mut profile.settings, &mut |_| {
        Some(masking::MASK.to_owned())
    });
    profile
}

/// Whether a key of this name is for a setting, and for no environment.
pub(crate) fn is_for_a_setting(variable: &str) -> bool {
    variable.starts_with(OURS)
}

/// The name of the key that this text stands for.
pub(crate) fn reference(text: &str) -> Option<&str> {
    let name = text.strip_prefix("${")?.strip_suffix('}')?;
    is_for_a_setting(name).then_some(name)
}

/// Calls back with each text that is a key by its name, and where it is.
fn visit(path: &str, name: &str, value: &mut Value, found: &mut dyn FnMut(&str, &mut String)) {
    match value {
        Value::String(text) if is_key(name, text) => found(path, text),
        Value::Array(list) => {
            for one in list {
                visit(path, name, one, found);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                visit(&format!("{path}_{name}"), name, value, found);
            }
        }
        _ => {}
    }
}

/// A name no other key of these settings has: `SETTING_PROVIDERS_REPLICATE_APIKEYS_2`.
fn variable(path: &str, taken: &[(String, String)]) -> String {
    let fit = |c: char| match c.to_ascii_uppercase() {
        c if c.is_ascii_alphanumeric() => c,
        _ => '_',
    };
    let name: String = OURS.chars().chain(path.chars().map(fit)).collect();
    let free = |name: &String| taken.iter().all(|(other, _)| other != name);
    let numbered = (2..).map(|n| format!("{name}_{n}"));
    std::iter::once(name.clone())
        .chain(numbered)
        .find(free)
        .unwrap_or(name)
}

/// Puts values in the places of references.
fn replace(settings: &mut Map<String, Value>, value_of: &mut dyn FnMut(&str) -> Option<String>) {
    for value in settings.values_mut() {
        replace_in(value, value_of);
    }
}

fn replace_in(value: &mut Value, value_of: &mut dyn FnMut(&str) -> Option<String>) {
    match value {
        Value::String(text) => {
            if let Some(key) = reference(text).and_then(value_of) {
                *text = key;
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|one| replace_in(one, value_of)),
        Value::Object(fields) => replace(fields, value_of),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    fn settings() -> Map<String, Value> {
        let value = json!({
            "command": "bot",
            "maxTokens": 5,
            "providers": {
                "anthropic": {"apiKeys": ["sk-one"], "models": ["m"]},
                "my-own": {"apiKeys": ["a", "b", "${FROM_MY_SHELL}"]},
            },
        });
        value.as_object().unwrap().clone()
    }

    fn profile(settings: Map<String, Value>) -> AgentProfile {
        AgentProfile {
            id: model::ProfileId::from("bot"),
            name: "Bot".to_owned(),
            protocol: model::ProtocolId("terminal".to_owned()),
            command: "/bin/sh".to_owned(),
            args: Vec::new(),
            env: std::collections::BTreeMap::new(),
            settings,
            origin: model::ProfileOrigin::User,
        }
    }

    #[test]
    fn f102_keys_in_settings_are_taken_out_and_put_back_for_a_start() {
        let mut kept = settings();
        let taken = take(&mut kept);
        let expected = [
            ("SETTING_PROVIDERS_ANTHROPIC_APIKEYS", "sk-one"),
            ("SETTING_PROVIDERS_MY_OWN_APIKEYS", "a"),
            ("SETTING_PROVIDERS_MY_OWN_APIKEYS_2", "b"),
        ];
        assert_eq!(
            taken,
            expected.map(|(name, key)| (name.to_owned(), key.to_owned()))
        );
        assert_eq!(
            kept["providers"]["my-own"]["apiKeys"],
            json!([
                "${SETTING_PROVIDERS_MY_OWN_APIKEYS}",
                "${SETTING_PROVIDERS_MY_OWN_APIKEYS_2}",
                "${FROM_MY_SHELL}"
            ])
        );
        assert_eq!(take(&mut kept.clone()), [], "what is taken stays taken");
        let kept = profile(kept);
        assert_eq!(filled(&kept, &taken).unwrap().settings, settings());
        let shown = masked(&kept).settings;
        assert_eq!(
            shown["providers"]["anthropic"]["apiKeys"],
            json!([masking::MASK])
        );
        let lost = filled(&kept, &taken[1..]).unwrap_err();
        assert_eq!(lost.code, "key.missing");
        assert!(lost.message.contains("SETTING_PROVIDERS_ANTHROPIC_APIKEYS"));
    }
}
