//! `keys.json`: the names of the keys and where they are, without their values.
//! A keychain can't be asked for what it holds, so this is what Parley knows.

use super::{Place, VaultError};
use crate::{KeyName, private_file};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};

pub(super) struct Index {
    path: PathBuf,
    file: Content,
    /// What was wrong with the file.
    pub(super) trouble: Option<String>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
struct Content {
    /// Tells this folder's keys in the keychain from those of another one.
    vault: String,
    keys: Vec<Key>,
    addresses: Vec<Address>,
    /// What a later version may have written.
    #[serde(flatten)]
    other: Map<String, Value>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Key {
    #[serde(flatten)]
    name: KeyName,
    #[serde(flatten)]
    entry: Entry,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) place: Place,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) given_to: Vec<String>,
}

/// An address the user confirmed for a key and a profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Address {
    key: KeyName,
    by: String,
    sha256: String,
}

impl Index {
    pub(super) fn open(folder: &Path) -> Self {
        let path = folder.join("keys.json");
        let (file, trouble) = match fs::read(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                (Content::default(), None)
            }
            Err(error) => (
                Content::default(),
                Some(format!("{} can't be read: {error}.", path.display())),
            ),
            Ok(bytes) => match serde_json::from_slice(&bytes) {
                Ok(file) => (file, None),
                Err(_) => {
                    let aside = private_file::beside(&path, "damaged");
                    // Where it can't be moved, the next change replaces it.
                    let _ = fs::rename(&path, &aside);
                    (
                        Content::default(),
                        Some(format!(
                            "The list of keys was damaged and was put aside as {}. Keys in the keychain are still there; enter those that are missing here again.",
                            aside.display()
                        )),
                    )
                }
            },
        };
        let mut index = Self {
            path,
            file,
            trouble,
        };
        // Session keys are in no file; one that says so was not written by us.
        index
            .file
            .keys
            .retain(|key| key.entry.place != Place::Session);
        if index.file.vault.is_empty() {
            index.file.vault = uuid::Uuid::new_v4().simple().to_string()[..8].to_owned();
        }
        index
    }

    /// The name of a key in the keychain.
    pub(super) fn account(&self, name: &KeyName) -> String {
        let whose = name
            .profile
            .as_deref()
            .map_or_else(|| "shared".to_owned(), |profile| format!("agent {profile}"));
        format!("{} ({whose}, {})", name.variable, self.file.vault)
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = (&KeyName, &Entry)> {
        self.file.keys.iter().map(|key| (&key.name, &key.entry))
    }

    pub(super) fn get(&self, name: &KeyName) -> Option<&Entry> {
        self.entries()
            .find_map(|(known, entry)| (known == name).then_some(entry))
    }

    pub(super) fn put(&mut self, name: &KeyName, entry: Entry) -> Result<(), VaultError> {
        self.change(|file| {
            file.keys.retain(|key| key.name != *name);
            file.keys.push(Key {
                name: name.clone(),
                entry,
            });
        })
    }

    pub(super) fn remove(&mut self, name: &KeyName) -> Result<(), VaultError> {
        if self.get(name).is_none() {
            return Ok(());
        }
        self.change(|file| {
            file.keys.retain(|key| key.name != *name);
            file.addresses.retain(|address| address.key != *name);
        })
    }

    pub(super) fn confirm(
        &mut self,
        name: &KeyName,
        profile: &str,
        sha256: String,
    ) -> Result<(), VaultError> {
        self.change(|file| {
            file.addresses
                .retain(|address| address.key != *name || address.by != profile);
            file.addresses.push(Address {
                key: name.clone(),
                by: profile.to_owned(),
                sha256,
            });
        })
    }

    pub(super) fn is_confirmed(&self, name: &KeyName, profile: &str, sha256: &str) -> bool {
        self.file.addresses.iter().any(|address| {
            address.key == *name && address.by == profile && address.sha256 == sha256
        })
    }

    /// Changes the file, and memory only when the file is changed.
    fn change(&mut self, change: impl FnOnce(&mut Content)) -> Result<(), VaultError> {
        let mut file = self.file.clone();
        change(&mut file);
        let fail = |error| VaultError::File {
            path: self.path.display().to_string(),
            error,
        };
        let bytes = serde_json::to_vec_pretty(&file).map_err(|error| fail(error.into()))?;
        private_file::replace(&self.path, &bytes).map_err(fail)?;
        self.file = file;
        Ok(())
    }
}
