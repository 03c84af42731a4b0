//! `parley repair`: what can be read of an archive goes into a new one, and the
//! old one stays beside it.
//!
//! The new file counts from the moment it has its name: `archive.db.repaired`.
//! A kill before that leaves the old archive as it was, one after it is made
//! good at the next opening ([`finish`]).

use crate::salvage::{self, Salvaged};
use crate::{Archive, OpenError, modes, opening, schema};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// What a repair did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Repaired {
    /// Nothing is wrong with the archive; it was left as it is.
    Sound,
    /// A new archive was made of what could be read.
    Mended {
        /// What was wrong: the reason it did not open, or what the check found.
        found: Vec<String>,
        /// The folder in which the old files are, unchanged.
        kept: PathBuf,
        /// What went into the new archive, and what is missing.
        salvaged: Salvaged,
    },
}

/// Checks the archive of a folder and, where something is wrong with it, makes a
/// new one of everything that can be read. Items and search are made again from
/// the events. Blocks: minutes for a large archive.
///
/// # Errors
/// Another Parley has it open, a newer one wrote it, or the folder cannot be
/// written. The archive is then as it was.
pub fn repair(dir: &Path) -> Result<Repaired, OpenError> {
    let path = dir.join(opening::FILE);
    let found = match Archive::open(dir) {
        Ok(archive) => {
            let found = archive.check();
            archive.close();
            match found {
                Ok(found) if found.is_empty() => return Ok(Repaired::Sound),
                Ok(found) => found,
                Err(error) => vec![error.to_string()],
            }
        }
        Err(OpenError::Damaged { reason, .. } | OpenError::NotADatabase { reason, .. }) => {
            vec![reason]
        }
        Err(other) => return Err(other),
    };
    let lock = opening::lock_folder(dir)?;
    let fail = |error: std::io::Error| OpenError::from_io(&path, error);
    let kept = keep(dir).map_err(fail)?;
    let draft = opening::beside(&path, ".mending");
    opening::build(&draft, schema::STEPS)?;
    let salvaged = salvage::into(&kept.join(opening::FILE), &draft)
        .map_err(|error| OpenError::from_sqlite(&path, &error))?;
    fs::File::open(&draft)
        .and_then(|file| file.sync_all())
        .and_then(|()| fs::rename(&draft, ready(&path)))
        .and_then(|()| modes::sync_dir(&path))
        .map_err(fail)?;
    finish(&path).map_err(fail)?;
    drop(lock);
    Ok(Repaired::Mended {
        found,
        kept,
        salvaged,
    })
}

/// Puts a repaired archive in its place, where a kill kept that from happening.
pub(crate) fn finish(path: &Path) -> std::io::Result<()> {
    let ready = ready(path);
    if !ready.exists() {
        return Ok(());
    }
    // The old log belongs to the old file: with the new one it would undo it.
    for suffix in ["-wal", "-shm", "-journal"] {
        gone(&opening::beside(path, suffix))?;
    }
    if path.is_dir() {
        // Somebody made a folder of that name; it is among what was kept.
        fs::remove_dir_all(path)?;
    }
    fs::rename(&ready, path)?;
    modes::sync_dir(path)
}

fn ready(path: &Path) -> PathBuf {
    opening::beside(path, ".repaired")
}

/// Gives the old files a second name in a folder of their own.
fn keep(dir: &Path) -> std::io::Result<PathBuf> {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    let kept = (0..)
        .map(|round| match round {
            0 => dir.join(format!("archive-damaged-{now}")),
            _ => dir.join(format!("archive-damaged-{now}-{round}")),
        })
        .find(|folder| !folder.exists())
        .unwrap_or_else(|| dir.join("archive-damaged"));
    modes::create_dir(&kept)?;
    for suffix in ["", "-wal", "-journal"] {
        let from = opening::beside(&dir.join(opening::FILE), suffix);
        let to = opening::beside(&kept.join(opening::FILE), suffix);
        if from.is_dir() {
            copy_folder(&from, &to)?;
        } else if from.exists() && fs::hard_link(&from, &to).is_err() {
            // Not every file system has links.
            fs::copy(&from, &to)?;
        }
    }
    modes::sync_dir(&kept.join(opening::FILE))?;
    Ok(kept)
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    modes::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

fn gone(file: &Path) -> std::io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
