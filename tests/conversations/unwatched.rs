//! Agents that no window shows, and conversations that run beside each other.

use crate::recorder::{Recorder, queue, text};
use crate::scripts::one_turn;
use model::view::{AgentsWithoutWindow, RowBody};
use model::{Activity, ConversationId, TurnOutcome};
use parley_tests::{Stage, Window};
use std::time::Duration;

/// A stream of numbers, at a pace that lasts for about three seconds.
const NUMBERS: &str = r#"{"loop":{"times":300,"steps":[{"emit":{"type":"text_delta","msg_id":"${m.msg_id}","text":"n${i} "}},{"sleep_ms":10}]}}"#;
const COUNT: usize = 300;

/// The numbers on screen, as they stand.
fn numbers(window: &Window) -> Vec<usize> {
    window
        .rows
        .values()
        .filter(|(row, _)| matches!(row.body, RowBody::Text))
        .flat_map(|(_, blocks)| blocks)
        .flat_map(|block| {
            block
                .html
                .split(|c: char| !c.is_ascii_alphanumeric())
                .filter_map(|word| word.strip_prefix('n')?.parse().ok())
                .collect::<Vec<_>>()
        })
        .collect()
}

fn all() -> Vec<usize> {
    (0..COUNT).collect()
}

async fn wish(stage: &Stage, wish: AgentsWithoutWindow) {
    let mut settings = stage.host.settings();
    settings.agents_without_window = wish;
    stage.host.change_settings(settings).unwrap();
}

