//! What a start would be: argv, folder and environment, and where each variable comes from.
//!
//! Made by the very functions that make a real start (C14), and shown with secrets masked.

use crate::conversation::for_one_turn;
use crate::environment::{Environment, Sources};
use crate::host::Host;
use crate::keys::in_settings;
use crate::problem::problem;
use crate::{catalogue, keys, masking};
use model::view::{Explained, ExplainedVariable, Problem, VariableOrigin};
use model::{AgentProfile, ConversationId, LaunchPlan, LaunchRequest, ProfileId, UserMessage};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

impl Host {
    /// What a start of a saved profile in a folder would be. No process is started.
    ///
    /// # Errors
    /// `refused`: there is no such profile. `profile`: no start can be planned from it.
    pub async fn explain_profile(
        &self,
        profile: &ProfileId,
        workspace: &str,
    ) -> Result<Explained, Problem> {
        let found = self
            .profile(profile)
            .ok_or_else(|| problem("refused", format!("There is no agent profile “{profile}”.")))?;
        let folder = catalogue::expanded(workspace, &self.options().home);
        Ok(self.explain(&found, &folder).await?.shown)
    }

    /// Works out what a start of this profile would be.
    pub(crate) async fn explain(
        &self,
        profile: &AgentProfile,
        workspace: &Path,
    ) -> Result<Start, Problem> {
        let plan = self.plan_of(&in_settings::masked(profile), workspace)?;
        let shell = self.login_shell().variables().await;
        // By name only: an explanation asks the keychain nothing.
        let keys: Vec<(String, String)> = self
            .keys()
            .named(profile)
            .into_iter()
            .filter(|named| !in_settings::is_for_a_setting(&named.name.variable))
            .map(|named| (named.name.variable, masking::MASK.to_owned()))
            .collect();
        let options = self.options();
        let sources = Sources {
            own: &options.environment,
            shell: shell.as_deref(),
            keys: &keys,
        };
        let cwd = catalogue::expanded(&plan.cwd, &options.home);
        let mut argv = vec![plan.program.clone()];
        argv.extend(plan.args.iter().cloned());
        let mut shown = Explained {
            argv: masking::command(&keys::KnownKeys, &argv),
            cwd: cwd.display().to_string(),
            login_shell: self.login_shell().view(),
            notes: plan.warnings.clone(),
            ..Explained::default()
        };
        if !cwd.is_dir() {
            shown.problems.push(format!(
                "The folder {} does not exist. Choose another folder.",
                cwd.display()
            ));
        }
        match Environment::of(&plan, &sources) {
            Ok(made) => {
                match program(&plan.program, &cwd, made.values().get(OsStr::new("PATH"))) {
                    Ok(path) => shown.program = Some(path.display().to_string()),
                    Err(text) => shown
                        .problems
                        .push(format!("{text}{}", self.login_shell().remark())),
                }
                if let Err(fault) = self.keys().check_addresses(profile, &made) {
                    shown.problems.push(fault.message);
                }
                shown.environment = variables(&made, &plan);
                shown.withheld = made.withheld;
            }
            Err(fault) => shown.problems.push(fault.message),
        }
        Ok(Start {
            shown,
            for_one_turn: for_one_turn(&plan),
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

    /// Windows are shown: where Parley was not started from a terminal, the login shell is asked now
    /// what its start files set.
    pub fn started_for_windows(&self) {
        self.login_shell().is_for_desktop();
        let wanted = self.settings().login_shell;
        self.login_shell().apply(wanted, self.options());
    }

    /// Waits until the login shell has answered, or will not.
    pub async fn login_shell_settled(&self) {
        self.login_shell().settled().await;
    }

    /// Asks the login shell again: its start files may have changed.
    pub fn refresh_login_shell(&self) {
        self.login_shell().refresh(self.options());
    }
}

/// A start, worked out and not made.
pub(crate) struct Start {
    pub shown: Explained,
    pub for_one_turn: bool,
}

/// The file that would run.
fn program(program: &str, cwd: &Path, path: Option<&OsString>) -> Result<PathBuf, String> {
    let asked = Path::new(program);
    if asked.components().count() > 1 {
        let whole = cwd.join(asked);
        return match std::fs::metadata(&whole) {
            Ok(meta) if meta.is_file() => Ok(whole),
            _ => Err(format!("{} is not there.", whole.display())),
        };
    }
    let path = path.cloned().unwrap_or_default();
    process::environment::find_program(asked.as_os_str(), &path).map_err(|searched| {
        let places: Vec<String> = searched.iter().map(|p| p.display().to_string()).collect();
        format!(
            "{program} is not on the PATH. Looked for: {}.",
            places.join(", ")
        )
    })
}

/// The variables with their values as they may be seen, and those each start gets anew.
fn variables(made: &Environment, plan: &LaunchPlan) -> Vec<ExplainedVariable> {
    let mut all: Vec<_> = made
        .variables
        .iter()
        .map(|(name, variable)| {
            let name = name.to_string_lossy().into_owned();
            let value = variable.value.to_string_lossy();
            let (value, masked) = match variable.origin {
                VariableOrigin::Key => (masking::MASK.to_owned(), true),
                _ => masking::value(&keys::KnownKeys, &name, &value),
            };
            ExplainedVariable {
                name,
                value,
                masked,
                from: variable.origin,
                before: variable.before.clone(),
            }
        })
        .collect();
    let anew = |name: &str, value: &str| ExplainedVariable {
        name: name.to_owned(),
        value: value.to_owned(),
        masked: false,
        from: VariableOrigin::Parley,
        before: Vec::new(),
    };
    all.push(anew(
        process::MARKER_VARIABLE,
        "(a new one for each start, by which its processes are found again)",
    ));
    if let Some(request) = &plan.request_file {
        all.push(anew(
            &request.variable,
            "(the path of a file with the request, new for each start)",
        ));
    }
    model::order::sort_by(&mut all, |a, b| a.name.cmp(&b.name));
    all
}
