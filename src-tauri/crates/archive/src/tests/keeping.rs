//! What is kept how long, by the user's choice.

use super::*;
use crate::Retention;
use model::{Direction, Epoch, TrafficLine};

fn line(at: u64, size: usize) -> TrafficLine {
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
        traffic_days: None,
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
        traffic_days: None,
    };
    archive.set_retention(keep).wait().unwrap();
    archive.flush().wait().unwrap();
    assert_eq!(archive.traffic(&id("c"), None, 9).unwrap().len(), 1);
}
