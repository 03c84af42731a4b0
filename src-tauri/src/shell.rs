//! What every part of the shell shares.

use crate::closing::Question;
use crate::display::FirstFrame;
use crate::error::problem;
use crate::loading::LoadingMarks;
use crate::places::Places;
use host::{Host, HostOptions};
use model::ConversationId;
use model::view::{Problem, Theme};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use tokio::sync::{Mutex as Turns, Notify, SetOnce, watch};

/// The shell's state, managed by Tauri.
pub(crate) struct Shell {
    /// The folder of Parley's files.
    pub(crate) data_dir: PathBuf,
    /// The user's home folder.
    pub(crate) home: PathBuf,
    /// Where the windows are.
    pub(crate) places: Places,
    /// What windows are about to show, and died of.
    pub(crate) loading: LoadingMarks,
    /// Whether a window has drawn anything.
    pub(crate) first_frame: FirstFrame,
    /// A window was opened or closed.
    pub(crate) windows_changed: Notify,
    /// What becomes of the agents of the last window.
    pub(crate) question: Question,
    /// Set once the archive is open, which goes on while the first window loads.
    host: SetOnce<Host>,
    /// Why there is no host, while there is none and none is being opened for the first time.
    failed: watch::Sender<Option<Problem>>,
    /// How the host is opened.
    pub(crate) options: HostOptions,
    /// One at a time opens the archive, or repairs it.
    pub(crate) opening: Turns<()>,
    /// One folder picker at a time.
    pub(crate) picking: AtomicBool,
    /// The conversation titles that windows carry, by label.
    names: Mutex<HashMap<String, String>>,
    /// How many requests wait for the user, by conversation.
    waiting: Mutex<HashMap<ConversationId, u32>>,
    /// What was dropped on a window and is in no conversation yet, by label.
    dropped: Mutex<HashMap<String, Vec<PathBuf>>>,
    ending: AtomicBool,
}

impl Shell {
    /// The state of an app that has just started.
    pub(crate) fn new(options: HostOptions, places: Places, first_frame: FirstFrame) -> Self {
        Self {
            loading: LoadingMarks::load(&options.data_dir),
            first_frame,
            windows_changed: Notify::new(),
            question: Question::default(),
            data_dir: options.data_dir.clone(),
            home: options.home.clone(),
            places,
            host: SetOnce::new(),
            failed: watch::Sender::new(None),
            options,
            opening: Turns::new(()),
            picking: AtomicBool::new(false),
            names: Mutex::default(),
            waiting: Mutex::default(),
            dropped: Mutex::default(),
            ending: AtomicBool::new(false),
        }
    }

    /// The host, once it is open. While it could not be opened every command is
    /// refused with the reason.
    pub(crate) async fn host(&self) -> Result<&Host, Problem> {
        let mut failed = self.failed.subscribe();
        tokio::select! {
            biased;
            host = self.host.wait() => Ok(host),
            // The sender lives as long as this.
            Ok(reason) = failed.wait_for(Option::is_some) => match &*reason {
                Some(reason) => Err(reason.clone()),
                None => Err(problem("notReady", "Parley is still starting.")),
            },
        }
    }

    /// The host, however often opening it had to be tried.
    pub(crate) async fn opened(&self) -> &Host {
        self.host.wait().await
    }

    /// The host, if it is open.
    pub(crate) fn open_host(&self) -> Option<&Host> {
        self.host.get()
    }

    /// Whether what the desktop shows is German; by the locale alone while the host is not open.
    pub(crate) fn is_german(&self) -> bool {
        let chosen = self.open_host().map(|host| host.settings().language);
        crate::language::is_german(chosen.unwrap_or_default())
    }

    /// The theme of the windows; what the settings' file says while the host is not open.
    pub(crate) fn theme(&self) -> Theme {
        self.open_host().map_or_else(
            || host::theme_in(&self.data_dir),
            |host| host.settings().theme,
        )
    }

    /// Why there is no host, if opening it failed.
    pub(crate) fn failed(&self) -> Option<Problem> {
        if self.host.get().is_some() {
            return None;
        }
        self.failed.borrow().clone()
    }

    /// Says how opening went: a host is for good, a failure until the next try.
    pub(crate) fn host_opened(&self, outcome: Result<Host, host::OpenError>) {
        match outcome {
            Ok(host) => {
                let _ = self.host.set(host);
            }
            Err(error) => {
                tracing::error!(%error, "the host did not open");
                let reason = problem(&error.code(), error.to_string());
                self.failed.send_replace(Some(reason));
            }
        }
    }

    /// True the first time it is called: the app ends once.
    pub(crate) fn begin_end(&self) -> bool {
        !self.ending.swap(true, Ordering::SeqCst)
    }

    /// True from the moment the app ends.
    pub(crate) fn is_ending(&self) -> bool {
        self.ending.load(Ordering::SeqCst)
    }

    /// Notes a window's new name; false if it has that name already.
    pub(crate) fn renamed(&self, label: &str, title: &str) -> bool {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        if names.get(label).is_some_and(|name| name == title) {
            return false;
        }
        names.insert(label.to_owned(), title.to_owned());
        true
    }

    /// Notes what waits for the user.
    pub(crate) fn waits(&self, waiting: HashMap<ConversationId, u32>) {
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) = waiting;
    }

    /// How many requests wait in a conversation.
    pub(crate) fn waiting_in(&self, conversation: &ConversationId) -> u32 {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.get(conversation).copied().unwrap_or(0)
    }

    /// Files were dropped on a window.
    pub(crate) fn dropped(&self, label: &str, paths: Vec<PathBuf>) {
        let mut dropped = self.dropped.lock().unwrap_or_else(PoisonError::into_inner);
        dropped.insert(label.to_owned(), paths);
    }

    /// What was dropped on a window last; once.
    pub(crate) fn take_dropped(&self, label: &str) -> Vec<PathBuf> {
        let mut dropped = self.dropped.lock().unwrap_or_else(PoisonError::into_inner);
        dropped.remove(label).unwrap_or_default()
    }

    /// The window is gone.
    pub(crate) fn forget_name(&self, label: &str) {
        self.take_dropped(label);
        self.names
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(label);
    }
}
