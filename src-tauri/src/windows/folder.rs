//! The desktop's own window to choose a folder.

use crate::error::desktop;
use crate::language;
use model::view::Problem;
use std::path::PathBuf;
use tauri::AppHandle;
use tokio::sync::oneshot;

/// Asks the user for a folder, in German or English; `None` where the user thought better of it.
pub(crate) async fn pick_folder(
    app: &AppHandle,
    start: Option<PathBuf>,
    german: bool,
) -> Result<Option<PathBuf>, Problem> {
    let (opened, open) = oneshot::channel();
    let title = language::said(language::CHOOSE_FOLDER, german);
    // The toolkit wants its windows made on its own thread; the answer comes later.
    app.run_on_main_thread(move || {
        let mut dialog = rfd::AsyncFileDialog::new().set_title(title);
        if let Some(start) = start.filter(|start| start.is_dir()) {
            dialog = dialog.set_directory(start);
        }
        let _ = opened.send(dialog.pick_folder());
    })
    .map_err(|error| desktop(&error))?;
    match open.await {
        Ok(picked) => Ok(picked.await.map(|folder| folder.path().to_owned())),
        // The app ends; there is nobody left to choose.
        Err(_) => Ok(None),
    }
}

/// Asks the user where to save a file; `None` where the user thought better of it.
pub(crate) async fn pick_new_file(
    app: &AppHandle,
    name: impl Into<String>,
) -> Result<Option<PathBuf>, Problem> {
    let (opened, open) = oneshot::channel();
    let name = name.into();
    app.run_on_main_thread(move || {
        let dialog = rfd::AsyncFileDialog::new().set_file_name(name);
        let _ = opened.send(dialog.save_file());
    })
    .map_err(|error| desktop(&error))?;
    match open.await {
        Ok(picked) => Ok(picked.await.map(|file| file.path().to_owned())),
        Err(_) => Ok(None),
    }
}

/// Asks the user for a file to read; `None` where the user thought better of it.
pub(crate) async fn pick_file(app: &AppHandle) -> Result<Option<PathBuf>, Problem> {
    let (opened, open) = oneshot::channel();
    app.run_on_main_thread(move || {
        let _ = opened.send(rfd::AsyncFileDialog::new().pick_file());
    })
    .map_err(|error| desktop(&error))?;
    match open.await {
        Ok(picked) => Ok(picked.await.map(|file| file.path().to_owned())),
        Err(_) => Ok(None),
    }
}

/// Asks the user for files to read; none where the user thought better of it.
pub(crate) async fn pick_files(app: &AppHandle) -> Result<Vec<PathBuf>, Problem> {
    let (opened, open) = oneshot::channel();
    app.run_on_main_thread(move || {
        let _ = opened.send(rfd::AsyncFileDialog::new().pick_files());
    })
    .map_err(|error| desktop(&error))?;
    match open.await {
        Ok(picked) => Ok(picked
            .await
            .unwrap_or_default()
            .iter()
            .map(|file| file.path().to_owned())
            .collect()),
        Err(_) => Ok(Vec::new()),
    }
}
