//! The end of an agent, as its receiver hears it, whatever system sees it end.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::stderr::Tail;
use crate::{Exit, Output};

/// How long the pipes may stay open after the agent ended.
const DRAIN: Duration = Duration::from_secs(2);

/// How a process ended, as `wait` says it.
#[cfg_attr(windows, allow(dead_code, reason = "there are no signals there"))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    Code(i32),
    Signal(i32),
}

/// What is known of the end.
#[derive(Debug, Clone, Default)]
pub(crate) struct State {
    pub(crate) ended: Option<Ended>,
    pub(crate) killed: u32,
    pub(crate) gone: bool,
}

/// Waits for the end, drains the pipes for a bounded time, and says that it is over.
pub(crate) async fn finish(
    mut state: watch::Receiver<State>,
    tasks: Vec<JoinHandle<()>>,
    cut_off: watch::Sender<bool>,
    tail: Arc<Tail>,
    outputs: mpsc::Sender<Output>,
) {
    let ended = match state.wait_for(|state| state.ended.is_some()).await {
        Ok(state) => state.ended,
        Err(_) => None,
    };
    let deadline = Instant::now() + DRAIN;
    let mut tasks = tasks.into_iter();
    let mut late = Vec::new();
    for mut task in tasks.by_ref() {
        if tokio::time::timeout_at(deadline, &mut task).await.is_err() {
            late.push(task);
        }
    }
    let _ = tokio::time::timeout_at(deadline, state.wait_for(|state| state.gone)).await;
    let _ = cut_off.send(true);
    for task in late {
        let _ = task.await;
    }
    let (code, signal) = match ended {
        Some(Ended::Code(code)) => (Some(code), None),
        Some(Ended::Signal(signal)) => (None, Some(signal)),
        None => (None, None),
    };
    let exit = Exit {
        code,
        signal,
        stderr_tail: tail.text(),
        survivors_killed: state.borrow().killed,
    };
    let _ = outputs.send(Output::Exited(exit)).await;
}
