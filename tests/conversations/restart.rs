//! What is there after a restart.

use model::{Activity, ConversationId, TurnOutcome};
use parley_tests::window::PATIENCE;
use parley_tests::{Stage, Window};
use std::path::Path;
use std::time::{Duration, Instant};

/// Waits until a number that is on disk is as it should be.
async fn on_disk(folder: &Path, number: &str, is: impl Fn(u32) -> bool) {
    let begun = Instant::now();
    loop {
        let found: rusqlite::Result<u32> = rusqlite::Connection::open(folder.join("archive.db"))
            .and_then(|archive| archive.query_row(number, [], |row| row.get(0)));
        let found = found.unwrap();
        if is(found) {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "{number}: {found}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// The guide says more than anybody waits for, and so many bytes of it are there.
async fn in_a_long_answer(stage: &Stage, bytes: usize) -> ConversationId {
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("long 1000000").await;
    window
        .until("some text", |window| {
            (window.text().len() > bytes).then_some(())
        })
        .await;
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_is_found_again_and_goes_on() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("hello there").await;
    window.ended(0).await;
    let before = window.text();
    stage
        .host
        .set_draft(&id, "half a thought".to_owned())
        .await
        .unwrap();

    let stage = stage.reopen().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.pull().await;
    assert_eq!(window.text(), before);
    let listed = &window.list[&id];
    assert_eq!(listed.title, "hello there");
    assert_eq!(listed.activity, Activity::Asleep);
    assert_eq!(window.header.as_ref().unwrap().draft, "half a thought");

    window.send("what did I say").await;
    assert_eq!(window.ended(1).await, TurnOutcome::Completed);
    let answer = window.text()[before.len()..].to_owned();
    assert!(answer.contains("hello there"), "{answer}");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c61_a_kill_in_a_stream_leaves_the_text_and_an_unfinished_turn() {
    let stage = Stage::open().await;
    let id = in_a_long_answer(&stage, 4000).await;
    let shown = stage.host.text_of_rows(&id, 0, 1_000).unwrap();
    // The guide's words are the only ones that come in pieces.
    let words = "SELECT coalesce(sum(length(json_extract(body, '$.text'))), 0)
        FROM events WHERE kind = 'itemDelta'";
    on_disk(&stage.dir.path().join("data"), words, |written| {
        written as usize >= shown.chars().count()
    })
    .await;
    let after = stage.after_a_kill().await;
    let mut other = Window::new(&after, "main", &id);
    assert_eq!(other.ended(0).await, TurnOutcome::Unfinished);
    // All of what was written, and with it what was on screen then.
    let kept = after.text_of_rows(&id, 0, 1_000).unwrap();
    assert!(shown.len() > 2_000, "{}", shown.len());
    assert!(
        kept.starts_with(&shown),
        "{} of {}",
        kept.len(),
        shown.len()
    );
    after.shutdown().await;
    stage.host.stop(&id).await.unwrap();
    stage.host.shutdown().await;
}

/// What a kill left open is closed when something opens its conversation, and nothing else happens
/// in it: a window that shows another one learns of it all the same, and so does the archive.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_kill_left_open_is_told_and_written_once_it_is_closed() {
    let stage = Stage::open().await;
    let elsewhere = stage.guide().await;
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("run touch made").await;
    window.asked().await;
    let killed = stage.after_a_kill().await;

    let mut other = Window::new(&killed, "other", &elsewhere);
    other.pull().await;
    assert_eq!(other.list[&id].activity, Activity::Asleep);
    assert_eq!(killed.inbox().unwrap().missed.len(), 1);
    other
        .until("that its turn never ended", |window| {
            let row = &window.list[&id];
            (row.activity == Activity::Failed && row.unread).then_some(())
        })
        .await;
    let open = "SELECT count(*) FROM approvals WHERE settled = 0";
    on_disk(&stage.dir.path().join("after-kill"), open, |open| open == 0).await;
    killed.shutdown().await;
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c67_looking_changes_no_order() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("hello").await;
    window.ended(0).await;
    let before = window
        .until("the list", |window| {
            window.list.get(&id).map(|s| s.updated_at)
        })
        .await;
    let stage = stage.reopen().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.pull().await;
    let stage = stage.reopen().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.pull().await;
    assert_eq!(window.list[&id].updated_at, before);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_conversation_comes_back_or_is_gone() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("hello").await;
    window.ended(0).await;
    stage.host.delete(&id).await.unwrap();
    assert!(!stage.host.conversation_exists(&id));
    stage.host.restore(&id).unwrap();
    assert!(stage.host.conversation_exists(&id));
    stage.host.delete(&id).await.unwrap();
    let stage = stage.reopen().await;
    assert!(!stage.host.conversation_exists(&id));
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f084_a_mode_that_lets_things_pass_is_gone_after_a_restart() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("hello").await;
    window.ended(0).await;
    stage.host.set_mode(&id, "yolo").await.unwrap();
    let mode = |mode: &'static str| {
        move |window: &Window| (window.header.as_ref()?.mode == mode).then_some(())
    };
    window.until("the mode", mode("yolo")).await;
    stage.host.force_stop(&id).await.unwrap();
    window
        .until("another mode", |window| {
            (window.header.as_ref()?.mode != "yolo").then_some(())
        })
        .await;
    window.send("run touch made").await;
    window.asked().await;
    assert!(!stage.workspace().join("made").exists());
    stage.host.shutdown().await;
}

#[tokio::test]
async fn what_is_asked_of_a_conversation_during_the_end_opens_no_second_one() {
    let stage = Stage::open().await;
    let id = in_a_long_answer(&stage, 400).await;
    let host = stage.host.clone();
    let mut end = std::pin::pin!(host.shutdown());
    // The end has begun, and on this one thread no agent knows of it yet.
    tokio::select! {
        biased;
        () = &mut end => panic!("nothing was left to end"),
        () = std::future::ready(()) => {}
    }
    assert_eq!(stage.host.title(&id), None);
    let late = stage.host.set_draft(&id, "late".to_owned());
    let (late, ()) = tokio::join!(late, end);
    assert_eq!(late.unwrap_err().code, "notReady", "it would be lost");

    let stage = stage.reopen().await;
    let mut window = Window::new(&stage.host, "main", &id);
    assert_eq!(window.ended(0).await, TurnOutcome::Stopped);
    assert_eq!(window.header.as_ref().unwrap().draft, "");
    stage.host.shutdown().await;
}
