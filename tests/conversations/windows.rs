//! One truth in many windows: the same rows, the same order, whoever looks.

use model::TurnOutcome;
use model::view::{Batch, PlainKind, PullRequest};
use parley_tests::{Stage, Window};

#[tokio::test(flavor = "multi_thread")]
async fn c70_two_windows_that_send_at_the_same_time_show_the_same() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut one = Window::new(&stage.host, "main", &id);
    let mut two = Window::new(&stage.host, "conversation-x", &id);
    one.pull().await;
    two.pull().await;
    let (first, second) = tokio::join!(
        stage
            .host
            .send_message(&id, "from the first".to_owned(), Vec::new()),
        stage
            .host
            .send_message(&id, "from the second".to_owned(), Vec::new()),
    );
    assert!(first.is_ok() && second.is_ok());
    assert_eq!(one.ended(1).await, TurnOutcome::Completed);
    assert_eq!(two.ended(1).await, TurnOutcome::Completed);
    let mut late = Window::new(&stage.host, "conversation-y", &id);
    late.pull().await;
    assert_eq!(one.rows, two.rows, "both got every change");
    assert_eq!(one.rows, late.rows, "and it is what a new window gets");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c67_looking_at_a_conversation_changes_neither_its_time_nor_its_place() {
    let stage = Stage::open().await;
    let old = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &old);
    window.send("the older one").await;
    window.ended(0).await;
    let young = stage.guide().await;
    let mut other = Window::new(&stage.host, "main", &young);
    other.send("the younger one").await;
    other.ended(0).await;
    let stage = stage.reopen().await;
    let mut before = Window::new(&stage.host, "main", &young);
    before.pull().await;
    let listed = before.list[&old].clone();
    let mut again = Window::new(&stage.host, "main", &old);
    again.pull().await;
    stage.host.prepare(&old).await.unwrap();
    let stage = stage.reopen().await;
    let mut after = Window::new(&stage.host, "main", &young);
    after.pull().await;
    assert_eq!(after.list[&old].updated_at, listed.updated_at);
    assert!(after.list[&old].updated_at < after.list[&young].updated_at);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c73_a_conversation_that_is_shown_plainly_is_not_sent() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("hello there").await;
    window.ended(0).await;
    let stage = stage.reopen().await;
    let request = PullRequest {
        conversation: Some(id.clone()),
        after: 0,
        list: false,
        list_after: 0,
        topics: std::collections::BTreeMap::default(),
        plain: true,
    };
    let batch: Batch = serde_json::from_slice(&stage.host.pull("main", request).await).unwrap();
    assert_eq!(
        batch,
        Batch {
            plain: Some(id.clone()),
            ..Batch::default()
        }
    );
    let page = stage.host.plain_page(&id, None).unwrap();
    assert_eq!(page.title, "hello there");
    assert_eq!(page.rows[0].kind, PlainKind::User);
    assert_eq!(page.rows[0].text, "hello there");
    assert!(page.rows.iter().any(|row| row.kind == PlainKind::Agent));
    let before = page.rows[1].place;
    let earlier = stage.host.plain_page(&id, Some(before)).unwrap();
    assert_eq!(earlier.rows, page.rows[..1]);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_gone_can_be_read_and_located_and_only_then() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let other = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("remember that it rains").await;
    window.ended(0).await;
    let elsewhere = stage.dir.path().join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    let folder = elsewhere.to_string_lossy().into_owned();
    let refused = stage.host.locate_workspace(&id, &folder).await;
    assert_eq!(refused.unwrap_err().code, "refused", "it is there");

    let stage = stage.reopen().await;
    let gone = stage.workspace();
    std::fs::remove_dir_all(&gone).unwrap();
    let mut window = Window::new(&stage.host, "main", &id);
    window.pull().await;
    assert!(window.header.as_ref().unwrap().workspace_gone);
    assert!(window.text().contains("it rains"), "it can be read");
    let refused = stage
        .host
        .send_message(&id, "hello".to_owned(), Vec::new())
        .await;
    assert_eq!(refused.unwrap_err().code, "workspaceGone");
    assert_eq!(stage.host.running_agents(), 0);
    assert!(!gone.exists(), "nothing makes it anew");

    stage.host.locate_workspace(&id, &folder).await.unwrap();
    window
        .until("the new folder", |window| {
            let header = window.header.as_ref()?;
            (!header.workspace_gone && header.workspace == folder).then_some(())
        })
        .await;
    window
        .until("the other conversation there too", |window| {
            (window.list[&other].workspace == folder).then_some(())
        })
        .await;
    window.send("what did I say").await;
    assert_eq!(window.ended(1).await, TurnOutcome::Completed);
    stage.host.shutdown().await;
}
