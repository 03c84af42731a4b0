//! Reading a conversation.

use crate::bridge;
use crate::caller::{Caller, Checked};
use crate::shell::Shell;
use model::view::{OlderRows, Problem, PullRequest};
use tauri::ipc::Response;
use tauri::{State, WebviewWindow};

#[tauri::command]
pub(crate) async fn pull(
    window: WebviewWindow,
    caller: Caller,
    shell: State<'_, Shell>,
    request: PullRequest,
) -> Result<Response, Problem> {
    bridge::pull(&window, &caller, &shell, request).await
}

#[tauri::command]
pub(crate) async fn older_rows(
    shell: State<'_, Shell>,
    conversation: Checked,
    before: u32,
    limit: u32,
) -> Result<OlderRows, Problem> {
    shell
        .host()
        .await?
        .older_rows(&conversation.0, before, limit)
}
