//! What is known of an open conversation. How an event becomes part of it: `recording`.

use super::Revisions;
use super::requests::Pending;
use super::screen::Screen;
use crate::view::Rendered;
use archive::{AppendBatch, Durability, QueuedRecord};
use model::view::Banner;
use model::{
    Activity, AgentProfile, ApprovalKey, Attachment, Capabilities, ConversationMeta,
    ConversationSummary, Delivery, ItemBody, ItemId, Recorded, ResumeMeans, Seq, Task, Transcript,
    TurnId, TurnOutcome, Usage,
};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;
use tokio::sync::mpsc;

mod recording;

/// Everything about one open conversation.
pub(crate) struct State {
    pub meta: ConversationMeta,
    pub workspace_label: String,
    /// The folder was not there when it was last looked for.
    pub workspace_gone: bool,
    pub profile: AgentProfile,
    pub transcript: Transcript,
    pub revisions: Revisions,
    pub rendered: BTreeMap<u32, Rendered>,
    pub capabilities: Capabilities,
    pub mode: String,
    pub process: ProcessPhase,
    pub turn: Option<RunningTurn>,
    pub last_outcome: Option<TurnOutcome>,
    pub queue: VecDeque<Queued>,
    /// What is queued waits for the user's word: a turn did not end well.
    pub queue_held: bool,
    /// The first of the queue, where the user let it go next, held or not.
    pub next_goes: Option<TurnId>,
    /// Nobody is there to decide what the agent is told: it goes on without.
    pub goes_on_without: bool,
    /// The user has decided what the next process is told of what was said.
    pub context_decided: bool,
    /// No window shows it any more, and what becomes of its agent.
    pub unwatched: Option<model::view::AgentsWithoutWindow>,
    /// Requests that nobody has answered, also those that may pass by themselves.
    pub pending: BTreeMap<ApprovalKey, Pending>,
    /// How much passes unasked, where the host keeps the mode; never over a restart (F084).
    pub host_mode: model::ApprovalMode,
    /// What the profile's program was when it was started.
    pub program: String,
    /// What the agent told of the running turn's usage before its end.
    pub told_usage: Option<Usage>,
    /// About how many tokens of the context were in use after the last turn.
    pub context_used: Option<u64>,
    pub tasks: Vec<Task>,
    pub screen: Screen,
    /// An agent runs in the terminal.
    pub in_terminal: bool,
    pub banner: Option<Banner>,
    pub redaction: super::redaction::Redaction,
    /// What is held has none of these keys.
    pub(super) clean_of: Option<Arc<secrets::Redactor>>,
    /// Of the process, for the panel of processes.
    pub vitals: super::vitals::Vitals,
    /// The agent ended when it should not have, or did not start.
    pub agent_ended: bool,
    pub deleted: bool,
    /// The user wants to use an agent of an unknown version all the same.
    pub accepts_version: bool,
    seq: Seq,
    pub(super) first_seqs: HashMap<u32, Seq>,
    /// Of items that were let go.
    pub forgotten: super::tail::Forgotten,
    open_delta: Option<(ItemId, String)>,
    /// Text grew and has not been looked at in a pause yet.
    unsettled: Option<ItemId>,
    unwritten: AppendBatch,
    /// Entries of the ledger that go with it.
    decisions: Vec<archive::DecisionRecord>,
    taps: Vec<mpsc::UnboundedSender<Recorded>>,
}

/// How far the process is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProcessPhase {
    /// None runs.
    Asleep,
    /// Started, not ready.
    Starting,
    /// Takes messages.
    Ready,
}

/// The turn that runs.
#[derive(Debug, Clone)]
pub(crate) struct RunningTurn {
    pub id: TurnId,
    pub started_at: u64,
    /// The user's message that began it; none for an agent's own turn.
    pub message: Option<ItemId>,
    /// A stop was asked for.
    pub stopping: bool,
    /// The stop did not work at once.
    pub stop_overdue: bool,
}

/// A message that waits for the running turn to end.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Queued {
    pub id: TurnId,
    pub text: String,
    pub attachments: Vec<Attachment>,
    /// An operation's fields; empty for a plain message.
    pub form: serde_json::Map<String, serde_json::Value>,
}

impl State {
    pub(crate) fn new(meta: ConversationMeta, profile: AgentProfile, label: String) -> Self {
        let capabilities = promised(&profile);
        let mode = capabilities.current_mode.clone().unwrap_or_default();
        let mut revisions = Revisions::default();
        revisions.header();
        Self {
            unwritten: AppendBatch::new(meta.id.clone(), Durability::Batched),
            workspace_gone: crate::workspace::is_gone(&meta.workspace),
            workspace_label: label,
            transcript: Transcript::default(),
            revisions,
            rendered: BTreeMap::new(),
            capabilities,
            mode,
            process: ProcessPhase::Asleep,
            turn: None,
            last_outcome: None,
            queue: VecDeque::new(),
            queue_held: false,
            next_goes: None,
            goes_on_without: false,
            context_decided: false,
            unwatched: None,
            pending: BTreeMap::new(),
            host_mode: model::ApprovalMode::Ask,
            program: String::new(),
            decisions: Vec::new(),
            told_usage: None,
            context_used: None,
            tasks: Vec::new(),
            screen: Screen::default(),
            in_terminal: false,
            banner: None,
            redaction: super::redaction::Redaction::default(),
            clean_of: None,
            vitals: super::vitals::Vitals::default(),
            agent_ended: false,
            deleted: false,
            accepts_version: false,
            seq: 0,
            first_seqs: HashMap::new(),
            forgotten: super::tail::Forgotten::default(),
            open_delta: None,
            unsettled: None,
            taps: Vec::new(),
            meta,
            profile,
        }
    }

