//! What pages outside a conversation show: only that it changed.

use model::view::{Topic, TopicRevisions};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use tokio::sync::watch;

/// A revision for each topic. Never asked for costs nothing.
pub struct Topics {
    revisions: Mutex<HashMap<Topic, u64>>,
    changed: watch::Sender<()>,
}

impl Default for Topics {
    fn default() -> Self {
        Self {
            revisions: Mutex::default(),
            changed: watch::Sender::new(()),
        }
    }
}

impl Topics {
    /// Something of this topic is not as it was: windows that watch it fetch it anew.
    pub fn touch(&self, topic: Topic) {
        {
            let mut all = self
                .revisions
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            // A topic nobody touched has revision 1, so that a first look is answered.
            *all.entry(topic).or_insert(1) += 1;
        }
        self.changed.send_replace(());
    }

    pub(crate) fn watch(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// Those of the watched that are newer.
    pub(crate) fn newer(&self, watched: &TopicRevisions) -> TopicRevisions {
        let all = self
            .revisions
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        watched
            .iter()
            .filter_map(|(topic, has)| {
                let now = all.get(topic).copied().unwrap_or(1);
                (now > *has).then_some((*topic, now))
            })
            .collect()
    }
}
