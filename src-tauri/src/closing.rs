//! Closing the last window while agents are at work (C04): the user says once what
//! becomes of them, and that holds until it is changed in the settings.

use crate::error::problem;
use crate::shell::Shell;
use crate::{app, tray};
use host::Host;
use model::view::{Closing, LastWindow, Problem, Settings};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tauri::{AppHandle, Emitter, Manager};
use tokio::sync::Notify;

/// A window that does not show the question within this time can't be asked.
const SHOWN_WITHIN: Duration = Duration::from_secs(3);

/// The question, as far as this run has come with it.
#[derive(Default)]
pub(crate) struct Question {
    shown: Notify,
    /// Agents stay by an answer that could not be saved; the settings still say to ask.
    keeps: AtomicBool,
}

impl Question {
    /// The window shows it, however often it was asked meanwhile.
    pub(crate) fn is_shown(&self) {
        self.shown.notify_waiters();
    }

    /// Asks. False where it is not shown in time.
    async fn put(&self, ask: impl FnOnce() -> bool) -> bool {
        // Waits from here on: the page may be faster than the next line.
        let shown = self.shown.notified();
        ask() && tokio::time::timeout(SHOWN_WITHIN, shown).await.is_ok()
    }

    /// It is answered: kept as the setting, or for this run alone. A full disk must not keep the
    /// window open.
    fn answered(&self, host: &Host, keep: bool) {
        let last_window = if keep {
            LastWindow::Keep
        } else {
            LastWindow::Stop
        };
        let settings = Settings {
            last_window,
            ..host.settings()
        };
        let saved = host.change_settings(settings);
        self.keeps.store(keep && saved.is_err(), Ordering::SeqCst);
        if let Err(problem) = saved {
            tracing::warn!(
                message = problem.message,
                "what becomes of agents without a window was not saved"
            );
        }
    }

    /// Whether agents at work go on without a window.
    fn stays(&self, wish: LastWindow) -> bool {
        match wish {
            LastWindow::Keep => true,
            LastWindow::Stop => false,
            LastWindow::Ask => self.keeps.load(Ordering::SeqCst),
        }
    }
}

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
    !shell.is_ending()
        && at_work(&shell) > 0
        && wish(&shell).is_some_and(|wish| shell.question.stays(wish))
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
    let asks = || app.emit_to(label, "closing", question).is_ok();
    if !shell.question.put(asks).await {
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
    shell.question.answered(host, keep);
    if let Some(window) = app.get_webview_window(label) {
        window
            .destroy()
            .map_err(|error| crate::error::desktop(&error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use host::{HostOptions, Programs};
    use tauri::async_runtime::block_on;

    #[test]
    fn c04_two_closes_in_haste_are_shown_by_one_word_and_none_by_an_earlier_one() {
        let question = Question::default();
        let shown = block_on(async {
            tokio::join!(
                question.put(|| true),
                question.put(|| {
                    // The page has both events by now and says so once.
                    question.is_shown();
                    true
                })
            )
        });
        assert_eq!(shown, (true, true));
        // Of an earlier question, which nobody waits for any more.
        question.is_shown();
        let at_once = block_on(async {
            tokio::select! {
                biased;
                shown = question.put(|| true) => Some(shown),
                () = std::future::ready(()) => None,
            }
        });
        assert_eq!(at_once, None, "the page has said nothing of this one");
    }

    #[test]
    fn c04_an_answer_that_cannot_be_saved_holds_for_this_run() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let options = HostOptions {
            data_dir: data.clone(),
            shared_dir: data.clone(),
            programs: Programs {
                understudy: folder.path().join("understudy"),
                guardian: folder.path().join("guardian"),
            },
            environment: Vec::new(),
            home: folder.path().to_path_buf(),
        };
        block_on(async {
            let host = Host::open(options).await.unwrap();
            let question = Question::default();
            let stays = || question.stays(host.settings().last_window);
            // A folder where the new file would be written: nothing can be saved.
            let in_the_way = data.join("settings.json.new");
            std::fs::create_dir_all(&in_the_way).unwrap();
            assert!(!stays());
            question.answered(&host, true);
            assert_eq!(host.settings().last_window, LastWindow::Ask);
            assert!(stays());
            question.answered(&host, false);
            assert!(!stays());
            std::fs::remove_dir(&in_the_way).unwrap();
            question.answered(&host, true);
            assert_eq!(host.settings().last_window, LastWindow::Keep);
            assert!(stays());
            host.shutdown().await;
        });
    }
}
