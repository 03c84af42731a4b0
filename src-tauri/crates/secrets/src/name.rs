//! What a key is called: a variable, for every agent or for one.

use serde::{Deserialize, Serialize};

/// The longest name a variable may have here.
const LONGEST: usize = 128;

/// The name of a key: the variable an agent gets it in, and whose it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct KeyName {
    /// The variable: `ANTHROPIC_API_KEY`.
    pub variable: String,
    /// The profile whose own key it is; none for a shared one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
}

/// Why a variable can't hold a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    /// Not letters, digits and underscores.
    #[error(
        "“{0}” can't be the name of a variable: only letters, digits and _ can be in one, with no digit at the start."
    )]
    Form(String),
    /// A variable that changes what programs are run.
    #[error(
        "“{0}” is not a variable for a key: the system uses it to run programs. Set it in the agent's profile if it is meant."
    )]
    System(String),
}

impl KeyName {
    /// A key that agents share.
    ///
    /// # Errors
    /// [`BadName`].
    pub fn shared(variable: &str) -> Result<Self, BadName> {
        Self::new(variable, None)
    }

    /// A key of one profile.
    ///
    /// # Errors
    /// [`BadName`].
    pub fn of_profile(variable: &str, profile: &str) -> Result<Self, BadName> {
        Self::new(variable, Some(profile.to_owned()))
    }

    /// A key of one profile, or a shared one.
    ///
    /// # Errors
    /// [`BadName`].
    pub fn new(variable: &str, profile: Option<String>) -> Result<Self, BadName> {
        let name = variable.trim();
        let is_name = !name.is_empty()
            && name.len() <= LONGEST
            && !name.starts_with(|c: char| c.is_ascii_digit())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name {
            return Err(BadName::Form(name.chars().take(LONGEST).collect()));
        }
        if runs_programs(name) {
            return Err(BadName::System(name.to_owned()));
        }
        Ok(Self {
            variable: name.to_owned(),
            profile,
        })
    }
}

/// Variables by which programs are found, loaded or told what to run.
fn runs_programs(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "PATH",
        "HOME",
        "SHELL",
        "IFS",
        "ENV",
        "BASH_ENV",
        "NODE_OPTIONS",
        "PYTHONPATH",
        "PYTHONSTARTUP",
        "PERL5OPT",
        "RUBYOPT",
        "GIT_SSH_COMMAND",
        "EDITOR",
        "USER",
        "TERM",
    ];
    NAMES.contains(&name)
        || ["LD_", "DYLD_", "PARLEY_"]
            .iter()
            .any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn any_name_of_a_key_is_taken_and_no_other() {
        assert_eq!(
            KeyName::shared(" MISTRAL_API_KEY ").unwrap().variable,
            "MISTRAL_API_KEY"
        );
        for bad in ["", "1A", "A-B", "A B", "A=B", "Ä", &"A".repeat(200)] {
            assert!(
                matches!(KeyName::shared(bad), Err(BadName::Form(_))),
                "{bad}"
            );
        }
        for system in ["PATH", "LD_PRELOAD", "PARLEY_KEYCHAIN"] {
            assert!(matches!(KeyName::shared(system), Err(BadName::System(_))));
        }
    }
}
