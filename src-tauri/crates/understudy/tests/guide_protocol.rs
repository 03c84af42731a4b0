//! The built-in guide: the protocol around its tools.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;

use common::{Agent, understudy};
use serde_json::{Value, json};
use tempfile::tempdir;

#[test]
fn ready_says_what_it_is() {
    let folder = tempdir().unwrap();
    let (_, ready) = Agent::guide_with(
        folder.path(),
        &[
            "--session-id",
            "s1",
            "--provider",
            "anthropic",
            "--model",
            "x",
            "--max-tokens",
            "8192",
            "--max-turns",
            "30",
            "--base-url",
            "http://x",
            "--system-prompt",
            "p",
        ],
    );
    assert_eq!(
        ready,
        json!({
            "type": "ready", "version": "0.1.0", "session_id": "s1",
            "capabilities": {
                "tool_approval": true, "thinking": true, "mcp": false,
                "modes": ["default", "auto_edit", "yolo"], "current_mode": "default",
                "image_input": false,
            },
        })
    );
}

#[test]
fn a_wrong_flag_and_a_wrong_folder_end_it_at_once() {
    let output = understudy()
        .args(["guide", "--json-stream", "--nonsense"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--nonsense"));
    let output = understudy()
        .args(["guide", "--json-stream", "--workspace", "/nowhere"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout, b"");
    assert!(String::from_utf8_lossy(&output.stderr).contains("/nowhere"));
}

#[test]
fn a_greeting_is_streamed_in_pieces_that_make_the_text() {
    let folder = tempdir().unwrap();
    let mut guide = Agent::guide(folder.path());
    guide.send(&json!({"type": "message", "msg_id": "m1", "input": "hello"}));
    let turn = guide.turn();
    assert_eq!(turn.kinds(), ["stream_start", "text_delta", "stream_end"]);
    assert!(turn.text().contains("not a language model"));
    assert!(turn.of("text_delta").len() > 10);
    guide.message("m2", "tell me about Rome");
    assert!(
        guide
            .turn()
            .text()
            .contains("write hello.txt with the text: hi")
    );
}

#[test]
fn two_files_are_asked_for_at_once_and_answered_in_any_order() {
    for second_first in [false, true] {
        let folder = tempdir().unwrap();
        fs::write(folder.path().join("a.txt"), "A").unwrap();
        fs::write(folder.path().join("b.txt"), "B").unwrap();
        let mut guide = Agent::guide(folder.path());
        guide.message("m1", "read a.txt and b.txt");
        let mut requests = [guide.until("tool_request"), guide.next()];
        assert_eq!(requests[1]["type"], "tool_request");
        if second_first {
            requests.reverse();
        }
        for request in &requests {
            guide.approve(&request["call_id"]);
            let result = guide.until("tool_result");
            assert_eq!(result["call_id"], request["call_id"]);
            let file = request["tool"]["args"]["file_path"].as_str().unwrap();
            assert_eq!(result["output"], file[..1].to_uppercase());
        }
        guide.until("stream_end");
    }
}

#[test]
fn of_two_calls_one_may_be_denied() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a.txt"), "A").unwrap();
    fs::write(folder.path().join("b.txt"), "B").unwrap();
    let mut guide = Agent::guide(folder.path());
    guide.message("m1", "read a.txt and b.txt");
    let (a, b) = (guide.until("tool_request"), guide.until("tool_request"));
    guide.send(&json!({"type": "tool_deny", "call_id": a["call_id"], "reason": "private"}));
    guide.approve(&b["call_id"]);
    let turn = guide.turn();
    assert_eq!(turn.result()["call_id"], b["call_id"]);
    assert_eq!(turn.of("tool_cancelled")[0]["call_id"], a["call_id"]);
    assert!(turn.text().contains("You denied it: private"));
}

#[test]
fn modes_decide_what_asks() {
    let folder = tempdir().unwrap();
    let mut guide = Agent::guide(folder.path());
    let asks = |guide: &mut Agent, said: &str| {
        guide.message("m", said);
        loop {
            let event = guide.next();
            match event["type"].as_str() {
                Some("tool_request") => {
                    guide.approve(&event["call_id"]);
                    guide.until("stream_end");
                    return true;
                }
                Some("stream_end") => return false,
                _ => {}
            }
        }
    };
    for (mode, expected) in [
        ("default", [true, true, true]),
        ("auto_edit", [false, false, true]),
        ("yolo", [false, false, false]),
        ("default", [true, true, true]),
    ] {
        guide.send(&json!({"type": "set_mode", "mode": mode}));
        assert_eq!(
            guide.next(),
            json!({"type": "info", "msg_id": "", "message": format!("Approval mode: {mode}")})
        );
        let changed = guide.next();
        assert_eq!(changed["type"], "config_changed");
        assert_eq!(changed["capabilities"]["current_mode"], mode);
        let got = ["list", "write a.txt: x", "run true"].map(|said| asks(&mut guide, said));
        assert_eq!(got, expected, "{mode}");
    }
    guide.send(&json!({"type": "set_mode", "mode": "reckless"}));
    assert_eq!(guide.next()["error"]["code"], "protocol_error");
}

#[test]
fn auto_approve_starts_in_yolo_mode() {
    let folder = tempdir().unwrap();
    let (mut guide, ready) = Agent::guide_with(folder.path(), &["--auto-approve"]);
    assert_eq!(ready["capabilities"]["current_mode"], "yolo");
    guide.message("m1", "write a.txt: x");
    let turn = guide.turn();
    assert_eq!(turn.of("tool_request").len(), 0);
    assert_eq!(turn.kinds()[2..4], ["tool_running", "tool_result"]);
}

#[test]
fn always_allows_the_category_and_no_other() {
    let folder = tempdir().unwrap();
    let mut guide = Agent::guide(folder.path());
    guide.message("m1", "write a.txt: x");
    let request = guide.until("tool_request");
    guide.send(&json!({"type": "tool_approve", "call_id": request["call_id"], "scope": "always"}));
    guide.until("stream_end");
    guide.message("m2", "edit a.txt: replace x with y");
    assert_eq!(guide.turn().of("tool_request").len(), 0);
    guide.message("m3", "list");
    guide.until("tool_request");
}

#[test]
fn stop_ends_a_long_answer_and_the_next_message_is_answered() {
    let folder = tempdir().unwrap();
    let mut guide = Agent::guide(folder.path());
    guide.message("m1", "long");
    for _ in 0..50 {
        guide.until("text_delta");
    }
    guide.send(&json!({"type": "ping"}));
    guide.until("pong");
    guide.send(&json!({"type": "stop"}));
    assert_eq!(guide.until("stream_end")["msg_id"], "m1");
    guide.message("m2", "long 3");
    let turn = guide.turn();
    assert_eq!(turn.0[0], json!({"type": "stream_start", "msg_id": "m2"}));
    assert!(turn.text().contains("## Part 3") && !turn.text().contains("## Part 4"));
}

#[test]
fn stop_withdraws_a_call_that_waits() {
    let folder = tempdir().unwrap();
    let mut guide = Agent::guide(folder.path());
    guide.message("m1", "write a.txt: x");
    let request = guide.until("tool_request");
    guide.send(&json!({"type": "stop"}));
    assert_eq!(
        guide.next(),
        json!({"type": "tool_cancelled", "msg_id": "m1", "call_id": request["call_id"], "reason": "Stopped"})
    );
    assert_eq!(guide.next()["type"], "stream_end");
    guide.approve(&request["call_id"]);
    assert_eq!(guide.next()["error"]["code"], "protocol_error");
    assert!(!folder.path().join("a.txt").exists());
}

#[test]
fn a_message_during_a_turn_is_not_taken_and_says_so() {
    let folder = tempdir().unwrap();
    let mut guide = Agent::guide(folder.path());
    guide.message("m1", "list");
    let request = guide.until("tool_request");
    guide.message("m2", "hello");
    let info = guide.next();
    assert_eq!(
        (&info["type"], &info["msg_id"]),
        (&json!("info"), &json!("m2"))
    );
    guide.approve(&request["call_id"]);
    assert_eq!(guide.until("stream_end")["msg_id"], "m1");
}

#[test]
fn bad_lines_are_protocol_errors_and_end_nothing() {
    let folder = tempdir().unwrap();
    let mut guide = Agent::guide(folder.path());
    for line in [
        "{not json",
        "[]",
        r#"{"type":"foo"}"#,
        r#"{"type":"message"}"#,
        r#"{"type":"message","msg_id":"m"}"#,
        r#"{"type":"tool_approve","call_id":"none"}"#,
    ] {
        guide.send_raw(format!("{line}\n").as_bytes()).unwrap();
        let event = guide.next();
        assert_eq!(event["type"], "error", "{line}");
        assert_eq!(event["error"]["code"], "protocol_error");
        assert_eq!(event["error"]["retryable"], false);
    }
    guide.send_raw(b"{\"type\":\"foo\"}\n").unwrap();
    assert_eq!(
        guide.next(),
        json!({"type": "error", "msg_id": null, "error": {"code": "protocol_error",
               "message": "Unknown command type: foo", "retryable": false}})
    );
    guide.message("m1", "hello");
    guide.until("stream_end");
}

#[test]
fn settings_can_change_and_mcp_servers_are_honestly_refused() {
    let folder = tempdir().unwrap();
    let mut guide = Agent::guide(folder.path());
    guide.send(
        &json!({"type": "add_mcp_server", "name": "git", "transport": "stdio", "command": "x"}),
    );
    assert!(
        guide.next()["message"]
            .as_str()
            .unwrap()
            .contains("no MCP servers")
    );
    assert_eq!(
        guide.next(),
        json!({"type": "mcp_ready", "name": "git", "tools": []})
    );
    guide.send(&json!({"type": "set_config", "model": "m", "thinking": false}));
    guide.until("info");
    assert_eq!(guide.next()["capabilities"]["thinking"], false);
    guide.message("m1", "think");
    assert_eq!(
        guide.turn().kinds(),
        ["stream_start", "text_delta", "stream_end"]
    );
    guide.send(&json!({"type": "add_mcp_server", "name": "late"}));
    assert_eq!(guide.next()["error"]["code"], "protocol_error");
}

#[test]
fn the_tour_shows_everything_and_goes_on_after_a_denial() {
    let folder = tempdir().unwrap();
    let (mut guide, _) = Agent::guide_with(folder.path(), &["--auto-approve"]);
    guide.message("m1", "show me everything");
    let turn = guide.turn();
    let types: Vec<&Value> = turn
        .of("tool_result")
        .iter()
        .map(|r| &r["output_type"])
        .collect();
    assert_eq!(types, ["image", "text", "diff", "text"]);
    assert!(
        turn.of("tool_result")
            .iter()
            .all(|r| r["status"] == "success")
    );
    assert!(!turn.of("thinking").is_empty());
    let error = turn.of("error")[0];
    assert_eq!(error["error"]["retryable"], true);

    let mut guide = Agent::guide(folder.path());
    guide.message("m1", "show me everything");
    for _ in 0..3 {
        let request = guide.until("tool_request");
        guide.send(&json!({"type": "tool_deny", "call_id": request["call_id"], "reason": ""}));
    }
    let turn = guide.turn();
    assert_eq!(turn.of("tool_result").len(), 0);
    assert_eq!(turn.of("error").len(), 1);
}

#[test]
fn attached_files_are_named() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a.png"), "abc").unwrap();
    let mut guide = Agent::guide(folder.path());
    guide.send(
        &json!({"type": "message", "msg_id": "m1", "content": "hello",
                       "files": [folder.path().join("a.png"), "/nowhere"]}),
    );
    let text = guide.turn().text();
    assert!(
        text.contains("a.png` – 3 bytes") && text.contains("`/nowhere` – cannot be read"),
        "{text}"
    );
}
