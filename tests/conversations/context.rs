//! Taking a conversation up again, and what an agent is told that does not know it.

use crate::recorder::{Recorder, queue, said, text, words};
use model::view::Sending;
use model::{Activity, ContextLoss, Delivery, TurnOutcome};
use parley_tests::{Stage, Window};

async fn forgets(window: &mut Window, why: ContextLoss) {
    window
        .until("the question what the agent is told", |window| {
            (window.header.as_ref()?.forgets == Some(why)).then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c11_after_a_stop_the_same_session_goes_on() {
    let stage = Stage::open().await;
    let agent = Recorder::new(&stage);
    agent.put("deaf", "");
    let id = agent.conversation(&stage).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("slow one").await;
    text(&mut window, "Thinking about").await;
    stage.host.stop(&id).await.unwrap();
    assert_eq!(window.ended(0).await, TurnOutcome::Interrupted);
    assert_eq!(window.send("two").await, Sending::Sent);
    assert_eq!(window.ended(1).await, TurnOutcome::Completed);
    assert_eq!(
        agent.starts(),
        ["--json-stream", "--json-stream --resume s-1"]
    );
    assert_eq!(agent.heard(), ["slow one", "<stop>", "two"]);
    assert_eq!(window.list.len(), 1, "no other conversation was made");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c62_a_missing_program_leaves_the_session_id_alone() {
    let stage = Stage::open().await;
    let agent = Recorder::new(&stage);
    let id = agent.conversation(&stage).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("one").await;
    window.ended(0).await;
    let away = agent.folder.join("away");
    std::fs::rename(agent.program(), &away).unwrap();

    let stage = stage.reopen().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("two").await;
    assert!(matches!(window.ended(1).await, TurnOutcome::Failed { .. }));
    assert_eq!(said(&window)[1].1, Delivery::Undelivered);
    let stage = stage.reopen().await;
    std::fs::rename(&away, agent.program()).unwrap();
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("three").await;
    assert_eq!(window.ended(2).await, TurnOutcome::Completed);
    assert_eq!(
        agent.starts(),
        ["--json-stream", "--json-stream --resume s-1"]
    );
    assert_eq!(window.header.as_ref().unwrap().forgets, None);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_session_is_told_and_the_summary_goes_as_history_once_it_is_chosen() {
    let stage = Stage::open().await;
    let agent = Recorder::new(&stage);
    let id = agent.conversation(&stage).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("one").await;
    window.ended(0).await;
    stage.host.force_stop(&id).await.unwrap();
    agent.put("session", "another");
    window.send("two").await;
    forgets(&mut window, ContextLoss::OtherSession).await;
    assert_eq!(window.header.as_ref().unwrap().activity, Activity::Waiting);
    assert_eq!(agent.heard(), ["one"], "nothing was sent before the choice");

    let summary = stage.host.context_summary(&id).unwrap();
    assert!(summary.as_history);
    assert!(
        summary.text.contains("User: one\n\nAssistant: Heard one."),
        "{}",
        summary.text
    );
    stage
        .host
        .decide_context(&id, Some(summary.text))
        .await
        .unwrap();
    assert_eq!(window.ended(1).await, TurnOutcome::Completed);
    assert_eq!(agent.heard(), ["one", "<init_history>", "two"]);
    assert!(window.text().contains("was told as earlier context"));
    assert_eq!(window.header.as_ref().unwrap().forgets, None);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_without_sessions_is_asked_about_before_it_is_started_again() {
    let stage = Stage::open().await;
    let agent = Recorder::new(&stage);
    agent.forget();
    let id = agent.conversation(&stage).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("one").await;
    window.ended(0).await;

    // The message and the question outlive a restart.
    let stage = stage.reopen().await;
    let mut window = Window::new(&stage.host, "main", &id);
    assert_eq!(window.send("two").await, Sending::Queued);
    forgets(&mut window, ContextLoss::NoSession).await;
    let stage = stage.reopen().await;
    let mut window = Window::new(&stage.host, "main", &id);
    queue(&mut window, &["two"]).await;
    forgets(&mut window, ContextLoss::NoSession).await;
    let first = &window.header.as_ref().unwrap().queue[0].id;
    let refused = stage.host.send_now(&id, first).await.unwrap_err();
    assert_eq!(refused.code, "refused");
    assert_eq!(agent.heard(), ["one"]);
    stage.host.decide_context(&id, None).await.unwrap();
    assert_eq!(window.ended(1).await, TurnOutcome::Completed);
    assert_eq!(agent.heard(), ["one", "two"]);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_summary_is_the_next_message_where_an_agent_takes_no_history() {
    let stage = Stage::open().await;
    let agent = Recorder::new(&stage);
    agent.put("version", "0.2.0");
    agent.forget();
    let id = agent.conversation(&stage).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("one").await;
    window.ended(0).await;
    stage.host.force_stop(&id).await.unwrap();
    window
        .until("the agent to be gone", |window| {
            let activity = window.header.as_ref()?.activity;
            (activity == Activity::Asleep).then_some(())
        })
        .await;
    window.send("two").await;
    forgets(&mut window, ContextLoss::NoSession).await;
    let empty = stage.host.decide_context(&id, Some(" ".to_owned())).await;
    assert_eq!(empty.unwrap_err().code, "refused");
    let told = "We spoke of one.".to_owned();
    stage.host.decide_context(&id, Some(told)).await.unwrap();
    window.ended(2).await;
    assert_eq!(words(&window), ["one", "We spoke of one.", "two"]);
    assert_eq!(agent.heard(), ["one", "We spoke of one.", "two"]);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_waits_for_the_choice_can_be_stopped() {
    let stage = Stage::open().await;
    let agent = Recorder::new(&stage);
    let id = agent.conversation(&stage).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("one").await;
    window.ended(0).await;
    stage.host.force_stop(&id).await.unwrap();
    agent.put("session", "another");
    window.send("two").await;
    forgets(&mut window, ContextLoss::OtherSession).await;
    stage.host.stop(&id).await.unwrap();
    assert_eq!(window.ended(1).await, TurnOutcome::Stopped);
    assert_eq!(said(&window)[1].1, Delivery::Undelivered);
    assert_eq!(agent.heard(), ["one"]);
    stage.host.shutdown().await;
}
