//! What windows may call. One module per subject; the list of all of them is
//! `command_list.rs`, who may call which is in `capabilities/`, and `rules.rs`
//! tests both. Commands are thin: they check who calls, and
//! hand over to the host.

pub(crate) mod again;
pub(crate) mod agents;
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

macro_rules! handler {
    ($($group:ident::$name:ident,)*) => { tauri::generate_handler![$($group::$name),*] };
}

/// Hands a call to its command.
pub(crate) fn handler() -> impl Fn(Invoke<Wry>) -> bool + Send + Sync + 'static {
    with_commands!(handler)
}

/// What reads much from the disk does not hold up the other commands.
pub(crate) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|error| Err(problem("internal", format!("The work broke off: {error}"))))
}
