//! Paths stay inside the workspace, whatever `..` and symbolic links say.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Component, Path, PathBuf};

use super::ToolError;

/// The folder the guide works in.
#[derive(Debug, Clone)]
pub(crate) struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// The folder must exist; its symbolic links are resolved once.
    pub(crate) fn open(folder: &Path) -> io::Result<Self> {
        let root = fs::canonicalize(folder)?;
        if !root.is_dir() {
            return Err(io::Error::from(io::ErrorKind::NotADirectory));
        }
        Ok(Self { root })
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Where `path` leads, the last step included, whether or not something is there. What exists
    /// of it is resolved by the system; the rest may only go down.
    pub(crate) fn resolve(&self, path: &str) -> Result<PathBuf, ToolError> {
        let outside = || ToolError::Outside {
            path: path.to_owned(),
            root: self.root.display().to_string(),
        };
        let wanted = self.root.join(path);
        let mut there = wanted.as_path();
        let mut below: Vec<OsString> = Vec::new();
        let real = loop {
            match fs::canonicalize(there) {
                Ok(real) => break real,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    // A link that leads nowhere would be created wherever it points.
                    if fs::symlink_metadata(there).is_ok() {
                        return Err(outside());
                    }
                    let last = there.components().next_back();
                    let (Some(Component::Normal(name)), Some(parent)) = (last, there.parent())
                    else {
                        return Err(ToolError::Missing {
                            path: path.to_owned(),
                        });
                    };
                    below.push(name.to_owned());
                    there = parent;
                }
                Err(source) => {
                    return Err(ToolError::Io {
                        path: path.to_owned(),
                        source,
                    });
                }
            }
        };
        if !real.starts_with(&self.root) {
            return Err(outside());
        }
        Ok(below.iter().rev().fold(real, |at, name| at.join(name)))
    }

    /// A regular file that exists, with what is known about it.
    pub(crate) fn file(&self, path: &str) -> Result<(PathBuf, Metadata), ToolError> {
        let real = self.resolve(path)?;
        let metadata = fs::metadata(&real).map_err(|source| self.io(path, source))?;
        if metadata.is_dir() {
            return Err(ToolError::IsFolder {
                path: path.to_owned(),
            });
        }
        if !metadata.is_file() {
            // Opening a pipe would wait for ever.
            return Err(ToolError::Special {
                path: path.to_owned(),
            });
        }
        Ok((real, metadata))
    }

    /// A folder that exists.
    pub(crate) fn folder(&self, path: &str) -> Result<PathBuf, ToolError> {
        let real = self.resolve(path)?;
        let metadata = fs::metadata(&real).map_err(|source| self.io(path, source))?;
        if !metadata.is_dir() {
            return Err(ToolError::NotFolder {
                path: path.to_owned(),
            });
        }
        Ok(real)
    }

    /// A text file's content.
    pub(crate) fn text(&self, path: &str, limit: u64) -> Result<(PathBuf, String), ToolError> {
        let (real, metadata) = self.file(path)?;
        if metadata.len() > limit {
            return Err(ToolError::TooBig {
                path: path.to_owned(),
                size: metadata.len(),
                limit,
            });
        }
        let content = fs::read(&real).map_err(|source| self.io(path, source))?;
        match String::from_utf8(content) {
            Ok(text) => Ok((real, text)),
            Err(_) => Err(ToolError::Binary {
                path: path.to_owned(),
            }),
        }
    }

    #[allow(clippy::unused_self)] // reads as "the workspace's error"
    pub(super) fn io(&self, path: &str, source: io::Error) -> ToolError {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::NotFound => ToolError::Missing { path },
            _ => ToolError::Io { path, source },
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn workspace() -> (tempfile::TempDir, Workspace) {
        let outer = tempfile::tempdir().unwrap();
        fs::create_dir_all(outer.path().join("in/sub")).unwrap();
        fs::write(outer.path().join("secret"), "s").unwrap();
        fs::write(outer.path().join("in/a.txt"), "a").unwrap();
        let workspace = Workspace::open(&outer.path().join("in")).unwrap();
        (outer, workspace)
    }

    fn refused(result: Result<PathBuf, ToolError>) -> bool {
        matches!(
            result,
            Err(ToolError::Outside { .. } | ToolError::Missing { .. })
        )
    }

    #[test]
    fn what_is_inside_resolves_whether_it_exists_or_not() {
        let (_outer, w) = workspace();
        assert_eq!(w.resolve("a.txt").unwrap(), w.root().join("a.txt"));
        assert_eq!(w.resolve("sub/../a.txt").unwrap(), w.root().join("a.txt"));
        assert_eq!(w.resolve("x/y.txt").unwrap(), w.root().join("x/y.txt"));
        let absolute = w.root().join("a.txt");
        assert_eq!(w.resolve(absolute.to_str().unwrap()).unwrap(), absolute);
    }

    #[test]
    fn dots_and_absolute_paths_do_not_lead_out() {
        let (_outer, w) = workspace();
        for path in [
            "../secret",
            "sub/../../secret",
            "/etc/passwd",
            "..",
            "x/../../secret",
        ] {
            assert!(refused(w.resolve(path)), "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_lead_out() {
        let (outer, w) = workspace();
        std::os::unix::fs::symlink(outer.path(), w.root().join("out")).unwrap();
        std::os::unix::fs::symlink(outer.path().join("new"), w.root().join("dangling")).unwrap();
        std::os::unix::fs::symlink("a.txt", w.root().join("inner")).unwrap();
        assert!(refused(w.resolve("out/secret")));
        assert!(refused(w.resolve("out/created")));
        assert!(refused(w.resolve("dangling")));
        assert_eq!(w.resolve("inner").unwrap(), w.root().join("a.txt"));
    }
}
