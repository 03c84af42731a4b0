//! `Glob`: the entries of one folder, or every file whose name fits a pattern.

use std::fs;

use ignore::WalkBuilder;
use ignore::overrides::OverrideBuilder;

use super::{Bench, Output, ToolError, bytes};

const MOST: usize = 1_000;

/// `*` lists the folder itself, folders first (marked with `/`), hidden entries left out; another
/// pattern is looked for in the folders below too, as `.gitignore` allows.
pub(super) fn list(bench: &Bench<'_>, path: &str, pattern: &str) -> Result<Output, ToolError> {
    let folder = bench.workspace.folder(path)?;
    let mut lines = if matches!(pattern, "*" | "**" | ".*") {
        entries(bench, &folder, path, pattern != "*")?
    } else {
        matches(bench, &folder, pattern)?
    };
    let count = lines.len();
    lines.truncate(MOST);
    let mut text = lines.join("\n");
    if count > MOST {
        text.push_str(&format!("\n… and {} more", count - MOST));
    }
    if count == 0 {
        "(nothing here)".clone_into(&mut text);
    }
    Ok(Output::text(text))
}

fn entries(
    bench: &Bench<'_>,
    folder: &std::path::Path,
    path: &str,
    hidden: bool,
) -> Result<Vec<String>, ToolError> {
    let read = fs::read_dir(folder).map_err(|source| bench.workspace.io(path, source))?;
    let mut found: Vec<(bool, String, u64)> = Vec::new();
    for entry in read.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') && !hidden {
            continue;
        }
        // Follows links: a link to a folder can be listed.
        let metadata = fs::metadata(entry.path()).or_else(|_| entry.metadata());
        let (is_file, size) = metadata.map_or((true, 0), |m| (!m.is_dir(), m.len()));
        found.push((is_file, name, size));
    }
    found.sort();
    Ok(found
        .into_iter()
        .map(|(is_file, name, size)| {
            if is_file {
                format!("{name}  ({})", bytes(size))
            } else {
                format!("{name}/")
            }
        })
        .collect())
}

fn matches(
    bench: &Bench<'_>,
    folder: &std::path::Path,
    pattern: &str,
) -> Result<Vec<String>, ToolError> {
    let bad = |error: ignore::Error| ToolError::BadPattern {
        pattern: pattern.to_owned(),
        why: error.to_string(),
    };
    // A leading `!` would turn the list into its opposite.
    let globs = OverrideBuilder::new(folder)
        .add(pattern.trim_start_matches('!'))
        .map_err(bad)?
        .build()
        .map_err(bad)?;
    let mut found = Vec::new();
    for entry in WalkBuilder::new(folder)
        .require_git(false)
        .overrides(globs)
        .build()
        .flatten()
    {
        if bench.control.is_stopping() {
            return Err(ToolError::Stopped);
        }
        let Ok(metadata) = entry.metadata() else {
            continue;
        };
        if metadata.is_file() {
            let name = entry.path().strip_prefix(folder).unwrap_or(entry.path());
            found.push(format!("{}  ({})", name.display(), bytes(metadata.len())));
        }
    }
    found.sort();
    Ok(found)
}
