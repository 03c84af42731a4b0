//! The inspector: traffic, scripts made of it, and what a report needs.

use crate::caller::{Caller, Checked};
use crate::commands::apart;
use crate::diagnostics;
use crate::error::problem;
use crate::shell::Shell;
use crate::windows;
use model::view::{Problem, SavedScript, TrafficDetail, TrafficPage, TrafficQuery};
use tauri::{AppHandle, State};

#[tauri::command(root = "answering")]
pub(crate) async fn traffic(
    shell: State<'_, Shell>,
    conversation: Checked,
    query: TrafficQuery,
) -> Result<TrafficPage, Problem> {
    let host = shell.host().await?.clone();
    apart(move || host.traffic(&conversation.0, &query)).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn traffic_line(
    shell: State<'_, Shell>,
    conversation: Checked,
    row: i64,
) -> Result<TrafficDetail, Problem> {
    let host = shell.host().await?.clone();
    apart(move || host.traffic_line(&conversation.0, row)).await
}

/// Saves the agent's side as a script: as a profile, or to a file that the user names.
#[tauri::command(root = "answering")]
pub(crate) async fn save_script(
    app: AppHandle,
    shell: State<'_, Shell>,
    conversation: Checked,
    as_profile: bool,
) -> Result<Option<SavedScript>, Problem> {
    let to = if as_profile {
        None
    } else {
        match windows::pick_new_file(&app, "conversation.in").await? {
            Some(path) => Some(path),
            None => return Ok(None),
        }
    };
    let host = shell.host().await?.clone();
    apart(move || host.save_script(&conversation.0, to))
        .await
        .map(Some)
}

/// What a report of a fault needs, without keys, to be read before it is saved.
#[tauri::command(root = "answering")]
pub(crate) async fn diagnostics(
    caller: Caller,
    shell: State<'_, Shell>,
) -> Result<String, Problem> {
    caller.may_list()?;
    let host = shell.host().await?.clone();
    diagnostics::text(&host, &shell.data_dir).await
}

/// Saves the text that was shown to a file that the user names; its path, or none
/// where the user named none.
#[tauri::command(root = "answering")]
pub(crate) async fn save_diagnostics(
    app: AppHandle,
    caller: Caller,
    text: String,
) -> Result<Option<String>, Problem> {
    caller.may_list()?;
    let Some(path) = windows::pick_new_file(&app, "parley-diagnostics.txt").await? else {
        return Ok(None);
    };
    let shown = path.display().to_string();
    let text = secrets::known().string(text);
    apart(move || {
        std::fs::write(&path, text).map_err(|error| {
            problem(
                "io",
                format!(
                    "{} can't be written: {error}. Choose another place.",
                    path.display()
                ),
            )
        })
    })
    .await?;
    Ok(Some(shown))
}
