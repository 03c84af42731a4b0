//! How the program is started and stopped: "Profile YAML", "Timeout Handling".

use super::environment;
use super::placeholders::Placeholders;
use super::settings::{Settings, Wire};
use crate::PlanError;
use model::{
    Framing, LaunchPlan, LaunchRequest, Lifetime, StdinPlan, StopStep, TimeLimit, UserMessage,
};

/// Linux takes so many bytes for one argument, or one variable with its name,
/// the closing NUL counted (security §11).
const LONGEST_STRING: usize = 131_072;
/// The same, for people.
const LIMIT: &str = "131,072";

/// Plans the start of one turn. The settings are the keys of the profile's
/// YAML; beside them `wire`, `profile_dir` (an import sets it), `env_inherit`
/// and `from_user`.
///
/// # Errors
/// A setting of a wrong type; a wire that is not spoken; a message that cannot
/// be given to a program.
pub(super) fn plan(request: &LaunchRequest<'_>) -> Result<LaunchPlan, PlanError> {
    let profile = request.profile;
    let settings = Settings::read(profile)?;
    let message = request.message.map_or("", |message| message.text.as_str());
    let wire_0_1 = settings.wire == Wire::V01;
    if wire_0_1 {
        fits(&settings, message, request.message)?;
    }
    let placeholders = Placeholders {
        message: wire_0_1.then_some(message),
        session_id: request.resume.unwrap_or_default(),
        session_name: environment::session_name(request),
        profile_dir: &settings.profile_dir,
    };
    let fill = |template: &String| {
        placeholders
            .fill(template)
            .unwrap_or_else(|| template.clone())
    };
    let terminate = StopStep::Terminate {
        wait_ms: settings.kill_grace_ms,
    };
    let ladder = vec![terminate, StopStep::Kill];
    let mut plan = LaunchPlan {
        program: fill(&profile.command),
        args: profile.args.iter().map(fill).collect(),
        cwd: settings
            .cwd
            .clone()
            .unwrap_or_else(|| request.workspace.to_owned()),
        stdin: stdin(&settings),
        framing: if wire_0_1 {
            Framing::PrefixedLines
        } else {
            Framing::JsonLines
        },
        lifetime: Lifetime::Turn,
        stop_turn: stop_turn(&settings, &ladder),
        stop_process: ladder.clone(),
        time_limit: settings.limit_ms.map(|after_ms| TimeLimit {
            after_ms,
            steps: ladder,
        }),
        deadline: settings.deadline,
        warnings: warnings(&settings, &profile.args),
        ..LaunchPlan::default()
    };
    for (number, arg) in plan.args.iter().enumerate() {
        check_argument(arg, &format!("Argument {}", number + 1))?;
    }
    check_argument(&plan.program, "The command")?;
    environment::of_profile(profile, &settings, &placeholders, &mut plan)?;
    if wire_0_1 {
        environment::of_wire_0_1(request, &settings, message, &mut plan)?;
    }
    Ok(plan)
}

/// 0.4: what waits for an answer is refused before the process is told to end.
fn stop_turn(settings: &Settings, ladder: &[StopStep]) -> Vec<StopStep> {
    let refuse = StopStep::Command { wait_ms: 200 };
    let first = settings.permission.then_some(refuse);
    first.into_iter().chain(ladder.iter().copied()).collect()
}

fn stdin(settings: &Settings) -> StdinPlan {
    match settings.wire {
        Wire::V01 if settings.message_on_stdin => StdinPlan::Document,
        Wire::V01 => StdinPlan::Nothing,
        // Agents may read to the end; only where they ask is there more to come.
        Wire::V04 if settings.permission => StdinPlan::Lines,
        Wire::V04 => StdinPlan::Document,
    }
}

fn warnings(settings: &Settings, args: &[String]) -> Vec<String> {
    let mut warnings = Vec::new();
    if args.iter().any(|arg| arg.contains("{{MESSAGE}}")) {
        warnings.push(
            match settings.wire {
                Wire::V01 => {
                    "This profile puts your messages on the agent's command line ({{MESSAGE}} in \
                 “args”), where every program of this machine can read them. Better: let the agent \
                 read AGENT_MESSAGE, or set `stdin: message`."
                }
                Wire::V04 => {
                    "This profile has {{MESSAGE}} in “args”, which wire 0.4 does not replace: the \
                 message travels on stdin."
                }
            }
            .to_owned(),
        );
    }
    if settings.inherit_env {
        warnings.push(
            "This profile hands the agent your whole environment (`env_inherit: all`), keys and \
             passwords in it too."
                .to_owned(),
        );
    }
    warnings
}

/// Wire 0.1 carries the message in a variable.
fn fits(settings: &Settings, message: &str, sent: Option<&UserMessage>) -> Result<(), PlanError> {
    if sent.is_some_and(|sent| sent.text.is_empty() && sent.attachments.is_empty()) {
        return Err(problem(
            "An empty message can be sent only with an attachment.",
        ));
    }
    if message.contains('\0') {
        return Err(problem(
            "The message holds a NUL character, which no program can be given in a variable. \
             Remove it.",
        ));
    }
    if too_long("AGENT_MESSAGE", message) && !settings.message_on_stdin {
        return Err(problem(format!(
            "The message has {} bytes; the system takes {LIMIT} at most for one variable, \
             and this agent gets its messages in one. Shorten it, put it into a file of the \
             workspace, or set `stdin: message` in the profile if the agent reads its stdin.",
            message.len()
        )));
    }
    Ok(())
}

pub(super) fn too_long(name: &str, value: &str) -> bool {
    // NAME=value and a NUL
    name.len() + value.len() + 2 > LONGEST_STRING
}

/// Checks a variable.
pub(super) fn check(name: &str, value: &str) -> Result<(), PlanError> {
    if value.contains('\0') {
        return Err(problem(format!(
            "The variable {name} would hold a NUL character, which no program can be given."
        )));
    }
    if too_long(name, value) {
        return Err(problem(format!(
            "The variable {name} would have {} bytes; the system takes {LIMIT} at most, \
             its name counted.",
            value.len()
        )));
    }
    Ok(())
}

fn check_argument(arg: &str, which: &str) -> Result<(), PlanError> {
    if arg.contains('\0') {
        return Err(problem(format!(
            "{which} would hold a NUL character, which no program can be given."
        )));
    }
    if arg.len() >= LONGEST_STRING {
        return Err(problem(format!(
            "{which} would have {} bytes; the system takes {LIMIT} at most, a closing NUL \
             counted. Set `stdin: message` in the profile and take {{{{MESSAGE}}}} out of “args”.",
            arg.len()
        )));
    }
    Ok(())
}

pub(super) fn problem(problem: impl Into<String>) -> PlanError {
    PlanError {
        problem: problem.into(),
    }
}
