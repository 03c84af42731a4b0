//! `parley import`: conversations from Parley's own JSON lines.

use crate::data_dir;
use crate::error::StartError;
use crate::instance::{self, Entry, Role};
use host::export::folder::{FolderError, import_into};
use host::export::{ImportError, Imported};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::ExitCode;

/// Some lines were left out, or the file says less than it promised.
const PARTLY: u8 = 1;
/// The file is no export.
const NO_EXPORT: u8 = 2;
/// The archive could not be opened or written.
const NO_ARCHIVE: u8 = 3;
/// The file could not be read.
const NOT_READ: u8 = 4;

pub(super) fn run(asked: Option<&Path>, file: &Path) -> Result<ExitCode, StartError> {
    let folder = data_dir::prepare(&data_dir::choose(asked, |name| std::env::var_os(name))?)?;
    // An archive has one writer: a running app is asked to end, not worked around.
    let held = match instance::enter(&folder, Role::Exec)? {
        Entry::First(held) => held,
        Entry::Shown => {
            return Err(StartError::InUse {
                path: folder.display().to_string(),
                owner: "the app".to_owned(),
            });
        }
    };
    let source: Box<dyn BufRead> = if file == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        match std::fs::File::open(file) {
            Ok(opened) => Box::new(BufReader::with_capacity(1 << 16, opened)),
            Err(error) => {
                eprintln!("parley: {} can't be read: {error}.", file.display());
                return Ok(ExitCode::from(NOT_READ));
            }
        }
    };
    let name = file.file_name().map_or_else(
        || "the standard input".to_owned(),
        |name| name.to_string_lossy().into_owned(),
    );
    let outcome = import_into(&folder, source, &name);
    drop(held);
    Ok(match outcome {
        Ok(imported) => told(&imported),
        Err(error) => {
            eprintln!("parley: {error}");
            ExitCode::from(match &error {
                FolderError::Import(error) => code(error),
                _ => NO_ARCHIVE,
            })
        }
    })
}

fn code(error: &ImportError) -> u8 {
    match error {
        ImportError::Foreign | ImportError::Newer { .. } => NO_EXPORT,
        ImportError::Read(_) => NOT_READ,
        _ => NO_ARCHIVE,
    }
}

fn told(imported: &Imported) -> ExitCode {
    for one in &imported.conversations {
        let mut remarks = Vec::new();
        if one.renamed {
            remarks.push("under a new id, because its own is taken or it is a selection");
        }
        if one.incomplete {
            remarks.push("the file says less of it than it promised");
        }
        let remark = match remarks.join("; ") {
            none if none.is_empty() => String::new(),
            some => format!(" ({some})"),
        };
        eprintln!("{}\t{} events\t{}{remark}", one.id, one.events, one.title);
    }
    for bad in &imported.bad {
        eprintln!("line {}: left out: {}", bad.line, bad.reason);
    }
    let unnamed = imported.bad_count - imported.bad.len() as u64;
    if unnamed > 0 {
        eprintln!("and {unnamed} more lines were left out");
    }
    eprintln!(
        "{} conversations were imported, {} lines left out",
        imported.conversations.len(),
        imported.bad_count
    );
    if let Some(error) = &imported.broken_off {
        eprintln!("parley: the import broke off: {error}");
        return ExitCode::from(code(error));
    }
    let whole = imported.bad_count == 0 && imported.conversations.iter().all(|one| !one.incomplete);
    ExitCode::from(if whole { 0 } else { PARTLY })
}
