//! The archive of a data folder without a host: what the command line does
//! beside the app, or in place of it.

use super::{ExportError, Exported, ImportError, Imported, Job, import, to_file, to_stream};
use crate::clock::now_ms;
use archive::{Archive, OpenError, Repaired};
use model::view::{ExportFormat, ExportRequest};
use model::{ConversationId, ConversationMeta};
use std::io::{BufRead, Write};
use std::path::Path;

/// Why something could not be done with a data folder's archive.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The archive could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It could not be read.
    #[error(transparent)]
    Read(#[from] archive::ReadError),
    /// The export did not come about.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// The import did not come about.
    #[error(transparent)]
    Import(#[from] ImportError),
}

/// A data folder's archive, open for reading alone: safe beside a running app.
pub struct Reading(Archive);

impl Reading {
    /// Opens it; makes, locks and changes nothing.
    ///
    /// # Errors
    /// Why it cannot be opened; also where there is none.
    pub fn open(data_dir: &Path) -> Result<Self, FolderError> {
        Ok(Self(Archive::open_read_only(data_dir)?))
    }

    /// All conversations, in the order of the list.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn conversations(&self) -> Result<Vec<ConversationMeta>, FolderError> {
        Ok(self.0.conversations()?)
    }

    /// Exports to a file, which appears when it is whole, or to a stream.
    ///
    /// # Errors
    /// Why there is no export.
    pub fn export(
        &self,
        conversations: Vec<ConversationId>,
        format: ExportFormat,
        traffic: bool,
        to: ExportTo<'_>,
    ) -> Result<Exported, FolderError> {
        let request = ExportRequest {
            conversations,
            format,
            ranges: Vec::new(),
            traffic,
        };
        let job = Job::default();
        Ok(match to {
            ExportTo::File(path) => to_file(&self.0, &request, path, &job)?,
            ExportTo::Stream(stream) => to_stream(&self.0, &request, stream, &job)?,
        })
    }
}

/// Where an export goes.
pub enum ExportTo<'a> {
    /// Into a file.
    File(&'a Path),
    /// Onwards, such as to the standard output.
    Stream(&'a mut (dyn Write + Send)),
}

/// Reads an export into a data folder's archive, which nobody else may have open.
///
/// # Errors
/// Why nothing, or nothing more, was read.
pub fn import_into(
    data_dir: &Path,
    file: impl BufRead,
    name: &str,
) -> Result<Imported, FolderError> {
    let archive = Archive::open(data_dir)?;
    let imported = import(&archive, file, name, now_ms());
    archive.close();
    Ok(imported?)
}

/// Checks a data folder's archive, and makes a new one of what can be read where
/// something is wrong with it. The old files are kept.
///
/// # Errors
/// Somebody has it open, a newer Parley wrote it, or the folder cannot be written.
pub fn repair(data_dir: &Path) -> Result<Repaired, FolderError> {
    Ok(archive::repair(data_dir)?)
}
