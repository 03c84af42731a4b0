//! Floods: nothing waits behind them, and nothing grows with them.

use crate::scripts::{in_a_turn, one_turn};
use model::Activity;
use model::view::{PullRequest, RowBody};
use parley_tests::window::PATIENCE;
use parley_tests::{Stage, Window};

/// Resident memory of this process, in bytes.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmRSS"))
        .unwrap();
    let kib: u64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    kib * 1024
}

#[tokio::test(flavor = "multi_thread")]
async fn c39_an_answer_does_not_wait_behind_a_stream() {
    let stage = Stage::open().await;
    // Half a minute of text at 1,000 pieces a second, beside a request.
    let script = in_a_turn(
        r#"{"background":[{"burst":{"line":{"type":"text_delta","msg_id":"${m.msg_id}","text":"word "},"count":30000,"per_second":1000,"each":true}}]}
{"emit":{"type":"tool_request","msg_id":"${m.msg_id}","call_id":"t1","tool":{"name":"Bash","category":"exec","args":{"command":"ls"},"description":"List"}}}
{"expect":{"type":"tool_approve"}}
{"emit":{"type":"tool_running","msg_id":"${m.msg_id}","call_id":"t1","tool_name":"Bash"}}
{"emit":{"type":"tool_result","msg_id":"${m.msg_id}","call_id":"t1","tool_name":"Bash","status":"success","output":"answered"}}
{"wait_eof":true}"#,
    );
    let id = stage.scripted(&script).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("go").await;
    let card = window.asked().await;
    window.allow(&card).await;
    window
        .until("the result", |window| {
            window.text().contains("answered").then_some(())
        })
        .await;
    let words: usize = window
        .rows
        .values()
        .filter(|(row, _)| matches!(row.body, RowBody::Text))
        .flat_map(|(_, blocks)| blocks)
        .map(|block| block.html.matches("word").count())
        .sum();
    assert!(words > 0, "the stream was running");
    assert!(
        words < 20_000,
        "the answer came after {words} of 30,000 pieces"
    );
    stage.host.force_stop(&id).await.unwrap();
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c35_a_flood_on_stderr_costs_no_memory() {
    let stage = Stage::open().await;
    let script = one_turn(r#"{"stderr_flood":{"bytes":100000000}}"#);
    let id = stage.scripted(&script).await;
    let mut window = Window::new(&stage.host, "main", &id);
    stage.host.prepare(&id).await.unwrap();
    let before = memory();
    window.send("go").await;
    window.ended(0).await;
    let grown = memory().saturating_sub(before);
    assert!(grown < 50 << 20, "grew by {grown} bytes");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c36_windows_that_come_and_go_in_a_long_stream_leave_nothing() {
    let stage = Stage::open().await;
    let script = one_turn(
        r#"{"burst":{"line":{"type":"text_delta","msg_id":"${m.msg_id}","text":"abc "},"count":20000}}"#,
    );
    let id = stage.scripted(&script).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("go").await;
    window.ended(0).await;
    let before = memory();
    for n in 0..200 {
        let label = format!("conversation-{n}");
        let request = PullRequest {
            conversation: Some(id.clone()),
            after: 0,
            list: false,
            list_after: 0,
            topics: std::collections::BTreeMap::default(),
            plain: false,
        };
        stage.host.pull(&label, request).await;
        stage.host.viewer_closed(&label);
    }
    let grown = memory().saturating_sub(before);
    assert!(grown < 64 << 20, "200 windows left {grown} bytes");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c36_all_of_a_turn_longer_than_what_is_held_can_be_read_and_found() {
    let stage = Stage::open().await;
    let output = "one line of what a build prints\\n".repeat(4_000);
    // Ten megabytes, and time to let go of most of them.
    let script = one_turn(&format!(
        r#"{{"loop":{{"times":80,"steps":[{{"running":{{"tool":"Bash","args":{{"command":"make"}}}}}},{{"result":"{output}"}},{{"sleep_ms":60}}]}}}}"#
    ));
    let id = stage.scripted(&script).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("go").await;
    window.ended(0).await;

    let mut place = window.header.as_ref().unwrap().row_count;
    let mut calls = 0;
    while place > 0 {
        let page = stage.host.older_rows(&id, place, 100).unwrap().rows;
        assert_eq!(page.last().unwrap().place, place - 1);
        place = page[0].place;
        calls += page
            .iter()
            .filter(|row| matches!(&row.row.as_ref().unwrap().body, RowBody::Tool { .. }))
            .count();
    }
    assert_eq!(calls, 80);
    let found = stage.host.find(&id, "a build prints").unwrap();
    assert_eq!(found.rows.len(), 80);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c41_two_days_of_signs_of_life_cost_no_memory() {
    let stage = Stage::open().await;
    // One a second for 48 hours, at once.
    let script = one_turn(
        r#"{"burst":{"line":{"type":"pong"},"count":20000}}
{"emit":{"type":"text_delta","msg_id":"${m.msg_id}","text":"warm"}}
{"burst":{"line":{"type":"pong"},"count":172800}}"#,
    )
    .replace("0.1.0", "0.2.0");
    let id = stage.scripted(&script).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("go").await;
    window
        .until("the warm-up to end", |window| {
            window.text().contains("warm").then_some(())
        })
        .await;
    let before = memory();
    window.ended(0).await;
    let grown = memory().saturating_sub(before);
    assert!(grown < 16 << 20, "grew by {grown} bytes from {before}");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f097_a_window_that_stands_still_in_a_flood_loses_nothing_and_costs_little() {
    let stage = Stage::open().await;
    let script = one_turn(
        r#"{"burst":{"line":{"type":"text_delta","msg_id":"${m.msg_id}","text":"abcdefghi "},"count":100000}}"#,
    );
    let id = stage.scripted(&script).await;
    let mut window = Window::new(&stage.host, "main", &id);
    stage.host.prepare(&id).await.unwrap();
    window.pull().await;
    let before = memory();
    window.send("go").await;
    // The window is blocked for all of the flood: it neither pulls nor draws.
    let began = std::time::Instant::now();
    let mut most = 0;
    loop {
        most = most.max(memory());
        if stage.host.summary(&id).unwrap().activity != Activity::Running {
            break;
        }
        assert!(began.elapsed() < PATIENCE, "the flood never ends");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let grown = most.saturating_sub(before);
    window.ended(0).await;
    let text: String = window
        .rows
        .values()
        .filter(|(row, _)| matches!(row.body, RowBody::Text))
        .flat_map(|(_, blocks)| blocks)
        .map(|block| block.html.as_str())
        .collect();
    let whole = text.replace("<p>", "").replace("</p>", "");
    assert_eq!(whole.trim().len(), "abcdefghi ".len() * 100_000 - 1);
    assert_eq!(whole.matches("abcdefghi").count(), 100_000);
    assert!(grown < 64 << 20, "the host grew by {grown} bytes");
    stage.host.shutdown().await;
}
