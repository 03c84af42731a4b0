//! `bench-fill DATA_DIR WORKSPACE COUNT`: an archive with so many conversations of
//! 100,000 messages (“Long 1” …) and of 1,000 (“Short 1” …, and “Warm”), for the
//! figure of opening them.
#![allow(clippy::unwrap_used, missing_docs)]

use archive::{AppendBatch, Archive, Durability, PlacedItem};
use model::{
    ConversationId, ConversationMeta, Event, Item, ItemBody, ItemId, Marks, ProfileId, ProtocolId,
    Recorded,
};
use std::path::PathBuf;

const ANSWER: &str = "The key holds the build id, so **every deploy starts cold**.\n\n- hash the tile's own inputs\n- keep the revision out of it\n\n```rust\nlet key = Key::from(hash.finish());\n```\n";

fn main() {
    let mut words = std::env::args().skip(1);
    let dir = PathBuf::from(words.next().unwrap());
    let workspace = words.next().unwrap();
    let archive = Archive::open(&dir).unwrap();
    let count: u32 = words.next().unwrap().parse().unwrap();
    let mut wanted = vec![("Warm".to_owned(), 1_000)];
    for n in 1..=count {
        wanted.push((format!("Short {n}"), 1_000));
        wanted.push((format!("Long {n}"), 100_000));
    }
    for (title, messages) in wanted {
        let id = ConversationId(title.to_lowercase().replace(' ', "-"));
        archive.put_conversation(meta(&id, &title, &workspace));
        for first in (0..messages).step_by(500) {
            let mut batch = AppendBatch::new(id.clone(), Durability::Batched);
            for place in first..first + 500 {
                message(&mut batch, place);
            }
            archive.append(batch).wait().unwrap();
        }
    }
    archive.flush().wait().unwrap();
    archive.close();
}

fn message(batch: &mut AppendBatch, place: u32) {
    let seq = u64::from(place) * 2 + 1;
    let at = 1_700_000_000_000 + seq;
    let id = ItemId(format!("e1/{place}"));
    let item = Item {
        id: id.clone(),
        turn: None,
        started_at: at,
        completed_at: Some(at + 1),
        body: ItemBody::Text {
            text: format!("{ANSWER}\nThis is message {place}."),
        },
    };
    for (seq, event) in [
        (seq, Event::ItemStarted { item: item.clone() }),
        (seq + 1, Event::ItemCompleted { id }),
    ] {
        batch.events.push(Recorded { seq, at, event });
    }
    batch.items.push(PlacedItem {
        place,
        first_seq: seq,
        item,
        complete: true,
    });
}

fn meta(id: &ConversationId, title: &str, workspace: &str) -> ConversationMeta {
    ConversationMeta {
        id: id.clone(),
        title: title.to_owned(),
        titled_by_user: true,
        profile: ProfileId::from("guide"),
        profile_name: "Guide".to_owned(),
        protocol: ProtocolId("aionrs".to_owned()),
        workspace: workspace.to_owned(),
        created_at: 1_700_000_000_000,
        updated_at: 1_700_000_000_000,
        session_id: None,
        epoch: 1,
        draft: String::new(),
        pinned: false,
        archived: false,
        seen_seq: u64::MAX >> 12,
        preview: title.to_owned(),
        marks: Marks::default(),
    }
}
