//! The settings of a profile: the keys of its YAML, under their own names.

use crate::PlanError;
use model::AgentProfile;
use serde_json::Value;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Characters of a reply where the profile sets no limit: a bound on memory, not on talk.
const LONGEST_REPLY: usize = 4_000_000;

/// A generation of the wire. They have nothing in common but the profile.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Wire {
    /// Environment variables and prefixed lines.
    #[default]
    V01,
    /// JSON lines both ways.
    V04,
}

/// Everything a profile may set beside command, arguments and environment.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Settings {
    /// `wire`: "0.1" or "0.4".
    pub(super) wire: Wire,
    /// `stdin: message`: the message is also written to stdin (0.1).
    pub(super) message_on_stdin: bool,
    /// `cwd`; the workspace where it is not set. Absolute: an import made it so.
    pub(super) cwd: Option<String>,
    /// `profile_dir`: where the profile's file is, for `{{PROFILE_DIR}}`.
    pub(super) profile_dir: String,
    /// The shorter of `timeout_secs` (1800 where not set, 0 for none) and
    /// `budget_secs`, in milliseconds.
    pub(super) limit_ms: Option<u64>,
    /// `deadline`, in milliseconds since the Unix epoch.
    pub(super) deadline: Option<u64>,
    /// `kill_grace_secs`, in milliseconds.
    pub(super) kill_grace_ms: u64,
    /// `max_reply_chars`.
    pub(super) max_reply_chars: usize,
    /// `truncation_suffix`.
    pub(super) truncation_suffix: String,
    /// `include_stderr_in_reply`.
    pub(super) include_stderr: bool,
    /// `send_error_reply`.
    pub(super) send_error_reply: bool,
    /// `streaming`.
    pub(super) streaming: bool,
    /// `session_line_prefix` (0.1).
    pub(super) session_prefix: String,
    /// `env_allowlist`: names of the host's environment that may be used.
    pub(super) env_allowlist: Option<Vec<String>>,
    /// `env_inherit: all`: the whole environment of the host is passed on.
    pub(super) inherit_env: bool,
    /// `permission`: the agent asks before it uses a tool (0.4).
    pub(super) permission: bool,
    /// `from_user`: who the agent is told the message is from (0.1).
    pub(super) from_user: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            wire: Wire::V01,
            message_on_stdin: false,
            cwd: None,
            profile_dir: String::new(),
            limit_ms: Some(1_800_000),
            deadline: None,
            kill_grace_ms: 5_000,
            max_reply_chars: LONGEST_REPLY,
            truncation_suffix: "\n\n…(truncated)".to_owned(),
            include_stderr: false,
            send_error_reply: true,
            streaming: true,
            session_prefix: super::wire::SESSION.to_owned(),
            env_allowlist: None,
            inherit_env: false,
            permission: false,
            from_user: String::new(),
        }
    }
}

impl Settings {
    /// Reads them.
    ///
    /// # Errors
    /// A value that cannot be what its key wants, naming both.
    pub(super) fn read(profile: &AgentProfile) -> Result<Self, PlanError> {
        let keys = Keys(profile);
        let usual = Self::default();
        let wire = keys.wire()?;
        let permission = keys.switch("permission", false)?;
        if permission && wire == Wire::V01 {
            return Err(keys.wrong(
                "permission",
                "off, or the profile's “wire” \"0.4\": wire 0.1 has no way to ask",
            ));
        }
        let timeout = keys.seconds("timeout_secs")?.unwrap_or(1_800_000);
        let budget = keys.seconds("budget_secs")?;
        let limit_ms = [timeout, budget.unwrap_or(0)]
            .into_iter()
            .filter(|&limit| limit > 0)
            .min();
        let prefix = keys.text("session_line_prefix")?;
        if prefix.as_deref() == Some("") {
            return Err(keys.wrong("session_line_prefix", "at least one character"));
        }
        Ok(Self {
            wire,
            message_on_stdin: keys.choice("stdin", &["none", "message"])? == 1,
            cwd: keys.text("cwd")?.filter(|cwd| !cwd.is_empty()),
            profile_dir: keys.text("profile_dir")?.unwrap_or_default(),
            limit_ms,
            deadline: keys.moment("deadline")?,
            kill_grace_ms: keys
                .seconds("kill_grace_secs")?
                .unwrap_or(usual.kill_grace_ms),
            max_reply_chars: keys.count("max_reply_chars")?.unwrap_or(LONGEST_REPLY),
            truncation_suffix: keys
                .text("truncation_suffix")?
                .unwrap_or(usual.truncation_suffix),
            include_stderr: keys.switch("include_stderr_in_reply", false)?,
            send_error_reply: keys.switch("send_error_reply", true)?,
            streaming: keys.switch("streaming", true)?,
            session_prefix: prefix.unwrap_or(usual.session_prefix),
            env_allowlist: keys.names("env_allowlist")?,
            inherit_env: keys.choice("env_inherit", &["minimal", "all"])? == 1,
            permission,
            from_user: keys.text("from_user")?.unwrap_or_default(),
        })
    }
}

