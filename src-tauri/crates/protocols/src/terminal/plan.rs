//! How the shell command is started and stopped ("Lifecycle", "Configuration
//! Reference"), and where its chat keeps its files.

use super::quote;
use super::settings::{Mode, Settings, Stdin};
use crate::PlanError;
use model::{
    AgentProfile, Framing, LaunchPlan, LaunchRequest, Lifetime, StdinPlan, StopStep, TimeLimit,
};
use std::collections::BTreeMap;

/// One string handed to a program may have so many bytes on Linux (security §11).
const LONGEST_ARGUMENT: usize = 131_071;
/// A chat's name in a path is cut there: file names end at 255 bytes.
const LONGEST_NAME: usize = 128;

/// Whose shell runs the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shell {
    Posix,
    Windows,
}

/// The one of this build.
const SHELL: Shell = if cfg!(windows) {
    Shell::Windows
} else {
    Shell::Posix
};

/// Plans a start for one message.
///
/// # Errors
/// A setting that cannot be used, no command, or a message that the command
/// line cannot carry.
pub(super) fn plan(request: &LaunchRequest<'_>) -> Result<LaunchPlan, PlanError> {
    let profile = request.profile;
    let settings = Settings::read(profile)?;
    let template = template(profile, &settings)?;
    let text = request.message.map_or("", |message| message.text.as_str());
    let command = command(SHELL, &template, text, &profile.name)?;
    let (program, flag) = match SHELL {
        Shell::Posix => ("/bin/sh", "-c"),
        Shell::Windows => ("cmd.exe", "/C"),
    };
    let stop = vec![StopStep::Terminate { wait_ms: 2_000 }, StopStep::Kill];
    Ok(LaunchPlan {
        program: program.to_owned(),
        args: vec![flag.to_owned(), command],
        env: environment(profile, &settings),
        cwd: request.workspace.to_owned(),
        stdin: match settings.stdin {
            Stdin::Close => StdinPlan::Document,
            Stdin::Inject => StdinPlan::Lines,
        },
        // Rich: lines that are frames, and others that are text.
        framing: match settings.mode {
            Mode::Plain => Framing::Text,
            Mode::Rich => Framing::PrefixedLines,
        },
        lifetime: Lifetime::Turn,
        waits_for_ready: false,
        stop_turn: stop.clone(),
        stop_process: stop,
        // "Timeout": no other rung than the kill.
        time_limit: Some(TimeLimit {
            after_ms: settings.timeout_secs.saturating_mul(1_000),
            steps: vec![StopStep::Kill],
        }),
        pass_env: settings.pass_env,
        inherit_env: settings.inherit_env,
        make_dirs: vec![user_data_dir(request)],
        warnings: warnings(&template),
        ..LaunchPlan::default()
    })
}

/// C18
fn warnings(template: &str) -> Vec<String> {
    if !template.contains(quote::PLACEHOLDER) {
        return Vec::new();
    }
    vec![
        "This agent's command takes your message as an argument ({message}): while it runs, every \
         program of this machine can read the message there. The agent gets it on stdin too; if it \
         reads it there, take {message} out of the command."
            .to_owned(),
    ]
}

/// The command of the settings, or the profile's own program and arguments.
fn template(profile: &AgentProfile, settings: &Settings) -> Result<String, PlanError> {
    if let Some(command) = &settings.command {
        return Ok(command.clone());
    }
    let mut template = profile.command.clone();
    for arg in &profile.args {
        // The placeholder is quoted when it is filled.
        let parts: Vec<_> = arg
            .split(quote::PLACEHOLDER)
            .map(|part| match part {
                "" if arg.is_empty() => quote::quoted(part),
                "" => String::new(),
                _ => quote::quoted(part),
            })
            .collect();
        template.push(' ');
        template.push_str(&parts.join(quote::PLACEHOLDER));
    }
    if template.trim().is_empty() {
        return Err(PlanError {
            problem: format!(
                "The agent “{}” has no command. Write the shell command that runs it into “command”.",
                profile.name
            ),
        });
    }
    Ok(template)
}

