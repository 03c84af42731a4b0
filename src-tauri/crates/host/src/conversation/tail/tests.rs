#![allow(clippy::unwrap_used)]

use super::{LEAST, LEFT, ROOM, TAIL};
use crate::conversation::{Conversation, State};
use crate::host::Host;
use crate::quiet::{self, host};
use crate::view;
use model::view::{ConversationPatch, PullRequest, RowPatch};
use model::{
    ConversationId, Event, Item, ItemBody, ItemId, NoticeLevel, Output, OutputKind, ToolCall,
    ToolKind, ToolState, TurnId, TurnOutcome,
};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

async fn conversation(host: &Host, folder: &Path) -> (ConversationId, Conversation) {
    let id = quiet::conversation(host, folder).await;
    let conversation = host.open_conversation(&id).unwrap();
    (id, conversation)
}

fn note(state: &mut State, text: &str) {
    state.record(Event::Notice {
        turn: None,
        level: NoticeLevel::Quiet,
        text: text.to_owned(),
    });
}

/// A call whose output is that long; one that still runs has none.
fn call(state: &mut State, id: &str, output: Option<usize>) {
    let body = ItemBody::Tool(ToolCall {
        call_id: id.to_owned(),
        name: "Bash".to_owned(),
        kind: ToolKind::Execute,
        category: None,
        description: None,
        args: serde_json::Value::Null,
        state: ToolState::Running { unasked: true },
        output: None,
        unasked: false,
        approval: None,
    });
    let id = ItemId(id.to_owned());
    state.record(Event::ItemStarted {
        item: Item {
            id: id.clone(),
            turn: None,
            started_at: 1,
            completed_at: None,
            body,
        },
    });
    if let Some(length) = output {
        state.record(Event::ItemUpdated {
            id: id.clone(),
            change: model::ItemChange::ToolOutput {
                state: ToolState::Succeeded,
                output: Output {
                    kind: OutputKind::Text,
                    text: "x".repeat(length),
                    metadata: serde_json::Value::Null,
                },
            },
        });
        state.record(Event::ItemCompleted { id });
    }
}

fn held(conversation: &Conversation) -> (u32, u32) {
    let state = conversation.state();
    (state.transcript.first_place(), state.transcript.len())
}

