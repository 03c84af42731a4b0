//! What is done without a window. Nothing here touches the display.

mod agents;
mod check;
mod exec;
mod export;
mod import;
mod nib;
mod own_folder;
mod repair;
mod shell_files;

use crate::cli::Task;
use crate::error::StartError;
use crate::{data_dir, programs};
use host::HostOptions;
use std::ffi::OsString;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Does one task of the command line.
pub(crate) fn run(
    asked: Option<&Path>,
    task: Task,
    environment: Vec<(OsString, OsString)>,
) -> Result<ExitCode, StartError> {
    match task {
        Task::Exec(exec) => exec::run(asked, exec, environment),
        Task::Agents { json } => agents::run(asked, json, environment),
        Task::Check {
            profile,
            workspace,
            json,
        } => check::run(asked, profile, workspace, json, environment),
        Task::Nib(nib) => nib::run(asked, *nib, environment),
        Task::Export(wanted) => export::run(asked, wanted),
        Task::Import { file } => import::run(asked, &file),
        Task::Repair => repair::run(asked),
        Task::Completions { shell } => Ok(shell_files::completions(shell)),
        Task::Manual { folder } => Ok(shell_files::manual(&folder)),
    }
}

/// The host's options, with its files in `data_dir`.
fn options(
    asked: Option<&Path>,
    data_dir: PathBuf,
    environment: Vec<(OsString, OsString)>,
) -> Result<HostOptions, StartError> {
    let shared_dir = data_dir::choose(asked, |name| std::env::var_os(name))?;
    let programs = programs::beside_this_one().map_err(StartError::Installation)?;
    let home = std::env::home_dir().unwrap_or_else(|| data_dir.clone());
    Ok(HostOptions {
        data_dir,
        shared_dir,
        programs,
        environment,
        home,
    })
}

/// Runs to the end on a runtime of its own.
fn block_on<T>(work: impl Future<Output = T>) -> Result<T, StartError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_name("parley")
        .build()
        .map_err(StartError::Runtime)?;
    let done = runtime.block_on(work);
    // A read of the standard input that nobody needs any more can't be waited for.
    runtime.shutdown_background();
    Ok(done)
}

/// The folder an agent works in, as asked by `option` or the current one.
fn workspace(asked: Option<PathBuf>, option: &str) -> Result<PathBuf, String> {
    let folder = asked.unwrap_or_else(|| PathBuf::from("."));
    folder
        .canonicalize()
        .map_err(|error| error.to_string())
        .and_then(|path| {
            if !path.is_dir() {
                Err("it is no folder".to_owned())
            } else if path.to_str().is_none() {
                // Protocols carry paths as text; another folder of a mended name would be wrong (C30).
                Err(
                    "its name is not valid text (UTF-8), so agents can't be told about it"
                        .to_owned(),
                )
            } else {
                Ok(path)
            }
        })
        .map_err(|reason| {
            format!(
                "the agent can't work in {}: {reason}. Choose another folder with {option} DIR.",
                folder.display()
            )
        })
}

/// Wrong words: said on stderr, exit code 2.
fn usage(reason: &str) -> ExitCode {
    eprintln!("parley: {reason}");
    ExitCode::from(2)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    #[cfg(target_os = "linux")]
    #[test]
    fn c30_a_folder_whose_name_is_no_text_is_refused_with_the_reason() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let dir = tempfile::tempdir().unwrap();
        let odd = dir.path().join(OsStr::from_bytes(b"caf\xe9"));
        std::fs::create_dir(&odd).unwrap();
        let refused = super::workspace(Some(odd), "--workspace").unwrap_err();
        assert!(refused.contains("not valid text (UTF-8)"), "{refused}");
        let good = dir.path().canonicalize().unwrap();
        assert_eq!(
            super::workspace(Some(good.clone()), "--workspace"),
            Ok(good)
        );
    }
}
