//! What the guide remembers of a conversation, and where it keeps it.
//!
//! With `UNDERSTUDY_SESSIONS` set to a folder, each session is one JSON file there (mode 0600,
//! replaced as a whole); without it a session lives as long as its process.

use std::fs;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// Why a session cannot be opened. Goes to standard error; the exit code is 1.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SessionError {
    #[error("session {0:?} does not exist. Start without --resume for a new one.")]
    Unknown(String),
    #[error("session {0:?} exists already. Use --resume {0} to go on with it, or another id.")]
    Exists(String),
    #[error(
        "there is no session to resume: sessions are kept only when UNDERSTUDY_SESSIONS names a folder."
    )]
    NotKept,
    #[error(
        "{0:?} is not a session id: use letters, digits, '-', '_' and '.', at most 128, not starting with '.'."
    )]
    BadId(String),
    #[error("session file {path} cannot be used: {why}. It was left as it is.")]
    Unusable { path: String, why: String },
}

/// A user's message and what the guide did about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// Milliseconds since 1970.
    pub(crate) at_ms: u64,
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) did: Vec<String>,
}

/// A conversation's memory.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Session {
    pub(crate) id: String,
    pub(crate) created_ms: u64,
    pub(crate) updated_ms: u64,
    /// Given by `init_history`.
    #[serde(default)]
    pub(crate) context: Vec<String>,
    #[serde(default)]
    pub(crate) remembered: Vec<String>,
    #[serde(default)]
    pub(crate) entries: Vec<Entry>,
    /// Entries older than this process.
    #[serde(skip)]
    pub(crate) resumed: usize,
    #[serde(skip)]
    file: Option<PathBuf>,
}

impl Session {
    /// A new session, under `id` or an id of its own.
    pub(crate) fn create(folder: Option<&Path>, id: Option<&str>) -> Result<Self, SessionError> {
        let id = id.map_or_else(|| random_hex(12), str::to_owned);
        check_id(&id)?;
        let file = folder.map(|folder| folder.join(format!("{id}.json")));
        if file.as_ref().is_some_and(|file| file.exists()) {
            return Err(SessionError::Exists(id));
        }
        let now = now_ms();
        let session = Self {
            id,
            created_ms: now,
            updated_ms: now,
            context: Vec::new(),
            remembered: Vec::new(),
            entries: Vec::new(),
            resumed: 0,
            file,
        };
        session.save().map_err(|error| session.unusable(&error))?;
        Ok(session)
    }

    /// An earlier session by its id; `latest` is the one last used.
    pub(crate) fn resume(folder: Option<&Path>, id: &str) -> Result<Self, SessionError> {
        let Some(folder) = folder else {
            return Err(SessionError::NotKept);
        };
        let file = if id == "latest" {
            newest(folder).ok_or_else(|| SessionError::Unknown(id.to_owned()))?
        } else {
            check_id(id)?;
            folder.join(format!("{id}.json"))
        };
        let unusable = |why: String| SessionError::Unusable {
            path: file.display().to_string(),
            why,
        };
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(SessionError::Unknown(id.to_owned()));
            }
            Err(error) => return Err(unusable(error.to_string())),
        };
        let mut session: Self =
            serde_json::from_str(&text).map_err(|error| unusable(error.to_string()))?;
        session.resumed = session.entries.len();
        session.file = Some(file);
        Ok(session)
    }

    /// Notes a message. What was done about it comes by [`Self::did`].
    pub(crate) fn heard(&mut self, text: &str) {
        self.updated_ms = now_ms();
        self.entries.push(Entry {
            at_ms: self.updated_ms,
            text: text.to_owned(),
            did: Vec::new(),
        });
    }

    pub(crate) fn did(&mut self, what: impl Into<String>) {
        if let Some(entry) = self.entries.last_mut() {
            entry.did.push(what.into());
        }
    }

    /// Replaces the file as a whole; does nothing for a session that is not kept.
    pub(crate) fn save(&self) -> io::Result<()> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let folder = file.parent().unwrap_or(Path::new("."));
        make_private_folder(folder)?;
        let temporary = folder.join(format!(".{}.{}", self.id, random_hex(8)));
        let written = write_private(&temporary, &serde_json::to_vec_pretty(self)?)
            .and_then(|()| fs::rename(&temporary, file));
        if written.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        written
    }

    fn unusable(&self, error: &io::Error) -> SessionError {
        SessionError::Unusable {
            path: self
                .file
                .as_deref()
                .unwrap_or(Path::new(""))
                .display()
                .to_string(),
            why: error.to_string(),
        }
    }
}

fn check_id(id: &str) -> Result<(), SessionError> {
    let fine = !id.is_empty()
        && id.len() <= 128
        && !id.starts_with('.')
        && id
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    if fine {
        Ok(())
    } else {
        Err(SessionError::BadId(id.to_owned()))
    }
}

fn newest(folder: &Path) -> Option<PathBuf> {
    fs::read_dir(folder)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .max_by_key(|path| fs::metadata(path).and_then(|m| m.modified()).ok())
}

pub(crate) fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder.create(folder)
}

pub(crate) fn write_private(file: &Path, content: &[u8]) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let mut file = options.open(file)?;
    file.write_all(content)?;
    file.sync_all()
}

/// Not secret, only unlikely to come twice: the hasher's keys are random.
pub(crate) fn random_hex(digits: usize) -> String {
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u32(std::process::id());
    hasher.write_u64(now_ms());
    format!("{:016x}", hasher.finish())[..digits.min(16)].to_owned()
}

fn now_ms() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| {
            u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
        })
}
