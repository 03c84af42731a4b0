//! What windows may call. One module per subject; the list of all of them is
//! `command_list.rs`, who may call which is in `capabilities/`, and `rules.rs`
//! tests both. Commands are thin: they check who calls, and
//! hand over to the host.

pub(crate) mod again;
pub(crate) mod agents;
mod answering;
pub(crate) mod app;
pub(crate) mod approvals;
pub(crate) mod changes;
pub(crate) mod conversations;
pub(crate) mod deciding;
pub(crate) mod exports;
pub(crate) mod files;
pub(crate) mod nib;
pub(crate) mod processes;
pub(crate) mod providers;
pub(crate) mod tasks;
pub(crate) mod terminal;
pub(crate) mod traffic;
pub(crate) mod transcript;
pub(crate) mod trouble;
pub(crate) mod turns;
pub(crate) mod window;

use crate::error::problem;
use model::view::Problem;
use tauri::Wry;
use tauri::ipc::Invoke;
use tokio::sync::oneshot;
use tokio::task::JoinError;

macro_rules! handler {
    ($($group:ident::$name:ident,)*) => { tauri::generate_handler![$($group::$name),*] };
}

/// Hands a call to its command.
pub(crate) fn handler() -> impl Fn(Invoke<Wry>) -> bool + Send + Sync + 'static {
    let commands: fn(answering::ipc::Invoke) -> bool = with_commands!(handler);
    move |invoke| commands(invoke.into())
}

/// What reads much from the disk does not hold up the other commands.
pub(crate) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let (tell, mut told) = oneshot::channel();
    // Whoever asked may be gone.
    let ended = off_the_runtime(Box::new(move || drop(tell.send(work())))).await;
    told.try_recv().unwrap_or_else(|_| Err(broken_off(ended)))
}

/// One kind of task for all of them: the program would hold the runtime's code for a task once
/// for each.
async fn off_the_runtime(work: Box<dyn FnOnce() + Send>) -> Result<(), JoinError> {
    tokio::task::spawn_blocking(work).await
}

fn broken_off(ended: Result<(), JoinError>) -> Problem {
    let why = ended.err().map(|error| error.to_string());
    let why = why.unwrap_or_default();
    problem("internal", format!("The work broke off: {why}"))
}
