//! Reading an agent's unified diff.
//!
//! Agents write diffs by hand: counts are wrong, heads are missing, an empty
//! context line has lost its blank. So the first character of a line decides
//! what it is; counts only tell where numbering begins.

use super::rows::{Kind, Row, Rows};
use super::{DiffRendered, FileLines};

/// The rows of a unified diff, of one file or many. Lines before the first
/// file or hunk that are neither are shown as notes.
pub fn diff_unified(text: &str) -> DiffRendered {
    let mut rows = Rows::new("");
    read(text, &mut rows);
    rows.finish()
}

/// The files that a unified diff changes, in its order, each once. What stands
/// before the first name of a file is of a file without a name.
pub fn diff_files(text: &str) -> Vec<FileLines> {
    let mut files = Files::default();
    read(text, &mut files);
    files
        .list
        .retain(|file| !file.path.is_empty() || file.added + file.removed > 0);
    files.list
}

/// What a unified diff does to one of its files, as [`diff_files`] names it.
pub fn diff_of_file(text: &str, path: &str) -> DiffRendered {
    let mut one = One {
        path,
        is_it: path.is_empty(),
        rows: Rows::new(path),
    };
    read(text, &mut one);
    one.rows.finish()
}

/// What a diff is read into.
trait Reader {
    /// What follows is of this file.
    fn file(&mut self, path: &str);
    fn push(&mut self, row: Row);
}

impl Reader for Rows {
    fn file(&mut self, path: &str) {
        Rows::file(self, path);
    }

    fn push(&mut self, row: Row) {
        Rows::push(self, row);
    }
}

/// Lines counted, nothing rendered.
struct Files {
    list: Vec<FileLines>,
    now: usize,
}

impl Default for Files {
    fn default() -> Self {
        Self {
            list: vec![FileLines::default()],
            now: 0,
        }
    }
}

impl Reader for Files {
    fn file(&mut self, path: &str) {
        let known = self.list.iter().position(|file| file.path == path);
        self.now = known.unwrap_or(self.list.len());
        if known.is_none() {
            self.list.push(FileLines {
                path: path.to_owned(),
                ..FileLines::default()
            });
        }
    }

    fn push(&mut self, row: Row) {
        if let Some(file) = self.list.get_mut(self.now) {
            match row.kind() {
                Kind::Added => file.added = file.added.saturating_add(1),
                Kind::Removed => file.removed = file.removed.saturating_add(1),
                Kind::Context | Kind::Hunk | Kind::Note => {}
            }
        }
    }
}

/// One file's rows.
struct One<'p> {
    path: &'p str,
    is_it: bool,
    rows: Rows,
}

impl Reader for One<'_> {
    fn file(&mut self, path: &str) {
        self.is_it = path == self.path;
    }

    fn push(&mut self, row: Row) {
        if self.is_it {
            self.rows.push(row);
        }
    }
}

fn read(text: &str, rows: &mut impl Reader) {
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
            push_line(rows, &mut numbers, &mut in_hunk, line);
        }
    }
}

struct Numbers {
    old: usize,
    new: usize,
}

fn push_line(rows: &mut impl Reader, numbers: &mut Numbers, in_hunk: &mut bool, line: &str) {
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
