//! What runs in the background, over all conversations; operations of a project; a terminal read
//! by place.

use model::TurnOutcome;
use model::view::{OperationRequest, TaskKind, TaskState, TasksPage, TasksQuery};
use parley_tests::stage::{Stage, with_environment};
use parley_tests::window::Window;
use serde_json::{Map, Value, json};
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

fn all(stage: &Stage, past: bool) -> TasksPage {
    stage.host.tasks(&TasksQuery {
        conversation: None,
        past,
        from: 0,
        limit: 500,
    })
}

fn form(value: &Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_alarm_is_seen_over_all_conversations_fires_and_outlives_a_restart() {
    let stage = Stage::open().await;
    let mut news = stage.host.news();
    let id = stage.nuum_guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("alarm 2s water the plants").await;
    let set = window
        .until("the alarm to be set", |_| {
            let rows = all(&stage, false).rows;
            rows.into_iter().find(|row| row.kind == TaskKind::Alarm)
        })
        .await;
    assert_eq!(
        (set.state, set.conversation.clone(), set.agent.as_str()),
        (TaskState::Pending, id.clone(), "Scripted")
    );
    assert!(set.about.contains("water the plants"), "{set:?}");
    assert!(set.fires_at.unwrap() > set.begun_at.unwrap());
    assert!(set.item.is_some(), "it leads to its place");
    assert_eq!(window.ended(1).await, TurnOutcome::Completed);
    let past = all(&stage, true).rows;
    let fired = past.iter().find(|row| row.kind == TaskKind::Alarm).unwrap();
    assert_eq!((fired.state, &fired.about), (TaskState::Fired, &set.about));
    let own = past.iter().find(|row| row.kind == TaskKind::OwnTurn);
    assert_eq!(own.map(|row| row.state), Some(TaskState::Done));
    assert_eq!(all(&stage, false).live, 0, "nothing runs any more");
    let mut told = Vec::new();
    while let Ok(news) = news.try_recv() {
        told.push(news.kind);
    }
    let about = fired.about.clone();
    assert!(told.contains(&host::NewsKind::Alarm { about }), "{told:?}");

    window.send("alarm 1h turn the compost").await;
    window
        .until("the second alarm", |_| {
            (all(&stage, false).live == 1).then_some(())
        })
        .await;
    window.ended(2).await;
    let stage = stage.reopen().await;
    let kept = all(&stage, false);
    assert_eq!(kept.rows.len(), 1);
    assert_eq!(
        (kept.rows[0].state, kept.past),
        (TaskState::Asleep, u32::try_from(past.len()).unwrap()),
        "an alarm whose agent does not run says so"
    );
    stage.host.shutdown().await;
}

/// A stage with a nib backend on its PATH.
async fn with_backend(script: &str) -> Stage {
    let dir = tempfile::tempdir().unwrap();
    let bin = dir.path().join("bin");
    std::fs::create_dir_all(&bin).unwrap();
    let path = bin.join("nib-agent-claude");
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    with_environment(dir, &[("PATH", path)]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn operations_of_a_project_run_one_after_the_other_and_are_its_history() {
    let stage = with_backend(
        r#"#!/bin/sh
request=$(cat)
case "$request" in
  *scene-proof*) printf '%s' '{"type":"success","operation":"scene-proof","text":"2 commas.\nMore."}' ;;
  *) echo '{"type":"error","error":"model not available"}' ;;
esac
"#,
    )
    .await;
    let folder = stage.workspace().to_string_lossy().into_owned();
    std::fs::create_dir_all(stage.workspace().join("scenes")).unwrap();
    std::fs::write(stage.workspace().join("scenes/1.md"), "x").unwrap();
    let project = stage.host.project(&folder).await.unwrap();
    assert_eq!(project.backend.name, "claude");
    assert_eq!(project.folders.len(), 1);
    assert_eq!(project.operations.len(), 12);
    assert!(project.history.is_empty());

    let run = |fields: Value| OperationRequest {
        folder: folder.clone(),
        profile: None,
        form: form(&fields),
        confirm: None,
    };
    let missing = run(json!({"operation": "scene-proof"}));
    let wrong = stage.host.check_operation(&folder, &missing.form);
    assert_eq!(wrong.len(), 1);
    assert_eq!(
        (wrong[0].field.as_str(), wrong[0].message.as_str()),
        ("paths", "is missing")
    );
    let refused = stage.host.run_operation(missing).await.unwrap_err();
    assert_eq!(refused.code, "refused");

    let proof = json!({"operation": "scene-proof", "paths": ["scenes/1.md"]});
    let first = stage.host.run_operation(run(proof.clone())).await.unwrap();
    let ask = json!({"operation": "continuity-ask", "question": "Who?"});
    let second = stage.host.run_operation(run(ask)).await.unwrap();
    assert_eq!(first, second, "a project has one conversation");
    let mut window = Window::new(&stage.host, "main", &first);
    assert_eq!(window.ended(0).await, TurnOutcome::Completed);
    assert!(matches!(window.ended(1).await, TurnOutcome::Failed { .. }));
    let history = stage.host.project(&folder).await.unwrap().history;
    let told: Vec<_> = history
        .iter()
        .map(|run| (run.state, run.gave.as_str()))
        .collect();
    assert_eq!(told.len(), 2);
    assert!(told.contains(&(TaskState::Done, "2 commas.")), "{told:?}");
    assert!(
        told.iter().any(
            |(state, gave)| *state == TaskState::Failed && gave.contains("model not available")
        ),
        "{told:?}"
    );
    let proofread = history
        .iter()
        .find(|run| run.state == TaskState::Done)
        .unwrap();
    assert_eq!(Value::Object(proofread.form.clone()), proof);
    let remembered = all(&stage, true).rows;
    let operations: Vec<_> = remembered
        .iter()
        .filter(|row| row.kind == TaskKind::Operation)
        .map(|row| (row.word.as_str(), row.about.as_str()))
        .collect();
    assert_eq!(
        operations,
        [
            ("Ask about the manuscript", "Who?"),
            ("Proofread scenes; the files are changed", "scenes/1.md"),
        ]
    );
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_is_read_by_place_in_parts_and_told_its_size() {
    let stage = with_backend(
        r#"#!/bin/sh
read line
stty size
seq 1 60000
"#,
    )
    .await;
    let folder = stage.workspace().to_string_lossy().into_owned();
    let talk = json!({"operation": "scene-critique", "paths": ["scenes/1.md"]});
    let request = OperationRequest {
        folder,
        profile: None,
        form: form(&talk),
        confirm: None,
    };
    let id = stage.host.run_operation(request).await.unwrap();
    let mut window = Window::new(&stage.host, "main", &id);
    let resized = async {
        while stage.host.terminal_resize(&id, 33, 101).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), resized)
        .await
        .unwrap();
    stage
        .host
        .terminal_write(&id, b"go\r".to_vec())
        .await
        .unwrap();
    assert_eq!(window.ended(0).await, TurnOutcome::Completed);
    let mut shown = Vec::new();
    let mut place = 0;
    let mut parts = 0;
    loop {
        let part = stage.host.terminal_part(&id, place).unwrap();
        assert_eq!(part.from, place, "nothing is lost below what is kept");
        shown.extend(base64_decoded(&part.bytes));
        place = part.to;
        parts += 1;
        if !part.more {
            break;
        }
    }
    let text = String::from_utf8(shown).unwrap();
    assert!(text.contains("33 101"), "{}", &text[..200.min(text.len())]);
    assert!(text.trim_end().ends_with("60000"));
    assert!(parts > 2, "a window is not sent everything at once");
    stage.host.shutdown().await;
}

fn base64_decoded(text: &str) -> Vec<u8> {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD
        .decode(text)
        .unwrap()
}
