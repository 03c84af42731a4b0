//! A file that has its name only once it is complete. One that had the name
//! before is there until then.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The file before it has its name. Dropped without one, it is gone.
pub(crate) struct WholeFile {
    draft: PathBuf,
    path: PathBuf,
    kept: bool,
}

impl WholeFile {
    /// Begins it, beside where it will be. Nobody else can read it, whatever the umask says.
    pub(crate) fn create(path: &Path) -> io::Result<(Self, File)> {
        let mut name = std::ffi::OsString::from(".");
        name.push(
            path.file_name()
                .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidFilename))?,
        );
        name.push(format!(".{}.part", std::process::id()));
        let draft = path.with_file_name(name);
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&draft)?;
        let whole = Self {
            draft,
            path: path.to_owned(),
            kept: false,
        };
        Ok((whole, file))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Puts it in its place. Everything was written.
    pub(crate) fn place(mut self) -> io::Result<()> {
        File::open(&self.draft).and_then(|file| file.sync_all())?;
        fs::rename(&self.draft, &self.path)?;
        self.kept = true;
        Ok(())
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if !self.kept {
            // What cannot be removed has a name that says what it is.
            let _ = fs::remove_file(&self.draft);
        }
    }
}
