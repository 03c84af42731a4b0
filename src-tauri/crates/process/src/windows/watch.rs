//! The end of an agent, and of what it leaves behind.

use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use tokio::process::Child;
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep};

use super::guardian::send_break;
use super::job::Job;
use crate::ending::{Ended, State};
use crate::stdin::StdinQueue;

/// How long tools that outlive their agent may take to end by themselves.
const GRACE_AFTER_AGENT: Duration = Duration::from_millis(300);
/// Between two looks at what is left.
const ROUND: Duration = Duration::from_millis(20);
/// What has not died by then is stuck in the kernel.
const PATIENCE: Duration = Duration::from_secs(5);

/// An agent in its job.
pub(super) struct Watched {
    pub(super) child: Child,
    pub(super) pid: u32,
    pub(super) job: Arc<Job>,
    pub(super) companion: PathBuf,
    pub(super) queue: Arc<StdinQueue>,
    /// Asks the agent to end.
    pub(super) terminate: Arc<Notify>,
}

/// The runtime may drop the task at any await; the agent does not outlive it.
impl Drop for Watched {
    fn drop(&mut self) {
        if !matches!(self.job.active(), Ok(0)) {
            self.job.kill(self.pid);
        }
    }
}

impl Watched {
    /// Sees the agent to its end and then ends what is left of its tree.
    pub(super) async fn run(mut self, state: watch::Sender<State>) {
        let ended = match self.end().await {
            Ok(status) => status.code().map(Ended::Code),
            Err(error) => {
                tracing::warn!(%error, agent = self.pid, "an agent's end could not be awaited");
                self.job.kill(self.pid);
                None
            }
        };
        // Nobody reads any more, even if something the agent started holds the pipe.
        self.queue.fail();
        // Code 1 is what a kill gives.
        let ended = ended.unwrap_or(Ended::Code(1));
        state.send_modify(|state| state.ended = Some(ended));
        if !self.emptied(GRACE_AFTER_AGENT).await {
            self.job.kill(self.pid);
            if !self.emptied(PATIENCE).await {
                tracing::warn!(agent = self.pid, "something an agent started does not die");
            }
        }
        let killed = self.job.killed();
        state.send_modify(|state| {
            state.killed = killed;
            state.gone = true;
        });
    }

    async fn end(&mut self) -> std::io::Result<ExitStatus> {
        loop {
            tokio::select! {
                status = self.child.wait() => return status,
                () = self.terminate.notified() => {}
            }
            tokio::select! {
                status = self.child.wait() => return status,
                () = send_break(&self.companion, self.pid) => {}
            }
        }
    }

    /// Waits until nothing is left in the job; says whether that came about.
    async fn emptied(&self, limit: Duration) -> bool {
        let deadline = Instant::now() + limit;
        loop {
            // A job that does not answer counts as full: it is killed once more, which harms nobody.
            if matches!(self.job.active(), Ok(0)) {
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
            sleep(ROUND).await;
        }
    }
}
