//! Looking at an agent's tree without holding the agent.
//!
//! Each look is also kept: should the guardian be killed, what was seen below it last can still be
//! told from strangers, also where it left the session and cleared its environment.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

use crate::ending::State;
use crate::table::{self, Entry};
use crate::{MARKER_VARIABLE, ProcessInfo};

/// A look at the processes of one agent, for as long as it lives. Clones look at the same agent; they
/// do not keep it alive.
#[derive(Clone)]
pub struct Sight(Arc<Seen>);

struct Seen {
    guardian: u32,
    marker: String,
    state: watch::Receiver<State>,
    last: Arc<Last>,
}

/// What was below the guardian when somebody last looked, by number and start time.
#[derive(Default)]
pub(crate) struct Last(Mutex<HashSet<(u32, u64)>>);

impl Last {
    fn keep(&self, entries: &[Entry]) {
        let seen = entries.iter().map(|entry| (entry.pid, entry.start));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = seen.collect();
    }

    pub(crate) fn get(&self) -> HashSet<(u32, u64)> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl std::fmt::Debug for Sight {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sight")
            .field("guardian", &self.0.guardian)
            .finish_non_exhaustive()
    }
}

impl Sight {
    pub(crate) fn new(
        guardian: u32,
        marker: String,
        state: watch::Receiver<State>,
        last: Arc<Last>,
    ) -> Self {
        Self(Arc::new(Seen {
            guardian,
            marker,
            state,
            last,
        }))
    }

    /// Whether the agent and everything it started are gone.
    pub fn is_gone(&self) -> bool {
        self.0.state.borrow().gone
    }

    /// The agent and everything it started that is still there. Empty where there is no `/proc`. Reads
    /// the whole table of processes: some milliseconds, not for an async task.
    pub fn tree(&self) -> Vec<ProcessInfo> {
        table::describe(self.entries(&table::all()))
    }

    fn entries(&self, all: &[Entry]) -> Vec<Entry> {
        if self.is_gone() {
            return Vec::new();
        }
        let mut entries = table::below(all, self.0.guardian);
        if entries.is_empty() {
            // Without a guardian what is left hangs elsewhere; the marker still tells.
            let marker = Some(self.0.marker.as_str());
            entries = all
                .iter()
                .filter(|entry| !entry.zombie)
                .filter(|entry| table::variable(entry.pid, MARKER_VARIABLE).as_deref() == marker)
                .cloned()
                .collect();
        } else {
            self.0.last.keep(&entries);
        }
        entries
    }
}

/// Resident memory of each of these trees, in bytes, from one reading of the table.
pub fn weigh(sights: &[Sight]) -> Vec<u64> {
    let all = table::all();
    let weight = |sight: &Sight| table::weight(&sight.entries(&all));
    sights.iter().map(weight).collect()
}

/// The trees of several agents, from one reading of the table.
pub fn trees(sights: &[Sight]) -> Vec<Vec<ProcessInfo>> {
    let all = table::all();
    let tree = |sight: &Sight| table::describe(sight.entries(&all));
    sights.iter().map(tree).collect()
}
