//! `COVERAGE.md` as rows.

use std::path::PathBuf;

/// A row: a message, field or rule, and the names of what covers it.
pub(crate) struct Row {
    pub(crate) line: usize,
    /// The section of the specification, or the title over a table of two columns.
    pub(crate) section: String,
    /// What is covered: every cell but the last.
    pub(crate) rule: String,
    /// Transcripts and tests.
    pub(crate) covers: Vec<String>,
}

pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("transcripts")
}

/// The rows of a protocol's table.
pub(crate) fn of(protocol: &str) -> Vec<Row> {
    let path = folder().join(protocol).join("COVERAGE.md");
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{protocol} has no table ({}): {error}", path.display()));
    rows(&text)
}

pub(crate) fn rows(text: &str) -> Vec<Row> {
    let mut title = String::new();
    let mut rows = Vec::new();
    let mut columns = 0;
    for (line, at) in text.lines().zip(1..) {
        if let Some(heading) = line.strip_prefix("## ") {
            heading.trim().clone_into(&mut title);
        }
        let Some(cells) = cells(line) else {
            columns = 0;
            continue;
        };
        let [rule @ .., covers] = &cells[..] else {
            continue;
        };
        if columns == 0 {
            assert_eq!(
                covers.to_lowercase(),
                "covered by",
                "line {at}: the last column"
            );
            columns = cells.len();
            continue;
        }
        assert_eq!(cells.len(), columns, "line {at}: another number of columns");
        if covers.chars().all(|c| matches!(c, '-' | ':')) && !covers.is_empty() {
            continue;
        }
        rows.push(Row {
            line: at,
            section: match rule {
                [_] => title.clone(),
                _ => rule[0].clone(),
            },
            rule: rule.join(" | "),
            covers: names(covers),
        });
    }
    rows
}

/// The cells of a line of a table; `\|` is no border.
fn cells(line: &str) -> Option<Vec<String>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    let inner = inner.replace("\\|", "\u{0}");
    let cell = |cell: &str| cell.trim().replace('\u{0}', "|");
    Some(inner.split('|').map(cell).collect())
}

/// The names in a cell: what stands in backticks, or, where nothing does, what
/// commas part. Words in parentheses say something about a name.
fn names(cell: &str) -> Vec<String> {
    let mut bare = String::new();
    let mut depth = 0_usize;
    for c in cell.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => bare.push(c),
            _ => {}
        }
    }
    let quoted: Vec<_> = bare
        .split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect();
    if !quoted.is_empty() {
        return quoted;
    }
    bare.split(',')
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
        .collect()
}
