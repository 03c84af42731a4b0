//! Sentences that look: list, read, search.

use super::Intent;
use super::words::{after, all, any, is_path, quoted, unquote};

pub(super) const ARTICLES: &[&str] = &[
    "me", "us", "mir", "the", "a", "an", "my", "this", "that", "all", "of", "die", "den", "das",
    "der",
];

/// A path as it was meant: the end of a sentence is no part of it.
pub(super) fn tidy(path: &str) -> String {
    let path = unquote(path.trim());
    let path = path.trim_end_matches(['?', '!', ',', ';']);
    let path = path.strip_suffix(" please").unwrap_or(path);
    let sentence = path
        .strip_suffix('.')
        .filter(|p| !p.is_empty() && !p.ends_with(['.', '/']));
    sentence.unwrap_or(path).trim().to_owned()
}

pub(super) fn list(text: &str) -> Option<Intent> {
    const FILES: &[&str] = &[
        "files and folders",
        "files",
        "file",
        "folders",
        "directories",
        "dateien",
        "contents",
        "content",
        "everything",
    ];
    const HERE: &[&str] = &[
        "in",
        "of",
        "inside",
        "under",
        "within",
        "at",
        "there are",
        "are",
        "are there",
        "is",
        "there is",
        "im",
        "the",
        "this",
        "that",
        "my",
        "current",
        "folder",
        "directory",
        "workspace",
        "ordner",
        "here",
        "hier",
        "diesem",
        "do you see",
        "do we have",
        "do i have",
    ];
    let rest = if let Some(rest) = after(text, &["list", "ls", "dir", "liste"]) {
        all(all(rest, &["out"]), ARTICLES)
    } else if let Some(rest) = after(
        text,
        &[
            "show", "see", "display", "give", "what", "which", "zeige", "zeig", "welche",
        ],
    ) {
        let rest = all(rest, ARTICLES);
        match after(rest, FILES).filter(|_| after(rest, &["file"]).is_none()) {
            Some(rest) => rest,
            // "what is in this folder", "what's here"
            None => {
                let rest =
                    after(rest, &["is", "'s", "are"]).or_else(|| rest.strip_prefix("'s "))?;
                let inside = after(rest, &["in", "inside", "here", "there"])?;
                if is_path(inside.trim()) && !inside.trim().trim_end_matches('?').ends_with('/') {
                    return None; // a file, more likely
                }
                inside
            }
        }
    } else {
        text.strip_prefix("what's in ")
            .or_else(|| after(text, &["what's here"]))
            .filter(|rest| !is_path(rest))?
    };
    let hidden = text.contains("hidden") || rest.starts_with("-a") || rest.starts_with("-la");
    let rest = all(rest, &["-la", "-al", "-l", "-a", "hidden"]);
    let rest = all(any(rest, FILES), HERE);
    let path = tidy(rest);
    let pattern = if hidden { ".*" } else { "*" };
    if path.contains(['*', '?', '[']) {
        let (folder, pattern) = match path.rsplit_once('/') {
            Some((folder, pattern)) if !folder.contains('*') => (folder, pattern),
            _ => (".", path.as_str()),
        };
        return Some(Intent::List {
            path: folder.to_owned(),
            pattern: pattern.to_owned(),
        });
    }
    if path.contains(char::is_whitespace) && !path.contains('/') && quoted(rest).is_none() {
        return None;
    }
    let path = if path.is_empty() {
        ".".to_owned()
    } else {
        path
    };
    Some(Intent::List {
        path,
        pattern: pattern.to_owned(),
    })
}

