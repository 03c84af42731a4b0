//! The settings of a profile: those of nanobot's `terminal` object by the same
//! names ("Configuration Reference"), and ours.
//!
//! `command` (without it, the profile's own program and arguments are the
//! command) · `timeout` in seconds · `protocol`: `plain` or `rich` ·
//! `passMedia` · `env` · `providers` · `stdin`: `close` or `inject` ·
//! `revealErrors`: whether stderr and exit code are shown · `channel` ·
//! `inheritEnv`, `passEnv`: what of the host's environment is passed on.
//! `enabled` says nothing here: who chooses the agent has enabled it.

use crate::PlanError;
use model::AgentProfile;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The names that are known.
pub(super) const KNOWN: [&str; 12] = [
    "enabled",
    "command",
    "timeout",
    "protocol",
    "passMedia",
    "env",
    "providers",
    "stdin",
    "revealErrors",
    "channel",
    "inheritEnv",
    "passEnv",
];

/// How stdout is read ("Protocol Modes").
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Mode {
    #[default]
    Plain,
    Rich,
}

/// What happens to stdin after the envelope (field notes).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Stdin {
    #[default]
    Close,
    Inject,
}

/// The settings, read.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    pub(super) command: Option<String>,
    pub(super) timeout_secs: u64,
    pub(super) mode: Mode,
    pub(super) pass_media: bool,
    pub(super) env: BTreeMap<String, String>,
    pub(super) providers: Vec<Provider>,
    pub(super) stdin: Stdin,
    pub(super) reveal_errors: bool,
    pub(super) channel: String,
    pub(super) inherit_env: bool,
    pub(super) pass_env: Vec<String>,
}

/// A provider, camelCase on disk.
#[derive(Debug, Clone)]
pub(super) struct Provider {
    pub(super) name: String,
    pub(super) api_keys: Vec<String>,
    pub(super) models: Vec<String>,
    pub(super) base_url: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            command: None,
            timeout_secs: 120,
            mode: Mode::default(),
            pass_media: true,
            env: BTreeMap::new(),
            providers: Vec::new(),
            stdin: Stdin::default(),
            reveal_errors: true,
            channel: "cli".to_owned(),
            inherit_env: false,
            pass_env: Vec::new(),
        }
    }
}

impl Settings {
    /// Reads them.
    ///
    /// # Errors
    /// One that cannot be used, by its name.
    pub(super) fn read(profile: &AgentProfile) -> Result<Self, PlanError> {
        let reader = Reader {
            agent: &profile.name,
            fields: &profile.settings,
            within: "",
        };
        let default = Self::default();
        let settings = Self {
            command: reader.text("command")?,
            timeout_secs: reader.seconds("timeout")?.unwrap_or(default.timeout_secs),
            mode: match reader.text("protocol")?.as_deref() {
                None | Some("plain") => Mode::Plain,
                Some("rich") => Mode::Rich,
                Some(_) => return reader.wrong("protocol", "“plain” or “rich”"),
            },
            pass_media: reader.flag("passMedia")?.unwrap_or(default.pass_media),
            env: reader.variables("env")?,
            providers: reader.providers("providers")?,
            stdin: match reader.text("stdin")?.as_deref() {
                None | Some("close") => Stdin::Close,
                Some("inject") => Stdin::Inject,
                Some(_) => return reader.wrong("stdin", "“close” or “inject”"),
            },
            reveal_errors: reader
                .flag("revealErrors")?
                .unwrap_or(default.reveal_errors),
            channel: reader.text("channel")?.unwrap_or(default.channel),
            inherit_env: reader.flag("inheritEnv")?.unwrap_or(default.inherit_env),
            pass_env: reader.texts("passEnv")?,
        };
        if settings.stdin == Stdin::Inject && settings.mode == Mode::Plain {
            return reader.wrong(
                "stdin",
                "“close” where “protocol” is “plain”: only a rich agent reads on",
            );
        }
        Ok(settings)
    }

    /// The providers as the envelope has them: snake_case, and only what is there.
    pub(super) fn providers_on_the_wire(&self) -> Map<String, Value> {
        let on_the_wire = |provider: &Provider| {
            let mut fields = json!({"api_keys": provider.api_keys});
            if !provider.models.is_empty() {
                fields["models"] = json!(provider.models);
            }
            if let Some(url) = &provider.base_url {
                fields["base_url"] = json!(url);
            }
            (provider.name.clone(), fields)
        };
        self.providers.iter().map(on_the_wire).collect()
    }
}

