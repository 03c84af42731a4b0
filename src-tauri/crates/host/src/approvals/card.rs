//! The card of a request: everything readable by kind, with the raw arguments whole.

use super::shown::{self, Shown};
use super::{arguments, risk};
use crate::conversation::sha256_hex;
use model::view::{ApprovalCard, Block};
use model::{
    ApprovalRecord, ApprovalRequest, ApprovalSubject, Decider, Phrase, RiskClass, ToolKind,
};
use std::path::Path;

/// Files over this many bytes are not read for a preview: 1 MiB.
const PREVIEW_CAP: u64 = 1024 * 1024;
/// Arguments over these are scrolled to their end before "allow" works (security §2).
const LONG_BYTES: usize = 2_000;
const LONG_LINES: usize = 24;

/// What an edit or a write would change, made from the file on disk when the
/// request is first shown.
#[derive(Debug, Clone, Default)]
pub(crate) struct Preview {
    pub blocks: Vec<Block>,
    pub note: Option<Phrase>,
    pub changed: Option<(u32, u32)>,
}

/// The whole card.
pub(crate) fn build(record: &ApprovalRecord, preview: &Preview, workspace: &Path) -> ApprovalCard {
    let request = &record.request;
    let mut shown = Shown::default();
    let raw_args = match indented(&request.raw_args) {
        Some(json) => shown.json(&json),
        None => shown.text(&request.raw_args),
    };
    let subject = visible_subject(
        arguments::subject(request.kind, &request.args, workspace, Path::exists),
        &mut shown,
    );
    let by_kind = !matches!(subject, ApprovalSubject::Other);
    let risk = risk::judge(request, workspace);
    ApprovalCard {
        key: request.key.clone(),
        state: record.state.clone(),
        by: Decider::from_text(&record.by),
        requested_at: record.requested_at,
        expires_at: None,
        in_known_turn: request.turn.is_some(),
        args_sha256: sha256_hex(request.raw_args.as_bytes()),
        subject,
        args_bytes: request.raw_args.len() as u64,
        must_scroll: is_long(request),
        hidden_characters: shown::hidden(&request.raw_args) + shown::hidden(&request.tool),
        blank_runs: shown.blank_runs,
        tree: (!by_kind && request.args.is_object()).then(|| render::json(&request.raw_args)),
        only_reads: only_reads(request, &risk),
        raw_args,
        preview: preview.blocks.clone(),
        preview_note: preview.note.clone(),
        risk,
        description: render::visible(request.description.as_deref().unwrap_or("")),
        category: render::visible(request.category.as_deref().unwrap_or("")),
    }
}

/// A call that only looks, and does not pretend anything.
pub(crate) fn only_reads(request: &ApprovalRequest, risk: &model::Risk) -> bool {
    matches!(request.kind, ToolKind::Read | ToolKind::Search)
        && risk.class == RiskClass::Reads
        && risk.mismatch.is_none()
}

fn indented(raw: &str) -> Option<String> {
    serde_json::from_str::<serde_json::Value>(raw)
        .ok()
        .and_then(|value| serde_json::to_string_pretty(&value).ok())
}

/// Indented where it is JSON; hidden characters visible either way.
pub(crate) fn pretty(raw: &str) -> String {
    match indented(raw) {
        Some(json) => Shown::default().json(&json),
        None => Shown::default().text(raw),
    }
}

/// Whether the end of the arguments must have been seen before they are allowed:
/// by what they are, not by how they are shown.
pub(crate) fn is_long(request: &ApprovalRequest) -> bool {
    let texts = [
        arguments::command(&request.args).unwrap_or_default(),
        arguments::content(&request.args).unwrap_or("").to_owned(),
        indented(&request.raw_args).unwrap_or_else(|| request.raw_args.clone()),
    ];
    request.raw_args.len() > LONG_BYTES
        || texts.iter().any(|text| {
            text.len() > LONG_BYTES || text.lines().take(LONG_LINES + 1).count() > LONG_LINES
        })
}

fn visible_subject(subject: ApprovalSubject, shown: &mut Shown) -> ApprovalSubject {
    let mut clean = |text: String| shown.text(&text);
    match subject {
        ApprovalSubject::Command { command, folder } => ApprovalSubject::Command {
            command: clean(command),
            folder: clean(folder),
        },
        ApprovalSubject::Write { path, exists } => ApprovalSubject::Write {
            path: clean(path),
            exists,
        },
        ApprovalSubject::Edit { path } => ApprovalSubject::Edit { path: clean(path) },
        ApprovalSubject::Read { path } => ApprovalSubject::Read { path: clean(path) },
        ApprovalSubject::Url { url, host } => ApprovalSubject::Url {
            url: clean(url),
            host,
        },
        ApprovalSubject::Other => ApprovalSubject::Other,
    }
}

