//! An answer counts once, for what was shown, and not too early.

use model::{ApprovalState, Decision, TurnOutcome};
use parley_tests::window::allow;
use parley_tests::{Stage, Window};
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn f065_an_early_allow_is_refused_and_a_deny_is_not() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("list").await;
    let card = window.asked().await;
    let early = |window: &Window| window.answer(&card, allow());
    let code = |result: Result<(), model::view::Problem>| result.unwrap_err().code;
    assert_eq!(
        code(stage.host.answer_approval("main", early(&window)).await),
        "tooEarly",
        "a card that no window said to show"
    );
    stage
        .host
        .approval_shown("main", &id, &card.key, &card.args_sha256)
        .unwrap();
    assert_eq!(
        code(stage.host.answer_approval("main", early(&window)).await),
        "tooEarly"
    );
    tokio::time::sleep(Duration::from_millis(720)).await;
    assert_eq!(
        code(stage.host.answer_approval("other", early(&window)).await),
        "tooEarly",
        "each window arms for itself"
    );
    window.deny(&card, "no").await;
    assert_eq!(window.ended(0).await, TurnOutcome::Completed);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_says_what_an_agent_wants_until_it_is_answered() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    let asking = [
        ("run `echo hello`", "wants to run a command"),
        ("write notes.txt: hello", "wants to write a file"),
    ];
    for (turn, (said, wants)) in asking.into_iter().enumerate() {
        window.send(said).await;
        let card = window.asked().await;
        assert_eq!(stage.host.summary(&id).unwrap().preview, wants);
        window.deny(&card, "no").await;
        window.ended(turn).await;
        let after = stage.host.summary(&id).unwrap().preview;
        assert_ne!(after, wants);
        assert!(!after.is_empty());
    }
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f072_an_answer_for_other_arguments_is_refused() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("list").await;
    let card = window.asked().await;
    let mut answer = window.answer(&card, allow());
    answer.args_sha256 = "0".repeat(64);
    let refused = stage.host.answer_approval("main", answer).await;
    assert_eq!(refused.unwrap_err().code, "argumentsDiffer");
    assert!(window.card().is_some(), "it still waits");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f068_of_a_hundred_answers_at_once_one_counts() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("list").await;
    let card = window.asked().await;
    let mut answers = tokio::task::JoinSet::new();
    for _ in 0..100 {
        let host = stage.host.clone();
        let deny = Decision::Deny {
            reason: "no".to_owned(),
        };
        let answer = window.answer(&card, deny);
        answers.spawn(async move { host.answer_approval("main", answer).await });
    }
    let mut codes: Vec<String> = Vec::new();
    while let Some(result) = answers.join_next().await {
        codes.push(result.unwrap().err().map_or("ok".to_owned(), |p| p.code));
    }
    codes.sort();
    let mut expected = vec!["alreadyDecided".to_owned(); 99];
    expected.push("ok".to_owned());
    assert_eq!(codes, expected);
    assert_eq!(window.ended(0).await, TurnOutcome::Completed);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f074_a_stop_expires_what_waits() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("run touch made").await;
    let card = window.asked().await;
    stage.host.stop(&id).await.unwrap();
    window.ended(0).await;
    let late = stage
        .host
        .answer_approval("main", window.answer(&card, allow()))
        .await;
    assert_eq!(late.unwrap_err().code, "expired");
    assert!(!stage.workspace().join("made").exists());
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_is_on_disk_before_it_is_sent() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("run sleep 60").await;
    let card = window.asked().await;
    let killed_before = stage.after_a_kill().await;
    let mut other = Window::new(&killed_before, "main", &id);
    let state = other
        .until("the expired request", |window| window.settled())
        .await;
    assert!(matches!(state, ApprovalState::Expired { .. }), "{state:?}");
    assert_eq!(other.outcome(0), Some(TurnOutcome::Unfinished));
    killed_before.shutdown().await;
    window.allow(&card).await;
    window
        .until("the command to run", |window| {
            window.text().contains("Running").then_some(())
        })
        .await;
    stage.host.stop(&id).await.unwrap();
    window.ended(0).await;
    stage.host.shutdown().await;
}

trait Settled {
    fn settled(&self) -> Option<ApprovalState>;
}

impl Settled for Window {
    fn settled(&self) -> Option<ApprovalState> {
        self.rows.values().find_map(|(row, _)| match &row.body {
            model::view::RowBody::Tool {
                approval: Some(card),
                ..
            } => Some(card.state.clone()),
            _ => None,
        })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn c43_a_request_of_a_helper_is_shown_with_its_origin_and_answered() {
    let stage = Stage::open().await;
    let script = r#"{"ready": {"session_id": "s-1"}}
{"await": "message", "as": "m"}
{"start_turn": true}
{"emit": {"type": "tool_request", "msg_id": "a-helper", "call_id": "h1", "tool": {"name": "Bash", "category": "exec", "args": {"command": "ls"}, "description": "List"}}}
{"await": "answer"}
{"text": "It was answered."}
{"end_turn": true}
"#;
    let id = stage.scripted(script).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("go").await;
    let card = window.asked().await;
    assert!(!card.in_known_turn);
    window.allow(&card).await;
    assert_eq!(window.ended(0).await, TurnOutcome::Completed);
    assert!(window.text().contains("It was answered."));
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c44_a_message_while_a_request_waits_is_queued_and_answers_nothing() {
    let stage = Stage::open().await;
    let asker = crate::approvals_agent::Asker::new(&stage);
    let id = stage.with_program(&asker.program(), Vec::new()).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("Bash 1 {\"command\":\"ls\"}").await;
    let card = window.asked().await;
    let sending = window.send("Bash 1 {\"command\":\"pwd\"}").await;
    assert_eq!(sending, model::view::Sending::Queued);
    assert_eq!(window.card().unwrap().key, card.key, "it still waits");
    assert_eq!(asker.answers(), Vec::<bool>::new());
    window.allow(&card).await;
    window.ended(0).await;
    assert_eq!(asker.answers(), [true]);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c46_a_request_the_agent_took_back_can_not_be_answered() {
    let stage = Stage::open().await;
    let script = r#"{"ready": {"session_id": "s-1"}}
{"await": "message", "as": "m"}
{"start_turn": true}
{"emit": {"type": "tool_request", "msg_id": "${m.msg_id}", "call_id": "t1", "tool": {"name": "Bash", "category": "exec", "args": {"command": "ls"}, "description": "List"}}}
{"sleep_ms": 1500}
{"emit": {"type": "tool_cancelled", "msg_id": "${m.msg_id}", "call_id": "t1", "reason": "not needed"}}
{"sleep_ms": 600000}
"#;
    let id = stage.scripted(script).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("go").await;
    let card = window.asked().await;
    let state = window
        .until("the end of the request", |window| {
            window
                .settled()
                .filter(|state| *state != ApprovalState::Pending)
        })
        .await;
    assert_eq!(
        state,
        ApprovalState::Expired {
            reason: model::ExpiryReason::CancelledByAgent
        }
    );
    let late = stage
        .host
        .answer_approval("", window.answer(&card, allow()))
        .await;
    assert_eq!(late.unwrap_err().code, "expired");
    stage.host.shutdown().await;
}
