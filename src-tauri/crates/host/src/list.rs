//! The list of conversations, as every window that shows it pulls it.
//!
//! A patch is bounded: a window that is far behind, or new, gets the oldest
//! changes first and asks again. What was there at the start is numbered newest
//! first, so the first patch already holds what the window shows first.

use model::view::ListPatch;
use model::{Activity, ConversationId, ConversationMeta, ConversationSummary};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// Conversations in one patch at most.
const PATCH: usize = 500;
/// Removals that are remembered; a window that is behind even these starts anew.
const REMOVED: usize = 1000;

/// All conversations, open or not.
pub(crate) struct List {
    inner: Mutex<Inner>,
    changed: watch::Sender<u64>,
}

#[derive(Default)]
struct Inner {
    rev: u64,
    entries: HashMap<ConversationId, Entry>,
    /// The last change of everything there is or was, by revision.
    changes: BTreeMap<u64, ConversationId>,
    removed: HashMap<ConversationId, u64>,
    /// Removals up to this revision are forgotten.
    forgotten: u64,
    running: u32,
}

struct Entry {
    summary: ConversationSummary,
    running: bool,
    rev: u64,
}

impl Inner {
    /// The next revision, for a change of this conversation; its last one counts no more.
    fn change(&mut self, id: &ConversationId, before: Option<u64>) -> u64 {
        if let Some(before) = before {
            self.changes.remove(&before);
        }
        self.rev += 1;
        self.changes.insert(self.rev, id.clone());
        self.rev
    }

