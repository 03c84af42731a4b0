//! The handle on a running agent.

use std::io::Write;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;

use tokio::sync::{Notify, watch};

use crate::control::{KILL, TERMINATE};
use crate::ending::State;
use crate::stdin::StdinQueue;
use crate::{ProcessInfo, Sight, TerminalSize, WriteError, WriteTicket, terminal};

/// A running agent. Clones are the same agent; when the last one is dropped the whole tree is killed.
#[derive(Clone)]
pub struct Process(Arc<Handle>);

struct Handle {
    pid: u32,
    guardian: u32,
    marker: String,
    queue: Arc<StdinQueue>,
    orders: UnixStream,
    state: watch::Receiver<State>,
    force: Arc<Notify>,
    sight: Sight,
    /// The host's side of the terminal, where there is one.
    terminal: Option<OwnedFd>,
}

impl std::fmt::Debug for Process {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Process")
            .field("pid", &self.0.pid)
            .finish_non_exhaustive()
    }
}

impl Process {
    #[allow(
        clippy::too_many_arguments,
        reason = "each is one thing that belongs to a process"
    )]
    pub(crate) fn new(
        pid: u32,
        guardian: u32,
        marker: String,
        queue: Arc<StdinQueue>,
        orders: UnixStream,
        state: watch::Receiver<State>,
        force: Arc<Notify>,
        sight: Sight,
        terminal: Option<OwnedFd>,
    ) -> Self {
        Self(Arc::new(Handle {
            pid,
            guardian,
            marker,
            queue,
            orders,
            state,
            force,
            sight,
            terminal,
        }))
    }

    /// The agent's process number.
    pub fn id(&self) -> u32 {
        self.0.pid
    }

    /// The guardian's process number.
    pub fn guardian_id(&self) -> u32 {
        self.0.guardian
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

    /// Tells a terminal's new size; without a terminal nothing happens.
    ///
    /// # Errors
    /// The system refused.
    pub fn resize(&self, size: TerminalSize) -> std::io::Result<()> {
        match &self.0.terminal {
            Some(terminal) => terminal::resize(terminal, size),
            None => Ok(()),
        }
    }

    /// SIGTERM to the agent's process group: a request, which it may ignore.
    pub fn terminate(&self) {
        self.0.order(TERMINATE);
    }

    /// SIGKILL to the agent and everything it started, wherever it went.
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
        // An error means that the runtime dropped the tasks; then the guardian ends the tree.
        let _ = state.wait_for(|state| state.gone).await;
    }

    /// The agent and everything it started that is still there; see [`Sight::tree`].
    pub fn tree(&self) -> Vec<ProcessInfo> {
        self.0.sight.tree()
    }

    /// A way to look at the agent that does not keep it alive.
    pub fn sight(&self) -> Sight {
        self.0.sight.clone()
    }
}

impl Handle {
    fn order(&self, order: u8) {
        // One byte always has room in the socket; when the guardian is gone there is none to order.
        let _ = (&self.orders).write(&[order]);
    }

    fn kill(&self) {
        self.order(KILL);
        self.force.notify_one();
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.kill();
    }
}
