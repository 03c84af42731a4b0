//! The user's choices, in one small file.
//!
//! Written beside and renamed over, after the last good one was kept: a kill or
//! a full disk leaves one of the two readable. Keys this version does not know
//! are kept (C65).

use crate::problem::problem;
use model::view::{Problem, Settings};
use serde_json::{Map, Value};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

pub(crate) struct SettingsFile {
    path: PathBuf,
    current: Mutex<(Settings, Map<String, Value>)>,
}

impl SettingsFile {
    /// Reads the file, or the last good copy of it, or starts with the defaults.
    pub(crate) fn open(dir: &Path) -> Self {
        let path = dir.join("settings.json");
        let read = |path: &Path| -> Option<Map<String, Value>> {
            serde_json::from_slice(&fs::read(path).ok()?).ok()
        };
        let all = read(&path).or_else(|| {
            if path.exists() {
                tracing::warn!("settings.json could not be read; the last good copy is used");
            }
            read(&last_good(&path))
        });
        let all = all.unwrap_or_default();
        let settings = serde_json::from_value(Value::Object(all.clone())).unwrap_or_else(|error| {
            tracing::warn!(%error, "a setting has an unknown form; the defaults are used");
            Settings::default()
        });
        Self {
            path,
            current: Mutex::new((settings, all)),
        }
    }

    pub(crate) fn get(&self) -> Settings {
        self.lock().0.clone()
    }

    /// Takes over what was chosen, on disk first.
    pub(crate) fn change(&self, mut settings: Settings) -> Result<Settings, Problem> {
        settings.text_percent = settings.text_percent.clamp(80, 200);
        let mut current = self.lock();
        let mut all = current.1.clone();
        if let Ok(Value::Object(known)) = serde_json::to_value(&settings) {
            all.extend(known);
        }
        self.write(&all).map_err(|error| {
            problem(
                "io",
                format!(
                    "The settings could not be saved to {}: {error}. They hold until Parley is closed.",
                    self.path.display()
                ),
            )
        })?;
        *current = (settings.clone(), all);
        Ok(settings)
    }

    fn write(&self, all: &Map<String, Value>) -> std::io::Result<()> {
        let bytes = serde_json::to_vec_pretty(all)?;
        let fresh = self.path.with_extension("json.new");
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&fresh)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        drop(file);
        if self.path.exists() {
            fs::rename(&self.path, last_good(&self.path))?;
        }
        fs::rename(&fresh, &self.path)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, (Settings, Map<String, Value>)> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn last_good(path: &Path) -> PathBuf {
    path.with_extension("json.last-good")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use model::view::Theme;

    #[test]
    fn c65_unknown_keys_outlive_a_change() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(
            dir.path().join("settings.json"),
            br#"{"theme":"dark","fromTheFuture":{"a":1}}"#,
        )
        .unwrap();
        let file = SettingsFile::open(dir.path());
        assert_eq!(file.get().theme, Theme::Dark);
        let mut settings = file.get();
        settings.theme = Theme::Light;
        file.change(settings).unwrap();
        let all: Value =
            serde_json::from_slice(&fs::read(dir.path().join("settings.json")).unwrap()).unwrap();
        assert_eq!(all["fromTheFuture"]["a"], 1);
        assert_eq!(all["theme"], "light");
    }

    #[test]
    fn f120_a_corrupt_file_falls_back_to_the_last_good_copy() {
        let dir = tempfile::tempdir().unwrap();
        let file = SettingsFile::open(dir.path());
        for theme in [Theme::Dark, Theme::Light] {
            let mut settings = file.get();
            settings.theme = theme;
            file.change(settings).unwrap();
        }
        fs::write(dir.path().join("settings.json"), b"{\"theme\":").unwrap();
        assert_eq!(SettingsFile::open(dir.path()).get().theme, Theme::Dark);
    }
}