    fn forget_old_removals(&mut self) {
        while self.removed.len() > REMOVED {
            let Some((id, rev)) = self
                .removed
                .iter()
                .min_by_key(|(_, rev)| **rev)
                .map(|(id, rev)| (id.clone(), *rev))
            else {
                return;
            };
            self.removed.remove(&id);
            self.changes.remove(&rev);
            self.forgotten = rev;
        }
    }
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
        self.take(self.lock(), summary, running);
    }

    fn take(&self, mut inner: MutexGuard<'_, Inner>, summary: ConversationSummary, running: bool) {
        let id = summary.id.clone();
        let before = match inner.entries.get(&id) {
            Some(entry) if entry.summary == summary && entry.running == running => return,
            Some(entry) => {
                let (rev, ran) = (entry.rev, entry.running);
                inner.running -= u32::from(ran);
                Some(rev)
            }
            None => inner.removed.remove(&id),
        };
        inner.running += u32::from(running);
        let rev = inner.change(&id, before);
        let entry = Entry {
            summary,
            running,
            rev,
        };
        inner.entries.insert(id, entry);
        drop(inner);
        self.changed.send_replace(rev);
    }

    /// The same for one that is in the list; one that was removed stays away. An agent
    /// that ends because its conversation is deleted still has something to tell.
    pub(crate) fn update(&self, summary: ConversationSummary, running: bool) {
        let inner = self.lock();
        if inner.entries.contains_key(&summary.id) {
            self.take(inner, summary, running);
        }
    }

    pub(crate) fn remove(&self, id: &ConversationId) {
        let mut inner = self.lock();
        let Some(entry) = inner.entries.remove(id) else {
            return;
        };
        inner.running -= u32::from(entry.running);
        let rev = inner.change(id, Some(entry.rev));
        inner.removed.insert(id.clone(), rev);
        inner.forget_old_removals();
        drop(inner);
        self.changed.send_replace(rev);
    }

    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// The titles there are, for one that is not there yet.
    pub(crate) fn titles(&self) -> HashSet<String> {
        let inner = self.lock();
        let titles = inner.entries.values();
        titles.map(|entry| entry.summary.title.clone()).collect()
    }

    /// The title of a conversation.
    pub(crate) fn title(&self, id: &ConversationId) -> Option<String> {
        let inner = self.lock();
        Some(inner.entries.get(id)?.summary.title.clone())
    }

    pub(crate) fn contains(&self, id: &ConversationId) -> bool {
        self.lock().entries.contains_key(id)
    }

    pub(crate) fn get(&self, id: &ConversationId) -> Option<ConversationSummary> {
        self.lock().entries.get(id).map(|e| e.summary.clone())
    }

    /// A conversation's row, and whether a process belongs to it.
    pub(crate) fn get_running(&self, id: &ConversationId) -> Option<(ConversationSummary, bool)> {
        let inner = self.lock();
        let entry = inner.entries.get(id)?;
        Some((entry.summary.clone(), entry.running))
    }

    /// The conversations in a folder.
    pub(crate) fn in_folder(&self, workspace: &str) -> Vec<ConversationId> {
        self.those(|summary| summary.workspace == workspace)
    }

    /// The conversations with such a row.
    pub(crate) fn those(
        &self,
        wanted: impl Fn(&ConversationSummary) -> bool,
    ) -> Vec<ConversationId> {
        let inner = self.lock();
        let rows = inner.entries.values().map(|entry| &entry.summary);
        rows.filter(|summary| wanted(summary))
            .map(|summary| summary.id.clone())
            .collect()
    }

    /// Processes that run now.
    pub(crate) fn running(&self) -> u32 {
        self.lock().running
    }

    /// Conversations whose agent has something to do, or waits for the user, the
    /// newest first. One that has ended its turn and waits for a message is not among them.
    pub(crate) fn busy(&self) -> Vec<ConversationSummary> {
        let inner = self.lock();
        let mut busy: Vec<_> = inner
            .entries
            .values()
            .filter(|entry| entry.running && is_busy(&entry.summary))
            .map(|entry| entry.summary.clone())
            .collect();
        model::order::sort_by_key(&mut busy, |one| std::cmp::Reverse(one.updated_at));
        busy
    }

    /// What changed after `after`, or the first part of it; `None` where nothing did.
    pub(crate) fn patch(&self, after: u64) -> Option<ListPatch> {
        let inner = self.lock();
        if after == inner.rev {
            return None;
        }
        let reset = after == 0 || after > inner.rev || after < inner.forgotten;
        let after = if reset { 0 } else { after };
        let mut rev = inner.rev;
        let mut changed = Vec::new();
        let mut removed = Vec::new();
        for (at, id) in inner.changes.range(after + 1..) {
            if changed.len() + removed.len() == PATCH {
                break;
            }
            match inner.entries.get(id) {
                Some(entry) => changed.push(entry.summary.clone()),
                None if !reset => removed.push(id.clone()),
                None => {}
            }
            rev = *at;
        }
        if changed.len() + removed.len() < PATCH {
            rev = inner.rev;
        }
        Some(ListPatch {
            rev,
            reset,
            changed,
            removed,
            running_agents: inner.running,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_busy(summary: &ConversationSummary) -> bool {
    // What waits in the queue goes by itself while a turn runs, or not at all.
    summary.waiting > 0
        || summary.tasks > 0
        || matches!(
            summary.activity,
            Activity::Running | Activity::Waiting | Activity::Starting | Activity::Stopping
        )
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
        activity: if meta.marks.failed {
            Activity::Failed
        } else {
            Activity::Asleep
        },
        preview: meta.preview.clone(),
        unread: meta.seen_seq < meta.marks.news_seq,
        waiting: 0,
        queued: 0,
        tasks: 0,
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
            tasks: 0,
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

    fn all(list: &List, mut after: u64) -> (Vec<ConversationId>, Vec<usize>) {
        let (mut ids, mut sizes) = (Vec::new(), Vec::new());
        while let Some(patch) = list.patch(after) {
            assert!(patch.rev > after, "every patch leads on");
            after = patch.rev;
            sizes.push(patch.changed.len() + patch.removed.len());
            ids.extend(patch.changed.into_iter().map(|one| one.id));
        }
        (ids, sizes)
    }

    #[test]
    fn c86_a_patch_is_bounded_and_the_first_holds_what_was_put_first() {
        let list = List::new();
        for n in 0..1200 {
            list.put(entry(&format!("{n}"), "A"), false);
        }
        let (ids, sizes) = all(&list, 0);
        assert_eq!(sizes, [500, 500, 200]);
        assert_eq!(ids[0], ConversationId::from("0"));
        assert_eq!(ids.len(), 1200);
        let rev = list.patch(0).unwrap().rev;
        list.put(entry("3", "B"), true);
        let next = list.patch(1 + 1200).unwrap();
        assert_eq!(next.changed, [entry("3", "B")], "one change is one row");
        assert!(!list.patch(rev).unwrap().reset);
    }

    #[test]
    fn removals_are_bounded_too_and_a_window_far_behind_starts_anew() {
        let list = List::new();
        list.put(entry("kept", "A"), true);
        let old = list.patch(0).unwrap().rev;
        for n in 0..REMOVED + 200 {
            list.put(entry(&format!("{n}"), "A"), false);
            list.remove(&ConversationId::from(format!("{n}").as_str()));
        }
        let late = list.patch(old).unwrap();
        assert!(late.reset);
        assert_eq!(late.changed, [entry("kept", "A")]);
        assert_eq!(late.running_agents, 1);
        assert_eq!(all(&list, old).0, [ConversationId::from("kept")]);
        assert_eq!(list.lock().changes.len(), REMOVED + 1);
    }

    #[test]
    fn what_was_removed_is_not_brought_back_by_what_its_agent_tells_last() {
        let list = List::new();
        list.put(entry("a", "A"), true);
        list.remove(&ConversationId::from("a"));
        list.update(entry("a", "the last word"), false);
        assert!(!list.contains(&ConversationId::from("a")));
        assert_eq!(list.running(), 0);
        list.put(entry("a", "A"), false);
        list.update(entry("a", "B"), true);
        assert_eq!(list.patch(0).unwrap().changed, [entry("a", "B")]);
    }

    #[test]
    fn busy_is_who_has_something_to_do_and_a_process_to_do_it() {
        let list = List::new();
        let with = |id: &str, activity, queued, tasks| ConversationSummary {
            activity,
            queued,
            tasks,
            ..entry(id, id)
        };
        list.put(with("runs", Activity::Running, 0, 0), true);
        list.put(with("idle", Activity::Idle, 0, 0), true);
        list.put(with("alarm", Activity::Idle, 0, 1), true);
        list.put(with("held", Activity::Idle, 2, 0), true);
        list.put(with("asleep", Activity::Asleep, 2, 1), false);
        let mut busy: Vec<_> = list.busy().into_iter().map(|one| one.id.0).collect();
        busy.sort();
        assert_eq!(busy, ["alarm", "runs"]);
        assert_eq!(list.running(), 4);
    }
}
