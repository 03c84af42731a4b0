//! What the host needs to know to open, and why it may not.

use std::ffi::OsString;
use std::path::PathBuf;

/// How to open the host.
#[derive(Debug, Clone)]
pub struct HostOptions {
    /// Where Parley keeps its files.
    pub data_dir: PathBuf,
    /// Where the user's saved profiles and confirmations are: the data folder
    /// of the app, also for a run beside it that keeps its own archive.
    pub shared_dir: PathBuf,
    /// The programs that come with Parley.
    pub programs: Programs,
    /// The environment Parley was started with.
    pub environment: Vec<(OsString, OsString)>,
    /// The user's home folder.
    pub home: PathBuf,
}

/// The programs that come with Parley, side by side with it.
#[derive(Debug, Clone)]
pub struct Programs {
    /// The built-in guide and scripted agent.
    pub understudy: PathBuf,
    /// The companion every agent is started behind.
    pub guardian: PathBuf,
}

/// Why the host could not open. Nothing was changed on disk.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The archive could not be opened; its own text says what to do.
    #[error(transparent)]
    Archive(#[from] archive::OpenError),
    /// The archive is open and could not be read.
    #[error(transparent)]
    Read(#[from] archive::ReadError),
    /// The folder of Parley's files could not be made.
    #[error(
        "Parley can't use the folder {path} for its files: {reason}. Choose another one with --data-dir."
    )]
    DataDir {
        /// The folder.
        path: String,
        /// What the system says.
        reason: String,
    },
}

impl OpenError {
    /// A problem's code: `archive.` and the kind.
    #[must_use]
    pub fn code(&self) -> String {
        let kind = match self {
            Self::Archive(error) => error.kind(),
            Self::Read(archive::ReadError::Damaged { .. }) => "damaged",
            Self::Read(archive::ReadError::Locked) => "locked",
            Self::Read(archive::ReadError::Sqlite { .. }) => "refused",
            Self::DataDir { .. } => "folder",
        };
        format!("archive.{kind}")
    }
}
