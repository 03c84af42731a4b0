//! The end of an agent, seen from the host: what the guardian tells, and what is done without it.

use std::sync::Arc;
use std::time::Duration;

use rustix::process::Signal;
use tokio::io::{BufReader, Lines};
use tokio::net::unix::OwnedReadHalf;
use tokio::process::Child;
use tokio::sync::{Notify, mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until, timeout};

use crate::control::Report;
use crate::ending::{Ended, State, finish};
use crate::sight::Last;
use crate::stderr::Tail;
use crate::stdin::StdinQueue;
use crate::sweep::Remains;
use crate::{Output, table};

/// How long the guardian may take to end the tree once it was told, or the agent ended; it needs a
/// moment. After this the host does its work.
const FORCE: Duration = Duration::from_secs(4);

/// A guardian and the way to hear it.
pub(crate) struct Guarded {
    pub(crate) child: Child,
    pub(crate) reports: Lines<BufReader<OwnedReadHalf>>,
    pub(crate) marker: String,
    pub(crate) queue: Arc<StdinQueue>,
    pub(crate) last: Arc<Last>,
}

/// Starts the two tasks that see an agent to its end. `tasks` read and write its pipes and stop when
/// `cut_off` says so.
pub(crate) fn supervise(
    guarded: Guarded,
    state: watch::Sender<State>,
    force: Arc<Notify>,
    tasks: Vec<JoinHandle<()>>,
    cut_off: watch::Sender<bool>,
    tail: Arc<Tail>,
    outputs: mpsc::Sender<Output>,
) {
    let seen = state.subscribe();
    tokio::spawn(listen(guarded, state, force));
    tokio::spawn(finish(seen, tasks, cut_off, tail, outputs));
}

/// Hears the guardian until it is gone, then makes sure that nothing is left.
async fn listen(mut guarded: Guarded, state: watch::Sender<State>, force: Arc<Notify>) {
    let mut limit: Option<Instant> = None;
    let mut clean = false;
    loop {
        let at = limit.unwrap_or_else(Instant::now);
        tokio::select! {
            line = guarded.reports.next_line() => match line {
                Ok(Some(line)) => match Report::parse(&line) {
                    Some(Report::Exited(ended)) => {
                        limit.get_or_insert(Instant::now() + FORCE);
                        // Nobody reads any more, even if something the agent started holds the pipe.
                        guarded.queue.fail();
                        state.send_modify(|state| state.ended = Some(ended));
                    }
                    Some(Report::Gone { killed, left }) => {
                        clean = left == 0;
                        state.send_modify(|state| state.killed = killed);
                    }
                    other => tracing::warn!(?other, "unexpected word from the guardian"),
                },
                Ok(None) | Err(_) => break,
            },
            () = force.notified(), if limit.is_none() => limit = Some(Instant::now() + FORCE),
            () = sleep_until(at), if limit.is_some() => {
                state.send_modify(|state| state.killed += end_below(&guarded.child));
                break;
            }
        }
    }
    if !clean {
        // The guardian was killed, or gave up. The agent died with it; what it started carries the
        // marker, or is still in the guardian's session, or was seen below it. The number of a process
        // that is not waited for is given to nobody else, so the session is still that one.
        let _ = guarded.child.start_kill();
        let remains = Remains {
            marker: guarded.marker,
            session: guarded.child.id(),
            seen: guarded.last.get(),
        };
        let swept = remains.end().await;
        tracing::warn!(
            killed = swept.killed,
            left = swept.left,
            "the guardian did not finish"
        );
        state.send_modify(|state| state.killed += swept.killed);
    }
    // Its socket is closed, so it is ending, or it is stuck.
    if timeout(Duration::from_secs(1), guarded.child.wait())
        .await
        .is_err()
    {
        let _ = guarded.child.kill().await;
    }
    guarded.queue.fail();
    state.send_modify(|state| {
        state.ended.get_or_insert(Ended::Signal(libc::SIGKILL));
        state.gone = true;
    });
}

/// Kills what hangs on a guardian that does not do it.
fn end_below(guardian: &Child) -> u32 {
    let below = guardian.id().map(table::descendants).unwrap_or_default();
    let killed = below
        .iter()
        .filter(|entry| table::signal(entry, Signal::KILL));
    u32::try_from(killed.count()).unwrap_or(u32::MAX)
}
