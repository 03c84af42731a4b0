//! Sending again, branches, and what an agent is told of what was said before.

use crate::caller::{Caller, Checked};
use crate::shell::Shell;
use crate::windows;
use model::view::{ContextSummary, Problem, Resent, WindowKind};
use model::{ConversationId, ItemId};
use tauri::{AppHandle, State};

#[tauri::command(root = "answering")]
pub(crate) async fn context_summary(
    shell: State<'_, Shell>,
    conversation: Checked,
) -> Result<ContextSummary, Problem> {
    shell.host().await?.context_summary(&conversation.0)
}

#[tauri::command(root = "answering")]
pub(crate) async fn decide_context(
    shell: State<'_, Shell>,
    conversation: Checked,
    tell: Option<String>,
) -> Result<(), Problem> {
    shell
        .host()
        .await?
        .decide_context(&conversation.0, tell)
        .await
}

#[tauri::command(root = "answering")]
pub(crate) async fn resend(
    app: AppHandle,
    caller: Caller,
    shell: State<'_, Shell>,
    conversation: Checked,
    item: ItemId,
    text: Option<String>,
) -> Result<Resent, Problem> {
    let host = shell.host().await?;
    let resent = host.resend(&conversation.0, &item, text).await?;
    if resent.branch {
        show_beside(&app, &caller, host, &resent.conversation)?;
    }
    Ok(resent)
}

#[tauri::command(root = "answering")]
pub(crate) async fn duplicate_conversation(
    app: AppHandle,
    caller: Caller,
    shell: State<'_, Shell>,
    conversation: Checked,
    until: Option<ItemId>,
) -> Result<ConversationId, Problem> {
    let host = shell.host().await?;
    let copy = host.duplicate(&conversation.0, until.as_ref()).await?;
    show_beside(&app, &caller, host, &copy)?;
    Ok(copy)
}

/// A window that may show only its own conversation gets the new one beside it;
/// one with a list turns to it itself.
fn show_beside(
    app: &AppHandle,
    caller: &Caller,
    host: &host::Host,
    id: &ConversationId,
) -> Result<(), Problem> {
    if caller.kind() == Some(WindowKind::Conversation) {
        let title = host.title(id).unwrap_or_default();
        windows::open_conversation(app, id, &title)?;
    }
    Ok(())
}
