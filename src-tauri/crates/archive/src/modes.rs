//! Files that only their owner may read, whatever the umask (F106). SQLite
//! gives `-wal` and `-shm` the mode of the main file.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

/// Makes the folder, and those above it, for the owner alone. A folder that is
/// there keeps its mode: it may be the user's own.
pub(crate) fn create_dir(dir: &Path) -> io::Result<()> {
    if dir.is_dir() {
        return Ok(());
    }
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)?;
    set_mode(dir, 0o700)
}

/// Opens a file for reading and writing, 0600, made where it is not there.
pub(crate) fn open_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    tighten(path)?;
    Ok(file)
}

/// Takes a file from group and others. Nothing where it is not there.
pub(crate) fn tighten(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(meta) if is_private(&meta) => Ok(()),
        Ok(_) => set_mode(path, 0o600),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Forces the folder's entries to the disk, after a rename.
pub(crate) fn sync_dir(file: &Path) -> io::Result<()> {
    match file.parent() {
        Some(dir) if cfg!(unix) => File::open(dir)?.sync_all(),
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn is_private(meta: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    meta.permissions().mode() & 0o077 == 0
}

#[cfg(not(unix))]
fn is_private(_: &fs::Metadata) -> bool {
    true
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}
