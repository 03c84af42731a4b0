//! A profile out of a file: "Profile YAML", flat or under `agentproc:`.

use super::plan::problem;
use super::settings::{Settings, Wire};
use crate::{Imported, PlanError};
use model::{AgentProfile, ProfileOrigin, ProtocolId};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// Keys that say how the agent is run.
const KNOWN: &[&str] = &[
    "wire",
    "stdin",
    "cwd",
    "timeout_secs",
    "kill_grace_secs",
    "max_reply_chars",
    "truncation_suffix",
    "include_stderr_in_reply",
    "send_error_reply",
    "streaming",
    "session_line_prefix",
    "env_allowlist",
    "env_inherit",
    "permission",
    "budget_secs",
    "deadline",
    "from_user",
    "executor",
];
/// Keys that describe the agent to people; published profiles have them.
const ABOUT: &[&str] = &[
    "description",
    "cli",
    "cli_install",
    "tested",
    "maintainer",
    "tags",
    "notes",
];
/// Keys that a profile of today has and one of wire 0.1's time has not.
const NEWER: &[&str] = &[
    "permission",
    "budget_secs",
    "deadline",
    "executor",
    "env_allowlist",
];

/// Reads the text of the file at `path` (absolute).
///
/// # Errors
/// It is no YAML, no profile, or a profile that could never be started.
pub(super) fn import(text: &str, path: &str) -> Result<Imported, PlanError> {
    let wrong = |what: String| {
        problem(format!(
            "{path} can't be used as an AgentProc profile: {what}"
        ))
    };
    let whole: Value = serde_saphyr::from_str(text)
        .map_err(|error| wrong(format!("it is not valid YAML: {error}")))?;
    let Value::Object(mut outer) = whole else {
        return Err(wrong("it is not a list of keys and values.".to_owned()));
    };
    let nested = match outer.shift_remove("agentproc") {
        None | Some(Value::Null) => None,
        Some(Value::Object(inner)) => Some(inner),
        Some(_) => return Err(wrong("“agentproc” must hold keys and values.".to_owned())),
    };
    let mut keys = match nested {
        Some(inner) => {
            outer.extend(inner);
            outer
        }
        None => outer,
    };
    let folder = Path::new(path).parent().unwrap_or(Path::new("/"));
    let mut notes = Vec::new();
    let name = name(&mut keys, path);
    let cwd = cwd(&mut keys, folder).map_err(wrong)?;
    let (command, args) = argv(&mut keys, &mut notes).map_err(wrong)?;
    let mut profile = AgentProfile {
        id: slug(&name).into(),
        name,
        protocol: ProtocolId(super::PROTOCOL.id.to_owned()),
        command: program(command, folder, cwd.as_deref()),
        args,
        env: env(&mut keys).map_err(wrong)?,
        settings: Map::new(),
        origin: ProfileOrigin::User,
    };
    for key in keys.keys() {
        if key == "type" {
            notes.push(
                "“type” is a shortcut of another host and means nothing here; it is kept."
                    .to_owned(),
            );
        } else if !KNOWN.contains(&key.as_str()) && !ABOUT.contains(&key.as_str()) {
            notes.push(format!("“{key}” is no key of an AgentProc profile that Parley knows; it is kept and not used."));
        }
    }
    let newer: Vec<_> = NEWER
        .iter()
        .filter(|&&key| keys.contains_key(key))
        .collect();
    let says_wire = keys.contains_key("wire");
    profile.settings = keys;
    let folder = folder.to_string_lossy().into_owned();
    profile
        .settings
        .insert("profile_dir".to_owned(), folder.into());
    if let Some(cwd) = cwd {
        profile.settings.insert("cwd".to_owned(), cwd.into());
    }
    let settings = Settings::read(&profile);
    if let (false, Some(key)) = (says_wire, newer.first()) {
        let advice = format!(
            "The profile does not say which wire it is for, and “{key}” is younger than wire 0.1. If \
             its agent was published since mid-2026, add `wire: \"0.4\"`."
        );
        match settings {
            Err(error) => return Err(problem(format!("{error} {advice}"))),
            Ok(_) => notes.push(advice),
        }
    } else {
        settings?;
    }
    Ok(Imported { profile, notes })
}

/// `name`, or the name of the file; of a file named "profile", that of its folder.
fn name(keys: &mut Map<String, Value>, path: &str) -> String {
    if let Some(Value::String(name)) = keys.get("name")
        && !name.trim().is_empty()
    {
        let name = name.trim().to_owned();
        keys.shift_remove("name");
        return name;
    }
    let stem = |path: &Path| Some(path.file_stem()?.to_string_lossy().into_owned());
    let path = Path::new(path);
    stem(path)
        .filter(|stem| stem != "profile")
        .or_else(|| stem(path.parent()?))
        .unwrap_or_else(|| "AgentProc".to_owned())
}

