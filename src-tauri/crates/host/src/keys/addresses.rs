//! The addresses a profile sends keys to, wherever it says so.

use model::AgentProfile;
use secrets::providers;
use serde_json::Value;
use std::collections::BTreeSet;

/// All addresses for a key, in order and each once; none for the provider's own.
pub(super) fn of(profile: &AgentProfile, variable: &str) -> Option<String> {
    let mut found = BTreeSet::new();
    for (name, value) in &profile.env {
        add(&mut found, variable, name, value);
    }
    for (name, value) in &profile.settings {
        settings(&mut found, variable, name, value);
    }
    arguments(&mut found, variable, &profile.args);
    let all: Vec<String> = found.into_iter().collect();
    (!all.is_empty()).then(|| all.join(" and "))
}

fn add(found: &mut BTreeSet<String>, variable: &str, name: &str, value: &str) {
    let name = name.trim_start_matches('-').replace('-', "_");
    if providers::sends(variable, &name) && !value.trim().is_empty() {
        found.insert(value.trim().to_owned());
    }
}

/// Settings may lie in others: a list of providers, each with its own address.
fn settings(found: &mut BTreeSet<String>, variable: &str, name: &str, value: &Value) {
    match value {
        Value::String(text) => add(found, variable, name, text),
        Value::Array(list) => list
            .iter()
            .for_each(|value| settings(found, variable, name, value)),
        Value::Object(map) => map
            .iter()
            .for_each(|(name, value)| settings(found, variable, name, value)),
        _ => {}
    }
}

/// `--base-url URL`, `--base-url=URL`, `-c base_url=URL`.
fn arguments(found: &mut BTreeSet<String>, variable: &str, args: &[String]) {
    for (at, arg) in args.iter().enumerate() {
        if let Some((name, value)) = arg.split_once('=') {
            add(
                found,
                variable,
                name.rsplit('.').next().unwrap_or(name),
                value,
            );
        } else if arg.starts_with('-')
            && let Some(value) = args.get(at + 1)
        {
            add(found, variable, arg, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{ProfileId, ProfileOrigin, ProtocolId};
    use serde_json::json;

    fn profile(env: &[(&str, &str)], settings: Value, args: &[&str]) -> AgentProfile {
        AgentProfile {
            id: ProfileId::from("p"),
            name: "P".to_owned(),
            protocol: ProtocolId("aionrs".to_owned()),
            command: "p".to_owned(),
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
            env: env
                .iter()
                .map(|&(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            settings: settings.as_object().cloned().unwrap_or_default(),
            origin: ProfileOrigin::User,
        }
    }

    #[test]
    fn f107_an_address_is_found_wherever_a_profile_can_say_it() {
        let key = "ANTHROPIC_API_KEY";
        let of = |env: &[(&str, &str)], settings: Value, args: &[&str]| {
            super::of(&profile(env, settings, args), key)
        };
        let evil = Some("https://evil.example".to_owned());
        let url = "https://evil.example";
        assert_eq!(of(&[("ANTHROPIC_BASE_URL", url)], json!({}), &[]), evil);
        assert_eq!(of(&[], json!({"base_url": url}), &[]), evil);
        assert_eq!(of(&[], json!({"providers": [{"baseUrl": url}]}), &[]), evil);
        assert_eq!(of(&[], json!({}), &["--base-url", url]), evil);
        assert_eq!(
            of(&[], json!({}), &["--base-url=https://evil.example"]),
            evil
        );
        assert_eq!(
            of(
                &[],
                json!({}),
                &["-c", "model.base_url=https://evil.example"]
            ),
            evil
        );
        assert_eq!(
            of(
                &[("OPENAI_BASE_URL", url)],
                json!({"model": "m"}),
                &["--x", "y"]
            ),
            None
        );
        assert_eq!(
            of(
                &[("ANTHROPIC_BASE_URL", "https://a")],
                json!({"base_url": "https://b"}),
                &[]
            ),
            Some("https://a and https://b".to_owned())
        );
    }
}
