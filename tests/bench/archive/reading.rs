//! Row 18 and F119: opening, paging and searching a large archive.

use crate::corpus::Corpus;
use crate::figures::{Goal, Times, print};
use archive::{AppendBatch, Archive, Durability, PlacedItem};
use model::{
    ConversationId, ConversationMeta, Event, Item, ItemBody, ItemId, Marks, ProfileId, ProtocolId,
    Recorded,
};
use std::path::Path;
use std::time::Instant;

/// Events of the one long conversation.
const LONG: u32 = 100_000;
/// Events of an answer: its start, its text in pieces, its end.
const ANSWER: u32 = 8;

pub(crate) fn run(dir: &Path, events: u32, conversations: u32) {
    let mut corpus = Corpus::new();
    let start = Instant::now();
    let made = fill(dir, &mut corpus, events, conversations);
    let took = start.elapsed().as_secs_f64();
    print("archive.made.events", f64::from(made), "events", Goal::None);
    print("archive.made.time", took, "s", Goal::None);
    let size = std::fs::metadata(dir.join("archive.db")).unwrap().len();
    print("archive.made.size", (size >> 20) as f64, "MiB", Goal::None);

    let open = Times::of(40, |_| Archive::open(dir).unwrap().close());
    print(
        "archive.open.p95",
        open.percentile(95),
        "ms",
        Goal::AtMost(50.0),
    );
    let archive = Archive::open(dir).unwrap();
    let list = Times::of(20, |_| archive.conversations().unwrap());
    print("archive.list.p95", list.percentile(95), "ms", Goal::None);
    pages(&archive, conversations);
    searches(&archive, &mut corpus);
    archive.close();
}

fn pages(archive: &Archive, conversations: u32) {
    let long = archive.items_tail(&name(0), 1).unwrap().total;
    let mut all = Times::none();
    let tail = Times::of(100, |_| archive.items_tail(&name(0), 200).unwrap());
    print(
        "archive.tail_of_long.p95",
        tail.percentile(95),
        "ms",
        Goal::AtMost(5.0),
    );
    all.join(&tail);
    let older = Times::of(200, |run| {
        let before = long.saturating_sub(run * 50 % long.max(1)).max(1);
        archive.items_before(&name(0), before, 200).unwrap()
    });
    all.join(&older);
    let newer = Times::of(200, |run| {
        archive
            .items_from(&name(0), run * 47 % long.max(1), 200)
            .unwrap()
    });
    all.join(&newer);
    let short = Times::of(200, |run| {
        archive
            .items_tail(&name(run * 23 % conversations), 200)
            .unwrap()
    });
    all.join(&short);
    print(
        "archive.page.p95",
        all.percentile(95),
        "ms",
        Goal::AtMost(5.0),
    );
}

fn searches(archive: &Archive, corpus: &mut Corpus) {
    let mut all = Times::none();
    let mut asked: Vec<(&str, Vec<String>)> = Vec::new();
    let common: Vec<String> = (0..20).map(|rank| corpus.ranked(rank).to_owned()).collect();
    let rare: Vec<String> = (0..20)
        .map(|rank| corpus.ranked(29_000 + rank * 37).to_owned())
        .collect();
    // As it is typed: every beginning of a word, from two letters on.
    let typed: Vec<String> = ["stoundreat", "prealtren", "branclo", "quistour", "flond"]
        .iter()
        .flat_map(|word| (2..=word.len()).map(|end| word[..end].to_owned()))
        .collect();
    let two: Vec<String> = (0..20)
        .map(|rank| format!("{} {}", corpus.ranked(rank), corpus.ranked(rank * 200 + 50)))
        .collect();
    let paths: Vec<String> = (0..10)
        .map(|rank| format!("src/{}", corpus.ranked(rank)))
        .collect();
    let nothing = vec!["zzzznothing".to_owned(), "nowhere zzzz".to_owned()];
    asked.push(("common", common));
    asked.push(("rare", rare));
    asked.push(("typed", typed));
    asked.push(("two_words", two));
    asked.push(("path", paths));
    asked.push(("nothing", nothing));
    let mut worst = (0.0, String::new());
    for (kind, texts) in asked {
        let mut times = Times::none();
        for text in &texts {
            let one = Times::of(5, |_| archive.search(text, 50).unwrap());
            let median = one.percentile(50);
            if median > worst.0 {
                worst = (median, text.clone());
            }
            times.join(&one);
        }
        let figure = format!("archive.search.{kind}.p95");
        print(&figure, times.percentile(95), "ms", Goal::AtMost(50.0));
        all.join(&times);
    }
    print(
        "archive.search.p95",
        all.percentile(95),
        "ms",
        Goal::AtMost(50.0),
    );
    let figure = format!("archive.search.worst ({})", worst.1);
    print(&figure, worst.0, "ms", Goal::None);
}

