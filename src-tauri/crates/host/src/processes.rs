//! The processes of agents, with figures taken when somebody asks, and a warning where a tree grows
//! too large.
//!
//! Figures cost a reading of the system's table of processes, so none is taken by a clock. The one
//! exception is the memory ceiling: while agents live, their trees are weighed every half minute.

mod ceiling;
mod figures;

pub(crate) use ceiling::{Watch, watch_memory};
pub(crate) use figures::Samples;

use crate::conversation::{Conversation, ProcessPhase};
use crate::host::Host;
use crate::problem::unknown_conversation;
use crate::{keys, masking};
use model::view::{Problem, ProcessView};
use model::{AgentProfile, ConversationId};
use process::{ProcessInfo, Sight};

impl Host {
    /// The processes of one conversation, with figures of now.
    ///
    /// # Errors
    /// `unknownConversation`.
    pub async fn processes(&self, id: &ConversationId) -> Result<ProcessView, Problem> {
        let conversation = self.open_conversation(id)?;
        let mut views = self.with_figures(vec![(id.clone(), conversation)]).await;
        views.pop().ok_or_else(unknown_conversation)
    }

    /// Those of every conversation whose agent runs, or ended since Parley was started; those that
    /// run first, the largest before the others.
    pub async fn all_processes(&self) -> Vec<ProcessView> {
        let mut opened = self.catalogue().all_open();
        opened.retain(|(_, conversation)| {
            let state = conversation.state();
            !state.deleted && (state.vitals.sight.is_some() || state.vitals.last_end.is_some())
        });
        let mut views = self.with_figures(opened).await;
        model::order::sort_by(&mut views, |a, b| {
            let order = |view: &ProcessView| (!view.running, std::cmp::Reverse(view.rss_bytes));
            order(a).cmp(&order(b)).then_with(|| a.title.cmp(&b.title))
        });
        views
    }

    async fn with_figures(&self, opened: Vec<(ConversationId, Conversation)>) -> Vec<ProcessView> {
        let sights: Vec<Option<Sight>> = opened
            .iter()
            .map(|(_, conversation)| conversation.state().vitals.sight.clone())
            .collect();
        let living: Vec<Sight> = sights.iter().flatten().cloned().collect();
        let trees = tokio::task::spawn_blocking(move || process::trees(&living)).await;
        let mut trees = trees.unwrap_or_default().into_iter();
        let default_ceiling = self.settings().memory_ceiling_mib;
        let mut all = Vec::new();
        let mut samples = self.samples().lock();
        for ((id, conversation), sight) in opened.into_iter().zip(sights) {
            let tree = sight.and_then(|_| trees.next()).unwrap_or_default();
            let rows = samples.rows(&tree);
            let mut view = of_state(
                id,
                &conversation,
                ceiling_of(&conversation, default_ceiling),
            );
            view.rss_bytes = rows.iter().map(|row| row.rss_bytes).sum();
            view.processor_percent = figures::total(&rows);
            view.over_ceiling = view.ceiling_bytes.is_some_and(|most| view.rss_bytes > most);
            view.processes = rows;
            all.push(view);
        }
        samples.settle();
        all
    }
}

fn of_state(id: ConversationId, conversation: &Conversation, ceiling: Option<u64>) -> ProcessView {
    let state = conversation.state();
    ProcessView {
        conversation: id,
        title: state.meta.title.clone(),
        agent: state.meta.profile_name.clone(),
        running: state.vitals.sight.is_some(),
        starting: state.process == ProcessPhase::Starting,
        processes: Vec::new(),
        rss_bytes: 0,
        processor_percent: None,
        ceiling_bytes: ceiling,
        over_ceiling: false,
        last_end: state.vitals.last_end.clone(),
        stderr: state
            .vitals
            .stderr
            .iter()
            .map(|line| masking::text(&keys::KnownKeys, line))
            .collect(),
        start_again: state.vitals.crashes.view(),
    }
}

/// The memory from which on a conversation's agent is warned of, in bytes.
fn ceiling_of(conversation: &Conversation, default_mib: u32) -> Option<u64> {
    let own = own_ceiling(&conversation.state().profile);
    let mib = own.unwrap_or_else(|| u64::from(default_mib));
    (mib > 0).then(|| mib.saturating_mul(1024 * 1024))
}

fn own_ceiling(profile: &AgentProfile) -> Option<u64> {
    profile.settings.get("memory_ceiling_mib")?.as_u64()
}

/// A command line as it may be shown.
fn command(process: &ProcessInfo) -> Vec<String> {
    masking::command(&keys::KnownKeys, &process.command)
}
