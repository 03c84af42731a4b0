//! A file that an agent named, shown only because the user asked (security §7):
//! from its real place, never a device, never followed out of the workspace.

use model::view::NamedFile;
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// Larger files are not read for a picture.
const PICTURE: u64 = 20 * 1024 * 1024;
/// The beginning of a text that is shown, in bytes.
const TEXT: u64 = 128 * 1024;

/// Where a named file really lies. A relative path, and one below the workspace,
/// must stay below it; any other must be its own real path: no link, no `..`.
///
/// # Errors
/// Why it is not shown, for people.
pub(super) fn resolved(workspace: &Path, named: &str) -> Result<PathBuf, String> {
    let path = Path::new(named);
    if path
        .components()
        .any(|part| matches!(part, Component::ParentDir))
    {
        return Err("The path leads out of its folder with “..”. It was not opened.".to_owned());
    }
    let workspace = workspace
        .canonicalize()
        .map_err(|error| format!("The workspace can't be read: {error}."))?;
    let whole = workspace.join(path);
    let real = whole
        .canonicalize()
        .map_err(|error| format!("The file can't be found: {error}."))?;
    let inside = whole.starts_with(&workspace);
    if inside && !real.starts_with(&workspace) {
        return Err(format!(
            "The path is a link out of the workspace, to {}. It was not opened.",
            real.display()
        ));
    }
    if !inside && real != whole {
        return Err(format!(
            "The path is a link to {}. It was not opened.",
            real.display()
        ));
    }
    let meta =
        std::fs::metadata(&real).map_err(|error| format!("The file can't be read: {error}."))?;
    if !meta.is_file() {
        return Err(
            "This is no file but a folder, a pipe or a device. It was not opened.".to_owned(),
        );
    }
    Ok(real)
}

/// What can be shown of a file.
///
/// # Errors
/// Why it is not shown, for people.
pub(super) fn look(path: &Path) -> Result<NamedFile, String> {
    let unreadable = |error: std::io::Error| format!("The file can't be read: {error}.");
    let mut file = File::open(path).map_err(unreadable)?;
    // Asked of what was opened: another file may have taken the name.
    let meta = file.metadata().map_err(unreadable)?;
    if !meta.is_file() {
        return Err("This is no file any more. It was not read.".to_owned());
    }
    let most = if meta.len() <= PICTURE { PICTURE } else { TEXT };
    let mut bytes = Vec::new();
    file.by_ref()
        .take(most)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    let block = match render::image(&bytes) {
        Ok(picture) => Some(picture),
        Err(_) => text(path, &bytes),
    };
    Ok(NamedFile {
        path: render::visible(&path.to_string_lossy()),
        bytes: meta.len(),
        block,
    })
}

fn text(path: &Path, bytes: &[u8]) -> Option<model::view::Block> {
    let head = &bytes[..bytes.len().min(usize::try_from(TEXT).unwrap_or(usize::MAX))];
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // Cut within a character.
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&head[..error.valid_up_to()]).ok()?
        }
        Err(_) => return None,
    };
    if text.contains('\0') {
        return None;
    }
    let language = path
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or("");
    Some(render::code(text, language))
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use model::view::BlockKind;

    #[test]
    fn f095_a_named_file_is_shown_from_its_real_place_or_not_at_all() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        let workspace = root.join("w");
        std::fs::create_dir(&workspace).unwrap();
        std::fs::write(workspace.join("a.txt"), "hello").unwrap();
        std::fs::write(root.join("secret.txt"), "secret").unwrap();
        std::os::unix::fs::symlink(root.join("secret.txt"), workspace.join("link")).unwrap();
        std::os::unix::fs::symlink(root.join("secret.txt"), root.join("outer")).unwrap();
        // As a pipe: not a file, and opening it would wait or fail.
        let _socket = std::os::unix::net::UnixListener::bind(workspace.join("pipe")).unwrap();
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>";
        std::fs::write(workspace.join("x.svg"), svg).unwrap();
        let mut bomb = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        bomb.extend([0, 1, 0x86, 0xA0, 0, 1, 0x86, 0xA0]);
        std::fs::write(workspace.join("bomb.png"), bomb).unwrap();

        let refused = |named: &str| resolved(&workspace, named).unwrap_err();
        assert!(refused("pipe").contains("no file"));
        assert!(refused("/dev/zero").contains("no file"));
        assert!(refused("link").contains("out of the workspace"));
        assert!(refused("../secret.txt").contains(".."));
        assert!(refused("~/secret.txt").contains("can't be found"));
        assert!(refused("gone.png").contains("can't be found"));
        let outer = root.join("outer");
        assert!(refused(outer.to_str().unwrap()).contains("is a link"));

        let shown = |named: &str| look(&resolved(&workspace, named).unwrap()).unwrap().block;
        assert_eq!(shown("a.txt").unwrap().kind, BlockKind::Code);
        // Its text, escaped: never a picture.
        let svg = shown("x.svg").unwrap();
        assert_eq!(svg.kind, BlockKind::Code);
        assert!(!svg.html.contains("<svg"));
        assert_eq!(shown("bomb.png"), None);
        // Named outright, and its own real path.
        assert!(shown(root.join("secret.txt").to_str().unwrap()).is_some());
    }
}
