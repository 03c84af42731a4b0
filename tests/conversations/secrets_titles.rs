//! A title goes further than what was said: to the list, the windows' names, notifications,
//! the tray, the ledger. No key is in one, whatever way it came.

use host::FirstWords;
use host::export::Job;
use model::view::{ExportFormat, ExportRequest, KeyPlace};
use model::{Attachment, ConversationId, ProfileId};
use parley_tests::{Stage, Window};
use serde_json::{Value, json};

/// It is spelled like a file of words, which a title would say as words.
const KEY: &str = "sk-ant-api03-told_by-an-agent_01";
const VARIABLE: &str = "ANTHROPIC_API_KEY";

/// Letters and digits alone, so that no other spelling hides it.
fn bare(text: &str) -> String {
    let kept = text.chars().filter(char::is_ascii_alphanumeric);
    kept.collect::<String>().to_ascii_lowercase()
}

/// A piece of a key that a text holds.
fn piece_of(key: &str, text: &str) -> Option<String> {
    let (key, text) = (bare(key), bare(text));
    let mut pieces = (0..=key.len() - 8).map(|at| &key[at..at + 8]);
    pieces.find(|piece| text.contains(piece)).map(str::to_owned)
}

/// Every title of a conversation, and what stands beside it in the list.
async fn titles(stage: &Stage, id: &ConversationId) -> Vec<String> {
    let mut window = Window::new(&stage.host, "main", id);
    window.pull().await;
    let row = stage.host.summary(id).unwrap();
    assert_eq!(window.list[id].title, row.title);
    vec![
        row.title,
        row.preview,
        stage.host.title(id).unwrap(),
        window.header.unwrap().title,
        stage.host.plain_page(id, None).unwrap().title,
    ]
}

async fn know(stage: &Stage, key: &str) {
    stage
        .host
        .set_key(VARIABLE, None, key.to_owned(), KeyPlace::Session)
        .await
        .unwrap();
}

async fn conversation(stage: &Stage, protocol: &str) -> ConversationId {
    let profile = stage.profile(protocol, "/bin/false");
    let folder = stage.workspace().to_string_lossy().into_owned();
    let made = stage.host.create_with(profile, &folder);
    made.await.unwrap()
}

async fn says(stage: &Stage, protocol: &str, text: &str) -> ConversationId {
    let id = conversation(stage, protocol).await;
    let text = text.to_owned();
    let sent = stage.host.send_message(&id, text, Vec::new());
    sent.await.unwrap();
    id
}

async fn runs(stage: &Stage, form: Value) -> ConversationId {
    let id = conversation(stage, "nib").await;
    let form = form.as_object().cloned().unwrap();
    let sent = stage
        .host
        .send_form(&id, form["operation"].to_string(), Vec::new(), form);
    sent.await.unwrap();
    id
}

