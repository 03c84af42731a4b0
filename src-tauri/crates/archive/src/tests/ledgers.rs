//! Approvals, the queue and the raw lines.

use super::*;
use crate::{ApprovalRecord, OpenApproval, QueuedRecord, TrafficRow, WriteError};
use model::{
    AllowScope, ApprovalKey, ApprovalRequest, ApprovalState, Attachment, Decision, Direction,
    Epoch, ToolKind, TrafficLine, TurnId,
};
use serde_json::json;

pub(super) fn request(number: u32) -> ApprovalRequest {
    ApprovalRequest {
        key: ApprovalKey {
            epoch: Epoch(2),
            call_id: format!("call\"{number}"),
            request: number,
        },
        item: ItemId::from("e2/tool"),
        turn: Some(TurnId::from("t1")),
        tool: "write_file".to_owned(),
        kind: ToolKind::Write,
        category: None,
        description: Some("writes".to_owned()),
        raw_args: "{\"b\":1,  \"a\":2}".to_owned(),
        args: json!({"b": 1, "a": 2}),
    }
}

pub(super) fn approval(number: u32, state: ApprovalState) -> ApprovalRecord {
    let by = if state == ApprovalState::Pending {
        ""
    } else {
        "you"
    };
    ApprovalRecord {
        answered: None,
        requested_at: 10 + u64::from(number),
        changed_at: 20,
        by: by.to_owned(),
        state,
        request: request(number),
    }
}

fn with_approval(record: ApprovalRecord) -> AppendBatch {
    AppendBatch {
        approvals: vec![record],
        ..AppendBatch::new(id("c"), Durability::Now)
    }
}

#[test]
fn an_approval_is_open_until_it_is_settled_and_answered_once() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    let allow = Decision::Allow {
        scope: AllowScope::Once,
    };
    let deny = Decision::Deny {
        reason: "no\nno".to_owned(),
    };
    let pending = approval(1, ApprovalState::Pending);
    let sent = approval(
        1,
        ApprovalState::Sent {
            decision: allow.clone(),
        },
    );
    let other = approval(2, ApprovalState::Pending);
    archive
        .append(with_approval(pending.clone()))
        .wait()
        .unwrap();
    archive.append(with_approval(other.clone())).wait().unwrap();
    archive.append(with_approval(sent.clone())).wait().unwrap();

    let open = |approval: &ApprovalRecord| OpenApproval {
        conversation: id("c"),
        approval: approval.clone(),
    };
    assert_eq!(
        archive.approvals_open(None).unwrap(),
        [open(&sent), open(&other)]
    );
    assert_eq!(archive.approvals_open(Some(&id("x"))).unwrap(), []);

    for wrong in [pending, approval(1, ApprovalState::Sent { decision: deny })] {
        let refused = archive.append(with_approval(wrong)).wait();
        assert!(
            matches!(refused, Err(WriteError::Rejected { .. })),
            "{refused:?}"
        );
    }
    let confirmed = approval(1, ApprovalState::Confirmed { decision: allow });
    archive
        .append(with_approval(confirmed.clone()))
        .wait()
        .unwrap();
    assert_eq!(
        archive.approvals_open(Some(&id("c"))).unwrap(),
        [open(&other)]
    );
    assert_eq!(archive.approvals(&id("c")).unwrap(), [confirmed, other]);
}

#[test]
fn c069_the_queue_comes_back_in_order() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    let queued = |name: &str| QueuedRecord {
        id: TurnId::from(name),
        text: format!("say {name}"),
        attachments: vec![Attachment {
            path: "/a b".to_owned(),
            name: "a b".to_owned(),
        }],
        form: serde_json::json!({"operation": "ask", "paths": ["a"]})
            .as_object()
            .cloned()
            .unwrap(),
    };
    archive
        .set_queue(&id("c"), vec![queued("1"), queued("2"), queued("3")])
        .wait()
        .unwrap();
    archive
        .set_queue(&id("c"), vec![queued("3"), queued("1")])
        .wait()
        .unwrap();
    archive.close();
    let archive = Archive::open(dir.path()).unwrap();
    assert_eq!(archive.queue(&id("c")).unwrap(), [queued("3"), queued("1")]);
    assert_eq!(archive.queued_counts().unwrap(), [(id("c"), 2)]);
    archive.set_queue(&id("c"), Vec::new()).wait().unwrap();
    assert_eq!(archive.queue(&id("c")).unwrap(), []);
}

/// Keeps 64 KiB of lines.
fn small() -> crate::Retention {
    crate::Retention {
        traffic_bytes: 64 * 1024,
        ..crate::Retention::default()
    }
}

#[test]
fn traffic_keeps_bytes_and_drops_the_oldest_beyond_its_cap() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::open_with(dir.path(), crate::schema::STEPS, small()).unwrap();
    archive.put_conversation(meta("c")).wait().unwrap();
    let line = |number: u64| TrafficLine {
        at: number,
        epoch: Epoch(1),
        direction: [Direction::FromAgent, Direction::ToAgent, Direction::Stderr]
            [(number % 3) as usize],
        bytes: [&[0xff, 0, number as u8][..], &[b'x'; 1000]].concat(),
    };
    let add = |lines: Vec<TrafficLine>| {
        let traffic = AppendBatch {
            traffic: lines,
            ..AppendBatch::new(id("c"), Durability::Batched)
        };
        archive.append(traffic)
    };
    add((0..3).map(line).collect()).wait().unwrap();
    let rows = archive.traffic(&id("c"), None, 10).unwrap();
    assert_eq!(
        rows.iter().map(|row| row.line.clone()).collect::<Vec<_>>(),
        (0..3).map(line).collect::<Vec<_>>()
    );
    let before: Vec<TrafficRow> = archive.traffic(&id("c"), Some(rows[2].row), 1).unwrap();
    assert_eq!(before, rows[1..2]);

    for number in 3..500 {
        drop(add(vec![line(number)]));
    }
    archive.flush().wait().unwrap();
    let kept = archive.traffic(&id("c"), None, 10_000).unwrap();
    assert!((48..=64).contains(&kept.len()), "{} lines kept", kept.len());
    assert_eq!(kept.last().unwrap().line, line(499));
}
