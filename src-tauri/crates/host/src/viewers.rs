//! Which window shows what, and when it last got something.

use model::ConversationId;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The windows there are, by label.
#[derive(Default)]
pub(crate) struct Viewers(Mutex<HashMap<String, Viewer>>);

#[derive(Default)]
struct Viewer {
    shows: Option<ConversationId>,
    last_answer: Option<Instant>,
}

impl Viewers {
    pub(crate) fn shows(&self, viewer: &str, conversation: Option<ConversationId>) {
        let mut all = self.lock();
        match all.get_mut(viewer) {
            Some(known) => known.shows = conversation,
            None => {
                all.insert(
                    viewer.to_owned(),
                    Viewer {
                        shows: conversation,
                        last_answer: None,
                    },
                );
            }
        }
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

    pub(crate) fn last_answer(&self, viewer: &str) -> Option<Instant> {
        self.lock().get(viewer)?.last_answer
    }

    pub(crate) fn answered(&self, viewer: &str) {
        if let Some(known) = self.lock().get_mut(viewer) {
            known.last_answer = Some(Instant::now());
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Viewer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
