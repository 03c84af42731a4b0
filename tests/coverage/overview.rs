//! The table of `README.md`: how many rows each section of each protocol has.

use crate::table;
use std::fmt::Write;
use std::path::PathBuf;

const BEGIN: &str = "<!-- sections: written by the test `coverage` -->\n";
const END: &str = "<!-- end of the sections -->\n";

pub(crate) fn path() -> PathBuf {
    table::folder().join("README.md")
}

/// A line for each section of each protocol, in the order of their tables.
pub(crate) fn of(protocols: &[(&str, &str)]) -> String {
    let mut text = String::from("| Protocol | Section | Rows |\n|---|---|---|\n");
    let mut total = 0;
    for (id, title) in protocols {
        let rows = table::of(id);
        let mut sections: Vec<(&str, usize)> = Vec::new();
        for row in &rows {
            match sections.iter_mut().find(|(name, _)| *name == row.section) {
                Some((_, count)) => *count += 1,
                None => sections.push((&row.section, 1)),
            }
        }
        let mut first = format!("[{title}]({id}/COVERAGE.md)");
        for (section, count) in sections {
            let _ = writeln!(text, "| {first} | {section} | {count} |");
            first.clear();
        }
        let _ = writeln!(text, "| | **all of {title}** | **{}** |", rows.len());
        total += rows.len();
    }
    let _ = writeln!(text, "| **All** | | **{total}** |");
    text.replace("|  |", "| |")
}

/// The table that stands in the file.
pub(crate) fn written(readme: &str) -> Option<&str> {
    let (_, rest) = readme.split_once(BEGIN)?;
    Some(rest.split_once(END)?.0)
}

/// The file with another table.
pub(crate) fn with(readme: &str, table: &str) -> Option<String> {
    let (before, rest) = readme.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}{table}{END}{after}"))
}
