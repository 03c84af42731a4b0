//! Every kind of event has its place in the window. A new kind does not compile
//! here until it is said where it is seen, and the test fails until it is seen there.
#![allow(clippy::unwrap_used)]

use super::{Rendered, row};
use crate::approvals::card::Preview;
use model::{Epoch, Event, Item, ItemBody, ItemId, Recorded, Transcript, TurnId};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// Where an event is seen.
#[derive(Debug, PartialEq)]
enum Seen {
    /// It makes or changes a row of this kind.
    Row(&'static str),
    /// Not in a row of its own: in the head of the conversation, a mark at a
    /// message, a banner, a page. Which, in words.
    Beside(&'static str),
}

/// Its number, and where it is seen. No arm stands for several kinds to come.
fn seen(event: &Event) -> (usize, Seen) {
    use Seen::{Beside, Row};
    match event {
        Event::ProcessStarted { .. } => (0, Beside("the process panel, and the state in the head")),
        Event::SessionReady { .. } => (1, Beside("the state in the head")),
        Event::CapabilitiesChanged { .. } => {
            (2, Beside("pickers, the gauge, the banner of the mode"))
        }
        Event::ProcessExited { .. } => (
            3,
            Beside("the turn's end or an error before it; the process panel"),
        ),
        Event::TurnStarted { .. } => (4, Beside("the state and the clock in the head")),
        Event::TurnEnded { .. } => (5, Row("turnEnd")),
        Event::ItemStarted { item } => (6, Row(kind_of(&item.body).1)),
        Event::ItemDelta { .. } => (7, Row("text")),
        Event::ItemUpdated { .. } => (8, Row("user")),
        Event::ItemCompleted { .. } => (9, Row("text")),
        Event::ApprovalRequested { .. } => (10, Row("tool")),
        Event::ApprovalResolved { .. } => (11, Row("tool")),
        Event::ModeChanged { .. } => (12, Beside("the mode picker, and its banner")),
        Event::UsageChanged { .. } => (13, Beside("the end of the turn it belongs to")),
        Event::SessionChanged { .. } => (14, Beside("the traffic; it is for the next process")),
        Event::TasksChanged { .. } => (15, Beside("the page of tasks, and the count in the list")),
        Event::QueuedByAgent { .. } => (16, Beside("the mark at its message")),
        Event::Injected { .. } => (17, Beside("the mark at its message")),
        Event::NotResponding { .. } => (18, Beside("a banner")),
        Event::Alive => (19, Beside("the mark at its message; the banner goes")),
        Event::Fault { .. } => (20, Row("error")),
        Event::Notice { .. } => (21, Row("notice")),
        Event::Malformed { .. } => (22, Row("raw")),
        Event::Unrecognized { .. } => (23, Row("raw")),
    }
}

/// Kinds of events there are.
const EVENTS: usize = 24;

/// Its number, and the row an item is shown as.
fn kind_of(body: &ItemBody) -> (usize, &'static str) {
    match body {
        ItemBody::User { .. } => (0, "user"),
        ItemBody::Text { .. } => (1, "text"),
        ItemBody::Thinking { .. } => (2, "thinking"),
        ItemBody::Tool(_) => (3, "tool"),
        ItemBody::Progress { .. } => (4, "progress"),
        ItemBody::Result(_) => (5, "result"),
        ItemBody::Media(_) => (6, "media"),
        ItemBody::Notice { .. } => (7, "notice"),
        ItemBody::Error(_) => (8, "error"),
        ItemBody::TurnEnd { .. } => (9, "turnEnd"),
        ItemBody::Raw { .. } => (10, "raw"),
    }
}

/// Kinds of items there are.
const ITEMS: usize = 11;

fn item(id: &str, body: Value) -> Item {
    Item {
        id: ItemId::from(id),
        turn: Some(TurnId::from("t")),
        started_at: 1,
        completed_at: None,
        body: serde_json::from_value(body).unwrap(),
    }
}

fn items() -> Vec<Item> {
    let tool = json!({"kind": "tool", "callId": "c", "name": "Bash", "toolKind": "execute",
        "args": {"command": "ls"}, "state": {"state": "awaitingApproval"}});
    vec![
        item(
            "u",
            json!({"kind": "user", "text": "hi", "delivery": "sent"}),
        ),
        item("text", json!({"kind": "text", "text": "hello"})),
        item("thinking", json!({"kind": "thinking", "text": "hm"})),
        item("tool", tool),
        item("progress", json!({"kind": "progress", "text": "half way"})),
        item(
            "result",
            json!({"kind": "result", "operation": "scene-proof", "text": "Fine.", "data": null, "files": [], "problems": []}),
        ),
        item(
            "media",
            json!({"kind": "media", "path": "a.png", "mediaKind": "image"}),
        ),
        item(
            "notice",
            json!({"kind": "notice", "level": "info", "text": "by the way"}),
        ),
        item(
            "error",
            json!({"kind": "error", "code": "c", "message": "no", "retryable": null, "detail": null}),
        ),
        item(
            "end",
            json!({"kind": "turnEnd", "outcome": {"kind": "completed"}, "durationMs": 1}),
        ),
        item(
            "raw",
            json!({"kind": "raw", "reason": "r", "malformed": true, "line": "{"}),
        ),
    ]
}

/// One of each kind, in an order in which they could come.
fn events() -> Vec<Event> {
    let of = |value: Value| serde_json::from_value::<Event>(value).unwrap();
    let key = json!({"epoch": 1, "callId": "c", "request": 1});
    let started = items().into_iter().map(|item| Event::ItemStarted { item });
    let capabilities = json!({"capabilities": {}});
    let mut all = vec![
        of(json!({"event": "processStarted", "epoch": 1, "pid": 7})),
        of(json!({"event": "sessionReady", "sessionId": "s", "version": null, "capabilities": {}})),
        of(json!({"event": "capabilitiesChanged", "capabilities": capabilities["capabilities"]})),
        of(json!({"event": "turnStarted", "turn": {"id": "t", "origin": "user", "startedAt": 1}})),
    ];
    all.extend(started);
    all.extend([
        of(json!({"event": "itemDelta", "id": "text", "text": " more"})),
        of(json!({"event": "itemUpdated", "id": "u", "change": {"change": "delivery", "delivery": "seen"}})),
        of(json!({"event": "itemCompleted", "id": "text"})),
        of(json!({"event": "approvalRequested", "request": {
            "key": key, "item": "tool", "turn": "t", "tool": "Bash", "kind": "execute",
            "category": null, "description": null, "rawArgs": "{\"command\":\"ls\"}",
            "args": {"command": "ls"},
        }})),
        of(json!({"event": "approvalResolved", "key": key,
            "resolution": {"state": {"state": "expired", "reason": "stopped"}, "by": ""}})),
        of(json!({"event": "modeChanged", "mode": "yolo"})),
        of(json!({"event": "usageChanged", "usage": {"inputTokens": 1}})),
        of(json!({"event": "sessionChanged", "sessionId": "s2"})),
        of(json!({"event": "tasksChanged", "tasks": []})),
        of(json!({"event": "queuedByAgent", "position": 1})),
        of(json!({"event": "injected", "count": 1})),
        of(json!({"event": "notResponding", "seconds": 60})),
        of(json!({"event": "alive"})),
        of(json!({"event": "fault", "turn": "t", "fault": {"code": "c", "message": "no", "retryable": null, "detail": null}})),
        of(json!({"event": "notice", "turn": null, "level": "warning", "text": "careful"})),
        of(json!({"event": "malformed", "reason": "no JSON", "line": "{"})),
        of(json!({"event": "unrecognized", "typeName": "zzz", "needsAttention": false, "line": "{}"})),
        of(json!({"event": "turnEnded", "turn": "t", "outcome": {"kind": "completed"}, "usage": null})),
        Event::ProcessExited {
            epoch: Epoch(1),
            code: Some(0),
            signal: None,
            stderr_tail: String::new(),
        },
    ]);
    all
}

#[test]
fn every_kind_of_event_has_its_row_or_its_place_beside_them() {
    let mut transcript = Transcript::default();
    let mut kinds = BTreeSet::new();
    for (seq, event) in (1..).zip(events()) {
        let (number, wanted) = seen(&event);
        kinds.insert(number);
        let place = transcript.apply(&Recorded {
            seq,
            at: 5,
            event: event.clone(),
        });
        let found = place.and_then(|place| transcript.item(place)).map(|item| {
            let shown = row::row(item, &Preview::default(), Path::new("/w"));
            let json = serde_json::to_value(shown.body).unwrap();
            json["kind"].as_str().unwrap().to_owned()
        });
        match wanted {
            Seen::Row(kind) => assert_eq!(found.as_deref(), Some(kind), "{event:?}"),
            Seen::Beside(_) => assert_eq!(found, None, "{event:?}"),
        }
    }
    assert_eq!(
        kinds,
        (0..EVENTS).collect(),
        "an event of each kind is tried"
    );
}

#[test]
fn every_kind_of_item_is_a_row_that_a_window_is_sent() {
    let mut kinds = BTreeSet::new();
    for item in items() {
        let (number, kind) = kind_of(&item.body);
        kinds.insert(number);
        let rendered = Rendered::new(&item, 1, Path::new("/w"));
        let patch = rendered.patch(0, 0, &item).unwrap();
        let body = serde_json::to_value(patch.row.unwrap().body).unwrap();
        assert_eq!(body["kind"], kind);
    }
    assert_eq!(kinds, (0..ITEMS).collect(), "an item of each kind is tried");
}