/// Waits without a window until so many agents run.
async fn running(stage: &Stage, wanted: u32) {
    let begun = std::time::Instant::now();
    while stage.host.running_agents() != wanted {
        assert!(begun.elapsed() < parley_tests::window::PATIENCE);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn c17_a_conversation_goes_on_while_others_are_looked_at_and_begun() {
    let stage = Stage::open().await;
    let a = stage.scripted(&one_turn(NUMBERS)).await;
    let mut window = Window::new(&stage.host, "main", &a);
    window.send("go").await;
    text(&mut window, "n5 ").await;
    for _ in 0..2 {
        // The same window turns to another conversation, and that one speaks.
        let other = stage.guide().await;
        let mut there = Window::new(&stage.host, "main", &other);
        there.send("hello").await;
        assert_eq!(there.ended(0).await, TurnOutcome::Completed);
    }
    let mut window = Window::new(&stage.host, "main", &a);
    assert_eq!(window.ended(0).await, TurnOutcome::Completed);
    assert_eq!(numbers(&window), all());
    assert_eq!(stage.host.running_agents(), 3);
    stage.host.shutdown().await;
}

async fn closed_in_a_stream(with: AgentsWithoutWindow, script: &str) -> (Stage, ConversationId) {
    let stage = Stage::open().await;
    wish(&stage, with).await;
    let id = stage.scripted(script).await;
    let mut window = Window::new(&stage.host, "conversation-a", &id);
    window.send("go").await;
    text(&mut window, "n5 ").await;
    stage.host.viewer_closed("conversation-a");
    (stage, id)
}

#[tokio::test(flavor = "multi_thread")]
async fn f060_an_agent_finishes_its_turn_without_a_window_and_is_ended_then() {
    let (stage, id) = closed_in_a_stream(AgentsWithoutWindow::WhileBusy, &one_turn(NUMBERS)).await;
    assert_eq!(
        stage.host.running_agents(),
        1,
        "it is counted while it runs"
    );
    running(&stage, 0).await;
    let mut window = Window::new(&stage.host, "main", &id);
    assert_eq!(window.ended(0).await, TurnOutcome::Completed);
    assert_eq!(numbers(&window), all(), "nothing was lost");
    assert_eq!(window.list[&id].activity, Activity::Asleep);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f060_an_agent_is_stopped_with_its_window_where_that_is_chosen() {
    // It would go on for a minute, and hears no stop.
    let long = one_turn(&NUMBERS.replace("300", "6000"));
    let (stage, id) = closed_in_a_stream(AgentsWithoutWindow::Stop, &long).await;
    running(&stage, 0).await;
    let mut window = Window::new(&stage.host, "main", &id);
    let outcome = window.ended(0).await;
    assert!(
        matches!(outcome, TurnOutcome::Stopped | TurnOutcome::Interrupted),
        "{outcome:?}"
    );
    let seen = numbers(&window);
    assert!(seen.len() > 5 && seen.len() < 6000, "{}", seen.len());
    let first: Vec<usize> = (0..seen.len()).collect();
    assert_eq!(seen, first, "nothing of it was lost");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c06_six_windows_that_are_closed_leave_no_agent_behind() {
    let stage = Stage::open().await;
    let mut labels = Vec::new();
    for number in 0..6 {
        let id = stage.guide().await;
        let label = format!("conversation-{number}");
        let mut window = Window::new(&stage.host, &label, &id);
        window.send("hello").await;
        assert_eq!(window.ended(0).await, TurnOutcome::Completed);
        labels.push(label);
    }
    running(&stage, 6).await;
    for label in &labels {
        stage.host.viewer_closed(label);
    }
    running(&stage, 0).await;
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f060_an_agent_that_is_kept_is_there_when_its_window_comes_back() {
    let stage = Stage::open().await;
    wish(&stage, AgentsWithoutWindow::Keep).await;
    let agent = Recorder::new(&stage);
    let id = agent.conversation(&stage).await;
    let mut window = Window::new(&stage.host, "conversation-a", &id);
    window.send("one").await;
    window.ended(0).await;
    stage.host.viewer_closed("conversation-a");
    let mut window = Window::new(&stage.host, "conversation-a", &id);
    window.send("two").await;
    window.ended(1).await;
    assert_eq!(agent.starts().len(), 1);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f060_what_is_queued_and_asked_keeps_an_agent() {
    let stage = Stage::open().await;
    let agent = Recorder::new(&stage);
    let id = agent.conversation(&stage).await;
    let mut window = Window::new(&stage.host, "conversation-a", &id);
    window.send("ask").await;
    let card = window.asked().await;
    window.send("two").await;
    queue(&mut window, &["two"]).await;
    stage.host.viewer_closed("conversation-a");
    window.deny(&card, "no").await;
    running(&stage, 0).await;
    assert_eq!(agent.heard(), ["ask", "<tool_deny>", "two"]);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_with_pending_tasks_is_not_ended_for_being_idle() {
    let stage = Stage::open().await;
    let tasks =
        |tasks: &str| format!("{{\"type\":\"system\",\"subtype\":\"tasks\",\"tasks\":[{tasks}]}}");
    let pending = tasks(
        r#"{"id":"t1","type":"alarm","description":"tea","status":"pending","firesAt":"2090-01-01T00:00:00Z"}"#,
    );
    let script = format!(
        "echo '{{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"n\",\"version\":\"0.1.0\",\"tools\":[]}}'; read -r one; echo '{{\"type\":\"system\",\"subtype\":\"turn_accepted\",\"session_id\":\"n\"}}'; echo '{pending}'; echo '{{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,\"result\":\"ok\"}}'; while ! test -f done; do sleep 0.05; done; echo '{}'; while read -r rest; do :; done",
        tasks("")
    );
    let mut profile = stage.profile("nuum", "/bin/sh");
    profile.args = ["-c", &script, "sh"].map(str::to_owned).to_vec();
    let id = stage
        .host
        .create_with(profile, &stage.workspace().to_string_lossy())
        .await
        .unwrap();
    let mut window = Window::new(&stage.host, "conversation-a", &id);
    window.send("go").await;
    assert_eq!(window.ended(0).await, TurnOutcome::Completed);
    stage.host.viewer_closed("conversation-a");
    // Another conversation opened and used meanwhile: time enough to end this one.
    let other = stage.guide().await;
    let mut beside = Window::new(&stage.host, "main", &other);
    beside.send("hello").await;
    beside.ended(0).await;
    assert_eq!(stage.host.running_agents(), 2);
    std::fs::write(stage.workspace().join("done"), "").unwrap();
    running(&stage, 1).await;
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_marks_what_is_unread_failed_and_queued_also_after_a_restart() {
    let stage = Stage::open().await;
    let agent = Recorder::new(&stage);
    let read = agent.conversation(&stage).await;
    let mut window = Window::new(&stage.host, "main", &read);
    window.send("one").await;
    window.ended(0).await;
    let unseen = agent.conversation(&stage).await;
    let elsewhere = Window::new(&stage.host, "main", &unseen);
    elsewhere.send("die").await;
    elsewhere.send("two").await;
    let marks = |window: &Window, id: &ConversationId| {
        let listed = window.list.get(id)?;
        Some((listed.unread, listed.activity, listed.queued))
    };
    let failed = (true, Activity::Failed, 1);
    window
        .until("the marks", |window| {
            (marks(window, &unseen)? == failed).then_some(())
        })
        .await;
    assert_eq!(marks(&window, &read), Some((false, Activity::Idle, 0)));

    let stage = stage.reopen().await;
    let mut window = Window::new(&stage.host, "main", &read);
    window.pull().await;
    assert_eq!(marks(&window, &unseen), Some(failed));
    assert_eq!(marks(&window, &read), Some((false, Activity::Asleep, 0)));
    // Looking at it makes it read, and nothing else.
    let mut window = Window::new(&stage.host, "main", &unseen);
    window.pull().await;
    let seen = Some((false, Activity::Failed, 1));
    window
        .until("it to be read", |window| {
            (marks(window, &unseen) == seen).then_some(())
        })
        .await;
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_the_user_gave_wins_for_ever() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    stage.host.rename(&id, "Mine").await.unwrap();
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("hello").await;
    window.ended(0).await;
    assert_eq!(window.header.as_ref().unwrap().title, "Mine");
    let stage = stage.reopen().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("help").await;
    window.ended(1).await;
    assert_eq!(window.header.as_ref().unwrap().title, "Mine");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c68_a_draft_is_kept_while_other_things_are_looked_at_and_over_a_restart() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let draft = "half a thought\nwith a second line";
    stage.host.set_draft(&id, draft.to_owned()).await.unwrap();
    let drafted = |window: &Window| window.header.as_ref().unwrap().draft.clone();
    let other = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &other);
    window.send("hello").await;
    window.ended(0).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.pull().await;
    assert_eq!(drafted(&window), draft);
    let last = stage.host.settings();
    assert_eq!(last.last_profile, "guide");
    assert_eq!(last.last_workspace, stage.workspace().to_string_lossy());
    let stage = stage.reopen().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.pull().await;
    assert_eq!(drafted(&window), draft);
    assert_eq!(stage.host.settings(), last);
    stage.host.shutdown().await;
}
