//! What of the keys an agent gets: those its profile is meant to have, read where they are kept,
//! and the addresses the user let them go to.
//!
//! Nowhere else does a value leave the vault, and the redactor knows each before it does.

use super::{Place, Vault, VaultError};
use crate::{KeyName, KeychainError, Secret};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// What an agent of a profile takes.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// The profile's id.
    pub profile: &'a str,
    /// The variables it takes shared keys in.
    pub variables: &'a [String],
}

/// A key for a child's environment.
#[derive(Debug, Clone)]
pub struct Found {
    /// Its name.
    pub name: KeyName,
    /// Its value.
    pub value: Secret,
    /// Where it was.
    pub place: Place,
}

impl Vault {
    /// The names of the keys an agent would get: its own before a shared one.
    #[must_use]
    pub fn names_for(&self, wanted: Wanted<'_>) -> Vec<(KeyName, Place)> {
        let mut chosen: BTreeMap<String, (KeyName, Place)> = BTreeMap::new();
        for stored in self.list() {
            let own = stored.name.profile.as_deref() == Some(wanted.profile);
            let shared = stored.name.profile.is_none()
                && (wanted.variables.contains(&stored.name.variable)
                    || stored.given_to.iter().any(|id| id == wanted.profile));
            let taken = chosen.contains_key(&stored.name.variable);
            if own || (shared && !taken) {
                chosen.insert(stored.name.variable.clone(), (stored.name, stored.place));
            }
        }
        chosen.into_values().collect()
    }

    /// The keys for an agent's environment.
    ///
    /// # Errors
    /// One of them can't be read, with which and why.
    pub fn keys_for(&self, wanted: Wanted<'_>) -> Result<Vec<Found>, VaultError> {
        self.names_for(wanted)
            .into_iter()
            .map(|(name, place)| {
                let value = self.read(&name, place)?;
                Ok(Found { name, value, place })
            })
            .collect()
    }

    fn read(&self, name: &KeyName, place: Place) -> Result<Secret, VaultError> {
        let account = {
            let state = self.state();
            if let Some(value) = state.values.get(name) {
                return Ok(value.clone());
            }
            if place == Place::File
                && let Some(value) = state.plain.get(name)
            {
                return Ok(value.clone());
            }
            state.index.account(name)
        };
        if place != Place::Keychain {
            return Err(VaultError::Unknown(name.variable.clone()));
        }
        let read = self.keychain.get(&account);
        let mut state = self.state();
        match read {
            Ok(Some(value)) => {
                self.known.learn(&value);
                state.problems.remove(name);
                state.values.insert(name.clone(), value.clone());
                Ok(value)
            }
            Ok(None) => {
                state.problems.insert(name.clone(), KeychainError::NotAKey);
                Err(VaultError::Gone(name.variable.clone()))
            }
            Err(error) => {
                state.problems.insert(name.clone(), error);
                Err(VaultError::Keychain {
                    variable: name.variable.clone(),
                    error,
                })
            }
        }
    }

    /// The user read this address and wants the key to be sent there for this profile.
    ///
    /// # Errors
    /// [`VaultError::File`].
    pub fn confirm_address(
        &self,
        name: &KeyName,
        profile: &str,
        url: &str,
    ) -> Result<(), VaultError> {
        let _alone = self.changing();
        self.state().index.confirm(name, profile, fingerprint(url))
    }

    /// Whether the user confirmed this very address (F107).
    #[must_use]
    pub fn is_confirmed(&self, name: &KeyName, profile: &str, url: &str) -> bool {
        self.state()
            .index
            .is_confirmed(name, profile, &fingerprint(url))
    }
}

/// An address may hold a password of its own, so only this is written down.
fn fingerprint(url: &str) -> String {
    use std::fmt::Write;
    Sha256::digest(url.trim().as_bytes()).iter().fold(
        String::with_capacity(64),
        |mut text, byte| {
            // Writing to a String cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        },
    )
}
