//! The environment a user's login shell makes, for a host that was not started from a terminal.
//!
//! A program started from a dock gets a short `PATH`, and nothing of what `.profile`, `.zprofile` or
//! `.bashrc` set. So the user's shell is asked, as a terminal would start it: log in, be interactive,
//! run one command. The command is the guardian in a second role: it prints its own environment,
//! between two random marks, whatever else the shell's files print (C19–C21). Nothing of what the
//! shell does can be relied on: it may print a banner, ask, sleep, crash or replace itself. It has no
//! terminal, its stdin is closed, and it is killed with all it started when its time is up. A way that
//! gives no answer is followed by a plainer one.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;
use tokio::time::Instant;
use uuid::Uuid;

use crate::{Framing, Output, SpawnSpec, spawn};

/// The guardian's first argument in its second role; the mark follows.
pub(crate) const PRINT: &str = "--print-environment";

/// The longest output of a shell that is looked at: 4 MiB.
const OUTPUT: usize = 4 * 1024 * 1024;

/// What the shell sets for itself, or the probe caused; no use to anyone else.
const OF_THE_SHELL: &[&str] = &["_", "PWD", "OLDPWD", "SHLVL", "PS1", "PS2", "TERM"];

/// Why a login shell's environment is not known.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProbeError {
    /// There is no shell to ask.
    #[error(
        "no login shell is set for this user. Set one with chsh, or give programs by their full path"
    )]
    NoShell,
    /// It did not answer in time.
    #[error("the login shell {} did not answer within {} ms. Something in its start files takes long or waits for input", shell.display(), limit.as_millis())]
    TooSlow {
        /// The shell.
        shell: PathBuf,
        /// How long was waited, in all.
        limit: Duration,
    },
    /// It ended and did not run the command.
    #[error("the login shell {} did not run a command ({reason}). Look at its start files", shell.display())]
    NoAnswer {
        /// The shell.
        shell: PathBuf,
        /// How it ended, or what stopped it.
        reason: String,
    },
}

/// The user's login shell: `SHELL` of this environment, or what the user database says.
pub fn shell_of(environment: &[(OsString, OsString)]) -> Option<PathBuf> {
    let named = environment
        .iter()
        .find(|(name, _)| name == "SHELL")
        .map(|(_, value)| PathBuf::from(value));
    let usable = |shell: &PathBuf| {
        let last = shell.file_name().and_then(OsStr::to_str);
        shell.is_absolute()
            && !matches!(last, None | Some("false" | "nologin" | "true"))
            && crate::environment::runnable(shell)
    };
    named
        .filter(usable)
        .or_else(|| from_user_database().filter(usable))
}

#[cfg(unix)]
fn from_user_database() -> Option<PathBuf> {
    // A directory service is asked only by the C library, whose call is not safe among threads; the
    // file holds every local user, and SHELL is set for all others.
    let user = rustix::process::getuid().as_raw().to_string();
    let users = std::fs::read_to_string("/etc/passwd").ok()?;
    users.lines().find_map(|line| {
        let fields: Vec<&str> = line.split(':').collect();
        (fields.len() >= 7 && fields[2] == user).then(|| PathBuf::from(fields[6]))
    })
}

#[cfg(not(unix))]
fn from_user_database() -> Option<PathBuf> {
    None
}