fn name(number: u32) -> ConversationId {
    ConversationId(format!("c{number}"))
}

fn fill(dir: &Path, corpus: &mut Corpus, events: u32, conversations: u32) -> u32 {
    let archive = Archive::open(dir).unwrap();
    let long = LONG.min(events / 10);
    let each = (events - long) / conversations;
    let mut made = 0;
    for number in 0..conversations {
        let id = name(number);
        archive.put_conversation(meta(&id, number));
        let size = if number == 0 { long } else { each };
        let mut seq = 0;
        let mut place = 0;
        while seq < u64::from(size) {
            let mut batch = AppendBatch::new(id.clone(), Durability::Batched);
            for _ in 0..25 {
                answer(corpus, &mut batch, &mut seq, place);
                place += 1;
                if seq >= u64::from(size) {
                    break;
                }
            }
            made += u32::try_from(batch.events.len()).unwrap();
            let receipt = archive.append(batch);
            // One conversation at a time may wait; memory stays small.
            if place % 200 == 0 {
                receipt.wait().unwrap();
            }
        }
        if number % 50 == 0 {
            archive.flush().wait().unwrap();
        }
    }
    archive.flush().wait().unwrap();
    archive.close();
    made
}

/// An item as it streams in: begun, grown by pieces, complete.
fn answer(corpus: &mut Corpus, batch: &mut AppendBatch, seq: &mut u64, place: u32) {
    let first_seq = *seq + 1;
    let id = ItemId(format!("e1/{place}"));
    let mut item = Item {
        id: id.clone(),
        turn: None,
        started_at: 1_700_000_000_000 + first_seq,
        completed_at: None,
        body: ItemBody::Text {
            text: String::new(),
        },
    };
    let mut add = |event| {
        *seq += 1;
        batch.events.push(Recorded {
            seq: *seq,
            at: 1_700_000_000_000 + *seq,
            event,
        });
    };
    add(Event::ItemStarted { item: item.clone() });
    let mut whole = String::new();
    for _ in 0..ANSWER - 2 {
        let text = format!("{} ", corpus.text(8));
        whole.push_str(&text);
        add(Event::ItemDelta {
            id: id.clone(),
            text,
        });
    }
    add(Event::ItemCompleted { id });
    item.completed_at = Some(item.started_at + 9);
    item.body = ItemBody::Text { text: whole };
    batch.items.push(PlacedItem {
        place,
        first_seq,
        item,
        complete: true,
    });
}

pub(crate) fn meta(id: &ConversationId, number: u32) -> ConversationMeta {
    ConversationMeta {
        id: id.clone(),
        title: format!("Conversation {number}"),
        titled_by_user: false,
        profile: ProfileId::from("guide"),
        profile_name: "Guide".to_owned(),
        protocol: ProtocolId("aionrs".to_owned()),
        workspace: format!("/home/ana/code/project{}", number % 40),
        created_at: 1_700_000_000_000,
        updated_at: 1_700_000_000_000 + u64::from(number),
        session_id: None,
        epoch: 1,
        draft: String::new(),
        pinned: false,
        archived: false,
        seen_seq: 0,
        preview: "Done: three files changed".to_owned(),
        marks: Marks::default(),
    }
}
