//! The processes of agents, and what a start would be.

use crate::caller::{Caller, Checked};
use crate::shell::Shell;
use model::ProfileId;
use model::view::{Explained, Problem, ProcessView};
use tauri::State;

#[tauri::command(root = "answering")]
pub(crate) async fn processes(
    shell: State<'_, Shell>,
    conversation: Checked,
) -> Result<ProcessView, Problem> {
    shell.host().await?.processes(&conversation.0).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn all_processes(
    caller: Caller,
    shell: State<'_, Shell>,
) -> Result<Vec<ProcessView>, Problem> {
    caller.may_list()?;
    Ok(shell.host().await?.all_processes().await)
}

#[tauri::command(root = "answering")]
pub(crate) async fn explain_profile(
    caller: Caller,
    shell: State<'_, Shell>,
    profile: ProfileId,
    workspace: String,
) -> Result<Explained, Problem> {
    caller.may_list()?;
    let host = shell.host().await?;
    host.explain_profile(&profile, &workspace).await
}

/// Asks the login shell again, and waits for its answer.
#[tauri::command(root = "answering")]
pub(crate) async fn refresh_login_shell(
    caller: Caller,
    shell: State<'_, Shell>,
) -> Result<(), Problem> {
    caller.may_list()?;
    let host = shell.host().await?;
    host.refresh_login_shell();
    host.login_shell_settled().await;
    Ok(())
}
