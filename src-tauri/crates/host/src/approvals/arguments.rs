//! Finding the argument that matters in a tool call.
//!
//! Agents spell their arguments differently (`file_path`, `filePath`, `path`;
//! `command`, `cmd`); this is the one place that knows the spellings.

use model::{ApprovalSubject, ToolKind};
use serde_json::Value;
use std::path::{Component, Path, PathBuf};

const PATHS: &[&str] = &["file_path", "filePath", "path", "filename", "file"];
const COMMANDS: &[&str] = &["command", "cmd", "script"];
const CONTENTS: &[&str] = &["content", "contents", "text"];
const OLD: &[&str] = &["old_string", "oldString", "old_text", "old"];
const NEW: &[&str] = &["new_string", "newString", "new_text", "new"];
const PATTERNS: &[&str] = &["pattern", "query", "regex", "glob"];
const URLS: &[&str] = &["url", "uri"];
const FOLDERS: &[&str] = &["cwd", "workdir", "working_directory"];

fn text<'a>(args: &'a Value, names: &[&str]) -> Option<&'a str> {
    names.iter().find_map(|name| args.get(name)?.as_str())
}

/// The file a call is about.
pub(crate) fn path(args: &Value) -> Option<&str> {
    text(args, PATHS)
}

/// The command line a call would run. Some agents give it word by word.
pub(crate) fn command(args: &Value) -> Option<String> {
    if let Some(command) = text(args, COMMANDS) {
        return Some(command.to_owned());
    }
    let words = COMMANDS
        .iter()
        .find_map(|name| args.get(name)?.as_array())?;
    let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// The whole new content of a file.
pub(crate) fn content(args: &Value) -> Option<&str> {
    text(args, CONTENTS)
}

/// What an edit replaces, and by what.
pub(crate) fn replacement(args: &Value) -> Option<(&str, &str)> {
    Some((text(args, OLD)?, text(args, NEW)?))
}

/// Whether every occurrence is to be replaced.
pub(crate) fn replaces_all(args: &Value) -> bool {
    ["replace_all", "replaceAll"]
        .iter()
        .any(|name| args.get(name).and_then(Value::as_bool) == Some(true))
}

/// What a call is about, in its own words.
pub(crate) fn subject(
    kind: ToolKind,
    args: &Value,
    workspace: &Path,
    exists: impl Fn(&Path) -> bool,
) -> ApprovalSubject {
    let subject = match kind {
        ToolKind::Execute => command(args).map(|command| ApprovalSubject::Command {
            command,
            folder: folder(args)
                .map_or_else(|| workspace.to_path_buf(), |cwd| workspace.join(cwd))
                .to_string_lossy()
                .into_owned(),
        }),
        ToolKind::Write => path(args).map(|path| ApprovalSubject::Write {
            path: path.to_owned(),
            exists: exists(&workspace.join(path)),
        }),
        ToolKind::Edit => path(args).map(|path| ApprovalSubject::Edit {
            path: path.to_owned(),
        }),
        ToolKind::Read => path(args).map(|path| ApprovalSubject::Read {
            path: path.to_owned(),
        }),
        ToolKind::Search => {
            text(args, PATTERNS)
                .or_else(|| path(args))
                .map(|path| ApprovalSubject::Read {
                    path: path.to_owned(),
                })
        }
        ToolKind::Fetch => text(args, URLS).map(|url| ApprovalSubject::Url {
            url: url.to_owned(),
            host: host(url).unwrap_or_default(),
        }),
        ToolKind::Agent | ToolKind::Other => None,
    };
    subject.unwrap_or(ApprovalSubject::Other)
}

/// The subject in one line, for the head of a tool card.
pub(crate) fn headline(kind: ToolKind, args: &Value, workspace: &Path) -> String {
    let line = match kind {
        ToolKind::Execute => command(args),
        ToolKind::Search => text(args, PATTERNS)
            .or_else(|| path(args))
            .map(str::to_owned),
        ToolKind::Fetch => text(args, URLS).map(str::to_owned),
        _ => path(args).map(|path| inside(path, workspace)),
    };
    line.or_else(|| text(args, &["description", "prompt"]).map(str::to_owned))
        .unwrap_or_default()
}

/// True where one meaning is given under several spellings with different
/// values: nobody here can tell which one the tool would take.
pub(crate) fn is_ambiguous(args: &Value) -> bool {
    [PATHS, COMMANDS, CONTENTS, URLS].iter().any(|names| {
        let mut given = names.iter().filter_map(|name| args.get(name));
        let first = given.next();
        given.any(|other| Some(other) != first)
    })
}

/// Whether a path is part of Git's own folder: what lies there can run programs.
pub(crate) fn is_in_git(path: &str) -> bool {
    Path::new(path)
        .components()
        .any(|part| part.as_os_str().eq_ignore_ascii_case(".git"))
}

/// The host an address names, lower case; none where it can't be told for sure.
pub(crate) fn host(url: &str) -> Option<String> {
    let rest = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    // A user part, a port, an address in brackets and anything odd is not a plain name.
    let plain = !authority.is_empty()
        && !authority.starts_with(['.', '-'])
        && authority
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'));
    plain.then(|| authority.trim_end_matches('.').to_ascii_lowercase())
}

/// The folder a command would run in, as the arguments name it.
pub(crate) fn folder(args: &Value) -> Option<&str> {
    text(args, FOLDERS)
}

/// The words of a command that is given word by word.
pub(crate) fn command_words(args: &Value) -> Option<Vec<String>> {
    let words = COMMANDS
        .iter()
        .find_map(|name| args.get(name)?.as_array())?;
    words
        .iter()
        .map(|word| word.as_str().map(str::to_owned))
        .collect()
}

/// The address a call would fetch.
pub(crate) fn url(args: &Value) -> Option<&str> {
    text(args, URLS)
}

/// A path as seen from the workspace, where it lies in it.
fn inside(path: &str, workspace: &Path) -> String {
    Path::new(path).strip_prefix(workspace).map_or_else(
        |_| path.to_owned(),
        |inner| inner.to_string_lossy().into_owned(),
    )
}

/// Whether a path leaves the workspace, by its words and by the links on disk.
pub(crate) fn leaves(path: &str, workspace: &Path) -> bool {
    let whole = workspace.join(path);
    let mut plain = PathBuf::new();
    for component in whole.components() {
        match component {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    if !plain.starts_with(workspace) {
        return true;
    }
    let Ok(home) = workspace.canonicalize() else {
        return false;
    };
    // The file may not be there yet: the nearest folder that is decides.
    plain
        .ancestors()
        .find_map(|ancestor| ancestor.canonicalize().ok())
        .is_some_and(|real| !real.starts_with(&home) && !home.starts_with(&real))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn both_generations_spell_the_command_their_way() {
        assert_eq!(command(&json!({"command": "ls -l"})).unwrap(), "ls -l");
        assert_eq!(command(&json!({"cmd": "ls"})).unwrap(), "ls");
        assert_eq!(
            command(&json!({"command": ["git", "log"]})).unwrap(),
            "git log"
        );
        assert_eq!(command(&json!({"command": 3})), None);
    }

    #[test]
    fn a_host_is_told_only_where_it_is_plain() {
        for (url, told) in [
            ("https://docs.rs/serde", Some("docs.rs")),
            ("http://Docs.RS?x", Some("docs.rs")),
            ("https://docs.rs@evil.test/", None),
            ("https://docs.rs:8443/", None),
            ("https://[::1]/", None),
            ("https://docs.rs\\@evil.test", None),
            ("file:///etc/passwd", None),
            ("https://", None),
        ] {
            assert_eq!(host(url).as_deref(), told, "{url}");
        }
    }

    #[test]
    fn two_spellings_of_one_thing_are_ambiguous() {
        assert!(!is_ambiguous(&json!({"path": "a", "content": "x"})));
        assert!(!is_ambiguous(&json!({"path": "a", "file_path": "a"})));
        assert!(is_ambiguous(
            &json!({"path": "a", "file_path": "/etc/passwd"})
        ));
    }

    #[test]
    fn a_path_leaves_by_dots_by_root_and_by_links() {
        let dir = tempfile::tempdir().unwrap();
        let workspace = dir.path().join("w");
        std::fs::create_dir(&workspace).unwrap();
        std::fs::create_dir(dir.path().join("other")).unwrap();
        std::os::unix::fs::symlink(dir.path().join("other"), workspace.join("link")).unwrap();
        for (path, out) in [
            ("a.txt", false),
            ("new/deep/a.txt", false),
            ("sub/../a.txt", false),
            ("../other/a.txt", true),
            ("/etc/passwd", true),
            ("link/a.txt", true),
        ] {
            assert_eq!(leaves(path, &workspace), out, "{path}");
        }
    }
}
