//! What a caller says to start an agent, and what it hears back.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use crate::{Exit, Frame};

/// Bytes that may wait for the agent to read them, unless the caller says otherwise: 16 MiB.
pub const DEFAULT_STDIN_CAPACITY: usize = 16 * 1024 * 1024;

/// The longest line kept whole, in bytes: 8 MiB.
pub const LINE_CAP: usize = 8 * 1024 * 1024;

/// Everything needed to start one agent. Nothing is inherited from the host but what is written here.
#[derive(Debug, Clone)]
pub struct SpawnSpec {
    /// An absolute path, a path with a slash (taken from `cwd`), or a bare name looked up on the
    /// `PATH` of `env`.
    pub program: PathBuf,
    /// The arguments after the program's name. No shell sees them.
    pub args: Vec<OsString>,
    /// The whole environment of the agent; see [`crate::environment::minimal`] for a start.
    pub env: BTreeMap<OsString, OsString>,
    /// The working directory.
    pub cwd: PathBuf,
    /// How stdout is cut into frames.
    pub framing: Framing,
    /// How many bytes may wait in the stdin queue before [`crate::WriteError::Full`].
    pub stdin_capacity: usize,
    /// The `parley-guardian` binary.
    pub guardian: PathBuf,
    /// A terminal of this size in place of the three pipes; stderr is part of stdout then.
    pub terminal: Option<TerminalSize>,
    /// The value of [`crate::MARKER_VARIABLE`] in the agent's environment; see [`crate::marker()`].
    pub marker: String,
}

impl SpawnSpec {
    /// A specification with no arguments, an empty environment, line framing and default sizes.
    pub fn new(
        program: impl Into<PathBuf>,
        cwd: impl Into<PathBuf>,
        guardian: impl Into<PathBuf>,
    ) -> Self {
        Self {
            program: program.into(),
            args: Vec::new(),
            env: BTreeMap::new(),
            cwd: cwd.into(),
            framing: Framing::Lines { cap: LINE_CAP },
            stdin_capacity: DEFAULT_STDIN_CAPACITY,
            guardian: guardian.into(),
            terminal: None,
            marker: crate::marker(),
        }
    }
}

/// The size of a terminal, in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerminalSize {
    /// Lines.
    pub rows: u16,
    /// Characters in a line.
    pub columns: u16,
}

/// How stdout is cut into [`Frame`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framing {
    /// One frame a line; a line over `cap` bytes becomes one oversized frame.
    Lines {
        /// The longest line kept whole, in bytes.
        cap: usize,
    },
    /// As `Lines`, with the empty lines: they are part of a text.
    Text {
        /// The longest line kept whole, in bytes.
        cap: usize,
    },
    /// One frame at the end, with all of stdout; over `cap` bytes it is one oversized frame. A
    /// program that printed nothing gives no frame.
    Whole {
        /// The longest document kept whole, in bytes.
        cap: usize,
    },
    /// Every chunk as it was read.
    Raw,
}

/// What an agent did, in the order in which it was seen.
///
/// The channel is bounded: a receiver that does not receive slows the agent's stdout and nothing
/// else. `StdoutClosed` comes exactly once and `Exited` is the last thing sent.
#[derive(Debug)]
pub enum Output {
    /// A part of stdout.
    Frame(Frame),
    /// One line of stderr, lossy UTF-8, cut at 8 KiB. A flood is thinned: one line then says how
    /// many were left out. The last 64 KiB are in [`Exit::stderr_tail`] whatever happened.
    Stderr(String),
    /// Nothing more will come from stdout.
    StdoutClosed,
    /// The agent has not taken a single byte of a waiting message for this long (5 s); said once
    /// per stall.
    StdinStalled {
        /// How long nothing was taken.
        since: Duration,
    },
    /// The agent closed its stdin while messages waited; their tickets answer
    /// [`crate::Delivery::Undelivered`].
    StdinClosed,
    /// The agent ended. Sent at most about 2 s after it did, even when something it started still
    /// holds stdout, unless the receiver itself is slower.
    Exited(Exit),
}

/// One process of an agent's tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessInfo {
    /// Its number.
    pub pid: u32,
    /// The number of the process that started it, or adopted it.
    pub parent: u32,
    /// Its short name (15 bytes at most on Linux).
    pub name: String,
    /// Its arguments, the program's name first; empty where they cannot be read. They may hold secrets.
    pub command: Vec<String>,
    /// Resident memory, in bytes.
    pub rss_bytes: u64,
    /// Its threads.
    pub threads: u32,
    /// Processor time it has used since its start, user and system together.
    pub processor: Duration,
    /// When it started.
    pub started: SystemTime,
    /// The same in clock ticks since boot (Windows: in 100 ns since 1601); with `pid` it names the process for good.
    pub start_ticks: u64,
}
