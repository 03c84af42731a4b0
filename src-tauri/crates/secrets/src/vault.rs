//! The keys the user entered: in the keychain, for this session, or in a file.
//!
//! Here they are entered, listed and removed. What of them an agent gets is in `agents`.

mod agents;
mod index;
mod plain;

use crate::keychain::{Keychain, KeychainError};
use crate::{BadName, BadSecret, KeyName, Known, Secret};
pub use agents::{Found, Wanted};
use index::{Entry, Index};
use plain::PlainFile;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where a key is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Place {
    /// In the system's keychain.
    Keychain,
    /// In memory, until Parley ends.
    Session,
    /// In a file that only the user may read, because the user chose so.
    File,
}

/// What became of a key that was entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Saved {
    /// Where it is now.
    pub place: Place,
    /// Why it is not in the keychain, where that was wanted.
    pub why: Option<KeychainError>,
}

/// A key that is kept, without its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Its name.
    pub name: KeyName,
    /// Where it is.
    pub place: Place,
    /// The profiles a shared key was given to by the user.
    pub given_to: Vec<String>,
    /// Why it could not be read the last time.
    pub problem: Option<KeychainError>,
}

/// Why a key could not be kept, found or removed. No text holds a value.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// The name is none.
    #[error(transparent)]
    Name(#[from] BadName),
    /// The value is none.
    #[error(transparent)]
    Secret(#[from] BadSecret),
    /// The keychain did not do it.
    #[error("The key {variable}: {error}")]
    Keychain {
        /// Which key.
        variable: String,
        /// Why.
        error: KeychainError,
    },
    /// The keychain has it no more.
    #[error("The key {0} is not in the keychain any more. Enter it again, or remove it.")]
    Gone(String),
    /// A file of ours.
    #[error("{path} can't be written: {error}. Nothing was changed in it.")]
    File {
        /// Which.
        path: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// There is no such key.
    #[error("There is no key {0}.")]
    Unknown(String),
}

/// The keys of one data folder.
pub struct Vault {
    keychain: Arc<dyn Keychain>,
    known: &'static Known,
    /// One change at a time, also while the keychain is asked.
    changing: Mutex<()>,
    state: Mutex<State>,
}

struct State {
    index: Index,
    plain: PlainFile,
    /// Values in memory: those of this session, and those that were read.
    values: BTreeMap<KeyName, Secret>,
    session: BTreeMap<KeyName, Vec<String>>,
    problems: BTreeMap<KeyName, KeychainError>,
}

impl Vault {
    /// The keys of this folder. Reads only our own files; the keychain is asked
    /// when a key is needed.
    #[must_use]
    pub fn open(folder: &Path, keychain: Arc<dyn Keychain>) -> Self {
        let plain = PlainFile::open(folder);
        let known = crate::known();
        for value in plain.values() {
            known.learn(value);
        }
        Self {
            keychain,
            known,
            changing: Mutex::default(),
            state: Mutex::new(State {
                index: Index::open(folder),
                plain,
                values: BTreeMap::new(),
                session: BTreeMap::new(),
                problems: BTreeMap::new(),
            }),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn changing(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why there is no keychain; none where there is one. May take as long as a
    /// question to the keychain.
    #[must_use]
    pub fn no_keychain(&self) -> Option<KeychainError> {
        self.keychain.probe().err()
    }

    /// What our own file of names had wrong with it when it was read.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        let state = self.state();
        state.index.trouble.clone().or(state.plain.trouble.clone())
    }

    /// All keys, without their values.
    #[must_use]
    pub fn list(&self) -> Vec<Stored> {
        let state = self.state();
        let kept = state.index.entries().map(|(name, entry)| {
            (
                name.clone(),
                Stored {
                    name: name.clone(),
                    place: entry.place,
                    given_to: entry.given_to.clone(),
                    problem: state.problems.get(name).copied(),
                },
            )
        });
        let session = state.session.iter().map(|(name, given_to)| {
            (
                name.clone(),
                Stored {
                    name: name.clone(),
                    place: Place::Session,
                    given_to: given_to.clone(),
                    problem: None,
                },
            )
        });
        // A key of this session stands before one that is kept.
        let all: BTreeMap<KeyName, Stored> = kept.chain(session).collect();
        all.into_values().collect()
    }

    /// Keeps a key, over an earlier one of that name. Where the keychain is
    /// wanted and does not help, the key holds for this session and the answer
    /// says why: it is never written to a file for that.
    ///
    /// # Errors
    /// [`VaultError::File`]: the file could not be written; the key is as it was.
    pub fn set(&self, name: &KeyName, value: Secret, place: Place) -> Result<Saved, VaultError> {
        // Known before it is kept: no moment at which it could be logged.
        self.known.learn(&value);
        let _alone = self.changing();
        match place {
            Place::Keychain => match self.set_in_keychain(name, &value) {
                Ok(()) => {
                    self.kept(name, value, Place::Keychain)?;
                    Ok(Saved { place, why: None })
                }
                Err(error) => {
                    self.for_session(name, value);
                    Ok(Saved {
                        place: Place::Session,
                        why: Some(error),
                    })
                }
            },
            Place::Session => {
                self.for_session(name, value);
                Ok(Saved { place, why: None })
            }
            Place::File => {
                self.state().plain.put(name, value.clone())?;
                self.kept(name, value, Place::File)?;
                Ok(Saved { place, why: None })
            }
        }
    }

    /// Stores it and reads it back: a keychain that takes everything and keeps
    /// nothing is found out now and not at the next start.
    fn set_in_keychain(&self, name: &KeyName, value: &Secret) -> Result<(), KeychainError> {
        let account = self.state().index.account(name);
        self.keychain.set(&account, value)?;
        match self.keychain.get(&account)? {
            Some(back) if back == *value => Ok(()),
            _ => Err(KeychainError::ReadBack),
        }
    }

    fn for_session(&self, name: &KeyName, value: Secret) {
        let mut state = self.state();
        let given_to = state.given_to(name);
        state.session.insert(name.clone(), given_to);
        state.values.insert(name.clone(), value);
        state.problems.remove(name);
    }

    fn kept(&self, name: &KeyName, value: Secret, place: Place) -> Result<(), VaultError> {
        let before = {
            let mut state = self.state();
            let before = state.index.get(name).map(|entry| entry.place);
            let given_to = state.given_to(name);
            state.index.put(name, Entry { place, given_to })?;
            state.session.remove(name);
            state.values.insert(name.clone(), value);
            state.problems.remove(name);
            if place == Place::Keychain {
                state.plain.remove(name)?;
            }
            before
        };
        if before == Some(Place::Keychain) && place != Place::Keychain {
            let account = self.state().index.account(name);
            // The user chose another place: what is left in the keychain is no harm,
            // and its name is told nowhere any more.
            let _ = self.keychain.remove(&account);
        }
        Ok(())
    }

    /// Forgets a key, wherever it is.
    ///
    /// # Errors
    /// [`VaultError::Unknown`]; [`VaultError::Keychain`], [`VaultError::File`]:
    /// it is still there.
    pub fn remove(&self, name: &KeyName) -> Result<(), VaultError> {
        let _alone = self.changing();
        let place = {
            let state = self.state();
            let kept = state.index.get(name).map(|entry| entry.place);
            if kept.is_none() && !state.session.contains_key(name) {
                return Err(VaultError::Unknown(name.variable.clone()));
            }
            kept
        };
        if place == Some(Place::Keychain) {
            let account = self.state().index.account(name);
            self.keychain
                .remove(&account)
                .map_err(|error| VaultError::Keychain {
                    variable: name.variable.clone(),
                    error,
                })?;
        }
        let mut state = self.state();
        state.plain.remove(name)?;
        state.index.remove(name)?;
        state.session.remove(name);
        state.values.remove(name);
        state.problems.remove(name);
        Ok(())
    }

    /// Gives a shared key to profiles that do not ask for it themselves.
    ///
    /// # Errors
    /// [`VaultError::Unknown`], [`VaultError::File`].
    pub fn give(&self, name: &KeyName, profiles: Vec<String>) -> Result<(), VaultError> {
        let _alone = self.changing();
        let mut state = self.state();
        if let Some(given_to) = state.session.get_mut(name) {
            *given_to = profiles.clone();
            if state.index.get(name).is_none() {
                return Ok(());
            }
        }
        let place = state
            .index
            .get(name)
            .map(|entry| entry.place)
            .ok_or_else(|| VaultError::Unknown(name.variable.clone()))?;
        state.index.put(
            name,
            Entry {
                place,
                given_to: profiles,
            },
        )
    }
}

impl State {
    fn given_to(&self, name: &KeyName) -> Vec<String> {
        self.session
            .get(name)
            .or(self.index.get(name).map(|entry| &entry.given_to))
            .cloned()
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
