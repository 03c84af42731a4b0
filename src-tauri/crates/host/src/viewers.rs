//! Which window shows what, and when it last got something.

use crate::pull::Beat;
use model::ConversationId;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// The windows there are, by label.
#[derive(Default)]
pub(crate) struct Viewers(Mutex<HashMap<String, Viewer>>);

#[derive(Default)]
struct Viewer {
    shows: Option<ConversationId>,
    beat: Beat,
    /// Counts its pulls: a newer one sends the older home.
    pulls: watch::Sender<u64>,
}

impl Viewers {
    /// What a window shows from now on. Answers the conversation that no window shows any more.
    pub(crate) fn shows(
        &self,
        viewer: &str,
        conversation: Option<ConversationId>,
    ) -> Option<ConversationId> {
        let mut all = self.lock();
        let known = all.entry(viewer.to_owned()).or_default();
        if known.shows == conversation {
            return None;
        }
        known.beat.turned();
        let left = std::mem::replace(&mut known.shows, conversation)?;
        let elsewhere = all
            .values()
            .any(|other| other.shows.as_ref() == Some(&left));
        (!elsewhere).then_some(left)
    }

    /// A pull begins. What it gets back tells when a newer one of the same
    /// window has begun: a window that turns to another conversation does not wait.
    pub(crate) fn pull(&self, viewer: &str) -> watch::Receiver<u64> {
        let mut all = self.lock();
        let pulls = &all.entry(viewer.to_owned()).or_default().pulls;
        pulls.send_modify(|count| *count += 1);
        pulls.subscribe()
    }

    /// A window is gone. Answers the conversation that no window shows any more.
    pub(crate) fn gone(&self, viewer: &str) -> Option<ConversationId> {
        let mut all = self.lock();
        let shown = all.remove(viewer)?.shows?;
        let elsewhere = all
            .values()
            .any(|other| other.shows.as_ref() == Some(&shown));
        (!elsewhere).then_some(shown)
    }

    /// Whether there still is such a window.
    pub(crate) fn is_open(&self, viewer: &str) -> bool {
        self.lock().contains_key(viewer)
    }

    /// How long a window is left alone still while text flows.
    pub(crate) fn rest(&self, viewer: &str) -> Option<Duration> {
        let all = self.lock();
        let known = all.get(viewer)?;
        let running = all.values().filter(|one| one.beat.runs_past()).count();
        known.beat.rest(u32::try_from(running).unwrap_or(u32::MAX))
    }

    /// Something befalls the beat of a window that there is.
    pub(crate) fn beat(&self, viewer: &str, what: impl FnOnce(&mut Beat)) {
        if let Some(known) = self.lock().get_mut(viewer) {
            what(&mut known.beat);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Viewer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
