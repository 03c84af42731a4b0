//! The promise that something is on disk.

use crate::WriteError;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

type Outcome = Result<(), WriteError>;

#[derive(Debug, Default)]
struct Cell {
    state: Mutex<State>,
    settled: Condvar,
}

#[derive(Debug, Default)]
struct State {
    outcome: Option<Outcome>,
    waker: Option<Waker>,
}

/// Resolves once the write is committed, or will never be. While the disk is
/// full it stays open: what was handed over is kept in memory and tried again
/// (see [`crate::Archive::health`]). It may be dropped; the write goes on.
#[derive(Debug)]
pub struct Receipt {
    cell: Arc<Cell>,
}

/// The writer's end of a receipt.
#[derive(Debug)]
pub(crate) struct Promise {
    cell: Arc<Cell>,
}

/// A receipt and the means to settle it.
pub(crate) fn promise() -> (Promise, Receipt) {
    let cell = Arc::new(Cell::default());
    (
        Promise {
            cell: Arc::clone(&cell),
        },
        Receipt { cell },
    )
}

impl Promise {
    /// Settles it; only the first outcome counts.
    pub(crate) fn settle(self, outcome: Outcome) {
        self.put(outcome);
    }

    fn put(&self, outcome: Outcome) {
        let waker = {
            let mut state = self
                .cell
                .state
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            state.outcome.get_or_insert(outcome);
            state.waker.take()
        };
        self.cell.settled.notify_all();
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl Drop for Promise {
    // A promise that is lost on any path must not leave its receipt waiting for ever.
    fn drop(&mut self) {
        self.put(Err(WriteError::Closed {
            reason: "the writer ended".to_owned(),
        }));
    }
}

impl Receipt {
    /// A receipt that is settled already.
    pub(crate) fn settled(outcome: Outcome) -> Self {
        let (promise, receipt) = promise();
        promise.settle(outcome);
        receipt
    }

    /// Waits for it on this thread. Not for asynchronous tasks: await it there.
    ///
    /// # Errors
    /// Why it was not written.
    pub fn wait(self) -> Result<(), WriteError> {
        let mut state = self
            .cell
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(outcome) = &state.outcome {
                return outcome.clone();
            }
            state = self
                .cell
                .settled
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The outcome, where it is known already.
    #[must_use]
    pub fn outcome(&self) -> Option<Result<(), WriteError>> {
        self.cell
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .outcome
            .clone()
    }
}

impl Future for Receipt {
    type Output = Outcome;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Outcome> {
        let mut state = self
            .cell
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(outcome) = &state.outcome {
            return Poll::Ready(outcome.clone());
        }
        state.waker = Some(context.waker().clone());
        Poll::Pending
    }
}
