//! Writing that fails while the app runs: nothing is lost, and it is said.

use super::keeping::line;
use super::*;
use crate::change::Change;
use crate::{FailureCause, Health, WriteError};
use rusqlite::Connection;

/// Runs something on the writer's own connection.
fn on_writer(archive: &Archive, act: impl FnOnce(&mut Connection) + Send + 'static) {
    archive
        .submit(Change::Do(Box::new(act)), 0, 0, true, false)
        .wait()
        .unwrap();
}

/// Lets the file grow by no page more.
fn fill_disk(archive: &Archive) {
    on_writer(archive, |conn| {
        conn.query_row("PRAGMA max_page_count = 1", [], |_| Ok(()))
            .unwrap();
    });
}

fn free_disk(archive: &Archive) {
    // Not through the queue: what is before it waits for just this.
    let limit = "PRAGMA max_page_count = 1073741823";
    archive
        .inner
        .shared
        .on_failure
        .lock()
        .unwrap()
        .replace(limit);
}

fn cause(archive: &Archive) -> Option<FailureCause> {
    match &*archive.health().borrow() {
        Health::Ok => None,
        Health::Failing { cause, .. } => Some(*cause),
    }
}

fn big(seq: Seq) -> Recorded {
    delta(seq, "e1/a", &"x".repeat(100_000))
}

#[test]
fn f114_a_full_disk_keeps_all_in_memory_until_it_is_freed() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    archive
        .append(batch(vec![event(1, Event::Alive)], Durability::Now))
        .wait()
        .unwrap();
    fill_disk(&archive);
    let receipts: Vec<_> = (2..20)
        .map(|seq| archive.append(batch(vec![big(seq)], Durability::Now)))
        .collect();
    until("the failure is told", || {
        cause(&archive) == Some(FailureCause::DiskFull)
    });
    assert!(receipts.iter().all(|receipt| receipt.outcome().is_none()));
    // What was acknowledged is there, and readable meanwhile.
    assert_eq!(
        archive.events_from(&id("c"), 0, 99).unwrap(),
        [event(1, Event::Alive)]
    );

    free_disk(&archive);
    for receipt in receipts {
        receipt.wait().unwrap();
    }
    until("the recovery is told", || cause(&archive).is_none());
    let all: Vec<_> = [event(1, Event::Alive)]
        .into_iter()
        .chain((2..20).map(big))
        .collect();
    assert_eq!(archive.events_from(&id("c"), 0, 99).unwrap(), all);
    assert_eq!(archive.check().unwrap(), Vec::<String>::new());
}

#[test]
fn f114_memory_is_bounded_while_the_disk_is_full() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    fill_disk(&archive);
    let kept = archive.append(batch(vec![big(1)], Durability::Now));
    until("the failure is told", || {
        cause(&archive) == Some(FailureCause::DiskFull)
    });
    let mut refused = 0;
    for seq in 2..800 {
        // Most of it in a raw line: bytes that nobody has to encode.
        let heavy = AppendBatch {
            traffic: vec![line(seq, 100_000)],
            ..batch(vec![delta(seq, "e1/a", "x")], Durability::Batched)
        };
        let receipt = archive.append(heavy);
        if let Some(outcome) = receipt.outcome() {
            assert_eq!(outcome, Err(WriteError::Backlog { limit_mib: 64 }));
            refused += 1;
        }
    }
    assert!((100..200).contains(&refused), "{refused} refused");
    let health = archive.health();
    assert!(matches!(*health.borrow(), Health::Failing { lost, .. } if lost == refused));
    free_disk(&archive);
    kept.wait().unwrap();
    archive.flush().wait().unwrap();
    assert_eq!(
        archive.items_tail(&id("c"), 1).unwrap().last_seq,
        799 - refused
    );
}

#[test]
fn a_lock_of_another_program_is_waited_for() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    let other = Connection::open(archive.path()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let receipt = archive.append(batch(vec![event(1, Event::Alive)], Durability::Now));
    until("the lock is told", || {
        cause(&archive) == Some(FailureCause::Locked)
    });
    other.execute_batch("COMMIT").unwrap();
    receipt.wait().unwrap();
    until("the recovery is told", || cause(&archive).is_none());
}

#[test]
fn closing_on_a_full_disk_ends_and_says_what_was_not_written() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    fill_disk(&archive);
    let receipt = archive.append(batch(vec![big(1)], Durability::Now));
    archive.clone().close();
    assert!(matches!(receipt.wait(), Err(WriteError::Closed { .. })));
    let late = archive.append(batch(vec![event(1, Event::Alive)], Durability::Now));
    assert!(matches!(late.wait(), Err(WriteError::Closed { .. })));
    drop(archive);
    let archive = Archive::open(dir.path()).unwrap();
    assert_eq!(archive.conversations().unwrap(), [meta("c")]);
}

#[test]
fn a_writer_that_panics_is_told_and_leaves_nobody_waiting() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    let panics = Change::Do(Box::new(|_| panic!("on purpose")));
    let first = archive.submit(panics, 0, 0, true, false);
    assert!(matches!(first.wait(), Err(WriteError::Closed { .. })));
    until("the failure is told", || {
        cause(&archive) == Some(FailureCause::Io)
    });
    let late = archive.append(batch(vec![event(1, Event::Alive)], Durability::Now));
    assert!(matches!(late.wait(), Err(WriteError::Closed { .. })));
    assert_eq!(archive.conversations().unwrap(), [meta("c")]);
}
