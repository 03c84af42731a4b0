//! Answers at the same moment, after the end, and on the card that moved up.

use crate::approvals_agent::Asker;
use model::view::InboxEntry;
use model::{ApprovalAnswer, ApprovalState, Decision};
use parley_tests::window::{PATIENCE, allow};
use parley_tests::{Stage, Window};
use std::time::{Duration, Instant};

const ROUNDS: u32 = 1000;

/// The request with this number, once it waits.
async fn waiting(stage: &Stage, request: u32) -> InboxEntry {
    let begun = Instant::now();
    loop {
        let inbox = stage.host.inbox().unwrap();
        let found = inbox
            .waiting
            .into_iter()
            .find(|entry| entry.card.key.request == request);
        if let Some(entry) = found {
            return entry;
        }
        assert!(begun.elapsed() < PATIENCE, "request {request} never came");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

fn answer(entry: &InboxEntry, decision: Decision) -> ApprovalAnswer {
    ApprovalAnswer {
        conversation: entry.conversation.clone(),
        key: entry.card.key.clone(),
        args_sha256: entry.card.args_sha256.clone(),
        decision,
    }
}

fn deny() -> Decision {
    Decision::Deny {
        reason: "no".to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn f068_a_hundred_answers_at_once_are_one_line_in_every_round() {
    let stage = Stage::open().await;
    let asker = Asker::new(&stage);
    let id = stage.with_program(&asker.program(), Vec::new()).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window
        .send(&format!("again Bash {ROUNDS} {{\"command\":\"echo #\"}}"))
        .await;
    let mut expected = Vec::new();
    for round in 1..=ROUNDS {
        let entry = waiting(&stage, round).await;
        let mut answers = tokio::task::JoinSet::new();
        for one in 0..100 {
            let host = stage.host.clone();
            // Both kinds, from many places at once.
            let decision = if one % 2 == 0 { allow() } else { deny() };
            let allows = one % 2 == 0;
            let answer = answer(&entry, decision);
            answers.spawn(async move {
                let outcome = host.answer_approval("", answer).await;
                (allows, outcome.err().map(|problem| problem.code))
            });
        }
        let mut accepted = Vec::new();
        while let Some(done) = answers.join_next().await {
            match done.unwrap() {
                (allows, None) => accepted.push(allows),
                (_, Some(code)) => assert_eq!(code, "alreadyDecided"),
            }
        }
        assert_eq!(accepted.len(), 1, "round {round}");
        expected.extend(accepted);
    }
    window.ended(0).await;
    assert_eq!(
        asker.answers(),
        expected,
        "one line for each, and the one that counted"
    );
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f069_an_answer_to_an_ended_process_reaches_no_new_one() {
    let stage = Stage::open().await;
    let asker = Asker::new(&stage);
    let id = stage.with_program(&asker.program(), Vec::new()).await;
    let window = Window::new(&stage.host, "main", &id);
    let message = "again Bash 1 {\"command\":\"echo\"}";
    window.send(message).await;
    let mut old = waiting(&stage, 1).await;
    for _ in 0..20 {
        stage.host.restart(&id).await.unwrap();
        window.send(message).await;
        // The same call id, the same arguments, another process.
        let new = waiting(&stage, 1).await;
        assert_eq!(
            (&new.card.key.call_id, &new.card.args_sha256),
            (&old.card.key.call_id, &old.card.args_sha256)
        );
        assert_ne!(new.card.key.epoch, old.card.key.epoch);
        for _ in 0..50 {
            let late = stage.host.answer_approval("", answer(&old, allow())).await;
            assert_eq!(late.unwrap_err().code, "expired");
        }
        old = new;
    }
    assert_eq!(asker.answers(), Vec::<bool>::new());
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f067_a_second_click_allows_nothing_on_the_card_that_moved_up() {
    let stage = Stage::open().await;
    let asker = Asker::new(&stage);
    asker.mute();
    let id = stage.with_program(&asker.program(), Vec::new()).await;
    let window = Window::new(&stage.host, "main", &id);
    window.send("Bash 40 {\"command\":\"echo #\"}").await;
    let first = waiting(&stage, 1).await;
    let last = waiting(&stage, 40).await;
    for entry in [&first, &last] {
        stage
            .host
            .approval_shown("main", &id, &entry.card.key, &entry.card.args_sha256)
            .unwrap();
    }
    tokio::time::sleep(Duration::from_millis(720)).await;
    stage
        .host
        .answer_approval("main", answer(&first, allow()))
        .await
        .unwrap();
    let answered = Instant::now();
    let mut refused = 0;
    for _ in 0..ROUNDS {
        let outcome = stage
            .host
            .answer_approval("main", answer(&last, allow()))
            .await;
        match outcome {
            Err(problem) => {
                assert_eq!(problem.code, "tooEarly");
                refused += 1;
            }
            // A machine so slow that the second click is no double click.
            Ok(()) => {
                assert!(answered.elapsed() >= Duration::from_millis(600));
                break;
            }
        }
    }
    assert!(refused > 0);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f075_an_answer_that_was_on_its_way_at_a_kill_is_never_sent_again() {
    let stage = Stage::open().await;
    let asker = Asker::new(&stage);
    asker.mute();
    let id = stage.with_program(&asker.program(), Vec::new()).await;
    let window = Window::new(&stage.host, "main", &id);
    window.send("Bash 50 {\"command\":\"echo #\"}").await;
    for kill in 1..=50_u32 {
        let entry = waiting(&stage, kill).await;
        stage
            .host
            .answer_approval("", answer(&entry, allow()))
            .await
            .unwrap();
        let killed = stage.after_a_kill().await;
        let mut other = Window::new(&killed, "main", &id);
        let card = other
            .until("the answered request", |window| {
                window
                    .cards()
                    .into_iter()
                    .find(|card| card.key == entry.card.key)
            })
            .await;
        assert_eq!(
            card.state,
            ApprovalState::DeliveryUnknown { decision: allow() },
            "kill {kill}"
        );
        let late = killed.answer_approval("", answer(&entry, allow())).await;
        assert_eq!(late.unwrap_err().code, "alreadyDecided");
        killed.shutdown().await;
    }
    stage.host.shutdown().await;
    assert_eq!(
        asker.answers().len(),
        50,
        "each once, by the host that was answered"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn f085_a_thousand_requests_are_a_queue_that_is_denied_at_once() {
    let stage = Stage::open().await;
    let asker = Asker::new(&stage);
    let id = stage.with_program(&asker.program(), Vec::new()).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window
        .send(&format!("Bash {ROUNDS} {{\"command\":\"echo #\"}}"))
        .await;
    window
        .until("all of them", |window| {
            let pending = window.header.as_ref()?.pending.len();
            (pending == ROUNDS as usize).then_some(())
        })
        .await;
    let inbox = stage.host.inbox().unwrap();
    assert_eq!((inbox.waiting.len(), inbox.total), (100, ROUNDS));
    let denied = stage.host.deny_all("main", Some(&id), "too many").await;
    assert_eq!(denied.unwrap(), ROUNDS);
    window.ended(0).await;
    assert_eq!(asker.answers(), vec![false; ROUNDS as usize]);
    stage.host.shutdown().await;
}
