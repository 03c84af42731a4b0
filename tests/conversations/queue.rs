//! Messages while a turn runs, and stopping it.

use crate::recorder::{Recorder, queue, text, words};
use model::view::{RowBody, Sending};
use model::{Activity, ToolState, TurnOutcome};
use parley_tests::{Stage, Window};

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
    assert_eq!(words(&window), ["list", "help", "hello again"]);
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

#[tokio::test(flavor = "multi_thread")]
async fn c69_a_queue_is_put_in_order_and_held_by_a_stop() {
    let stage = Stage::open().await;
    let agent = Recorder::new(&stage);
    let id = agent.conversation(&stage).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("slow one").await;
    text(&mut window, "Thinking about").await;
    for text in ["a", "b", "c"] {
        assert_eq!(window.send(text).await, Sending::Queued);
    }
    let queued = queue(&mut window, &["a", "b", "c"]).await;
    let host = &stage.host;
    host.move_queued(&id, &queued[2].id, 0).await.unwrap();
    queue(&mut window, &["c", "a", "b"]).await;
    host.move_queued(&id, &queued[2].id, 99).await.unwrap();
    queue(&mut window, &["a", "b", "c"]).await;
    host.move_queued(&id, &queued[2].id, 1).await.unwrap();
    queue(&mut window, &["a", "c", "b"]).await;

    host.stop(&id).await.unwrap();
    assert_eq!(window.ended(0).await, TurnOutcome::Stopped);
    assert!(window.header.as_ref().unwrap().queue_held, "a stop stops");
    // A new word does not wait behind what is held, nor set it loose.
    assert_eq!(window.send("first this").await, Sending::Sent);
    window.ended(1).await;
    queue(&mut window, &["a", "c", "b"]).await;
    host.resume_queue(&id).await.unwrap();
    window.ended(4).await;
    let all = ["slow one", "first this", "a", "c", "b"];
    assert_eq!(words(&window), all);
    assert_eq!(
        agent.heard(),
        ["slow one", "<stop>", "first this", "a", "c", "b"]
    );
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c69_a_message_sent_now_stops_the_turn_and_the_rest_follows() {
    let stage = Stage::open().await;
    let agent = Recorder::new(&stage);
    let id = agent.conversation(&stage).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("slow one").await;
    text(&mut window, "Thinking about").await;
    for text in ["a", "b", "c"] {
        window.send(text).await;
    }
    let queued = queue(&mut window, &["a", "b", "c"]).await;
    stage.host.send_now(&id, &queued[1].id).await.unwrap();
    window.ended(3).await;
    assert_eq!(window.outcome(0), Some(TurnOutcome::Stopped));
    assert_eq!(words(&window), ["slow one", "b", "a", "c"]);
    assert_eq!(agent.heard(), ["slow one", "<stop>", "b", "a", "c"]);
    let gone = stage.host.send_now(&id, &queued[1].id).await;
    assert_eq!(gone.unwrap_err().code, "expired");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c69_a_message_that_was_to_go_now_and_is_taken_out_lets_no_other_go() {
    let stage = Stage::open().await;
    // Ends its turn once it was told to stop, and then of a setting.
    let id = stage
        .scripted(
            r#"{"emit":{"type":"ready","version":"0.1.0","session_id":"s1","capabilities":{"tool_approval":true,"current_model":"y"}}}
{"expect":{"type":"message"},"as":"m"}
{"emit":{"type":"stream_start","msg_id":"${m.msg_id}"}}
{"expect":{"type":"stop"}}
{"expect":{"type":"set_config"}}
{"emit":{"type":"stream_end","msg_id":"${m.msg_id}"}}
{"wait_eof":true}
"#,
        )
        .await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("work").await;
    window.running().await;
    for text in ["a", "b"] {
        assert_eq!(window.send(text).await, Sending::Queued);
    }
    let queued = queue(&mut window, &["a", "b"]).await;
    stage.host.send_now(&id, &queued[1].id).await.unwrap();
    stage.host.remove_queued(&id, &queued[1].id).await.unwrap();
    let model = serde_json::Map::from_iter([("model".to_owned(), "x".into())]);
    stage.host.set_config(&id, model).await.unwrap();
    assert_eq!(window.ended(0).await, TurnOutcome::Stopped);
    window
        .until("the rest to be held", |window| {
            window.header.as_ref()?.queue_held.then_some(())
        })
        .await;
    queue(&mut window, &["a"]).await;
    assert_eq!(words(&window), ["work"]);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c69_a_crash_and_a_kill_hold_the_queue_and_double_nothing() {
    let stage = Stage::open().await;
    let agent = Recorder::new(&stage);
    let id = agent.conversation(&stage).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("ask").await;
    let card = window.asked().await;
    for text in ["die", "b", "c"] {
        window.send(text).await;
    }
    queue(&mut window, &["die", "b", "c"]).await;
    let after = stage.after_a_kill().await;
    window.deny(&card, "go on").await;
    assert!(matches!(
        window.ended(1).await,
        TurnOutcome::AgentExited { .. }
    ));
    queue(&mut window, &["b", "c"]).await;
    assert!(window.header.as_ref().unwrap().queue_held);
    stage.host.resume_queue(&id).await.unwrap();
    window.ended(3).await;
    assert_eq!(words(&window), ["ask", "die", "b", "c"]);

    // What a kill in the first turn leaves: all three, once, waiting for a word.
    let mut window = Window::new(&after, "main", &id);
    let queued = queue(&mut window, &["die", "b", "c"]).await;
    after.remove_queued(&id, &queued[0].id).await.unwrap();
    after.resume_queue(&id).await.unwrap();
    window.ended(2).await;
    assert_eq!(words(&window), ["ask", "b", "c"]);
    assert_eq!(
        agent.heard(),
        ["ask", "<tool_deny>", "die", "b", "c", "b", "c"]
    );
    after.shutdown().await;
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c44_a_message_during_a_request_waits_and_denies_nothing() {
    let stage = Stage::open().await;
    let agent = Recorder::new(&stage);
    let id = agent.conversation(&stage).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("ask").await;
    let card = window.asked().await;
    assert_eq!(window.send("another thing").await, Sending::Queued);
    queue(&mut window, &["another thing"]).await;
    assert_eq!(agent.heard(), ["ask"], "the agent heard no answer");
    assert_eq!(window.card().as_ref(), Some(&card), "the request stands");
    window.allow(&card).await;
    window.ended(1).await;
    assert_eq!(agent.heard(), ["ask", "<tool_approve>", "another thing"]);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c58_what_waits_for_the_user_says_so_everywhere() {
    let stage = Stage::open().await;
    let agent = Recorder::new(&stage);
    let id = agent.conversation(&stage).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("ask").await;
    window.asked().await;
    let listed = window
        .until("the list to follow", |window| {
            let listed = window.list.get(&id)?;
            (listed.waiting == 1).then(|| listed.clone())
        })
        .await;
    assert_eq!(listed.activity, Activity::Waiting);
    assert_eq!(window.header.as_ref().unwrap().activity, Activity::Waiting);
    let state = window.rows.values().find_map(|(row, _)| match &row.body {
        RowBody::Tool { state, .. } => Some(state.clone()),
        _ => None,
    });
    assert_eq!(state, Some(ToolState::AwaitingApproval));
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c70_messages_sent_from_two_windows_at_once_have_one_order() {
    let stage = Stage::open().await;
    let agent = Recorder::new(&stage);
    let id = agent.conversation(&stage).await;
    let mut one = Window::new(&stage.host, "main", &id);
    let mut two = Window::new(&stage.host, "conversation-x", &id);
    one.send("slow").await;
    text(&mut one, "Thinking about").await;
    tokio::join!(
        async {
            for n in 0..10 {
                one.send(&format!("one {n}")).await;
            }
        },
        async {
            for n in 0..10 {
                two.send(&format!("two {n}")).await;
            }
        }
    );
    stage.host.stop(&id).await.unwrap();
    stage.host.resume_queue(&id).await.unwrap();
    one.ended(0).await;
    stage.host.resume_queue(&id).await.unwrap();
    one.ended(20).await;
    two.ended(20).await;
    assert_eq!(one.text(), two.text());
    let mut heard = agent.heard();
    heard.retain(|line| line != "<stop>");
    assert_eq!(heard, words(&one), "as they stand, so they were sent");
    stage.host.shutdown().await;
}
