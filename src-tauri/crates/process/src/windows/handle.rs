//! The handle on a running agent, and the look at one that does not hold it.

use std::sync::{Arc, Weak};

use tokio::sync::{Notify, watch};

use super::job::Job;
use super::table;
use crate::ending::State;
use crate::stdin::StdinQueue;
use crate::{ProcessInfo, TerminalSize, WriteError, WriteTicket};

/// A running agent. Clones are the same agent; when the last one is dropped the whole tree is killed.
#[derive(Clone)]
pub struct Process(pub(super) Arc<Handle>);

pub(super) struct Handle {
    pub(super) pid: u32,
    pub(super) marker: String,
    pub(super) queue: Arc<StdinQueue>,
    pub(super) job: Arc<Job>,
    pub(super) terminate: Arc<Notify>,
    pub(super) state: watch::Receiver<State>,
}

impl std::fmt::Debug for Process {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Process")
            .field("pid", &self.0.pid)
            .finish_non_exhaustive()
    }
}

impl Process {
    /// The agent's process number.
    pub fn id(&self) -> u32 {
        self.0.pid
    }

    /// The number of the process that holds the agent's job: this one.
    pub fn guardian_id(&self) -> u32 {
        std::process::id()
    }

    /// The marker in the environment of the agent and of all it starts.
    pub fn marker(&self) -> &str {
        &self.0.marker
    }

    /// Queues bytes for the agent's stdin. Never blocks. Bytes are written in order.
    ///
    /// # Errors
    /// [`WriteError::Full`] when too much waits already, [`WriteError::Closed`] when stdin is closed.
    pub fn write(&self, bytes: Vec<u8>) -> Result<WriteTicket, WriteError> {
        self.0.queue.push(bytes)
    }

    /// Closes the agent's stdin once all that is queued was written. Nothing more can be queued.
    pub fn close_stdin(&self) {
        self.0.queue.close();
    }

    /// Nothing happens: no agent has a terminal here.
    ///
    /// # Errors
    /// None.
    pub fn resize(&self, _size: TerminalSize) -> std::io::Result<()> {
        Ok(())
    }

    /// Ctrl+Break to the agent's process group: a request, which it may ignore.
    pub fn terminate(&self) {
        self.0.terminate.notify_one();
    }

    /// Ends the agent and everything it started.
    pub fn kill(&self) {
        self.0.kill();
    }

    /// Whether the agent and everything it started are gone.
    pub fn is_gone(&self) -> bool {
        self.0.state.borrow().gone
    }

    /// Waits until the agent and everything it started are gone. It does not depend on anyone
    /// receiving the agent's output.
    pub async fn wait_gone(&self) {
        let mut state = self.0.state.clone();
        // An error means that the runtime dropped the task, and the job was killed then.
        let _ = state.wait_for(|state| state.gone).await;
    }

    /// The agent and everything it started that is still there; see [`Sight::tree`].
    pub fn tree(&self) -> Vec<ProcessInfo> {
        self.sight().tree()
    }

    /// A way to look at the agent that does not keep it alive.
    pub fn sight(&self) -> Sight {
        Sight {
            job: Arc::downgrade(&self.0.job),
            state: self.0.state.clone(),
        }
    }
}

impl Handle {
    fn kill(&self) {
        if !self.state.borrow().gone {
            self.job.kill(self.pid);
        }
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A look at the processes of one agent, for as long as it lives. Clones look at the same agent; they
/// do not keep it alive.
#[derive(Clone)]
pub struct Sight {
    job: Weak<Job>,
    state: watch::Receiver<State>,
}

impl std::fmt::Debug for Sight {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sight").finish_non_exhaustive()
    }
}

impl Sight {
    /// Whether the agent and everything it started are gone.
    pub fn is_gone(&self) -> bool {
        self.state.borrow().gone
    }

    /// The agent and everything it started that is still there. Reads the whole table of processes:
    /// some milliseconds, not for an async task.
    pub fn tree(&self) -> Vec<ProcessInfo> {
        self.among(&table::all())
    }

    fn among(&self, all: &[table::Row]) -> Vec<ProcessInfo> {
        match self.job.upgrade() {
            Some(job) if !self.is_gone() => table::describe(&job, all),
            _ => Vec::new(),
        }
    }
}

/// Resident memory of each of these trees, in bytes, from one reading of the table.
pub fn weigh(sights: &[Sight]) -> Vec<u64> {
    let weight = |tree: Vec<ProcessInfo>| tree.iter().map(|one| one.rss_bytes).sum();
    trees(sights).into_iter().map(weight).collect()
}

/// The trees of several agents, from one reading of the table.
pub fn trees(sights: &[Sight]) -> Vec<Vec<ProcessInfo>> {
    let all = table::all();
    sights.iter().map(|sight| sight.among(&all)).collect()
}