/// Asks a shell for the environment it makes out of `base`, within `limit` in all.
///
/// # Errors
/// See [`ProbeError`]; nothing of the shell is left running then either.
pub async fn probe(
    shell: &Path,
    base: BTreeMap<OsString, OsString>,
    home: &Path,
    guardian: &Path,
    limit: Duration,
) -> Result<BTreeMap<OsString, OsString>, ProbeError> {
    let deadline = Instant::now() + limit;
    let mark = Uuid::new_v4().simple().to_string();
    let mut last = ProbeError::NoAnswer {
        shell: shell.to_owned(),
        reason: "it was not tried".to_owned(),
    };
    let ways = ways(shell, guardian, &mark);
    let count = u32::try_from(ways.len()).unwrap_or(1);
    for (index, args) in ways.into_iter().enumerate() {
        let left = deadline.saturating_duration_since(Instant::now());
        // The first way is the one that counts; a hang leaves the others a share.
        let share = match (index, count) {
            (_, 1) => left,
            (0, _) => limit.mul_f64(0.6),
            _ => {
                left / count
                    .saturating_sub(u32::try_from(index).unwrap_or(0))
                    .max(1)
            }
        };
        let mut spec = SpawnSpec::new(shell, home, guardian);
        spec.args = args;
        spec.env = base.clone();
        spec.framing = Framing::Whole { cap: OUTPUT };
        match tokio::time::timeout(share.min(left), ask(spec, &mark)).await {
            Ok(Ok(found)) => return Ok(found),
            Ok(Err(reason)) => {
                let shell = shell.to_owned();
                last = ProbeError::NoAnswer { shell, reason };
            }
            // What runs is killed with the handle that was dropped.
            Err(_) => {
                let shell = shell.to_owned();
                last = ProbeError::TooSlow { shell, limit };
            }
        }
    }
    Err(last)
}

async fn ask(spec: SpawnSpec, mark: &str) -> Result<BTreeMap<OsString, OsString>, String> {
    let (process, mut outputs) = spawn(spec).await.map_err(|error| error.to_string())?;
    process.close_stdin();
    let mut printed = Vec::new();
    while let Some(output) = outputs.recv().await {
        match output {
            Output::Frame(frame) => printed = frame.bytes,
            Output::Exited(exit) => {
                return parse(&printed, mark).ok_or_else(|| exit.describe());
            }
            _ => {}
        }
    }
    parse(&printed, mark).ok_or_else(|| "it ended".to_owned())
}

/// The arguments to try, one after the other.
fn ways(shell: &Path, guardian: &Path, mark: &str) -> Vec<Vec<OsString>> {
    let name = shell.file_name().and_then(OsStr::to_str).unwrap_or("");
    let name = name.trim_start_matches('-');
    let mut command = OsString::new();
    match name {
        // These take a quoted word for a value, not for a program.
        "nu" => command.push("^"),
        "pwsh" => command.push("& "),
        _ => {}
    }
    command.push(quoted(guardian.as_os_str(), name));
    command.push(format!(" {PRINT} {mark}"));
    let way = |flags: &[&str]| {
        let mut args: Vec<OsString> = flags.iter().map(OsString::from).collect();
        args.push(command.clone());
        args
    };
    match name {
        // It logs in only where nothing else is asked of it, but reads .cshrc always.
        "csh" | "tcsh" => vec![way(&["-i", "-c"]), way(&["-c"])],
        "pwsh" => vec![way(&["-Login", "-Command"])],
        _ => vec![way(&["-l", "-i", "-c"]), way(&["-l", "-c"]), way(&["-c"])],
    }
}

/// One word of a shell's command. Single quotes mean the same in all of them, but for what is within.
fn quoted(word: &OsStr, shell: &str) -> OsString {
    let text = word.to_string_lossy();
    let within = match shell {
        "pwsh" => text.replace('\'', "''"),
        "fish" => text.replace('\\', "\\\\").replace('\'', "\\'"),
        "csh" | "tcsh" => text.replace('\'', "'\\''").replace('!', "\\!"),
        _ => text.replace('\'', "'\\''"),
    };
    // A path that is no UTF-8 can be quoted byte for byte where it needs no care.
    if text.contains('\u{fffd}') && !text.contains(['\'', '\\', '!']) {
        let mut whole = OsString::from("'");
        whole.push(word);
        whole.push("'");
        return whole;
    }
    OsString::from(format!("'{within}'"))
}

