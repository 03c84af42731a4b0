//! Files that go with a message, and files of the workspace it names. Paths
//! come from the desktop: its file chooser, what was dropped on the window, its
//! clipboard. A page only says that the user did it, and where to.

use crate::caller::{Caller, Checked};
use crate::error::problem;
use crate::shell::Shell;
use crate::windows;
use crate::windows::Clip;
use host::Origin;
use model::view::{Attached, Problem, WorkspaceFiles};
use std::sync::atomic::Ordering;
use tauri::{AppHandle, State};

#[tauri::command(root = "answering")]
pub(crate) async fn attach_chosen(
    app: AppHandle,
    shell: State<'_, Shell>,
    conversation: Checked,
) -> Result<Attached, Problem> {
    let host = shell.host().await?;
    if shell.picking.swap(true, Ordering::SeqCst) {
        return Err(problem(
            "refused",
            "A window to choose a file is open already.",
        ));
    }
    let chosen = windows::pick_files(&app).await;
    shell.picking.store(false, Ordering::SeqCst);
    host.attach_files(&conversation.0, chosen?).await
}

/// Attaches what was dropped on the caller's window last.
#[tauri::command(root = "answering")]
pub(crate) async fn attach_dropped(
    caller: Caller,
    shell: State<'_, Shell>,
    conversation: Checked,
) -> Result<Attached, Problem> {
    let dropped = shell.take_dropped(caller.label());
    shell
        .host()
        .await?
        .attach_files(&conversation.0, dropped)
        .await
}

/// Attaches the files or the picture of the clipboard; nothing where it holds neither.
#[tauri::command(root = "answering")]
pub(crate) async fn attach_clipboard(
    app: AppHandle,
    shell: State<'_, Shell>,
    conversation: Checked,
) -> Result<Attached, Problem> {
    let host = shell.host().await?;
    match windows::clip(&app).await? {
        Some(Clip::Files(paths)) => host.attach_files(&conversation.0, paths).await,
        Some(Clip::Picture(origin, bytes)) => {
            host.attach_pasted(&conversation.0, origin, bytes).await
        }
        None => Ok(Attached::default()),
    }
}

/// Makes a file of a long text.
#[tauri::command(root = "answering")]
pub(crate) async fn attach_text(
    shell: State<'_, Shell>,
    conversation: Checked,
    text: String,
) -> Result<Attached, Problem> {
    shell
        .host()
        .await?
        .attach_pasted(&conversation.0, Origin::Text, text.into_bytes())
        .await
}

#[tauri::command(root = "answering")]
pub(crate) async fn detach(
    shell: State<'_, Shell>,
    conversation: Checked,
    file: String,
) -> Result<(), Problem> {
    shell.host().await?.detach(&conversation.0, &file).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn draft_thumbnail(
    shell: State<'_, Shell>,
    conversation: Checked,
    file: String,
) -> Result<Option<String>, Problem> {
    shell
        .host()
        .await?
        .draft_thumbnail(&conversation.0, &file)
        .await
}

#[tauri::command(root = "answering")]
pub(crate) async fn workspace_files(
    shell: State<'_, Shell>,
    conversation: Checked,
    text: String,
) -> Result<WorkspaceFiles, Problem> {
    shell
        .host()
        .await?
        .workspace_files(&conversation.0, text)
        .await
}
