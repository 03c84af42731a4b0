//! The settings of a profile: `agent`, a backend's name, where the profile has no
//! program of its own; `effort`, for requests that say none; `timeout_secs`, for pipe
//! operations (600); `terminal_timeout_secs`, for interactive ones (none: a person is
//! at work there); `pass_env`, names of variables to pass on; `inherit_env`, all of them.

use super::REQUEST_FILE;
use super::discovery;
use super::operations::EFFORTS;
use crate::PlanError;
use model::AgentProfile;
use serde_json::Value;

/// How long a pipe operation may take, in seconds. The original has no limit.
const TIMEOUT_SECS: u64 = 600;
/// The longest limit, in seconds: a year.
const LONGEST_SECS: u64 = 31_536_000;

/// Settings, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) agent: Option<String>,
    pub(super) effort: Option<String>,
    pub(super) timeout_secs: u64,
    pub(super) terminal_timeout_secs: Option<u64>,
    pub(super) pass_env: Vec<String>,
    pub(super) inherit_env: bool,
}

impl Settings {
    /// # Errors
    /// The first setting that cannot be used, by name.
    pub(super) fn read(profile: &AgentProfile) -> Result<Self, PlanError> {
        let reader = Reader(profile);
        let effort = reader.text("effort")?;
        if let Some(effort) = &effort
            && !EFFORTS.contains(&effort.as_str())
        {
            return reader.wrong("effort", &format!("one of {}", EFFORTS.join(", ")));
        }
        let agent = reader.text("agent")?;
        if let Some(Err(error)) = agent
            .as_deref()
            .map(|name| discovery::choose(Some(name), None, None))
        {
            return Err(PlanError {
                problem: format!("The agent “{}” can't be started: {error}", profile.name),
            });
        }
        let pass_env = reader.names("pass_env")?;
        let leaked = pass_env.iter().any(|name| name == REQUEST_FILE);
        if leaked || profile.env.contains_key(REQUEST_FILE) {
            return Err(PlanError {
                problem: format!(
                    "The agent “{}” sets the variable {REQUEST_FILE}. It belongs to the protocol: \
                     a backend that sees it waits for a terminal. Take it out of the agent's \
                     environment.",
                    profile.name
                ),
            });
        }
        Ok(Self {
            agent,
            effort,
            timeout_secs: reader.seconds("timeout_secs")?.unwrap_or(TIMEOUT_SECS),
            terminal_timeout_secs: reader.seconds("terminal_timeout_secs")?,
            pass_env,
            inherit_env: reader.switch("inherit_env")?,
        })
    }
}

struct Reader<'a>(&'a AgentProfile);

impl Reader<'_> {
    fn given(&self, setting: &str) -> Option<&Value> {
        self.0
            .settings
            .get(setting)
            .filter(|value| !value.is_null())
    }

    fn wrong<T>(&self, setting: &str, wanted: &str) -> Result<T, PlanError> {
        Err(PlanError {
            problem: format!(
                "The setting “{setting}” of the agent “{}” must be {wanted}. Correct it in the \
                 agent's settings.",
                self.0.name
            ),
        })
    }

    /// Text; an empty one is none.
    fn text(&self, setting: &str) -> Result<Option<String>, PlanError> {
        match self.given(setting) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.trim().to_owned()).filter(|t| !t.is_empty())),
            Some(_) => self.wrong(setting, "text"),
        }
    }

    fn seconds(&self, setting: &str) -> Result<Option<u64>, PlanError> {
        let seconds = match self.given(setting) {
            None => return Ok(None),
            Some(Value::String(text)) if text.trim().is_empty() => return Ok(None),
            Some(Value::String(text)) => text.trim().parse().ok(),
            Some(value) => value.as_u64(),
        };
        match seconds {
            Some(seconds @ 1..=LONGEST_SECS) => Ok(Some(seconds)),
            _ => self.wrong(
                setting,
                &format!("a whole number of seconds from 1 to {LONGEST_SECS}"),
            ),
        }
    }

    fn names(&self, setting: &str) -> Result<Vec<String>, PlanError> {
        let Some(value) = self.given(setting) else {
            return Ok(Vec::new());
        };
        let name = |value: &Value| {
            let name = value.as_str()?;
            let good = !name.is_empty() && !name.contains(['=', '\0']);
            good.then(|| name.to_owned())
        };
        let names: Option<Vec<_>> = value
            .as_array()
            .and_then(|names| names.iter().map(name).collect());
        match names {
            Some(names) => Ok(names),
            None => self.wrong(setting, "a list of names of variables"),
        }
    }

    fn switch(&self, setting: &str) -> Result<bool, PlanError> {
        match self.given(setting) {
            None => Ok(false),
            Some(Value::Bool(on)) => Ok(*on),
            Some(_) => self.wrong(setting, "true or false"),
        }
    }
}
