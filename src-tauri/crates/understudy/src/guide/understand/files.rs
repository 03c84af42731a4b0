//! Sentences about files: list, read, search, write, edit, remove.

use super::Intent;
use super::words::{after, all, any, fenced, is_path, name, quoted, unquote};

const ARTICLES: &[&str] = &[
    "me", "us", "mir", "the", "a", "an", "my", "this", "that", "all", "of", "die", "den", "das",
    "der",
];

/// A path as it was meant: the end of a sentence is no part of it.
fn tidy(path: &str) -> String {
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

pub(super) fn write(text: &str) -> Option<Intent> {
    const EXAMPLE: &str = "write hello.txt with the text: hi";
    let verbs = [
        "write", "create", "make", "save", "put", "add", "touch", "new", "schreibe", "schreib",
        "erstelle",
    ];
    let rest = after(text, &verbs)?;
    let creates = after(text, &["write", "save", "put", "schreibe", "schreib"]).is_none();
    let rest = all(
        rest,
        &[
            "me", "a", "an", "the", "new", "empty", "text", "eine", "neue",
        ],
    );
    if let Some(folder) = after(rest, &["folder", "directory", "ordner"]) {
        let (folder, _) = name(any(folder, &["called", "named"]))?;
        return Some(Intent::Run {
            command: format!("mkdir -p {}", shell_word(&tidy(folder))),
        });
    }
    // "write 'hi' to hello.txt"
    if let Some((content, tail)) = quoted(rest)
        && let Some(file) = after(tail.trim_start(), &["into", "to", "in"])
    {
        let (file, _) = name(any(all(file, ARTICLES), &["file"]))?;
        return Some(Intent::Write {
            file: tidy(file),
            content: content.to_owned(),
        });
    }
    let (rest, named) = match after(rest, &["file", "datei", "to", "into"]) {
        Some(rest) => (
            any(
                any(rest, &["file", "the file"]),
                &["called", "named", "mit dem namen"],
            ),
            true,
        ),
        None => (rest, false),
    };
    let Some((file, tail)) = name(rest.trim_start()) else {
        return Some(Intent::Incomplete { example: EXAMPLE });
    };
    let said = content(tail);
    if !named && !is_path(file) && quoted(rest).is_none() && said.is_none() {
        return backwards(rest);
    }
    match said {
        Some(content) => Some(Intent::Write {
            file: tidy(file),
            content,
        }),
        None if !tail.trim().trim_matches(['.', '!', '?']).is_empty() => {
            Some(Intent::Incomplete { example: EXAMPLE })
        }
        None if creates => Some(Intent::Write {
            file: tidy(file),
            content: String::new(),
        }),
        None => Some(Intent::Incomplete { example: EXAMPLE }),
    }
}

/// What the file is to hold: all that follows the words that announce it.
fn content(tail: &str) -> Option<String> {
    const MARKS: &[&str] = &[
        "with the following text",
        "with the following content",
        "with the text",
        "with this text",
        "with the content",
        "with the contents",
        "with text",
        "with content",
        "with contents",
        "containing the text",
        "containing",
        "which says",
        "that says",
        "saying",
        "mit dem text",
        "mit dem inhalt",
        "mit text",
        "with",
        "mit",
    ];
    let trimmed = tail.trim_start_matches([' ', '\t', ',']);
    let body = match after(trimmed, MARKS) {
        Some(body) => body.strip_prefix(':').unwrap_or(body),
        None => trimmed
            .strip_prefix(':')
            .or_else(|| trimmed.starts_with('\n').then_some(trimmed))?,
    };
    let body = body.trim_start_matches([' ', '\t']);
    let body = body
        .strip_prefix("\r\n")
        .or_else(|| body.strip_prefix('\n'))
        .unwrap_or(body);
    let body = fenced(body).unwrap_or_else(|| {
        if body.contains('\n') {
            body
        } else {
            unquote(body.trim_end())
        }
    });
    Some(body.to_owned())
}

/// `hello world to notes.txt`
fn backwards(rest: &str) -> Option<Intent> {
    [" into ", " to ", " in "].iter().find_map(|mark| {
        let (content, file) = rest.rsplit_once(mark)?;
        let file = any(all(file, ARTICLES), &["file"]);
        is_path(file.trim()).then(|| Intent::Write {
            file: tidy(file),
            content: content.trim().to_owned(),
        })
    })
}

pub(super) fn edit(text: &str) -> Option<Intent> {
    const EXAMPLE: &str = "edit hello.txt: replace hi with hello";
    const REPLACE: &[&str] = &[
        "replace",
        "replacing",
        "change",
        "substitute",
        "ersetze",
        "swap",
    ];
    let incomplete = Some(Intent::Incomplete { example: EXAMPLE });
    // FILE first: "edit FILE: replace A with B", "in FILE replace A with B"
    if let Some(rest) = after(text, &["edit", "modify", "update", "in", "bearbeite"]) {
        let starts_with_in = after(text, &["in"]).is_some();
        let rest = any(all(rest, ARTICLES), &["file", "datei"]);
        let Some((file, tail)) = name(rest) else {
            return if starts_with_in { None } else { incomplete };
        };
        let tail = all(
            tail.trim_start_matches([':', ',', ' ', '\n']),
            &["and", "by", "to", "und", "please"],
        );
        let Some(change) = after(tail, REPLACE) else {
            return if starts_with_in { None } else { incomplete };
        };
        return match pair(change) {
            Some((old, new)) => Some(Intent::Edit {
                file: tidy(file),
                old,
                new: unwrap_all(new),
            }),
            None => incomplete,
        };
    }
    // FILE last: "replace A with B in FILE"
    let change = after(text, REPLACE)?;
    let (old, rest) = pair(change)?;
    let (new, file) = match quoted(&rest) {
        Some((new, tail)) => (
            new.to_owned(),
            after(tail.trim_start(), &["in"])?.to_owned(),
        ),
        None => {
            let (new, file) = rest.rsplit_once(" in ")?;
            (new.to_owned(), file.to_owned())
        }
    };
    let file = any(all(&file, ARTICLES), &["file", "datei"]);
    Some(Intent::Edit {
        file: tidy(file),
        old,
        new,
    })
}

fn unwrap_all(text: String) -> String {
    match (fenced(&text), quoted(text.trim())) {
        (Some(body), _) => body.to_owned(),
        // Also the empty text: that takes a piece away.
        (None, Some((inner, ""))) => inner.to_owned(),
        _ => text,
    }
}

/// `A with B`, quotes optional; `B` is all the rest, quotes kept.
fn pair(text: &str) -> Option<(String, String)> {
    const BETWEEN: &[&str] = &["with", "by", "to", "into", "durch", "mit", "->", "→", "=>"];
    let text = any(
        text.trim_start_matches([':', ' ']),
        &["the text", "the word", "text"],
    );
    if let Some((old, rest)) = quoted(text) {
        let new = after(rest.trim_start(), BETWEEN)?;
        let new = any(new, &["the text", "the word"]);
        return Some((old.to_owned(), new.trim_end().to_owned()));
    }
    let (at, between) = BETWEEN
        .iter()
        .filter_map(|b| text.find(&format!(" {b} ")).map(|at| (at, *b)))
        .min()?;
    let new = &text[at + between.len() + 2..];
    let old = text[..at].trim();
    (!old.is_empty()).then(|| (old.to_owned(), new.trim().to_owned()))
}

pub(super) fn remove(text: &str) -> Option<Intent> {
    let rest = after(text, &["delete", "remove", "rm", "lösche"])?;
    let rest = any(all(rest, ARTICLES), &["file", "datei"]);
    let (file, tail) = name(rest)?;
    (tail.trim().is_empty() || tail.trim() == "?").then(|| Intent::Run {
        command: format!("rm -- {}", shell_word(&tidy(file))),
    })
}

/// One word of a shell's command line.
fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._/-".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
