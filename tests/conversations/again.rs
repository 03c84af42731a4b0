//! Editing, asking again, duplicating: by honest means only.

use crate::recorder::{Recorder, message, queue, said, words};
use model::view::Resend;
use model::{ContextLoss, Delivery, ProfileId, TurnOutcome};
use parley_tests::{Stage, Window};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn an_edited_message_goes_into_a_branch_whose_agent_is_told_first() {
    let stage = Stage::open().await;
    let agent = Recorder::new(&stage);
    let id = agent.conversation(&stage).await;
    let mut window = Window::new(&stage.host, "main", &id);
    for (n, text) in ["one", "two", "three"].into_iter().enumerate() {
        window.send(text).await;
        window.ended(n).await;
    }
    let before = window.text();
    let resent = stage
        .host
        .resend(
            &id,
            &message(&window, "two"),
            Some("two, better".to_owned()),
        )
        .await
        .unwrap();
    assert!(resent.branch);
    assert_ne!(resent.conversation, id);

    let mut branch = Window::new(&stage.host, "other", &resent.conversation);
    queue(&mut branch, &["two, better"]).await;
    let header = branch.header.clone().unwrap();
    assert_eq!(header.title, "one (2)");
    assert_eq!(header.forgets, Some(ContextLoss::Branch));
    assert_eq!(header.resend, Resend::Branch);
    assert_eq!(words(&branch), ["one"]);
    assert!(branch.text().contains("was copied from “one”"));
    assert_eq!(agent.starts().len(), 1, "no agent was started for it");

    // It is as good as any other conversation over a restart.
    let stage = stage.reopen().await;
    let mut branch = Window::new(&stage.host, "other", &resent.conversation);
    queue(&mut branch, &["two, better"]).await;
    let summary = stage.host.context_summary(&resent.conversation).unwrap();
    assert!(!summary.text.contains("two"), "{}", summary.text);
    stage
        .host
        .decide_context(&resent.conversation, Some(summary.text))
        .await
        .unwrap();
    assert_eq!(branch.ended(1).await, TurnOutcome::Completed);
    assert_eq!(words(&branch), ["one", "two, better"]);
    assert_eq!(
        agent.heard(),
        ["one", "two", "three", "<init_history>", "two, better"]
    );
    let mut window = Window::new(&stage.host, "main", &id);
    window.pull().await;
    assert_eq!(window.text(), before, "the first conversation is as it was");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_message_asked_again_begins_a_conversation_of_its_own() {
    let stage = Stage::open().await;
    let agent = Recorder::new(&stage);
    let id = agent.conversation(&stage).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("one").await;
    window.ended(0).await;
    let item = message(&window, "one");
    let resent = stage.host.resend(&id, &item, None).await.unwrap();
    let mut branch = Window::new(&stage.host, "other", &resent.conversation);
    assert_eq!(branch.ended(0).await, TurnOutcome::Completed);
    assert_eq!(words(&branch), ["one"]);
    assert_eq!(agent.starts(), ["--json-stream", "--json-stream"]);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_no_agent_saw_is_sent_again_where_it_is() {
    let stage = Stage::open().await;
    let agent = Recorder::new(&stage);
    let id = agent.conversation(&stage).await;
    let away = agent.folder.join("away");
    std::fs::rename(agent.program(), &away).unwrap();
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("one").await;
    window.ended(0).await;
    assert_eq!(said(&window), [("one".to_owned(), Delivery::Undelivered)]);
    std::fs::rename(&away, agent.program()).unwrap();
    let item = message(&window, "one");
    // What is being written is another message, and stays.
    let draft = "a thought";
    stage.host.set_draft(&id, draft.to_owned()).await.unwrap();
    let resent = stage.host.resend(&id, &item, None).await.unwrap();
    assert!(!resent.branch);
    assert_eq!(window.ended(1).await, TurnOutcome::Completed);
    assert_eq!(agent.heard(), ["one"]);
    assert_eq!(window.header.as_ref().unwrap().draft, draft);
    let sent = stage.host.send_draft(&id, draft.to_owned(), &[]).await;
    sent.unwrap();
    assert_eq!(window.ended(2).await, TurnOutcome::Completed);
    assert_eq!(window.header.as_ref().unwrap().draft, "");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_ends_where_it_was_asked_for_and_lives_on_its_own() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("run ls").await;
    let card = window.asked().await;
    window.allow(&card).await;
    window.ended(0).await;
    let end = window.rows.values().last().unwrap().0.id.clone();
    window.send("hello").await;
    window.ended(1).await;
    let copy = stage.host.duplicate(&id, Some(&end)).await.unwrap();
    let mut other = Window::new(&stage.host, "other", &copy);
    other.pull().await;
    assert_eq!(words(&other), ["run ls"]);
    stage.host.decide_context(&copy, None).await.unwrap();
    other.send("run ls").await;
    let again = other.asked().await;
    assert_ne!(again.key, card.key, "a copy's requests are its own");
    other.deny(&again, "once is enough").await;
    assert_eq!(other.ended(1).await, TurnOutcome::Completed);
    let whole = stage.host.duplicate(&id, None).await.unwrap();
    let mut third = Window::new(&stage.host, "third", &whole);
    third.pull().await;
    assert_eq!(words(&third), ["run ls", "hello"]);
    assert_eq!(third.header.as_ref().unwrap().title, "run ls (3)");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_with_one_memory_refuses_to_turn_back_and_says_why() {
    let stage = Stage::open().await;
    let id = stage.nuum_guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("hello").await;
    window.ended(0).await;
    let item = message(&window, "hello");
    let refused = stage.host.resend(&id, &item, None).await.unwrap_err();
    assert_eq!(refused.code, "refused");
    assert!(
        refused.message.contains("one memory"),
        "{}",
        refused.message
    );
    let header = window.header.as_ref().unwrap();
    assert!(matches!(header.resend, Resend::Refused { .. }));
    let copy = stage.host.duplicate(&id, None).await.unwrap();
    let mut other = Window::new(&stage.host, "other", &copy);
    other.pull().await;
    assert_eq!(other.header.as_ref().unwrap().forgets, None);
    assert!(other.text().contains("remembers everything"));
    stage.host.shutdown().await;
}

/// A nib backend that keeps every request it gets, found again by its program.
async fn backend(stage: &Stage) -> model::ConversationId {
    let script = "#!/bin/sh\ncat > request-$$.json\nwhile test -f hold; do sleep 0.05; done\nprintf '{\"type\":\"success\",\"operation\":\"scene-proof\",\"text\":\"Fine.\"}'\n";
    let path = stage.dir.path().join("nib-agent-test");
    std::fs::write(&path, script).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&path, mode).unwrap();
    let mut profile = stage.profile("nib", &path.to_string_lossy());
    profile.id = ProfileId(path.to_string_lossy().into_owned());
    stage
        .host
        .create_with(profile, &stage.workspace().to_string_lossy())
        .await
        .unwrap()
}

fn requests(stage: &Stage) -> Vec<Value> {
    let mut paths: Vec<Value> = std::fs::read_dir(stage.workspace())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().contains("request-"))
        .filter_map(|path| serde_json::from_slice::<Value>(&std::fs::read(path).ok()?).ok())
        .map(|request| request["paths"].clone())
        .collect();
    paths.sort_by_key(Value::to_string);
    paths
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operation_runs_again_with_its_fields() {
    let stage = Stage::open().await;
    let id = backend(&stage).await;
    let form = json!({"operation": "scene-proof", "paths": ["a.md"]});
    let form = form.as_object().cloned().unwrap();
    let host = &stage.host;
    host.send_form(&id, "Proof".to_owned(), Vec::new(), form)
        .await
        .unwrap();
    let mut window = Window::new(host, "main", &id);
    window.ended(0).await;
    let item = message(&window, "Proof");
    let resent = host.resend(&id, &item, None).await.unwrap();
    assert!(!resent.branch, "each operation stands alone");
    assert_eq!(window.ended(1).await, TurnOutcome::Completed);
    assert_eq!(requests(&stage), [json!(["a.md"]), json!(["a.md"])]);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c69_a_queued_operation_keeps_its_fields_over_a_kill() {
    let stage = Stage::open().await;
    let id = backend(&stage).await;
    std::fs::write(stage.workspace().join("hold"), "").unwrap();
    for path in ["a.md", "b.md"] {
        let form = json!({"operation": "scene-proof", "paths": [path]});
        let form = form.as_object().cloned().unwrap();
        stage
            .host
            .send_form(&id, path.to_owned(), Vec::new(), form)
            .await
            .unwrap();
    }
    let after = stage.after_a_kill().await;
    stage.host.force_stop(&id).await.unwrap();
    std::fs::remove_file(stage.workspace().join("hold")).unwrap();
    let mut window = Window::new(&after, "main", &id);
    let queued = queue(&mut window, &["b.md"]).await;
    assert!(queued[0].operation);
    assert!(window.header.as_ref().unwrap().queue_held);
    after.resume_queue(&id).await.unwrap();
    assert_eq!(window.ended(1).await, TurnOutcome::Completed);
    assert_eq!(
        requests(&stage).last(),
        Some(&json!(["b.md"])),
        "its fields were sent"
    );
    after.shutdown().await;
    stage.host.shutdown().await;
}
