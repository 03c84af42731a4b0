//! An archive with a conversation in which there is one of everything.

use archive::{AppendBatch, Archive, Durability, PlacedItem, QueuedRecord};
use model::{
    AgentFault, ApprovalKey, ApprovalRecord, ApprovalRequest, Attachment, ConversationId,
    ConversationMeta, Delivery, Direction, Epoch, Event, Item, ItemBody, ItemId, Marks,
    NoticeLevel, Output, OutputKind, ProfileId, ProtocolId, Recorded, ToolCall, ToolKind,
    ToolState, TrafficLine, TurnId, TurnOutcome,
};
use serde_json::json;
use std::path::Path;

pub(crate) const ID: &str = "0199a0c4-7a5e-7cc2-9d3f-1b2c3d4e5f60";

pub(crate) fn id(name: &str) -> ConversationId {
    ConversationId::from(name)
}

pub(crate) fn meta(name: &str, title: &str) -> ConversationMeta {
    ConversationMeta {
        id: id(name),
        title: title.to_owned(),
        titled_by_user: true,
        profile: ProfileId::from("guide"),
        profile_name: "Guide".to_owned(),
        protocol: ProtocolId("aionrs".to_owned()),
        workspace: "/home/ana/code/atlas".to_owned(),
        created_at: 1_795_831_440_000,
        updated_at: 1_795_835_040_000,
        session_id: Some("session-7".to_owned()),
        epoch: 1,
        draft: "half a sentence".to_owned(),
        pinned: true,
        archived: false,
        seen_seq: 3,
        preview: "Done".to_owned(),
        marks: Marks::default(),
    }
}

/// Text that would act if any part of the way let it.
pub(crate) const HOSTILE: &str = "<script>alert(1)</script> <img src=x onerror=alert(2)> \
    ![pixel](https://evil.example/p.png) [link](javascript:alert(3)) \u{202E}gpj.exe";

fn bodies() -> Vec<ItemBody> {
    let call = ToolCall {
        call_id: "call-1".to_owned(),
        name: "run_command".to_owned(),
        kind: ToolKind::Execute,
        category: None,
        description: None,
        args: json!({"command": "make ``` test"}),
        state: ToolState::Succeeded,
        output: Some(Output {
            kind: OutputKind::Text,
            text: "line 1\n```\n\u{1b}[31mred\u{1b}[0m".to_owned(),
            metadata: json!(null),
        }),
        unasked: false,
        approval: None,
    };
    vec![
        ItemBody::User {
            text: "Please look at *this*".to_owned(),
            attachments: vec![Attachment {
                path: "/tmp/a.txt".to_owned(),
                name: "a.txt".to_owned(),
            }],
            form: serde_json::Map::new(),
            asked: None,
            delivery: Delivery::Seen,
        },
        ItemBody::Thinking {
            text: "First I read.\nThen I think.".to_owned(),
        },
        ItemBody::Tool(call),
        ItemBody::Text {
            text: format!("## Findings\n\n{HOSTILE}\n\n```rust\nfn main() {{}}\n```"),
        },
        ItemBody::Notice {
            level: NoticeLevel::Info,
            text: "A notice".to_owned(),
        },
        ItemBody::Error(AgentFault {
            code: "provider_error".to_owned(),
            message: "The provider refused".to_owned(),
            retryable: Some(true),
            detail: Some("429".to_owned()),
        }),
        ItemBody::Raw {
            reason: "unknown event".to_owned(),
            malformed: false,
            line: "{\"type\":\"zzz\"}".to_owned(),
        },
        ItemBody::TurnEnd {
            outcome: TurnOutcome::Completed,
            duration_ms: 3200,
            usage: None,
        },
        ItemBody::User {
            text: "And now the rest".to_owned(),
            attachments: Vec::new(),
            form: serde_json::Map::new(),
            asked: None,
            delivery: Delivery::Seen,
        },
        ItemBody::Text {
            text: "The rest is done.".to_owned(),
        },
    ]
}

fn events() -> Vec<Recorded> {
    let mut events = Vec::new();
    let mut add = |event| {
        let seq = events.len() as u64 + 1;
        events.push(Recorded {
            seq,
            at: 1_795_831_440_000 + seq,
            event,
        });
    };
    for (number, body) in bodies().into_iter().enumerate() {
        let id = ItemId(format!("e1/{number}"));
        let item = Item {
            id: id.clone(),
            turn: Some(TurnId::from("t1")),
            started_at: 1_795_831_440_000,
            completed_at: None,
            body,
        };
        add(Event::ItemStarted { item });
        add(Event::ItemCompleted { id });
    }
    events
}

pub(crate) fn approval() -> ApprovalRecord {
    let request = ApprovalRequest {
        key: ApprovalKey {
            epoch: Epoch(1),
            call_id: "call-1".to_owned(),
            request: 1,
        },
        item: ItemId::from("e1/2"),
        turn: None,
        tool: "run_command".to_owned(),
        kind: ToolKind::Execute,
        category: None,
        description: None,
        raw_args: "{}".to_owned(),
        args: json!({}),
    };
    ApprovalRecord::new(request, 1_795_831_441_000)
}

/// Fills an archive with it.
pub(crate) fn fill(dir: &Path) -> Archive {
    let archive = Archive::open(dir).unwrap();
    archive
        .put_conversation(meta(ID, "Fix <the> build"))
        .wait()
        .unwrap();
    let events = events();
    let items: Vec<PlacedItem> = archive::fold(&events);
    archive
        .append(AppendBatch {
            events,
            items,
            approvals: vec![approval()],
            traffic: vec![
                TrafficLine {
                    at: 5,
                    epoch: Epoch(1),
                    direction: Direction::FromAgent,
                    bytes: b"{\"type\":\"ready\"}".to_vec(),
                },
                TrafficLine {
                    at: 6,
                    epoch: Epoch(1),
                    direction: Direction::Stderr,
                    bytes: vec![0xff, 0, 7],
                },
            ],
            ..AppendBatch::new(id(ID), Durability::Now)
        })
        .wait()
        .unwrap();
    let queued = QueuedRecord {
        id: TurnId::from("t9"),
        text: "later".to_owned(),
        attachments: Vec::new(),
        form: serde_json::Map::new(),
    };
    archive.set_queue(&id(ID), vec![queued]).wait().unwrap();
    archive
}
