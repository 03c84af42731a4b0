//! `parley repair`: what can be read is saved, what was there stays beside it,
//! and an index that was lost is made again.

use super::*;
use crate::{OpenError, Repaired, repair};
use std::fs;

const ITEMS: u32 = 300;

fn db(dir: &Path) -> PathBuf {
    dir.join("archive.db")
}

/// Begins and completes an item of text.
fn spoken(seq: Seq, name: &str, text: &str) -> [Recorded; 3] {
    let item = text_item(name, "");
    [
        event(seq, Event::ItemStarted { item }),
        delta(seq + 1, name, text),
        event(
            seq + 2,
            Event::ItemCompleted {
                id: ItemId::from(name),
            },
        ),
    ]
}

fn words(place: u32) -> String {
    format!("answer number {place} about lanterns and harbours")
}

/// A closed archive of two conversations, every item made of events.
fn filled() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    archive.put_conversation(meta("d")).wait().unwrap();
    for name in ["c", "d"] {
        let mut add = AppendBatch::new(id(name), Durability::Now);
        for place in 0..ITEMS {
            let seq = Seq::from(place) * 3 + 1;
            let item = format!("e1/{place}");
            add.events.extend(spoken(seq, &item, &words(place)));
        }
        add.items = crate::fold(&add.events);
        archive.append(add).wait().unwrap();
    }
    archive.close();
    dir
}

fn texts(archive: &Archive, name: &str) -> Vec<String> {
    let items = archive.items_from(&id(name), 0, 10_000).unwrap();
    items
        .into_iter()
        .filter_map(|placed| match placed.item.body {
            ItemBody::Text { text } => Some(text),
            // An event whose own text is broken is shown as what is left of it.
            ItemBody::Raw { malformed, .. } if malformed => None,
            other => panic!("{other:?}"),
        })
        .collect()
}

fn all() -> Vec<String> {
    (0..ITEMS).map(words).collect()
}

/// What every damage must end in: a repair that keeps the old bytes, an archive
/// that opens and is whole, and no text that was never written.
fn mends(dir: &Path, what: &str) -> (Repaired, Archive) {
    let before = fs::read(db(dir)).unwrap_or_default();
    let repaired = repair(dir).unwrap_or_else(|error| panic!("{what}: {error}"));
    if let Repaired::Mended { kept, found, .. } = &repaired {
        assert!(
            fs::read(kept.join("archive.db")).unwrap_or_default() == before,
            "{what}: the old file was changed"
        );
        assert!(!found.is_empty(), "{what}");
    }
    let archive = Archive::open(dir).unwrap_or_else(|error| panic!("{what}: {error}"));
    // A broken text of an event stays what it is.
    let rest = archive.check().unwrap();
    assert!(
        rest.iter().all(|one| one.contains("rows of events")),
        "{what}: {rest:?}"
    );
    for meta in archive.conversations().unwrap() {
        for text in texts(&archive, &meta.id.0) {
            assert!(
                // A flipped bit inside a text is a text with a flipped bit.
                text.is_empty() || text.contains("answer") || text.contains("lanterns"),
                "{what}: {text:?}"
            );
        }
    }
    (repaired, archive)
}

/// Pseudo-random numbers below a limit, the same in every run.
fn dice(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap()
    }
}

#[test]
fn f115_a_sound_archive_is_left_alone() {
    let dir = filled();
    let before = fs::read(db(dir.path())).unwrap();
    assert_eq!(repair(dir.path()).unwrap(), Repaired::Sound);
    let archive = Archive::open(dir.path()).unwrap();
    assert!(texts(&archive, "c") == all());
    archive.close();
    assert!(before == fs::read(db(dir.path())).unwrap());
    // One archive, its lock, and nothing else.
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
}

#[test]
fn f115_flipped_bytes_twenty_times() {
    let dir = filled();
    let whole = fs::read(db(dir.path())).unwrap();
    let mut saved = 0;
    for round in 0..20 {
        let mut random = dice(round + 1);
        let mut bytes = whole.clone();
        // Half of them hit the header or the table of tables.
        let area = if round % 2 == 0 { 4096 } else { bytes.len() };
        for _ in 0..4 {
            bytes[random(area)] ^= 1 << random(8);
        }
        let folder = tempfile::tempdir().unwrap();
        fs::write(db(folder.path()), &bytes).unwrap();
        let what = format!("round {round}");
        if let Err(OpenError::NewerSchema { .. }) = Archive::open(folder.path()) {
            continue;
        }
        let (_, archive) = mends(folder.path(), &what);
        saved += archive
            .conversations()
            .unwrap()
            .iter()
            .map(|meta| texts(&archive, &meta.id.0).len())
            .sum::<usize>();
    }
    // Four bits cost little.
    assert!(saved > 20 * 500, "{saved} of {}", 20 * 600);
}

#[test]
fn f115_truncated_twenty_times() {
    let dir = filled();
    let whole = fs::read(db(dir.path())).unwrap();
    for round in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        let length = whole.len() * (19 - round) / 20 + 7 * round;
        fs::write(db(folder.path()), &whole[..length]).unwrap();
        let (repaired, archive) = mends(folder.path(), &format!("{length} bytes"));
        assert!(matches!(repaired, Repaired::Mended { .. }), "{length}");
        // The first pages hold the tables and the first conversation.
        if round == 1 {
            assert!(texts(&archive, "c").len() > 200);
        }
    }
}

