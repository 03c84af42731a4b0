//! What was said before it was known to be a key: taken out of what is held and of what is kept.

use super::State;
use super::driver::Driver;
use super::effects::sha256_hex;
use super::redaction;
use crate::cleaning::rewrite_of;
use crate::titles;
use archive::Durability;
use model::ItemBody;
use model::view::Topic;
use secrets::Redactor;
use std::sync::{Arc, PoisonError};

impl Driver {
    /// Looks, after keys may have been read for a start, whether what is held has one of them: the
    /// first message was there before.
    pub(super) async fn look_for_keys(&mut self) {
        let Some(redactor) = secrets::known().redactor() else {
            return;
        };
        let holds = {
            let mut state = self.shared.lock();
            let looked = state.clean_of.replace(Arc::clone(&redactor));
            let known = looked.is_some_and(|looked| Arc::ptr_eq(&looked, &redactor));
            !known && state.holds(&redactor)
        };
        if holds {
            self.clean().await;
        }
    }

    /// Takes every key that is known out of the conversation. Nothing else of it is written
    /// meanwhile: that is this driver's to do.
    pub(super) async fn clean(&mut self) {
        let Some(redactor) = secrets::known().redactor() else {
            return;
        };
        let id = {
            let mut state = self.shared.lock();
            state.clean_of = Some(Arc::clone(&redactor));
            state.flush_delta();
            state.clean(&redactor);
            state.meta.id.clone()
        };
        // It is made anew from what is held.
        *self
            .shared
            .changes
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = crate::changes::ChangeIndex::default();
        self.write(Durability::Now).await;
        if !self.shared.lock().queue.is_empty() {
            self.write_queue().await;
        }
        let archive = self.context.archive.clone();
        self.on_disk(archive.flush()).await;
        let read = tokio::task::spawn_blocking(move || rewrite_of(&archive, &id, &redactor));
        let rewrite = match read.await {
            Ok(Ok(rewrite)) if rewrite.is_empty() => return,
            Ok(Ok(rewrite)) => rewrite,
            Ok(Err(error)) => {
                return tracing::warn!(%error, "a key may stay in what was said");
            }
            Err(error) => return tracing::warn!(%error, "a key may stay in what was said"),
        };
        self.on_disk(self.context.archive.rewrite(rewrite)).await;
        for topic in [Topic::Traffic, Topic::Ledger, Topic::Changes] {
            self.context.topics.touch(topic);
        }
    }
}

impl State {
    /// Whether a key is in what is held of it.
    pub(crate) fn holds(&self, redactor: &Redactor) -> bool {
        titles::have_key(&self.meta, redactor)
            || self
                .queue
                .iter()
                .any(|one| redactor.finds(one.text.as_bytes()))
            || self
                .transcript
                .items()
                .iter()
                .any(|item| serde_json::to_vec(item).is_ok_and(|json| redactor.finds(&json)))
    }

    fn clean(&mut self, redactor: &Redactor) {
        titles::clean(&mut self.meta);
        let first = self.transcript.first_place();
        for place in first..self.transcript.len() {
            let Some(item) = self.transcript.item(place) else {
                continue;
            };
            let clean = redaction::without(redactor, item.clone());
            if clean == *item {
                continue;
            }
            if let ItemBody::Tool(call) = &clean.body
                && let Some(record) = &call.approval
                && let Some(pending) = self.pending.get_mut(&record.request.key)
            {
                // What is answered is what is shown from now on, and it has not been seen.
                pending.args_sha256 = sha256_hex(record.request.raw_args.as_bytes());
                pending.shown.clear();
                pending.seen.clear();
            }
            self.transcript.put(place, clean);
            self.rendered.remove(&place);
            self.revisions.row(place);
        }
        self.revisions.header();
        self.revisions.hurry();
    }
}