/// The shell command for this message.
fn command(shell: Shell, template: &str, text: &str, agent: &str) -> Result<String, PlanError> {
    let refuse = |problem: String| Err(PlanError { problem });
    if template.contains('\0') {
        return refuse(format!(
            "The command of the agent “{agent}” holds a NUL character, which no program can be given."
        ));
    }
    if !template.contains(quote::PLACEHOLDER) {
        return check_length(template.to_owned(), false);
    }
    if shell == Shell::Windows {
        return refuse(format!(
            "The command of the agent “{agent}” holds {{message}}. On Windows no quoting keeps a \
             text from being run as a command, so Parley does not put it there. Take it out of the \
             command: the agent gets the message on stdin, as “text” of the JSON envelope."
        ));
    }
    if text.contains('\0') {
        return refuse(format!(
            "The message holds a NUL character, which cannot be an argument, and the command of \
             the agent “{agent}” takes it as one. Take the character out, or take {{message}} out \
             of the command: the agent gets the message on stdin too."
        ));
    }
    match quote::filled(template, text) {
        Ok(command) => check_length(command, true),
        Err(place) => refuse(format!(
            "The command of the agent “{agent}” holds {{message}} in {place}, where a message \
             could run as a command. Put {{message}} outside, as a word of its own: Parley quotes it."
        )),
    }
}

/// F053
fn check_length(command: String, by_message: bool) -> Result<String, PlanError> {
    if command.len() <= LONGEST_ARGUMENT {
        return Ok(command);
    }
    let length = command.len();
    let problem = if by_message {
        format!(
            "With the message, the agent's command has {length} bytes; the system takes \
             {LONGEST_ARGUMENT} at most. Shorten the message, or take {{message}} out of the \
             command: the agent gets the message on stdin too, at any length."
        )
    } else {
        format!(
            "The agent's command has {length} bytes; the system takes {LONGEST_ARGUMENT} at most. \
             Put it into a script."
        )
    };
    Err(PlanError { problem })
}

/// The providers' keys (field notes), then `env`, then the profile's own variables.
fn environment(profile: &AgentProfile, settings: &Settings) -> BTreeMap<String, String> {
    let mut env = BTreeMap::new();
    for provider in &settings.providers {
        let Some(first) = provider.api_keys.first() else {
            continue;
        };
        let name: String = provider
            .name
            .chars()
            .map(|c| match c.to_ascii_uppercase() {
                c if c.is_ascii_alphanumeric() => c,
                _ => '_',
            })
            .collect();
        env.insert(format!("{name}_API_KEY"), first.clone());
        env.insert(format!("{name}_API_KEYS"), provider.api_keys.join(","));
    }
    env.extend(settings.env.clone());
    env.extend(profile.env.clone());
    env
}

/// The chat's name: the conversation's, fit for a path (field notes).
pub(super) fn chat_id(request: &LaunchRequest<'_>) -> String {
    let name: String = request
        .conversation
        .as_str()
        .chars()
        .take(LONGEST_NAME)
        .map(|c| {
            if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') {
                c
            } else {
                '_'
            }
        })
        .collect();
    if name.is_empty() {
        "_".to_owned()
    } else {
        name
    }
}

/// Where the chat keeps its files. The specification has them in the bot's own
/// workspace; here the workspace is the user's project, which no host may
/// litter, so they lie in Parley's folder under the same names. Only without
/// one is it the specification's place.
pub(super) fn user_data_dir(request: &LaunchRequest<'_>) -> String {
    let chat = chat_id(request);
    if request.data_dir.is_empty() {
        format!("{}/users/{chat}", request.workspace)
    } else {
        format!("{}/terminal/users/{chat}", request.data_dir)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn f055_on_windows_a_message_is_no_argument() {
        let problem = command(Shell::Windows, "echo {message}", "hi", "A")
            .unwrap_err()
            .problem;
        assert!(
            problem.contains("Windows") && problem.contains("stdin"),
            "{problem}"
        );
        assert_eq!(
            command(Shell::Windows, "python a.py", "hi & del x", "A").unwrap(),
            "python a.py"
        );
    }

    #[test]
    fn f055_elsewhere_it_is_one_word() {
        assert_eq!(
            command(Shell::Posix, "echo {message}", "$(touch x) & it's", "A").unwrap(),
            r#"echo '$(touch x) & it'"'"'s'"#
        );
    }
}
