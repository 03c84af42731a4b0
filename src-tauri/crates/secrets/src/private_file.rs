//! Files that only the user may read, replaced in one step.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// One at a time: two that replace the same file have the same file beside it, and one would
/// put the other's half in place, or find its own gone.
static REPLACING: Mutex<()> = Mutex::new(());

/// Writes a file beside `path`, makes sure that it is on the disk, and renames it
/// over `path`: at any moment either the old or the new content is there, whole.
/// The file is readable by the user alone (0600), whatever the umask is.
///
/// # Errors
/// What the system says; `path` is as it was.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let _turn = REPLACING.lock().unwrap_or_else(PoisonError::into_inner);
    let fresh = beside(path, "new");
    let written = write(&fresh, content).and_then(|()| fs::rename(&fresh, path));
    if written.is_err() {
        // A full disk: what was written of it is in the way of everything else.
        let _ = fs::remove_file(&fresh);
        return written;
    }
    sync_folder(path);
    Ok(())
}

/// `path` with one more ending.
#[must_use]
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".");
    name.push(ending);
    path.with_file_name(name)
}

fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    // What a kill left there, or somebody put there: never written through.
    if let Err(error) = fs::remove_file(path)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(error);
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    make_private(&file)?;
    file.write_all(content)?;
    file.sync_all()
}

/// A file that was there with another mode, or a umask that takes from the user too.
fn make_private(file: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(fs::Permissions::from_mode(0o600))?;
    }
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

/// The new name itself is on the disk. Where folders can't be synced the rename
/// still is in one step.
fn sync_folder(path: &Path) {
    if let Some(Ok(folder)) = path.parent().map(File::open) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn f120_a_file_replaced_by_many_at_once_is_one_of_theirs_and_whole() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("settings.json");
        std::thread::scope(|scope| {
            for n in 0..8_u8 {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..20 {
                        replace(path, &vec![n; 50_000]).unwrap();
                        let found = fs::read(path).unwrap();
                        assert_eq!(found, vec![found[0]; 50_000]);
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn f106_a_replaced_file_is_private_whatever_it_was() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.json");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        replace(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o600
        );
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
