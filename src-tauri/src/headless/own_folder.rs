//! A data folder for a run without a window.
//!
//! With `--data-dir` it is that one, and must be free. Without, it is one of a
//! few inside the app's own, so that a run never waits for the app, nor the app
//! for a run: an archive has one writer.

use crate::data_dir;
use crate::error::StartError;
use crate::instance::{self, Entry, Held, Role};
use std::path::{Path, PathBuf};

/// Runs at the same time that keep their conversations apart.
const SLOTS: u32 = 64;

/// The folder, held for this run.
pub(super) fn take(asked: Option<&Path>) -> Result<(PathBuf, Held), StartError> {
    let chosen = data_dir::choose(asked, |name| std::env::var_os(name))?;
    if asked.is_some() {
        return enter(&chosen);
    }
    let mut taken = None;
    for slot in 1..=SLOTS {
        match enter(&chosen.join("command-line").join(slot.to_string())) {
            Err(in_use @ StartError::InUse { .. }) => taken = Some(in_use),
            other => return other,
        }
    }
    Err(taken.unwrap_or(StartError::NoDataDir))
}

fn enter(folder: &Path) -> Result<(PathBuf, Held), StartError> {
    let folder = data_dir::prepare(folder)?;
    match instance::enter(&folder, Role::Exec)? {
        Entry::First(held) => Ok((folder, held)),
        // Only the app is shown; whoever has no window is told that the folder is in use.
        Entry::Shown => Err(StartError::InUse {
            path: folder.display().to_string(),
            owner: "the app".to_owned(),
        }),
    }
}
