//! What a window tells of itself: what it has drawn, what it looks like, and what
//! its user says when it is closed.

use crate::caller::{Caller, Checked};
use crate::closing;
use crate::shell::Shell;
use model::view::{PlainPage, Problem, ScrollMemory, WindowMemory};
use tauri::{AppHandle, State};

#[tauri::command(root = "answering")]
pub(crate) fn first_frame(shell: State<'_, Shell>) {
    shell.first_frame.seen();
    #[cfg(feature = "perf")]
    crate::perf::drawn();
}

/// The longest note of a failure, in bytes: a page is not trusted with the size of the log.
const NOTE: usize = 4 << 10;

/// Something in a window threw and nobody caught it. `what` is the kind of error and where it came
/// from, never what was said.
#[tauri::command(root = "answering")]
pub(crate) fn window_failed(caller: Caller, what: String) {
    let what = &what[..what.floor_char_boundary(NOTE)];
    tracing::error!(
        window = caller.label(),
        what,
        "something in a window failed"
    );
}

#[tauri::command(root = "answering")]
pub(crate) fn remember(
    caller: Caller,
    shell: State<'_, Shell>,
    memory: WindowMemory,
    scroll: Vec<ScrollMemory>,
) -> Result<(), Problem> {
    for one in &scroll {
        caller.may_use(&one.conversation)?;
    }
    shell.places.remember(caller.label(), memory);
    for one in scroll {
        shell.places.scroll(&one.conversation, one.at);
    }
    Ok(())
}

#[tauri::command(root = "answering")]
pub(crate) fn conversation_shown(caller: Caller, shell: State<'_, Shell>, conversation: Checked) {
    shell.loading.shown(caller.label(), &conversation.0);
}

#[tauri::command(root = "answering")]
pub(crate) fn show_in_full(shell: State<'_, Shell>, conversation: Checked) {
    shell.loading.show_in_full(&conversation.0);
}

#[tauri::command(root = "answering")]
pub(crate) async fn plain_page(
    shell: State<'_, Shell>,
    conversation: Checked,
    before: Option<u32>,
) -> Result<PlainPage, Problem> {
    shell.host().await?.plain_page(&conversation.0, before)
}

#[tauri::command(root = "answering")]
pub(crate) fn closing_shown(shell: State<'_, Shell>) {
    shell.question.is_shown();
}

#[tauri::command(root = "answering")]
pub(crate) async fn answer_closing(
    app: AppHandle,
    caller: Caller,
    keep: bool,
) -> Result<(), Problem> {
    // Not on the toolkit's thread: the window must not go from within its own call.
    closing::answered(&app, caller.label(), keep)
}
