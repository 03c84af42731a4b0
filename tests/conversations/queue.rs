//! Messages while a turn runs, and stopping it.

use model::TurnOutcome;
use model::view::{RowBody, Sending};
use parley_tests::{Stage, Window};

fn said(window: &Window) -> Vec<String> {
    window
        .rows
        .values()
        .filter_map(|(row, _)| match &row.body {
            RowBody::User { text, .. } => Some(text.clone()),
            _ => None,
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn c69_queued_messages_are_sent_once_and_in_order() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    assert_eq!(window.send("list").await, Sending::Sent);
    let card = window.asked().await;
    for text in ["help", "hello", "remember"] {
        assert_eq!(window.send(text).await, Sending::Queued);
    }
    let queued = window
        .until("three queued", |window| {
            let queue = &window.header.as_ref()?.queue;
            (queue.len() == 3).then(|| queue.clone())
        })
        .await;
    stage
        .host
        .edit_queued(&id, &queued[1].id, "hello again".to_owned())
        .await
        .unwrap();
    stage.host.remove_queued(&id, &queued[2].id).await.unwrap();
    window.deny(&card, "no").await;
    window.ended(2).await;
    assert_eq!(said(&window), ["list", "help", "hello again"]);
    let gone = stage.host.remove_queued(&id, &queued[0].id).await;
    assert_eq!(gone.unwrap_err().code, "expired");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_answer_stops_and_the_next_message_goes_on_in_the_same_process() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("long 1000000").await;
    window
        .until("some text", |window| {
            window
                .rows
                .values()
                .any(|(row, blocks)| matches!(row.body, RowBody::Text) && blocks.len() > 2)
                .then_some(())
        })
        .await;
    stage.host.stop(&id).await.unwrap();
    assert_eq!(window.ended(0).await, TurnOutcome::Stopped);
    window.send("hello").await;
    assert_eq!(window.ended(1).await, TurnOutcome::Completed);
    assert_eq!(stage.host.running_agents(), 1);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c10_an_agent_that_ignores_a_stop_is_ended() {
    let stage = Stage::open().await;
    let id = stage
        .scripted(
            r#"{"ignore":["SIGTERM","EOF"]}
{"emit":{"type":"ready","version":"0.1.0","capabilities":{"tool_approval":true,"thinking":true,"mcp":false}}}
{"expect":{"type":"message"},"as":"m"}
{"emit":{"type":"stream_start","msg_id":"${m.msg_id}"}}
{"loop":{"times":null,"steps":[{"emit":{"type":"text_delta","msg_id":"${m.msg_id}","text":"on and on "}},{"sleep_ms":20}]}}
"#,
        )
        .await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("go").await;
    window
        .until("text", |window| {
            window.text().contains("on and on").then_some(())
        })
        .await;
    stage.host.stop(&id).await.unwrap();
    window
        .until("the offer to force it", |window| {
            window.header.as_ref()?.can_force_stop.then_some(())
        })
        .await;
    stage.host.force_stop(&id).await.unwrap();
    assert_eq!(window.ended(0).await, TurnOutcome::Interrupted);
    assert_eq!(stage.host.running_agents(), 0);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c70_two_windows_show_the_same() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut one = Window::new(&stage.host, "main", &id);
    let mut two = Window::new(&stage.host, "conversation-x", &id);
    let (a, b) = tokio::join!(one.send("hello"), two.send("help"));
    assert!(a != b, "one is sent, the other queued: {a:?} {b:?}");
    one.ended(1).await;
    two.ended(1).await;
    assert_eq!(one.text(), two.text());
    let mut late = Window::new(&stage.host, "late", &id);
    late.ended(1).await;
    assert_eq!(late.text(), one.text(), "a snapshot equals all patches");
    stage.host.shutdown().await;
}
