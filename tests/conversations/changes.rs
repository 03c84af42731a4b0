//! The files that a conversation's agent changed: live, after a restart, and of a
//! hundred thousand items.

use archive::{AppendBatch, Archive, Durability, PlacedItem};
use host::Host;
use model::view::{Batch, ChangesPage, Topic, TopicRevisions};
use model::{ConversationId, ConversationMeta, Item, ItemBody, ProfileId, ProtocolId};
use parley_tests::{Stage, Window};
use serde_json::{Value, json};
use std::time::Instant;

/// Each file as `label changes +added −removed`.
fn told(page: &ChangesPage) -> Vec<String> {
    page.files
        .iter()
        .map(|file| {
            format!(
                "{} {} +{} −{}",
                file.label, file.changes, file.added, file.removed
            )
        })
        .collect()
}

fn all(host: &Host, id: &ConversationId) -> ChangesPage {
    host.changes(id, 0, 100).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_agent_wrote_and_edited_is_listed_live_and_after_a_restart() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    assert_eq!(told(&all(&stage.host, &id)), Vec::<String>::new());

    window.send("write notes.txt with the text: one").await;
    let card = window.asked().await;
    assert_eq!(
        told(&all(&stage.host, &id)),
        Vec::<String>::new(),
        "nothing was changed while it is asked"
    );
    window.allow(&card).await;
    window.ended(0).await;
    assert_eq!(told(&all(&stage.host, &id)), ["notes.txt 1 +1 −0"]);

    window.send("write other.txt with the text: no").await;
    let card = window
        .until("the second request", |window| {
            window.card().filter(|card| card.key.request == 2)
        })
        .await;
    window.deny(&card, "not that").await;
    window.ended(1).await;
    window.send("edit notes.txt: replace one with two").await;
    let card = window
        .until("the third request", |window| {
            window.card().filter(|card| card.key.request == 3)
        })
        .await;
    window.allow(&card).await;
    window.ended(2).await;

    let live = all(&stage.host, &id);
    assert_eq!(told(&live), ["notes.txt 2 +2 −1"]);
    assert_eq!((live.total, live.added, live.removed), (1, 2, 1));
    let path = live.files[0].path.clone();
    let changes = stage.host.file_changes(&id, &path, 0, 9).unwrap();
    let turns: Vec<_> = changes
        .changes
        .iter()
        .map(|one| (one.turn, one.message.as_str()))
        .collect();
    assert_eq!(
        turns,
        [
            (Some(3), "edit notes.txt: replace one with two"),
            (Some(1), "write notes.txt with the text: one"),
        ]
    );
    let diff = stage
        .host
        .change_diff(&id, &path, &changes.changes[0].item, 0)
        .unwrap();
    assert_eq!(diff.total, 1);
    let html = &diff.blocks[0].html;
    assert!(html.contains("one") && html.contains("two"), "{html}");
    // The file itself, by the way files of rows are shown, and no other.
    let item = &changes.changes[0].item;
    let file = stage.host.named_file(&id, item, 0).unwrap();
    assert!(file.path.ends_with("notes.txt"), "{}", file.path);
    assert_eq!(
        stage.host.named_file(&id, item, 1).unwrap_err().code,
        "refused"
    );

    let stage = stage.reopen().await;
    assert_eq!(all(&stage.host, &id), live, "with no agent it is the same");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_watches_learns_of_a_change_and_of_nothing_else() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    let watched = |has: u64| TopicRevisions::from([(Topic::Changes, has)]);
    let newer = |host: &Host, has: u64| {
        let host = host.clone();
        async move {
            let request = model::view::PullRequest {
                conversation: None,
                after: 0,
                list: false,
                list_after: 0,
                topics: watched(has),
                plain: false,
            };
            let batch: Batch = serde_json::from_slice(&host.pull("other", request).await).unwrap();
            batch.topics
        }
    };
    let first = newer(&stage.host, 0).await[&Topic::Changes];
    window.send("hello").await;
    window.ended(0).await;
    window.send("write a.txt with the text: x").await;
    let card = window.asked().await;
    assert_eq!(newer(&stage.host, 0).await, watched(first));
    window.allow(&card).await;
    window.ended(1).await;
    assert!(newer(&stage.host, first).await[&Topic::Changes] > first);
    stage.host.shutdown().await;
}

