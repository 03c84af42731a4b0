//! The user's choices, in one small file: `settings.json`.
//!
//! At any moment the file is whole: a new one is written beside it and renamed
//! over it, after the one before was kept as `settings.json.last-good`. A file
//! that can't be read is put aside and the last good one restored, and the user
//! is told (F120). What this version does not know, comments too, stays as it is
//! (C65). A file that somebody else changed meanwhile is put aside and told
//! (F111). Readable by the user alone (F106).
//!
//! While the app runs the values live in a store of the desktop's
//! ([`SettingsMemory`]); without one, in a plain map. Neither ever writes.

mod document;
#[cfg(test)]
mod tests;

use crate::problem::problem;
use document::Document;
use model::view::{Problem, Settings, Theme};
use secrets::private_file;
use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where the values are while Parley runs.
pub trait SettingsMemory: Send + Sync {
    /// All of them.
    fn entries(&self) -> Map<String, Value>;
    /// Changes one.
    fn set(&self, name: &str, value: Value);
}

/// The theme in a data folder, for a window that opens before its host. What is damaged stays as
/// it is, for the host to see to, and is the system's theme until then.
#[must_use]
pub fn theme_in(dir: &Path) -> Theme {
    let document = fs::read(dir.join("settings.json"))
        .ok()
        .and_then(|bytes| Document::parse(&bytes));
    let values = document.map(|document| document.values());
    understood(&values.unwrap_or_default()).0.theme
}

pub(crate) struct SettingsFile {
    path: PathBuf,
    state: Mutex<State>,
}

struct State {
    settings: Settings,
    memory: Box<dyn SettingsMemory>,
    document: Document,
    /// What is on disk as far as we know; none where there is no file.
    on_disk: Option<Vec<u8>>,
    trouble: Option<String>,
}

impl SettingsFile {
    /// Reads the file, or the last good copy of it, or starts with the defaults.
    pub(crate) fn open(dir: &Path) -> Self {
        let path = dir.join("settings.json");
        let read = Read::of(&path);
        if let Some(trouble) = &read.trouble {
            tracing::warn!(trouble, "settings");
        }
        let memory = Plain::default();
        for (name, value) in read.document.values() {
            memory.set(&name, value);
        }
        let (settings, strange) = understood(&memory.entries());
        let trouble = read.trouble.or_else(|| {
            (!strange.is_empty()).then(|| {
                format!(
                    "Some settings in {} have a value this version does not know, so the usual one is used: {}.",
                    path.display(),
                    strange.join(", ")
                )
            })
        });
        Self {
            path,
            state: Mutex::new(State {
                settings,
                memory: Box::new(memory),
                document: read.document,
                on_disk: read.on_disk,
                trouble,
            }),
        }
    }

    pub(crate) fn get(&self) -> Settings {
        self.state().settings.clone()
    }

    /// What went wrong with the file, once.
    pub(crate) fn take_trouble(&self) -> Option<String> {
        self.state().trouble.take()
    }

    /// The values go on living there.
    pub(crate) fn live_in(&self, memory: Box<dyn SettingsMemory>) {
        let mut state = self.state();
        for (name, value) in state.memory.entries() {
            memory.set(&name, value);
        }
        state.memory = memory;
    }

    /// Takes over what was chosen, on disk first.
    pub(crate) fn change(&self, mut settings: Settings) -> Result<Settings, Problem> {
        settings.text_percent = settings.text_percent.clamp(80, 200);
        settings.traffic_mib = settings.traffic_mib.clamp(1, 1024);
        let mut state = self.state();
        let before = state.settings.clone();
        let new = changed(&before, &settings);
        if new.is_empty() {
            return Ok(settings);
        }
        let mut entries = state.memory.entries();
        entries.extend(new.clone());
        let mut document = state.document.clone();
        for (name, value) in &entries {
            document.set(name, value);
        }
        let somebody = self.others_wrote(&state);
        self.write(&state, &document, somebody.as_deref())
            .map_err(|error| {
                problem(
                    "io",
                    format!(
                        "The settings could not be saved to {}: {error}. They are as they were.",
                        self.path.display()
                    ),
                )
            })?;
        for (name, value) in new {
            state.memory.set(&name, value);
        }
        state.on_disk = Some(document.text().as_bytes().to_vec());
        state.document = document;
        state.settings = settings.clone();
        if somebody.is_some() {
            state.trouble = Some(self.told_of_others());
        }
        Ok(settings)
    }

