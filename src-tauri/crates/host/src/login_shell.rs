//! What the user's login shell would give an agent, asked once per run of the app and on demand.
//!
//! Only where Parley was not started from a terminal (a terminal's shell has given Parley all it has),
//! or where the setting says so. A start waits until two seconds after the question at most; whatever
//! comes later is there for the next one.

use crate::options::HostOptions;
use model::view::{LoginShellState, LoginShellUse, LoginShellView};
use process::login_shell::{ProbeError, probe, shell_of};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

/// How long a start waits for the answer, counted from the question (C21).
const START_WAITS: Duration = Duration::from_secs(2);
/// How long the shell may take before it is given up.
const LIMIT: Duration = Duration::from_secs(10);

const RULE: &str = "Of the login shell's environment an agent gets the PATH, united with Parley's own, and the variables its profile asks for by name, or all of them where the profile inherits the environment.";

/// An environment by name.
pub(crate) type Variables = BTreeMap<OsString, OsString>;

/// What is known of the login shell's environment.
#[derive(Debug, Clone, Default)]
enum Known {
    #[default]
    Unused,
    Asking {
        since: Instant,
        shell: PathBuf,
    },
    Answered {
        shell: PathBuf,
        variables: Arc<Variables>,
    },
    Failed(ProbeError),
}

/// The login shell of this run. Clones are the same.
#[derive(Debug, Clone, Default)]
pub(crate) struct LoginShell {
    known: Arc<watch::Sender<Known>>,
    /// Windows are shown: a start from a dock is possible.
    desktop: Arc<AtomicBool>,
}

impl LoginShell {
    /// Parley shows windows.
    pub(crate) fn is_for_desktop(&self) {
        self.desktop.store(true, Ordering::Relaxed);
    }

    /// Asks, or stops using what was heard, as the setting says. Does nothing where that is so already.
    pub(crate) fn apply(&self, wanted: LoginShellUse, options: &HostOptions) {
        let used = match wanted {
            LoginShellUse::Always => true,
            LoginShellUse::Never => false,
            LoginShellUse::Automatic => {
                self.desktop.load(Ordering::Relaxed) && !from_terminal(&options.environment)
            }
        };
        let is_used = !matches!(*self.known.borrow(), Known::Unused);
        if used && !is_used {
            self.ask(options);
        } else if !used {
            self.known.send_replace(Known::Unused);
        }
    }

    /// Asks again, where it is used at all. Until the answer comes, starts wait as they did at first.
    pub(crate) fn refresh(&self, options: &HostOptions) {
        if !matches!(*self.known.borrow(), Known::Unused | Known::Asking { .. }) {
            self.ask(options);
        }
    }

    fn ask(&self, options: &HostOptions) {
        let Some(shell) = shell_of(&options.environment) else {
            self.known.send_replace(Known::Failed(ProbeError::NoShell));
            return;
        };
        let since = Instant::now();
        self.known.send_replace(Known::Asking {
            since,
            shell: shell.clone(),
        });
        let answers = Arc::clone(&self.known);
        let own = options.environment.iter().cloned();
        let mut base = process::environment::offered(own).variables;
        // A dumb terminal is what start files take to mean: no prompt, no colours.
        base.insert("TERM".into(), "dumb".into());
        let (home, guardian) = (options.home.clone(), options.programs.guardian.clone());
        tokio::spawn(async move {
            let answer = match probe(&shell, base, &home, &guardian, LIMIT).await {
                Ok(variables) => Known::Answered {
                    shell,
                    variables: Arc::new(variables),
                },
                Err(error) => {
                    tracing::warn!(%error, "the login shell's environment is not known");
                    Known::Failed(error)
                }
            };
            answers.send_if_modified(|known| {
                // Asked anew, or not used any more.
                let ours = matches!(known, Known::Asking { since: asked, .. } if *asked == since);
                if ours {
                    *known = answer;
                }
                ours
            });
        });
    }

    /// What it gives, waiting a moment where it was just asked; none where it is not known.
    pub(crate) async fn variables(&self) -> Option<Arc<Variables>> {
        let mut known = self.known.subscribe();
        let since = match &*known.borrow() {
            Known::Asking { since, .. } => Some(*since),
            _ => None,
        };
        if let Some(since) = since {
            let answered = known.wait_for(|known| !matches!(known, Known::Asking { .. }));
            // Late: the start goes on without it.
            let _ = timeout_at(since + START_WAITS, answered).await;
        }
        self.known()
    }

    /// What it gives, as far as it is known now.
    pub(crate) fn known(&self) -> Option<Arc<Variables>> {
        match &*self.known.borrow() {
            Known::Answered { variables, .. } => Some(Arc::clone(variables)),
            _ => None,
        }
    }

    /// Waits until the answer is there, or there will be none; for tests and pages that show it.
    pub(crate) async fn settled(&self) {
        let mut known = self.known.subscribe();
        // The sender lives as long as this value.
        let _ = known
            .wait_for(|known| !matches!(known, Known::Asking { .. }))
            .await;
    }

    /// How it counts, for people.
    pub(crate) fn view(&self) -> LoginShellView {
        let path = |shell: &PathBuf| shell.display().to_string();
        match &*self.known.borrow() {
            Known::Unused => LoginShellView {
                state: LoginShellState::Unused,
                shell: String::new(),
                text: "The login shell is not asked: Parley was started from a terminal, or its setting says so.".to_owned(),
            },
            Known::Asking { shell, .. } => LoginShellView {
                state: LoginShellState::Asking,
                shell: path(shell),
                text: format!("The login shell has not answered yet. A start waits {} s at most, then it is made without.", START_WAITS.as_secs()),
            },
            Known::Answered { shell, .. } => LoginShellView {
                state: LoginShellState::Used,
                shell: path(shell),
                text: RULE.to_owned(),
            },
            Known::Failed(error) => LoginShellView {
                state: LoginShellState::Failed,
                shell: match error {
                    ProbeError::NoShell => String::new(),
                    ProbeError::TooSlow { shell, .. } | ProbeError::NoAnswer { shell, .. } => {
                        path(shell)
                    }
                },
                text: sentence(error),
            },
        }
    }

    /// What to add where a program was not found; empty where the shell is no reason.
    pub(crate) fn remark(&self) -> String {
        match &*self.known.borrow() {
            Known::Failed(error) => format!(" Its PATH may be short: {error}."),
            Known::Asking { .. } => {
                " Its PATH may be short: the login shell has not answered yet. Try again in a moment."
                    .to_owned()
            }
            Known::Unused | Known::Answered { .. } => String::new(),
        }
    }
}

fn sentence(error: &ProbeError) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let first: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    format!("{first}{}.", letters.as_str())
}

/// A terminal's shell sets TERM; a dock, a menu and a session manager do not.
fn from_terminal(environment: &[(OsString, OsString)]) -> bool {
    environment
        .iter()
        .any(|(name, value)| name == OsStr::new("TERM") && !value.is_empty())
}
