//! A line of a protocol is found and shown by what it asks for, in the window's language.

use host::export::Job;
use model::view::{ExportFormat, ExportRequest, Language, SearchHit, Settings};
use model::{ConversationId, TurnOutcome};
use parley_tests::{Stage, Window};
use serde_json::{Value, json};

fn speak(stage: &Stage, language: Language) {
    let settings = Settings {
        language,
        ..stage.host.settings()
    };
    stage.host.change_settings(settings).unwrap();
}

async fn found(stage: &Stage, text: &str) -> Vec<SearchHit> {
    stage.host.search(text, None, 10).await.unwrap().hits
}

/// What was found, and the first thing in it that is marked.
fn shown(hit: &SearchHit) -> (&str, Option<String>) {
    let marked = hit.marks.first().map(|(start, end)| {
        let units: Vec<u16> = hit.snippet.encode_utf16().collect();
        String::from_utf16(&units[*start as usize..*end as usize]).unwrap()
    });
    (&hit.snippet, marked)
}

async fn conversation(stage: &Stage) -> Window {
    let profile = stage.profile("nib", "/bin/false");
    let folder = stage.workspace().to_string_lossy().into_owned();
    let made = stage.host.create_with(profile, &folder);
    Window::new(&stage.host, "main", &made.await.unwrap())
}

/// A conversation with an operation in it, by its fields or by its line.
async fn operation(stage: &Stage, form: bool) -> Window {
    let mut window = conversation(stage).await;
    if form {
        let form = json!({"operation": "scene-proof", "paths": ["scenes/the-harbour.md"]});
        let form = form.as_object().cloned().unwrap();
        let line = "{\"operation\":\"scene-proof\"}".to_owned();
        let sent = stage.host.send_form(&window.id, line, Vec::new(), form);
        sent.await.unwrap();
    } else {
        window.send("scene-proof scenes/the-harbour.md").await;
    }
    assert!(matches!(
        window.ended(0).await,
        TurnOutcome::Failed { .. } | TurnOutcome::AgentExited { .. }
    ));
    window
}

const EN: &str = "Proofread scene “The harbour”";
const DE: &str = "Szene „The harbour“ Korrektur lesen";

#[tokio::test(flavor = "multi_thread")]
async fn an_operation_is_found_by_its_words_and_its_line_and_shown_in_words() {
    for form in [false, true] {
        let stage = Stage::open().await;
        let window = operation(&stage, form).await;
        speak(&stage, Language::En);
        for (text, wanted) in [
            ("proofread harbour", (EN, Some("Proofread"))),
            ("harbour", (EN, Some("harbour"))),
            // Of the line alone, and of the other language.
            ("scene-proof", (EN, None)),
            ("korrektur lesen", (EN, None)),
        ] {
            let hits = found(&stage, text).await;
            let ours: Vec<_> = hits.iter().filter(|hit| hit.place == 0).collect();
            assert_eq!(ours.len(), 1, "{text}");
            assert_eq!(ours[0].conversation, window.id);
            let wanted = (wanted.0, wanted.1.map(str::to_owned));
            assert_eq!(shown(ours[0]), wanted, "{text}");
        }
        speak(&stage, Language::De);
        let hits = found(&stage, "korrektur").await;
        assert_eq!(shown(&hits[0]), (DE, Some("Korrektur".to_owned())));
        stage.host.shutdown().await;
    }
}

/// What an earlier Parley kept: without the words.
async fn kept_before(stage: &Stage, from: ConversationId) -> ConversationId {
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
    let mut taken_out = 0;
    let lines: Vec<String> = text
        .lines()
        .map(|line| {
            let mut line: Value = serde_json::from_str(line).unwrap();
            for body in ["/event/item/body", "/item/body"] {
                let fields = line.pointer_mut(body).and_then(Value::as_object_mut);
                taken_out += usize::from(fields.is_some_and(|body| body.remove("asked").is_some()));
            }
            line.to_string()
        })
        .collect();
    assert!(taken_out > 0);
    std::fs::write(&file, lines.join("\n")).unwrap();
    stage.host.import(file).await.unwrap().conversations[0].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_kept_without_its_words_is_found_by_its_line_and_shown_in_words() {
    let stage = Stage::open().await;
    speak(&stage, Language::En);
    let window = operation(&stage, false).await;
    let id = kept_before(&stage, window.id.clone()).await;
    stage.host.delete(&window.id).await.unwrap();
    let hits = found(&stage, "harbour").await;
    let ours: Vec<_> = hits.iter().filter(|hit| hit.place == 0).collect();
    assert_eq!(ours.len(), 1);
    assert_eq!(ours[0].conversation, id);
    assert_eq!(shown(ours[0]), (EN, Some("harbour".to_owned())));
    stage.host.shutdown().await;
}
