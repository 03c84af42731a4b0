//! What goes in comes out, whole.

use super::ledgers::{approval, request};
use super::*;
use crate::WriteError;
use model::{
    ApprovalState, Capabilities, Delivery, Epoch, ExpiryReason, NoticeLevel, ToolCall, ToolKind,
    ToolState, TurnId, TurnOutcome, Usage,
};
use serde_json::json;

#[test]
fn conversations_come_back_whole_and_in_order() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::open(dir.path()).unwrap();
    assert!(archive.was_made());
    let mut old = meta("old");
    old.updated_at = 5;
    old.session_id = None;
    let mut pinned = meta("pinned");
    pinned.updated_at = 1;
    pinned.pinned = true;
    let mut new = meta("new");
    new.updated_at = 9;
    for one in [&old, &pinned, &new] {
        archive.put_conversation(one.clone()).wait().unwrap();
    }
    old.title = "Renamed “again”\0 🎉".to_owned();
    archive.put_conversation(old.clone()).wait().unwrap();
    archive.close();

    let archive = Archive::open(dir.path()).unwrap();
    assert!(!archive.was_made());
    assert_eq!(archive.conversations().unwrap(), [pinned, new, old.clone()]);
    assert_eq!(archive.conversation(&id("old")).unwrap(), Some(old));
    assert_eq!(archive.conversation(&id("none")).unwrap(), None);
}

#[test]
fn events_of_every_family_come_back_whole() {
    let turn = model::Turn {
        id: TurnId::from("t1"),
        origin: model::TurnOrigin::User,
        started_at: 77,
    };
    let fault = model::AgentFault {
        code: "provider_error".to_owned(),
        message: "no".to_owned(),
        retryable: Some(true),
        detail: None,
    };
    let key = request(1).key;
    let all = [
        Event::ProcessStarted {
            epoch: Epoch(1),
            pid: 42,
        },
        Event::SessionReady {
            session_id: Some("s".to_owned()),
            version: None,
            capabilities: Capabilities {
                stop: true,
                ..Capabilities::default()
            },
        },
        Event::CapabilitiesChanged {
            capabilities: Capabilities::default(),
        },
        Event::TurnStarted { turn },
        Event::ItemStarted {
            item: text_item("e1/a", ""),
        },
        Event::ItemDelta {
            id: ItemId::from("e1/a"),
            text: "né\0\u{202e}🎉".to_owned(),
        },
        Event::ItemUpdated {
            id: ItemId::from("e1/a"),
            change: model::ItemChange::Delivery {
                delivery: Delivery::Seen,
            },
        },
        Event::ItemCompleted {
            id: ItemId::from("e1/a"),
        },
        Event::ApprovalRequested {
            request: request(1),
        },
        Event::ApprovalResolved {
            key,
            resolution: model::Resolution {
                state: ApprovalState::Expired {
                    reason: ExpiryReason::Stopped,
                },
                by: "you".to_owned(),
            },
        },
        Event::ModeChanged {
            mode: "yolo".to_owned(),
        },
        Event::UsageChanged {
            usage: Usage {
                input_tokens: u64::MAX,
                ..Usage::default()
            },
        },
        Event::Alive,
        Event::Fault { turn: None, fault },
        Event::Notice {
            turn: None,
            level: NoticeLevel::Quiet,
            text: "hm".to_owned(),
        },
        Event::Malformed {
            reason: "r".to_owned(),
            line: "{".to_owned(),
        },
        Event::Unrecognized {
            type_name: "zzz".to_owned(),
            needs_attention: true,
            line: "{}".to_owned(),
        },
        Event::TurnEnded {
            turn: TurnId::from("t1"),
            outcome: TurnOutcome::Completed,
            usage: Some(Usage::default()),
        },
        Event::ProcessExited {
            epoch: Epoch(1),
            code: None,
            signal: Some(9),
            stderr_tail: "bye".to_owned(),
        },
    ];
    let all: Vec<_> = (1..).zip(all).map(|(seq, one)| event(seq, one)).collect();
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    archive
        .append(batch(all.clone(), Durability::Batched))
        .wait()
        .unwrap();
    archive.close();

    let archive = Archive::open(dir.path()).unwrap();
    assert_eq!(archive.events_from(&id("c"), 0, 1000).unwrap(), all);
    assert_eq!(archive.events_from(&id("c"), 5, 2).unwrap(), all[4..6]);
    assert_eq!(archive.events_from(&id("other"), 0, 9).unwrap(), []);
    // The column by which SQL tells families apart is the event's own tag.
    let conn = rusqlite::Connection::open(archive.path()).unwrap();
    let strangers: u32 = conn
        .query_row(
            "SELECT count(*) FROM events WHERE kind <> body ->> 'event'",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(strangers, 0);
}

#[test]
fn items_page_in_both_directions() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    let mut all: Vec<_> = (0..50)
        .map(|place| said(place, &format!("word{place}")))
        .collect();
    all[7].item.body = ItemBody::Tool(ToolCall {
        call_id: "x".to_owned(),
        name: "run".to_owned(),
        kind: ToolKind::Execute,
        category: None,
        description: None,
        args: json!({"z": [1.5, null], "a": "ls"}),
        state: ToolState::Running { unasked: true },
        output: Some(model::Output {
            kind: model::OutputKind::Text,
            text: "out".to_owned(),
            metadata: json!(null),
        }),
        unasked: true,
        approval: Some(Box::new(approval(1, ApprovalState::Pending))),
    });
    archive.append(items(all.clone())).wait().unwrap();
    archive
        .append(batch(vec![event(50, Event::Alive)], Durability::Now))
        .wait()
        .unwrap();
    let page = archive.items_tail(&id("c"), 10).unwrap();
    assert_eq!((page.total, page.last_seq), (50, 50));
    assert_eq!(page.items, all[40..]);
    assert_eq!(archive.items_before(&id("c"), 40, 15).unwrap(), all[25..40]);
    assert_eq!(archive.items_before(&id("c"), 3, 15).unwrap(), all[..3]);
    assert_eq!(archive.items_from(&id("c"), 45, 100).unwrap(), all[45..]);
    assert_eq!(
        archive.items_tail(&id("none"), 10).unwrap(),
        crate::ItemsPage::default()
    );
}