/// The settings as they came, with the profile's name for complaints.
struct Keys<'p>(&'p AgentProfile);

impl<'p> Keys<'p> {
    fn get(&self, key: &str) -> Option<&'p Value> {
        self.0.settings.get(key).filter(|value| !value.is_null())
    }

    fn wrong(&self, key: &str, wanted: &str) -> PlanError {
        PlanError {
            problem: format!(
                "The setting “{key}” of the agent “{}” must be {wanted}. Correct it in the \
                 agent's settings.",
                self.0.name
            ),
        }
    }

    fn wire(&self) -> Result<Wire, PlanError> {
        let told = match self.get("wire") {
            None => return Ok(Wire::V01),
            Some(Value::String(text)) => text.trim().to_owned(),
            // YAML reads an unquoted 0.4 as a number.
            Some(value) => value.to_string(),
        };
        match told.as_str() {
            "0.1" => Ok(Wire::V01),
            "0.4" => Ok(Wire::V04),
            "0.2" | "0.3" => Err(PlanError {
                problem: format!(
                    "The agent “{}” speaks AgentProc wire {told}, which was in use for a few weeks \
                     only. Parley speaks 0.1 and 0.4: update the agent's AgentProc SDK to 0.10 or \
                     newer and set `wire: \"0.4\"` in the profile.",
                    self.0.name
                ),
            }),
            _ => Err(self.wrong("wire", "\"0.1\" or \"0.4\"")),
        }
    }

    fn text(&self, key: &str) -> Result<Option<String>, PlanError> {
        match self.get(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(self.wrong(key, "text")),
        }
    }

    fn switch(&self, key: &str, usual: bool) -> Result<bool, PlanError> {
        match self.get(key) {
            None => Ok(usual),
            Some(Value::Bool(on)) => Ok(*on),
            Some(_) => Err(self.wrong(key, "true or false")),
        }
    }

    /// The place of the word among `words`; the first is the usual one.
    fn choice(&self, key: &str, words: &[&str]) -> Result<usize, PlanError> {
        let Some(value) = self.get(key) else {
            return Ok(0);
        };
        words
            .iter()
            .position(|word| value == word)
            .ok_or_else(|| self.wrong(key, &words.join(" or ")))
    }

    /// Seconds, a fraction allowed, as milliseconds.
    fn seconds(&self, key: &str) -> Result<Option<u64>, PlanError> {
        let Some(seconds) = self.number(key) else {
            return Ok(None);
        };
        // A year is as good as for ever, and far from the edge of a u64.
        match seconds {
            Some(seconds) if seconds >= 0.0 => {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                let ms = (seconds.min(31_536_000.0) * 1000.0).ceil() as u64;
                Ok(Some(ms))
            }
            _ => Err(self.wrong(key, "a number of seconds, 0 or more")),
        }
    }

    fn count(&self, key: &str) -> Result<Option<usize>, PlanError> {
        match self.number(key) {
            None => Ok(None),
            Some(Some(count)) if count >= 1.0 && count.fract() == 0.0 => {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                let count = count as usize;
                Ok(Some(count.min(LONGEST_REPLY)))
            }
            Some(_) => Err(self.wrong(key, "a whole number above 0")),
        }
    }

    /// A number, also one in quotes; the inner `None` where it is none.
    fn number(&self, key: &str) -> Option<Option<f64>> {
        Some(match self.get(key)? {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        })
    }

    fn names(&self, key: &str) -> Result<Option<Vec<String>>, PlanError> {
        let wrong = || self.wrong(key, "a list of names");
        match self.get(key) {
            None => Ok(None),
            Some(Value::Array(items)) => items
                .iter()
                .map(|item| item.as_str().map(str::to_owned).ok_or_else(wrong))
                .collect::<Result<_, _>>()
                .map(Some),
            Some(_) => Err(wrong()),
        }
    }

    /// A moment with its time zone; one without would mean another moment on each machine.
    fn moment(&self, key: &str) -> Result<Option<u64>, PlanError> {
        let Some(text) = self.text(key)? else {
            return Ok(None);
        };
        OffsetDateTime::parse(text.trim(), &Rfc3339)
            .ok()
            .and_then(|moment| u64::try_from(moment.unix_timestamp_nanos() / 1_000_000).ok())
            .map(Some)
            .ok_or_else(|| {
                self.wrong(
                    key,
                    "a moment with its time zone, as in 2026-12-01T18:00:00+01:00",
                )
            })
    }
}
