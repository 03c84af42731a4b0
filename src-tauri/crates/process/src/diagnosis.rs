//! Why a program does not start, told apart before and after the attempt (F037, F038, F053).

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use crate::{SpawnError, SpawnSpec, environment};

/// The longest single argument or variable, counting its end mark: 32 pages, fixed on Linux.
pub(crate) const ONE_STRING: usize = 131_072;

/// Checks what can be checked without starting anything, and gives the program's full path.
pub(crate) fn check(spec: &SpawnSpec) -> Result<PathBuf, SpawnError> {
    if !environment::runnable(&spec.guardian) {
        let path = spec.guardian.clone();
        return Err(SpawnError::GuardianMissing { path });
    }
    match std::fs::metadata(&spec.cwd) {
        Ok(folder) if folder.is_dir() => {}
        Ok(_) => {
            let cwd = spec.cwd.clone();
            return Err(SpawnError::CwdNotADirectory { cwd });
        }
        Err(error) => return Err(cwd_error(&spec.cwd, error)),
    }
    check_strings(spec)?;
    let program = resolve(spec)?;
    match std::fs::metadata(&program) {
        Ok(file) if file.is_dir() => Err(SpawnError::IsADirectory { program }),
        Ok(_) if !environment::runnable(&program) => Err(SpawnError::NotExecutable { program }),
        Ok(_) => Ok(program),
        Err(error) => Err(program_error(program, error)),
    }
}

fn resolve(spec: &SpawnSpec) -> Result<PathBuf, SpawnError> {
    if spec.program.as_os_str().as_bytes().contains(&b'/') {
        return Ok(spec.cwd.join(&spec.program));
    }
    let path = spec.env.get(OsStr::new("PATH"));
    let path = path.map_or(
        OsStr::new("/usr/local/bin:/usr/bin:/bin"),
        OsString::as_os_str,
    );
    environment::find_program(spec.program.as_os_str(), path).map_err(|searched| {
        // A file that is there but may not run explains more than "not found".
        let present = searched.iter().map(|folder| folder.join(&spec.program));
        match present.into_iter().find(|file| file.is_file()) {
            Some(program) => SpawnError::NotExecutable { program },
            None => SpawnError::ProgramMissing {
                program: spec.program.clone(),
                searched,
            },
        }
    })
}

fn check_strings(spec: &SpawnSpec) -> Result<(), SpawnError> {
    let check = |text: &OsStr, more: usize, what: &dyn Fn() -> String| {
        if text.as_bytes().contains(&0) {
            return Err(SpawnError::NulByte { what: what() });
        }
        if cfg!(target_os = "linux") && text.len() + more + 1 > ONE_STRING {
            let (limit, what) = (ONE_STRING, what());
            return Err(SpawnError::ArgumentTooLong { limit, what });
        }
        Ok(())
    };
    check(spec.program.as_os_str(), 0, &|| {
        "the program's path".to_owned()
    })?;
    check(spec.cwd.as_os_str(), 0, &|| "the folder's path".to_owned())?;
    for (index, arg) in spec.args.iter().enumerate() {
        check(arg, 0, &|| format!("argument {}", index + 1))?;
    }
    for (name, value) in &spec.env {
        check(name, 0, &|| "the name of a variable".to_owned())?;
        check(value, name.len() + 1, &|| {
            format!("the variable {}", name.to_string_lossy())
        })?;
    }
    Ok(())
}

/// The working directory could not be entered.
pub(crate) fn cwd_error(cwd: &Path, error: io::Error) -> SpawnError {
    let cwd = cwd.to_owned();
    match error.raw_os_error() {
        Some(libc::ENOENT) => SpawnError::CwdMissing { cwd },
        Some(libc::ENOTDIR) => SpawnError::CwdNotADirectory { cwd },
        _ => SpawnError::io("entering the folder of the conversation", error),
    }
}

/// The program could not be executed, or looked at.
pub(crate) fn program_error(program: PathBuf, error: io::Error) -> SpawnError {
    match error.raw_os_error() {
        Some(libc::ENOENT | libc::ENOTDIR) if !program.exists() => SpawnError::ProgramMissing {
            program,
            searched: Vec::new(),
        },
        // It is there, so what is missing is what it needs to run.
        Some(libc::ENOENT) => {
            let interpreter = Head::read(&program).interpreter();
            SpawnError::NoInterpreter {
                program,
                interpreter,
            }
        }
        Some(libc::EACCES | libc::EPERM) => {
            let interpreter = Head::read(&program).interpreter();
            match interpreter.filter(|file| !environment::runnable(file)) {
                Some(interpreter) => SpawnError::NoInterpreter {
                    program,
                    interpreter: Some(interpreter),
                },
                None => SpawnError::NotExecutable { program },
            }
        }
        Some(libc::ENOEXEC | libc::EINVAL) => match Head::read(&program).machine() {
            Some(found) => SpawnError::WrongArchitecture { program, found },
            None => SpawnError::NoInterpreter {
                program,
                interpreter: None,
            },
        },
        Some(libc::E2BIG) => SpawnError::ArgumentTooLong {
            limit: all_strings(),
            what: "the arguments and variables together".to_owned(),
        },
        _ => SpawnError::io("starting the agent", error),
    }
}

