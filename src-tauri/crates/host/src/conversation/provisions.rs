//! What a start needs besides its program and environment: folders, a request
//! file, and the sole use of a database.

use crate::options::HostOptions;
use model::{AgentFault, LaunchPlan};
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Things that are held while a process lives and given back after it.
#[derive(Debug, Default)]
pub(super) struct Provisions {
    request_file: Option<PathBuf>,
    /// Locked for as long as it is open.
    sole_use: Option<File>,
}

impl Provisions {
    /// Makes what the plan wants.
    pub(super) fn make(plan: &LaunchPlan, options: &HostOptions) -> Result<Self, AgentFault> {
        for folder in &plan.make_dirs {
            fs::create_dir_all(folder).map_err(|error| {
                fault(
                    "start.folder",
                    format!("The folder {folder} can't be made: {error}."),
                )
            })?;
        }
        let mut provisions = Self::default();
        if let Some(file) = &plan.exclusive {
            provisions.sole_use = Some(sole_use(file)?);
        }
        if let Some(request) = &plan.request_file {
            let path = write_request(&request.content, options).map_err(|error| {
                fault(
                    "start.request",
                    format!("The request can't be written to a file: {error}."),
                )
            })?;
            provisions.request_file = Some(path);
        }
        Ok(provisions)
    }

    /// The variable that names the request file.
    pub(super) fn variable(&self, plan: &LaunchPlan) -> Option<(OsString, OsString)> {
        let path = self.request_file.as_ref()?;
        let request = plan.request_file.as_ref()?;
        Some((OsString::from(&request.variable), path.clone().into()))
    }
}

impl Drop for Provisions {
    fn drop(&mut self) {
        // The agent deletes the file when it has read it; what it left is ours to delete.
        if let Some(path) = self.request_file.take()
            && let Err(error) = fs::remove_file(&path)
            && error.kind() != std::io::ErrorKind::NotFound
        {
            tracing::warn!(%error, "a request file is still there");
        }
    }
}

/// Sole use of a database, by a lock on a file beside it: it holds between two
/// Parleys too, and a killed one lets go of it.
fn sole_use(database: &str) -> Result<File, AgentFault> {
    let path = format!("{database}.parley-lock");
    if let Some(folder) = Path::new(&path).parent() {
        // Where this fails, opening the lock says so.
        let _ = fs::create_dir_all(folder);
    }
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(|error| fault("start.lock", format!("{path} can't be opened: {error}.")))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(fault(
            "start.in-use",
            format!(
                "Another conversation's agent is using {database}. One database is one agent: end that one first, or give this profile a database of its own."
            ),
        )),
        Err(TryLockError::Error(error)) => Err(fault(
            "start.lock",
            format!("{path} can't be locked: {error}."),
        )),
    }
}

fn write_request(content: &str, options: &HostOptions) -> std::io::Result<PathBuf> {
    let folder = options.data_dir.join(crate::leftovers::REQUESTS);
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(&folder)?;
    let path = folder.join(format!("{}.json", uuid::Uuid::new_v4()));
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&path)?.write_all(content.as_bytes())?;
    Ok(path)
}

fn fault(code: &str, message: String) -> AgentFault {
    AgentFault {
        code: code.to_owned(),
        message,
        retryable: Some(true),
        detail: None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::options::Programs;

    fn options(dir: &Path, environment: &[(&str, &str)]) -> HostOptions {
        HostOptions {
            data_dir: dir.to_path_buf(),
            shared_dir: dir.to_path_buf(),
            programs: Programs {
                understudy: "/u".into(),
                guardian: "/g".into(),
            },
            environment: environment
                .iter()
                .map(|(name, value)| ((*name).into(), (*value).into()))
                .collect(),
            home: dir.to_path_buf(),
        }
    }

    #[test]
    fn a_database_is_used_by_one_and_free_after_it() {
        let dir = tempfile::tempdir().unwrap();
        let plan = LaunchPlan {
            exclusive: Some(dir.path().join("a.db").to_string_lossy().into_owned()),
            ..LaunchPlan::default()
        };
        let options = options(dir.path(), &[]);
        let first = Provisions::make(&plan, &options).unwrap();
        let second = Provisions::make(&plan, &options).unwrap_err();
        assert_eq!(second.code, "start.in-use");
        drop(first);
        Provisions::make(&plan, &options).unwrap();
    }

    #[test]
    fn f106_a_request_file_is_private_and_gone_afterwards() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let plan = LaunchPlan {
            request_file: Some(model::RequestFile {
                variable: "R".to_owned(),
                content: "{}".to_owned(),
            }),
            ..LaunchPlan::default()
        };
        let provisions = Provisions::make(&plan, &options(dir.path(), &[])).unwrap();
        let (name, path) = provisions.variable(&plan).unwrap();
        assert_eq!(name, "R");
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        drop(provisions);
        assert!(!Path::new(&path).exists());
    }
}
