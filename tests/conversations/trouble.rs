//! Agents that do not start, crash, flood or talk nonsense.

use crate::scripts::BEGINS;
use model::view::RowBody;
use model::{Delivery, TurnOutcome};
use parley_tests::{Stage, Window};
use std::path::Path;

fn faults(window: &Window) -> Vec<String> {
    window
        .rows
        .values()
        .filter_map(|(row, _)| match &row.body {
            RowBody::Error { fault } => Some(format!("{}: {}", fault.code, fault.message)),
            _ => None,
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_program_is_an_error_that_names_it() {
    let stage = Stage::open().await;
    let id = stage
        .with_program(Path::new("/nowhere/agent"), Vec::new())
        .await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("hello").await;
    assert!(matches!(window.ended(0).await, TurnOutcome::Failed { .. }));
    assert!(faults(&window)[0].contains("/nowhere/agent"));
    assert_eq!(
        window.outcome(0),
        Some(TurnOutcome::Failed {
            message: String::new()
        }),
        "the footer does not repeat the error above it"
    );
    assert!(window.header.as_ref().unwrap().agent_ended);
    let delivery = window.rows.values().find_map(|(row, _)| match &row.body {
        RowBody::User { delivery, .. } => Some(*delivery),
        _ => None,
    });
    assert_eq!(delivery, Some(Delivery::Undelivered));
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c12_a_dead_agent_is_told_and_started_anew() {
    let stage = Stage::open().await;
    let script = format!(
        "{BEGINS}{}\n{}\n",
        r#"{"emit":{"type":"text_delta","msg_id":"${m.msg_id}","text":"half"}}"#,
        r#"{"stderr":"the last words"}
{"exit":3}"#
    );
    let id = stage.scripted(&script).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("one").await;
    assert_eq!(
        window.ended(0).await,
        TurnOutcome::AgentExited {
            how: "exit code 3".to_owned()
        }
    );
    let detail = window.rows.values().find_map(|(row, _)| match &row.body {
        RowBody::Error { fault } => fault.detail.clone(),
        _ => None,
    });
    assert!(detail.unwrap().contains("the last words"));
    assert!(window.text().contains("half"), "what was said stays");
    assert!(
        window.header.as_ref().unwrap().agent_ended,
        "a restart is offered"
    );
    window.send("two").await;
    window.ended(1).await;
    let starts = window.text().matches("half").count();
    assert_eq!(starts, 2, "a second process answered");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f029_an_unknown_version_is_refused_and_can_be_chosen() {
    let stage = Stage::open().await;
    let script = BEGINS.replace("\"0.1.0\"", "\"1.0.0\"")
        + r#"{"emit":{"type":"text_delta","msg_id":"${m.msg_id}","text":"at your service"}}
{"emit":{"type":"stream_end","msg_id":"${m.msg_id}"}}
{"wait_eof":true}
"#;
    let id = stage.scripted(&script).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("one").await;
    assert!(matches!(window.ended(0).await, TurnOutcome::Failed { .. }));
    assert!(faults(&window)[0].starts_with("protocol.version: The agent speaks version 1.0.0"));
    assert!(
        !window.text().contains("at your service"),
        "nothing was sent to it"
    );
    stage.host.restart(&id).await.unwrap();
    window.send("two").await;
    assert_eq!(window.ended(1).await, TurnOutcome::Completed);
    assert!(window.text().contains("at your service"));
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f077_a_tool_that_ran_unasked_keeps_its_mark_and_is_told_once() {
    let stage = Stage::open().await;
    let script = format!(
        "{BEGINS}{}",
        r#"{"emit":{"type":"tool_running","msg_id":"${m.msg_id}","call_id":"a","tool_name":"Bash"}}
{"emit":{"type":"tool_result","msg_id":"${m.msg_id}","call_id":"a","tool_name":"Bash","status":"success","output":"x"}}
{"emit":{"type":"tool_running","msg_id":"${m.msg_id}","call_id":"b","tool_name":"Bash"}}
{"emit":{"type":"tool_result","msg_id":"${m.msg_id}","call_id":"b","tool_name":"Bash","status":"success","output":"y"}}
{"emit":{"type":"stream_end","msg_id":"${m.msg_id}"}}
{"wait_eof":true}
"#
    );
    let id = stage.scripted(&script).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("go").await;
    window.ended(0).await;
    let marks: Vec<bool> = window
        .rows
        .values()
        .filter_map(|(row, _)| match &row.body {
            RowBody::Tool { unasked, .. } => Some(*unasked),
            _ => None,
        })
        .collect();
    assert_eq!(marks, [true, true], "{}", window.text());
    assert_eq!(
        window.text().matches("ran a tool without asking").count(),
        1
    );
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_ends_before_it_is_ready_did_not_start() {
    let stage = Stage::open().await;
    let id = stage
        .scripted("{\"stderr\":\"error: unexpected argument\"}\n{\"exit\":2}\n")
        .await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("go").await;
    window.ended(0).await;
    assert!(
        faults(&window)[0]
            .starts_with("agent.start: The agent ended before it was ready (exit code 2)"),
        "{}",
        window.text()
    );
    assert!(window.text().contains("unexpected argument"));
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c37_unknown_and_malformed_lines_are_shown_and_end_nothing() {
    let stage = Stage::open().await;
    let script = format!(
        "{BEGINS}{}",
        r#"{"emit":{"type":"acp_permission","call_id":"c","options":["a","b"]}}
{"raw":"[Agent] banner\n"}
{"raw_hex":"ff7b7d0a"}
{"emit":{"type":"text_delta","msg_id":"${m.msg_id}","text":"still here"}}
{"emit":{"type":"stream_end","msg_id":"${m.msg_id}"}}
{"expect":{"type":"never"}}
"#
    );
    let id = stage.scripted(&script).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("go").await;
    assert_eq!(window.ended(0).await, TurnOutcome::Completed);
    assert!(window.text().contains("still here"));
    let raw: Vec<String> = window
        .rows
        .values()
        .filter_map(|(row, _)| match &row.body {
            RowBody::Raw { line, .. } => Some(line.clone()),
            _ => None,
        })
        .collect();
    assert!(
        raw.iter().any(|line| line.contains("acp_permission")),
        "{raw:?}"
    );
    assert!(
        raw.iter().any(|line| line.contains("[Agent] banner")),
        "{raw:?}"
    );
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f036_a_flood_of_tiny_deltas_is_whole_and_costs_few_answers() {
    let stage = Stage::open().await;
    let script = format!(
        "{BEGINS}{}",
        r#"{"burst":{"line":{"type":"text_delta","msg_id":"${m.msg_id}","text":"abcdefghi "},"count":100000}}
{"emit":{"type":"stream_end","msg_id":"${m.msg_id}"}}
{"expect":{"type":"never"}}
"#
    );
    let id = stage.scripted(&script).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("go").await;
    let began = std::time::Instant::now();
    let mut pulls = 0u32;
    while window.outcome(0).is_none() {
        window.pull().await;
        pulls += 1;
        assert!(began.elapsed().as_secs() < 120, "never ended");
    }
    let text: usize = window
        .rows
        .values()
        .filter(|(row, _)| matches!(row.body, RowBody::Text))
        .flat_map(|(_, blocks)| blocks)
        .map(|block| block.html.matches("abcdefghi").count())
        .sum();
    assert_eq!(text, 100_000);
    let per_second = f64::from(pulls) / began.elapsed().as_secs_f64().max(1.0);
    assert!(per_second <= 45.0, "{per_second} answers a second");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f036_a_word_that_is_shown_is_not_told_of_again_in_the_pause_after_it() {
    let stage = Stage::open().await;
    // In a paragraph that is too long to be rendered for every word of a stream.
    let script = format!(
        "{BEGINS}{}",
        r#"{"burst":{"line":{"type":"text_delta","msg_id":"${m.msg_id}","text":"and on it goes "},"count":500}}
{"loop":{"times":8,"steps":[{"emit":{"type":"text_delta","msg_id":"${m.msg_id}","text":"a word "}},{"sleep_ms":150}]}}
{"emit":{"type":"stream_end","msg_id":"${m.msg_id}"}}
{"expect":{"type":"never"}}
"#
    );
    let id = stage.scripted(&script).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("go").await;
    let began = std::time::Instant::now();
    let mut empty = Vec::new();
    while window.outcome(0).is_none() {
        assert!(began.elapsed().as_secs() < 120, "never ended");
        let batch = window.batch().await;
        if let Some(patch) = batch.conversation.as_ref().filter(|patch| !patch.reset) {
            let brings_nothing = |row: &&model::view::RowPatch| {
                row.row.is_none() && row.blocks.is_empty() && row.grown.is_empty()
            };
            empty.extend(patch.rows.iter().filter(brings_nothing).cloned());
        }
        window.apply(batch);
    }
    assert_eq!(empty, []);
    assert!(
        window.text().contains(&["a word"; 8].join(" ")),
        "{}",
        window.text()
    );
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_process_is_left_after_shutdown() {
    let stage = Stage::open().await;
    let mut windows = Vec::new();
    for _ in 0..3 {
        let id = stage.guide().await;
        let mut window = Window::new(&stage.host, "main", &id);
        window.send("run sleep 1000 & sleep 1000").await;
        let card = window.asked().await;
        window.allow(&card).await;
        window
            .until("the command to run", |window| {
                window.text().contains("Running").then_some(())
            })
            .await;
        windows.push(window);
    }
    assert_eq!(stage.host.running_agents(), 3);
    let folder = stage.workspace();
    let began = std::time::Instant::now();
    stage.host.shutdown().await;
    assert!(began.elapsed().as_secs() < 8);
    let left: Vec<String> = std::fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| {
            let path = entry.unwrap().path();
            let cwd = std::fs::read_link(path.join("cwd")).ok()?;
            (cwd == folder)
                .then(|| std::fs::read_to_string(path.join("cmdline")).unwrap_or_default())
        })
        .collect();
    assert_eq!(left, Vec::<String>::new());
}