/// What an export of a conversation becomes where someone wrote a key into it.
async fn brought_in(stage: &Stage) -> ConversationId {
    let from = says(stage, "aionrs", "about PLACE and more").await;
    let request = ExportRequest {
        conversations: vec![from],
        format: ExportFormat::Jsonl,
        ranges: Vec::new(),
        traffic: false,
    };
    let file = stage.dir.path().join("export.jsonl");
    let written = stage.host.export(request, file.clone(), Job::default());
    written.await.unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("PLACE"));
    std::fs::write(&file, text.replace("PLACE", KEY)).unwrap();
    let report = stage.host.import(file).await.unwrap();
    report.conversations[0].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_way_into_a_title_lets_a_key_in() {
    let stage = Stage::open().await;
    know(&stage, KEY).await;
    let host = &stage.host;
    let mut ways = Vec::new();

    for text in [
        format!("my key is {KEY}"),
        format!("# `{KEY}`\nuse it"),
        format!("- {KEY}"),
        // Where a title is cut.
        format!("Please take note of this thing here, and of the key {KEY}"),
    ] {
        ways.push((text.clone(), says(&stage, "aionrs", &text).await));
    }
    let file = stage.workspace().join(format!("{KEY}.txt"));
    std::fs::write(&file, "x").unwrap();
    let named = Attachment {
        path: file.to_string_lossy().into_owned(),
        name: format!("{KEY}.txt"),
    };
    let id = conversation(&stage, "aionrs").await;
    host.send_message(&id, String::new(), vec![named])
        .await
        .unwrap();
    ways.push(("a file's name".to_owned(), id));

    let long = format!("{} {KEY}", "x".repeat(150));
    for form in [
        json!({"operation": "scene-proof", "paths": [format!("scenes/{KEY}.md")]}),
        json!({"operation": "voice-check", "paths": ["a.md"], "character_slug": KEY}),
        json!({"operation": "continuity-ask", "question": format!("is it {KEY}?")}),
        // Where words are cut.
        json!({"operation": "continuity-ask", "question": long}),
        json!({"operation": "project-scaffold", "project_name": KEY}),
        json!({"operation": "character-talk", "context": "c", "session": {"id": KEY}}),
    ] {
        ways.push((form.to_string(), runs(&stage, form).await));
    }
    let line = format!("scene-proof scenes/{KEY}.md");
    ways.push((line.clone(), says(&stage, "nib", &line).await));

    for given in [KEY.to_owned(), format!("{} {KEY}", "y".repeat(190))] {
        let id = conversation(&stage, "aionrs").await;
        host.rename(&id, &given).await.unwrap();
        ways.push((given, id));
    }
    let first = FirstWords {
        title: KEY,
        note: "note",
    };
    let first = host.make_first_conversation(first).await.unwrap();
    ways.push(("the first one".to_owned(), first.unwrap()));
    let copy = host.duplicate(&ways[0].1, None).await.unwrap();
    ways.push(("a copy".to_owned(), copy));
    ways.push(("an import".to_owned(), brought_in(&stage).await));

    for (way, id) in &ways {
        let titles = titles(&stage, id).await;
        assert!(!titles[0].is_empty(), "{way}");
        for title in titles {
            assert_eq!(piece_of(KEY, &title), None, "{way}: {title}");
        }
        // What the title was made of is in its row, in the same words.
        let mut window = Window::new(&stage.host, "other", id);
        window.pull().await;
        assert_eq!(piece_of(KEY, &window.text()), None, "{way}");
    }
    stage.host.shutdown().await;
    crate::secrets::nowhere_in(&stage.dir.path().join("data"), &[KEY.to_owned()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_becomes_known_as_a_key_later_leaves_the_titles_it_is_in() {
    let stage = Stage::open().await;
    // Kept because it was pasted into a message before.
    let pasted = says(&stage, "aionrs", &format!("use {KEY}, please")).await;
    let renamed = conversation(&stage, "aionrs").await;
    stage.host.rename(&renamed, KEY).await.unwrap();
    assert!(stage.host.title(&pasted).unwrap().contains(KEY));
    know(&stage, KEY).await;
    for id in [&pasted, &renamed] {
        for title in titles(&stage, id).await {
            assert_eq!(piece_of(KEY, &title), None, "{title}");
        }
    }
    // What is made of them from now on.
    let copy = stage.host.duplicate(&pasted, None).await.unwrap();
    let mut window = Window::new(&stage.host, "main", &copy);
    window.pull().await;
    assert!(window.text().contains("please"));
    assert_eq!(piece_of(KEY, &window.text()), None);
    let found = stage.host.search("please", None, 10).await.unwrap();
    // Both messages, and what the copy says of its origin.
    assert_eq!(found.hits.len(), 3);
    for hit in found.hits {
        assert_eq!(piece_of(KEY, &hit.title), None, "{}", hit.title);
        assert_eq!(piece_of(KEY, &hit.snippet), None, "{}", hit.snippet);
    }

    // Known by the start that the first message brings about.
    let other = "sk-ant-api03-known_by-its-start_02";
    let mut profile = stage.profile("aionrs", "/bin/cat");
    profile.id = ProfileId::from("other");
    profile.env.insert("OTHER_API_KEY".into(), other.into());
    let folder = stage.workspace().to_string_lossy().into_owned();
    let made = stage.host.create_with(profile, &folder);
    let id = made.await.unwrap();
    let mut window = Window::new(&stage.host, "main", &id);
    window.send(&format!("here is {other}")).await;
    window
        .until("a title without it", |window| {
            let title = &window.header.as_ref()?.title;
            piece_of(other, title).is_none().then_some(())
        })
        .await;
    let stage = stage.reopen().await;
    for title in titles(&stage, &id).await {
        assert_eq!(piece_of(other, &title), None, "{title}");
    }
    stage.host.shutdown().await;
}
