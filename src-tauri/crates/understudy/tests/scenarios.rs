//! One scenario in every protocol: what comes out is that protocol's.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{Agent, understudy};
use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

/// An agent that plays a scenario, and its folder.
struct Play {
    agent: Agent,
    folder: TempDir,
}

fn play(scenario: &str, protocol: &str, prepare: impl FnOnce(&mut Command, &Path)) -> Play {
    let folder = tempdir().unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/scenarios")
        .join(scenario);
    let mut command = understudy();
    command
        .current_dir(folder.path())
        .args(["play", "--protocol", protocol, "--log", "log"]);
    command.arg(file);
    prepare(&mut command, folder.path());
    Play {
        agent: Agent::start(command),
        folder,
    }
}

impl Play {
    /// Sends a line.
    fn send(mut self, line: &Value) -> Self {
        self.agent.send(line);
        self
    }

    /// Closes the input; gives the exit code, the output and standard error.
    fn end(mut self) -> (Option<i32>, String, String) {
        self.agent.close();
        self.rest()
    }

    /// The same with the input left open.
    fn rest(self) -> (Option<i32>, String, String) {
        let (status, lines, err) = self.agent.end();
        let mut out = String::new();
        for line in lines {
            out.push_str(&String::from_utf8(line).unwrap());
            out.push('\n');
        }
        (status.code(), out, err)
    }

    fn notes(&self) -> Vec<String> {
        let log = fs::read_to_string(self.folder.path().join("log")).unwrap();
        let notes = log.lines().filter_map(|line| {
            let entry: Value = serde_json::from_str(line).unwrap();
            entry["note"].as_str().map(str::to_owned)
        });
        notes.collect()
    }
}

