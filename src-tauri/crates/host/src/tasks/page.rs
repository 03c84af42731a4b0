//! A part of the tasks, for a window.

use super::News;
use super::record::{Record, running};
use crate::clock::now_ms;
use crate::host::Host;
use model::view::{TaskKind, TaskRow, TaskState, TasksPage, TasksQuery};
use model::{ConversationId, ConversationSummary};
use std::collections::HashMap;
use tokio::sync::broadcast;

/// Rows in one answer.
const PART: u32 = 500;

impl Host {
    /// A part of what there is, or of what is gone.
    #[must_use]
    pub fn tasks(&self, query: &TasksQuery) -> TasksPage {
        let now = now_ms();
        let turns = self.running_turns(query.conversation.as_ref());
        let mut known = Known {
            host: self,
            seen: HashMap::new(),
        };
        let board = self.board().lock();
        let wanted =
            |id: &ConversationId| query.conversation.as_ref().is_none_or(|asked| asked == id);
        let live = board
            .live
            .iter()
            .filter(|(id, _)| wanted(id))
            .flat_map(|(id, records)| records.iter().map(move |record| (id, record)));
        let mut there: Vec<(&ConversationId, &Record)> = turns
            .iter()
            .map(|(id, record)| (id, record))
            .chain(live)
            .filter(|(id, _)| known.summary(id).is_some())
            .collect();
        let mut gone: Vec<(&ConversationId, &Record)> = board
            .past
            .iter()
            .filter(|one| wanted(&one.conversation))
            .map(|one| (&one.conversation, &one.record))
            .filter(|(id, _)| known.summary(id).is_some())
            .collect();
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let (live, past) = (count(there.len()), count(gone.len()));
        let chosen = if query.past {
            &mut gone
        } else {
            there.sort_by_cached_key(|(id, record)| order(known.state(id, record), record));
            &mut there
        };
        let from = query.from.min(count(chosen.len()));
        let rows = chosen
            .iter()
            .skip(from as usize)
            .take(query.limit.min(PART) as usize)
            .filter_map(|(id, record)| known.row(id, record))
            .collect();
        TasksPage {
            from,
            rows,
            live,
            past,
            now,
        }
    }

    /// What happens by itself from now on: alarms, ends of turns.
    #[must_use]
    pub fn news(&self) -> broadcast::Receiver<News> {
        self.board().news()
    }

    /// A conversation's row in the list.
    #[must_use]
    pub fn summary(&self, id: &ConversationId) -> Option<ConversationSummary> {
        self.list().get(id)
    }

    fn running_turns(&self, of: Option<&ConversationId>) -> Vec<(ConversationId, Record)> {
        self.open_conversations()
            .iter()
            .filter_map(|conversation| {
                let state = conversation.state();
                let wanted = of.is_none_or(|asked| *asked == state.meta.id);
                (wanted && !state.deleted)
                    .then(|| running(&state).map(|record| (state.meta.id.clone(), record)))
                    .flatten()
            })
            .collect()
    }
}

/// What runs, then what waits, by its time; then what sleeps.
fn order(state: TaskState, record: &Record) -> (u8, u64, String) {
    let at = record.fires_at.or(record.begun_at).unwrap_or(u64::MAX);
    let rank = match (state, record.kind) {
        (TaskState::Asleep, _) => 3,
        (_, TaskKind::Alarm) => 2,
        (_, TaskKind::Research | TaskKind::Reflect | TaskKind::Other) => 1,
        (_, TaskKind::Turn | TaskKind::OwnTurn | TaskKind::Operation) => 0,
    };
    (rank, at, record.id.clone())
}

/// Conversations that were looked up already.
struct Known<'h> {
    host: &'h Host,
    seen: HashMap<ConversationId, Option<(ConversationSummary, bool)>>,
}

impl Known<'_> {
    fn summary(&mut self, id: &ConversationId) -> Option<&(ConversationSummary, bool)> {
        if !self.seen.contains_key(id) {
            let found = self.host.list().get_running(id);
            self.seen.insert(id.clone(), found);
        }
        self.seen.get(id).and_then(Option::as_ref)
    }

    fn state(&mut self, id: &ConversationId, record: &Record) -> TaskState {
        let running = self.summary(id).is_some_and(|(_, running)| *running);
        match record.state {
            TaskState::Running | TaskState::Pending
                if !running && record.ended_at.is_none() && record.is_told() =>
            {
                TaskState::Asleep
            }
            state => state,
        }
    }

    fn row(&mut self, id: &ConversationId, record: &Record) -> Option<TaskRow> {
        let state = self.state(id, record);
        let (summary, _) = self.summary(id)?;
        Some(TaskRow {
            id: record.id.clone(),
            conversation: id.clone(),
            title: summary.title.clone(),
            agent: summary.agent.clone(),
            workspace_label: summary.workspace_label.clone(),
            kind: record.kind,
            word: record.word.clone(),
            about: record.about.clone(),
            state,
            begun_at: record.begun_at,
            fires_at: record.fires_at,
            ended_at: record.ended_at,
            progress: record.progress.clone(),
            item: record.item.clone(),
        })
    }
}