/// What stands between the two marks, whatever is around it.
fn parse(printed: &[u8], mark: &str) -> Option<BTreeMap<OsString, OsString>> {
    let begin = format!("\n{mark}<\n");
    let end = format!("\n>{mark}\n");
    // The last beginning: a shell that echoes its command shows the mark, but no such line.
    let from = memchr::memmem::rfind(printed, begin.as_bytes())? + begin.len();
    let to = from + memchr::memmem::find(&printed[from..], end.as_bytes())?;
    let pairs = printed[from..to].split(|byte| *byte == 0);
    Some(
        pairs
            .filter_map(|pair| {
                let at = memchr::memchr(b'=', pair).filter(|at| *at > 0)?;
                Some((text(&pair[..at]), text(&pair[at + 1..])))
            })
            .filter(|(name, _)| !left_out(name))
            .collect(),
    )
}

fn left_out(name: &OsStr) -> bool {
    let Some(name) = name.to_str() else {
        return true;
    };
    OF_THE_SHELL.contains(&name)
        || name == crate::MARKER_VARIABLE
        // Functions that bash exports.
        || name.contains(['(', '%'])
}

#[cfg(unix)]
fn text(bytes: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStrExt;
    OsStr::from_bytes(bytes).to_owned()
}

#[cfg(not(unix))]
fn text(bytes: &[u8]) -> OsString {
    OsString::from(String::from_utf8_lossy(bytes).into_owned())
}

/// The guardian's second role: prints the environment it was given, between the marks.
#[cfg(unix)]
pub(crate) fn print(mark: &OsStr) -> std::io::Result<()> {
    use std::io::Write;
    use std::os::unix::ffi::OsStrExt;

    let mut out = format!("\n{}<\n", mark.to_string_lossy()).into_bytes();
    for (name, value) in std::env::vars_os() {
        out.extend_from_slice(name.as_bytes());
        out.push(b'=');
        out.extend_from_slice(value.as_bytes());
        out.push(0);
    }
    out.extend_from_slice(format!("\n>{}\n", mark.to_string_lossy()).as_bytes());
    std::io::stdout().write_all(&out)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_stands_between_the_marks_counts_and_nothing_else() {
        let printed = b"Welcome!\nX=banner\n\nm1<\nA=1\0B=a\nb=c\0BASH_FUNC_f%%=() { :; }\0=odd\0PWD=/x\0\n>m1\nbye";
        let found = parse(printed, "m1").unwrap();
        let expected = [("A", "1"), ("B", "a\nb=c")];
        let expected = expected.map(|(name, value)| (OsString::from(name), OsString::from(value)));
        assert_eq!(found, BTreeMap::from(expected));
        assert_eq!(parse(b"guardian --print-environment m1 m1<", "m1"), None);
        assert_eq!(parse(b"\nm1<\nA=1\0", "m1"), None, "cut short");
    }

    #[test]
    fn each_shell_gets_a_command_it_understands() {
        let of = |shell: &str| ways(Path::new(shell), Path::new("/a b/it's!"), "m");
        assert_eq!(
            of("/bin/zsh")[0],
            ["-l", "-i", "-c", "'/a b/it'\\''s!' --print-environment m"]
        );
        assert_eq!(
            of("/usr/bin/fish")[0][3],
            "'/a b/it\\'s!' --print-environment m"
        );
        assert_eq!(
            of("/bin/tcsh")[0],
            ["-i", "-c", "'/a b/it'\\''s\\!' --print-environment m"]
        );
        assert_eq!(
            of("/usr/bin/nu")[0][3],
            "^'/a b/it'\\''s!' --print-environment m"
        );
        assert_eq!(
            of("/usr/bin/pwsh"),
            [[
                "-Login",
                "-Command",
                "& '/a b/it''s!' --print-environment m"
            ]]
        );
    }

    #[test]
    fn a_shell_that_lets_nobody_in_is_none() {
        let with = |shell: &str| [("SHELL".into(), shell.into())];
        assert_eq!(shell_of(&with("/bin/sh")), Some("/bin/sh".into()));
        for refused in [
            "/usr/sbin/nologin",
            "/bin/false",
            "bin/sh",
            "/nowhere/sh",
            "",
        ] {
            assert_ne!(shell_of(&with(refused)), Some(refused.into()), "{refused}");
        }
    }
}
