//! The list of conversations, as every window that shows it pulls it.

use model::view::ListPatch;
use model::{Activity, ConversationId, ConversationMeta, ConversationSummary};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// All conversations, open or not.
pub(crate) struct List {
    inner: Mutex<Inner>,
    changed: watch::Sender<u64>,
}

#[derive(Default)]
struct Inner {
    rev: u64,
    entries: HashMap<ConversationId, Entry>,
    removed: Vec<(u64, ConversationId)>,
}

struct Entry {
    summary: ConversationSummary,
    running: bool,
    rev: u64,
}

impl List {
    pub(crate) fn new() -> Self {
        Self {
            inner: Mutex::new(Inner {
                rev: 1,
                ..Inner::default()
            }),
            changed: watch::Sender::new(1),
        }
    }

    /// A conversation as it stands now. Says nothing to anyone where nothing changed.
    pub(crate) fn put(&self, summary: ConversationSummary, running: bool) {
        let mut inner = self.lock();
        if let Some(entry) = inner.entries.get(&summary.id)
            && entry.summary == summary
            && entry.running == running
        {
            return;
        }
        inner.rev += 1;
        let rev = inner.rev;
        inner.removed.retain(|(_, id)| *id != summary.id);
        let entry = Entry {
            summary,
            running,
            rev,
        };
        inner.entries.insert(entry.summary.id.clone(), entry);
        drop(inner);
        self.changed.send_replace(rev);
    }

    pub(crate) fn remove(&self, id: &ConversationId) {
        let mut inner = self.lock();
        if inner.entries.remove(id).is_none() {
            return;
        }
        inner.rev += 1;
        let rev = inner.rev;
        inner.removed.push((rev, id.clone()));
        drop(inner);
        self.changed.send_replace(rev);
    }

    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    pub(crate) fn contains(&self, id: &ConversationId) -> bool {
        self.lock().entries.contains_key(id)
    }

    /// Processes that run now.
    pub(crate) fn running(&self) -> u32 {
        let running = self.lock().entries.values().filter(|e| e.running).count();
        u32::try_from(running).unwrap_or(u32::MAX)
    }

    /// What changed after `after`; `None` where nothing did.
    pub(crate) fn patch(&self, after: u64) -> Option<ListPatch> {
        let inner = self.lock();
        if after == inner.rev {
            return None;
        }
        let reset = after == 0 || after > inner.rev;
        let after = if reset { 0 } else { after };
        let changed = inner
            .entries
            .values()
            .filter(|entry| entry.rev > after)
            .map(|entry| entry.summary.clone())
            .collect();
        let removed = inner
            .removed
            .iter()
            .filter(|(rev, _)| !reset && *rev > after)
            .map(|(_, id)| id.clone())
            .collect();
        let running = inner.entries.values().filter(|e| e.running).count();
        Some(ListPatch {
            rev: inner.rev,
            reset,
            changed,
            removed,
            running_agents: u32::try_from(running).unwrap_or(u32::MAX),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The row of a conversation that is not open.
pub(crate) fn summary(meta: &ConversationMeta, workspace_label: &str) -> ConversationSummary {
    ConversationSummary {
        id: meta.id.clone(),
        title: meta.title.clone(),
        agent: meta.profile_name.clone(),
        workspace: meta.workspace.clone(),
        workspace_label: workspace_label.to_owned(),
        updated_at: meta.updated_at,
        activity: Activity::Asleep,
        preview: meta.preview.clone(),
        unread: false,
        waiting: 0,
        queued: 0,
        pinned: meta.pinned,
        archived: meta.archived,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn entry(id: &str, title: &str) -> ConversationSummary {
        ConversationSummary {
            id: ConversationId::from(id),
            title: title.to_owned(),
            agent: "Guide".to_owned(),
            workspace: "/w".to_owned(),
            workspace_label: "/w".to_owned(),
            updated_at: 1,
            activity: Activity::Asleep,
            preview: String::new(),
            unread: false,
            waiting: 0,
            queued: 0,
            pinned: false,
            archived: false,
        }
    }

    #[test]
    fn a_window_gets_a_snapshot_then_only_what_changed() {
        let list = List::new();
        list.put(entry("a", "A"), false);
        list.put(entry("b", "B"), true);
        let first = list.patch(0).unwrap();
        assert!(first.reset);
        assert_eq!(first.changed.len(), 2);
        assert_eq!(first.running_agents, 1);
        assert_eq!(list.patch(first.rev), None);
        list.put(entry("a", "A"), false);
        assert_eq!(list.patch(first.rev), None, "the same again is no change");
        list.put(entry("a", "A2"), false);
        list.remove(&ConversationId::from("b"));
        let next = list.patch(first.rev).unwrap();
        assert!(!next.reset);
        assert_eq!(next.changed, [entry("a", "A2")]);
        assert_eq!(next.removed, [ConversationId::from("b")]);
    }
}
