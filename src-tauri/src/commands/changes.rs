//! What the agent of a conversation changed in files.

use crate::caller::Checked;
use crate::commands::apart;
use crate::shell::Shell;
use model::ItemId;
use model::view::{ChangeDiff, ChangesPage, FileChanges, Problem};
use tauri::State;

#[tauri::command(root = "answering")]
pub(crate) async fn changes(
    shell: State<'_, Shell>,
    conversation: Checked,
    from: u32,
    limit: u32,
) -> Result<ChangesPage, Problem> {
    let host = shell.host().await?.clone();
    apart(move || host.changes(&conversation.0, from, limit)).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn file_changes(
    shell: State<'_, Shell>,
    conversation: Checked,
    path: String,
    from: u32,
    limit: u32,
) -> Result<FileChanges, Problem> {
    let host = shell.host().await?.clone();
    apart(move || host.file_changes(&conversation.0, &path, from, limit)).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn change_diff(
    shell: State<'_, Shell>,
    conversation: Checked,
    path: String,
    item: ItemId,
    from: u32,
) -> Result<ChangeDiff, Problem> {
    let host = shell.host().await?.clone();
    apart(move || host.change_diff(&conversation.0, &path, &item, from)).await
}