#[test]
fn a_deleted_conversation_is_gone_and_takes_nothing_more() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    archive.put_conversation(meta("d")).wait().unwrap();
    archive
        .append(items(vec![said(0, "needle")]))
        .wait()
        .unwrap();
    let mut other = items(vec![said(0, "needle")]);
    other.conversation = id("d");
    archive.append(other).wait().unwrap();
    archive.delete_conversation(&id("c")).wait().unwrap();
    archive.delete_conversation(&id("c")).wait().unwrap();

    assert_eq!(archive.conversations().unwrap(), [meta("d")]);
    assert_eq!(
        archive.items_tail(&id("c"), 5).unwrap(),
        crate::ItemsPage::default()
    );
    let hits = archive.search("needle", 9).unwrap();
    assert_eq!(
        hits.iter().map(|hit| &hit.conversation).collect::<Vec<_>>(),
        [&id("d")]
    );
    assert_eq!(
        archive
            .append(batch(vec![event(1, Event::Alive)], Durability::Now))
            .wait(),
        Err(WriteError::UnknownConversation {
            conversation: "c".to_owned()
        })
    );
    assert_eq!(archive.check().unwrap(), Vec::<String>::new());
}

#[test]
fn an_event_may_come_twice_but_no_other_under_its_number() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    let first = vec![event(1, Event::Alive), delta(2, "a", "x")];
    archive
        .append(batch(first.clone(), Durability::Now))
        .wait()
        .unwrap();
    archive
        .append(batch(first.clone(), Durability::Now))
        .wait()
        .unwrap();
    // A refused batch takes no neighbour with it.
    let wrong = archive.append(batch(vec![delta(2, "a", "y")], Durability::Batched));
    let right = archive.append(batch(vec![delta(3, "a", "z")], Durability::Now));
    assert!(matches!(wrong.wait(), Err(WriteError::Rejected { .. })));
    right.wait().unwrap();
    let all = [first, vec![delta(3, "a", "z")]].concat();
    assert_eq!(archive.events_from(&id("c"), 0, 9).unwrap(), all);
}

