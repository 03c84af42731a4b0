//! An agent's terminal.

use crate::caller::Checked;
use crate::error::problem;
use crate::shell::Shell;
use model::view::{Problem, TerminalPart};
use tauri::State;

/// What is typed or pasted at once; more is no typing.
const PASTE: usize = 8 * 1024 * 1024;
/// Lines and columns a terminal may have.
const LARGEST: u16 = 2_000;

#[tauri::command(root = "answering")]
pub(crate) async fn terminal_part(
    shell: State<'_, Shell>,
    conversation: Checked,
    place: u64,
) -> Result<TerminalPart, Problem> {
    shell.host().await?.terminal_part(&conversation.0, place)
}

#[tauri::command(root = "answering")]
pub(crate) async fn terminal_type(
    shell: State<'_, Shell>,
    conversation: Checked,
    text: String,
) -> Result<(), Problem> {
    if text.len() > PASTE {
        return Err(problem(
            "refused",
            "That is more than a terminal takes at once (8 MiB). Paste less of it.",
        ));
    }
    let host = shell.host().await?;
    host.terminal_write(&conversation.0, text.into_bytes())
        .await
}

#[tauri::command(root = "answering")]
pub(crate) async fn terminal_resize(
    shell: State<'_, Shell>,
    conversation: Checked,
    rows: u16,
    columns: u16,
) -> Result<(), Problem> {
    let size = |n: u16| n.clamp(1, LARGEST);
    let host = shell.host().await?;
    host.terminal_resize(&conversation.0, size(rows), size(columns))
        .await
}
