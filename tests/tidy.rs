//! Rules of this repository that no compiler knows.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What the top level may hold beside dotfiles.
const TOP_LEVEL: &[&str] = &[
    "CHANGELOG.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE",
    "Makefile",
    "README.md",
    "icons",
    "src-tauri",
    "tests",
    "ui",
];

/// Built or installed, never committed; git ignores them too.
const NOT_OURS: &[&str] = &[
    ".git",
    "binaries",
    "dist",
    "dist-replay",
    "gen",
    "generated",
    "node_modules",
    "target",
];

/// Files over the limit, each with the reason why it has no seam.
const LONG: &[(&str, &str)] = &[];
/// Recorded, not written.
const RECORDINGS: &[&str] = &["tests/transcripts/", "ui/src/host/recordings/"];
const LINES_AT_MOST: usize = 600;

const SOURCES: &[&str] = &[
    "css", "html", "js", "json", "md", "mjs", "rs", "sh", "svelte", "toml", "ts", "yaml", "yml",
];

/// The one importer of the platform, and the one place that puts `render`'s HTML on the page.
const TAURI_IMPORTER: &str = "ui/src/host/tauri.ts";

/// Names that say nothing of what a thing is for.
const EMPTY_NAMES: &[&str] = &["helper", "helpers", "manager", "misc", "util", "utils"];

struct Source {
    /// From the top of the checkout, with `/`.
    path: String,
    text: String,
}

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![(top(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            if NOT_OURS.contains(&name.as_str()) {
                continue;
            }
            let path = format!("{prefix}{name}");
            if entry.file_type().unwrap().is_dir() {
                folders.push((entry.path(), format!("{path}/")));
                continue;
            }
            let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
            let ours = SOURCES.contains(&ending) || name == "Makefile" || path == ".ci/run";
            if ours && name != "package-lock.json" {
                let text = std::fs::read_to_string(entry.path()).unwrap();
                found.push(Source { path, text });
            }
        }
    }
    assert!(
        found.len() > 20,
        "the walk found almost nothing: {}",
        found.len()
    );
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// Every line that breaks a rule, as `path:line: text`.
fn offending(sources: &[Source], broken: impl Fn(&Source, &str) -> bool) -> Vec<String> {
    sources
        .iter()
        // This file has to name what it forbids.
        .filter(|source| source.path != "tests/tidy.rs")
        .flat_map(|source| {
            source
                .text
                .lines()
                .enumerate()
                .filter(|(_, line)| broken(source, line))
                .map(|(at, line)| format!("{}:{}: {}", source.path, at + 1, line.trim()))
                .collect::<Vec<_>>()
        })
        .collect()
}

fn none(offending: &[String], rule: &str) {
    assert!(offending.is_empty(), "{rule}:\n{}", offending.join("\n"));
}

#[test]
fn the_top_level_holds_only_what_belongs_there() {
    let allowed: BTreeSet<&str> = TOP_LEVEL.iter().copied().collect();
    let strangers: Vec<String> = std::fs::read_dir(top())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.starts_with('.') && name != "target")
        .filter(|name| !allowed.contains(name.as_str()))
        .collect();
    none(&strangers, "these have no place at the top level");
}

#[test]
fn files_stay_short_enough_to_read() {
    let long: Vec<String> = sources()
        .iter()
        .filter(|source| {
            !RECORDINGS
                .iter()
                .any(|place| source.path.starts_with(place))
        })
        .filter(|source| !LONG.iter().any(|(path, _)| *path == source.path))
        .map(|source| (source.text.lines().count(), &source.path))
        .filter(|(lines, _)| *lines > LINES_AT_MOST)
        .map(|(lines, path)| format!("{path}: {lines} lines"))
        .collect();
    none(&long, "find the seam, or list the file with its reason");
}

#[test]
fn no_path_of_somebodys_machine() {
    let homes = ["/root/", "/Users/runner", "/work/", "/builds/"];
    let found = offending(&sources(), |_, line| {
        homes.iter().any(|home| {
            line.match_indices(home).any(|(at, _)| {
                let before = line[..at].chars().next_back();
                before.is_none_or(|c| !(c.is_alphanumeric() || "/.)}*_-".contains(c)))
            })
        })
    });
    none(&found, "absolute paths of one machine");
}