    /// Continues a transcript that the archive holds.
    pub(crate) fn resume_from(&mut self, page: archive::ItemsPage, queue: Vec<QueuedRecord>) {
        self.seq = page.last_seq;
        let first = page.items.first().map_or(page.total, |item| item.place);
        for placed in &page.items {
            self.first_seqs.insert(placed.place, placed.first_seq);
        }
        let items = page.items.into_iter().map(|placed| placed.item).collect();
        self.transcript = Transcript::resumed(first, items);
        self.queue = queue
            .into_iter()
            .map(|queued| Queued {
                id: queued.id,
                text: queued.text,
                attachments: queued.attachments,
                form: queued.form,
            })
            .collect();
        self.queue_held = !self.queue.is_empty();
        self.last_outcome = self.transcript.items().iter().rev().find_map(|item| {
            if let ItemBody::TurnEnd { outcome, .. } = &item.body {
                Some(outcome.clone())
            } else {
                None
            }
        });
    }

    /// How far a message of the user got; none where there is no such message here.
    pub(crate) fn delivery(&self, message: &ItemId) -> Option<Delivery> {
        let place = self.transcript.place(message)?;
        match &self.transcript.item(place)?.body {
            ItemBody::User { delivery, .. } => Some(*delivery),
            _ => None,
        }
    }

    /// The last event's number.
    pub(crate) fn seq(&self) -> Seq {
        self.seq
    }

    pub(crate) fn tap(&mut self, tap: mpsc::UnboundedSender<Recorded>) {
        self.taps.push(tap);
    }

    /// Whether anybody hears its events.
    pub(super) fn is_heard(&self) -> bool {
        self.taps.iter().any(|tap| !tap.is_closed())
    }

    /// What the conversation is doing, for the list and the header.
    pub(crate) fn activity(&self) -> Activity {
        let undecided = self.turn.is_some() && self.meta.marks.forgets.is_some();
        let stopping = self.turn.as_ref().is_some_and(|turn| turn.stopping);
        if self.waiting().next().is_some() || (undecided && !stopping) {
            return Activity::Waiting;
        }
        match (&self.turn, self.process) {
            (Some(turn), _) if turn.stopping => Activity::Stopping,
            (Some(_), ProcessPhase::Starting) | (None, ProcessPhase::Starting) => {
                Activity::Starting
            }
            (Some(_), _) => Activity::Running,
            (None, _) if failed(self.last_outcome.as_ref()) => Activity::Failed,
            (None, ProcessPhase::Ready) => Activity::Idle,
            (None, ProcessPhase::Asleep) => Activity::Asleep,
        }
    }

    /// Its last turn ended so.
    pub(super) fn ended_with(&mut self, outcome: TurnOutcome) {
        self.meta.marks.failed = failed(Some(&outcome));
        self.last_outcome = Some(outcome);
    }

    /// What becomes of a message that is sent again.
    pub(crate) fn resend(&self) -> model::view::Resend {
        use model::view::Resend;
        let promised = promised(&self.profile);
        if promised.one_memory {
            return Resend::Refused {
                reason: "This agent keeps one memory that can't be turned back: it would remember the earlier message too. Write what you want instead as a new message.".to_owned(),
            };
        }
        match promised.resume {
            ResumeMeans::None => Resend::InPlace,
            ResumeMeans::SessionId | ResumeMeans::Storage => Resend::Branch,
        }
    }

    /// True while a process belongs to it.
    pub(crate) fn has_process(&self) -> bool {
        self.process != ProcessPhase::Asleep
    }

    /// Its row in the list.
    pub(crate) fn summary(&self) -> ConversationSummary {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let waiting = self.waiting_in_order();
        let mut summary = ConversationSummary {
            activity: self.activity(),
            waiting: count(waiting.len()),
            queued: count(self.queue.len()),
            tasks: count(self.tasks.len()),
            ..crate::list::summary(&self.meta, &self.workspace_label)
        };
        // What the user is asked comes before what was said last.
        if let Some((_, first)) = waiting.first() {
            summary.preview.clone_from(&first.wants);
        }
        summary
    }
}

/// What an agent of this profile can do before it has said more.
pub(crate) fn promised(profile: &AgentProfile) -> Capabilities {
    protocols::find(&profile.protocol.0)
        .map(|protocol| (protocol.capabilities)(profile))
        .unwrap_or_default()
}

fn failed(outcome: Option<&TurnOutcome>) -> bool {
    matches!(
        outcome,
        Some(
            TurnOutcome::Failed { .. }
                | TurnOutcome::AgentExited { .. }
                | TurnOutcome::TimedOut { .. }
                | TurnOutcome::Unfinished
        )
    )
}
