//! What one tool call changed in files, as far as the call itself tells.

use crate::approvals::{arguments, card};
use model::view::Block;
use model::{Item, ItemBody, OutputKind, ToolCall, ToolKind, ToolState};
use std::path::{Component, Path, PathBuf};

/// A file of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Touched {
    /// As the call names it.
    pub path: String,
    /// Lines added and removed; none where the call does not tell.
    pub lines: Option<(u32, u32)>,
}

/// The call of an item that may have changed files, whatever became of it.
pub(crate) fn call_of(item: &Item) -> Option<&ToolCall> {
    match &item.body {
        ItemBody::Tool(call)
            if diff_of(call).is_some() || matches!(call.kind, ToolKind::Write | ToolKind::Edit) =>
        {
            Some(call)
        }
        _ => None,
    }
}

/// The files a call changed, in the call's own order: those of the agent's diff,
/// else the one that a write or an edit names. None for a call that was denied,
/// failed, or is not done. `compared` are the lines that a comparison with the file
/// as it was gave, where there was one: the arguments of a write know only the new text.
pub(crate) fn touched(call: &ToolCall, compared: Option<(u32, u32)>) -> Vec<Touched> {
    if call.state != ToolState::Succeeded {
        return Vec::new();
    }
    let named = arguments::path(&call.args);
    if let Some(diff) = diff_of(call) {
        return render::diff_files(diff)
            .into_iter()
            .filter_map(|file| {
                let path = if file.path.is_empty() {
                    named?.to_owned()
                } else {
                    file.path
                };
                let lines = Some((file.added, file.removed));
                Some(Touched { path, lines })
            })
            .collect();
    }
    let (ToolKind::Write | ToolKind::Edit, Some(path)) = (call.kind, named) else {
        return Vec::new();
    };
    let lines = match call.kind {
        ToolKind::Write => {
            arguments::content(&call.args).map(|content| render::diff_counts("", content))
        }
        _ => arguments::replacement(&call.args).map(|(old, new)| render::diff_counts(old, new)),
    };
    vec![Touched {
        path: path.to_owned(),
        lines: compared.or(lines),
    }]
}

/// The diff of a file of a call, from the agent's diff or made of the arguments:
/// what the call's row shows of it. `compared` is what was shown before it ran.
pub(crate) fn blocks(call: &ToolCall, path: &str, compared: Option<Vec<Block>>) -> Vec<Block> {
    let Some(diff) = diff_of(call) else {
        return compared.unwrap_or_else(|| card::preview(call.kind, &call.args, None).blocks);
    };
    let one = render::diff_of_file(diff, path).blocks;
    if one.is_empty() && arguments::path(&call.args) == Some(path) {
        return render::diff_of_file(diff, "").blocks;
    }
    one
}

fn diff_of(call: &ToolCall) -> Option<&str> {
    call.output
        .as_ref()
        .filter(|output| output.kind == OutputKind::Diff)
        .map(|output| output.text.as_str())
}

/// Where a file lies, however the call spells it. By its words alone: nothing on
/// the disk is asked, so that one file is one file after it is gone too.
pub(crate) fn whole(path: &str, workspace: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in workspace.join(path).components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// A path for people.
pub(crate) fn label(path: &Path, workspace: &Path) -> String {
    let shown = path.strip_prefix(workspace).unwrap_or(path);
    render::visible(&shown.to_string_lossy())
}
