//! One database, one agent: the file of `--db` keeps the id, what was said, and the alarms that
//! have not fired. A small JSON file, mode 0600, replaced as a whole; without `--db` the identity
//! lives as long as its process.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::clock::now_ms;
use super::voice::Generation;
use crate::guide::session::{make_private_folder, random_hex, write_private};

/// Why a database cannot be used. Goes to standard error; the exit code is 1.
#[derive(Debug, thiserror::Error)]
#[error(
    "the database {path} cannot be used: {why}. It was left as it is; name another file with --db."
)]
pub(crate) struct IdentityError {
    path: String,
    why: String,
}

/// An alarm that has not fired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Alarm {
    pub(super) id: String,
    pub(super) text: String,
    pub(super) created_ms: u64,
    pub(super) fires_ms: u64,
}

/// Who the agent is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Identity {
    pub(super) session_id: String,
    pub(super) created_ms: u64,
    #[serde(default)]
    pub(super) heard: Vec<String>,
    #[serde(default)]
    pub(super) remembered: Vec<String>,
    #[serde(default)]
    pub(super) alarms: Vec<Alarm>,
    #[serde(skip)]
    file: Option<PathBuf>,
}

/// Older messages are forgotten.
const KEPT: usize = 200;

impl Identity {
    /// The one in the file, or a new one.
    pub(super) fn open(file: Option<&Path>, generation: Generation) -> Result<Self, IdentityError> {
        let error = |why: String| IdentityError {
            path: file.unwrap_or(Path::new("")).display().to_string(),
            why,
        };
        let mut identity = match file.map(fs::read_to_string) {
            Some(Ok(text)) if !text.trim().is_empty() => {
                serde_json::from_str::<Self>(&text).map_err(|why| error(why.to_string()))?
            }
            Some(Err(why)) if why.kind() != io::ErrorKind::NotFound => {
                return Err(error(why.to_string()));
            }
            _ => Self {
                session_id: match generation {
                    Generation::Specified => format!("nuum_{}", random_hex(16)),
                    Generation::Newer => format!("ses_{}", random_hex(16)),
                },
                created_ms: now_ms(),
                heard: Vec::new(),
                remembered: Vec::new(),
                alarms: Vec::new(),
                file: None,
            },
        };
        identity.file = file.map(Path::to_path_buf);
        identity.save().map_err(|why| error(why.to_string()))?;
        Ok(identity)
    }

    pub(super) fn hear(&mut self, text: &str) {
        self.heard.push(text.to_owned());
        let old = self.heard.len().saturating_sub(KEPT);
        self.heard.drain(..old);
    }

    /// Replaces the file as a whole.
    pub(super) fn save(&self) -> io::Result<()> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        if let Some(folder) = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
        {
            make_private_folder(folder)?;
        }
        let temporary = file.with_extension(format!("{}.part", random_hex(8)));
        let written = write_private(&temporary, &serde_json::to_vec_pretty(self)?)
            .and_then(|()| fs::rename(&temporary, file));
        if written.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        written
    }
}
