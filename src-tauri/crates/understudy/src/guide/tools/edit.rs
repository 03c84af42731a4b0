//! `Edit`: one piece of a text file, which must be there exactly once.

use std::fs;

use super::{Bench, Output, ToolError, write};

const FILE_LIMIT: u64 = 8_000_000;

pub(super) fn edit(
    bench: &Bench<'_>,
    file_path: &str,
    old: &str,
    new: &str,
) -> Result<Output, ToolError> {
    let path = || file_path.to_owned();
    if old.is_empty() {
        return Err(ToolError::NothingToReplace { path: path() });
    }
    let (real, before) = bench.workspace.text(file_path, FILE_LIMIT)?;
    match before.matches(old).count() {
        1 => {}
        0 => {
            return Err(ToolError::NotFound {
                path: path(),
                old: old.to_owned(),
            });
        }
        count => {
            return Err(ToolError::Ambiguous {
                path: path(),
                old: old.to_owned(),
                count,
            });
        }
    }
    let after = before.replacen(old, new, 1);
    fs::write(&real, &after).map_err(|source| bench.workspace.io(file_path, source))?;
    Ok(write::changed(file_path, &before, &after))
}
