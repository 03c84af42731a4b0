//! The card of a request: everything readable by kind, with the raw arguments whole.

use super::{arguments, risk};
use crate::conversation::sha256_hex;
use model::view::{ApprovalCard, Block};
use model::{ApprovalRecord, ApprovalRequest, ApprovalSubject, ToolKind};
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
    pub note: String,
    pub changed: Option<(u32, u32)>,
}

/// The whole card.
pub(crate) fn build(record: &ApprovalRecord, preview: &Preview, workspace: &Path) -> ApprovalCard {
    let request = &record.request;
    let raw_args = pretty(&request.raw_args);
    ApprovalCard {
        key: request.key.clone(),
        state: record.state.clone(),
        by: record.by.clone(),
        requested_at: record.requested_at,
        args_sha256: sha256_hex(request.raw_args.as_bytes()),
        subject: visible_subject(arguments::subject(
            request.kind,
            &request.args,
            workspace,
            Path::exists,
        )),
        args_bytes: request.raw_args.len() as u64,
        must_scroll: is_long(request, &raw_args),
        raw_args,
        preview: preview.blocks.clone(),
        preview_note: preview.note.clone(),
        risk: risk::judge(request, workspace),
        description: render::visible(request.description.as_deref().unwrap_or("")),
        category: render::visible(request.category.as_deref().unwrap_or("")),
    }
}

/// Indented where it is JSON; hidden characters visible either way.
pub(crate) fn pretty(raw: &str) -> String {
    let indented = serde_json::from_str::<serde_json::Value>(raw)
        .ok()
        .and_then(|value| serde_json::to_string_pretty(&value).ok());
    render::visible(indented.as_deref().unwrap_or(raw))
}

fn is_long(request: &ApprovalRequest, shown: &str) -> bool {
    let lines = arguments::command(&request.args)
        .as_deref()
        .or(arguments::content(&request.args))
        .map_or(0, |text| text.lines().count());
    shown.len() > LONG_BYTES || lines.max(shown.lines().count()) > LONG_LINES
}

fn visible_subject(subject: ApprovalSubject) -> ApprovalSubject {
    let clean = |text: String| render::visible(&text);
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
        ApprovalSubject::Url { url } => ApprovalSubject::Url { url: clean(url) },
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
                note,
                ..new_file(path, content)
            },
            (None, _) => note("The arguments hold no content."),
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

fn edit(path: &str, args: &serde_json::Value, before: Result<Option<String>, String>) -> Preview {
    let Some((old, new)) = arguments::replacement(args) else {
        return note("The arguments do not say what is replaced.");
    };
    let alone = |text: String| Preview {
        note: text,
        ..diff(path, old, new)
    };
    match before {
        Ok(Some(before)) => match before.matches(old).count() {
            0 => alone("The text to replace is not in the file.".to_owned()),
            1 => diff(path, &before, &before.replacen(old, new, 1)),
            _ if arguments::replaces_all(args) => diff(path, &before, &before.replace(old, new)),
            many => Preview {
                note: format!("The text to replace is in the file {many} times."),
                ..diff(path, &before, &before.replacen(old, new, 1))
            },
        },
        Ok(None) => alone("The file is not there.".to_owned()),
        Err(text) => alone(text),
    }
}

fn note(text: &str) -> Preview {
    Preview {
        note: text.to_owned(),
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
        note: String::new(),
        changed: Some((rendered.added, rendered.removed)),
    }
}

/// The file's text; `None` where there is no file. Pipes and devices are never opened.
fn read(path: &Path) -> Result<Option<String>, String> {
    let meta = match std::fs::metadata(path) {
        Ok(meta) => meta,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("The file can't be read for a comparison: {error}.")),
    };
    if !meta.is_file() {
        return Err("There is something else than a file at this path.".to_owned());
    }
    if meta.len() > PREVIEW_CAP {
        return Err("The file is too large for a comparison.".to_owned());
    }
    let bytes = std::fs::read(path)
        .map_err(|error| format!("The file can't be read for a comparison: {error}."))?;
    String::from_utf8(bytes)
        .map(Some)
        .map_err(|_| "The file is not text.".to_owned())
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
        assert_eq!((settled.changed, settled.note.as_str()), (Some((1, 1)), ""));
    }
}
