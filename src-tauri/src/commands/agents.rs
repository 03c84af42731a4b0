//! The page of agents: profiles, their forms, and trials of them.

use crate::caller::Caller;
use crate::error::problem;
use crate::shell::Shell;
use crate::windows;
use model::ProfileId;
use model::view::{AgentsPage, Explained, ImportedProfile, Problem, ProfileDraft, Trial};
use tauri::{AppHandle, State};

#[tauri::command(root = "answering")]
pub(crate) async fn agents(caller: Caller, shell: State<'_, Shell>) -> Result<AgentsPage, Problem> {
    caller.may_list()?;
    Ok(shell.host().await?.agents_page())
}

#[tauri::command(root = "answering")]
pub(crate) async fn profile_draft(
    caller: Caller,
    shell: State<'_, Shell>,
    profile: ProfileId,
) -> Result<ProfileDraft, Problem> {
    caller.may_list()?;
    shell.host().await?.profile_draft(&profile)
}

#[tauri::command(root = "answering")]
pub(crate) async fn explain_draft(
    caller: Caller,
    shell: State<'_, Shell>,
    draft: ProfileDraft,
    workspace: String,
) -> Result<Explained, Problem> {
    caller.may_list()?;
    shell.host().await?.explain_draft(&draft, &workspace).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn save_profile(
    caller: Caller,
    shell: State<'_, Shell>,
    draft: ProfileDraft,
) -> Result<ProfileId, Problem> {
    caller.may_list()?;
    shell.host().await?.save_profile(&draft).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn remove_profile(
    caller: Caller,
    shell: State<'_, Shell>,
    profile: ProfileId,
) -> Result<(), Problem> {
    caller.may_list()?;
    shell.host().await?.remove_profile(&profile)
}

/// Reads a file that the user picks; none where the user picked none.
#[tauri::command(root = "answering")]
pub(crate) async fn import_profile(
    app: AppHandle,
    caller: Caller,
    shell: State<'_, Shell>,
) -> Result<Option<ImportedProfile>, Problem> {
    caller.may_list()?;
    match windows::pick_file(&app).await? {
        Some(path) => shell.host().await?.import_profile(&path).await.map(Some),
        None => Ok(None),
    }
}

/// Writes a profile without keys to a file that the user names; its path.
#[tauri::command(root = "answering")]
pub(crate) async fn export_profile(
    app: AppHandle,
    caller: Caller,
    shell: State<'_, Shell>,
    profile: ProfileId,
) -> Result<Option<String>, Problem> {
    caller.may_list()?;
    let text = shell.host().await?.export_profile(&profile)?;
    let Some(path) = windows::pick_new_file(&app, "agent.json").await? else {
        return Ok(None);
    };
    std::fs::write(&path, text).map_err(|error| {
        problem(
            "io",
            format!(
                "{} can't be written: {error}. Choose another place.",
                path.display()
            ),
        )
    })?;
    Ok(Some(path.display().to_string()))
}

#[tauri::command(root = "answering")]
pub(crate) async fn try_profile(
    caller: Caller,
    shell: State<'_, Shell>,
    draft: ProfileDraft,
) -> Result<Trial, Problem> {
    caller.may_list()?;
    shell.host().await?.try_profile(&draft).await
}
