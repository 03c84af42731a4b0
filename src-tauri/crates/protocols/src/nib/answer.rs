//! How an operation went, by its exit and its whole stdout. The order of the checks is that of
//! the field notes: exit, empty, JSON, `type` missing, `error`, unknown type, another operation.

use super::request::Request;
use super::wire::{self, Said};
use super::{document, result};
use crate::Frame;
use crate::fields::Problems;
use crate::lines;
use model::{Exit, OperationResult};

/// Bytes of stderr that stand in a message; all of it is in the fault's detail.
const STDERR: usize = 1_000;

/// What a backend wrote to stdout.
#[derive(Debug, Default)]
pub(super) struct Stdout {
    /// The bytes, or their head where they were over the cap.
    pub(super) bytes: Vec<u8>,
    /// Their whole length where it was over the cap.
    pub(super) oversized: Option<u64>,
}

impl Stdout {
    pub(super) fn is_blank(&self) -> bool {
        self.oversized.is_none() && self.bytes.trim_ascii().is_empty()
    }
}

/// A good answer.
#[derive(Debug, Default)]
pub(super) struct Good {
    pub(super) result: Option<OperationResult>,
    /// What the user should see.
    pub(super) warnings: Vec<String>,
    /// What may be folded away.
    pub(super) quiet: Vec<String>,
}

/// A failure.
#[derive(Debug)]
pub(super) struct Bad {
    /// Of the fault.
    pub(super) code: &'static str,
    /// What happened and how to go on.
    pub(super) message: String,
    /// How the stdout is shown.
    pub(super) kept: Kept,
}

/// How the stdout of a failure is shown.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// It says no more than the message, or nothing.
    Not,
    /// As ill-formed, for this reason.
    Malformed(String),
    /// As an answer of an unknown type.
    Unrecognized(String),
}

/// Judges a pipe operation.
pub(super) fn judge(request: &Request, stdout: &Stdout, exit: &Exit) -> Result<Good, Bad> {
    if exit.code != Some(0) {
        return Err(failed_run(stdout, exit));
    }
    if stdout.is_blank() {
        return Err(Bad {
            code: "nib.empty",
            message: format!(
                "The backend ended without an answer: nothing on stdout, though it exited as if \
                 all was well. {}",
                match told(exit) {
                    Some(stderr) => format!("It wrote to stderr: {stderr}"),
                    None => "Try again, or start it by hand in the project to see why.".to_owned(),
                }
            ),
            kept: Kept::Not,
        });
    }
    if let Some(length) = stdout.oversized {
        return Err(bad_answer(
            "nib.oversized",
            format!("is {length} bytes long, more than is taken of one answer"),
        ));
    }
    let frame = Frame {
        bytes: &stdout.bytes,
        oversized: None,
    };
    let Ok(Some(text)) = lines::text(frame) else {
        return Err(bad_answer("nib.json", "cannot be read".to_owned()));
    };
    let object = document::read(&text.text).map_err(|problem| bad_answer("nib.json", problem))?;
    let mut problems = Problems::default();
    match wire::read(&object, &mut problems) {
        Said::Untyped => {
            let what = problems.text().map_or_else(
                || "has no “type”".to_owned(),
                |problems| format!("has no usable “type”: {problems}"),
            );
            Err(bad_answer("nib.type", what))
        }
        Said::Error { message } => Err(Bad {
            code: "nib.error",
            message: if message.trim().is_empty() {
                "The backend reported an error and did not say which.".to_owned()
            } else {
                message
            },
            kept: Kept::Not,
        }),
        Said::Unknown { type_name } => Err(Bad {
            code: "nib.type",
            message: format!(
                "The backend's answer is of the type “{}”; known are “success” and “error”. It \
                 may be made for another version of nib.",
                lines::shown(type_name.as_bytes())
            ),
            kept: Kept::Unrecognized(type_name.into_owned()),
        }),
        Said::Success { operation } => {
            let asked = request.operation.name;
            match operation.as_deref() {
                Some(named) if named == asked => {}
                Some(named) => {
                    let problem = format!("is for “{named}”, and “{asked}” was asked");
                    return Err(bad_answer("nib.operation", problem));
                }
                None => {
                    let problem = "does not say which operation it is for".to_owned();
                    return Err(bad_answer("nib.operation", problem));
                }
            }
            let mut good = result::of(request, &object, problems)?;
            if text.repaired {
                let note = "The answer held bytes that are not UTF-8. They are shown as \u{FFFD}.";
                good.quiet.insert(0, note.to_owned());
            }
            Ok(good)
        }
    }
}

/// Judges the end of a session in the terminal. No answer is expected: only the exit speaks.
pub(super) fn judge_session(request: &Request, exit: &Exit) -> Result<Good, Bad> {
    if exit.code == Some(0) {
        return Ok(Good::default());
    }
    let mut message = match told(exit) {
        Some(stderr) => format!("The session failed ({}): {stderr}", exit.how),
        None => format!(
            "The session failed ({}). What it said is in the terminal.",
            exit.how
        ),
    };
    if let Some(id) = &request.resumes {
        message.push_str(&format!(
            "\nThe backend may not know the session “{id}” any more: begin it anew without \
             “resume”, with its context."
        ));
    }
    Err(Bad {
        code: "nib.exit",
        message,
        kept: Kept::Not,
    })
}

/// F018: what a failed program answers is not trusted; what it wrote to stderr is the message.
fn failed_run(stdout: &Stdout, exit: &Exit) -> Bad {
    Bad {
        code: "nib.exit",
        message: match told(exit) {
            Some(stderr) => format!("The backend failed ({}): {stderr}", exit.how),
            None => format!(
                "The backend failed ({}) and wrote nothing to stderr. Start it by hand in the \
                 project to see why.",
                exit.how
            ),
        },
        kept: if stdout.is_blank() {
            Kept::Not
        } else {
            Kept::Malformed(format!(
                "not taken, because the backend failed ({})",
                exit.how
            ))
        },
    }
}

/// An answer that is none, in words that follow "The backend's answer ".
pub(super) fn bad_answer(code: &'static str, problem: String) -> Bad {
    let hint = if code == "nib.json" {
        "A backend writes one JSON object to stdout and nothing else; its messages belong on stderr."
    } else {
        "That is a fault of the backend: try again, or use another version of it."
    };
    Bad {
        code,
        message: format!("The backend's answer {problem}. {hint}"),
        kept: Kept::Malformed(format!("the answer {problem}")),
    }
}

/// The last of stderr as words for a message, without colours; none where it is blank.
fn told(exit: &Exit) -> Option<String> {
    let plain = without_colours(&exit.stderr_tail);
    let text = plain.trim();
    if text.is_empty() {
        return None;
    }
    if text.len() <= STDERR {
        return Some(text.to_owned());
    }
    let tail = &text[text.ceil_char_boundary(text.len() - STDERR)..];
    let line = tail.find('\n').map_or(tail, |end| &tail[end + 1..]);
    Some(format!("…\n{}", if line.is_empty() { tail } else { line }))
}

/// Drops `ESC [ … letter`, which is nothing in a plain text.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| matches!(c, ' '..='?'));
        plain.push_str(
            rest.strip_prefix(|c: char| matches!(c, '@'..='~'))
                .unwrap_or(rest),
        );
    }
    plain
}
