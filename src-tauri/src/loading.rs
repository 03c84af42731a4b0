//! Which conversation a window is about to show, on disk before anything of it is
//! sent and off it again once it is on the screen. A window that dies in between,
//! or an app that is killed there, is counted; after the second time in a row the
//! conversation is shown plainly (C73).

use model::ConversationId;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// After this many deaths a conversation is shown plainly.
const TOO_OFTEN: u32 = 2;

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Marks {
    /// What each window is about to show, by its label.
    loading: BTreeMap<String, String>,
    /// How often in a row a window died while it loaded a conversation.
    deaths: BTreeMap<String, u32>,
    /// Conversations to be shown in full all the same, once.
    #[serde(skip)]
    wanted: BTreeSet<String>,
}

/// The marks of a data folder.
pub(crate) struct LoadingMarks {
    file: PathBuf,
    marks: Mutex<Marks>,
}

impl LoadingMarks {
    /// Reads what the last run left: what it was about to show then, it died of.
    pub(crate) fn load(data_dir: &Path) -> Self {
        let file = data_dir.join("loading.json");
        let mut marks: Marks = fs::read(&file)
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default();
        let died: BTreeSet<String> = std::mem::take(&mut marks.loading).into_values().collect();
        let left = !died.is_empty();
        for id in died {
            *marks.deaths.entry(id).or_default() += 1;
        }
        let marks = Self {
            file,
            marks: Mutex::new(marks),
        };
        if left {
            marks.write(&marks.lock());
        }
        marks
    }

    /// Whether this conversation is to be shown plainly.
    pub(crate) fn is_plain(&self, conversation: &ConversationId) -> bool {
        let marks = self.lock();
        let deaths = marks.deaths.get(conversation.as_str());
        deaths.is_some_and(|deaths| *deaths >= TOO_OFTEN)
            && !marks.wanted.contains(conversation.as_str())
    }

    /// A window is about to be sent a conversation. On disk when this returns.
    pub(crate) fn begins(&self, window: &str, conversation: &ConversationId) {
        let mut marks = self.lock();
        let before = marks
            .loading
            .insert(window.to_owned(), conversation.0.clone());
        if before.as_deref() != Some(conversation.as_str()) {
            self.write(&marks);
        }
    }

    /// A window has drawn it.
    pub(crate) fn shown(&self, window: &str, conversation: &ConversationId) {
        let mut marks = self.lock();
        if marks.loading.get(window).map(String::as_str) != Some(conversation.as_str()) {
            return;
        }
        marks.loading.remove(window);
        marks.deaths.remove(conversation.as_str());
        marks.wanted.remove(conversation.as_str());
        self.write(&marks);
    }

    /// A window shows something else, or was closed in good order.
    pub(crate) fn left(&self, window: &str) {
        let mut marks = self.lock();
        if marks.loading.remove(window).is_some() {
            self.write(&marks);
        }
    }

    /// A window's web process died. Says whether it was about to show a conversation.
    pub(crate) fn died(&self, window: &str) -> bool {
        let mut marks = self.lock();
        let Some(id) = marks.loading.remove(window) else {
            return false;
        };
        marks.wanted.remove(&id);
        *marks.deaths.entry(id).or_default() += 1;
        self.write(&marks);
        true
    }

    /// The user wants to see it in full all the same. If the window dies of it
    /// again, it is shown plainly again.
    pub(crate) fn show_in_full(&self, conversation: &ConversationId) {
        self.lock().wanted.insert(conversation.0.clone());
    }

    /// The conversation is gone.
    pub(crate) fn forget(&self, conversation: &ConversationId) {
        let mut marks = self.lock();
        if marks.deaths.remove(conversation.as_str()).is_some() {
            self.write(&marks);
        }
    }

    /// The app ends in good order: nothing dies of it.
    pub(crate) fn end(&self) {
        let mut marks = self.lock();
        if !marks.loading.is_empty() {
            marks.loading.clear();
            self.write(&marks);
        }
    }

    /// In one step, but not through to the disk: it has to outlive this process, not the machine.
    fn write(&self, marks: &Marks) {
        let new = self.file.with_extension("json.new");
        let written = serde_json::to_vec(marks)
            .map_err(std::io::Error::from)
            .and_then(|bytes| fs::write(&new, bytes))
            .and_then(|()| fs::rename(&new, &self.file));
        if let Err(error) = written {
            tracing::warn!(%error, "what is being shown could not be noted");
        }
    }

    fn lock(&self) -> MutexGuard<'_, Marks> {
        self.marks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::LoadingMarks;
    use model::ConversationId;

    #[test]
    fn c73_two_deaths_in_a_row_are_too_many_whether_of_the_window_or_of_the_app() {
        let folder = tempfile::tempdir().unwrap();
        let heavy = ConversationId::from("heavy");
        let marks = LoadingMarks::load(folder.path());
        marks.begins("main", &heavy);
        assert!(marks.died("main"));
        assert!(!marks.is_plain(&heavy), "once may be bad luck");
        marks.begins("main", &heavy);
        // The app is killed here.
        let marks = LoadingMarks::load(folder.path());
        assert!(marks.is_plain(&heavy));
        assert!(!marks.is_plain(&ConversationId::from("light")));
        let again = LoadingMarks::load(folder.path());
        assert!(again.is_plain(&heavy), "and it stays so");
        again.forget(&heavy);
        assert!(!LoadingMarks::load(folder.path()).is_plain(&heavy));
    }

    #[test]
    fn c73_what_was_shown_or_left_in_good_order_is_not_counted() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (ConversationId::from("one"), ConversationId::from("two"));
        let marks = LoadingMarks::load(folder.path());
        for _ in 0..3 {
            marks.begins("main", &one);
            assert!(marks.died("main"));
            marks.begins("main", &one);
            marks.shown("main", &one);
            assert!(!marks.died("main"), "it was on the screen");
            marks.begins("main", &two);
            marks.left("main");
            marks.begins("main", &two);
            marks.begins("main", &one);
            marks.shown("main", &two);
            marks.end();
        }
        let marks = LoadingMarks::load(folder.path());
        assert!(!marks.is_plain(&one) && !marks.is_plain(&two));
    }

    #[test]
    fn c73_shown_in_full_all_the_same_once() {
        let folder = tempfile::tempdir().unwrap();
        let heavy = ConversationId::from("heavy");
        let marks = LoadingMarks::load(folder.path());
        for _ in 0..2 {
            marks.begins("main", &heavy);
            marks.died("main");
        }
        marks.show_in_full(&heavy);
        assert!(!marks.is_plain(&heavy));
        marks.begins("main", &heavy);
        marks.died("main");
        assert!(marks.is_plain(&heavy));
        marks.show_in_full(&heavy);
        marks.begins("main", &heavy);
        marks.shown("main", &heavy);
        assert!(!marks.is_plain(&heavy));
    }
}
