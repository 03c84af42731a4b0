//! What a user can rely on, with a real file each. Names begin with the row of
//! cases.md or faults.md they show.
// Tests are to be killed, or run with other rights, as processes of their own.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

mod damage;
mod failing;
mod keeping;
mod kill;
mod ledgers;
mod mending;
mod rates;
mod rewriting;
mod round_trip;
mod searching;

use crate::{AppendBatch, Archive, Durability, PlacedItem};
use model::{
    ConversationId, ConversationMeta, Event, Item, ItemBody, ItemId, ProfileId, ProtocolId,
    Recorded, Seq,
};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// For waits on a loaded machine.
const DEADLINE: Duration = Duration::from_secs(60);

fn id(name: &str) -> ConversationId {
    ConversationId::from(name)
}

fn meta(name: &str) -> ConversationMeta {
    ConversationMeta {
        id: id(name),
        title: format!("Title of {name}"),
        titled_by_user: true,
        profile: ProfileId::from("guide"),
        profile_name: "Guide".to_owned(),
        protocol: ProtocolId("aionrs".to_owned()),
        workspace: "/home/ana/code/atlas".to_owned(),
        created_at: 1_700_000_000_000,
        updated_at: 1_700_000_001_000,
        session_id: Some("session-7".to_owned()),
        epoch: 3,
        draft: "half a sent…".to_owned(),
        pinned: false,
        archived: true,
        seen_seq: 41,
        preview: "Done: 3 files".to_owned(),
        marks: model::Marks {
            news_seq: 40,
            failed: true,
            ..model::Marks::default()
        },
    }
}

/// An archive that knows the conversation `c`.
fn open(dir: &Path) -> Archive {
    let archive = Archive::open(dir).unwrap();
    archive.put_conversation(meta("c")).wait().unwrap();
    archive
}

fn event(seq: Seq, event: Event) -> Recorded {
    Recorded {
        seq,
        at: 1_700_000_000_000 + seq,
        event,
    }
}

fn delta(seq: Seq, item: &str, text: &str) -> Recorded {
    event(
        seq,
        Event::ItemDelta {
            id: ItemId::from(item),
            text: text.to_owned(),
        },
    )
}

fn text_item(name: &str, text: &str) -> Item {
    Item {
        id: ItemId::from(name),
        turn: None,
        started_at: 0,
        completed_at: None,
        body: ItemBody::Text {
            text: text.to_owned(),
        },
    }
}

/// A complete text item at a place.
fn said(place: u32, text: &str) -> PlacedItem {
    let mut item = text_item(&format!("e1/{place}"), text);
    item.completed_at = Some(1);
    PlacedItem {
        place,
        first_seq: Seq::from(place) + 1,
        item,
        complete: true,
    }
}

fn batch(events: Vec<Recorded>, durability: Durability) -> AppendBatch {
    AppendBatch {
        events,
        ..AppendBatch::new(id("c"), durability)
    }
}

fn items(items: Vec<PlacedItem>) -> AppendBatch {
    AppendBatch {
        items,
        ..AppendBatch::new(id("c"), Durability::Batched)
    }
}

/// Waits until `done`, looking every few milliseconds.
fn until(what: &str, mut done: impl FnMut() -> bool) {
    let deadline = Instant::now() + DEADLINE;
    while !done() {
        assert!(Instant::now() < deadline, "not in time: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Runs one test of this binary in a process of its own, with a folder to work
/// in: what must be killed, or run with other rights, is not this process.
fn child(test: &str, dir: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", test, "--nocapture"])
        .env(CHILD, dir)
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    command
}

/// The folder this process is to work in, where it is such a child.
fn child_dir() -> Option<PathBuf> {
    std::env::var_os(CHILD).map(PathBuf::from)
}

const CHILD: &str = "PARLEY_ARCHIVE_TEST_DIR";
