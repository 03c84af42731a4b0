//! The one place where the host asks for keys of providers, and for what is known to be one.
//!
//! A key goes into the environment of an agent that asks for it or was given it, and nowhere else. If
//! the agent would send it to an address of its own instead of the provider's, the user confirms that
//! address first, and again after it changed (F107).

mod addresses;
pub(crate) mod in_settings;

use crate::environment::Environment;
use crate::masking;
use model::view::VariableOrigin;
use model::{AgentFault, AgentProfile};
use secrets::{KeyName, Place, Vault, VaultError, Wanted};
use std::sync::Arc;

/// The shortest value of an environment that is taken for a key by its name alone: words of
/// ordinary text are shorter.
const LONG: usize = 16;

/// The keys of Parley.
#[derive(Clone)]
pub(crate) struct Keys(Arc<Vault>);

/// A key a start would get.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    pub name: KeyName,
    pub place: Place,
}

impl Keys {
    pub(crate) fn new(vault: Arc<Vault>) -> Self {
        Self(vault)
    }

    pub(crate) fn vault(&self) -> &Arc<Vault> {
        &self.0
    }

    /// The keys a start of this profile gets, by variable. May wait for the keychain, which may wait
    /// for the user, for at most 15 s.
    ///
    /// # Errors
    /// `key.unreadable`: a key that the profile is to get can't be read.
    pub(crate) async fn of_profile(
        &self,
        profile: &AgentProfile,
    ) -> Result<Vec<(String, String)>, AgentFault> {
        if self.named(profile).is_empty() {
            return Ok(Vec::new());
        }
        let vault = Arc::clone(&self.0);
        let (id, variables) = wants(profile);
        let read = move || {
            vault.keys_for(Wanted {
                profile: &id,
                variables: &variables,
            })
        };
        let found = tokio::task::spawn_blocking(read)
            .await
            .map_err(|_| {
                fault(
                    "key.unreadable",
                    "The keychain could not be asked.".to_owned(),
                )
            })?
            .map_err(|error: VaultError| {
                fault(
                    "key.unreadable",
                    format!("{error} The agent was not started without it."),
                )
            })?;
        Ok(found
            .into_iter()
            .map(|found| (found.name.variable, found.value.expose().to_owned()))
            .collect())
    }

    /// The keys a start of this profile would get, without asking the keychain.
    pub(crate) fn named(&self, profile: &AgentProfile) -> Vec<Named> {
        let (id, variables) = wants(profile);
        let wanted = Wanted {
            profile: &id,
            variables: &variables,
        };
        let names = self.0.names_for(wanted).into_iter();
        names.map(|(name, place)| Named { name, place }).collect()
    }

    /// Where this profile sends a key, if not to the provider itself, and whether the user confirmed it.
    pub(crate) fn address(&self, profile: &AgentProfile, name: &KeyName) -> Option<(String, bool)> {
        let url = addresses::of(profile, &name.variable)?;
        let confirmed = self.0.is_confirmed(name, profile.id.as_str(), &url);
        Some((url, confirmed))
    }

    /// Refuses a start that would send a key to an address the user has not confirmed.
    ///
    /// # Errors
    /// `key.address`.
    pub(crate) fn check_addresses(
        &self,
        profile: &AgentProfile,
        made: &Environment,
    ) -> Result<(), AgentFault> {
        for Named { name, .. } in self.named(profile) {
            let goes = made
                .variables
                .get(std::ffi::OsStr::new(&name.variable))
                .is_some_and(|variable| variable.origin == VariableOrigin::Key);
            if !goes {
                continue;
            }
            if let Some((url, false)) = self.address(profile, &name) {
                return Err(fault(
                    "key.address",
                    format!(
                        "“{}” would send the key {} to {url}, and you have not confirmed that address. Confirm it in Settings, Providers, or take it out of the agent’s profile.",
                        profile.name, name.variable
                    ),
                ));
            }
        }
        Ok(())
    }
}

/// A profile's id, and the variables it takes shared keys in. The built-in guide needs none.
fn wants(profile: &AgentProfile) -> (String, Vec<String>) {
    let variables = if profile.origin == model::ProfileOrigin::BuiltIn {
        Vec::new()
    } else {
        protocols::find(&profile.protocol.0)
            .map(|protocol| (protocol.key_variables)(profile))
            .unwrap_or_default()
    };
    (profile.id.as_str().to_owned(), variables)
}

/// The variables a profile takes shared keys in without being told.
pub(crate) fn asked_for(profile: &AgentProfile) -> Vec<String> {
    wants(profile).1
}

/// Values that are no keys of Parley's and are secret all the same, by their names: those the user
/// put into the profile, or lets pass from the environment. They are kept out of everything too.
pub(crate) fn learn(made: &Environment) {
    for (name, variable) in &made.variables {
        let by_user = matches!(
            variable.origin,
            VariableOrigin::Profile | VariableOrigin::OptIn | VariableOrigin::LoginShell
        );
        let (Some(name), Some(value)) = (name.to_str(), variable.value.to_str()) else {
            continue;
        };
        let like_a_key = value.len() >= LONG
            && value.bytes().any(|byte| byte.is_ascii_digit())
            && !value.starts_with('/')
            && !value.contains(char::is_whitespace);
        if by_user && like_a_key && secrets::providers::looks_secret(name) {
            secrets::known().learn_text(value);
        }
    }
}

fn fault(code: &str, message: String) -> AgentFault {
    AgentFault {
        code: code.to_owned(),
        message,
        retryable: Some(true),
        detail: None,
    }
}

/// What Parley knows to be secret.
pub(crate) struct KnownKeys;

impl masking::Known for KnownKeys {
    fn without_keys(&self, text: &str) -> String {
        secrets::known()
            .text(text)
            .replace(secrets::MASK, masking::MASK)
    }
}
