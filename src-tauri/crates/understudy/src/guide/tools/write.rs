//! `Write`: a new file, or the whole of an existing one.

use std::fs;

use super::unified::unified;
use super::{Bench, Output, OutputType, ToolError, bytes};

const DIFF_LIMIT: u64 = 1_000_000;

/// Folders on the way are made. For an existing text file the output is the diff.
pub(super) fn write(
    bench: &Bench<'_>,
    file_path: &str,
    content: &str,
) -> Result<Output, ToolError> {
    let workspace = bench.workspace;
    let real = workspace.resolve(file_path)?;
    let size = bytes(content.len() as u64);
    let io = |source| workspace.io(file_path, source);
    if fs::symlink_metadata(&real).is_err() {
        if let Some(parent) = real.parent() {
            fs::create_dir_all(parent).map_err(io)?;
        }
        fs::write(&real, content).map_err(io)?;
        return Ok(Output::text(format!("Created {file_path} ({size})")).of_file(file_path));
    }
    match workspace.text(file_path, DIFF_LIMIT) {
        Ok((_, old)) => {
            fs::write(&real, content).map_err(io)?;
            Ok(changed(file_path, &old, content))
        }
        Err(ToolError::Binary { .. } | ToolError::TooBig { .. }) => {
            fs::write(&real, content).map_err(io)?;
            Ok(Output::text(format!("Overwrote {file_path} ({size})")).of_file(file_path))
        }
        Err(error) => Err(error),
    }
}

/// The result of a change: a unified diff, unless nothing changed.
pub(super) fn changed(file_path: &str, old: &str, new: &str) -> Output {
    if old == new {
        return Output::text(format!("{file_path} already has exactly this text"))
            .of_file(file_path);
    }
    let mut output = Output::text(unified(file_path, old, new)).of_file(file_path);
    output.kind = OutputType::Diff;
    output
}
