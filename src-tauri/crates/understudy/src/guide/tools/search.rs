//! `Grep`: plain text in the files below a folder. A pattern without capitals ignores case.

use std::fs;

use ignore::WalkBuilder;

use super::{Bench, Output, ToolError, one_line};

const MOST: usize = 200;
const FILE_LIMIT: u64 = 8_000_000;

/// Lines as `file:line: text`, files in the order of their names, as `.gitignore` allows; binary
/// and very large files are left out.
pub(super) fn search(bench: &Bench<'_>, pattern: &str, path: &str) -> Result<Output, ToolError> {
    let start = bench.workspace.resolve(path)?;
    if !start.exists() {
        return Err(ToolError::Missing {
            path: path.to_owned(),
        });
    }
    let ignore_case = !pattern.chars().any(char::is_uppercase);
    let mut hits = Vec::new();
    let mut files = 0_usize;
    let mut more = false;
    'walk: for entry in WalkBuilder::new(&start)
        .require_git(false)
        .sort_by_file_path(Ord::cmp)
        .build()
        .flatten()
    {
        if bench.control.is_stopping() {
            return Err(ToolError::Stopped);
        }
        let fits = entry
            .metadata()
            .is_ok_and(|m| m.is_file() && m.len() <= FILE_LIMIT);
        if !fits {
            continue;
        }
        let Ok(content) = fs::read(entry.path()) else {
            continue;
        };
        if content[..content.len().min(8_192)].contains(&0) {
            continue;
        }
        let text = String::from_utf8_lossy(&content);
        let root = bench.workspace.root();
        let name = entry.path().strip_prefix(root).unwrap_or(entry.path());
        let before = hits.len();
        for (number, line) in text.lines().enumerate() {
            let found = if ignore_case {
                line.to_lowercase().contains(pattern)
            } else {
                line.contains(pattern)
            };
            if !found {
                continue;
            }
            if hits.len() == MOST {
                more = true;
                break 'walk;
            }
            hits.push(format!(
                "{}:{}: {}",
                name.display(),
                number + 1,
                one_line(line.trim(), 300)
            ));
        }
        files += usize::from(hits.len() > before);
    }
    let mut output = Output::text(match (hits.len(), more) {
        (0, _) => format!("Nothing contains {pattern:?}."),
        (count, true) => format!("{}\n… cut here after {count} lines.", hits.join("\n")),
        (_, false) => hits.join("\n"),
    });
    output.metadata = Some(serde_json::json!({"lines": hits.len(), "files": files}));
    Ok(output)
}
