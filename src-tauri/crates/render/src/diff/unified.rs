//! Reading an agent's unified diff.
//!
//! Agents write diffs by hand: counts are wrong, heads are missing, an empty
//! context line has lost its blank. So the first character of a line decides
//! what it is; counts only tell where numbering begins.

use super::DiffRendered;
use super::rows::{Kind, Row, Rows};

/// The rows of a unified diff, of one file or many. Lines before the first
/// file or hunk that are neither are shown as notes.
pub fn diff_unified(text: &str) -> DiffRendered {
    let mut rows = Rows::new("");
    let lines: Vec<&str> = text.lines().collect();
    let mut numbers = Numbers { old: 1, new: 1 };
    let mut in_hunk = false;
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        at += 1;
        if let Some(path) = file_head(line, lines.get(at).copied(), in_hunk) {
            // `+++` belongs to the same head.
            at += usize::from(line.starts_with("--- "));
            rows.file(&path);
            numbers = Numbers { old: 1, new: 1 };
            in_hunk = false;
        } else if let Some((old, new)) = hunk_head(line) {
            numbers = Numbers { old, new };
            in_hunk = true;
            rows.push(Row::head(line));
        } else if line.starts_with("@@") {
            // Without numbers: the next lines count on.
            in_hunk = true;
            rows.push(Row::head(line));
        } else if let Some(note) = line.strip_prefix('\\') {
            rows.push(Row::note(note.trim_start()));
        } else {
            push_line(&mut rows, &mut numbers, &mut in_hunk, line);
        }
    }
    rows.finish()
}

struct Numbers {
    old: usize,
    new: usize,
}

fn push_line(rows: &mut Rows, numbers: &mut Numbers, in_hunk: &mut bool, line: &str) {
    let text = line.get(1..).unwrap_or("");
    match line.as_bytes().first() {
        Some(b'+') => {
            *in_hunk = true;
            rows.push(Row::line(Kind::Added, None, Some(numbers.new), text));
            numbers.new += 1;
        }
        Some(b'-') => {
            *in_hunk = true;
            rows.push(Row::line(Kind::Removed, Some(numbers.old), None, text));
            numbers.old += 1;
        }
        Some(b' ') | None if *in_hunk => {
            let (old, new) = (Some(numbers.old), Some(numbers.new));
            rows.push(Row::line(Kind::Context, old, new, text));
            numbers.old += 1;
            numbers.new += 1;
        }
        None => {}
        _ if is_head_detail(line) => {}
        _ => rows.push(Row::note(line)),
    }
}

/// Lines of git between a file's name and its first hunk that say nothing a
/// person would miss.
fn is_head_detail(line: &str) -> bool {
    [
        "index ",
        "similarity index",
        "dissimilarity index",
        "*** Begin",
        "*** End",
    ]
    .iter()
    .any(|start| line.starts_with(start))
}

/// The path of a file's head, in the forms that occur: `--- a/x` with `+++ b/x`
/// below, `diff --git a/x b/x`, `+++ b/x` alone before any hunk, and
/// `*** Update File: x`.
fn file_head(line: &str, next: Option<&str>, in_hunk: bool) -> Option<String> {
    for start in ["*** Update File: ", "*** Add File: ", "*** Delete File: "] {
        if let Some(path) = line.strip_prefix(start) {
            return Some(path.trim().to_owned());
        }
    }
    if let Some(paths) = line.strip_prefix("diff --git ") {
        let (_, new) = paths.rsplit_once(" b/").unwrap_or(("", paths));
        return Some(clean(new, ""));
    }
    if let Some(old) = line.strip_prefix("--- ") {
        let new = next?.strip_prefix("+++ ")?;
        let path = clean(new, "b/");
        return Some(if path == "/dev/null" {
            clean(old, "a/")
        } else {
            path
        });
    }
    if !in_hunk && let Some(new) = line.strip_prefix("+++ ") {
        return Some(clean(new, "b/"));
    }
    None
}

/// A path without its side's prefix, quotes and time stamp.
fn clean(path: &str, side: &str) -> String {
    let path = path.split('\t').next().unwrap_or("").trim();
    let path = path.strip_prefix('"').unwrap_or(path);
    let path = path.strip_suffix('"').unwrap_or(path);
    path.strip_prefix(side).unwrap_or(path).to_owned()
}

/// The first line numbers of `@@ -3,4 +3,5 @@`.
fn hunk_head(line: &str) -> Option<(usize, usize)> {
    let rest = line.strip_prefix("@@ -")?;
    let (old, rest) = rest.split_once(" +")?;
    let new = rest.split([' ', '@']).next()?;
    let number = |side: &str| {
        let digits = side.split(',').next()?;
        (digits.len() <= 9).then(|| digits.parse::<usize>().ok())?
    };
    Some((number(old)?, number(new)?))
}
