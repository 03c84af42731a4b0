//! What windows may call. One module per subject; the list of all of them is
//! `command_list.rs`, who may call which is in `capabilities/`, and `rules.rs`
//! tests both. Commands are thin: they check who calls, and
//! hand over to the host.

pub(crate) mod again;
pub(crate) mod agents;
pub(crate) mod app;
pub(crate) mod approvals;
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

use tauri::Wry;
use tauri::ipc::Invoke;

macro_rules! handler {
    ($($group:ident::$name:ident,)*) => { tauri::generate_handler![$($group::$name),*] };
}

/// Hands a call to its command.
pub(crate) fn handler() -> impl Fn(Invoke<Wry>) -> bool + Send + Sync + 'static {
    with_commands!(handler)
}
