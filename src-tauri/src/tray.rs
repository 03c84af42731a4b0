//! Agents that run while no window shows them are visible in the desktop's tray,
//! where there is one, and Parley ends by itself once they are done and nothing
//! of it is on the screen.

#[cfg(not(target_os = "linux"))]
#[path = "tray/elsewhere.rs"]
mod desktop;
#[cfg(target_os = "linux")]
#[path = "tray/linux.rs"]
mod desktop;
#[cfg(target_os = "linux")]
mod item;
#[cfg(target_os = "linux")]
mod menu;
mod words;

pub(crate) use desktop::is_there;

use crate::caller::MAIN;
use crate::shell::Shell;
use crate::{app, windows};
use model::{ConversationId, ConversationSummary};
use std::time::Duration;
use tauri::{AppHandle, Manager};

/// Changes of the list are looked at this often at most.
const REST: Duration = Duration::from_millis(500);
/// How long nothing is to be done before Parley ends without a window.
const QUIET: Duration = Duration::from_secs(10);
/// Conversations in the menu at most.
const MOST: usize = 12;

/// What a line of the menu does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Act {
    /// Shows the main window.
    Show,
    /// Shows a conversation in it.
    Conversation(ConversationId),
    /// Ends Parley, and all agents with it.
    Quit,
}

/// One line of the menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Entry {
    /// Words that can be pressed.
    Words(String, Act),
    /// A line between others.
    Line,
}

/// What the tray shows now.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) tooltip: String,
    pub(crate) entries: Vec<Entry>,
}

/// Keeps the tray as it should be, for as long as the app runs.
pub(crate) async fn keep(app: AppHandle) {
    let shell = app.state::<Shell>();
    let host = shell.opened().await;
    let mut list = host.list_changes();
    let mut quiet_since: Option<tokio::time::Instant> = None;
    loop {
        let windows = app.webview_windows();
        let busy = host.busy();
        let unseen = !windows.contains_key(MAIN) && !busy.is_empty();
        let words = words::of(host.settings().language);
        desktop::show(&app, unseen.then(|| shown(&busy, words)));
        quiet_since = (windows.is_empty() && busy.is_empty())
            .then(|| quiet_since.unwrap_or_else(tokio::time::Instant::now));
        let quiet = async {
            match quiet_since {
                Some(since) => tokio::time::sleep_until(since + QUIET).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            changed = list.changed() => if changed.is_err() { return },
            () = shell.windows_changed.notified() => {}
            () = quiet => {
                tracing::info!("nothing left to do and no window: the end");
                return app::end(&app, 0);
            }
        }
        tokio::time::sleep(REST).await;
    }
}

fn shown(busy: &[ConversationSummary], words: &words::Words) -> Shown {
    let mut entries: Vec<Entry> = busy
        .iter()
        .take(MOST)
        .map(|one| Entry::Words(words.conversation(one), Act::Conversation(one.id.clone())))
        .collect();
    entries.push(Entry::Line);
    entries.push(Entry::Words(words.show().to_owned(), Act::Show));
    entries.push(Entry::Words(words.quit().to_owned(), Act::Quit));
    Shown {
        tooltip: words.at_work(busy.len()),
        entries,
    }
}

/// Does what was pressed.
fn act(app: &AppHandle, pressed: Act) {
    let app = app.clone();
    // Not from within a call of the bus.
    tauri::async_runtime::spawn(async move {
        let outcome = match pressed {
            Act::Quit => {
                app::end(&app, 0);
                Ok(())
            }
            Act::Show => windows::open_main(&app),
            Act::Conversation(id) => windows::show_in_main(&app, &id),
        };
        if let Err(error) = outcome {
            tracing::error!(%error, "the window could not be shown");
        }
    });
}
