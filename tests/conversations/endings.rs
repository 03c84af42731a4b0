//! Every way a turn can end is another, and each ends the wait.

use crate::recorder::{Recorder, said, text};
use crate::scripts::in_a_turn;
use model::view::RowBody;
use model::{Activity, ApprovalState, Delivery, TurnOutcome};
use parley_tests::{Stage, Window};

/// After the end of a turn nothing waits and nothing spins.
fn at_rest(window: &Window) {
    let header = window.header.as_ref().unwrap();
    assert!(
        matches!(
            header.activity,
            Activity::Idle | Activity::Asleep | Activity::Failed
        ),
        "{:?}",
        header.activity
    );
    assert_eq!(header.turn_started_at, None);
    let open: Vec<_> = window
        .rows
        .values()
        .filter(|(row, _)| row.open)
        .map(|(row, _)| &row.id)
        .collect();
    assert_eq!(open, Vec::<&model::ItemId>::new(), "rows that still grow");
}

#[tokio::test(flavor = "multi_thread")]
async fn c74_an_exit_in_a_turn_is_no_success_whatever_its_code() {
    for (word, how) in [("quit", "exit code 0"), ("die", "exit code 9")] {
        let stage = Stage::open().await;
        let agent = Recorder::new(&stage);
        let id = agent.conversation(&stage).await;
        let mut window = Window::new(&stage.host, "main", &id);
        window.send(word).await;
        let outcome = window.ended(0).await;
        let how = how.to_owned();
        assert_eq!(outcome, TurnOutcome::AgentExited { how });
        at_rest(&window);
        assert!(window.header.as_ref().unwrap().agent_ended);
        stage.host.shutdown().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn c74_each_protocol_word_for_a_stop_is_told_from_success() {
    let nuum = |end: &str| {
        format!(
            "echo '{{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"n\",\"version\":\"0.1.0\",\"tools\":[]}}'; read -r one; echo '{{\"type\":\"system\",\"subtype\":\"turn_accepted\",\"session_id\":\"n\"}}'; echo '{{\"type\":\"result\",\"subtype\":\"{end}\",\"is_error\":false,\"result\":\"\"}}'; while read -r rest; do :; done"
        )
    };
    let exits = |code: u8| format!("cat > /dev/null; exit {code}");
    let cases = [
        ("nuum", nuum("success")),
        ("nuum", nuum("cancelled")),
        ("agentproc", exits(0)),
        ("agentproc", exits(143)),
        ("agentproc", exits(124)),
        ("agentproc", exits(130)),
        ("agentproc", exits(3)),
    ];
    let mut seen = Vec::new();
    for (protocol, script) in cases {
        let stage = Stage::open().await;
        let mut profile = stage.profile(protocol, "/bin/sh");
        profile.args = ["-c", &script, "sh"].map(str::to_owned).to_vec();
        let id = stage
            .host
            .create_with(profile, &stage.workspace().to_string_lossy())
            .await
            .unwrap();
        let mut window = Window::new(&stage.host, "main", &id);
        window.send("go").await;
        let outcome = window.ended(0).await;
        at_rest(&window);
        seen.push(match outcome {
            TurnOutcome::Completed => "completed",
            TurnOutcome::Failed { .. } => "failed",
            TurnOutcome::Stopped => "stopped",
            TurnOutcome::Interrupted => "interrupted",
            TurnOutcome::TimedOut { .. } => "timed out",
            TurnOutcome::AgentExited { .. } => "exited",
            TurnOutcome::Unfinished => "unfinished",
        });
        stage.host.shutdown().await;
    }
    assert_eq!(
        seen,
        [
            "completed",
            "stopped",
            "completed",
            "exited",
            "failed",
            "exited",
            "failed"
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn c46_a_request_of_an_agent_that_ended_expires_and_takes_no_answer() {
    let stage = Stage::open().await;
    let agent = Recorder::new(&stage);
    let id = agent.conversation(&stage).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("ask").await;
    let card = window.asked().await;
    stage.host.force_stop(&id).await.unwrap();
    assert_eq!(window.ended(0).await, TurnOutcome::Interrupted);
    let answer = window.answer(&card, parley_tests::window::allow());
    let refused = stage.host.answer_approval("main", answer).await;
    assert_eq!(refused.unwrap_err().code, "expired");
    let state = window.rows.values().find_map(|(row, _)| match &row.body {
        RowBody::Tool { approval, .. } => approval.as_ref().map(|card| card.state.clone()),
        _ => None,
    });
    assert!(matches!(state, Some(ApprovalState::Expired { .. })));
    assert_eq!(agent.heard(), ["ask"], "nothing was written to it");
    assert_eq!(window.header.as_ref().unwrap().pending, []);
    at_rest(&window);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c10_nothing_that_comes_after_a_stop_is_taken_for_an_answer() {
    let stage = Stage::open().await;
    let id = stage
        .scripted(&in_a_turn(
            r#"{"emit":{"type":"text_delta","msg_id":"${m.msg_id}","text":"before"}}
{"expect":{"type":"stop"}}
{"emit":{"type":"stream_end","msg_id":"${m.msg_id}"}}
{"emit":{"type":"text_delta","msg_id":"${m.msg_id}","text":"too late"}}
{"emit":{"type":"text_delta","msg_id":"${m.msg_id}","text":"seen"}}
{"wait_eof":true}"#,
        ))
        .await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("go").await;
    text(&mut window, "before").await;
    stage.host.stop(&id).await.unwrap();
    assert_eq!(window.ended(0).await, TurnOutcome::Stopped);
    text(&mut window, "seen").await;
    let in_the_turn = window
        .rows
        .values()
        .take_while(|(row, _)| !matches!(row.body, RowBody::TurnEnd { .. }));
    let late = in_the_turn
        .flat_map(|(_, blocks)| blocks)
        .any(|block| block.html.contains("too late"));
    assert!(!late, "{}", window.text());
    let header = window.header.as_ref().unwrap();
    assert_eq!(header.turn_started_at, None, "nothing runs any more");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_while_a_message_is_handed_over_leaves_it_open_whether_it_arrived() {
    let stage = Stage::open().await;
    let agent = Recorder::new(&stage);
    // An agent that never becomes ready takes nothing.
    agent.put("agent", "#!/bin/sh\nsleep 1000\n");
    let id = agent.conversation(&stage).await;
    let window = Window::new(&stage.host, "main", &id);
    window.send("one").await;
    let after = stage.after_a_kill().await;
    let mut other = Window::new(&after, "main", &id);
    assert_eq!(other.ended(0).await, TurnOutcome::Unfinished);
    assert_eq!(said(&other), [("one".to_owned(), Delivery::Unknown)]);
    at_rest(&other);
    after.shutdown().await;
    stage.host.shutdown().await;
}
