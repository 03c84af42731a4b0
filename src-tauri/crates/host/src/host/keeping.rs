//! What is kept of a conversation besides what was said: its name, marks, draft, and whether it is.

use super::{Host, close};
use crate::catalogue;
use crate::conversation::Message;
use crate::list;
use crate::problem::problem;
use model::view::Problem;
use model::{ConversationId, ConversationMeta};
use std::collections::HashMap;
use std::sync::PoisonError;
use std::time::Duration;
use tokio::time::Instant;

/// How long a deleted conversation can be brought back.
const UNDO: Duration = Duration::from_secs(30);

/// A conversation that can be brought back.
pub(super) struct Deleted {
    meta: ConversationMeta,
    /// Until then. It may be brought back and deleted again before: then it is another moment.
    until: Instant,
}

impl Host {
    pub(crate) async fn change_meta(
        &self,
        id: &ConversationId,
        change: impl FnOnce(&mut ConversationMeta) + Send + 'static,
    ) -> Result<(), Problem> {
        self.open_conversation(id)?
            .ask(|reply| Message::ChangeMeta(Box::new(change), reply))
            .await
    }

    /// Keeps what is written and not sent.
    ///
    /// # Errors
    /// `unknownConversation`.
    pub async fn set_draft(&self, id: &ConversationId, text: String) -> Result<(), Problem> {
        let text = crate::files::capped(secrets::known().string(text));
        self.change_meta(id, move |meta| meta.draft = text).await
    }

    /// Names a conversation.
    ///
    /// # Errors
    /// `unknownConversation`.
    pub async fn rename(&self, id: &ConversationId, title: &str) -> Result<(), Problem> {
        let title = crate::titles::given(title);
        self.change_meta(id, move |meta| {
            meta.titled_by_user = !title.is_empty();
            meta.title = title;
        })
        .await
    }

    /// Pins a conversation on top.
    ///
    /// # Errors
    /// `unknownConversation`.
    pub async fn set_pinned(&self, id: &ConversationId, pinned: bool) -> Result<(), Problem> {
        self.change_meta(id, move |meta| meta.pinned = pinned).await
    }

    /// Puts a conversation away.
    ///
    /// # Errors
    /// `unknownConversation`.
    pub async fn set_archived(&self, id: &ConversationId, archived: bool) -> Result<(), Problem> {
        self.change_meta(id, move |meta| meta.archived = archived)
            .await
    }

    /// Deletes a conversation; it can be brought back for 30 s.
    ///
    /// # Errors
    /// `unknownConversation`.
    pub async fn delete(&self, id: &ConversationId) -> Result<(), Problem> {
        let conversation = self.open_conversation(id)?;
        conversation.ask(Message::Sleep).await?;
        let meta = {
            let mut state = conversation.state();
            state.deleted = true;
            state.meta.clone()
        };
        self.list().remove(id);
        let until = Instant::now() + UNDO;
        self.deleted().insert(id.clone(), Deleted { meta, until });
        let host = self.clone();
        let id = id.clone();
        tokio::spawn(async move {
            tokio::time::sleep_until(until).await;
            host.purge(&id, until).await;
        });
        Ok(())
    }

    /// Brings a deleted conversation back.
    ///
    /// # Errors
    /// `expired`: it is too late.
    pub fn restore(&self, id: &ConversationId) -> Result<(), Problem> {
        let Deleted { meta, .. } = self
            .deleted()
            .remove(id)
            .ok_or_else(|| problem("expired", "It is too late to bring this conversation back."))?;
        let label = catalogue::label(&meta.workspace, &self.0.context.options.home);
        self.list().put(list::summary(&meta, &label), false);
        let conversation = self.open_conversation(id)?;
        let summary = {
            let mut state = conversation.state();
            state.deleted = false;
            state.summary()
        };
        self.list().put(summary, false);
        Ok(())
    }

    /// Ends the time in which this deletion could be undone.
    async fn purge(&self, id: &ConversationId, until: Instant) {
        let over = |deleted: &Deleted| deleted.until == until;
        {
            let mut deleted = self.deleted();
            if !deleted.get(id).is_some_and(over) {
                return;
            }
            deleted.remove(id);
        }
        if let Some(conversation) = self.0.catalogue.take(id) {
            close(&conversation).await;
        }
        self.erase(id).await;
    }

    /// Removes everything that is kept of a conversation that nothing has open any more.
    pub(super) async fn erase(&self, id: &ConversationId) {
        if let Err(error) = self.0.context.archive.delete_conversation(id).await {
            tracing::error!(%error, "a deleted conversation is still in the archive");
        }
        crate::files::forget(&self.options().data_dir, id);
        self.board().forget(id);
    }

    pub(super) fn deleted(&self) -> std::sync::MutexGuard<'_, HashMap<ConversationId, Deleted>> {
        self.0
            .deleted
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::UNDO;
    use crate::quiet::{meta, options};
    use crate::{Host, Origin};
    use archive::Archive;
    use std::path::Path;
    use std::time::Duration;

    /// The clock stands still but for this, so that what waits for other threads is no pause.
    async fn later(time: Duration) {
        // What was begun waits for its moment, and after it does what it waited with.
        rounds().await;
        tokio::time::pause();
        tokio::time::advance(time).await;
        tokio::time::resume();
        rounds().await;
    }

    async fn rounds() {
        for _ in 0..9 {
            tokio::task::yield_now().await;
        }
    }

    async fn with_one(folder: &Path) -> Host {
        let archive = Archive::open(folder).unwrap();
        archive.put_conversation(meta("one", 1)).wait().unwrap();
        archive.close();
        Host::open(options(folder)).await.unwrap()
    }

    #[tokio::test]
    async fn each_deletion_can_be_undone_for_its_own_whole_time() {
        let folder = tempfile::tempdir().unwrap();
        let host = with_one(folder.path()).await;
        let id = meta("one", 1).id;
        host.delete(&id).await.unwrap();
        later(UNDO / 2).await;
        host.restore(&id).unwrap();
        host.delete(&id).await.unwrap();
        // The time of the first is over, and that of the second is not.
        later(UNDO * 3 / 4).await;
        host.restore(&id).unwrap();
        host.delete(&id).await.unwrap();
        later(UNDO + Duration::from_secs(1)).await;
        assert_eq!(host.restore(&id).unwrap_err().code, "expired");
        host.shutdown().await;
    }

    #[tokio::test]
    async fn what_is_deleted_right_before_the_end_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let host = with_one(folder.path()).await;
        let id = meta("one", 1).id;
        let pasted = host
            .attach_pasted(&id, Origin::Text, b"private".to_vec())
            .await
            .unwrap();
        let pasted = Path::new(&pasted.added[0].path).to_owned();
        assert!(pasted.exists());
        host.delete(&id).await.unwrap();
        host.shutdown().await;
        assert!(!pasted.exists());
    }
}
