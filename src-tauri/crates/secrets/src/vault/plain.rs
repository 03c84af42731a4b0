//! `keys-in-plain-text.json`: keys of a user who has no keychain and chose to
//! keep them all the same. Its name says what it is. It is there only while it
//! holds a key.

use super::VaultError;
use crate::{KeyName, Secret, private_file};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

pub(super) struct PlainFile {
    path: PathBuf,
    keys: BTreeMap<KeyName, Secret>,
    pub(super) trouble: Option<String>,
}

/// One key in the file.
#[derive(Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    name: KeyName,
    value: String,
}

impl PlainFile {
    pub(super) fn open(folder: &Path) -> Self {
        let path = folder.join("keys-in-plain-text.json");
        let (lines, trouble) = match fs::read(&path).map(Zeroizing::new) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => (Vec::new(), None),
            Err(error) => (
                Vec::new(),
                Some(format!("{} can't be read: {error}.", path.display())),
            ),
            // What serde says of a damaged file may quote it.
            Ok(bytes) => serde_json::from_slice::<Vec<Line>>(&bytes).map_or_else(
                |_| {
                    (
                        Vec::new(),
                        Some(format!(
                            "{} is damaged. Enter its keys again.",
                            path.display()
                        )),
                    )
                },
                |lines| (lines, None),
            ),
        };
        let keys = lines
            .into_iter()
            .filter_map(|line| Some((line.name, Secret::new(line.value).ok()?)))
            .collect();
        Self {
            path,
            keys,
            trouble,
        }
    }

    pub(super) fn get(&self, name: &KeyName) -> Option<&Secret> {
        self.keys.get(name)
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &Secret> {
        self.keys.values()
    }

    pub(super) fn put(&mut self, name: &KeyName, value: Secret) -> Result<(), VaultError> {
        let mut keys = self.keys.clone();
        keys.insert(name.clone(), value);
        self.write(keys)
    }

    pub(super) fn remove(&mut self, name: &KeyName) -> Result<(), VaultError> {
        if !self.keys.contains_key(name) {
            return Ok(());
        }
        let mut keys = self.keys.clone();
        keys.remove(name);
        self.write(keys)
    }

    fn write(&mut self, keys: BTreeMap<KeyName, Secret>) -> Result<(), VaultError> {
        let fail = |error| VaultError::File {
            path: self.path.display().to_string(),
            error,
        };
        if keys.is_empty() {
            fs::remove_file(&self.path).map_err(fail)?;
        } else {
            let lines: Vec<Line> = keys
                .iter()
                .map(|(name, value)| Line {
                    name: name.clone(),
                    value: value.expose().to_owned(),
                })
                .collect();
            let bytes = serde_json::to_vec_pretty(&lines)
                .map(Zeroizing::new)
                .map_err(|error| fail(error.into()))?;
            private_file::replace(&self.path, &bytes).map_err(fail)?;
        }
        self.keys = keys;
        Ok(())
    }
}
