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
//! Supported: Linux in full; other Unix systems with the process group in place of the tree. On
//! Windows [`spawn`] answers [`SpawnError::Unsupported`] until it has a Job Object.

#![deny(unsafe_code)]
// The one crate that starts children.
#![allow(clippy::disallowed_methods)]

pub mod environment;
mod error;
mod exit;
mod frame;
mod lines;
pub mod login_shell;
mod spec;

#[cfg(unix)]
mod control;
#[cfg(unix)]
mod diagnosis;
#[cfg(unix)]
#[doc(hidden)]
pub mod guardian;
#[cfg(unix)]
mod handle;
mod marker;
#[cfg(unix)]
mod sight;
#[cfg(unix)]
mod spawn;
#[cfg(unix)]
mod stderr;
#[cfg(unix)]
mod stdin;
#[cfg(unix)]
mod stdout;
#[cfg(unix)]
mod supervise;
mod sweep;
#[cfg(unix)]
mod table;
#[cfg(unix)]
mod terminal;
#[cfg(not(unix))]
mod unsupported;
#[cfg(any(windows, test))]
mod windows_rules;

pub use error::{Delivery, SpawnError, WriteError, WriteTicket};
pub use exit::{Exit, signal_name};
pub use frame::{Frame, FrameKind, Frames, OVERSIZED_HEAD};
#[cfg(unix)]
pub use handle::Process;
pub use lines::Lines;
pub use marker::{MARKER_VARIABLE, host_is_alive, marker};
#[cfg(unix)]
pub use sight::{Sight, trees, weigh};
#[cfg(unix)]
pub use spawn::spawn;
pub use spec::{
    DEFAULT_STDIN_CAPACITY, Framing, LINE_CAP, Output, ProcessInfo, SpawnSpec, TerminalSize,
};
pub use sweep::{Swept, sweep};
#[cfg(not(unix))]
pub use unsupported::{Process, Sight, spawn, trees, weigh};
