//! Which nib backend works for a project, and whether the user knows of it.
//!
//! A repository's own setting can run a program of its choice (security §16), so
//! such a choice is confirmed once per repository and absolute path.

use crate::environment::search_path;
use crate::host::Host;
use crate::problem::problem;
use model::view::Problem;
use model::{AgentProfile, ProfileId, ProfileOrigin, ProtocolId};
use process::{Framing, Output, SpawnSpec};
use protocols::nib::discovery::{self, Choice};
use secrets::private_file;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Held by who adds to what the user has confirmed.
static CONFIRMING: Mutex<()> = Mutex::new(());
/// How long git may take to tell a setting.
const GIT_LIMIT: Duration = Duration::from_secs(5);
/// A setting's value is short.
const GIT_CAP: usize = 4096;

/// A backend that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backend {
    /// The choice.
    pub choice: Choice,
    /// The program.
    pub program: PathBuf,
    /// True where the user has to confirm the program first.
    pub unconfirmed: bool,
}

impl Host {
    /// Finds the backend for a project: `named`, else `NIB_AGENT`, git's
    /// `nib.agent`, the default.
    ///
    /// # Errors
    /// `profile`: a bad name. `start`: the program is not on the PATH; the text says where it was looked for.
    pub async fn nib_backend(
        &self,
        project: &Path,
        named: Option<&str>,
    ) -> Result<Backend, Problem> {
        let options = self.options();
        let from_environment = options
            .environment
            .iter()
            .find(|(name, _)| name == "NIB_AGENT")
            .map(|(_, value)| value.to_string_lossy().into_owned());
        let from_git = if named.is_some() || from_environment.is_some() {
            None
        } else {
            self.git_setting(project, "nib.agent").await
        };
        let choice = discovery::choose(named, from_environment.as_deref(), from_git.as_deref())
            .map_err(|error| problem("profile", error.to_string()))?;
        let shell = self.login_shell().variables().await;
        let path = search_path(&options.environment, shell.as_deref());
        let executable = choice.executable();
        let program = process::environment::find_program(OsStr::new(&executable), &path).map_err(
            |searched| {
                let places: Vec<String> =
                    searched.iter().map(|p| p.display().to_string()).collect();
                problem(
                    "start",
                    format!(
                        "The nib backend “{}” ({}) is not on the PATH. Looked for: {}. Install {executable}, or choose another backend with NIB_AGENT or git's nib.agent.",
                        choice.name,
                        choice.origin,
                        places.join(", ")
                    ),
                )
            },
        )?;
        let unconfirmed = choice.needs_confirmation() && !self.is_confirmed(project, &program);
        Ok(Backend {
            choice,
            program,
            unconfirmed,
        })
    }

    /// A profile that runs this backend.
    #[must_use]
    pub fn nib_profile(&self, backend: &Backend) -> AgentProfile {
        AgentProfile {
            id: ProfileId::from(format!("nib-{}", backend.choice.name)),
            name: format!("nib ({})", backend.choice.name),
            protocol: ProtocolId("nib".to_owned()),
            command: backend.program.to_string_lossy().into_owned(),
            args: Vec::new(),
            env: BTreeMap::new(),
            settings: Map::new(),
            origin: ProfileOrigin::Found,
        }
    }

    /// The user knows of this program in this repository.
    ///
    /// # Errors
    /// `io`: it could not be written down.
    pub fn confirm_backend(&self, project: &Path, program: &Path) -> Result<(), Problem> {
        let _one_at_a_time = CONFIRMING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = self.confirmed();
        let entry = entry(project, program);
        if !all.contains(&entry) {
            all.push(entry);
        }
        let path = self.confirmations();
        let written = serde_json::to_vec_pretty(&all)
            .map_err(std::io::Error::from)
            .and_then(|text| private_file::replace(&path, &text));
        written.map_err(|error| {
            problem(
                "io",
                format!("Your word on this backend could not be saved: {error}."),
            )
        })
    }

    fn is_confirmed(&self, project: &Path, program: &Path) -> bool {
        self.confirmed().contains(&entry(project, program))
    }

    /// Anything unreadable counts as no confirmation: it is asked again.
    fn confirmed(&self) -> Vec<Value> {
        std::fs::read(self.confirmations())
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default()
    }

    fn confirmations(&self) -> PathBuf {
        self.options().shared_dir.join("confirmed-backends.json")
    }

    /// One setting of git, as git itself reads it. `config --get` runs no hook
    /// and no program of the repository (F110). Without git there is no setting.
    async fn git_setting(&self, project: &Path, name: &str) -> Option<String> {
        let options = self.options();
        let mut env = process::environment::minimal(options.environment.iter().cloned());
        let shell = self.login_shell().variables().await;
        let path = search_path(&options.environment, shell.as_deref());
        env.insert("PATH".into(), path);
        env.insert("GIT_OPTIONAL_LOCKS".into(), "0".into());
        env.insert("GIT_TERMINAL_PROMPT".into(), "0".into());
        let mut spec = SpawnSpec::new("git", project, &options.programs.guardian);
        spec.args = ["config", "--get", name].map(Into::into).to_vec();
        spec.env = env;
        spec.framing = Framing::Whole { cap: GIT_CAP };
        let (git, mut output) = process::spawn(spec).await.ok()?;
        git.close_stdin();
        let answer = tokio::time::timeout(GIT_LIMIT, async {
            let mut text = None;
            while let Some(output) = output.recv().await {
                match output {
                    Output::Frame(frame) => text = Some(frame.text().0.into_owned()),
                    Output::Exited(exit) => return text.filter(|_| exit.code == Some(0)),
                    _ => {}
                }
            }
            None
        })
        .await;
        answer.ok().flatten()
    }
}

fn entry(project: &Path, program: &Path) -> Value {
    let project = project
        .canonicalize()
        .unwrap_or_else(|_| project.to_path_buf());
    serde_json::json!({
        "project": project.to_string_lossy(),
        "program": program.to_string_lossy(),
    })
}