#[test]
fn c061_an_item_open_at_a_kill_has_the_text_of_its_deltas() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    let open_row = PlacedItem {
        place: 0,
        first_seq: 1,
        item: text_item("e1/a", ""),
        complete: false,
    };
    let started = event(
        1,
        Event::ItemStarted {
            item: text_item("e1/a", "Well, "),
        },
    );
    let events = vec![
        started,
        delta(2, "e1/a", "one "),
        delta(3, "e1/b", "no"),
        delta(4, "e1/a", "two"),
    ];
    archive.append(AppendBatch {
        items: vec![open_row.clone()],
        ..batch(events, Durability::Batched)
    });
    archive.close();

    let archive = Archive::open(dir.path()).unwrap();
    let mut item = text_item("e1/a", "Well, one two");
    item.started_at = 1_700_000_000_001;
    let expected = [PlacedItem { item, ..open_row }];
    assert_eq!(archive.items_tail(&id("c"), 5).unwrap().items, expected);
    assert_eq!(archive.items_before(&id("c"), 1, 5).unwrap(), expected);
    // What the row holds in between changes nothing.
    archive
        .append(items(vec![PlacedItem {
            item: text_item("e1/a", "Well, one"),
            ..expected[0].clone()
        }]))
        .wait()
        .unwrap();
    assert_eq!(archive.items_tail(&id("c"), 5).unwrap().items, expected);
}

#[test]
fn c060_items_and_index_are_made_again_from_events() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    let mut user = text_item("e1/u", "");
    user.body = ItemBody::User {
        text: "where is the lighthouse".to_owned(),
        attachments: Vec::new(),
        form: serde_json::Map::new(),
        asked: None,
        delivery: Delivery::Waiting,
    };
    let events = vec![
        event(1, Event::ItemStarted { item: user }),
        event(
            2,
            Event::ItemStarted {
                item: text_item("e1/a", ""),
            },
        ),
        delta(3, "e1/a", "by the "),
        delta(4, "e1/a", "harbour"),
        event(
            5,
            Event::ItemCompleted {
                id: ItemId::from("e1/a"),
            },
        ),
        event(
            6,
            Event::Notice {
                turn: None,
                level: NoticeLevel::Info,
                text: "note".to_owned(),
            },
        ),
    ];
    archive
        .append(batch(events.clone(), Durability::Batched))
        .wait()
        .unwrap();
    // Rows that went wrong, one too many.
    archive
        .append(items((0..5).map(|place| said(place, "rubbish")).collect()))
        .wait()
        .unwrap();
    archive.rebuild_items(&id("c")).wait().unwrap();

    let page = archive.items_tail(&id("c"), 100).unwrap();
    assert_eq!(
        (page.items, page.total, page.last_seq),
        (crate::fold(&events), 3, 6)
    );
    assert_eq!(archive.search("rubbish", 9).unwrap(), []);
    assert_eq!(archive.search("harbour", 9).unwrap().len(), 1);
    assert_eq!(archive.search("lighthouse", 9).unwrap().len(), 1);
}

#[test]
fn c067_reading_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    archive
        .append(items(vec![said(0, "needle")]))
        .wait()
        .unwrap();
    archive.flush().wait().unwrap();
    let bytes = std::fs::read(archive.path()).unwrap();
    let transactions = archive.transactions();
    archive.conversations().unwrap();
    archive.items_tail(&id("c"), 9).unwrap();
    archive.events_from(&id("c"), 0, 9).unwrap();
    archive.search("needle", 9).unwrap();
    archive.traffic(&id("c"), None, 9).unwrap();
    archive.approvals_open(None).unwrap();
    assert_eq!(archive.conversation(&id("c")).unwrap(), Some(meta("c")));
    assert_eq!(archive.transactions(), transactions);
    let path = archive.path().to_owned();
    archive.close();
    assert!(bytes == std::fs::read(path).unwrap());
}

#[tokio::test]
async fn receipts_can_be_awaited_and_dropped() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    archive.ready().await;
    drop(archive.append(batch(vec![event(1, Event::Alive)], Durability::Batched)));
    archive
        .append(batch(vec![event(2, Event::Alive)], Durability::Now))
        .await
        .unwrap();
    assert_eq!(archive.items_tail(&id("c"), 1).unwrap().last_seq, 2);
    assert!(archive.health().borrow().is_ok());
}

#[test]
fn the_last_handle_writes_what_is_pending() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    let clone = archive.clone();
    clone.append(batch(vec![event(1, Event::Alive)], Durability::Batched));
    drop(clone);
    drop(archive);
    assert!(!dir.path().join("archive.db-wal").exists());
    let archive = Archive::open(dir.path()).unwrap();
    assert_eq!(archive.events_from(&id("c"), 0, 9).unwrap().len(), 1);
}