fn meta(id: &str, workspace: &str) -> ConversationMeta {
    ConversationMeta {
        id: ConversationId(id.to_owned()),
        title: "Long".to_owned(),
        titled_by_user: false,
        profile: ProfileId::from("guide"),
        profile_name: "Guide".to_owned(),
        protocol: ProtocolId("aionrs".to_owned()),
        workspace: workspace.to_owned(),
        created_at: 1,
        updated_at: 1,
        session_id: None,
        epoch: 1,
        draft: String::new(),
        pinned: false,
        archived: false,
        seen_seq: 0,
        preview: String::new(),
        marks: model::Marks::default(),
    }
}

/// Of ten items one begins a turn, one edits one of 500 files, one runs a command, seven speak.
fn body(place: u32) -> Value {
    match place % 10 {
        0 => json!({"kind": "user", "text": format!("message {place}"), "delivery": "seen"}),
        1 => json!({
            "kind": "tool", "callId": "c", "name": "Edit", "toolKind": "edit",
            "args": {"file_path": format!("f{}.txt", place / 10 % 500), "old_string": "a\n", "new_string": "b\nc\n"},
            "state": {"state": "succeeded"},
        }),
        2 => json!({
            "kind": "tool", "callId": "c", "name": "Bash", "toolKind": "execute",
            "args": {"command": "echo '\"toolKind\":\"edit\"'"}, "state": {"state": "succeeded"},
        }),
        _ => json!({"kind": "text", "text": "Some words of an answer. ".repeat(8)}),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_hundred_thousand_items_every_change_is_listed_a_part_at_a_time() {
    const ITEMS: u32 = 100_000;
    let stage = Stage::open().await;
    let workspace = stage.workspace().to_string_lossy().into_owned();
    let id = ConversationId("long".to_owned());
    stage.host.shutdown().await;
    {
        let archive = Archive::open(&stage.dir.path().join("data")).unwrap();
        archive
            .put_conversation(meta("long", &workspace))
            .wait()
            .unwrap();
        for start in (0..ITEMS).step_by(5_000) {
            let items = (start..start + 5_000).map(|place| {
                let body: ItemBody = serde_json::from_value(body(place)).unwrap();
                PlacedItem {
                    place,
                    first_seq: u64::from(place) + 1,
                    complete: true,
                    item: Item {
                        id: format!("i{place}").as_str().into(),
                        turn: Some(format!("t{}", place / 10).as_str().into()),
                        started_at: u64::from(place),
                        completed_at: Some(u64::from(place)),
                        body,
                    },
                }
            });
            let batch = AppendBatch {
                items: items.collect(),
                ..AppendBatch::new(id.clone(), Durability::Batched)
            };
            archive.append(batch).wait().unwrap();
        }
        archive.close();
    }
    let stage = stage.reopen().await;
    let begun = Instant::now();
    let first = stage.host.changes(&id, 0, 100).unwrap();
    let took = begun.elapsed();
    assert_eq!((first.total, first.files.len()), (500, 100));
    assert_eq!((first.added, first.removed), (20_000, 10_000));
    assert_eq!(told(&first)[0], "f499.txt 20 +40 −20");
    // No answer is longer than 200, whatever is asked for.
    let next = stage.host.changes(&id, 100, 5_000).unwrap();
    assert_eq!((next.from, next.files.len()), (100, 200));
    assert_eq!(told(&next)[0], "f399.txt 20 +40 −20");

    let path = &first.files[0].path;
    let changes = stage.host.file_changes(&id, path, 0, 5).unwrap();
    assert_eq!((changes.changes.len(), changes.total), (5, 20));
    let oldest = stage.host.file_changes(&id, path, 19, 5).unwrap().changes;
    assert_eq!(oldest.len(), 1);
    assert_eq!(oldest[0].message, "message 4990");
    let diff = stage
        .host
        .change_diff(&id, path, &oldest[0].item, 0)
        .unwrap();
    assert!(diff.blocks[0].html.contains("diff-del"));

    // Asked again it costs nothing to speak of.
    let begun = Instant::now();
    stage.host.changes(&id, 0, 100).unwrap();
    let again = begun.elapsed();
    assert!(
        again.as_millis() < 500 && again < took,
        "first {took:?}, again {again:?}"
    );
    stage.host.shutdown().await;
}
