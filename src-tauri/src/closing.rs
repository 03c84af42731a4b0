//! Closing the last window while agents are at work (C04): the user says once what
//! becomes of them, and that holds until it is changed in the settings.

use crate::error::problem;
use crate::shell::Shell;
use crate::{app, tray};
use model::view::{Closing, LastWindow, Problem, Settings};
use std::time::Duration;
use tauri::{AppHandle, Emitter, Manager};

/// A window that does not show the question within this time can't be asked.
const SHOWN_WITHIN: Duration = Duration::from_secs(3);

/// A window is to be closed. True where it stays for a question first.
pub(crate) fn asks(app: &AppHandle, label: &str) -> bool {
    let shell = app.state::<Shell>();
    let last = app.webview_windows().keys().all(|other| other == label);
    let asks =
        last && !shell.is_ending() && at_work(&shell) > 0 && wish(&shell) == Some(LastWindow::Ask);
    if asks {
        let (app, label) = (app.clone(), label.to_owned());
        tauri::async_runtime::spawn(async move { ask(&app, &label).await });
    }
    asks
}

/// The last window is closed. True where the app stays for the agents at work.
pub(crate) fn stays(app: &AppHandle) -> bool {
    let shell = app.state::<Shell>();
    !shell.is_ending() && at_work(&shell) > 0 && wish(&shell) == Some(LastWindow::Keep)
}

fn at_work(shell: &Shell) -> u32 {
    let busy = shell.open_host().map_or(0, |host| host.busy().len());
    u32::try_from(busy).unwrap_or(u32::MAX)
}

fn wish(shell: &Shell) -> Option<LastWindow> {
    shell.open_host().map(|host| host.settings().last_window)
}

async fn ask(app: &AppHandle, label: &str) {
    let shell = app.state::<Shell>();
    let question = Closing {
        busy: at_work(&shell),
        tray: tray::is_there(app).await,
    };
    let asked = app.emit_to(label, "closing", question);
    let shown = tokio::time::timeout(SHOWN_WITHIN, shell.question_shown.notified()).await;
    if asked.is_err() || shown.is_err() {
        // The page is dead or stuck: closing its window must still work.
        tracing::warn!(
            window = label,
            "a window could not ask what becomes of its agents"
        );
        app::end(app, 0);
    }
}

/// The user has said what becomes of the agents: kept as their setting, and done.
pub(crate) fn answered(app: &AppHandle, label: &str, keep: bool) -> Result<(), Problem> {
    let shell = app.state::<Shell>();
    let Some(host) = shell.open_host() else {
        return Err(problem("notReady", "Parley is still starting."));
    };
    let settings = Settings {
        last_window: if keep {
            LastWindow::Keep
        } else {
            LastWindow::Stop
        },
        ..host.settings()
    };
    host.change_settings(settings)?;
    if let Some(window) = app.get_webview_window(label) {
        window
            .destroy()
            .map_err(|error| crate::error::desktop(&error))?;
    }
    Ok(())
}
