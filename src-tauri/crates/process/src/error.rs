//! Why an agent could not be started or written to, told apart so that a user can mend it.

use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::task::{Context, Poll};

use thiserror::Error;
use tokio::sync::oneshot;

/// Why an agent did not start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SpawnError {
    /// There is no such program.
    #[error("{}", missing(program, searched))]
    ProgramMissing {
        /// The program as it was asked for.
        program: PathBuf,
        /// The folders of `PATH` that were searched; empty when the program was given by its path.
        searched: Vec<PathBuf>,
    },
    /// The file exists but may not be run.
    #[error(
        "{} is not executable. Make it so (chmod +x), or check that its file system allows programs",
        program.display()
    )]
    NotExecutable {
        /// The file.
        program: PathBuf,
    },
    /// The program's path is a folder.
    #[error("{} is a folder, not a program. Choose the program inside it", program.display())]
    IsADirectory {
        /// The folder.
        program: PathBuf,
    },
    /// The program was built for another kind of machine.
    #[error(
        "{} is a {found} program and this machine cannot run it. Install the one for {}",
        program.display(), std::env::consts::ARCH
    )]
    WrongArchitecture {
        /// The file.
        program: PathBuf,
        /// What it was built for, such as `aarch64`.
        found: String,
    },
    /// A script that names no interpreter, or one that is not installed.
    #[error("{}", no_interpreter(program, interpreter.as_deref()))]
    NoInterpreter {
        /// The script.
        program: PathBuf,
        /// The interpreter it names, when it names one.
        interpreter: Option<PathBuf>,
    },
    /// The working directory does not exist.
    #[error("the folder {} does not exist. Choose another folder for this conversation", cwd.display())]
    CwdMissing {
        /// The folder.
        cwd: PathBuf,
    },
    /// The working directory is a file.
    #[error("{} is not a folder. Choose a folder for this conversation", cwd.display())]
    CwdNotADirectory {
        /// The file.
        cwd: PathBuf,
    },
    /// One argument or variable, or all of them together, is longer than the system takes.
    #[error(
        "{what} is too long: the system takes at most {limit} bytes. Send a shorter message, or put it in a file"
    )]
    ArgumentTooLong {
        /// The limit in bytes, counting the end mark: 131,072 for one string on Linux.
        limit: usize,
        /// Which one, such as `argument 2` or `the variable MESSAGE`.
        what: String,
    },
    /// An argument, a variable or a path holds a NUL byte, which no program can be given.
    #[error("{what} holds a NUL byte, which no program can be given. Remove it")]
    NulByte {
        /// Which one.
        what: String,
    },
    /// An argument holds a line break, which a Windows batch file cannot be given.
    #[error(
        "{what} holds a line break, which the batch file {} cannot be given. Remove it, or choose the program that the batch file starts",
        program.display()
    )]
    LineBreak {
        /// Which one, such as `argument 2`.
        what: String,
        /// The batch file.
        program: PathBuf,
    },
    /// Parley's own companion program is not where it should be.
    #[error("Parley's companion program {} is missing or cannot be run. Install Parley again", path.display())]
    GuardianMissing {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// The companion program is not of this version of Parley.
    #[error("Parley's companion program {} does not fit this version of Parley. Install Parley again, so that both come from one package", path.display())]
    GuardianForeign {
        /// Where it is.
        path: PathBuf,
    },
    /// This system is not supported yet.
    #[error("Parley cannot start agents on this system yet")]
    Unsupported,
    /// Anything else the system said.
    #[error("{what} failed: {source}")]
    Io {
        /// What was being done.
        what: &'static str,
        /// What the system answered.
        source: io::Error,
    },
}

impl SpawnError {
    #[cfg(any(unix, windows))]
    pub(crate) fn io(what: &'static str, source: io::Error) -> Self {
        Self::Io { what, source }
    }
}

fn missing(program: &Path, searched: &[PathBuf]) -> String {
    if searched.is_empty() {
        return format!(
            "there is no program {}. Check the path, or install it",
            program.display()
        );
    }
    let folders: Vec<_> = searched.iter().map(|p| p.display().to_string()).collect();
    format!(
        "the program {} was not found in {}. Install it, or give its full path",
        program.display(),
        folders.join(", ")
    )
}

fn no_interpreter(program: &Path, interpreter: Option<&Path>) -> String {
    match interpreter {
        Some(interpreter) => format!(
            "{} needs {:?} to run, which is not installed. Install it, or mend the script's first line",
            program.display(),
            interpreter.display().to_string()
        ),
        None => format!(
            "{} names no interpreter. Give it a first line such as #!/bin/sh, or run the interpreter with the script as its argument",
            program.display()
        ),
    }
}

/// Why a message was not queued.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum WriteError {
    /// The agent does not read: too many bytes wait already.
    #[error(
        "the agent is not reading its input: {queued} of {capacity} bytes wait already. Wait, or stop the agent"
    )]
    Full {
        /// Bytes that wait.
        queued: usize,
        /// Bytes that may wait.
        capacity: usize,
    },
    /// Its input is closed, by it or by us, or it has ended.
    #[error("the agent's input is closed. Start it again to send this")]
    Closed,
}

/// What became of a queued message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// Every byte was handed to the operating system.
    Delivered,
    /// The agent closed its input or ended first. A part of it may have been read.
    Undelivered,
}

/// A promise to say what became of a queued message. Dropping it withdraws nothing.
#[derive(Debug)]
pub struct WriteTicket(pub(crate) oneshot::Receiver<()>);

impl Future for WriteTicket {
    type Output = Delivery;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Delivery> {
        Pin::new(&mut self.0).poll(cx).map(|sent| match sent {
            Ok(()) => Delivery::Delivered,
            Err(_) => Delivery::Undelivered,
        })
    }
}
