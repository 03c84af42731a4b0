//! Talking to the agent of a conversation.

use crate::caller::Checked;
use crate::shell::Shell;
use model::TurnId;
use model::view::{Problem, Sending};
use tauri::State;

#[tauri::command(root = "answering")]
pub(crate) async fn prepare(shell: State<'_, Shell>, conversation: Checked) -> Result<(), Problem> {
    shell.host().await?.prepare(&conversation.0).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn send_message(
    shell: State<'_, Shell>,
    conversation: Checked,
    text: String,
    files: Vec<String>,
) -> Result<Sending, Problem> {
    shell
        .host()
        .await?
        .send_draft(&conversation.0, text, &files)
        .await
}

#[tauri::command(root = "answering")]
pub(crate) async fn stop(shell: State<'_, Shell>, conversation: Checked) -> Result<(), Problem> {
    shell.host().await?.stop(&conversation.0).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn force_stop(
    shell: State<'_, Shell>,
    conversation: Checked,
) -> Result<(), Problem> {
    shell.host().await?.force_stop(&conversation.0).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn restart(shell: State<'_, Shell>, conversation: Checked) -> Result<(), Problem> {
    shell.host().await?.restart(&conversation.0).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn set_mode(
    shell: State<'_, Shell>,
    conversation: Checked,
    mode: String,
) -> Result<(), Problem> {
    shell.host().await?.set_mode(&conversation.0, &mode).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn set_config(
    shell: State<'_, Shell>,
    conversation: Checked,
    settings: serde_json::Map<String, serde_json::Value>,
) -> Result<(), Problem> {
    shell
        .host()
        .await?
        .set_config(&conversation.0, settings)
        .await
}

#[tauri::command(root = "answering")]
pub(crate) async fn edit_queued(
    shell: State<'_, Shell>,
    conversation: Checked,
    id: TurnId,
    text: String,
) -> Result<(), Problem> {
    shell
        .host()
        .await?
        .edit_queued(&conversation.0, &id, text)
        .await
}

#[tauri::command(root = "answering")]
pub(crate) async fn remove_queued(
    shell: State<'_, Shell>,
    conversation: Checked,
    id: TurnId,
) -> Result<(), Problem> {
    shell
        .host()
        .await?
        .remove_queued(&conversation.0, &id)
        .await
}

#[tauri::command(root = "answering")]
pub(crate) async fn move_queued(
    shell: State<'_, Shell>,
    conversation: Checked,
    id: TurnId,
    to: u32,
) -> Result<(), Problem> {
    shell
        .host()
        .await?
        .move_queued(&conversation.0, &id, to)
        .await
}

#[tauri::command(root = "answering")]
pub(crate) async fn send_now(
    shell: State<'_, Shell>,
    conversation: Checked,
    id: TurnId,
) -> Result<Sending, Problem> {
    shell.host().await?.send_now(&conversation.0, &id).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn resume_queue(
    shell: State<'_, Shell>,
    conversation: Checked,
) -> Result<(), Problem> {
    shell.host().await?.resume_queue(&conversation.0).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn set_draft(
    shell: State<'_, Shell>,
    conversation: Checked,
    text: String,
) -> Result<(), Problem> {
    shell.host().await?.set_draft(&conversation.0, text).await
}
