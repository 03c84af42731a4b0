//! What comes out of an export goes in again, and nothing else does.

use crate::exports::{exported, request};
use crate::sample::{ID, fill, id};
use archive::Archive;
use host::export::{ImportError, import};
use model::view::ExportFormat;
use model::{ApprovalState, ExpiryReason, ItemBody};
use std::io::{BufReader, Read};

const NOW: u64 = 1_800_000_000_000;

fn lines(archive: &Archive) -> String {
    exported(archive, &request(ExportFormat::Jsonl))
}

#[test]
fn a_conversation_comes_in_as_it_went_out() {
    let from = tempfile::tempdir().unwrap();
    let archive = fill(from.path());
    let text = lines(&archive);
    let to = tempfile::tempdir().unwrap();
    let other = Archive::open(to.path()).unwrap();
    let imported = import(&other, text.as_bytes(), "backup.jsonl", NOW).unwrap();
    assert_eq!(imported.bad, []);
    assert_eq!(imported.conversations.len(), 1);
    let one = &imported.conversations[0];
    assert_eq!(
        (&one.id, one.events, one.renamed, one.incomplete),
        (&id(ID), 20, false, false)
    );

    let (before, after) = (archive.conversation(&id(ID)), other.conversation(&id(ID)));
    let (mut before, after) = (before.unwrap().unwrap(), after.unwrap().unwrap());
    // Read, as far as its reader is concerned.
    before.seen_seq = 21;
    assert_eq!(before, after);
    let events = |archive: &Archive| archive.events_from(&id(ID), 0, 99).unwrap();
    assert_eq!(events(&archive), events(&other)[..20]);
    let items = |archive: &Archive| archive.items_from(&id(ID), 0, 99).unwrap();
    assert_eq!(items(&archive), items(&other)[..10]);
    let traffic = |archive: &Archive| -> Vec<_> {
        let rows = archive.traffic(&id(ID), None, 99).unwrap();
        rows.into_iter().map(|row| row.line).collect()
    };
    assert_eq!(traffic(&archive), traffic(&other));
    assert_eq!(
        archive.queue(&id(ID)).unwrap(),
        other.queue(&id(ID)).unwrap()
    );

    // The mark that it came in.
    let marks = items(&other);
    let ItemBody::Notice { text: note, .. } = &marks[10].item.body else {
        panic!("{:?}", marks[10]);
    };
    assert_eq!(note, "Imported from backup.jsonl.");
    // Nobody can answer the request of another Parley.
    let approvals = other.approvals(&id(ID)).unwrap();
    assert_eq!(
        approvals[0].state,
        ApprovalState::Expired {
            reason: ExpiryReason::HostEnded
        }
    );
    assert_eq!(other.search("findings", 9).unwrap().len(), 1);
    let kinds: Vec<&str> = text
        .lines()
        .skip(1)
        .filter_map(|line| line.strip_prefix("{\"type\":\"")?.split('"').next())
        .collect();
    let of = |kind: &str| kinds.iter().filter(|one| **one == kind).count();
    assert_eq!(
        [
            "conversation",
            "event",
            "item",
            "approval",
            "queued",
            "traffic",
            "end"
        ]
        .map(of),
        [1, 20, 10, 1, 1, 2, 1]
    );
}

#[test]
fn a_taken_id_is_replaced_and_nothing_is_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let archive = fill(dir.path());
    let text = lines(&archive);
    let imported = import(&archive, text.as_bytes(), "again.jsonl", NOW).unwrap();
    let one = &imported.conversations[0];
    assert!(one.renamed);
    assert_ne!(one.id, id(ID));
    assert_eq!(archive.conversations().unwrap().len(), 2);
    assert_eq!(archive.items_tail(&id(ID), 1).unwrap().total, 10);
    assert_eq!(archive.items_tail(&one.id, 1).unwrap().total, 11);
}