#[allow(unsafe_code)]
fn all_strings() -> usize {
    // SAFETY: a plain question.
    let limit = unsafe { libc::sysconf(libc::_SC_ARG_MAX) };
    usize::try_from(limit).unwrap_or(ONE_STRING)
}

/// The first bytes of a program, where it says what it is.
struct Head(Vec<u8>);

impl Head {
    fn read(program: &Path) -> Self {
        let mut head = Vec::new();
        if let Ok(file) = File::open(program) {
            let _ = file.take(8192).read_to_end(&mut head);
        }
        Self(head)
    }

    /// What the first line of a script, or the header of a program, says it needs to run.
    fn interpreter(&self) -> Option<PathBuf> {
        let path = match self.0.strip_prefix(b"#!") {
            Some(line) => {
                let line = line.split(|byte| *byte == b'\n').next()?;
                let mut words = line.split(|byte| matches!(byte, b' ' | b'\t'));
                words.find(|word| !word.is_empty())?
            }
            None => self.loader()?,
        };
        (!path.is_empty()).then(|| PathBuf::from(OsString::from_vec(path.to_vec())))
    }

    /// The dynamic loader of a 64-bit little-endian ELF program (its PT_INTERP).
    fn loader(&self) -> Option<&[u8]> {
        const PT_INTERP: u64 = 3;
        if !self.0.starts_with(b"\x7fELF\x02\x01") {
            return None;
        }
        let (table, size, count) = (self.int(32, 8)?, self.int(54, 2)?, self.int(56, 2)?);
        let header = (0..count)
            .map(|index| table.checked_add(index.checked_mul(size)?))
            .find(|at| at.is_some_and(|at| self.int(at, 4) == Some(PT_INTERP)))??;
        let (from, length) = (
            self.int(header.checked_add(8)?, 8)?,
            self.int(header.checked_add(32)?, 8)?,
        );
        let from = usize::try_from(from).ok()?;
        let length = usize::try_from(length).ok()?;
        let path = self.0.get(from..from.checked_add(length)?)?;
        path.split(|byte| *byte == 0).next()
    }

    fn int(&self, at: u64, bytes: usize) -> Option<u64> {
        let at = usize::try_from(at).ok()?;
        let bytes = self.0.get(at..at.checked_add(bytes)?)?;
        Some(
            bytes
                .iter()
                .rev()
                .fold(0, |value, byte| value << 8 | u64::from(*byte)),
        )
    }

    /// What the program was built for; `None` for a text.
    fn machine(&self) -> Option<String> {
        let name = match self.0.get(..4)? {
            b"\x7fELF" => return Some(elf_machine(&self.0)),
            b"\xcf\xfa\xed\xfe" | b"\xce\xfa\xed\xfe" | b"\xca\xfe\xba\xbe" => "macOS",
            [b'M', b'Z', ..] => "Windows",
            _ => return None,
        };
        Some(name.to_owned())
    }
}

fn elf_machine(head: &[u8]) -> String {
    let (Some(&order), Some(&[a, b])) = (head.get(5), head.get(18..20)) else {
        return "damaged".to_owned();
    };
    let machine = if order == 2 {
        u16::from_be_bytes([a, b])
    } else {
        u16::from_le_bytes([a, b])
    };
    let name = match machine {
        3 => "x86",
        8 => "mips",
        20 => "powerpc",
        21 => "powerpc64",
        22 => "s390x",
        40 => "arm",
        62 => "x86_64",
        183 => "aarch64",
        243 => "riscv",
        258 => "loongarch64",
        other => return format!("foreign (ELF machine {other})"),
    };
    name.to_owned()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_loader_of_this_very_test_is_found_in_its_header() {
        let head = Head::read(&std::env::current_exe().unwrap());
        // A static build has none; a dynamic one names a file that exists.
        if let Some(loader) = head.interpreter() {
            assert!(loader.exists(), "{}", loader.display());
        }
        assert_eq!(head.machine().as_deref(), Some(std::env::consts::ARCH));
    }

    #[test]
    fn damaged_heads_are_no_panic() {
        let whole = Head::read(&std::env::current_exe().unwrap()).0;
        for cut in 0..whole.len().min(1024) {
            let _ = Head(whole[..cut].to_vec()).interpreter();
            let _ = Head(whole[..cut].to_vec()).machine();
        }
        let mut wild = whole;
        wild[32..64].fill(0xff);
        assert_eq!(Head(wild).interpreter(), None);
    }
}
