//! The one thread that writes. It gathers what comes in for a moment into
//! one transaction, and keeps what it could not write until it can.

use crate::WriteError;
use crate::change::{Change, Pending};
use crate::error::Trouble;
use crate::health::{FailureCause, Health};
use crate::inbox::Shared;
use crate::ledger::{Failure, Ledger};
use crate::upkeep::Upkeep;
use rusqlite::Connection;
use std::collections::VecDeque;
use std::fs::File;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// How long a batched change may wait for neighbours: at most 18 transactions a second, and
/// with what a conversation gathers before (30 ms) and the writing itself a word is less than
/// 100 ms old when it is safe from a kill.
const GATHER: Duration = Duration::from_millis(55);
/// The most one transaction takes.
const MOST_ROWS: usize = 8192;
const MOST_BYTES: usize = 16 << 20;
/// Pauses between attempts while writing fails.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// How long closing goes on trying while writing fails.
const LAST_TRY: Duration = Duration::from_secs(5);

/// Goes when the writer does, by whatever way: nobody waits for it any more, and
/// nobody hands it anything.
struct Ending(Arc<Shared>);

impl Drop for Ending {
    fn drop(&mut self) {
        let mut inbox = self.0.inbox();
        inbox.closing = true;
        let left = std::mem::take(&mut inbox.queue);
        inbox.bytes = 0;
        drop(inbox);
        self.0.drained.notify_waiters();
        if std::thread::panicking() {
            let reason = "The archive's writer stopped by a fault of Parley's: nothing more is kept. Start Parley again.";
            self.0.health.send_replace(Health::Failing {
                cause: FailureCause::Io,
                reason: reason.to_owned(),
                since: now(),
                lost: left.len() as u64,
            });
        }
    }
}

pub(crate) struct Writer {
    pub(crate) conn: Connection,
    pub(crate) lock: File,
    pub(crate) shared: Arc<Shared>,
    pub(crate) ledger: Ledger,
    pub(crate) upkeep: Upkeep,
}