#[test]
fn a_selection_comes_in_as_a_conversation_of_its_own() {
    let dir = tempfile::tempdir().unwrap();
    let archive = fill(dir.path());
    let mut part = request(ExportFormat::Jsonl);
    part.ranges = vec![model::view::ExportRange { from: 8, to: 10 }];
    let text = exported(&archive, &part);
    let imported = import(&archive, text.as_bytes(), "part.jsonl", NOW).unwrap();
    let one = &imported.conversations[0];
    assert!(one.renamed && !one.incomplete);
    let items = archive.items_from(&one.id, 0, 9).unwrap();
    let texts: Vec<_> = items
        .into_iter()
        .map(|placed| match placed.item.body {
            ItemBody::User { text, .. } | ItemBody::Text { text } => text,
            ItemBody::Notice { text, .. } => text,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        texts,
        [
            "And now the rest",
            "The rest is done.",
            "Imported from part.jsonl."
        ]
    );
}

#[test]
fn bad_lines_are_reported_and_cost_nothing_else() {
    let from = tempfile::tempdir().unwrap();
    let text = lines(&fill(from.path()));
    let mut all: Vec<String> = text.lines().map(str::to_owned).collect();
    all[3] = "{ this is no JSON".to_owned();
    all.insert(4, r#"{"type":"hologram"}"#.to_owned());
    all.insert(5, String::new());
    // The second event again: out of order.
    let repeated = all[2].clone();
    all.insert(8, repeated);
    let to = tempfile::tempdir().unwrap();
    let other = Archive::open(to.path()).unwrap();
    let imported = import(&other, all.join("\n").as_bytes(), "x", NOW).unwrap();
    let lines: Vec<u64> = imported.bad.iter().map(|bad| bad.line).collect();
    assert_eq!((lines, imported.bad_count), (vec![4, 5, 9], 3));
    assert!(imported.bad[1].reason.contains("hologram"));
    let one = &imported.conversations[0];
    assert_eq!((one.events, one.incomplete), (19, true));
    // Numbers have no gap, and every item is there; the first was never completed.
    let events = other.events_from(&id(ID), 0, 99).unwrap();
    assert!(events.iter().map(|event| event.seq).eq(1..=20));
    assert_eq!(other.items_tail(&id(ID), 1).unwrap().total, 11);
}

#[test]
fn a_file_that_was_cut_short_says_so() {
    let from = tempfile::tempdir().unwrap();
    let text = lines(&fill(from.path()));
    let to = tempfile::tempdir().unwrap();
    let other = Archive::open(to.path()).unwrap();
    let imported = import(&other, &text.as_bytes()[..text.len() / 2], "x", NOW).unwrap();
    assert!(imported.conversations[0].incomplete);
    assert_eq!(imported.bad_count, 1);
}

/// A disk that can't be read any further.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::Error::other("the stick was pulled out"))
    }
}

#[test]
fn what_was_read_before_it_broke_off_is_told_and_whole() {
    let from = tempfile::tempdir().unwrap();
    let text = lines(&fill(from.path()));
    let (_, again) = text.split_once('\n').unwrap();
    let until = again.len() / 2;
    for (file, read) in [
        (format!("{text}{}", &again[..until]), 2),
        (text[..text.len() / 2].to_owned(), 1),
    ] {
        let to = tempfile::tempdir().unwrap();
        let other = Archive::open(to.path()).unwrap();
        let file = BufReader::new(file.as_bytes().chain(Broken));
        let imported = import(&other, file, "x", NOW).unwrap();
        let reason = imported.broken_off.unwrap();
        assert!(matches!(reason, ImportError::Read(_)), "{reason}");
        assert!(reason.to_string().contains("pulled out"));
        let told = &imported.conversations;
        assert_eq!(told.len(), read);
        assert!(told[read - 1].incomplete);
        // None is there that was not told, and each can be looked at.
        let there = other.conversations().unwrap();
        assert_eq!(there.len(), read);
        for one in told {
            assert!(other.items_tail(&one.id, 1).unwrap().total > 1);
        }
    }

    // Nothing is told of what had nothing in it yet.
    let to = tempfile::tempdir().unwrap();
    let other = Archive::open(to.path()).unwrap();
    let (header, _) = text.split_once('\n').unwrap();
    let header = format!("{header}\n");
    let file = BufReader::new(header.as_bytes().chain(Broken));
    let outcome = import(&other, file, "x", NOW);
    assert!(matches!(outcome, Err(ImportError::Read(_))));
}

#[test]
fn other_files_are_refused_and_change_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let archive = fill(dir.path());
    for text in [
        "",
        "\n\n",
        "# A Markdown file\n",
        "{\"type\":\"event\"}\n",
        "\u{0}\u{1}\u{2}",
        "{\"parley\":\"settings\",\"version\":1}\n",
    ] {
        let outcome = import(&archive, text.as_bytes(), "x", NOW);
        assert!(matches!(outcome, Err(ImportError::Foreign)), "{text:?}");
    }
    let newer = "{\"parley\":\"export\",\"version\":2}\n";
    let outcome = import(&archive, newer.as_bytes(), "x", NOW);
    assert!(matches!(
        outcome,
        Err(ImportError::Newer { found: 2, known: 1 })
    ));
    assert_eq!(archive.conversations().unwrap().len(), 1);
}
