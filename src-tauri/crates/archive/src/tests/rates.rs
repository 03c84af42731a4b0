//! Rates: what one transaction carries, and (on demand, in release mode) how fast it is.

use super::*;
use crate::change::Change;
use model::{Direction, Epoch, TrafficLine};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Budgets, row 4: at most 20 transactions a second at 4,000 events a second.
#[test]
fn a_stream_of_deltas_costs_few_transactions() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    let commits = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&commits);
    let hook = move |conn: &mut rusqlite::Connection| {
        let hook = move || {
            counted.fetch_add(1, Ordering::Relaxed);
            false
        };
        conn.commit_hook(Some(hook)).unwrap();
    };
    archive
        .submit(Change::Do(Box::new(hook)), 0, 0, true, false)
        .wait()
        .unwrap();
    let start = Instant::now();
    let mut seq = 0;
    // 40 events and their raw lines every 10 ms.
    for tick in 1..=200_u32 {
        let events = (1..=40)
            .map(|step| delta(seq + step, "e1/a", " word"))
            .collect();
        seq += 40;
        let line = TrafficLine {
            at: seq,
            epoch: Epoch(1),
            direction: Direction::FromAgent,
            bytes: vec![b'x'; 90],
        };
        archive.append(AppendBatch {
            traffic: vec![line; 40],
            ..batch(events, Durability::Batched)
        });
        std::thread::sleep(
            (start + tick * Duration::from_millis(10)).saturating_duration_since(Instant::now()),
        );
    }
    archive.flush().wait().unwrap();
    let limit = start.elapsed().as_secs_f64() * 20.0;
    let commits = commits.load(Ordering::Relaxed);
    assert!(
        commits as f64 <= limit,
        "{commits} transactions, {limit} allowed"
    );
    assert_eq!(archive.items_tail(&id("c"), 1).unwrap().last_seq, seq);
}

fn timed<T>(what: &str, times: u32, mut act: impl FnMut(u32) -> T) {
    let mut all: Vec<_> = (0..times)
        .map(|round| {
            let start = Instant::now();
            std::hint::black_box(act(round));
            start.elapsed()
        })
        .collect();
    all.sort();
    let at = |part: usize| all[(all.len() * part / 100).min(all.len() - 1)];
    eprintln!("{what}: p50 {:?}, p95 {:?}", at(50), at(95));
}

/// Budgets, row 18 and F119. Run with
/// `cargo test --release -p parley-archive f119 -- --ignored --nocapture`.
#[test]
#[ignore = "writes a million events; a measurement for release mode"]
fn f119_a_million_events_in_5000_conversations() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::open(dir.path()).unwrap();
    let words = [
        "lantern", "harbour", "compile", "error", "the", "of", "patch", "window",
    ];
    let start = Instant::now();
    for number in 0..5000_u32 {
        let name = format!("c{number}");
        archive.put_conversation(meta(&name));
        let size = if number == 0 { 100_000 } else { 180 };
        for first in (0..size).step_by(200) {
            let count = 200.min(size - first);
            let events = (1..=count)
                .map(|step| delta(u64::from(first + step), "e1/a", " some words of text"));
            let rows = (0..count / 2).map(|row| {
                let n = (first + row) as usize;
                let text: Vec<_> = (0..40)
                    .map(|k| words[(n * 7 + k * k + number as usize) % 8])
                    .collect();
                said(
                    first / 2 + row,
                    &format!("{} unique{number}x{n}", text.join(" ")),
                )
            });
            let receipt = archive.append(AppendBatch {
                events: events.collect(),
                items: rows.collect(),
                ..AppendBatch::new(id(&name), Durability::Batched)
            });
            if archive.inner.shared.backlog() > 8 << 20 {
                receipt.wait().unwrap();
            }
        }
    }
    archive.flush().wait().unwrap();
    let took = start.elapsed();
    eprintln!("1,000,000 events and 500,000 indexed items in {took:?}");
    let size = std::fs::metadata(archive.path()).unwrap().len();
    eprintln!("{} MB", size >> 20);
    archive.close();

    timed("open", 20, |_| Archive::open(dir.path()).unwrap().close());
    let archive = Archive::open(dir.path()).unwrap();
    timed("list of 5,000", 20, |_| archive.conversations().unwrap());
    timed("tail of 200, 100,000 events", 100, |_| {
        archive.items_tail(&id("c0"), 200).unwrap()
    });
    timed("page of 200 before", 100, |n| {
        archive
            .items_before(&id("c0"), 49_000 - n * 200, 200)
            .unwrap()
    });
    timed("tail of 200, small", 100, |n| {
        archive
            .items_tail(&id(&format!("c{}", n * 40 + 1)), 200)
            .unwrap()
    });
    for text in [
        "lantern",
        "lan",
        "unique77x12",
        "l",
        "the of error",
        "unique",
        "nothingofthekind",
    ] {
        timed(&format!("search {text:?}"), 20, |_| {
            archive.search(text, 50).unwrap()
        });
    }
}

/// Budgets, row 4: rows a second, beside one-row transactions in the same run.
#[test]
#[ignore = "a measurement for release mode"]
fn rates_of_writing() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    let mut seq = 0;
    for (what, total, size, durability) in [
        ("one row a transaction, batched", 20_000, 1, None),
        (
            "batches of 1, merged",
            300_000,
            1,
            Some(Durability::Batched),
        ),
        (
            "batches of 40, merged",
            1_000_000,
            40,
            Some(Durability::Batched),
        ),
        ("one row, forced to the disk", 500, 1, Some(Durability::Now)),
        (
            "100 rows, forced to the disk",
            20_000,
            100,
            Some(Durability::Now),
        ),
    ] {
        let start = Instant::now();
        let before = archive.transactions();
        for _ in 0..total / size {
            let events = (1..=size)
                .map(|step| delta(seq + step, "e1/a", " some words of text"))
                .collect();
            seq += size;
            match durability {
                // What every delta would cost by itself.
                None => {
                    archive.append(batch(events, Durability::Batched));
                    archive
                        .submit(Change::Do(Box::new(|_| {})), 0, 0, true, false)
                        .wait()
                        .unwrap();
                }
                Some(Durability::Batched) => {
                    let receipt = archive.append(batch(events, Durability::Batched));
                    if archive.inner.shared.backlog() > 8 << 20 {
                        receipt.wait().unwrap();
                    }
                }
                Some(Durability::Now) => archive
                    .append(batch(events, Durability::Now))
                    .wait()
                    .unwrap(),
            }
        }
        archive
            .submit(Change::Do(Box::new(|_| {})), 0, 0, true, false)
            .wait()
            .unwrap();
        let took = start.elapsed();
        eprintln!(
            "{what}: {:.0} rows/s, {} transactions",
            total as f64 / took.as_secs_f64(),
            archive.transactions() - before
        );
    }
}
