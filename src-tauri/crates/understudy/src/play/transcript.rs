//! A recording as a script: `understudy play --transcript FILE`.
//!
//! A line each: `< …` a line of the agent, `: …` likewise, `<x …` the same in hex, `<j …` exactly
//! the text of a JSON string; `> WORD JSON` a command of the host: if the protocol carries it, one
//! line of the host is awaited, whatever it says (heartbeats, pings and status questions are
//! passed over, unless the word is `probe`); `~ closed JSON` the agent ends as told: `{"code": 3}`,
//! `{"signal": 9}`, with `stderr`; when the host had `stopped` it, or its time was up
//! (`timed_out`), it waits for that. `@ settings JSON` chooses the form of the protocol. `# …`,
//! other `@ …` and `~ elapsed …` are the host's affair.
//!
//! The `turn` of a recorded message stands for the `msg_id` that this host sends, so that the
//! lines after it belong to its turn. The protocol is that of `--protocol`, or the name of the
//! recording's folder.

use std::path::Path;

use serde_json::{Value, json};

use super::dialect::{NAMES, Speech};
use super::script::{Script, ScriptError, Step};
use super::steps::{Action, hex};

/// A line of a recording.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Replay {
    /// The agent says it.
    Line(String),
    /// The host says something.
    Command { word: String, turn: Option<String> },
}

/// Reads a recording.
pub(crate) fn read(
    file: &Path,
    text: &str,
    speech: Option<&Speech>,
) -> Result<Script, ScriptError> {
    let speech = speech.cloned().unwrap_or_else(|| own_speech(file, text));
    let mut steps = Vec::new();
    for (index, text) in text.lines().enumerate() {
        let line = index + 1;
        let actions = actions(&speech, text).map_err(|what| ScriptError { line, what })?;
        steps.extend(actions.into_iter().map(|action| Step { line, action }));
    }
    Ok(Script { speech, steps })
}

/// By the folder and the settings of the profile that was recorded.
fn own_speech(file: &Path, text: &str) -> Speech {
    let folder = file.parent().and_then(Path::file_name);
    let folder = folder.and_then(|name| name.to_str());
    let protocol = NAMES.iter().find(|name| folder == Some(**name));
    let mut speech = Speech::of(protocol.unwrap_or(&"aionrs"));
    let settings = text
        .lines()
        .find_map(|line| line.strip_prefix("@ settings "));
    let settings: Value = settings
        .and_then(|json| serde_json::from_str(json).ok())
        .unwrap_or_default();
    let mut take = |key: &str, value: &Value| {
        if let Some(value) = value.as_str() {
            speech.options.insert(key.to_owned(), value.into());
        }
    };
    match protocol {
        Some(&"agentproc") => {
            take("wire", &settings["wire"]);
            if settings["wire"] != "0.4" {
                take("stdin", &settings["stdin"]);
            }
        }
        Some(&"terminal") if settings["stdin"] == "inject" => take("mode", &settings["stdin"]),
        // The protocol's own default is plain, a script's is rich.
        Some(&"terminal") if settings["protocol"] == "rich" => take("mode", &settings["protocol"]),
        Some(&"terminal") => take("mode", &Value::from("plain")),
        _ => {}
    }
    speech
}

/// Whether an agent of this protocol stays for more than one turn.
fn stays(speech: &Speech) -> bool {
    matches!(speech.protocol.as_str(), "aionrs" | "nuum")
}

/// Whether the host writes anything for a command.
fn carried(speech: &Speech, word: &str) -> bool {
    match speech.protocol.as_str() {
        "aionrs" => true,
        "nuum" => matches!(word, "message" | "stop" | "probe"),
        "agentproc" => matches!(word, "message" | "allow" | "deny"),
        _ => word == "message",
    }
}