pub(super) fn read(text: &str) -> Option<Intent> {
    let rest = if let Some(rest) = after(
        text,
        &[
            "read", "open", "cat", "show", "view", "display", "print", "lies", "öffne", "zeige",
            "zeig",
        ],
    ) {
        rest
    } else {
        let rest = after(
            text,
            &[
                "what is in",
                "what's in",
                "what is inside",
                "what does",
                "was steht in",
            ],
        )?;
        let rest = rest.trim_end_matches(['?', ' ']);
        any_end(rest, &[" say", " contain", " look like"])
    };
    let rest = all(rest, ARTICLES);
    let rest = any(
        rest,
        &["contents of", "content of", "text of", "inhalt von"],
    );
    let rest = all(rest, ARTICLES);
    let (rest, named) = match after(rest, &["files", "file", "datei", "dateien"]) {
        Some(rest) => (any(rest, &["called", "named"]), true),
        None => (rest, false),
    };
    if tidy(rest).is_empty() {
        return Some(Intent::Incomplete {
            example: "read notes.md",
        });
    }
    let files: Vec<String> = split_names(rest)
        .into_iter()
        .map(|f| tidy(&f))
        .filter(|f| !f.is_empty())
        .collect();
    let clear = named
        || files.len() > 1
        || quoted(rest).is_some()
        || files
            .iter()
            .all(|f| is_path(f) || !f.contains(char::is_whitespace))
        || files.len() == 1 && rest.rsplit(' ').next().is_some_and(is_path);
    clear.then_some(Intent::Read { files })
}

/// `a.txt, b.txt and "c d.txt"`; kept whole when a part would not be one word.
fn split_names(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (part, next) = match quoted(rest) {
            Some((inner, next)) => (inner, next),
            None => {
                let end = [", ", " and ", " und ", " & "]
                    .iter()
                    .filter_map(|s| rest.find(s))
                    .min()
                    .unwrap_or(rest.len());
                rest.split_at(end)
            }
        };
        if quoted(rest).is_none() && part.trim().contains(char::is_whitespace) {
            return vec![text.to_owned()];
        }
        parts.push(part.trim().to_owned());
        rest = all(
            next.trim_start_matches([' ', ',']),
            &["and", "und", "&", "the", "file"],
        )
        .trim();
    }
    parts
}

fn any_end<'a>(text: &'a str, tails: &[&str]) -> &'a str {
    tails
        .iter()
        .find_map(|tail| text.strip_suffix(tail))
        .unwrap_or(text)
}

pub(super) fn search(text: &str) -> Option<Intent> {
    let rest = after(
        text,
        &[
            "search",
            "grep",
            "find",
            "look for",
            "look up",
            "where is",
            "where does",
            "suche",
            "such",
            "finde",
        ],
    )?;
    let rest = any(
        rest,
        &[
            "through the files for",
            "the files for",
            "all files for",
            "in all files for",
            "everywhere for",
            "for",
            "nach",
        ],
    );
    let rest = any(
        rest,
        &[
            "the text",
            "the word",
            "the string",
            "text",
            "den text",
            "das wort",
        ],
    );
    let rest = rest.trim_start_matches([':', ' ']).trim();
    let (what, path) = match quoted(rest) {
        Some((what, tail)) => (what.to_owned(), folder_of(tail, true).unwrap_or_default()),
        None => {
            let rest = any_end(
                rest.trim_end_matches(['?', '!']),
                &[" please", " occur", " appear"],
            );
            match rest.rsplit_once(" in ") {
                Some((what, place)) if folder_of(&format!(" in {place}"), false).is_some() => (
                    what.trim().to_owned(),
                    folder_of(&format!(" in {place}"), false).unwrap_or_default(),
                ),
                _ => (rest.to_owned(), String::new()),
            }
        }
    };
    Some(if what.is_empty() {
        Intent::Incomplete {
            example: "search TODO",
        }
    } else {
        Intent::Search {
            text: what,
            path: if path.is_empty() {
                ".".to_owned()
            } else {
                path
            },
        }
    })
}

/// ` in src/`, ` in the folder src`, ` in this folder`; any word when it is `sure` that the text to
/// search for ended before.
fn folder_of(tail: &str, sure: bool) -> Option<String> {
    let tail = after(tail.trim(), &["in", "inside", "under"])?;
    let clean = all(tail, &["the", "this", "all", "my"]);
    if matches!(
        tidy(clean).as_str(),
        "folder" | "files" | "workspace" | "directory" | "file" | "here"
    ) {
        return Some(".".to_owned());
    }
    match after(clean, &["folder", "directory", "file"]) {
        Some(path) => Some(tidy(path)),
        None if sure && !tidy(clean).contains(char::is_whitespace) => Some(tidy(clean)),
        None => (is_path(clean) || quoted(clean).is_some()).then(|| tidy(clean)),
    }
}
