//! The tasks agents told of, and those that are gone. Kept in `tasks.json` of the
//! data folder: an alarm outlives its agent's process, and Parley.

use super::news::{News, NewsKind};
use super::record::{Owned, Record};
use model::view::TaskState;
use model::{ConversationId, ItemId, Task, TurnOutcome};
use secrets::private_file;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{broadcast, watch};

/// How many that are gone are remembered.
const PAST: usize = 1_000;
/// Changes are written this often at most.
const REST: Duration = Duration::from_secs(1);
/// News nobody took yet.
const NEWS: usize = 64;

/// Every task that was told of.
pub(crate) struct Board {
    path: PathBuf,
    /// Held by who writes the file.
    writing: Mutex<()>,
    inner: Mutex<Inner>,
    changed: watch::Sender<u64>,
    news: broadcast::Sender<News>,
}

#[derive(Default)]
pub(super) struct Inner {
    /// The latest snapshot of each conversation.
    pub live: BTreeMap<ConversationId, Vec<Record>>,
    /// Those that are gone, the latest first.
    pub past: VecDeque<Owned>,
}

/// The file. Fields of a newer build are lost with its next change here: they
/// would describe tasks that are not there any more.
#[derive(Default, Serialize, Deserialize)]
struct Saved {
    #[serde(default)]
    live: Vec<Owned>,
    #[serde(default)]
    past: Vec<Owned>,
}

impl Board {
    /// Reads what was kept. An unreadable file is a board without history: what
    /// agents do is known from them.
    pub(crate) fn open(data_dir: &Path) -> Self {
        let path = data_dir.join("tasks.json");
        let saved = match std::fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or_else(|error| {
                tracing::warn!(%error, "what was known of tasks can't be read");
                Saved::default()
            }),
            Err(_) => Saved::default(),
        };
        let mut inner = Inner {
            past: saved.past.into(),
            ..Inner::default()
        };
        for Owned {
            conversation,
            record,
        } in saved.live
        {
            inner.live.entry(conversation).or_default().push(record);
        }
        Self {
            path,
            writing: Mutex::default(),
            inner: Mutex::new(inner),
            changed: watch::Sender::new(0),
            news: broadcast::Sender::new(NEWS),
        }
    }

    /// What an agent has now. What it had and has no more is gone.
    pub(crate) fn snapshot(
        &self,
        conversation: &ConversationId,
        tasks: &[Task],
        item: Option<&ItemId>,
        now: u64,
    ) {
        let mut news = Vec::new();
        {
            let mut inner = self.lock();
            let before = inner.live.remove(conversation).unwrap_or_default();
            let seen: HashMap<String, (Option<ItemId>, Option<u64>)> = before
                .iter()
                .map(|known| (known.id.clone(), (known.item.clone(), known.begun_at)))
                .collect();
            let there: HashSet<&str> = tasks.iter().map(|task| task.id.as_str()).collect();
            for gone in before {
                if there.contains(gone.id.as_str()) {
                    continue;
                }
                let gone = gone.gone(now);
                if gone.state == TaskState::Fired {
                    let about = gone.about.clone();
                    news.push(NewsKind::Alarm { about });
                }
                inner.remember(conversation, gone);
            }
            let live: Vec<Record> = tasks
                .iter()
                .map(|task| {
                    // Where and when it was first seen.
                    let first = (item.cloned(), Some(now));
                    let (item, begun) = seen.get(&task.id).cloned().unwrap_or(first);
                    Record {
                        begun_at: task.created_at.or(begun),
                        ..Record::of(task, item)
                    }
                })
                .collect();
            if !live.is_empty() {
                inner.live.insert(conversation.clone(), live);
            }
        }
        for kind in news {
            self.tell(conversation, kind);
        }
        self.changed.send_modify(|count| *count += 1);
    }

    /// A turn has ended.
    pub(crate) fn turn_ended(
        &self,
        conversation: &ConversationId,
        turn: Record,
        outcome: TurnOutcome,
        now: u64,
    ) {
        let took_ms = turn.begun_at.map_or(0, |begun| now.saturating_sub(begun));
        if turn.is_remembered() {
            let ended = turn.ended(&outcome, now);
            self.lock().remember(conversation, ended);
            self.changed.send_modify(|count| *count += 1);
        }
        self.tell(conversation, NewsKind::TurnEnded { outcome, took_ms });
    }

    /// The conversation is no more.
    pub(crate) fn forget(&self, conversation: &ConversationId) {
        {
            let mut inner = self.lock();
            inner.live.remove(conversation);
            inner.past.retain(|one| one.conversation != *conversation);
        }
        self.changed.send_modify(|count| *count += 1);
    }

    /// What happens by itself from now on.
    pub(crate) fn news(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    fn tell(&self, conversation: &ConversationId, kind: NewsKind) {
        // Nobody may listen: there may be no windows.
        let _ = self.news.send(News {
            conversation: conversation.clone(),
            kind,
        });
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the file whole and puts it in place at once. The order of a
    /// rename is enough: what a power cut loses, agents tell again.
    pub(crate) fn write(&self) {
        // One at a time, what is known then included: what was known before never comes last.
        let _turn = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let saved = {
            let inner = self.lock();
            let live = inner.live.iter().flat_map(|(conversation, records)| {
                records.iter().map(|record| Owned {
                    conversation: conversation.clone(),
                    record: record.clone(),
                })
            });
            Saved {
                live: live.collect(),
                past: inner.past.iter().cloned().collect(),
            }
        };
        if saved.live.is_empty() && saved.past.is_empty() && !self.path.exists() {
            return;
        }
        if let Err(error) = self.replace(&saved) {
            tracing::warn!(%error, path = %self.path.display(), "tasks could not be saved");
        }
    }

    fn replace(&self, saved: &Saved) -> std::io::Result<()> {
        let text = secrets::known().bytes(serde_json::to_vec(saved)?);
        private_file::replace(&self.path, &text)
    }
}

impl Inner {
    fn remember(&mut self, conversation: &ConversationId, record: Record) {
        self.past.push_front(Owned {
            conversation: conversation.clone(),
            record,
        });
        self.past.truncate(PAST);
    }
}

/// Writes changes down for as long as there is a board.
pub(crate) async fn keep(board: Weak<Board>) {
    let Some(mut changed) = board.upgrade().map(|board| board.changed.subscribe()) else {
        return;
    };
    while changed.changed().await.is_ok() {
        tokio::time::sleep(REST).await;
        let Some(board) = board.upgrade() else { return };
        // Its end is waited for: a slow disk gets one write at a time.
        if let Err(error) = tokio::task::spawn_blocking(move || board.write()).await {
            tracing::error!(%error, "tasks were not saved");
        }
    }
}
