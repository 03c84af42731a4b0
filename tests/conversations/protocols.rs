//! One scenario in every protocol, through the host, with real processes.

use crate::scripts::SCENARIO;
use model::view::RowBody;
use model::{Delivery, TurnOutcome};
use parley_tests::stage::program;
use parley_tests::{Stage, Window};
use serde_json::{Map, Value, json};

/// A conversation with the understudy playing a script in a protocol.
async fn playing(
    stage: &Stage,
    protocol: &str,
    speech: &str,
    script: &str,
    settings: Value,
) -> Window {
    let file = stage.dir.path().join("script.jsonl");
    std::fs::write(&file, script).unwrap();
    let understudy = program("understudy").to_string_lossy().into_owned();
    let script = file.to_string_lossy().into_owned();
    let mut profile = stage.profile(protocol, &understudy);
    profile.args = ["play", "--protocol", speech, &script]
        .map(str::to_owned)
        .to_vec();
    profile.settings = settings.as_object().cloned().unwrap_or_default();
    let id = stage
        .host
        .create_with(profile, &stage.workspace().to_string_lossy())
        .await
        .unwrap();
    Window::new(&stage.host, "main", &id)
}

/// Answers every request until a turn has ended.
async fn allowing(window: &mut Window) -> TurnOutcome {
    let mut answered = Vec::new();
    loop {
        let next = window
            .until("a request or the end", |window| {
                let fresh = window.card().filter(|card| !answered.contains(&card.key));
                match (fresh, window.outcome(0)) {
                    (_, Some(outcome)) => Some(Err(outcome)),
                    (Some(card), None) => Some(Ok(card)),
                    (None, None) => None,
                }
            })
            .await;
        match next {
            Err(outcome) => return outcome,
            Ok(card) => {
                window.allow(&card).await;
                answered.push(card.key);
            }
        }
    }
}

