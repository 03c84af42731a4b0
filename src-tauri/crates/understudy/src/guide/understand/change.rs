//! Sentences that change: write, edit, remove.

use super::Intent;
use super::look::{ARTICLES, tidy};
use super::words::{after, all, any, fenced, is_path, name, quoted, unquote};

pub(super) fn write(text: &str) -> Option<Intent> {
    const EXAMPLE: &str = "write hello.txt with the text: hi";
    let verbs = [
        "write", "create", "make", "save", "touch", "new", "schreibe", "schreib", "erstelle",
    ];
    let rest = after(text, &verbs)?;
    let creates = after(text, &["write", "save", "schreibe", "schreib"]).is_none();
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
