//! How the program is started and stopped (§3.1, §3.5, §5), and which key it needs.

use crate::{PlanError, opt_in};
use model::{AgentProfile, Framing, LaunchPlan, LaunchRequest, Lifetime, StdinPlan, StopStep};
use serde_json::Value;

/// One string handed to a program may have so many bytes on Linux (security §11).
const LONGEST_ARGUMENT: usize = 131_071;

/// Settings with a value, and the flag of §5 they become.
const FLAGS: [(&str, &str); 6] = [
    ("provider", "--provider"),
    ("model", "--model"),
    ("max_tokens", "--max-tokens"),
    ("max_turns", "--max-turns"),
    ("base_url", "--base-url"),
    ("system_prompt", "--system-prompt"),
];

/// Plans a start. Settings the profile may have: those of [`FLAGS`];
/// `auto_approve` starts in the mode `yolo`; `workspace_flag` adds `--workspace`,
/// which the real builds do not know (they exit 2), so that the working directory
/// alone says it otherwise; `session_id_flag` adds `--session-id` with the
/// conversation's id, off because an id that exists is an error (§3.1) and
/// `ready` tells the agent's own.
///
/// # Errors
/// A setting of a wrong type, or one that cannot be an argument.
pub(super) fn plan(request: &LaunchRequest<'_>) -> Result<LaunchPlan, PlanError> {
    let profile = request.profile;
    let mut args = profile.args.clone();
    if !args.iter().any(|arg| arg == "--json-stream") {
        args.push("--json-stream".to_owned());
    }
    for (setting, flag) in FLAGS {
        if let Some(value) = value(profile, setting)? {
            push(&mut args, flag, &value);
        }
    }
    if switch(profile, "auto_approve")? {
        args.push("--auto-approve".to_owned());
    }
    if switch(profile, "workspace_flag")? {
        push(&mut args, "--workspace", request.workspace);
    }
    if let Some(id) = request.resume {
        push(&mut args, "--resume", id);
    } else if switch(profile, "session_id_flag")? {
        push(&mut args, "--session-id", request.conversation.as_str());
    }
    for arg in &args {
        check(arg)?;
    }
    let mut plan = LaunchPlan {
        program: profile.command.clone(),
        args,
        env: profile.env.clone(),
        cwd: request.workspace.to_owned(),
        stdin: StdinPlan::Lines,
        framing: Framing::JsonLines,
        lifetime: Lifetime::Conversation,
        waits_for_ready: true,
        slow_start_ms: 30_000,
        stop_turn: vec![
            StopStep::Command { wait_ms: 2_000 },
            StopStep::CloseStdin { wait_ms: 2_000 },
            StopStep::Terminate { wait_ms: 2_000 },
            StopStep::Kill,
        ],
        // Its input's end before a stop leaves a running turn going for seconds (0.2.10).
        stop_process: vec![
            StopStep::Command { wait_ms: 1_000 },
            StopStep::CloseStdin { wait_ms: 1_500 },
            StopStep::Terminate { wait_ms: 1_000 },
            StopStep::Kill,
        ],
        ..LaunchPlan::default()
    };
    opt_in::apply(profile, &mut plan)?;
    Ok(plan)
}

/// Variables of which one must be set, by the provider of the profile. None
/// where no provider is chosen (the agent has settings of its own) or it is not
/// one of §5.
pub(super) fn key_variables(profile: &AgentProfile) -> Vec<String> {
    let names: &[&str] = match profile.settings.get("provider").and_then(Value::as_str) {
        Some("anthropic") => &["ANTHROPIC_API_KEY", "API_KEY"],
        Some("openai") => &["OPENAI_API_KEY", "API_KEY"],
        Some("bedrock") => &["AWS_ACCESS_KEY_ID", "AWS_PROFILE"],
        Some("vertex") => &["GOOGLE_APPLICATION_CREDENTIALS"],
        _ => &[],
    };
    names.iter().map(|&name| name.to_owned()).collect()
}

/// A value that begins with a dash would be read as a flag of its own.
fn push(args: &mut Vec<String>, flag: &str, value: &str) {
    if value.starts_with('-') {
        args.push(format!("{flag}={value}"));
    } else {
        args.push(flag.to_owned());
        args.push(value.to_owned());
    }
}

/// A setting as text; `None` where it is not set or empty.
fn value(profile: &AgentProfile, setting: &str) -> Result<Option<String>, PlanError> {
    let counts = setting.starts_with("max_");
    let text = match profile.settings.get(setting) {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::String(text)) if text.trim().is_empty() => return Ok(None),
        Some(Value::String(text)) if !counts => text.clone(),
        Some(Value::String(text)) if text.trim().parse::<u64>().is_ok_and(|count| count > 0) => {
            text.trim().to_owned()
        }
        Some(Value::Number(count)) if counts && count.as_u64().is_some_and(|count| count > 0) => {
            count.to_string()
        }
        Some(_) => {
            let wanted = if counts {
                "a whole number above 0"
            } else {
                "text"
            };
            return Err(PlanError {
                problem: format!(
                    "The setting “{setting}” of the agent “{}” must be {wanted}. Correct it in the \
                     agent's settings.",
                    profile.name
                ),
            });
        }
    };
    if setting == "base_url" && carries_a_secret(&text) {
        return Err(PlanError {
            problem: format!(
                "The base URL of the agent “{}” carries a password, which every program of this \
                 machine could read on the command line. Put the key into the agent's key instead.",
                profile.name
            ),
        });
    }
    Ok(Some(text))
}

/// `https://user:password@host/…`
fn carries_a_secret(url: &str) -> bool {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?', '#'])
        .next()
        .is_some_and(|authority| authority.contains('@'))
}

fn switch(profile: &AgentProfile, setting: &str) -> Result<bool, PlanError> {
    match profile.settings.get(setting) {
        None | Some(Value::Null) => Ok(false),
        Some(Value::Bool(on)) => Ok(*on),
        Some(_) => Err(PlanError {
            problem: format!(
                "The setting “{setting}” of the agent “{}” must be true or false. Correct it in \
                 the agent's settings.",
                profile.name
            ),
        }),
    }
}

fn check(arg: &str) -> Result<(), PlanError> {
    let head: String = arg.chars().take(24).collect();
    if arg.contains('\0') {
        return Err(PlanError {
            problem: format!(
                "An argument holds a NUL character, which no program can be given: “{head}…”."
            ),
        });
    }
    if arg.len() > LONGEST_ARGUMENT {
        return Err(PlanError {
            problem: format!(
                "The argument “{head}…” has {} bytes; the system takes {LONGEST_ARGUMENT} at most. \
                 Shorten it, or put it into a file of the workspace.",
                arg.len()
            ),
        });
    }
    Ok(())
}
