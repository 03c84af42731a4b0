//! One agent process: started, fed, read, watched and ended, with everything it started.
//!
//! The crate knows bytes, signals and time. It knows no JSON and no conversation. [`spawn`] starts an
//! agent behind a small companion, the *guardian* (`parley-guardian`), and returns a [`Process`] to
//! write to and a bounded channel of [`Output`] to read from.
//!
//! Why a guardian: agents start tools in process groups and sessions of their own, and a desktop
//! application may be killed at any moment. The guardian is the tools' subreaper, so none of them can
//! leave its sight, and it holds one end of a socket to the host, so it learns at once that the host
//! is gone. Whatever way the agent or the host ends, the guardian ends the tree. If the guardian
//! itself is killed, the agent dies with it (parent-death signal) and the host finds the rest by a
//! marker variable in their environment, as [`sweep`] does at the next start, by the guardian's
//! session, and by what was below it when somebody last looked ([`Sight`]).
//!
//! Supported: Linux in full. On Windows the kernel does the guardian's work: every agent runs in a Job
//! Object that the host holds, and the companion is only sent for to press Ctrl+Break in an agent's
//! hidden console. That path is compiled and its rules are tested; it has not been run (see the
//! `windows` module for what follows from that, and for what it lacks).
//!
//! On macOS (compiled, not run) there is neither a subreaper nor a parent-death signal:
//!
//! - the whole start, the pipes, the terminal, the ladder, the exit and the drain deadline are as on
//!   Linux, and the guardian learns at once that the host is gone, however it went;
//! - the tree is what hangs on the guardian and what is in its session, so a tool in a group of its own
//!   is ended too, also when its parent ended. One that opened a session of its own *and* whose parent
//!   ended has left the guardian's sight, and lives on;
//! - if the guardian itself is killed, the host ends what it finds by session, marker and last look;
//!   if both are killed at once, the agent lives until [`sweep`] at the next start finds its marker,
//!   which macOS does not tell of programs it protects.
//!
//! Other Unix systems have no table of processes here: the guardian reaches the agent's process group
//! alone, [`Process::tree`] is empty and [`sweep`] finds nothing.

#![deny(unsafe_code)]
// The one crate that starts children.
#![allow(clippy::disallowed_methods)]

pub mod environment;
mod error;
mod exit;
mod frame;
mod lines;
pub mod login_shell;
pub mod memory;
mod spec;

#[cfg(unix)]
mod control;
#[cfg(unix)]
mod diagnosis;
#[cfg(any(unix, windows))]
mod ending;
#[cfg(unix)]
#[doc(hidden)]
pub mod guardian;
#[cfg(unix)]
mod handle;
mod marker;
mod pace;
#[cfg(any(unix, windows))]
mod pipe;
#[cfg(unix)]
mod receiver;
#[cfg(unix)]
mod sight;
#[cfg(unix)]
mod spawn;
#[cfg(any(unix, windows))]
mod stderr;
#[cfg(any(unix, windows))]
mod stdin;
#[cfg(any(unix, windows))]
mod stdout;
#[cfg(unix)]
mod supervise;
mod sweep;
#[cfg(unix)]
mod table;
#[cfg(any(target_vendor = "apple", test))]
mod table_apple;
#[cfg(unix)]
mod terminal;
#[cfg(not(any(unix, windows)))]
mod unsupported;
#[cfg(windows)]
mod windows;
#[cfg(any(windows, test))]
mod windows_rules;

pub use error::{Delivery, SpawnError, WriteError, WriteTicket};
pub use exit::{Exit, signal_name};
pub use frame::{Frame, FrameKind, Frames, OVERSIZED_HEAD};
#[cfg(unix)]
pub use handle::Process;
pub use lines::Lines;
pub use marker::{MARKER_VARIABLE, host_is_alive, marker};
pub use pace::Pace;
#[cfg(unix)]
pub use sight::{Sight, trees, weigh};
#[cfg(unix)]
pub use spawn::spawn;
pub use spec::{
    DEFAULT_STDIN_CAPACITY, Framing, LINE_CAP, Output, ProcessInfo, SpawnSpec, TerminalSize,
};
pub use sweep::{Swept, sweep};
#[cfg(not(any(unix, windows)))]
pub use unsupported::{Process, Sight, spawn, trees, weigh};
#[cfg(windows)]
#[doc(hidden)]
pub use windows::guardian;
#[cfg(windows)]
pub use windows::{Process, Sight, spawn, trees, weigh};
