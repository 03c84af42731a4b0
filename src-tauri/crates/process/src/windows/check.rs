//! Why a program does not start, told apart before and after the attempt.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::os::windows::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::windows_rules::{self, Refusal};
use crate::{SpawnError, SpawnSpec, environment};

/// Checks what can be checked without starting anything, and gives the program's full path.
pub(super) fn check(spec: &SpawnSpec) -> Result<PathBuf, SpawnError> {
    if !environment::runnable(&spec.guardian) {
        let path = spec.guardian.clone();
        return Err(SpawnError::GuardianMissing { path });
    }
    check_folder(&spec.cwd)?;
    check_strings(spec)?;
    let program = resolve(spec)?;
    if program.is_dir() {
        return Err(SpawnError::IsADirectory { program });
    }
    if windows_rules::is_batch(&program)
        && let Some(index) = windows_rules::not_for_batch(&spec.args)
    {
        let what = format!("argument {index}");
        return Err(SpawnError::LineBreak { what, program });
    }
    let limit = windows_rules::longest_line(&program);
    if windows_rules::least_line(&program, &spec.args) >= limit {
        return Err(too_long(&program));
    }
    Ok(program)
}

fn check_folder(cwd: &Path) -> Result<(), SpawnError> {
    let cwd_path = || cwd.to_owned();
    match std::fs::metadata(cwd) {
        Ok(folder) if folder.is_dir() => Ok(()),
        Ok(_) => Err(SpawnError::CwdNotADirectory { cwd: cwd_path() }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(SpawnError::CwdMissing { cwd: cwd_path() })
        }
        Err(error) => Err(SpawnError::io(
            "entering the folder of the conversation",
            error,
        )),
    }
}

fn resolve(spec: &SpawnSpec) -> Result<PathBuf, SpawnError> {
    let asked = &spec.program;
    let missing = |searched| SpawnError::ProgramMissing {
        program: asked.clone(),
        searched,
    };
    let bare = asked.components().count() == 1 && asked.is_relative();
    if !bare {
        let whole = spec.cwd.join(asked);
        let (Some(folder), Some(name)) = (whole.parent(), whole.file_name()) else {
            return Err(missing(Vec::new()));
        };
        let pathext = variable(spec, "PATHEXT");
        let mut files = windows_rules::candidates(folder, name, pathext);
        // Given by its path a program may be called as it likes, unless one of these is beside it: then
        // it is the shell script that package managers put there.
        files.push(whole.clone());
        let is_there =
            |file: &PathBuf| environment::runnable(file) || (*file == whole && file.is_dir());
        let found = files.into_iter().find(is_there);
        return found.ok_or_else(|| missing(Vec::new()));
    }
    let path = variable(spec, "PATH").unwrap_or_default();
    environment::find_program(asked.as_os_str(), path).map_err(missing)
}

/// A variable of the agent's environment; names differ in case only by chance.
fn variable<'a>(spec: &'a SpawnSpec, wanted: &str) -> Option<&'a OsStr> {
    let mut all = spec.env.iter().rev();
    all.find(|(name, _)| name.eq_ignore_ascii_case(wanted))
        .map(|(_, value)| value.as_os_str())
}

fn check_strings(spec: &SpawnSpec) -> Result<(), SpawnError> {
    let check = |text: &OsStr, what: &dyn Fn() -> String| {
        if text.encode_wide().any(|unit| unit == 0) {
            return Err(SpawnError::NulByte { what: what() });
        }
        Ok(())
    };
    check(spec.program.as_os_str(), &|| {
        "the program's path".to_owned()
    })?;
    check(spec.cwd.as_os_str(), &|| "the folder's path".to_owned())?;
    for (index, arg) in spec.args.iter().enumerate() {
        check(arg, &|| format!("argument {}", index + 1))?;
    }
    for (name, value) in &spec.env {
        check(name, &|| "the name of a variable".to_owned())?;
        check(value, &|| {
            format!("the variable {}", OsString::from(name).to_string_lossy())
        })?;
    }
    Ok(())
}

fn too_long(program: &Path) -> SpawnError {
    SpawnError::ArgumentTooLong {
        limit: windows_rules::longest_line(program),
        what: "the command line".to_owned(),
    }
}

/// The program could not be made a process.
pub(super) fn refused(program: PathBuf, cwd: &Path, error: io::Error) -> SpawnError {
    let Some(code) = error.raw_os_error() else {
        // The standard library itself refuses what it cannot quote for a batch file.
        if error.kind() == io::ErrorKind::InvalidInput && windows_rules::is_batch(&program) {
            let what = "an argument".to_owned();
            return SpawnError::LineBreak { what, program };
        }
        return SpawnError::io("starting the agent", error);
    };
    match windows_rules::refusal(code) {
        Refusal::Missing => SpawnError::ProgramMissing {
            program,
            searched: Vec::new(),
        },
        Refusal::Folder => SpawnError::CwdMissing {
            cwd: cwd.to_owned(),
        },
        Refusal::Denied => SpawnError::NotExecutable { program },
        Refusal::NotAProgram => match windows_rules::machine(&head(&program)) {
            Some(found) => SpawnError::WrongArchitecture { program, found },
            None => SpawnError::NoInterpreter {
                program,
                interpreter: None,
            },
        },
        Refusal::TooLong => too_long(&program),
        Refusal::Other => SpawnError::io("starting the agent", error),
    }
}

/// The first bytes of a program, where it says what it is.
fn head(program: &Path) -> Vec<u8> {
    let mut head = Vec::new();
    if let Ok(file) = File::open(program) {
        let _ = file.take(8192).read_to_end(&mut head);
    }
    head
}
