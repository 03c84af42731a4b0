//! What a start would be: argv and environment, and where each variable comes from.

use crate::check::Variable;
use crate::conversation::{environment, for_one_turn};
use crate::host::Host;
use crate::problem::problem;
use model::view::Problem;
use model::{AgentProfile, ConversationId, LaunchPlan, LaunchRequest, UserMessage};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// A start, worked out and not made.
pub(crate) struct Explained {
    pub argv: Vec<String>,
    pub environment: Vec<Variable>,
    pub warnings: Vec<String>,
    pub for_one_turn: bool,
}

impl Host {
    /// Works out what a start of this profile would be.
    pub(crate) fn explain(
        &self,
        profile: &AgentProfile,
        workspace: &Path,
    ) -> Result<Explained, Problem> {
        let plan = self.plan_of(profile, workspace)?;
        let options = self.options();
        let whole =
            environment(&plan, options).map_err(|fault| problem("profile", fault.message))?;
        let environment = whole
            .iter()
            .map(|(name, value)| {
                let name = name.to_string_lossy().into_owned();
                let from = origin(&name, &plan, profile);
                let value = if from == "system" {
                    value.to_string_lossy().into_owned()
                } else {
                    "•••".to_owned()
                };
                Variable {
                    name,
                    value,
                    from: from.to_owned(),
                }
            })
            .collect();
        let mut argv = vec![plan.program.clone()];
        argv.extend(plan.args.iter().cloned());
        Ok(Explained {
            argv,
            environment,
            for_one_turn: for_one_turn(&plan),
            warnings: plan.warnings,
        })
    }

    fn plan_of(&self, profile: &AgentProfile, workspace: &Path) -> Result<LaunchPlan, Problem> {
        let protocol = protocols::find(&profile.protocol.0).ok_or_else(|| {
            problem(
                "profile",
                format!("Parley does not speak “{}”.", profile.protocol.0),
            )
        })?;
        let conversation = ConversationId::from("check");
        let folder = workspace.to_string_lossy();
        let data_dir = self.options().data_dir.to_string_lossy();
        let message = UserMessage {
            text: "…".to_owned(),
            ..UserMessage::default()
        };
        let request = LaunchRequest {
            data_dir: &data_dir,
            message: Some(&message),
            ..LaunchRequest::new(profile, &conversation, &folder)
        };
        (protocol.plan)(&request).map_err(|error| problem("profile", error.to_string()))
    }

    /// The program a conversation's agent would be.
    pub(crate) fn program_of(&self, id: &ConversationId) -> Result<PathBuf, Problem> {
        let conversation = self.open_conversation(id)?;
        let (profile, workspace) = {
            let state = conversation.state();
            (state.profile.clone(), state.meta.workspace.clone())
        };
        let plan = self.plan_of(&profile, Path::new(&workspace))?;
        let env = environment(&plan, self.options())
            .map_err(|fault| problem("profile", fault.message))?;
        let path = env.get(OsStr::new("PATH")).cloned().unwrap_or_default();
        let program = Path::new(&plan.program);
        if program.components().count() > 1 {
            let whole = Path::new(&plan.cwd).join(program);
            return match std::fs::metadata(&whole) {
                Ok(meta) if meta.is_file() => Ok(whole),
                _ => Err(problem(
                    "start",
                    format!("{} is not there.", whole.display()),
                )),
            };
        }
        process::environment::find_program(program.as_os_str(), &path).map_err(|searched| {
            let places: Vec<String> = searched.iter().map(|p| p.display().to_string()).collect();
            problem(
                "start",
                format!(
                    "{} is not on the PATH. Looked for: {}",
                    plan.program,
                    places.join(", ")
                ),
            )
        })
    }
}

fn origin(name: &str, plan: &LaunchPlan, profile: &AgentProfile) -> &'static str {
    if profile.env.contains_key(name) {
        "profile"
    } else if plan.env.contains_key(name) || plan.env_verbatim.contains_key(name) {
        "protocol"
    } else if plan.inherit_env || plan.pass_env.iter().any(|passed| passed == name) {
        "passed on"
    } else {
        "system"
    }
}
