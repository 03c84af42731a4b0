//! A task as it is remembered, and the running turn of a conversation as one.

use crate::conversation::State;
use model::view::{TaskKind, TaskState};
use model::{Activity, ConversationId, ItemBody, ItemId, Task, Transcript, TurnId, TurnOutcome};
use serde::{Deserialize, Serialize};

/// Characters of what a task is about.
const ABOUT: usize = 400;

/// A task, without what is known of its conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Record {
    pub id: String,
    pub kind: TaskKind,
    #[serde(default)]
    pub word: String,
    pub about: String,
    pub state: TaskState,
    #[serde(default)]
    pub begun_at: Option<u64>,
    #[serde(default)]
    pub fires_at: Option<u64>,
    #[serde(default)]
    pub ended_at: Option<u64>,
    #[serde(default)]
    pub item: Option<ItemId>,
    /// Never kept: it is of a running turn.
    #[serde(skip)]
    pub progress: String,
}

impl Record {
    /// A task of a snapshot; `item` is the row the conversation was at when it first appeared.
    pub(super) fn of(task: &Task, item: Option<ItemId>) -> Self {
        let kind = match task.kind.as_str() {
            "alarm" => TaskKind::Alarm,
            "research" => TaskKind::Research,
            "reflect" => TaskKind::Reflect,
            _ => TaskKind::Other,
        };
        Self {
            id: task.id.clone(),
            kind,
            word: task.kind.clone(),
            about: cut(&task.description),
            state: match task.status.as_str() {
                "pending" => TaskState::Pending,
                _ => TaskState::Running,
            },
            begun_at: task.created_at,
            fires_at: task.fires_at,
            ended_at: None,
            item,
            progress: String::new(),
        }
    }

    /// It is not in the snapshot any more.
    pub(super) fn gone(mut self, now: u64) -> Self {
        // Clocks and pipes have their delays: a second early is on time.
        let due = self.fires_at.is_some_and(|at| at <= now + 1_000);
        self.state = match self.kind {
            TaskKind::Alarm if due => TaskState::Fired,
            TaskKind::Alarm => TaskState::Stopped,
            _ => TaskState::Done,
        };
        self.ended_at = Some(now);
        self
    }

    /// The turn has ended so.
    pub(crate) fn ended(mut self, outcome: &TurnOutcome, now: u64) -> Self {
        self.state = match outcome {
            TurnOutcome::Completed => TaskState::Done,
            TurnOutcome::Stopped | TurnOutcome::Interrupted => TaskState::Stopped,
            _ => TaskState::Failed,
        };
        self.ended_at = Some(now);
        self.progress = String::new();
        self
    }

    /// Whether an agent told of it: it is not a turn that Parley sees itself.
    pub(super) fn is_told(&self) -> bool {
        !matches!(
            self.kind,
            TaskKind::Turn | TaskKind::OwnTurn | TaskKind::Operation
        )
    }

    /// Whether the end of it is remembered: an answer in a conversation is in its transcript.
    pub(crate) fn is_remembered(&self) -> bool {
        self.kind != TaskKind::Turn
    }
}

/// The first line of a text, cut.
fn cut(text: &str) -> String {
    let line = text.lines().find(|line| !line.trim().is_empty());
    let line = line.unwrap_or_default().trim();
    match line.char_indices().nth(ABOUT) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// What a page of tasks shows of a conversation's turn, to know when it changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    turn: Option<TurnId>,
    activity: Activity,
    progress: Option<ItemId>,
    process: bool,
}

pub(crate) fn mark(state: &State) -> Mark {
    Mark {
        turn: state.turn.as_ref().map(|turn| turn.id.clone()),
        activity: state.activity(),
        progress: state
            .turn
            .as_ref()
            .and_then(|turn| progress(&state.transcript, &turn.id))
            .map(|(id, _)| id.clone()),
        process: state.has_process(),
    }
}

/// The running turn, if any.
pub(crate) fn running(state: &State) -> Option<Record> {
    let turn = state.turn.as_ref()?;
    let message = turn.message.as_ref().and_then(|id| {
        let place = state.transcript.place(id)?;
        match &state.transcript.item(place)?.body {
            ItemBody::User { text, form, .. } => Some((id.clone(), text, form)),
            _ => None,
        }
    });
    let progress = progress(&state.transcript, &turn.id).map(|(_, text)| cut(text));
    let mut word = "";
    let (kind, item, about) = match message {
        Some((id, text, form)) if !form.is_empty() || state.capabilities.operations => {
            let about;
            (word, about) = crate::nib::spoken(form, text);
            (TaskKind::Operation, Some(id), cut(&about))
        }
        Some((id, text, _)) => (TaskKind::Turn, Some(id), cut(text)),
        None => {
            let first = first_of(&state.transcript, &turn.id);
            let about = first.as_ref().and_then(|id| words(&state.transcript, id));
            (TaskKind::OwnTurn, first, about.unwrap_or_default())
        }
    };
    Some(Record {
        id: format!("turn/{}", turn.id),
        kind,
        word: word.to_owned(),
        about,
        state: match state.activity() {
            Activity::Waiting => TaskState::Waiting,
            _ => TaskState::Running,
        },
        begun_at: Some(turn.started_at),
        fires_at: None,
        ended_at: None,
        item,
        progress: progress.unwrap_or_default(),
    })
}

/// The latest status line of a turn.
fn progress<'t>(transcript: &'t Transcript, turn: &TurnId) -> Option<(&'t ItemId, &'t str)> {
    let mine = transcript
        .items()
        .iter()
        .rev()
        .take_while(|item| item.turn.as_ref() == Some(turn));
    mine.filter(|item| item.completed_at.is_none())
        .find_map(|item| match &item.body {
            ItemBody::Progress { text } => Some((&item.id, text.as_str())),
            _ => None,
        })
}

/// The first row of a turn.
fn first_of(transcript: &Transcript, turn: &TurnId) -> Option<ItemId> {
    let items = transcript.items().iter().rev();
    items
        .skip_while(|item| item.turn.as_ref() != Some(turn))
        .take_while(|item| item.turn.as_ref() == Some(turn))
        .last()
        .map(|item| item.id.clone())
}

fn words(transcript: &Transcript, id: &ItemId) -> Option<String> {
    match &transcript.item(transcript.place(id)?)?.body {
        ItemBody::Text { text } => Some(cut(text)),
        ItemBody::Notice { text, .. } => Some(cut(text)),
        _ => None,
    }
}

/// A record that belongs to a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Owned {
    pub conversation: ConversationId,
    #[serde(flatten)]
    pub record: Record,
}