async fn plays_the_scenario(protocol: &str, speech: &str, settings: Value, asks: bool) {
    let stage = Stage::open().await;
    let mut window = playing(&stage, protocol, speech, SCENARIO, settings).await;
    window.send("hello").await;
    let outcome = allowing(&mut window).await;
    assert_eq!(
        outcome,
        TurnOutcome::Completed,
        "{speech}: {}",
        window.text()
    );
    let text = window.text();
    assert!(text.contains("You said: hello"), "{speech}: {text}");
    let asked = window.rows.values().any(|(row, _)| {
        matches!(
            &row.body,
            RowBody::Tool {
                approval: Some(_),
                ..
            }
        )
    });
    assert_eq!(asked, asks, "{speech}: {text}");
    let delivery = window.rows.values().find_map(|(row, _)| match &row.body {
        RowBody::User { delivery, .. } => Some(*delivery),
        _ => None,
    });
    assert!(
        matches!(delivery, Some(Delivery::Sent | Delivery::Seen)),
        "{speech}: {delivery:?}"
    );
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn aionrs_both_generations() {
    for speech in ["aionrs", "aionrs,generation=0.1", "aionrs,generation=0.2"] {
        plays_the_scenario("aionrs", speech, json!({}), true).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nuum_both_generations() {
    for speech in ["nuum", "nuum,generation=0.5"] {
        plays_the_scenario("nuum", speech, json!({}), false).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn agentproc_wire_0_1() {
    plays_the_scenario("agentproc", "agentproc", json!({}), false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn agentproc_wire_0_4_asks_through_the_same_card() {
    let settings = json!({"wire": "0.4", "permission": true});
    plays_the_scenario("agentproc", "agentproc,wire=0.4", settings, true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn terminal_rich_and_plain() {
    for (speech, mode) in [("terminal", "rich"), ("terminal,mode=plain", "plain")] {
        plays_the_scenario("terminal", speech, json!({"protocol": mode}), false).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn f051_a_time_limit_keeps_what_was_said() {
    let stage = Stage::open().await;
    let script = r#"{"await": "message"}
{"text": "half of it"}
{"sleep_ms": 600000}
"#;
    let settings = json!({"timeout_secs": 1, "kill_grace_secs": 1});
    let mut window = playing(&stage, "agentproc", "agentproc", script, settings).await;
    window.send("go").await;
    assert_eq!(
        window.ended(0).await,
        TurnOutcome::TimedOut { limit_secs: 1 }
    );
    assert!(window.text().contains("half of it"), "{}", window.text());
    assert_eq!(stage.host.running_agents(), 0);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_alarm_of_nuum_fires_as_a_turn_of_the_agents_own() {
    let stage = Stage::open().await;
    let id = stage.nuum_guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("alarm 1s water the plants").await;
    assert_eq!(window.ended(0).await, TurnOutcome::Completed);
    assert_eq!(window.ended(1).await, TurnOutcome::Completed);
    let after = window.text();
    let own = after.rsplit("TurnEnd").nth(1).unwrap();
    assert!(own.contains("water the plants"), "{after}");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_database_of_nuum_is_one_agent() {
    let stage = Stage::open().await;
    let mut windows = Vec::new();
    for _ in 0..2 {
        let id = stage.nuum_guide().await;
        windows.push(Window::new(&stage.host, "main", &id));
    }
    windows[0].send("hello").await;
    windows[0].ended(0).await;
    windows[1].send("hello").await;
    let outcome = windows[1].ended(0).await;
    let text = windows[1].text();
    assert!(matches!(outcome, TurnOutcome::Failed { .. }), "{text}");
    assert!(text.contains("One database is one agent"), "{text}");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_lost_its_identity_is_told() {
    let stage = Stage::open().await;
    let id = stage.nuum_guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("hello").await;
    window.ended(0).await;
    stage.host.restart(&id).await.unwrap();
    window.send("hello").await;
    window.ended(1).await;
    let lost = "could not take up the earlier session";
    assert!(!window.text().contains(lost), "{}", window.text());

    stage.host.force_stop(&id).await.unwrap();
    let database = stage.dir.path().join("data/nuum/scripted.db");
    std::fs::remove_file(&database).unwrap();
    window.send("hello").await;
    window.ended(2).await;
    assert!(window.text().contains(lost), "{}", window.text());
    stage.host.shutdown().await;
}

/// A nib backend made for one test, in place of a real one.
fn backend(stage: &Stage, script: &str) -> model::AgentProfile {
    use std::os::unix::fs::PermissionsExt;
    let path = stage.dir.path().join("nib-agent-test");
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    stage.profile("nib", &path.to_string_lossy())
}

async fn operation(stage: &Stage, script: &str, form: Value) -> Window {
    let id = stage
        .host
        .create_with(backend(stage, script), &stage.workspace().to_string_lossy())
        .await
        .unwrap();
    let form: Map<String, Value> = form.as_object().cloned().unwrap();
    stage
        .host
        .send_form(&id, "an operation".to_owned(), Vec::new(), form)
        .await
        .unwrap();
    Window::new(&stage.host, "main", &id)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_nib_pipe_operation_gets_its_fields_and_no_request_file() {
    let stage = Stage::open().await;
    let script = r#"#!/bin/sh
test -z "$NIB_AGENT_REQUEST_FILE" || exit 9
cat > request.json
printf '{"type":"success","operation":"scene-proof","text":"3 comma fixes."}'
"#;
    let form = json!({"operation": "scene-proof", "paths": ["scenes/a.md"]});
    let mut window = operation(&stage, script, form).await;
    assert_eq!(window.ended(0).await, TurnOutcome::Completed);
    assert!(window.text().contains("3 comma fixes."));
    let request = std::fs::read(stage.workspace().join("request.json")).unwrap();
    let request: Value = serde_json::from_slice(&request).unwrap();
    assert_eq!(
        request,
        json!({"operation": "scene-proof", "dir": stage.workspace(), "paths": ["scenes/a.md"]})
    );
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operation_is_in_plain_words_with_its_line_beside_them() {
    let stage = Stage::open().await;
    let script = r#"#!/bin/sh
request=$(cat)
case "$request" in
  *scene-proof*) echo '{"type":"success","operation":"scene-proof","text":"Fine."}' ;;
  *) echo '{"type":"success","operation":"continuity-ask","text":"Bo."}' ;;
esac
"#;
    let line = "scene-proof scenes/the-harbour.md";
    let said = |window: &Window| -> Vec<Value> {
        let rows = window.rows.values();
        let bodies = rows.map(|(row, _)| serde_json::to_value(&row.body).unwrap());
        bodies.filter(|body| body["kind"] == "user").collect()
    };
    let begin = || async {
        let profile = backend(&stage, script);
        let folder = stage.workspace().to_string_lossy().into_owned();
        let id = stage.host.create_with(profile, &folder).await.unwrap();
        let mut window = Window::new(&stage.host, "main", &id);
        window.send(line).await;
        assert_eq!(window.ended(0).await, TurnOutcome::Completed);
        (id, window)
    };
    let speak = |language| {
        let settings = stage.host.settings();
        let settings = model::view::Settings {
            language,
            ..settings
        };
        stage.host.change_settings(settings).unwrap();
    };
    speak(model::view::Language::En);
    let (id, mut window) = begin().await;
    window.send("Who drives?").await;
    assert_eq!(window.ended(1).await, TurnOutcome::Completed);
    let user = |text: &str, asked: Option<Value>| {
        let mut body = json!({"kind": "user", "text": text, "attachments": [],
            "operation": false, "delivery": "sent"});
        if let Some(asked) = asked {
            body["asked"] = asked;
        }
        body
    };
    let words = json!({"en": "Proofread scene “The harbour”",
        "de": "Szene „The harbour“ Korrektur lesen"});
    let wanted = [user(line, Some(words)), user("Who drives?", None)];
    assert_eq!(said(&window), wanted);
    let title = |host: &host::Host, id| host.title(id).unwrap();
    assert_eq!(title(&stage.host, &id), "Proofread scene “The harbour”");

    // What is written down from now on is in the language that was chosen.
    speak(model::view::Language::De);
    let (german, _) = begin().await;
    assert_eq!(
        title(&stage.host, &german),
        "Szene „The harbour“ Korrektur lesen"
    );

    // Said from the archive it is the same, and a title stays as it was.
    let stage = stage.reopen().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.until("both turns", |window| window.outcome(1)).await;
    assert_eq!(said(&window), wanted);
    assert_eq!(title(&stage.host, &id), "Proofread scene “The harbour”");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_nib_session_runs_in_a_real_terminal_with_its_request_in_a_private_file() {
    let stage = Stage::open().await;
    let script = r#"#!/bin/sh
stat -c 'mode %a' "$NIB_AGENT_REQUEST_FILE"
cp "$NIB_AGENT_REQUEST_FILE" request.json
echo "$NIB_AGENT_REQUEST_FILE" > where
tty > /dev/null && echo "in a terminal"
read line
echo "heard $line"
"#;
    let form = json!({"operation": "character-talk", "context": "You are Lance.",
        "session": {"id": "lance-1"}});
    let mut window = operation(&stage, script, form).await;
    let host = stage.host.clone();
    let id = window.id.clone();
    let screen = move || {
        let (_, bytes) = host.terminal_after(&id, 0).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let shown = screen.clone();
    window
        .until("the terminal", move |_| {
            shown().contains("in a terminal").then_some(())
        })
        .await;
    assert!(screen().contains("mode 600"), "{}", screen());
    stage
        .host
        .terminal_write(&window.id, b"good evening\r".to_vec())
        .await
        .unwrap();
    assert_eq!(window.ended(0).await, TurnOutcome::Completed);
    assert!(screen().contains("heard good evening"), "{}", screen());
    let request = std::fs::read(stage.workspace().join("request.json")).unwrap();
    let request: Value = serde_json::from_slice(&request).unwrap();
    assert_eq!(request["operation"], "character-talk");
    let file = std::fs::read_to_string(stage.workspace().join("where")).unwrap();
    window
        .until("the file to be gone", move |_| {
            (!std::path::Path::new(file.trim()).exists()).then_some(())
        })
        .await;
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f018_a_failed_exit_is_a_failure_whatever_it_printed() {
    let stage = Stage::open().await;
    let script = r#"#!/bin/sh
echo '{"type":"success","operation":"scene-proof","text":"fine"}'
echo "no model" >&2
exit 1
"#;
    let form = json!({"operation": "scene-proof", "paths": ["a.md"]});
    let mut window = operation(&stage, script, form).await;
    assert!(matches!(window.ended(0).await, TurnOutcome::Failed { .. }));
    assert!(window.text().contains("no model"), "{}", window.text());
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_nib_operation_is_cancelled_and_leaves_nothing() {
    let stage = Stage::open().await;
    // It tells the window nothing when it does.
    let script = "#!/bin/sh\nsleep 1\necho $$ > pid\nsleep 1000 & sleep 1000\n";
    let form = json!({"operation": "scene-proof", "paths": ["a.md"]});
    let mut window = operation(&stage, script, form).await;
    let pid = stage.workspace().join("pid");
    window
        .until("the backend to run", |_| {
            std::fs::read_to_string(&pid)
                .ok()
                .filter(|text| !text.is_empty())
        })
        .await;
    stage.host.stop(&window.id).await.unwrap();
    assert_eq!(window.ended(0).await, TurnOutcome::Stopped);
    assert_eq!(stage.host.running_agents(), 0);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_protocol_is_offered_by_its_own_word_only() {
    let ids: Vec<&str> = protocols::PROTOCOLS.iter().map(|p| p.id).collect();
    assert_eq!(ids, ["aionrs", "nuum", "nib", "agentproc", "terminal"]);
    assert!(ids.iter().all(|id| protocols::find(id).is_some()));
    assert_eq!(protocols::find("nanobot").map(|p| p.id), None);
}