/// Letters, digits and dashes.
fn slug(name: &str) -> String {
    let dashed: String = name
        .chars()
        .map(|c| {
            if c.is_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                '-'
            }
        })
        .collect();
    let parts: Vec<_> = dashed.split('-').filter(|part| !part.is_empty()).collect();
    if parts.is_empty() {
        "agentproc".to_owned()
    } else {
        parts.join("-")
    }
}

/// The command is split on white space only where wire 0.1 has no `args` at all.
fn argv(
    keys: &mut Map<String, Value>,
    notes: &mut Vec<String>,
) -> Result<(String, Vec<String>), String> {
    let command = match keys.shift_remove("command") {
        Some(Value::String(command)) if !command.trim().is_empty() => command.trim().to_owned(),
        None | Some(Value::Null) if keys.contains_key("executor") => {
            return Err(
                "it has an “executor”, which runs inside AgentProc's own SDK, and no “command”. \
                 Give it the command of the agent's bridge."
                    .to_owned(),
            );
        }
        _ => return Err("“command” must be the program to run.".to_owned()),
    };
    if keys.contains_key("executor") {
        notes.push(
            "“executor” is for AgentProc's own SDK and is not used: the command is run.".to_owned(),
        );
    }
    let split = wire(keys) == Wire::V01;
    match keys.shift_remove("args") {
        Some(Value::Array(args)) => {
            let args: Option<_> = args.iter().map(scalar).collect();
            let args = args.ok_or("each of “args” must be a text or a number.")?;
            Ok((command, args))
        }
        None | Some(Value::Null) if split => {
            let mut parts = command.split_whitespace().map(str::to_owned);
            let program = parts.next().unwrap_or_default();
            Ok((program, parts.collect()))
        }
        None | Some(Value::Null) => Ok((command, Vec::new())),
        Some(_) => Err("“args” must be a list.".to_owned()),
    }
}

/// The wire as far as splitting goes; whether it can be spoken is looked at later.
fn wire(keys: &Map<String, Value>) -> Wire {
    match keys.get("wire") {
        Some(Value::String(text)) if text.trim() == "0.4" => Wire::V04,
        Some(Value::Number(number)) if number.as_f64() == Some(0.4) => Wire::V04,
        _ => Wire::V01,
    }
}

fn env(keys: &mut Map<String, Value>) -> Result<BTreeMap<String, String>, String> {
    match keys.shift_remove("env") {
        None | Some(Value::Null) => Ok(BTreeMap::new()),
        Some(Value::Object(env)) => env
            .into_iter()
            .map(|(name, value)| match scalar(&value) {
                Some(value) => Ok((name, value)),
                None => Err(format!("the variable “{name}” must be a text or a number.")),
            })
            .collect(),
        Some(_) => Err("“env” must hold names and values.".to_owned()),
    }
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Null => Some(String::new()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Array(_) | Value::Object(_) => None,
    }
}

/// A relative folder is meant from the profile's file.
fn cwd(keys: &mut Map<String, Value>, folder: &Path) -> Result<Option<String>, String> {
    match keys.shift_remove("cwd") {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(cwd)) if cwd.is_empty() => Ok(None),
        Some(Value::String(cwd)) if cwd == "~" || cwd.starts_with("~/") => Ok(Some(cwd)),
        Some(Value::String(cwd)) => Ok(Some(absolute(folder, &cwd))),
        Some(_) => Err("“cwd” must be a folder.".to_owned()),
    }
}

/// A program that is a relative path is looked for in the agent's folder where
/// one is set, as the system does, and otherwise beside the profile's file.
fn program(command: String, folder: &Path, cwd: Option<&str>) -> String {
    let is_path = command.contains('/') && !command.starts_with("{{");
    match cwd {
        _ if !is_path || Path::new(&command).is_absolute() => command,
        Some(cwd) if cwd.starts_with('~') => command,
        Some(cwd) => absolute(Path::new(cwd), &command),
        None => absolute(folder, &command),
    }
}

fn absolute(folder: &Path, path: &str) -> String {
    let joined = folder.join(path);
    let plain: PathBuf = joined
        .components()
        .filter(|part| *part != Component::CurDir)
        .collect();
    plain.to_string_lossy().into_owned()
}
