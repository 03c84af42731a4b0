//! Which backend: its name, who chose it, and the program it stands for.
//!
//! The order is `NIB_AGENT`, `git config --get nib.agent` in the project, `claude`
//! (specification, "Discovery"); a profile's own `agent` goes before them all. A repository's
//! choice can run a program of its own, so the user confirms it first (security §16): once for
//! each repository and absolute path of the program, which the host remembers.

use std::fmt;

/// The backend where nothing chooses another.
pub const DEFAULT: &str = "claude";
/// How the names of all backends begin (specification, "Discovery").
pub(super) const FAMILY: &str = "nib-agent-";
/// Characters a name may have.
pub const LONGEST_NAME: usize = 100;

/// A backend and who chose it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Its name, a good one.
    pub name: String,
    /// Who chose it.
    pub origin: Origin,
}

/// Who chose a backend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The profile's setting `agent`.
    Profile,
    /// The variable `NIB_AGENT`.
    Environment,
    /// The repository's `nib.agent`.
    GitConfig,
    /// Nobody.
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Profile => "the profile's setting “agent”",
            Self::Environment => "the variable NIB_AGENT",
            Self::GitConfig => "the repository's git setting nib.agent",
            Self::Default => "the default",
        })
    }
}

/// A name that is none, and who gave it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{origin} names the backend “{name}”, {problem}. Write a name such as “claude”: letters, digits, “.”, “_” and “-”, at most {LONGEST_NAME}."
)]
pub struct BadName {
    /// Who gave it.
    pub origin: Origin,
    /// It, cut and with control characters made visible.
    pub name: String,
    /// What is wrong with it.
    pub problem: &'static str,
}

/// Chooses. `environment` is the value of `NIB_AGENT` where it is set; `git_config` what git
/// printed where it found the setting, its line end included.
///
/// # Errors
/// The first value that is there is no name. A bad one is never passed over for the next: the
/// user would get another backend than the one written down.
pub fn choose(
    profile: Option<&str>,
    environment: Option<&str>,
    git_config: Option<&str>,
) -> Result<Choice, BadName> {
    let git_config = git_config.map(|printed| printed.trim_end_matches(['\n', '\r']));
    let given = [
        (Origin::Profile, profile),
        (Origin::Environment, environment),
        (Origin::GitConfig, git_config),
    ];
    let (origin, name) = given
        .into_iter()
        .find_map(|(origin, name)| Some((origin, name?)))
        .unwrap_or((Origin::Default, DEFAULT));
    match wrong(name) {
        None => Ok(Choice {
            name: name.to_owned(),
            origin,
        }),
        Some(problem) => Err(BadName {
            origin,
            name: name
                .chars()
                .take(40)
                .flat_map(|c| {
                    if c.is_control() {
                        c.escape_default().collect()
                    } else {
                        vec![c]
                    }
                })
                .collect(),
            problem,
        }),
    }
}

/// What is wrong with a name (F108).
#[must_use]
pub fn wrong(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        return Some("which is empty");
    }
    if name.contains(['/', '\\']) {
        return Some("which holds a slash: a name is looked up on PATH and is no path");
    }
    if name.contains("..") {
        return Some("which holds “..”");
    }
    if name.chars().count() > LONGEST_NAME {
        return Some("which is too long");
    }
    let good = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    (!name.chars().all(good)).then_some("which holds a character no name has")
}

/// The program a good name stands for, to be looked up on PATH.
#[must_use]
pub fn executable(name: &str) -> String {
    format!("{FAMILY}{name}")
}

impl Choice {
    /// The program, to be looked up on PATH.
    #[must_use]
    pub fn executable(&self) -> String {
        executable(&self.name)
    }

    /// True where the user must confirm the program before its first use in this repository.
    #[must_use]
    pub fn needs_confirmation(&self) -> bool {
        self.origin == Origin::GitConfig
    }
}
