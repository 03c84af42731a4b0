//! What the guide can do: seven calls, each really done. The names, categories and arguments are
//! those of the specification (§1.5); `Picture` is the guide's own.

mod edit;
mod list;
mod picture;
mod place;
mod read;
mod run;
mod search;
mod unified;
mod write;

use std::io;

use serde_json::{Value, json};

pub(crate) use place::Workspace;

use super::children::Children;
use super::control::Control;
use super::permission::Category;

/// The most text one result carries, in bytes.
pub(crate) const OUTPUT_LIMIT: usize = 200_000;

/// One tool call, complete with its arguments.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Call {
    List {
        path: String,
        pattern: String,
    },
    Read {
        file_path: String,
    },
    Search {
        pattern: String,
        path: String,
    },
    Write {
        file_path: String,
        content: String,
    },
    Edit {
        file_path: String,
        old: String,
        new: String,
    },
    Run {
        command: String,
    },
    Picture {
        width: u32,
        height: u32,
    },
}

/// How `output` is to be read (specification §1.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputType {
    Text,
    Diff,
    Image,
}

/// What a call produced.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Output {
    pub(crate) text: String,
    pub(crate) kind: OutputType,
    pub(crate) metadata: Option<Value>,
    /// The call was carried out but reports a failure, such as a command's exit code.
    pub(crate) failed: bool,
}

impl Output {
    fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            kind: OutputType::Text,
            metadata: None,
            failed: false,
        }
    }

    fn of_file(mut self, file_path: &str) -> Self {
        self.metadata = Some(json!({"file_path": file_path}));
        self
    }
}

/// Why a call could not be carried out. The text is shown to the user.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ToolError {
    #[error("{path} is outside the workspace {root}. The guide only touches what is inside it.")]
    Outside { path: String, root: String },
    #[error(
        "{path}: there is no such file or folder in the workspace. `list` shows what there is."
    )]
    Missing { path: String },
    #[error("{path} is a folder, not a file. Try `list {path}`.")]
    IsFolder { path: String },
    #[error("{path} is a file, not a folder. Try `read {path}`.")]
    NotFolder { path: String },
    #[error(
        "{path} is neither a file nor a folder (a pipe, socket or device), so it is left alone."
    )]
    Special { path: String },
    #[error(
        "{path} is not text (it holds bytes that are not UTF-8), so the guide leaves it alone."
    )]
    Binary { path: String },
    #[error("{path} has {size} bytes; the limit for this is {limit}.")]
    TooBig { path: String, size: u64, limit: u64 },
    #[error("{path}: the text to replace was not found, so nothing was changed: {old:?}")]
    NotFound { path: String, old: String },
    #[error(
        "{path}: the text to replace occurs {count} times, so nothing was changed. \
         Give more of the text around it, so that it occurs once: {old:?}"
    )]
    Ambiguous {
        path: String,
        old: String,
        count: usize,
    },
    #[error("{path}: the text to replace is empty, so nothing was changed.")]
    NothingToReplace { path: String },
    #[error("{pattern:?} is not a valid file pattern: {why}")]
    BadPattern { pattern: String, why: String },
    #[error("{path}: {source}")]
    Io { path: String, source: io::Error },
    #[error("The command could not be started: {0}")]
    Spawn(io::Error),
    /// Not shown: the caller says that the call was cancelled.
    #[error("stopped")]
    Stopped,
}

/// Where a call works.
pub(crate) struct Bench<'a> {
    pub(crate) workspace: &'a Workspace,
    pub(crate) control: &'a Control,
    pub(crate) children: &'a Children,
}

impl Call {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::List { .. } => "Glob",
            Self::Read { .. } => "Read",
            Self::Search { .. } => "Grep",
            Self::Write { .. } => "Write",
            Self::Edit { .. } => "Edit",
            Self::Run { .. } => "Bash",
            Self::Picture { .. } => "Picture",
        }
    }

    pub(crate) fn category(&self) -> Category {
        match self {
            Self::List { .. } | Self::Read { .. } | Self::Search { .. } | Self::Picture { .. } => {
                Category::Info
            }
            Self::Write { .. } | Self::Edit { .. } => Category::Edit,
            Self::Run { .. } => Category::Exec,
        }
    }

    pub(crate) fn args(&self) -> Value {
        match self {
            Self::List { path, pattern } => json!({"pattern": pattern, "path": path}),
            Self::Read { file_path } => json!({"file_path": file_path}),
            Self::Search { pattern, path } => json!({"pattern": pattern, "path": path}),
            Self::Write { file_path, content } => {
                json!({"file_path": file_path, "content": content})
            }
            Self::Edit {
                file_path,
                old,
                new,
            } => {
                json!({"file_path": file_path, "old_string": old, "new_string": new})
            }
            Self::Run { command } => json!({"command": command}),
            Self::Picture { width, height } => json!({"width": width, "height": height}),
        }
    }

    /// One line, without an end.
    pub(crate) fn description(&self) -> String {
        let line = match self {
            Self::List { path, pattern } if pattern == "*" => format!("List {}", folder(path)),
            Self::List { path, pattern } => format!("List {pattern} in {}", folder(path)),
            Self::Read { file_path } => format!("Read {file_path}"),
            Self::Search { pattern, path } => format!("Search for {pattern:?} in {}", folder(path)),
            Self::Write { file_path, content } => {
                format!("Write {file_path} ({})", bytes(content.len() as u64))
            }
            Self::Edit { file_path, .. } => format!("Edit {file_path}"),
            Self::Run { command } => format!("Run {command}"),
            Self::Picture { width, height } => {
                format!("Draw a picture of {width} × {height} pixels")
            }
        };
        one_line(&line, 120)
    }

    /// Does it. Blocks until it is done or the user stops the turn.
    pub(crate) fn execute(&self, bench: &Bench<'_>) -> Result<Output, ToolError> {
        match self {
            Self::List { path, pattern } => list::list(bench, path, pattern),
            Self::Read { file_path } => read::read(bench, file_path),
            Self::Search { pattern, path } => search::search(bench, pattern, path),
            Self::Write { file_path, content } => write::write(bench, file_path, content),
            Self::Edit {
                file_path,
                old,
                new,
            } => edit::edit(bench, file_path, old, new),
            Self::Run { command } => run::run(bench, command),
            Self::Picture { width, height } => Ok(picture::picture(*width, *height)),
        }
    }
}

fn folder(path: &str) -> &str {
    if path == "." { "the workspace" } else { path }
}

/// `1 byte`, `3 bytes`, `4.5 kB`.
pub(crate) fn bytes(count: u64) -> String {
    #[allow(clippy::cast_precision_loss)] // shown with one decimal
    let short = |unit: f64| count as f64 / unit;
    match count {
        1 => "1 byte".to_owned(),
        0..1_000 => format!("{count} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", short(1e3)),
        _ => format!("{:.1} MB", short(1e6)),
    }
}

/// The text on one line, cut after `limit` characters.
pub(crate) fn one_line(text: &str, limit: usize) -> String {
    let mut line: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if let Some((cut, _)) = line.char_indices().nth(limit) {
        line.truncate(cut);
        line.push('…');
    }
    line
}