/// Settings, or an object among them, with the words for what is wrong in it.
struct Reader<'a> {
    agent: &'a str,
    fields: &'a Map<String, Value>,
    /// `providers.anthropic.`
    within: &'a str,
}

impl<'a> Reader<'a> {
    fn wrong<T>(&self, name: &str, wanted: &str) -> Result<T, PlanError> {
        Err(PlanError {
            problem: format!(
                "The setting “{}{name}” of the agent “{}” must be {wanted}. Correct it in the \
                 agent's settings.",
                self.within, self.agent
            ),
        })
    }

    fn given(&self, name: &str) -> Option<&'a Value> {
        self.fields.get(name).filter(|value| !value.is_null())
    }

    /// `None` where it is not set or blank.
    fn text(&self, name: &str) -> Result<Option<String>, PlanError> {
        match self.given(name) {
            None => Ok(None),
            Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => self.wrong(name, "text"),
        }
    }

    fn flag(&self, name: &str) -> Result<Option<bool>, PlanError> {
        match self.given(name) {
            None => Ok(None),
            Some(Value::Bool(on)) => Ok(Some(*on)),
            Some(_) => self.wrong(name, "true or false"),
        }
    }

    fn seconds(&self, name: &str) -> Result<Option<u64>, PlanError> {
        let count = match self.given(name) {
            None => return Ok(None),
            Some(Value::Number(count)) => count.as_u64(),
            Some(Value::String(text)) if text.trim().is_empty() => return Ok(None),
            Some(Value::String(text)) => text.trim().parse().ok(),
            Some(_) => None,
        };
        match count.filter(|count| *count > 0) {
            Some(count) => Ok(Some(count)),
            None => self.wrong(name, "a whole number of seconds above 0"),
        }
    }

    fn texts(&self, name: &str) -> Result<Vec<String>, PlanError> {
        let Some(value) = self.given(name) else {
            return Ok(Vec::new());
        };
        let texts = value.as_array().and_then(|items| {
            let text = |item: &Value| item.as_str().map(str::to_owned);
            items.iter().map(text).collect()
        });
        texts.map_or_else(|| self.wrong(name, "a list of texts"), Ok)
    }

    fn object(&self, name: &str) -> Result<Option<&'a Map<String, Value>>, PlanError> {
        match self.given(name) {
            None => Ok(None),
            Some(Value::Object(fields)) => Ok(Some(fields)),
            Some(_) => self.wrong(name, "an object"),
        }
    }

    /// Numbers, true and false count as their text, as a shell would have them.
    fn variables(&self, name: &str) -> Result<BTreeMap<String, String>, PlanError> {
        let mut variables = BTreeMap::new();
        for (variable, value) in self.object(name)?.into_iter().flatten() {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Number(_) | Value::Bool(_) => value.to_string(),
                _ => return self.wrong(&format!("{name}.{variable}"), "text"),
            };
            if variable.is_empty() || variable.contains(['=', '\0']) || text.contains('\0') {
                return self.wrong(
                    &format!("{name}.{variable}"),
                    "a variable's name without “=”, with a text without NUL",
                );
            }
            variables.insert(variable.clone(), text);
        }
        Ok(variables)
    }

    fn providers(&self, name: &str) -> Result<Vec<Provider>, PlanError> {
        let mut providers = Vec::new();
        for (provider, value) in self.object(name)?.into_iter().flatten() {
            let Value::Object(fields) = value else {
                return self.wrong(&format!("{name}.{provider}"), "an object");
            };
            let reader = Reader {
                agent: self.agent,
                fields,
                within: &format!("{name}.{provider}."),
            };
            let api_keys = reader.texts("apiKeys")?;
            if api_keys.iter().any(|key| key.contains('\0')) {
                return reader.wrong("apiKeys", "keys without NUL");
            }
            providers.push(Provider {
                name: provider.clone(),
                api_keys,
                models: reader.texts("models")?,
                base_url: reader.text("baseUrl")?,
            });
        }
        Ok(providers)
    }
}