/// Waits for what the conversation's own task and the archive's thread do.
async fn until(what: &str, there: impl Fn() -> bool) {
    for _ in 0..4_000 {
        if there() {
            return;
        }
        tokio::task::yield_now().await;
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("waited for {what}");
}

/// The whole conversation, as a window gets it page by page.
fn all_rows(host: &Host, id: &ConversationId, from: u32) -> Vec<RowPatch> {
    let mut rows: Vec<RowPatch> = Vec::new();
    let mut before = from;
    while before > 0 {
        let mut page = host.older_rows(id, before, 100).unwrap().rows;
        before = page[0].place;
        page.append(&mut rows);
        rows = page;
    }
    rows
}

async fn snapshot(host: &Host, id: &ConversationId) -> ConversationPatch {
    let request = PullRequest {
        conversation: Some(id.clone()),
        after: 0,
        list: false,
        list_after: 0,
        topics: BTreeMap::default(),
        plain: false,
    };
    let batch = host.pull("main", request).await;
    let batch: model::view::Batch = serde_json::from_slice(&batch).unwrap();
    batch.conversation.unwrap()
}

#[tokio::test(start_paused = true)]
async fn what_has_grown_long_is_held_from_its_end_and_told_whole() {
    let folder = tempfile::tempdir().unwrap();
    let host = host(folder.path()).await;
    let (id, conversation) = conversation(&host, folder.path()).await;
    let many = TAIL + ROOM + 50;
    let before = {
        let mut state = conversation.state();
        call(&mut state, "unasked", Some(10));
        state.record(Event::TurnEnded {
            turn: TurnId("t".to_owned()),
            outcome: TurnOutcome::Completed,
            usage: None,
        });
        for n in 2..many {
            note(&mut state, &format!("note {n}"));
        }
        state.revisions.now()
    };
    tokio::time::advance(Duration::from_secs(5)).await;
    host.open_conversation(&id)
        .unwrap()
        .tell(crate::conversation::Message::Seen);
    until("the first to be let go", || held(&conversation).0 > 0).await;
    assert_eq!(held(&conversation), (many - TAIL, many));

    {
        let mut state = conversation.state();
        assert!(
            state.has_context(),
            "a turn that completed is not forgotten"
        );
        assert_eq!(state.unasked(), 1);
        let late = view::patch(&mut state, before - 10);
        assert!(
            late.is_some_and(|patch| !patch.reset),
            "what it lacks is held"
        );
        let too_late = view::patch(&mut state, 5).unwrap();
        assert!(too_late.reset, "a row it lacks is not held any more");
    }

    let rows = all_rows(&host, &id, many);
    let places: Vec<u32> = rows.iter().map(|row| row.place).collect();
    assert_eq!(places, (0..many).collect::<Vec<_>>());
    assert!(rows.iter().all(|row| row.row.is_some()));
    assert_eq!(conversation.state().unasked(), 1, "not counted twice");
    assert_eq!(host.find(&id, "note 2").unwrap().rows[0].place, 2);
    host.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn heavy_rows_are_let_go_sooner_and_what_still_changes_never() {
    let folder = tempfile::tempdir().unwrap();
    let host = host(folder.path()).await;
    let (_, conversation) = conversation(&host, folder.path()).await;
    let heavy = 2 * LEAST;
    {
        let mut state = conversation.state();
        for n in 0..heavy {
            call(&mut state, &format!("c{n}"), Some(100_000));
        }
    }
    tokio::time::advance(Duration::from_secs(5)).await;
    conversation.tell(crate::conversation::Message::Seen);
    until("the first to be let go", || held(&conversation).0 > 0).await;
    assert_eq!(held(&conversation), (heavy - LEAST, heavy));

    {
        let mut state = conversation.state();
        call(&mut state, "runs", None);
        for n in 0..heavy {
            call(&mut state, &format!("d{n}"), Some(100_000));
        }
    }
    tokio::time::advance(Duration::from_secs(5)).await;
    conversation.tell(crate::conversation::Message::Seen);
    until("those before the one that runs", || {
        held(&conversation).0 == heavy
    })
    .await;
    host.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn a_conversation_nobody_looks_at_leaves_memory_and_comes_back_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let host = host(folder.path()).await;
    let (id, conversation) = conversation(&host, folder.path()).await;
    {
        let mut state = conversation.state();
        for n in 0..200 {
            note(&mut state, &format!("note {n}"));
        }
    }
    conversation.tell(crate::conversation::Message::Seen);
    let before = snapshot(&host, &id).await;
    assert_eq!(before.rows.len(), 80);

    // Another one is shown; the first is kept for a moment.
    host.shows("main", None);
    tokio::time::advance(LEFT / 2).await;
    assert_eq!(held(&conversation), (0, 200));
    tokio::time::advance(LEFT).await;
    until("it to leave memory", || held(&conversation) == (200, 200)).await;
    assert!(conversation.state().rendered.is_empty());

    let after = snapshot(&host, &id).await;
    assert_eq!(after.rows, before.rows);
    assert_eq!(after.header, before.header);
    assert_eq!(held(&conversation), (0, 200));
    host.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn what_is_still_shown_elsewhere_or_has_something_to_do_stays() {
    let folder = tempfile::tempdir().unwrap();
    let host = host(folder.path()).await;
    let (id, conversation) = conversation(&host, folder.path()).await;
    note(&mut conversation.state(), "here");
    host.shows("main", Some(id.clone()));
    host.shows("other", Some(id.clone()));
    assert_eq!(host.viewers().shows("main", None), None, "shown elsewhere");
    let left = host.viewers().shows("other", None);
    assert_eq!(left, Some(id.clone()));

    // A window that waits for news looks at it.
    let watching = conversation.watch();
    conversation.tell(crate::conversation::Message::Left);
    tokio::time::advance(2 * LEFT).await;
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    assert_eq!(held(&conversation), (0, 1));
    drop(watching);
    host.shutdown().await;
}
