//! What a window can do where the archive did not open. None of it needs the
//! host, which is not there.

use super::app::open_outside;
use crate::app;
use crate::caller::Caller;
use crate::commands::apart;
use crate::error::problem;
use crate::shell::Shell;
use host::export::Repaired;
use host::export::folder::{Reading, repair};
use model::view::{ArchiveTrouble, MissingEvents, Problem, RepairReport};
use tauri::{AppHandle, State};

/// Why there is no archive; nothing where there is one.
#[tauri::command(root = "answering")]
pub(crate) async fn archive_trouble(
    caller: Caller,
    shell: State<'_, Shell>,
) -> Result<Option<ArchiveTrouble>, Problem> {
    caller.may_list()?;
    let Some(reason) = shell.failed() else {
        return Ok(None);
    };
    let folder = shell.data_dir.clone();
    let look = folder.clone();
    // Only looked at: what can be read is said, with how.
    let readable = apart(move || Ok(Reading::open(&look).is_ok())).await?;
    Ok(Some(ArchiveTrouble {
        code: reason.code,
        message: reason.message,
        path: folder.join("archive.db").display().to_string(),
        folder: folder.display().to_string(),
        readable,
    }))
}

/// Opens the archive once more.
#[tauri::command(root = "answering")]
pub(crate) async fn open_again(app: AppHandle, caller: Caller) -> Result<(), Problem> {
    caller.may_list()?;
    app::open_again(&app).await
}

/// Saves what can be read of a damaged archive; the old one is kept.
#[tauri::command(root = "answering")]
pub(crate) async fn repair_archive(
    caller: Caller,
    shell: State<'_, Shell>,
) -> Result<RepairReport, Problem> {
    caller.may_list()?;
    let turn = shell.opening.lock().await;
    // With a host there are agents, and an archive that is in use.
    if shell.open_host().is_some() {
        return Err(problem(
            "refused",
            "The archive is open and in use, so it was not repaired. Close Parley and use `parley repair`.",
        ));
    }
    let folder = shell.data_dir.clone();
    let repaired =
        apart(move || repair(&folder).map_err(|error| problem("io", error.to_string()))).await?;
    drop(turn);
    Ok(match repaired {
        Repaired::Sound => RepairReport::default(),
        Repaired::Mended { kept, salvaged, .. } => RepairReport {
            kept: Some(kept.display().to_string()),
            conversations: salvaged.conversations,
            nameless: salvaged.nameless,
            events: salvaged.events,
            missing: salvaged
                .missing
                .into_iter()
                .map(|(title, events)| MissingEvents { title, events })
                .collect(),
            broken: salvaged.broken,
        },
    })
}

/// Shows the folder of Parley's files.
#[tauri::command(root = "answering")]
pub(crate) async fn show_data_folder(
    caller: Caller,
    shell: State<'_, Shell>,
) -> Result<(), Problem> {
    caller.may_list()?;
    open_outside(&shell.data_dir).await.map_err(|error| {
        problem(
            "io",
            format!(
                "No program on this system showed the folder {}: {error}",
                shell.data_dir.display()
            ),
        )
    })
}