fn actions(speech: &Speech, line: &str) -> Result<Vec<Action>, String> {
    if line.is_empty() || line.starts_with('#') {
        return Ok(Vec::new());
    }
    let (sign, rest) = line.split_once(' ').unwrap_or((line, ""));
    Ok(match sign {
        "<" | ":" => vec![Action::Replay(Replay::Line(rest.to_owned()))],
        "<x" => {
            let mut bytes = hex(rest)?;
            // nib's answer is one document, not lines.
            if speech.protocol != "nib" {
                bytes.push(b'\n');
            }
            vec![Action::Bytes(bytes)]
        }
        "<j" => {
            let text: String = serde_json::from_str(rest).map_err(|error| error.to_string())?;
            vec![Action::Bytes(text.into_bytes())]
        }
        ">" => {
            let (word, json) = rest.split_once(' ').unwrap_or((rest, "null"));
            let json: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
            let command = Action::Replay(Replay::Command {
                word: word.to_owned(),
                turn: json["turn"].as_str().map(str::to_owned),
            });
            Vec::from_iter(carried(speech, word).then_some(command))
        }
        "~" if rest.starts_with("closed") => {
            closed(speech, rest.trim_start_matches("closed").trim())?
        }
        "~" | "@" => Vec::new(),
        _ => return Err(format!("{line:?} is no line of a recording")),
    })
}

fn closed(speech: &Speech, how: &str) -> Result<Vec<Action>, String> {
    let how: Value = match how {
        "" => json!({}),
        how => serde_json::from_str(how).map_err(|error| error.to_string())?,
    };
    let mut actions = Vec::new();
    if let Some(text) = how["stderr"].as_str().filter(|text| !text.is_empty()) {
        actions.push(Action::Stderr(text.replace("${", "$${")));
    }
    if how["stopped"] == true || how["timed_out"] == true {
        // The host ends it: by the end of input where that is its way, or else by a signal.
        actions.push(if stays(speech) {
            Action::WaitEof(None)
        } else {
            Action::Sleep(u64::MAX)
        });
    }
    actions.push(match &how["signal"] {
        Value::Null => Action::Exit(how["code"].as_i64().map_or(0, |code| code as i32)),
        signal => Action::Crash(signal.clone()),
    });
    Ok(actions)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_recording_is_a_script() {
        let text = "# about\n@ settings {}\n: {\"a\":1}\n> message {\"turn\":\"m1\"}\n< plain\n<x ff0a\n> stop\n~ elapsed t\n~ closed {\"code\":3}\n";
        let script = read(Path::new("x/nuum/a.in"), text, None).unwrap();
        assert_eq!(script.speech.protocol, "nuum");
        let steps: Vec<String> = script
            .steps
            .iter()
            .map(|step| format!("{} {:?}", step.line, step.action))
            .collect();
        assert_eq!(
            steps,
            [
                "3 Replay(Line(\"{\\\"a\\\":1}\"))",
                "4 Replay(Command { word: \"message\", turn: Some(\"m1\") })",
                "5 Replay(Line(\"plain\"))",
                "6 Bytes([255, 10, 10])",
                "7 Replay(Command { word: \"stop\", turn: None })",
                "9 Exit(3)",
            ]
        );
        let text =
            "@ settings {\"wire\":\"0.4\"}\n> stop\n<j \"a\\nb\"\n~ closed {\"stopped\":true}";
        let script = read(Path::new("agentproc/a.in"), text, None).unwrap();
        assert_eq!(script.speech.options["wire"], "0.4");
        let steps: Vec<String> = script
            .steps
            .iter()
            .map(|step| format!("{:?}", step.action))
            .collect();
        let sleep = format!("Sleep({})", u64::MAX);
        assert_eq!(steps, ["Bytes([97, 10, 98])", sleep.as_str(), "Exit(0)"]);
        let error = read(Path::new("a"), "\n!", None).unwrap_err();
        assert_eq!(error.to_string(), "2: \"!\" is no line of a recording");
    }
}
