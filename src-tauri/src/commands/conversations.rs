//! Making, naming and removing conversations.

use crate::caller::{Caller, Checked};
use crate::shell::Shell;
use crate::windows;
use model::view::Problem;
use model::{ConversationId, ProfileId};
use tauri::{AppHandle, State};

#[tauri::command(root = "answering")]
pub(crate) async fn create_conversation(
    caller: Caller,
    shell: State<'_, Shell>,
    profile: ProfileId,
    workspace: String,
) -> Result<ConversationId, Problem> {
    caller.may_list()?;
    shell
        .host()
        .await?
        .create_conversation(&profile, &workspace)
        .await
}

#[tauri::command(root = "answering")]
pub(crate) async fn rename_conversation(
    shell: State<'_, Shell>,
    conversation: Checked,
    title: String,
) -> Result<(), Problem> {
    shell.host().await?.rename(&conversation.0, &title).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn set_pinned(
    caller: Caller,
    shell: State<'_, Shell>,
    conversation: Checked,
    value: bool,
) -> Result<(), Problem> {
    caller.may_list()?;
    shell.host().await?.set_pinned(&conversation.0, value).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn set_archived(
    caller: Caller,
    shell: State<'_, Shell>,
    conversation: Checked,
    value: bool,
) -> Result<(), Problem> {
    caller.may_list()?;
    shell
        .host()
        .await?
        .set_archived(&conversation.0, value)
        .await
}

#[tauri::command(root = "answering")]
pub(crate) async fn delete_conversation(
    app: AppHandle,
    caller: Caller,
    shell: State<'_, Shell>,
    conversation: Checked,
) -> Result<(), Problem> {
    caller.may_list()?;
    shell.host().await?.delete(&conversation.0).await?;
    windows::close_conversation(&app, &conversation.0);
    shell.loading.forget(&conversation.0);
    Ok(())
}

/// Says where the folder of a conversation is now, for all that were in it.
#[tauri::command(root = "answering")]
pub(crate) async fn locate_workspace(
    shell: State<'_, Shell>,
    conversation: Checked,
    folder: String,
) -> Result<(), Problem> {
    shell
        .host()
        .await?
        .locate_workspace(&conversation.0, &folder)
        .await
}

#[tauri::command(root = "answering")]
pub(crate) async fn restore_conversation(
    caller: Caller,
    shell: State<'_, Shell>,
    conversation: Checked,
) -> Result<(), Problem> {
    caller.may_list()?;
    shell.host().await?.restore(&conversation.0)
}