#[test]
fn f115_zero_length_pictures_and_folders_twenty_times_each() {
    for round in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        fs::write(db(folder.path()), b"").unwrap();
        let (repaired, archive) = mends(folder.path(), "zero length");
        assert!(matches!(repaired, Repaired::Mended { .. }));
        assert_eq!(archive.conversations().unwrap(), []);

        let folder = tempfile::tempdir().unwrap();
        let mut random = dice(round + 99);
        let mut picture = b"\x89PNG\r\n\x1a\n".to_vec();
        picture.extend((0..random(60_000)).map(|_| u8::try_from(random(256)).unwrap()));
        fs::write(db(folder.path()), &picture).unwrap();
        let (repaired, archive) = mends(folder.path(), "a picture");
        assert!(matches!(repaired, Repaired::Mended { .. }));
        assert_eq!(archive.conversations().unwrap(), []);
    }
}

#[test]
fn f115_a_missing_log_costs_what_was_in_it_twenty_times() {
    for round in 1..=20_u32 {
        let dir = tempfile::tempdir().unwrap();
        let archive = open(dir.path());
        let mut add = batch(Vec::new(), Durability::Now);
        for place in 0..round {
            let name = format!("e1/{place}");
            let seq = Seq::from(place) * 3 + 1;
            add.events.extend(spoken(seq, &name, &words(place)));
        }
        add.items = crate::fold(&add.events);
        archive.append(add).wait().unwrap();
        archive.flush().wait().unwrap();
        let late = batch(
            spoken(u64::from(round) * 3 + 1, "e1/late", "answer number 9").to_vec(),
            Durability::Now,
        );
        archive.append(late).wait().unwrap();
        let copy = tempfile::tempdir().unwrap();
        fs::copy(db(dir.path()), db(copy.path())).unwrap();
        let (repaired, restored) = mends(copy.path(), "no log");
        assert_eq!(repaired, Repaired::Sound);
        assert_eq!(texts(&restored, "c").len(), round as usize);
    }
}

#[test]
fn f115_a_newer_format_and_a_locked_archive_are_not_repaired() {
    let dir = filled();
    let conn = rusqlite::Connection::open(db(dir.path())).unwrap();
    conn.pragma_update(None, "user_version", 99).unwrap();
    drop(conn);
    let before = fs::read(db(dir.path())).unwrap();
    for _ in 0..20 {
        assert!(matches!(
            repair(dir.path()),
            Err(OpenError::NewerSchema { found: 99, .. })
        ));
    }
    assert!(before == fs::read(db(dir.path())).unwrap());

    let dir = filled();
    let open = Archive::open(dir.path()).unwrap();
    assert!(matches!(repair(dir.path()), Err(OpenError::Locked { .. })));
    assert!(texts(&open, "c") == all());
}

#[test]
fn f115_a_kill_between_the_repair_and_its_last_step_is_made_good() {
    let dir = filled();
    let fresh = filled();
    // As a kill leaves it: the new file is ready, the old one has its log still.
    fs::write(db(dir.path()), b"broken").unwrap();
    fs::write(dir.path().join("archive.db-wal"), b"an old log").unwrap();
    fs::rename(db(fresh.path()), dir.path().join("archive.db.repaired")).unwrap();
    let archive = Archive::open(dir.path()).unwrap();
    assert!(texts(&archive, "d") == all());
    assert!(!dir.path().join("archive.db.repaired").exists());
}

#[test]
fn f115_broken_pages_cost_their_own_rows() {
    let dir = filled();
    let whole = fs::read(db(dir.path())).unwrap();
    let mut bytes = whole.clone();
    let page = 4096;
    // Every ninth page from the tenth on is overwritten.
    for number in (10..bytes.len() / page).step_by(9) {
        bytes[number * page..(number + 1) * page].fill(0x5a);
    }
    fs::write(db(dir.path()), &bytes).unwrap();
    let (repaired, archive) = mends(dir.path(), "broken pages");
    let Repaired::Mended { salvaged, .. } = repaired else {
        panic!("nothing was repaired");
    };
    assert!(salvaged.broken > 0);
    let kept = texts(&archive, "c").len() + texts(&archive, "d").len();
    assert!(kept > 450, "{kept} of 600 items, {salvaged:?}");
}

#[test]
fn c060_a_lost_index_is_made_again_from_the_events() {
    for lost in [
        "DROP TABLE search",
        "DROP TABLE items",
        "DROP TABLE search; DROP TABLE items",
    ] {
        let dir = filled();
        let conn = rusqlite::Connection::open(db(dir.path())).unwrap();
        conn.execute_batch(lost).unwrap();
        drop(conn);
        let archive = Archive::open(dir.path()).unwrap();
        // What is shown is there at once; what is found follows.
        assert!(texts(&archive, "c") == all(), "{lost}");
        assert!(texts(&archive, "d") == all(), "{lost}");
        until("both conversations are found again", || {
            archive.search("number 299", 10).unwrap().len() == 2
                && archive.search("lanterns", 500).unwrap().len() == 500
        });
        assert_eq!(archive.check().unwrap(), Vec::<String>::new());
    }
}

#[test]
fn c060_a_broken_index_is_repaired_from_the_events() {
    let dir = filled();
    let conn = rusqlite::Connection::open(db(dir.path())).unwrap();
    conn.execute_batch("DROP TABLE search_data").unwrap();
    drop(conn);
    let (_, archive) = mends(dir.path(), "no search_data");
    assert!(texts(&archive, "c") == all());
    until("all is found again", || {
        archive.search("lanterns", 500).unwrap().len() == 500
    });
}
