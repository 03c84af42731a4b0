//! The companion on Windows: it presses Ctrl+Break in an agent's console, and ends.
//!
//! A break can be sent only from within the console it is meant for, and a process can be in one
//! console at a time. The host stays in its own (a window has none, `parley check` has the user's), so
//! the companion, which starts with none, enters the agent's.

use std::io;
use std::path::Path;
use std::process::{ExitCode, Stdio};
use std::time::Duration;

use tokio::process::Command;
use windows_sys::Win32::System::Console::{
    AttachConsole, CTRL_BREAK_EVENT, GenerateConsoleCtrlEvent,
};
use windows_sys::Win32::System::Threading::DETACHED_PROCESS;

use super::job::succeeded;

/// The first argument; the second is the process group, which has its agent's number.
const BREAK: &str = "--break";
/// It has one thing to do, which takes a moment.
const LIMIT: Duration = Duration::from_secs(2);

/// Runs the companion.
pub fn run() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let group = match (args.next().as_deref(), args.next()) {
        (Some(BREAK), Some(group)) => group.parse().ok(),
        _ => None,
    };
    match group {
        // 0 would mean everybody in the console.
        None | Some(0) => ExitCode::from(2),
        Some(group) => match press_break(group) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(1),
        },
    }
}

#[allow(unsafe_code)]
fn press_break(group: u32) -> io::Result<()> {
    // SAFETY: a plain call. This process has no console to leave.
    succeeded(unsafe { AttachConsole(group) })?;
    // SAFETY: a plain call. This process is in another group, so it is not meant.
    succeeded(unsafe { GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, group) })
}

/// Sends Ctrl+Break to an agent's process group. The caller holds the agent, so that its number is
/// nobody else's meanwhile.
pub(super) async fn send_break(companion: &Path, agent: u32) {
    let mut command = Command::new(companion);
    command
        .args([BREAK, &agent.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .creation_flags(DETACHED_PROCESS)
        .kill_on_drop(true);
    match tokio::time::timeout(LIMIT, command.status()).await {
        Ok(Ok(status)) if status.success() => {}
        // The ladder goes on to the kill.
        Ok(answer) => tracing::warn!(?answer, agent, "an agent could not be asked to end"),
        Err(_) => tracing::warn!(agent, "asking an agent to end took too long"),
    }
}
