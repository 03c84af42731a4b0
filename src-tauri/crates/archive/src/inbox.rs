//! What is handed over waits here, in order and bounded, for the writer.

use crate::change::{Change, Pending};
use crate::health::Health;
use crate::{Receipt, WriteError, receipt};
use std::collections::VecDeque;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::{Notify, watch};

/// Rows that are written without waiting any longer.
const FULL_ROWS: usize = 1024;
/// Bytes that are written without waiting any longer.
const FULL_BYTES: usize = 4 << 20;
/// What may wait in memory while writing fails.
const BACKLOG: usize = 64 << 20;
/// Above this, [`crate::Archive::ready`] waits.
pub(crate) const HIGH_WATER: usize = 16 << 20;

/// What the writer shares with everyone who appends.
pub(crate) struct Shared {
    inbox: Mutex<Inbox>,
    pub(crate) wake: Condvar,
    /// Told whenever the backlog shrinks.
    pub(crate) drained: Notify,
    pub(crate) health: watch::Sender<Health>,
    pub(crate) transactions: AtomicU64,
    /// Runs on the writer's connection after a failure: a test's end of the fault.
    #[cfg(test)]
    pub(crate) on_failure: Mutex<Option<&'static str>>,
}

/// What waits to be written.
#[derive(Default)]
pub(crate) struct Inbox {
    pub(crate) queue: VecDeque<Pending>,
    /// Bytes handed over and not yet written, those in the writer's hands included.
    pub(crate) bytes: usize,
    pub(crate) rows: usize,
    pub(crate) urgent: bool,
    /// When the first of the queue came.
    pub(crate) since: Option<Instant>,
    pub(crate) closing: bool,
}

impl Shared {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            inbox: Mutex::default(),
            wake: Condvar::new(),
            drained: Notify::new(),
            health: watch::Sender::new(Health::Ok),
            transactions: AtomicU64::new(0),
            #[cfg(test)]
            on_failure: Mutex::default(),
        })
    }

    pub(crate) fn inbox(&self) -> MutexGuard<'_, Inbox> {
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands a change over. Never blocks.
    pub(crate) fn submit(
        &self,
        change: Change,
        bytes: usize,
        rows: usize,
        urgent: bool,
        durable: bool,
    ) -> Receipt {
        let (promise, receipt) = receipt::promise();
        let mut inbox = self.inbox();
        if inbox.closing {
            drop(inbox);
            promise.settle(Err(WriteError::Closed {
                reason: "it is closed, or open for reading alone".to_owned(),
            }));
            return receipt;
        }
        if inbox.bytes > 0 && inbox.bytes + bytes > BACKLOG {
            drop(inbox);
            self.health.send_if_modified(|health| match health {
                Health::Failing { lost, .. } => {
                    *lost += rows as u64;
                    true
                }
                Health::Ok => false,
            });
            promise.settle(Err(WriteError::Backlog {
                limit_mib: BACKLOG >> 20,
            }));
            return receipt;
        }
        let first = inbox.queue.is_empty();
        inbox.bytes += bytes;
        inbox.rows += rows;
        inbox.urgent |= urgent;
        inbox.since.get_or_insert_with(Instant::now);
        inbox.queue.push_back(Pending {
            change,
            bytes,
            rows,
            durable,
            promise,
        });
        // The writer sleeps until the first change, and then until it is due.
        let due = inbox.is_due();
        drop(inbox);
        if first || due {
            self.wake.notify_one();
        }
        receipt
    }

    /// Bytes handed over and not yet written.
    pub(crate) fn backlog(&self) -> usize {
        self.inbox().bytes
    }

    /// Lets the writer finish and end.
    pub(crate) fn close(&self) {
        self.inbox().closing = true;
        self.wake.notify_one();
    }
}

impl Inbox {
    /// True where it is not to wait for more.
    pub(crate) fn is_due(&self) -> bool {
        self.urgent || self.rows >= FULL_ROWS || self.bytes >= FULL_BYTES
    }
}
