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

/// How long a deleted conversation can be brought back.
const UNDO: Duration = Duration::from_secs(30);

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
        self.deleted().insert(id.clone(), meta);
        let host = self.clone();
        let id = id.clone();
        tokio::spawn(async move {
            tokio::time::sleep(UNDO).await;
            host.purge(&id).await;
        });
        Ok(())
    }

    /// Brings a deleted conversation back.
    ///
    /// # Errors
    /// `expired`: it is too late.
    pub fn restore(&self, id: &ConversationId) -> Result<(), Problem> {
        let meta = self
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

    async fn purge(&self, id: &ConversationId) {
        if self.deleted().remove(id).is_none() {
            return;
        }
        if let Some(conversation) = self.0.catalogue.take(id) {
            close(&conversation).await;
        }
        if let Err(error) = self.0.context.archive.delete_conversation(id).await {
            tracing::error!(%error, "a deleted conversation is still in the archive");
        }
        crate::files::forget(&self.options().data_dir, id);
        self.board().forget(id);
    }

    pub(super) fn deleted(
        &self,
    ) -> std::sync::MutexGuard<'_, HashMap<ConversationId, ConversationMeta>> {
        self.0
            .deleted
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
