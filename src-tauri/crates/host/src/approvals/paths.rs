//! Paths of calls against the patterns of rules: links resolved, at the moment
//! the call asks.

use std::path::{Component, Path, PathBuf};

/// Where a path really lies, relative to the workspace, with `/` between its
/// parts; empty for the workspace itself. None where it lies outside, or where
/// that can't be told for sure.
pub(crate) fn inside(path: &str, workspace: &Path) -> Option<String> {
    if path.contains('\0') || path.starts_with('~') {
        return None;
    }
    let home = workspace.canonicalize().ok()?;
    let whole = workspace.join(path);
    let mut rest = Vec::new();
    let mut there = whole.as_path();
    // The nearest part that is there is resolved; the rest must be plain names.
    let real = loop {
        match there.canonicalize() {
            Ok(real) => break real,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(_) => return None,
        }
        // A link that leads nowhere yet would be followed by a write.
        if there.symlink_metadata().is_ok() {
            return None;
        }
        let name = match there.components().next_back()? {
            Component::Normal(name) => name.to_owned(),
            _ => return None,
        };
        rest.push(name);
        there = there.parent()?;
    };
    let mut real: PathBuf = real;
    real.extend(rest.into_iter().rev());
    let inner = real.strip_prefix(&home).ok()?;
    let parts: Option<Vec<&str>> = inner
        .components()
        .map(|part| match part {
            Component::Normal(name) => name.to_str(),
            _ => None,
        })
        .collect();
    Some(parts?.join("/"))
}

/// A path by its words alone, relative to the workspace where it lies in it.
pub(crate) fn written(path: &str, workspace: &Path) -> String {
    let mut plain = PathBuf::new();
    for component in workspace.join(path).components() {
        match component {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
        .strip_prefix(workspace)
        .unwrap_or(&plain)
        .to_string_lossy()
        .into_owned()
}

/// Whether a relative path fits a pattern: `*` and `?` within a part, `**` for
/// any number of parts.
pub(crate) fn fits(glob: &str, path: &str) -> bool {
    let glob: Vec<&str> = glob.split('/').collect();
    let path: Vec<&str> = if path.is_empty() {
        Vec::new()
    } else {
        path.split('/').collect()
    };
    parts_fit(&glob, &path)
}

fn parts_fit(glob: &[&str], path: &[&str]) -> bool {
    match (glob.split_first(), path.split_first()) {
        (None, None) => true,
        (Some((&"**", rest)), None) => parts_fit(rest, path),
        (Some((&"**", rest)), Some((_, after))) => parts_fit(rest, path) || parts_fit(glob, after),
        (Some((part, rest)), Some((name, after))) => {
            let (part, name): (Vec<char>, Vec<char>) =
                (part.chars().collect(), name.chars().collect());
            name_fits(&part, &name) && parts_fit(rest, after)
        }
        _ => false,
    }
}

/// One part. Goes back to the last `*` only, so it takes no exponential time.
fn name_fits(pattern: &[char], name: &[char]) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        if p < pattern.len() && (pattern[p] == '?' || (pattern[p] != '*' && pattern[p] == name[n]))
        {
            (p, n) = (p + 1, n + 1);
        } else if p < pattern.len() && pattern[p] == '*' {
            star = Some((p, n));
            p += 1;
        } else if let Some((at, from)) = star {
            (p, n) = (at + 1, from + 1);
            star = Some((at, from + 1));
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn patterns_fit_as_people_read_them() {
        for (glob, path, fit) in [
            ("src/**", "src/a.rs", true),
            ("src/**", "src/deep/er/a.rs", true),
            ("src/**", "src", true),
            ("src/**", "srcs/a.rs", false),
            ("src/*.rs", "src/a.rs", true),
            ("src/*.rs", "src/deep/a.rs", false),
            ("**/*.rs", "a.rs", true),
            ("**/*.rs", "x/y/a.rs", true),
            ("**", "anything/at/all", true),
            ("a?c", "abc", true),
            ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbY", false),
            ("a.rs", "b.rs", false),
        ] {
            assert_eq!(fits(glob, path), fit, "{glob} {path}");
        }
    }

    #[test]
    fn links_are_resolved_and_new_files_have_the_folder_of_their_parent() {
        let dir = tempfile::tempdir().unwrap();
        let workspace = dir.path().join("w");
        std::fs::create_dir_all(workspace.join("src")).unwrap();
        std::fs::create_dir(dir.path().join("other")).unwrap();
        std::fs::write(workspace.join("src/a.rs"), "").unwrap();
        let link =
            |to: &Path, name: &str| std::os::unix::fs::symlink(to, workspace.join(name)).unwrap();
        link(&dir.path().join("other"), "out");
        link(&workspace.join("src"), "in");
        link(&dir.path().join("other/not-there"), "dangling");
        for (path, lies) in [
            ("src/a.rs", Some("src/a.rs")),
            ("src/new/deep.rs", Some("src/new/deep.rs")),
            ("in/a.rs", Some("src/a.rs")),
            ("in/new.rs", Some("src/new.rs")),
            ("src/../src/a.rs", Some("src/a.rs")),
            (".", Some("")),
            ("out/a.rs", None),
            ("dangling", None),
            ("../other/x", None),
            ("nothing/../../other/x", None),
            ("/etc/hosts", None),
            ("~/x", None),
        ] {
            assert_eq!(inside(path, &workspace).as_deref(), lies, "{path}");
        }
        let absolute = workspace.join("src/a.rs");
        assert_eq!(
            inside(absolute.to_str().unwrap(), &workspace).as_deref(),
            Some("src/a.rs")
        );
    }
}