/// What a write or an edit would change. `workspace` is given while the call
/// has not run: only then is the file on disk what was there before. Without it
/// the arguments alone speak.
pub(crate) fn preview(
    kind: ToolKind,
    args: &serde_json::Value,
    workspace: Option<&Path>,
) -> Preview {
    let (ToolKind::Write | ToolKind::Edit, Some(path)) = (kind, arguments::path(args)) else {
        return Preview::default();
    };
    let Some(workspace) = workspace else {
        return from_arguments(kind, path, args);
    };
    let before = read(&workspace.join(path));
    match kind {
        ToolKind::Write => match (arguments::content(args), before) {
            (Some(content), Ok(Some(before))) => diff(path, &before, content),
            (Some(content), Ok(None)) => new_file(path, content),
            (Some(content), Err(note)) => Preview {
                note: Some(note),
                ..new_file(path, content)
            },
            (None, _) => note(&NO_CONTENT),
        },
        _ => edit(path, args, before),
    }
}

fn from_arguments(kind: ToolKind, path: &str, args: &serde_json::Value) -> Preview {
    let texts = match kind {
        ToolKind::Write => arguments::content(args).map(|content| ("", content)),
        _ => arguments::replacement(args),
    };
    texts.map_or_else(Preview::default, |(old, new)| diff(path, old, new))
}

fn edit(path: &str, args: &serde_json::Value, before: Result<Option<String>, Phrase>) -> Preview {
    let Some((old, new)) = arguments::replacement(args) else {
        return note(&NO_REPLACEMENT);
    };
    let alone = |note: Phrase| Preview {
        note: Some(note),
        ..diff(path, old, new)
    };
    match before {
        Ok(Some(before)) => match before.matches(old).count() {
            0 => alone(said(&NOT_IN_FILE)),
            1 => diff(path, &before, &before.replacen(old, new, 1)),
            _ if arguments::replaces_all(args) => diff(path, &before, &before.replace(old, new)),
            many => Preview {
                note: Some(Phrase::new(
                    "previewSeveral",
                    "The text to replace is in the file {count} times.",
                    &[("count", &many.to_string())],
                )),
                ..diff(path, &before, &before.replacen(old, new, 1))
            },
        },
        Ok(None) => alone(said(&NOT_THERE)),
        Err(text) => alone(text),
    }
}

type Note = (&'static str, &'static str);

const NO_CONTENT: Note = ("previewNoContent", "The arguments hold no content.");
const NO_REPLACEMENT: Note = (
    "previewNoReplacement",
    "The arguments do not say what is replaced.",
);
const NOT_IN_FILE: Note = (
    "previewNotInFile",
    "The text to replace is not in the file.",
);
const NOT_THERE: Note = ("previewNotThere", "The file is not there.");
const NO_FILE: Note = (
    "previewNoFile",
    "There is something else than a file at this path.",
);
const TOO_LARGE: Note = ("previewTooLarge", "The file is too large for a comparison.");
const NO_TEXT: Note = ("previewNoText", "The file is not text.");

fn said((code, text): &Note) -> Phrase {
    Phrase::plain(code, text)
}

fn unreadable(error: &std::io::Error) -> Phrase {
    Phrase::new(
        "previewUnreadable",
        "The file can't be read for a comparison: {error}.",
        &[("error", &error.to_string())],
    )
}

fn note(note: &Note) -> Preview {
    Preview {
        note: Some(said(note)),
        ..Preview::default()
    }
}

fn new_file(path: &str, content: &str) -> Preview {
    diff(path, "", content)
}

fn diff(path: &str, before: &str, after: &str) -> Preview {
    let rendered = render::diff_texts(path, before, after, 3);
    Preview {
        blocks: rendered.blocks,
        note: None,
        changed: Some((rendered.added, rendered.removed)),
    }
}

/// The file's text; `None` where there is no file. Pipes and devices are never opened.
fn read(path: &Path) -> Result<Option<String>, Phrase> {
    let meta = match std::fs::metadata(path) {
        Ok(meta) => meta,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(&error)),
    };
    if !meta.is_file() {
        return Err(said(&NO_FILE));
    }
    if meta.len() > PREVIEW_CAP {
        return Err(said(&TOO_LARGE));
    }
    let bytes = std::fs::read(path).map_err(|error| unreadable(&error))?;
    String::from_utf8(bytes)
        .map(Some)
        .map_err(|_| said(&NO_TEXT))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn a_call_that_has_run_is_not_compared_with_its_own_work() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.txt");
        std::fs::write(&file, "one\ntwo\n").unwrap();
        // Absolute, as in the specification's own example.
        let args = json!({"file_path": file, "content": "one\ntwo\n"});
        let waiting = preview(ToolKind::Write, &args, Some(dir.path()));
        assert_eq!(waiting.changed, Some((0, 0)), "nothing would change");
        let settled = preview(ToolKind::Write, &args, None);
        assert_eq!(settled.changed, Some((2, 0)), "what it wrote");
        let args = json!({"file_path": file, "old_string": "a", "new_string": "b"});
        let settled = preview(ToolKind::Edit, &args, None);
        assert_eq!((settled.changed, settled.note), (Some((1, 1)), None));
    }
}
