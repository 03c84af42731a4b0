//! Each message and rule of each specification has a test: the tables in
//! `transcripts/*/COVERAGE.md` are whole, and what they name is there.
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "coverage/covers.rs"]
mod covers;
#[path = "coverage/overview.rs"]
mod overview;
#[path = "coverage/table.rs"]
mod table;
#[path = "coverage/words.rs"]
mod words;

use covers::{Cover, Sources};
use std::collections::BTreeSet;

const MEND: &str = "PARLEY_BLESS=coverage cargo nextest run -p parley-tests --test coverage";

fn protocols() -> Vec<(&'static str, &'static str)> {
    let all = protocols::PROTOCOLS.iter();
    all.map(|protocol| (protocol.id, protocol.title)).collect()
}

fn none(missing: &[String], rule: &str) {
    assert!(missing.is_empty(), "{rule}:\n{}", missing.join("\n"));
}

#[test]
fn every_row_is_covered_by_something_that_exists() {
    let mut sources = Sources::default();
    let mut missing = Vec::new();
    for (protocol, _) in protocols() {
        for row in table::of(protocol) {
            let place = format!("{protocol}/COVERAGE.md:{}", row.line);
            if row.covers.is_empty() {
                missing.push(format!("{place}: nothing covers “{}”", row.rule));
            }
            for name in &row.covers {
                if let Err(reason) = covers::find(protocol, name, &mut sources) {
                    missing.push(format!("{place}: {reason}"));
                }
            }
        }
    }
    none(&missing, "a row names what covers it");
}

#[test]
fn every_transcript_is_of_some_row() {
    let mut sources = Sources::default();
    let mut missing = Vec::new();
    for (protocol, _) in protocols() {
        let rows = table::of(protocol);
        let named: BTreeSet<String> = rows
            .iter()
            .flat_map(|row| &row.covers)
            .filter_map(|name| match covers::find(protocol, name, &mut sources) {
                Ok(Cover::Transcript(name)) => Some(name),
                _ => None,
            })
            .collect();
        let files = std::fs::read_dir(table::folder().join(protocol)).unwrap();
        for file in files {
            let file = file.unwrap().file_name().into_string().unwrap();
            if let Some(name) = file.strip_suffix(".in")
                && !named.contains(name)
            {
                missing.push(format!("{protocol}/COVERAGE.md: no row names {name}"));
            }
        }
    }
    missing.sort();
    none(&missing, "a transcript shows a rule");
}

#[test]
fn every_word_of_the_specifications_is_in_a_row_of_its_section() {
    let listed: BTreeSet<_> = words::WORDS.iter().map(|(protocol, _)| *protocol).collect();
    let spoken: BTreeSet<_> = protocols().into_iter().map(|(id, _)| id).collect();
    assert_eq!(listed, spoken, "words.rs lists the protocols");
    let mut missing = Vec::new();
    for (protocol, sections) in words::WORDS {
        let rows = table::of(protocol);
        for (section, words) in *sections {
            let of_section: Vec<_> = rows.iter().filter(|row| row.section == *section).collect();
            if of_section.is_empty() {
                missing.push(format!("{protocol}: no row of the section “{section}”"));
                continue;
            }
            for word in *words {
                if !of_section.iter().any(|row| holds(&row.rule, word)) {
                    missing.push(format!("{protocol}, {section}: no row has “{word}”"));
                }
            }
        }
    }
    none(&missing, "a table lists all there is in a specification");
}

#[test]
fn the_overview_counts_the_rows() {
    let path = overview::path();
    let readme = std::fs::read_to_string(&path).unwrap();
    let counted = overview::of(&protocols());
    let blessed = std::env::var("PARLEY_BLESS").unwrap_or_default();
    if blessed == "coverage" || blessed == "all" {
        let mended = overview::with(&readme, &counted).expect("README.md has a place for it");
        std::fs::write(path, mended).unwrap();
        return;
    }
    assert_eq!(
        overview::written(&readme),
        Some(counted.as_str()),
        "the table of transcripts/README.md is out of date; write it with:\n    {MEND}"
    );
}

/// Whether a text holds a word as a whole: `id` is not in `tool_use_id`. What ends
/// in `_` or `-` is a beginning.
fn holds(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        let starts = word.starts_with(part) && before.is_some_and(part);
        let open = word.ends_with(['_', '-']);
        let ends = !open && word.ends_with(part) && after.is_some_and(part);
        !starts && !ends
    })
}

#[test]
fn a_word_is_found_as_a_whole_only() {
    assert!(holds("`usage.input_tokens`, `id`", "input_tokens"));
    assert!(holds("id `ses_…`", "ses_"));
    assert!(holds("exit 1", "1"));
    assert!(!holds("`tool_use_id`", "id"));
    assert!(!holds("exit 130", "1"));
    assert!(!holds("`--max-tokens`", "max"));
}

#[test]
fn a_table_is_read_in_both_forms() {
    let text = "\
## Specification
| Section | Rule | Covered by |
|---|---|---|
| Init | `a\\|b` | s_init |
| Init | c | s_one, time::two |
## Notes
| note | covered by |
|---|---|
| d | `nib/s_one` (`Some::Type`; *host*: asks), `nib_plan::two`. Words |
| e | |
";
    let rows: Vec<_> = table::rows(text)
        .into_iter()
        .map(|row| (row.line, row.section, row.rule, row.covers))
        .collect();
    let row = |line, section: &str, rule: &str, covers: &[&str]| {
        let covers = covers.iter().map(|&name| name.to_owned()).collect();
        (line, section.to_owned(), rule.to_owned(), covers)
    };
    assert_eq!(
        rows,
        [
            row(4, "Init", "Init | `a|b`", &["s_init"]),
            row(5, "Init", "Init | c", &["s_one", "time::two"]),
            row(9, "Notes", "d", &["nib/s_one", "nib_plan::two"]),
            row(10, "Notes", "e", &[]),
        ]
    );
}

#[test]
fn what_is_missing_is_named() {
    let mut sources = Sources::default();
    let mut reason = |name| covers::find("nib", name, &mut sources).err().unwrap();
    assert_eq!(reason("s_nowhere"), "there is no nib/s_nowhere.in");
    assert_eq!(reason("nowhere::x"), "there is no module “nowhere”");
    assert_eq!(
        reason("nib_plan::nothing"),
        "there is no test “nothing” in “nib_plan”"
    );
    // A function that is no test.
    assert_eq!(reason("profile::of"), "there is no test “of” in “profile”");
    assert_eq!(
        reason("nuum/s_init"),
        "“nuum/s_init” is no name of a transcript or a test"
    );
}
