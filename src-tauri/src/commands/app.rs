//! The app itself: its start, its settings, its windows, and the desktop around it.

use crate::caller::{Caller, Checked};
use crate::error::problem;
use crate::shell::Shell;
use crate::{link, windows};
use model::view::{Problem, ProfileView, Settings, Startup, WindowKind};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tauri::{AppHandle, Emitter, Manager, State};

/// How long a program that opens links takes to say that it can't.
const FAILS_WITHIN: Duration = Duration::from_secs(3);

#[tauri::command(root = "answering")]
pub(crate) async fn startup(caller: Caller, shell: State<'_, Shell>) -> Result<Startup, Problem> {
    let host = shell.host().await?;
    let settings = host.settings();
    let kind = caller
        .kind()
        .ok_or_else(|| problem("refused", "Parley has no such window."))?;
    let home = shell.home.display().to_string();
    let workspace = if settings.last_workspace.is_empty() {
        home.clone()
    } else {
        settings.last_workspace.clone()
    };
    Ok(Startup {
        window: kind,
        conversation: match kind {
            WindowKind::Conversation => caller.own(),
            WindowKind::Main => shell
                .places
                .shown()
                .filter(|shown| host.conversation_exists(shown)),
        },
        guide: match kind {
            WindowKind::Main => host.first_conversation(),
            WindowKind::Conversation => None,
        },
        workspace,
        home,
        settings,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        data_dir: shell.data_dir.display().to_string(),
        memory: shell.places.memory(caller.label()),
        scroll: shell
            .places
            .scrolled()
            .into_iter()
            .filter(|one| {
                kind == WindowKind::Main || caller.own().as_ref() == Some(&one.conversation)
            })
            .collect(),
        drawn_plainly: shell.first_frame.tell(),
        settings_trouble: host.settings_trouble(),
    })
}

#[tauri::command(root = "answering")]
pub(crate) async fn profiles(
    caller: Caller,
    shell: State<'_, Shell>,
) -> Result<Vec<ProfileView>, Problem> {
    caller.may_list()?;
    Ok(shell.host().await?.profiles())
}

#[tauri::command(root = "answering")]
pub(crate) async fn change_settings(
    app: AppHandle,
    caller: Caller,
    shell: State<'_, Shell>,
    settings: Settings,
) -> Result<Settings, Problem> {
    let host = shell.host().await?;
    // What was used last is the host's own note; a window's copy may be an old one.
    let current = host.settings();
    let settings = host.change_settings(Settings {
        last_profile: current.last_profile,
        last_workspace: current.last_workspace,
        ..settings
    })?;
    for label in app.webview_windows().into_keys() {
        // The caller has them as the answer. A window that is just closing does not mind.
        if label != caller.label() {
            let _ = app.emit_to(label, "settings", &settings);
        }
    }
    Ok(settings)
}

/// What was wrong with the settings' file when they were saved; told once.
#[tauri::command(root = "answering")]
pub(crate) async fn settings_trouble(shell: State<'_, Shell>) -> Result<Option<String>, Problem> {
    Ok(shell.host().await?.settings_trouble())
}

#[tauri::command(root = "answering")]
pub(crate) async fn open_window(
    app: AppHandle,
    caller: Caller,
    shell: State<'_, Shell>,
    conversation: Checked,
) -> Result<(), Problem> {
    caller.may_list()?;
    let host = shell.host().await?;
    let title = host.title(&conversation.0).ok_or_else(|| {
        problem(
            "unknownConversation",
            "This conversation is not there any more, so it has no window.",
        )
    })?;
    windows::open_conversation(&app, &conversation.0, &title)
}

#[tauri::command(root = "answering")]
pub(crate) async fn pick_folder(
    app: AppHandle,
    caller: Caller,
    shell: State<'_, Shell>,
    start: Option<String>,
) -> Result<Option<String>, Problem> {
    caller.may_list()?;
    if shell.picking.swap(true, Ordering::SeqCst) {
        return Err(problem(
            "refused",
            "A window to choose a folder is open already.",
        ));
    }
    let picked = windows::pick_folder(&app, start.map(PathBuf::from), shell.is_german()).await;
    shell.picking.store(false, Ordering::SeqCst);
    picked?
        .map(|path| {
            path.into_os_string().into_string().map_err(|path| {
                problem(
                    "refused",
                    format!(
                        "The name of the folder {} is not valid text (UTF-8), so agents can't be told about it. Choose another one.",
                        path.display()
                    ),
                )
            })
        })
        .transpose()
}

#[tauri::command(root = "answering")]
pub(crate) async fn open_link(url: String) -> Result<(), Problem> {
    let url = link::checked(&url).map_err(|bad| problem("refused", bad.to_string()))?;
    open_outside(url.as_str()).await.map_err(|error| {
        problem(
            "io",
            format!("No program on this system opened the link: {error}"),
        )
    })
}

/// Starts the desktop's program for an address or a folder, without the variables that only
/// make sense inside Parley. Such a program says soon that it failed; one that
/// is still there after a while is the browser itself, and stays.
pub(super) async fn open_outside(what: impl AsRef<std::ffi::OsStr>) -> std::io::Result<()> {
    let mut last = std::io::Error::from(std::io::ErrorKind::NotFound);
    for mut command in open::commands(what) {
        for name in crate::display::ENGINES_OWN {
            command.env_remove(name);
        }
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = match tokio::process::Command::from(command).spawn() {
            Ok(child) => child,
            Err(error) => {
                last = error;
                continue;
            }
        };
        match tokio::time::timeout(FAILS_WITHIN, child.wait()).await {
            Ok(Ok(status)) if !status.success() => last = std::io::Error::other(status.to_string()),
            Ok(Err(error)) => last = error,
            Ok(Ok(_)) | Err(_) => return Ok(()),
        }
    }
    Err(last)
}
