//! What is kept how long, by the user's choice.

use super::*;
use crate::Retention;
use model::{Direction, Epoch, TrafficLine};

pub(super) fn line(at: u64, size: usize) -> TrafficLine {
    TrafficLine {
        at,
        epoch: Epoch(1),
        direction: Direction::FromAgent,
        bytes: vec![b'x'; size],
    }
}

fn add(archive: &Archive, lines: Vec<TrafficLine>) {
    let traffic = AppendBatch {
        traffic: lines,
        ..AppendBatch::new(id("c"), Durability::Batched)
    };
    archive.append(traffic).wait().unwrap();
}

fn now() -> u64 {
    let since = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap();
    u64::try_from(since.as_millis()).unwrap()
}

#[test]
fn lines_older_than_the_chosen_days_go_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    let day = 86_400_000;
    let said = batch(vec![event(1, Event::Alive)], Durability::Now);
    archive.append(said).wait().unwrap();
    let old: Vec<_> = (0..1200).map(|n| line(now() - 9 * day + n, 10)).collect();
    add(&archive, old);
    add(&archive, vec![line(now() - 2 * day, 10), line(now(), 10)]);
    let keep = Retention {
        traffic_days: Some(7),
        ..Retention::default()
    };
    archive.set_retention(keep).wait().unwrap();
    until("the old lines are gone", || {
        archive.traffic(&id("c"), None, 5000).unwrap().len() == 2
    });
    assert_eq!(
        archive.events_from(&id("c"), 0, 9).unwrap(),
        [event(1, Event::Alive)]
    );
    assert_eq!(archive.conversations().unwrap(), [meta("c")]);
}

#[test]
fn a_smaller_limit_takes_the_oldest_lines() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    add(&archive, (0..2000).map(|n| line(n, 5000)).collect());
    assert_eq!(archive.traffic(&id("c"), None, 5000).unwrap().len(), 2000);
    let keep = Retention {
        traffic_bytes: 1 << 20,
        ..Retention::default()
    };
    archive.set_retention(keep).wait().unwrap();
    until("the rest fits", || {
        let rows = archive.traffic(&id("c"), None, 5000).unwrap();
        rows.len() * 5048 <= 1 << 20
    });
    let rows = archive.traffic(&id("c"), None, 5000).unwrap();
    // The youngest are there, without a gap.
    let first = rows[0].line.at;
    assert!(rows.iter().map(|row| row.line.at).eq(first..2000));
    assert!(rows.len() > 150, "{} lines left", rows.len());
}

#[test]
fn nothing_goes_by_itself() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    add(&archive, vec![line(1, 10)]);
    archive.set_retention(Retention::default()).wait().unwrap();
    // Two rounds of upkeep have run once a second choice was carried out.
    let keep = Retention {
        traffic_bytes: 30 << 20,
        ..Retention::default()
    };
    archive.set_retention(keep).wait().unwrap();
    archive.flush().wait().unwrap();
    assert_eq!(archive.traffic(&id("c"), None, 9).unwrap().len(), 1);
}

#[test]
fn f122_traffic_does_not_grow_beyond_what_the_user_keeps() {
    const MIB: u64 = 1 << 20;
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    archive.put_conversation(meta("d")).wait().unwrap();
    let keep = Retention {
        traffic_bytes: 4 * MIB,
        traffic_total: Some(6 * MIB),
        ..Retention::default()
    };
    archive.set_retention(keep).wait().unwrap();
    let kept = |conversation: &str| -> u64 {
        let rows = archive.traffic(&id(conversation), None, 5000).unwrap();
        rows.iter().map(|row| row.line.bytes.len() as u64).sum()
    };
    // A flood: one conversation never keeps more than its share, at any moment.
    for at in 0..48 {
        add(
            &archive,
            (0..16).map(|n| line(at * 16 + n, 64 * 1024)).collect(),
        );
        assert!(kept("c") <= 4 * MIB, "{} bytes at {at}", kept("c"));
    }
    let newest = archive.traffic(&id("c"), None, 5000).unwrap();
    assert_eq!(newest.last().unwrap().line.at, 48 * 16 - 1);
    // A second one: together they are within the whole, and the older lines go.
    let second = AppendBatch {
        traffic: (0..48).map(|n| line(1000 + n, 64 * 1024)).collect(),
        ..AppendBatch::new(id("d"), Durability::Batched)
    };
    archive.append(second).wait().unwrap();
    archive.set_retention(keep).wait().unwrap();
    until("both fit", || kept("c") + kept("d") <= 6 * MIB);
    assert_eq!(kept("d"), 3 * MIB);
    assert!(kept("c") > 2 * MIB, "{} bytes left", kept("c"));
    let rows = archive.traffic(&id("c"), None, 5000).unwrap();
    assert_eq!(rows.last().unwrap().line.at, 48 * 16 - 1);
    // The file uses the room again: it is no longer than a flood of a tenth.
    archive.close();
    let size = std::fs::metadata(dir.path().join("archive.db"))
        .unwrap()
        .len();
    assert!(size < 16 * MIB, "the file has {size} bytes");
}
