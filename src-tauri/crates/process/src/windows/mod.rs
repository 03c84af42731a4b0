//! Agents on Windows: no guardian, a Job Object.
//!
//! Compiled for `x86_64-pc-windows-gnu`, never run: there was no Windows to run it on. What could be
//! said without Windows is in `windows_rules` and tested everywhere. The rest rests on what Microsoft
//! documents of these calls.
//!
//! - The job kills all that is in it when its last handle closes (`KILL_ON_JOB_CLOSE`). The host holds
//!   the only one, and it is not inherited: whatever way the host ends, the tree ends with it, by the
//!   kernel. Nothing may break away from the job, so a sweep at the next start has nothing to find.
//! - An agent is made suspended, put in its job and only then resumed: it cannot start anything outside.
//! - It has a hidden console (`CREATE_NO_WINDOW`) that what it starts shares, and a process group.
//! - The ladder: closing stdin as elsewhere; [`Process::terminate`] is Ctrl+Break to the group, pressed
//!   by the companion (see [`guardian`]); [`Process::kill`] is `TerminateJobObject`, and the exit code
//!   is 1 then, as Windows has no signals.
//! - What outlives its agent has 300 ms to end and is then killed with the job.
//!
//! What is missing: a terminal ([`crate::SpawnSpec::terminal`]) needs a pseudo console, which the
//! standard library cannot hand to a process yet; such a start is refused. The arguments of processes
//! in the tree are not shown: reading them is not a documented call. A batch file answers Ctrl+Break
//! with a question that nobody answers, so the ladder goes on to the kill.

mod check;
pub mod guardian;
mod handle;
mod job;
pub(crate) mod pipe;
mod spawn;
mod table;
mod watch;

pub use handle::{Process, Sight, trees, weigh};
pub use spawn::spawn;
pub(crate) use table::start_of;
