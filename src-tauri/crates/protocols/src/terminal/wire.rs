//! The specification's own words ("Output: JSONL Frames on stdout"), read
//! leniently: a field that is missing or of a wrong type is left out with a note,
//! and only what a frame cannot do without makes it ill-formed. Never exported.

use crate::fields::Problems;
use crate::lines::Object;
use serde_json::value::RawValue;
use std::borrow::Cow;

type Text<'t> = Cow<'t, str>;

/// One frame of an agent.
#[derive(Debug)]
pub(super) enum Said<'t> {
    /// "`message`"
    Message { text: Text<'t>, media: Vec<String> },
    /// "`progress`"
    Progress { text: Text<'t> },
    /// "`error`"
    Error {
        text: Option<Text<'t>>,
        code: Option<Text<'t>>,
    },
    /// "`log`"
    Log {
        text: Text<'t>,
        level: Option<Text<'t>>,
    },
}

/// What a line's `type` is.
#[derive(Debug)]
pub(super) enum Kind<'t> {
    /// There is none: the line is text.
    None,
    Named(Text<'t>),
    /// It is no text.
    Odd(String),
}

/// Reads the `type`; null is none.
pub(super) fn kind<'t>(line: &Object<'t>) -> Kind<'t> {
    let mut problems = Problems::default();
    match line.text("type", &mut problems) {
        Some(kind) => Kind::Named(kind),
        None => problems.text().map_or(Kind::None, Kind::Odd),
    }
}

/// Reads a frame of this type. `None`: the type is not known. `Err`: it is, and
/// the frame lacks what it cannot do without.
pub(super) fn read<'t>(
    kind: &str,
    line: &Object<'t>,
    problems: &mut Problems,
) -> Option<Result<Said<'t>, String>> {
    Some(match kind {
        "message" => {
            let text = line.text("text", problems);
            let media = paths(line, problems);
            match text {
                Some(text) => Ok(Said::Message { text, media }),
                // "Can be empty if only sending media."
                None if !media.is_empty() => Ok(Said::Message {
                    text: Cow::Borrowed(""),
                    media,
                }),
                None => missing_text(problems),
            }
        }
        "progress" => match line.text("text", problems) {
            Some(text) => Ok(Said::Progress { text }),
            None => missing_text(problems),
        },
        // Even without a word it says that the turn failed.
        "error" => Ok(Said::Error {
            text: line.text("text", problems).filter(|text| !text.is_empty()),
            code: line.text("code", problems).filter(|code| !code.is_empty()),
        }),
        "log" => match line.text("text", problems) {
            Some(text) => Ok(Said::Log {
                text,
                level: line.text("level", problems),
            }),
            None => missing_text(problems),
        },
        _ => return None,
    })
}

fn missing_text<T>(problems: &Problems) -> Result<T, String> {
    Err(problems
        .text()
        .unwrap_or_else(|| "it has no “text”".to_owned()))
}

/// `media`: a list of paths. Items that are none are noted and left out.
fn paths(line: &Object<'_>, problems: &mut Problems) -> Vec<String> {
    let Some(items) = line.list("media", problems) else {
        return Vec::new();
    };
    let mut paths = Vec::with_capacity(items.len());
    for item in items {
        match path(item) {
            Some(path) => paths.push(path),
            None => problems.note("an item of “media” is no path"),
        }
    }
    paths
}

fn path(item: &RawValue) -> Option<String> {
    serde_json::from_str::<String>(item.get())
        .ok()
        .filter(|path| !path.is_empty())
}
