//! Row 4: rows a second, beside what every row would cost by itself, taken in
//! turns; and the transactions that a stream of 4,000 events a second makes.

use crate::figures::{Goal, print, print_ratio};
use crate::reading::meta;
use archive::{AppendBatch, Archive, Durability};
use model::{ConversationId, Event, ItemId, Recorded};
use rusqlite::Connection;
use std::path::Path;
use std::time::{Duration, Instant};

const ROUNDS: u32 = 5;
/// Rows of one round without Parley: each a transaction, as SQLite does it unasked.
const PLAIN_ROWS: u32 = 1_000;
/// Rows of one round through the archive.
const ROWS: u64 = 200_000;
/// Events an append carries at 4,000 a second and 60 frames.
const STEP: u64 = 64;

pub(crate) fn run(dir: &Path) {
    std::fs::create_dir_all(dir).unwrap();
    let plain = Connection::open(dir.join("plain.db")).unwrap();
    plain
        .query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))
        .unwrap();
    plain
        .execute_batch(
            "CREATE TABLE events (conversation INTEGER, seq INTEGER, at INTEGER, kind TEXT,
             body TEXT, PRIMARY KEY (conversation, seq)) WITHOUT ROWID",
        )
        .unwrap();
    let archive = Archive::open(&dir.join("archive")).unwrap();
    let id = ConversationId::from("c0");
    archive.put_conversation(meta(&id, 0)).wait().unwrap();
    let (mut baseline, mut ours) = (Vec::new(), Vec::new());
    let mut seq = 0;
    for round in 0..ROUNDS {
        baseline.push(one_row_each(&plain, round));
        ours.push(through_the_archive(&archive, &id, &mut seq));
    }
    let (baseline, ours) = (median(baseline), median(ours));
    print("archive.writes.rows_per_s", ours, "rows/s", Goal::None);
    print_ratio(
        "archive.writes.ratio",
        ours,
        baseline,
        "rows/s",
        Goal::AtLeast(5.0),
    );
    stream(&archive, &id, &mut seq);
    archive.close();
}

fn one_row_each(plain: &Connection, round: u32) -> f64 {
    let mut insert = plain
        .prepare("INSERT INTO events VALUES (?1, ?2, ?3, 'itemDelta', ?4)")
        .unwrap();
    let start = Instant::now();
    for row in 0..PLAIN_ROWS {
        let body = serde_json::to_string(&delta(u64::from(row))).unwrap();
        insert
            .execute(rusqlite::params![round, row, row, body])
            .unwrap();
    }
    f64::from(PLAIN_ROWS) / start.elapsed().as_secs_f64()
}

fn through_the_archive(archive: &Archive, id: &ConversationId, seq: &mut u64) -> f64 {
    let start = Instant::now();
    let mut last = None;
    for step in 0..ROWS / STEP {
        let receipt = archive.append(batch(id, seq));
        if step % 256 == 0 {
            receipt.wait().unwrap();
        } else {
            last = Some(receipt);
        }
    }
    last.unwrap().wait().unwrap();
    ROWS as f64 / start.elapsed().as_secs_f64()
}

/// Four thousand events a second for five seconds, as they come from agents.
fn stream(archive: &Archive, id: &ConversationId, seq: &mut u64) {
    let before = archive.transactions();
    let start = Instant::now();
    let (ticks, pause) = (312_u32, Duration::from_millis(16));
    let mut last = None;
    for tick in 1..=ticks {
        last = Some(archive.append(batch(id, seq)));
        std::thread::sleep((start + tick * pause).saturating_duration_since(Instant::now()));
    }
    last.unwrap().wait().unwrap();
    let took = start.elapsed().as_secs_f64();
    let transactions = (archive.transactions() - before) as f64;
    print(
        "archive.stream.events_per_s",
        f64::from(ticks) * STEP as f64 / took,
        "events/s",
        Goal::None,
    );
    print(
        "archive.stream.transactions_per_s",
        transactions / took,
        "1/s",
        Goal::AtMost(20.0),
    );
}

fn batch(id: &ConversationId, seq: &mut u64) -> AppendBatch {
    let events = (0..STEP)
        .map(|_| {
            *seq += 1;
            delta(*seq)
        })
        .collect();
    AppendBatch {
        events,
        ..AppendBatch::new(id.clone(), Durability::Batched)
    }
}

fn delta(seq: u64) -> Recorded {
    Recorded {
        seq,
        at: 1_700_000_000_000 + seq,
        event: Event::ItemDelta {
            id: ItemId::from("e1/0"),
            text: "some words of text".to_owned(),
        },
    }
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}