    /// The last good one is kept, and what somebody else wrote, then the new one takes its place
    /// in one step. Where anything fails the file is as it was.
    fn write(
        &self,
        state: &State,
        document: &Document,
        others: Option<&[u8]>,
    ) -> std::io::Result<()> {
        if let Some(good) = &state.on_disk {
            private_file::replace(&last_good(&self.path), good)?;
        }
        let aside = private_file::beside(&self.path, "changed");
        if let Some(others) = others {
            private_file::replace(&aside, others)?;
        }
        private_file::replace(&self.path, document.text().as_bytes()).inspect_err(|_| {
            if others.is_some() {
                // A copy of what is still in its own place.
                let _ = fs::remove_file(&aside);
            }
        })
    }

    /// What is in the file, where it is not what we wrote.
    fn others_wrote(&self, state: &State) -> Option<Vec<u8>> {
        let now = fs::read(&self.path).ok()?;
        (Some(&now) != state.on_disk.as_ref()).then_some(now)
    }

    /// What the user chose here is what counts.
    fn told_of_others(&self) -> String {
        let told = format!(
            "Another program changed {} while Parley was running. What it wrote was put aside as {}; Parley goes on with your own choices.",
            self.path.display(),
            private_file::beside(&self.path, "changed").display()
        );
        tracing::warn!(told, "settings");
        told
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is in the folder.
struct Read {
    document: Document,
    on_disk: Option<Vec<u8>>,
    trouble: Option<String>,
}

impl Read {
    fn of(path: &Path) -> Self {
        let found = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Self {
                    document: Document::default(),
                    on_disk: None,
                    trouble: None,
                };
            }
            Err(error) => {
                return Self::without(path, &format!("can't be read: {error}"));
            }
        };
        match Document::parse(&found) {
            Some(document) => Self {
                document,
                on_disk: Some(found),
                trouble: None,
            },
            None => Self::without(path, "was damaged"),
        }
    }

    /// The file is of no use: the last good one, with the bad one put aside.
    fn without(path: &Path, what: &str) -> Self {
        let aside = private_file::beside(path, "damaged");
        // Where it can't be moved, it is said that it could not be read all the same.
        let _ = fs::rename(path, &aside);
        let good = fs::read(last_good(path))
            .ok()
            .and_then(|bytes| Some((Document::parse(&bytes)?, bytes)));
        let Some((document, bytes)) = good else {
            return Self {
                document: Document::default(),
                on_disk: None,
                trouble: Some(format!(
                    "{} {what}, and there is no earlier copy, so the usual settings are used. What is left of it is in {}.",
                    path.display(),
                    aside.display()
                )),
            };
        };
        let restored = private_file::replace(path, &bytes).is_ok();
        Self {
            document,
            on_disk: restored.then_some(bytes),
            trouble: Some(format!(
                "{} {what}. The last good copy of it is used. What is left of it is in {}.",
                path.display(),
                aside.display()
            )),
        }
    }
}

/// The settings, each by itself, and the names of those that make no sense.
fn understood(all: &Map<String, Value>) -> (Settings, Vec<String>) {
    if let Ok(settings) = serde_json::from_value(Value::Object(all.clone())) {
        return (settings, Vec::new());
    }
    let (good, strange): (Vec<_>, Vec<_>) = all.iter().partition(|(name, value)| {
        let one = Map::from_iter([((*name).clone(), (*value).clone())]);
        serde_json::from_value::<Settings>(Value::Object(one)).is_ok()
    });
    let good = good
        .into_iter()
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let settings = serde_json::from_value(Value::Object(good)).unwrap_or_default();
    (
        settings,
        strange.into_iter().map(|(name, _)| name.clone()).collect(),
    )
}

/// The settings that differ.
fn changed(before: &Settings, after: &Settings) -> Map<String, Value> {
    let as_map = |settings: &Settings| match serde_json::to_value(settings) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    };
    let before = as_map(before);
    as_map(after)
        .into_iter()
        .filter(|(name, value)| before.get(name) != Some(value))
        .collect()
}

fn last_good(path: &Path) -> PathBuf {
    private_file::beside(path, "last-good")
}

/// A map.
#[derive(Default)]
struct Plain(Mutex<Map<String, Value>>);

impl SettingsMemory for Plain {
    fn entries(&self) -> Map<String, Value> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn set(&self, name: &str, value: Value) {
        let mut map = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        map.insert(name.to_owned(), value);
    }
}
