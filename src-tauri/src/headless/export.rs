//! `parley export`: conversations as files, beside a running app or without it.

use super::usage;
use crate::cli::{Export, ExportAs};
use crate::data_dir;
use crate::error::StartError;
use host::export::ExportError;
use host::export::folder::{ExportTo, FolderError, Reading};
use model::view::ExportFormat;
use model::{ConversationId, ConversationMeta};
use std::path::Path;
use std::process::ExitCode;

/// The archive could not be opened or read.
const NO_ARCHIVE: u8 = 3;
/// The file could not be written.
const NOT_WRITTEN: u8 = 4;

pub(super) fn run(asked: Option<&Path>, export: Export) -> Result<ExitCode, StartError> {
    let folder = data_dir::choose(asked, |name| std::env::var_os(name))?;
    Ok(match exported(&folder, export) {
        Ok(code) => code,
        Err(error) => failed(&error),
    })
}

fn exported(folder: &Path, export: Export) -> Result<ExitCode, FolderError> {
    let archive = Reading::open(folder)?;
    let all = archive.conversations()?;
    if export.list {
        list(&all);
        return Ok(ExitCode::SUCCESS);
    }
    let chosen = if export.all {
        all.into_iter().map(|meta| meta.id).collect()
    } else {
        match chosen(&all, &export.conversations) {
            Ok(chosen) => chosen,
            Err(reason) => return Ok(usage(&reason)),
        }
    };
    let format = match export.format {
        ExportAs::Md => ExportFormat::Markdown,
        ExportAs::Html => ExportFormat::Html,
        ExportAs::Jsonl => ExportFormat::Jsonl,
    };
    let mut stdout = std::io::stdout();
    let to = match &export.output {
        Some(path) => ExportTo::File(path),
        None => ExportTo::Stream(&mut stdout),
    };
    let done = archive.export(chosen, format, export.traffic, to)?;
    if let Some(path) = done.path {
        eprintln!(
            "{}: {} conversations, {} items, {} bytes",
            path.display(),
            done.conversations,
            done.items,
            done.bytes
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// One line a conversation: its id, its time, its title.
fn list(all: &[ConversationMeta]) {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    for meta in all {
        // A reader that has seen enough goes away.
        if writeln!(out, "{}\t{}\t{}", meta.id, meta.profile_name, meta.title).is_err() {
            return;
        }
    }
}

/// Conversations by their id, or by the beginning of one where that is enough.
fn chosen(all: &[ConversationMeta], asked: &[String]) -> Result<Vec<ConversationId>, String> {
    asked
        .iter()
        .map(|word| {
            let exact = all.iter().find(|meta| meta.id.as_str() == word);
            let mut begins = all.iter().filter(|meta| meta.id.as_str().starts_with(word));
            match (exact, begins.next(), begins.next()) {
                (Some(meta), ..) | (None, Some(meta), None) => Ok(meta.id.clone()),
                (None, Some(_), Some(_)) => Err(format!(
                    "more than one conversation begins with {word}: give more of the id. `parley export --list` shows them all."
                )),
                (None, None, _) => Err(format!(
                    "there is no conversation {word}. `parley export --list` shows them all."
                )),
            }
        })
        .collect()
}

fn failed(error: &FolderError) -> ExitCode {
    eprintln!("parley: {error}");
    match error {
        FolderError::Export(ExportError::Write { .. }) => ExitCode::from(NOT_WRITTEN),
        FolderError::Export(ExportError::Nothing) => ExitCode::from(1),
        _ => ExitCode::from(NO_ARCHIVE),
    }
}