impl Writer {
    /// Writes until the archive is closed and everything is written.
    pub(crate) fn run(mut self) {
        let _ending = Ending(Arc::clone(&self.shared));
        let mut held = VecDeque::new();
        let mut pause = FIRST_PAUSE;
        let mut give_up = None;
        loop {
            let closing = self.gather(&mut held);
            if held.is_empty() {
                if closing {
                    break;
                }
                self.tend();
                continue;
            }
            match self.write(&mut held) {
                Ok(()) => {
                    pause = FIRST_PAUSE;
                    self.shared.health.send_if_modified(|health| {
                        let failed = !health.is_ok();
                        *health = Health::Ok;
                        failed
                    });
                }
                Err(error) => {
                    self.fail(&error);
                    #[cfg(test)]
                    self.mend();
                    if closing
                        && Instant::now() >= *give_up.get_or_insert(Instant::now() + LAST_TRY)
                    {
                        self.abandon(held, &error);
                        break;
                    }
                    self.rest(pause, closing);
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
        if let Err(error) = self.checkpoint("TRUNCATE") {
            tracing::warn!(%error, "the archive's log stays beside it until the next start");
        }
        if let Err((_, error)) = self.conn.close() {
            tracing::warn!(%error, "the archive did not close cleanly");
        }
        drop(self.lock);
    }

    /// Waits for something to do and takes it. With something in hand already
    /// it does not wait. True once the archive is being closed.
    fn gather(&self, held: &mut VecDeque<Pending>) -> bool {
        let shared = &self.shared;
        let mut inbox = shared.inbox();
        if held.is_empty() {
            loop {
                let now = Instant::now();
                let due = match inbox.since {
                    None => None,
                    Some(_) if inbox.is_due() => Some(now),
                    Some(since) => Some(since + GATHER),
                };
                match due {
                    _ if inbox.closing => break,
                    Some(due) if due <= now => break,
                    Some(due) => {
                        inbox = shared
                            .wake
                            .wait_timeout(inbox, due - now)
                            .unwrap_or_else(PoisonError::into_inner)
                            .0;
                    }
                    None if self.upkeep.due() <= now => break,
                    None => {
                        inbox = shared
                            .wake
                            .wait_timeout(inbox, self.upkeep.due() - now)
                            .unwrap_or_else(PoisonError::into_inner)
                            .0;
                    }
                }
            }
        }
        held.append(&mut inbox.queue);
        inbox.rows = 0;
        inbox.urgent = false;
        inbox.since = None;
        inbox.closing
    }

    /// Writes the first of what is held: one transaction, or one flush.
    fn write(&mut self, held: &mut VecDeque<Pending>) -> Result<(), rusqlite::Error> {
        loop {
            let count = load(held);
            if count == 0 {
                let Some(first) = held.pop_front() else {
                    return Ok(());
                };
                return self.alone(first, held);
            }
            match self.transact(held, count) {
                Ok(()) => {
                    let done: Vec<_> = held.drain(..count).collect();
                    for pending in &done {
                        match pending.change {
                            Change::Retain(_) => self.upkeep.soon(),
                            Change::Rewrite(_) => {
                                self.upkeep.soon();
                                self.forget_log();
                            }
                            _ => {}
                        }
                    }
                    self.free(done.iter().map(|pending| pending.bytes).sum());
                    for pending in done {
                        pending.promise.settle(Ok(()));
                    }
                    return Ok(());
                }
                Err((index, Failure::Refused(error))) => {
                    // Its neighbours are written without it.
                    if let Some(pending) = held.remove(index) {
                        tracing::error!(%error, "the archive refused a change");
                        self.free(pending.bytes);
                        pending.promise.settle(Err(error));
                    }
                    if held.is_empty() {
                        return Ok(());
                    }
                }
                Err((_, Failure::Sqlite(error))) => return Err(error),
            }
        }
    }

    /// Nobody wants anything: one step of what is put off for such moments.
    fn tend(&mut self) {
        if Instant::now() < self.upkeep.due() {
            return;
        }
        let step = || -> Result<(), Failure> {
            self.conn.execute_batch("BEGIN IMMEDIATE")?;
            self.upkeep.step(&self.conn, &mut self.ledger, now())?;
            Ok(self.conn.execute_batch("COMMIT")?)
        };
        if let Err(failure) = { step }() {
            match failure {
                Failure::Sqlite(error) => tracing::warn!(%error, "upkeep of the archive failed"),
                Failure::Refused(error) => tracing::warn!(%error, "upkeep of the archive failed"),
            }
            self.roll_back();
            self.upkeep.failed();
        } else if self.upkeep.take_merged() {
            self.forget_log();
        }
    }

    /// What can't be in a transaction with others.
    fn alone(
        &mut self,
        pending: Pending,
        held: &mut VecDeque<Pending>,
    ) -> Result<(), rusqlite::Error> {
        #[cfg(test)]
        if let Change::Do(act) = pending.change {
            act(&mut self.conn);
            self.free(pending.bytes);
            pending.promise.settle(Ok(()));
            return Ok(());
        }
        if let Err(error) = self.checkpoint("PASSIVE") {
            held.push_front(pending);
            return Err(error);
        }
        self.free(pending.bytes);
        pending.promise.settle(Ok(()));
        Ok(())
    }

    fn transact(&mut self, held: &VecDeque<Pending>, count: usize) -> Result<(), (usize, Failure)> {
        let whole = |error: rusqlite::Error| (0, Failure::Sqlite(error));
        let durable = held.iter().take(count).any(|pending| pending.durable);
        self.conn
            .execute_batch(if durable {
                "PRAGMA synchronous = FULL"
            } else {
                "PRAGMA synchronous = NORMAL"
            })
            .map_err(whole)?;
        self.conn.execute_batch("BEGIN IMMEDIATE").map_err(whole)?;
        for (index, pending) in held.iter().take(count).enumerate() {
            if let Err(failure) = self.ledger.apply(&self.conn, &pending.change) {
                self.roll_back();
                return Err((index, blame(failure)));
            }
        }
        if let Err(error) = self.conn.execute_batch("COMMIT") {
            self.roll_back();
            return Err(whole(error));
        }
        self.shared.transactions.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn roll_back(&mut self) {
        self.ledger.forget();
        // SQLite rolls back by itself after some failures.
        if !self.conn.is_autocommit()
            && let Err(error) = self.conn.execute_batch("ROLLBACK")
        {
            tracing::error!(%error, "the archive could not roll back");
        }
    }

    fn checkpoint(&self, mode: &str) -> Result<(), rusqlite::Error> {
        self.conn.execute_batch("PRAGMA synchronous = FULL")?;
        self.conn
            .query_row(&format!("PRAGMA wal_checkpoint({mode})"), [], |_| Ok(()))
    }

    /// What was rewritten is in the log still, in its old words.
    fn forget_log(&self) {
        if let Err(error) = self.checkpoint("TRUNCATE") {
            tracing::warn!(%error, "the archive's log keeps what was taken out until its end");
        }
    }

    fn free(&self, bytes: usize) {
        self.shared.inbox().bytes -= bytes;
        self.shared.drained.notify_waiters();
    }

    fn fail(&self, error: &rusqlite::Error) {
        let cause = match Trouble::of(error) {
            Trouble::Full => FailureCause::DiskFull,
            Trouble::ReadOnly => FailureCause::ReadOnly,
            Trouble::Busy => FailureCause::Locked,
            Trouble::Damaged => FailureCause::Damaged,
            Trouble::Io | Trouble::Other => FailureCause::Io,
        };
        let reason = cause.sentence(&error.to_string());
        self.shared.health.send_if_modified(|health| {
            let (since, lost) = match health {
                Health::Failing { since, lost, .. } => (*since, *lost),
                Health::Ok => (now(), 0),
            };
            let new = Health::Failing {
                cause,
                reason,
                since,
                lost,
            };
            let changed = *health != new;
            if health.is_ok() {
                tracing::error!(%error, "the archive cannot be written");
            }
            *health = new;
            changed
        });
    }

    /// Waits before the next attempt; being closed ends the wait.
    fn rest(&self, pause: Duration, closing: bool) {
        let inbox = self.shared.inbox();
        drop(
            self.shared
                .wake
                .wait_timeout_while(inbox, pause, |inbox| closing || !inbox.closing)
                .unwrap_or_else(PoisonError::into_inner),
        );
    }

    #[cfg(test)]
    fn mend(&self) {
        let mut mend = self
            .shared
            .on_failure
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(sql) = mend.take() {
            // A pragma may or may not answer with a row.
            let _ = self.conn.query_row(sql, [], |_| Ok(()));
        }
    }

    fn abandon(&self, held: VecDeque<Pending>, error: &rusqlite::Error) {
        tracing::error!(%error, changes = held.len(), "closed without having written everything");
        for pending in held {
            self.free(pending.bytes);
            pending.promise.settle(Err(WriteError::Closed {
                reason: error.to_string(),
            }));
        }
    }
}

/// How many of the first changes go into one transaction; 0 where the first stands alone.
fn load(held: &VecDeque<Pending>) -> usize {
    let (mut rows, mut bytes) = (0, 0);
    let mut count = 0;
    for pending in held {
        let alone = match pending.change {
            Change::Flush => true,
            #[cfg(test)]
            Change::Do(_) => true,
            _ => false,
        };
        rows += pending.rows;
        bytes += pending.bytes;
        if alone || (count > 0 && (rows > MOST_ROWS || bytes > MOST_BYTES)) {
            break;
        }
        count += 1;
    }
    count
}

/// A statement that fails by its own fault condemns its change alone.
fn blame(failure: Failure) -> Failure {
    match failure {
        Failure::Sqlite(error) if Trouble::of(&error) == Trouble::Other => {
            Failure::Refused(WriteError::Rejected {
                reason: error.to_string(),
            })
        }
        other => other,
    }
}

/// Milliseconds since the Unix epoch.
fn now() -> u64 {
    SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |since| {
            u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
        })
}