fn values(out: &str) -> Vec<Value> {
    out.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn types(values: &[Value]) -> Vec<&str> {
    values
        .iter()
        .map(|value| {
            value["subtype"]
                .as_str()
                .or(value["type"].as_str())
                .unwrap()
        })
        .collect()
}

const HEARD: &str = r#"["hello","s-1",["/a.png"]]"#;

#[test]
fn aionrs_in_all_generations() {
    let message = json!({"type": "message", "msg_id": "m", "content": "hello", "input": "hello",
                         "files": ["/a.png"]});
    let approve = json!({"type": "tool_approve", "call_id": "t1", "scope": "once"});
    for (protocol, tool, more) in [
        ("aionrs", "Bash", false),
        ("aionrs,generation=0.1", "Bash", false),
        ("aionrs,generation=0.2", "ExecCommand", true),
    ] {
        let mut play = play("turn.jsonl", protocol, |_, _| {}).send(&message);
        for _ in 0..5 {
            play.agent.next();
        }
        let play = play.send(&approve);
        let (code, out, _) = play.end();
        let events = values(&out);
        let mut expected = vec!["tool_running", "tool_result", "text_delta", "stream_end"];
        if more {
            expected.insert(1, "info");
        }
        assert_eq!(types(&events), expected, "{protocol}");
        assert_eq!(events[0]["tool_name"], tool);
        let said = &events[events.len() - 2]["text"];
        assert_eq!(said, &json!(format!(" {HEARD}")));
        assert_eq!(code, Some(0));
    }
    // The message of another generation is no message.
    let old = json!({"type": "message", "msg_id": "m", "input": "hello"});
    let (_, out, _) = play("turn.jsonl", "aionrs,generation=0.2", |_, _| {})
        .send(&old)
        .end();
    assert_eq!(types(&values(&out)), ["ready"]);
}

#[test]
fn nuum_in_both_generations() {
    let message = json!({"type": "user", "message": {"role": "user", "content": "hello"}});
    for (protocol, result) in [("nuum", "tool_result"), ("nuum,generation=0.5", "user")] {
        let mut play = play("turn.jsonl", protocol, |_, _| {}).send(&message);
        let events: Vec<Value> = (0..7).map(|_| play.agent.next()).collect();
        assert_eq!(
            types(&events),
            [
                "init",
                "turn_accepted",
                "assistant",
                "assistant",
                result,
                "assistant",
                "success"
            ]
        );
        assert_eq!(events[6]["result"], r#" ["hello","s-1",[]]"#);
        assert!(play.notes().contains(&"nobody asks".to_owned()));
        assert_eq!(play.end().0, Some(0));
        let (_, out, _) = self::play("failure.jsonl", protocol, |_, _| {})
            .send(&message)
            .end();
        let events = values(&out);
        let ended = events.last().unwrap();
        assert_eq!(
            (&ended["is_error"], &ended["result"]),
            (&json!(true), &json!("it broke"))
        );
        assert_eq!(events.len(), 4);
    }
}

fn variables(command: &mut Command, streaming: &str) {
    command
        .env("AGENT_MESSAGE", "hello")
        .env("AGENT_SESSION_ID", "s-1")
        .env("AGENT_STREAMING", streaming)
        .env("AGENT_IMAGE_URL", "/a.png");
}

#[test]
fn agentproc_with_variables() {
    // Its input is never read and stays open.
    let (code, out, _) = play("turn.jsonl", "agentproc", |c, _| variables(c, "1")).rest();
    let heard = json!(format!(" {HEARD}"));
    assert_eq!(
        out,
        format!("AGENT_SESSION:s-1\nAGENT_PARTIAL:\"You said: hello\"\nAGENT_PARTIAL:{heard}\n")
    );
    assert_eq!(code, Some(0));
    let (code, out, _) = play("turn.jsonl", "agentproc", |c, _| variables(c, "0")).rest();
    assert_eq!(out, format!("AGENT_SESSION:s-1\nYou said: hello {HEARD}\n"));
    assert_eq!(code, Some(0));
    let (code, out, _) = play("failure.jsonl", "agentproc", |c, _| variables(c, "1")).rest();
    assert_eq!(
        out,
        "AGENT_SESSION:s-1\nAGENT_PARTIAL:\"Well\"\nAGENT_ERROR:\"it broke\"\n"
    );
    assert_eq!(code, Some(1));

    // The message on standard input, the attachments as a list.
    let mut play = play("turn.jsonl", "agentproc,stdin=message", |c, _| {
        variables(c, "0");
        c.env("AGENT_MESSAGE", "");
        c.env(
            "AGENT_ATTACHMENTS",
            r#"[{"type":"file","url":"/b","name":"b"}]"#,
        );
    });
    play.agent.send_raw(b"two\nlines").unwrap();
    let (_, out, _) = play.end();
    assert_eq!(
        out,
        "AGENT_SESSION:s-1\nYou said: two\nlines [\"two\\nlines\",\"s-1\",[\"/b\"]]\n"
    );
}

#[test]
fn agentproc_with_events() {
    let turn = json!({"type": "turn", "message": "hello", "session_id": "s-1",
                      "attachments": [{"kind": "image", "url": "/a.png"}],
                      "protocol_version": "0.4"});
    let mut asked = play("turn.jsonl", "agentproc,wire=0.4", |_, _| {}).send(&turn);
    assert_eq!(
        [asked.agent.next(), asked.agent.next()],
        [
            json!({"type": "partial", "text": "You said: hello", "session_id": "s-1"}),
            json!({"type": "permission_request", "request_id": "t1", "tool_name": "Bash",
                   "input": {"command": "ls"}}),
        ]
    );
    let deny = json!({"type": "permission_response", "request_id": "t1", "behavior": "deny"});
    let mut asked = asked.send(&deny);
    assert_eq!(asked.agent.next()["text"], json!(format!(" {HEARD}")));
    assert_eq!(
        asked.agent.next(),
        json!({"type": "result", "text": format!("You said: hello {HEARD}")})
    );
    assert!(asked.notes().contains(&"t1 false".to_owned()));
    // One turn, one process: it ends though its input is open.
    assert_eq!(asked.rest().0, Some(0));

    let (code, out, _) = play("failure.jsonl", "agentproc,wire=0.4", |_, _| {})
        .send(&turn)
        .rest();
    assert_eq!(
        values(&out)[1],
        json!({"type": "error", "message": "it broke"})
    );
    assert_eq!(code, Some(1));
}

fn envelope() -> Value {
    json!({"version": 1, "text": "hello", "media": ["/a.png"], "channel": "parley",
           "chat_id": "1", "session_key": "s-1", "workspace": "/w", "user_data_dir": "/u"})
}

#[test]
fn terminal_rich_plain_and_inject() {
    let (code, out, _) = play("turn.jsonl", "terminal", |_, _| {})
        .send(&envelope())
        .end();
    assert_eq!(
        values(&out),
        [
            json!({"type": "log", "text": "Hm."}),
            json!({"type": "message", "text": "You said: hello"}),
            json!({"type": "progress", "text": "Running Bash"}),
            json!({"type": "log", "text": "a.txt"}),
            json!({"type": "message", "text": format!(" {HEARD}")}),
        ]
    );
    assert_eq!(code, Some(0));
    let (code, out, _) = play("failure.jsonl", "terminal", |_, _| {})
        .send(&envelope())
        .end();
    assert_eq!(
        values(&out)[1],
        json!({"type": "error", "text": "it broke", "code": "E1"})
    );
    assert_eq!(code, Some(1));

    let plain = "terminal,mode=plain";
    let (code, out, _) = play("turn.jsonl", plain, |_, _| {}).send(&envelope()).end();
    assert_eq!((code, out), (Some(0), format!("You said: hello {HEARD}\n")));
    let (code, out, err) = play("failure.jsonl", plain, |_, _| {})
        .send(&envelope())
        .end();
    assert_eq!(
        (code, out.as_str(), err.as_str()),
        (Some(1), "Well\n", "it broke\n")
    );

    // A follow-up is the next message, and this scenario fails then.
    let mut inject = play("turn.jsonl", "terminal,mode=inject", |_, _| {}).send(&envelope());
    for _ in 0..5 {
        inject.agent.next();
    }
    let (code, out, _) = inject
        .send(&json!({"type": "inject", "version": 1, "text": "more"}))
        .rest();
    assert_eq!(types(&values(&out)), ["error"]);
    assert_eq!(code, Some(1));
}

#[test]
fn nib_pipe_and_interactive() {
    let request = json!({"operation": "continuity-ask", "dir": "/p", "question": "hello",
                         "session": {"id": "s-1"}, "paths": ["/a.png"]});
    let (code, out, _) = play("turn.jsonl", "nib", |_, _| {}).send(&request).end();
    assert_eq!(
        values(&out),
        [json!({"type": "success", "operation": "continuity-ask",
                "text": format!("You said: hello {HEARD}")})]
    );
    assert_eq!(code, Some(0));
    let (code, out, _) = play("failure.jsonl", "nib", |_, _| {}).send(&request).end();
    assert_eq!(
        (code, values(&out)),
        (Some(0), vec![json!({"type": "error", "error": "it broke"})])
    );
    let real = "nib,errors=stderr";
    let (code, out, err) = play("failure.jsonl", real, |_, _| {}).send(&request).end();
    assert_eq!(
        (code, out.as_str(), err.as_str()),
        (Some(1), "", "it broke\n")
    );

    let interactive = |command: &mut Command, folder: &Path| {
        let file = folder.join("request.json");
        fs::write(&file, request.to_string()).unwrap();
        command.env("NIB_AGENT_REQUEST_FILE", file);
    };
    let mut talk = play("turn.jsonl", "nib", interactive);
    assert_eq!(
        talk.agent.line().unwrap(),
        format!("You said: hello {HEARD}").as_bytes()
    );
    assert!(!talk.folder.path().join("request.json").exists());
    // Then the user types; this scenario fails then.
    talk.agent.send_raw(b"and you?\n").unwrap();
    let (code, _, err) = talk.rest();
    assert_eq!(
        (code, err.as_str()),
        (Some(1), "there is no second turn here\n")
    );
}
