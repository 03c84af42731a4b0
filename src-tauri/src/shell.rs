//! What every part of the shell shares.

use crate::display::FirstFrame;
use crate::error::problem;
use crate::loading::LoadingMarks;
use crate::places::Places;
use host::Host;
use model::ConversationId;
use model::view::Problem;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use tokio::sync::{Notify, SetOnce};

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
    /// The window that is asked what becomes of its agents shows the question.
    pub(crate) question_shown: Notify,
    /// Set once the archive is open, which goes on while the first window loads.
    host: SetOnce<Result<Host, Problem>>,
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
    pub(crate) fn new(
        data_dir: PathBuf,
        home: PathBuf,
        places: Places,
        first_frame: FirstFrame,
    ) -> Self {
        Self {
            loading: LoadingMarks::load(&data_dir),
            first_frame,
            windows_changed: Notify::new(),
            question_shown: Notify::new(),
            data_dir,
            home,
            places,
            host: SetOnce::new(),
            picking: AtomicBool::new(false),
            names: Mutex::default(),
            waiting: Mutex::default(),
            dropped: Mutex::default(),
            ending: AtomicBool::new(false),
        }
    }

    /// The host, once it is open. A host that could not be opened refuses every
    /// command with the reason.
    pub(crate) async fn host(&self) -> Result<&Host, Problem> {
        self.host.wait().await.as_ref().map_err(Clone::clone)
    }

    /// The host, if it is open.
    pub(crate) fn open_host(&self) -> Option<&Host> {
        self.host.get().and_then(|opened| opened.as_ref().ok())
    }

    /// Says how opening went. The first word counts.
    pub(crate) fn host_opened(&self, outcome: Result<Host, host::OpenError>) {
        let outcome = outcome.map_err(|error| {
            tracing::error!(%error, "the host did not open");
            problem("io", error.to_string())
        });
        let _ = self.host.set(outcome);
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
