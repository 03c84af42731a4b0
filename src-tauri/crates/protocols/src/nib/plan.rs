//! How a backend is started and stopped (specification, "Invocation").

use super::operations::Mode;
use super::request::{self, Setting};
use super::settings::Settings;
use super::{REQUEST_FILE, discovery};
use crate::PlanError;
use model::{
    AgentProfile, Framing, LaunchPlan, LaunchRequest, Lifetime, RequestFile, StdinPlan, StopStep,
    TimeLimit,
};

/// The original has no cancel: a backend that goes on after SIGTERM is killed with its tree.
const END: [StopStep; 2] = [StopStep::Terminate { wait_ms: 3_000 }, StopStep::Kill];

/// Plans the start for the message's operation; without a message, for any pipe operation.
/// The program is the profile's own, or the one its setting `agent` stands for, or the default's:
/// what NIB_AGENT and git say is put into the profile by whoever can ask them.
///
/// # Errors
/// A setting that cannot be used, or a message that makes no request: each field by name.
pub(super) fn plan(request: &LaunchRequest<'_>) -> Result<LaunchPlan, PlanError> {
    let profile = request.profile;
    let settings = Settings::read(profile)?;
    let operation = match request.message {
        Some(message) => Some(request::of(message, &setting(request, &settings))?),
        None => None,
    };
    let program = if profile.command.trim().is_empty() {
        discovery::executable(settings.agent.as_deref().unwrap_or(discovery::DEFAULT))
    } else {
        profile.command.clone()
    };
    let common = LaunchPlan {
        program,
        args: profile.args.clone(),
        env: profile.env.clone(),
        cwd: request.workspace.to_owned(),
        lifetime: Lifetime::Operation,
        stop_turn: END.to_vec(),
        stop_process: END.to_vec(),
        pass_env: settings.pass_env,
        inherit_env: settings.inherit_env,
        ..LaunchPlan::default()
    };
    let limit = |seconds: u64| TimeLimit {
        after_ms: seconds * 1_000,
        steps: END.to_vec(),
    };
    Ok(match operation {
        Some(operation) if operation.operation.mode == Mode::Interactive => LaunchPlan {
            stdin: StdinPlan::Terminal,
            framing: Framing::Terminal,
            time_limit: settings.terminal_timeout_secs.map(limit),
            request_file: Some(RequestFile {
                variable: REQUEST_FILE.to_owned(),
                content: operation.json,
            }),
            ..common
        },
        _ => LaunchPlan {
            stdin: StdinPlan::Document,
            framing: Framing::JsonDocument,
            time_limit: Some(limit(settings.timeout_secs)),
            // The host's own, where the profile inherits everything.
            remove_env: vec![REQUEST_FILE.to_owned()],
            ..common
        },
    })
}

/// What requests of this start are made of; a bad setting was refused by the plan.
pub(super) fn setting(request: &LaunchRequest<'_>, settings: &Settings) -> Setting {
    Setting {
        dir: request.workspace.to_owned(),
        conversation: request.conversation.to_string(),
        effort: settings.effort.clone(),
    }
}

/// Backends have keys of their own.
pub(super) fn key_variables(_profile: &AgentProfile) -> Vec<String> {
    Vec::new()
}