#[test]
fn nothing_is_left_undone() {
    // A word in a string is not a mark: only comments and the two macros are.
    let words = ["TODO", "FIXME", "XXX"];
    let macros = ["todo!(", "unimplemented!("];
    let skipped = [
        "#[ignore]",
        "it.skip(",
        "it.only(",
        "test.skip(",
        "test.only(",
    ];
    let found = offending(&sources(), |source, line| {
        let comment = ["//", "/*", "<!--", "# "]
            .iter()
            .filter_map(|start| line.split_once(start))
            .any(|(_, comment)| words.iter().any(|word| comment.trim().starts_with(word)));
        let code = !source.path.ends_with(".toml") && !source.path.ends_with(".md");
        comment
            || code && macros.iter().any(|mark| line.contains(mark))
            || code && skipped.iter().any(|mark| line.contains(mark))
    });
    none(&found, "finish it, or open an issue and say so there");
}

#[test]
fn one_file_imports_the_platform() {
    let sources = sources();
    let found = offending(&sources, |source, line| {
        let code = source.path.starts_with("ui/src/") && source.path != TAURI_IMPORTER;
        code && (line.contains("@tauri-apps/") || line.contains("__TAURI"))
    });
    none(&found, "only ui/src/host/tauri.ts may know Tauri");
}

#[test]
fn html_enters_the_page_in_one_file() {
    let ways = [
        "{@html",
        ".innerHTML =",
        ".outerHTML =",
        ".insertAdjacentHTML(",
        ".setHTMLUnsafe(",
        "document.write(",
        "createPolicy(",
    ];
    let files: BTreeSet<String> = sources()
        .iter()
        .filter(|source| source.path.starts_with("ui/src/"))
        .filter(|source| !source.path.contains(".test."))
        .filter(|source| ways.iter().any(|way| source.text.contains(way)))
        .map(|source| source.path.clone())
        .collect();
    assert!(
        files.len() <= 1,
        "only one file may put the HTML made by render on the page: {files:?}"
    );
}

#[test]
fn names_say_what_a_thing_is_for() {
    let found: Vec<String> = sources()
        .iter()
        .flat_map(|source| {
            source
                .path
                .split('/')
                .map(|part| part.split('.').next().unwrap_or(part).to_lowercase())
                .filter(|part| {
                    part.split(['-', '_'])
                        .any(|word| EMPTY_NAMES.contains(&word))
                        || part.ends_with("manager")
                        || part.ends_with("helper")
                })
                .map(|_| source.path.clone())
                .collect::<Vec<_>>()
        })
        .collect();
    none(&found, "name it by what it does");
}

#[test]
fn pure_crates_read_no_clock_no_file_no_environment() {
    let impure = [
        "std::env",
        "std::fs",
        "std::net",
        "std::process",
        "std::thread",
        "Instant::now",
        "SystemTime::now",
    ];
    let found = offending(&sources(), |source, line| {
        let pure = ["model", "protocols", "render"].iter().any(|name| {
            source
                .path
                .starts_with(&format!("src-tauri/crates/{name}/src/"))
        });
        let test = source.path.ends_with("tests.rs") || source.path.contains("/tests/");
        pure && !test
            && !line.trim_start().starts_with("//")
            && impure.iter().any(|word| line.contains(word))
    });
    none(&found, "these crates are bytes in, values out");
}

#[test]
fn unsafe_stands_where_it_must() {
    // Children and signals; and a variable that GTK reads, set while there is one thread.
    let allowed = ["src-tauri/crates/process/", "src-tauri/src/main.rs"];
    let found = offending(&sources(), |source, line| {
        source.path.ends_with(".rs")
            && !allowed.iter().any(|place| source.path.starts_with(place))
            && (line.contains("unsafe {") || line.contains("allow(unsafe_code"))
    });
    none(&found, "unsafe code has two places");
}
