//! Answering a window that pulls (budgets: the window pulls).
//!
//! At once for what must not wait, with the beat while text flows, otherwise when there is
//! something. A window that does not pull costs nothing.

use crate::conversation::Message;
use crate::host::Host;
use crate::view;
use model::ConversationId;
use model::view::{Batch, ConversationPatch, PullRequest};
use std::time::Duration;
use tokio::time::{Instant, sleep, sleep_until};

mod beat;

pub(crate) use beat::Beat;

/// An empty answer after this long, so that a window asks anew should it ever have missed
/// something. Not more often: answering and asking wake a dozen threads of the engine a few times
/// each, which is nearly all that a window does while nothing happens.
const PATIENCE: Duration = Duration::from_secs(5 * 60);
/// How long a window that shows what is not there waits before it may ask again.
const NOTHING_THERE: Duration = Duration::from_secs(1);

impl Host {
    /// The changes after what the window has, as JSON of a `Batch`.
    pub async fn pull(&self, viewer: &str, request: PullRequest) -> Vec<u8> {
        let batch = self.batch(viewer, request).await;
        self.viewers().beat(viewer, Beat::answered);
        batch.json().unwrap_or_else(|error| {
            tracing::error!(%error, "a batch could not be written");
            b"{}".to_vec()
        })
    }

    async fn batch(&self, viewer: &str, mut request: PullRequest) -> Batch {
        let shown = request.conversation.clone();
        if request.plain {
            // What is shown plainly is shown, but nothing of it is sent.
            request.conversation = None;
            if request.after == 0 {
                self.shows(viewer, shown.clone());
                return Batch {
                    plain: shown,
                    ..Batch::default()
                };
            }
        }
        let until = Instant::now() + PATIENCE;
        let mut newer = self.viewers().pull(viewer);
        self.shows(viewer, shown);
        let conversation = match &request.conversation {
            Some(id) => match self.open_conversation(id) {
                Ok(conversation) => Some(conversation),
                Err(_) if request.list && request.list_after == 0 => None,
                Err(_) => {
                    tokio::select! {
                        () = sleep(NOTHING_THERE) => {}
                        _ = newer.changed() => return Batch::default(),
                    }
                    None
                }
            },
            None => None,
        };
        if let Some(conversation) = conversation.as_ref().filter(|_| request.after == 0) {
            self.look_for_workspace(conversation);
        }
        let mut rows = conversation
            .as_ref()
            .map(crate::conversation::Conversation::watch);
        let mut list = self.list().watch();
        let mut topics = self.topics().watch();
        loop {
            // Who turned to this conversation has nothing of it yet: the answer just given was
            // to what they left.
            let urgent = rows.as_mut().is_none_or(|rows| {
                rows.borrow_and_update().urgent > request.after || request.after == 0
            });
            list.borrow_and_update();
            topics.borrow_and_update();
            if !urgent && let Some(rest) = self.viewers().rest(viewer) {
                sleep(rest).await;
            }
            let batch = Batch {
                conversation: conversation
                    .as_ref()
                    .and_then(|conversation| self.patch(viewer, conversation, request.after)),
                list: request
                    .list
                    .then(|| self.list().patch(request.list_after))
                    .flatten(),
                topics: self.topics().newer(&request.topics),
                plain: None,
            };
            if batch.conversation.is_some() || batch.list.is_some() || !batch.topics.is_empty() {
                return batch;
            }
            let row_change = async {
                match &mut rows {
                    Some(rows) => rows.changed().await.is_ok(),
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                there = row_change => if !there {
                    // The conversation was closed under the window.
                    sleep(NOTHING_THERE).await;
                    return batch;
                },
                _ = list.changed(), if request.list => {}
                _ = topics.changed(), if !request.topics.is_empty() => {}
                _ = newer.changed() => return batch,
                () = sleep_until(until) => return batch,
            }
        }
    }

    /// A window shows this from now on; what it leaves may go from memory.
    pub(crate) fn shows(&self, viewer: &str, conversation: Option<ConversationId>) {
        let left = self.viewers().shows(viewer, conversation);
        if let Some(conversation) = left.and_then(|id| self.open_already(&id)) {
            conversation.tell(Message::Left);
        }
    }

    fn patch(
        &self,
        viewer: &str,
        conversation: &crate::conversation::Conversation,
        after: u64,
    ) -> Option<ConversationPatch> {
        let (news_seen, said);
        let (patch, summary, running) = {
            let mut state = conversation.state();
            // Words of a long block that are shown a little later are no answer yet: one that
            // brings nothing costs the window a frame, and keeps the next waiting.
            let patch = view::patch(&mut state, after).filter(brings_something)?;
            // What a window pulls is on a screen: windows that are hidden do not pull.
            news_seen = state.meta.seen_seq < state.meta.marks.news_seq;
            state.meta.seen_seq = state.seq();
            said = state.revisions.said();
            if self.viewers().is_open(viewer) {
                state.unwatched = None;
            }
            (patch, state.summary(), state.has_process())
        };
        self.viewers().beat(viewer, |beat| beat.told(said));
        if news_seen {
            // That it was seen outlives a kill.
            conversation.tell(Message::Seen);
        }
        self.list().update(summary, running);
        Some(patch)
    }
}

fn brings_something(patch: &ConversationPatch) -> bool {
    patch.reset || patch.header.is_some() || !patch.rows.is_empty()
}

#[cfg(test)]
mod tests;
