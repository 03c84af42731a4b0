//! SIGKILL at any moment: what was acknowledged is there, and the file is whole.

use super::*;
use crate::schema::{self, STEPS, Step};
use std::io::Write;

const KILLS: u64 = 30;

/// Appends for ever: batched deltas, and every fifth batch a message to be
/// forced to the disk. Notes the last acknowledged number of each in a file.
#[test]
fn child_writes_until_killed() {
    let Some(dir) = child_dir() else { return };
    let archive = open(&dir);
    let mut acked = std::fs::File::options()
        .append(true)
        .create(true)
        .open(dir.join("acked"))
        .unwrap();
    let mut seq = archive.items_tail(&id("c"), 1).unwrap().last_seq;
    loop {
        let mut receipts = Vec::new();
        for _ in 0..5 {
            let events = (1..=20)
                .map(|step| delta(seq + step, "e1/a", "some words "))
                .collect();
            seq += 20;
            receipts.push((seq, archive.append(batch(events, Durability::Batched))));
        }
        seq += 1;
        let place = u32::try_from(seq).unwrap();
        let message = AppendBatch {
            items: vec![said(place, "message")],
            ..batch(vec![event(seq, Event::Alive)], Durability::Now)
        };
        receipts.push((seq, archive.append(message)));
        for (seq, receipt) in receipts {
            receipt.wait().unwrap();
            acked.write_all(&seq.to_le_bytes()).unwrap();
        }
    }
}

fn last_acked(dir: &Path) -> Seq {
    let bytes = std::fs::read(dir.join("acked")).unwrap_or_default();
    bytes
        .as_chunks::<8>()
        .0
        .last()
        .map_or(0, |last| Seq::from_le_bytes(*last))
}

#[test]
fn f113_no_kill_loses_an_acknowledged_row_or_harms_the_file() {
    let dir = tempfile::tempdir().unwrap();
    let (mut before, mut whole) = (0, 0);
    for kill in 0..KILLS {
        let mut child = child("tests::kill::child_writes_until_killed", dir.path())
            .spawn()
            .unwrap();
        // Some are killed while they open, most while they write.
        if kill % 5 != 0 {
            until("something is written", || last_acked(dir.path()) > before);
        }
        std::thread::sleep(Duration::from_millis(kill * 37 % 113));
        child.kill().unwrap();
        child.wait().unwrap();

        let acked = last_acked(dir.path());
        let archive = open(dir.path());
        let page = archive.items_tail(&id("c"), 1).unwrap();
        assert!(
            page.last_seq >= acked,
            "{acked} acknowledged, {} there",
            page.last_seq
        );
        // What this kill may have harmed; at the last, all that any may have.
        let from = if kill + 1 == KILLS { 1 } else { whole + 1 };
        let events = archive.events_from(&id("c"), from, u32::MAX).unwrap();
        assert!(
            events
                .iter()
                .map(|event| event.seq)
                .eq(from..=page.last_seq),
            "a gap"
        );
        assert_eq!(archive.check().unwrap(), Vec::<String>::new());
        archive.close();
        (before, whole) = (acked, page.last_seq);
    }
    assert!(before > 0);
}

/// A step that takes a while: it rewrites every event.
const NEXT: Step = Step {
    to: NOW + 1,
    run: |conn| {
        conn.execute_batch(
            "CREATE TABLE second (x INTEGER) STRICT;
             UPDATE events SET kind = upper(kind);
             INSERT INTO second SELECT seq FROM events;",
        )
    },
};
/// Events that the step rewrites: long enough for a kill to fall into it.
const ROWS: Seq = 10_000;
/// The format of this build.
const NOW: u32 = STEPS[STEPS.len() - 1].to;

fn newer() -> Vec<Step> {
    [STEPS, &[NEXT]].concat()
}

#[test]
fn child_migrates() {
    let Some(dir) = child_dir() else { return };
    Archive::open_with(&dir, &newer(), crate::Retention::default())
        .unwrap()
        .close();
}

#[test]
fn f118_a_migration_killed_halfway_leaves_the_old_or_the_new() {
    let old = tempfile::tempdir().unwrap();
    let archive = open(old.path());
    let events = (1..=ROWS)
        .map(|seq| delta(seq, "e1/a", "some words of an answer "))
        .collect();
    archive
        .append(batch(events, Durability::Now))
        .wait()
        .unwrap();
    archive.close();
    let rows = i64::try_from(ROWS).unwrap();
    let (mut olds, mut news) = (0, 0);
    for kill in 0..50_u64 {
        let dir = tempfile::tempdir().unwrap();
        std::fs::copy(old.path().join("archive.db"), dir.path().join("archive.db")).unwrap();
        let mut child = child("tests::kill::child_migrates", dir.path())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(kill * 4));
        child.kill().unwrap();
        child.wait().unwrap();

        let conn = rusqlite::Connection::open(dir.path().join("archive.db")).unwrap();
        let count = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
        let upper = count("SELECT count(*) FROM events WHERE kind = 'ITEMDELTA'");
        let lower = count("SELECT count(*) FROM events WHERE kind = 'itemDelta'");
        let second = count("SELECT count(*) FROM sqlite_schema WHERE name = 'second'");
        match schema::version(&conn).unwrap() {
            NOW => {
                assert_eq!((upper, lower, second), (0, rows, 0));
                olds += 1;
            }
            version if version == NOW + 1 => {
                assert_eq!((upper, lower, second), (rows, 0, 1));
                assert_eq!(count("SELECT count(*) FROM second"), rows);
                news += 1;
            }
            other => panic!("version {other}"),
        }
        drop(conn);
        // Either way the newer build opens it.
        Archive::open_with(dir.path(), &newer(), crate::Retention::default())
            .unwrap()
            .close();
    }
    assert_eq!(olds + news, 50);
}
