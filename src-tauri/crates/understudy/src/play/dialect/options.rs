//! Which protocol a script speaks, and which form of it.

use serde_json::{Map, Value};

/// A protocol's name and its options: `{"protocol": "aionrs", "generation": "0.2"}`, or on the
/// command line `aionrs,generation=0.2`.
#[derive(Debug, Clone, PartialEq)]
pub struct Speech {
    /// One of [`super::NAMES`], if the script is right.
    pub protocol: String,
    /// Everything beside it.
    pub options: Map<String, Value>,
}

impl Speech {
    /// The specification's form of a protocol.
    pub fn of(protocol: &str) -> Self {
        Self {
            protocol: protocol.to_owned(),
            options: Map::new(),
        }
    }

    /// Reads the first step of a script; `None` when it is another step.
    pub(crate) fn step(value: &Value) -> Option<Self> {
        let mut options = value.as_object()?.clone();
        let protocol = options.shift_remove("protocol")?;
        Some(Self {
            protocol: protocol.as_str().unwrap_or_default().to_owned(),
            options,
        })
    }

    /// Reads `NAME,KEY=VALUE,…`.
    pub(crate) fn argument(text: &str) -> Result<Self, String> {
        let mut parts = text.split(',');
        let mut speech = Self::of(parts.next().unwrap_or_default());
        for part in parts {
            let Some((key, value)) = part.split_once('=') else {
                return Err(format!("{part:?} is not KEY=VALUE"));
            };
            speech.options.insert(key.to_owned(), value.into());
        }
        Ok(speech)
    }

    /// The option's value, one of `choices`; the first of them when it is not given.
    pub(super) fn choice(
        &self,
        key: &str,
        choices: &[&'static str],
    ) -> Result<&'static str, String> {
        let Some(given) = self.options.get(key) else {
            return Ok(choices[0]);
        };
        choices
            .iter()
            .find(|choice| given.as_str() == Some(**choice))
            .copied()
            .ok_or_else(|| {
                format!(
                    "{}: {key} cannot be {given}; there are {}",
                    self.protocol,
                    choices.join(", ")
                )
            })
    }

    /// Refuses options that the protocol does not have.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), String> {
        match self
            .options
            .keys()
            .find(|key| !known.contains(&key.as_str()))
        {
            None => Ok(()),
            Some(key) if known.is_empty() => {
                Err(format!("{} has no option `{key}`", self.protocol))
            }
            Some(key) => Err(format!(
                "{} has no option `{key}`; there are {}",
                self.protocol,
                known.join(", ")
            )),
        }
    }
}
