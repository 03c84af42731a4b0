//! What was said before it was known to be a key: it leaves the rows, the search and every file.

use crate::approvals_agent::Asker;
use crate::scripts::{in_a_turn, one_turn};
use crate::secrets::nowhere_in;
use host::Host;
use model::view::KeyPlace;
use model::{ConversationId, ProfileId, TurnOutcome};
use parley_tests::{Stage, Window};
use std::path::Path;

const KEY: &str = "sk-ant-api03-found-out-afterwards-03";

async fn know(host: &Host) {
    host.set_key("ANTHROPIC_API_KEY", None, KEY.to_owned(), KeyPlace::Session)
        .await
        .unwrap();
}

/// A window sees these words, and the key nowhere.
async fn shows(host: &Host, id: &ConversationId, words: &str) {
    let mut window = Window::new(host, "another", id);
    window
        .until(words, |window| {
            let text = window.text();
            (text.contains(words) && !text.contains(KEY)).then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f102_a_key_in_the_first_message_leaves_it_once_the_start_has_read_the_key() {
    let stage = Stage::open().await;
    let mut profile = stage.profile("aionrs", "/bin/cat");
    profile.id = ProfileId::from("other");
    profile.env.insert("OTHER_API_KEY".into(), KEY.into());
    let folder = stage.workspace().to_string_lossy().into_owned();
    let made = stage.host.create_with(profile, &folder);
    let id = made.await.unwrap();
    let draft = format!("use {KEY}");
    stage.host.set_draft(&id, draft.clone()).await.unwrap();
    let mut window = Window::new(&stage.host, "main", &id);
    window.pull().await;
    window.send(&format!("please {draft}, and go on")).await;
    stage.host.set_draft(&id, String::new()).await.unwrap();
    window
        .until("the message without it", |window| {
            let text = window.text();
            (text.contains("please use [redacted], and go on") && !text.contains(KEY)).then_some(())
        })
        .await;
    assert_eq!(stage.host.search(KEY, None, 10).await.unwrap().hits, []);
    let found = stage.host.search("please", None, 10).await.unwrap();
    assert_eq!(found.hits.len(), 1);

    let stage = stage.reopen().await;
    shows(&stage.host, &id, "please use [redacted], and go on").await;
    stage.host.shutdown().await;
    nowhere_in(&stage.dir.path().join("data"), &[KEY.to_owned()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn f102_a_key_that_is_kept_afterwards_leaves_everything_that_was_said_before() {
    let stage = Stage::open().await;
    // By the user; nobody looks at it since.
    let nobody = Path::new("/bin/false");
    let pasted = stage.with_program(nobody, Vec::new()).await;
    let mut window = Window::new(&stage.host, "main", &pasted);
    window.send(&format!("what is {KEY} good for")).await;
    window.ended(0).await;
    let stage = stage.reopen().await;

    // By the agent, in two pieces; in a request; in a draft; in what waits.
    let half = KEY.len() / 2;
    let delta = |text: &str| {
        format!(r#"{{"emit":{{"type":"text_delta","msg_id":"${{m.msg_id}}","text":"{text}"}}}}"#)
    };
    let steps = [
        delta(&format!("I found {}", &KEY[..half])),
        delta(&format!("{} there", &KEY[half..])),
    ];
    let told = stage.scripted(&one_turn(&steps.join("\n"))).await;
    let mut window = Window::new(&stage.host, "main", &told);
    window.send("look for it").await;
    assert_eq!(window.ended(0).await, TurnOutcome::Completed);
    let asker = Asker::new(&stage);
    let asking = stage.with_program(&asker.program(), Vec::new()).await;
    let mut window = Window::new(&stage.host, "main", &asking);
    window
        .send(&format!("Bash 1 {{\"command\":\"echo {KEY}\"}}"))
        .await;
    let before = window.asked().await;
    let drafted = stage.guide().await;
    let draft = format!("a draft with {KEY}");
    stage.host.set_draft(&drafted, draft).await.unwrap();
    let waiting = stage.scripted(&in_a_turn(r#"{"wait_eof":true}"#)).await;
    let queueing = Window::new(&stage.host, "main", &waiting);
    queueing.send("begin").await;
    queueing.send(&format!("then use {KEY}")).await;

    know(&stage.host).await;
    shows(&stage.host, &pasted, "what is [redacted] good for").await;
    shows(&stage.host, &told, "I found [redacted] there").await;
    shows(&stage.host, &asking, "echo [redacted]").await;
    let found = stage.host.search(KEY, None, 10).await.unwrap();
    assert_eq!(found.hits, []);
    // What is asked now is not what was shown: it is answered as it is shown now.
    let late = window.answer(&before, parley_tests::window::allow());
    let refused = stage.host.answer_approval("main", late).await;
    assert_eq!(refused.unwrap_err().code, "argumentsDiffer");
    let card = window
        .until("the request without it", |window| {
            window.card().filter(|card| !card.raw_args.contains(KEY))
        })
        .await;
    window.allow(&card).await;
    assert_eq!(window.ended(0).await, TurnOutcome::Completed);

    stage.host.shutdown().await;
    nowhere_in(&stage.dir.path().join("data"), &[KEY.to_owned()]);
}
