//! Why the archive could not be opened, read or written: each says what
//! happened, to which file, and what the user can do.

use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

/// Why an archive could not be opened. The file is left as it was (security §13):
/// a failed open never becomes an empty archive.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process writes this archive, or holds its lock.
    #[error(
        "The archive {} is in use by another Parley. Close it, or choose another data folder.",
        path.display()
    )]
    Locked {
        /// The archive's file.
        path: PathBuf,
    },
    /// The file or its folder cannot be written.
    #[error(
        "The archive {} cannot be written. Make its folder and files writable for you, or open it read-only.",
        path.display()
    )]
    ReadOnly {
        /// The archive's file, or the folder.
        path: PathBuf,
    },
    /// A newer Parley wrote it.
    #[error(
        "The archive {} was written by a newer Parley (format {found}; this one knows {known}). Update Parley; nothing was changed.",
        path.display()
    )]
    NewerSchema {
        /// The archive's file.
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The newest format this build knows.
        known: u32,
    },
    /// It is an archive, and a part of it is broken or gone.
    #[error(
        "The archive {} is damaged: {reason}. It was left as it is; make a copy of the folder, then restore a backup or repair it.",
        path.display()
    )]
    Damaged {
        /// The archive's file.
        path: PathBuf,
        /// What was found.
        reason: String,
    },
    /// The file is no SQLite database at all.
    #[error(
        "{} is not an archive: {reason}. It was left as it is; move it away to start a new archive there.",
        path.display()
    )]
    NotADatabase {
        /// The file.
        path: PathBuf,
        /// What was found.
        reason: String,
    },
    /// The disk is full.
    #[error(
        "The archive {} cannot be opened because the disk is full. Free some space and start again.",
        path.display()
    )]
    DiskFull {
        /// The archive's file.
        path: PathBuf,
    },
    /// The SQLite in this build is too old to be trusted with a write-ahead log.
    #[error(
        "This build of Parley carries SQLite {found}; it needs {needed} or newer. Use another build."
    )]
    OldSqlite {
        /// The version that runs.
        found: String,
        /// The least that is accepted.
        needed: &'static str,
    },
    /// The system refused something.
    #[error("The archive {} cannot be opened: {source}. Check that the path is a folder you own.", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// SQLite refused for another reason.
    #[error("The archive {} cannot be opened: {reason}. It was left as it is.", path.display())]
    Sqlite {
        /// The archive's file.
        path: PathBuf,
        /// What SQLite said.
        reason: String,
    },
}

impl OpenError {
    /// A word for the kind of it, for what branches on it.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Locked { .. } => "locked",
            Self::ReadOnly { .. } => "readOnly",
            Self::NewerSchema { .. } => "newer",
            Self::Damaged { .. } => "damaged",
            Self::NotADatabase { .. } => "notArchive",
            Self::DiskFull { .. } => "diskFull",
            Self::OldSqlite { .. } => "oldSqlite",
            Self::Io { .. } | Self::Sqlite { .. } => "refused",
        }
    }

    /// Tells apart what SQLite reports while it opens `path`.
    pub(crate) fn from_sqlite(path: &Path, error: &rusqlite::Error) -> Self {
        let path = path.to_owned();
        match Trouble::of(error) {
            Trouble::Busy => Self::Locked { path },
            Trouble::ReadOnly => Self::ReadOnly { path },
            Trouble::Full => Self::DiskFull { path },
            Trouble::Damaged => Self::Damaged {
                path,
                reason: error.to_string(),
            },
            Trouble::Io | Trouble::Other => Self::Sqlite {
                path,
                reason: error.to_string(),
            },
        }
    }

    /// Tells apart what the system reports about `path`.
    pub(crate) fn from_io(path: &Path, source: std::io::Error) -> Self {
        use std::io::ErrorKind;
        let path = path.to_owned();
        match source.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => Self::ReadOnly { path },
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::DiskFull { path },
            _ => Self::Io { path, source },
        }
    }
}

/// Why something could not be read.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ReadError {
    /// A part of the file is broken.
    #[error("A part of the archive is damaged ({reason}). Make a copy of it, then repair it.")]
    Damaged {
        /// What SQLite said.
        reason: String,
    },
    /// The archive is locked by another program for longer than it is waited for.
    #[error("The archive is locked by another program. Close it and try again.")]
    Locked,
    /// Anything else.
    #[error("The archive could not be read: {reason}.")]
    Sqlite {
        /// What SQLite said.
        reason: String,
    },
}

impl From<rusqlite::Error> for ReadError {
    fn from(error: rusqlite::Error) -> Self {
        match Trouble::of(&error) {
            Trouble::Busy => Self::Locked,
            Trouble::Damaged => Self::Damaged {
                reason: error.to_string(),
            },
            _ => Self::Sqlite {
                reason: error.to_string(),
            },
        }
    }
}

/// Why something was not written, and will not be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The conversation is not in the archive (never put, or deleted).
    #[error("The conversation {conversation} is not in the archive; it may have been deleted.")]
    UnknownConversation {
        /// Its id.
        conversation: String,
    },
    /// The record contradicts what is there already: another event under the
    /// same number, an answer to a settled approval.
    #[error("The archive refused a record: {reason}.")]
    Rejected {
        /// What is wrong with it.
        reason: String,
    },
    /// Writing fails, and what waits for it in memory has reached its limit.
    #[error(
        "The archive cannot be written and {limit_mib} MiB wait in memory already; this was not kept. Free disk space."
    )]
    Backlog {
        /// The limit.
        limit_mib: usize,
    },
    /// The archive was closed before this could be written.
    #[error("The archive was closed before this was written ({reason}).")]
    Closed {
        /// Why: closed by the app, or the last failure.
        reason: String,
    },
}

/// Kinds of SQLite failure, by result code and never by text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Someone else holds a lock.
    Busy,
    /// No permission to write.
    ReadOnly,
    /// Disk or quota full.
    Full,
    /// The file is broken, or none of ours.
    Damaged,
    /// The system failed to read or write.
    Io,
    /// The statement's own fault.
    Other,
}

impl Trouble {
    pub(crate) fn of(error: &rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly,
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged,
            Some(
                ErrorCode::SystemIoFailure
                | ErrorCode::CannotOpen
                | ErrorCode::OutOfMemory
                | ErrorCode::FileLockingProtocolFailed,
            ) => Self::Io,
            _ => Self::Other,
        }
    }
}
