//! The conversation that is ready at the very first start.

use host::FirstWords;
use host::export::folder::Reading;
use model::view::Problem;
use model::{Activity, ConversationId};
use parley_tests::{Stage, Window};

const WORDS: FirstWords<'static> = FirstWords {
    title: "Meet the guide",
    note: "# Playground\n",
};

async fn made(stage: &Stage) -> Result<Option<ConversationId>, Problem> {
    stage.host.make_first_conversation(WORDS).await
}

/// The conversations there are.
fn kept(stage: &Stage) -> Vec<ConversationId> {
    let archive = Reading::open(&stage.dir.path().join("data")).unwrap();
    let all = archive.conversations().unwrap();
    all.into_iter().map(|meta| meta.id).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_start_has_one_conversation_with_the_guide_and_no_process() {
    let stage = Stage::open().await;
    assert_eq!(kept(&stage), [], "a host by itself makes none");
    assert_eq!(stage.host.first_conversation(), None);
    let id = made(&stage).await.unwrap().unwrap();
    assert_eq!(stage.host.first_conversation(), Some(id.clone()));
    assert_eq!(stage.host.settings().last_workspace, "", "nobody chose it");

    let mut window = Window::new(&stage.host, "main", &id);
    window.pull().await;
    let folder = stage.dir.path().join("data/playground");
    let row = window.list[&id].clone();
    assert_eq!(
        (row.title.as_str(), row.agent.as_str(), row.activity),
        ("Meet the guide", "Guide", Activity::Asleep)
    );
    assert_eq!(
        row.workspace,
        folder.canonicalize().unwrap().to_string_lossy()
    );
    assert_eq!(stage.host.running_agents(), 0);

    window.send("read README.md").await;
    let card = window.asked().await;
    window.allow(&card).await;
    window.ended(0).await;
    assert!(window.text().contains("Playground"), "{}", window.text());
    assert_eq!(
        stage.host.title(&id).as_deref(),
        Some("Meet the guide"),
        "a first message does not change it"
    );
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_made_once_and_does_not_come_back() {
    let stage = Stage::open().await;
    let id = made(&stage).await.unwrap().unwrap();
    let stage = stage.reopen().await;
    assert_eq!(made(&stage).await.unwrap(), None, "a second start");
    assert_eq!(stage.host.first_conversation(), Some(id.clone()));
    assert_eq!(kept(&stage), std::slice::from_ref(&id));

    stage.host.set_archived(&id, true).await.unwrap();
    assert_eq!(stage.host.first_conversation(), None, "it is put away");
    stage.host.delete(&id).await.unwrap();
    let stage = stage.reopen().await;
    assert_eq!(made(&stage).await.unwrap(), None, "it was deleted");
    assert_eq!(kept(&stage), []);
    assert_eq!(stage.host.first_conversation(), None);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archive_from_before_gets_none() {
    let stage = Stage::open().await.reopen().await;
    assert_eq!(made(&stage).await.unwrap(), None);
    assert_eq!(kept(&stage), []);
    assert!(!stage.dir.path().join("data/playground").exists());
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_its_folder_there_is_none_and_all_else_works() {
    let stage = Stage::open().await;
    let folder = stage.dir.path().join("data/playground");
    std::fs::write(&folder, "in the way").unwrap();
    let refused = made(&stage).await.unwrap_err();
    assert_eq!(refused.code, "io");
    assert!(
        refused.message.contains(&*folder.to_string_lossy()),
        "{refused:?}"
    );
    let id = stage.guide().await;
    assert_eq!(kept(&stage), [id]);
    assert_eq!(stage.host.first_conversation(), None);
    stage.host.shutdown().await;
}
