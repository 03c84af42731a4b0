//! Agents that keep messages themselves, and whose memory only one process may hold.

use model::view::{RowBody, Sending};
use model::{
    AgentProfile, ConversationId, Delivery, ProfileId, ProfileOrigin, ProtocolId, TurnOutcome,
};
use parley_tests::{Stage, Window};
use std::collections::BTreeMap;

/// A nuum agent that ends its first turn without having injected the second
/// message, and then runs it as a turn of its own, unannounced.
const MISSES_THE_CALL: &str = r#"
say() { printf '%s\n' "$1"; }
say '{"type":"system","subtype":"init","session_id":"nuum_1","version":"0.1.0","tools":[]}'
read -r one
say '{"type":"system","subtype":"turn_accepted","session_id":"nuum_1"}'
say '{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"First."}]}}'
read -r two
say '{"type":"system","subtype":"queued","position":1}'
say '{"type":"result","subtype":"success","is_error":false,"result":"First."}'
read -r three
say '{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"Second."}]}}'
say '{"type":"result","subtype":"success","is_error":false,"result":"Second."}'
while read -r rest; do :; done
"#;

async fn nuum(stage: &Stage, script: &str) -> ConversationId {
    let profile = AgentProfile {
        id: ProfileId::from("shell-nuum"),
        name: "Shell".to_owned(),
        protocol: ProtocolId("nuum".to_owned()),
        command: "/bin/sh".to_owned(),
        args: ["-c", script, "sh"].map(str::to_owned).to_vec(),
        env: BTreeMap::new(),
        settings: serde_json::Map::new(),
        origin: ProfileOrigin::CommandLine,
    };
    let workspace = stage.workspace();
    stage
        .host
        .create_with(profile, &workspace.to_string_lossy())
        .await
        .unwrap()
}

fn delivery(window: &Window, message: &str) -> Option<Delivery> {
    window.rows.values().find_map(|(row, _)| match &row.body {
        RowBody::User { text, delivery, .. } if text == message => Some(*delivery),
        _ => None,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_missed_the_turn_is_the_next_one() {
    let stage = Stage::open().await;
    let id = nuum(&stage, MISSES_THE_CALL).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("one").await;
    window
        .until("the first answer", |window| {
            window.text().contains("First.").then_some(())
        })
        .await;
    assert_eq!(window.send("two").await, Sending::Sent);
    assert_eq!(window.ended(0).await, TurnOutcome::Completed);
    assert_eq!(delivery(&window, "one"), Some(Delivery::Seen));
    assert_eq!(delivery(&window, "two"), Some(Delivery::QueuedByAgent));
    // The agent is at it, so that this one goes to its queue too.
    assert_eq!(window.send("three").await, Sending::Sent);
    assert_eq!(window.ended(1).await, TurnOutcome::Completed);
    window
        .until("the mark of the second message", |window| {
            (delivery(window, "two") == Some(Delivery::Seen)).then_some(())
        })
        .await;
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_memory_is_held_by_one_process() {
    let stage = Stage::open().await;
    let first = nuum(&stage, MISSES_THE_CALL).await;
    let second = nuum(&stage, MISSES_THE_CALL).await;
    stage.host.prepare(&first).await.unwrap();
    let refused = stage.host.prepare(&second).await.unwrap_err();
    assert!(
        refused.message.contains("shell-nuum.db"),
        "{}",
        refused.message
    );
    stage.host.shutdown().await;
}
