//! The guide as a nuum agent: tasks and alarms that start turns, probes, identity.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::path::Path;

use common::{Agent, understudy};
use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

struct Nuum {
    agent: Agent,
    session: String,
    init: Value,
}

impl Nuum {
    fn start(folder: &Path, generation: &str, pace: &str, args: &[&str]) -> Self {
        let mut command = understudy();
        command
            .current_dir(folder)
            .args(["guide", "--stdio"])
            .args(args)
            .env("UNDERSTUDY_NUUM", generation)
            .env("UNDERSTUDY_PACE_MS", pace);
        let mut agent = Agent::start(command);
        let init = agent.next();
        assert_eq!(
            (&init["type"], &init["subtype"]),
            (&json!("system"), &json!("init"))
        );
        let session = init["session_id"].as_str().unwrap().to_owned();
        Self {
            agent,
            session,
            init,
        }
    }

    fn user(&mut self, text: &str) {
        let message = json!({"role": "user", "content": text});
        self.agent
            .send(&json!({"type": "user", "message": message}));
    }

    fn control(&mut self, action: &str) {
        self.agent
            .send(&json!({"type": "control", "action": action}));
    }

    /// Events up to and with the first of this type and subtype.
    fn until(&mut self, kind: &str, subtype: &str) -> Vec<Value> {
        let mut events = Vec::new();
        loop {
            let event = self.agent.next();
            let found =
                event["type"] == kind && (subtype.is_empty() || event["subtype"] == subtype);
            events.push(event);
            if found {
                return events;
            }
        }
    }

    /// All events of a turn.
    fn turn(&mut self) -> Vec<Value> {
        self.until("result", "")
    }
}

fn files() -> TempDir {
    let folder = tempdir().unwrap();
    fs::write(
        folder.path().join("todo.txt"),
        "buy bread\nTODO: call Ada\n",
    )
    .unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    fs::write(
        folder.path().join("sub/code.rs"),
        "fn f() {} // todo later\n",
    )
    .unwrap();
    folder
}

fn kinds(events: &[Value]) -> Vec<String> {
    let kind = |event: &Value| {
        let kind = event["subtype"].as_str().or(event["type"].as_str());
        kind.unwrap().to_owned()
    };
    events.iter().map(kind).collect()
}

fn last(events: &[Value]) -> &Value {
    events.last().unwrap()
}

#[test]
fn a_file_is_written_without_a_question_and_the_guide_says_so() {
    let folder = files();
    let mut nuum = Nuum::start(folder.path(), "0.1", "0", &[]);
    assert_eq!(nuum.init["version"], "0.1.0");
    nuum.user("write hello.txt with the text: hi");
    let turn = nuum.turn();
    assert_eq!(
        kinds(&turn),
        [
            "turn_accepted",
            "assistant",
            "tool_result",
            "assistant",
            "success"
        ]
    );
    let call = &turn[1]["message"]["content"][0];
    assert_eq!(
        (&call["name"], &call["input"]),
        (
            &json!("write"),
            &json!({"filePath": "hello.txt", "content": "hi"})
        )
    );
    assert_eq!(turn[2]["tool_result"]["tool_use_id"], call["id"]);
    let said = last(&turn)["result"].as_str().unwrap();
    assert!(said.contains("without asking"), "{said}");
    assert_eq!(last(&turn)["session_id"], json!(nuum.session));
    assert_eq!(
        fs::read_to_string(folder.path().join("hello.txt")).unwrap(),
        "hi"
    );

    // Content blocks mean the same; an image among them is dropped.
    let blocks = json!([{"type": "text", "text": "read hello.txt"}, {"type": "image"}]);
    let message = json!({"role": "user", "content": blocks});
    nuum.agent
        .send(&json!({"type": "user", "message": message}));
    let turn = nuum.turn();
    assert_eq!(turn[2]["tool_result"]["content"], "hi");

    nuum.user("run touch evil");
    assert!(
        last(&nuum.turn())["result"]
            .as_str()
            .unwrap()
            .contains("no commands")
    );
    assert!(!folder.path().join("evil").exists());
    nuum.agent.close();
    assert_eq!(nuum.agent.wait().code(), Some(0));
}

#[test]
fn an_alarm_fires_as_a_turn_of_its_own() {
    let folder = files();
    let mut nuum = Nuum::start(folder.path(), "0.1", "0", &[]);
    nuum.user("remind me in 1 second to stretch");
    let turn = nuum.turn();
    // The snapshot comes before the words about it.
    assert_eq!(
        kinds(&turn),
        [
            "turn_accepted",
            "assistant",
            "tasks",
            "tool_result",
            "assistant",
            "success"
        ]
    );
    let task = &turn[2]["tasks"][0];
    assert_eq!(
        (&task["type"], &task["status"], &task["description"]),
        (&json!("alarm"), &json!("pending"), &json!("stretch"))
    );
    assert!(task["firesAt"].as_str().unwrap().ends_with('Z'));
    let fired = nuum.turn();
    assert_eq!(kinds(&fired), ["tasks", "assistant", "success"]);
    assert_eq!(fired[0]["tasks"], json!([]));
    assert!(last(&fired)["result"].as_str().unwrap().contains("stretch"));
}

#[test]
fn research_searches_the_folder_and_speaks_up() {
    let folder = files();
    for (generation, result) in [("0.1", "tool_result"), ("0.5", "user")] {
        let mut nuum = Nuum::start(folder.path(), generation, "0", &[]);
        nuum.user("research todo");
        let mut events = nuum.turn();
        let mut findings = Vec::new();
        while !events
            .iter()
            .any(|event| event.to_string().contains("Research: todo"))
        {
            findings = nuum.turn();
            events.extend(findings.clone());
        }
        assert!(
            kinds(&events).contains(&result.to_owned()),
            "{:?}",
            kinds(&events)
        );
        // Started by itself: nothing was accepted.
        assert!(!kinds(&findings).contains(&"turn_accepted".to_owned()));
        let said = last(&events)["result"].as_str().unwrap();
        assert!(said.contains("2 lines in 2 files"), "{said}");
        assert!(said.contains("todo.txt:2: TODO: call Ada"), "{said}");
        assert!(said.contains("no language model"), "{said}");
        let snapshots: Vec<usize> = events
            .iter()
            .filter(|event| event["subtype"] == "tasks")
            .map(|event| event["tasks"].as_array().unwrap().len())
            .collect();
        assert_eq!(snapshots, [1, 0]);
    }
}

#[test]
fn tasks_are_listed_and_stopped() {
    let folder = files();
    let mut nuum = Nuum::start(folder.path(), "0.1", "0", &[]);
    nuum.user("alarm 2h tea");
    nuum.turn();
    nuum.user("tasks");
    assert!(
        last(&nuum.turn())["result"]
            .as_str()
            .unwrap()
            .contains("tea")
    );
    nuum.user("stop");
    let turn = nuum.turn();
    assert_eq!(turn[1]["tasks"], json!([]));
    nuum.user("tasks");
    assert!(
        last(&nuum.turn())["result"]
            .as_str()
            .unwrap()
            .starts_with("Nothing runs")
    );
}

#[test]
fn an_interrupt_cancels_the_turn_and_the_next_is_whole() {
    let folder = files();
    for (generation, ends) in [
        ("0.1", vec!["cancelled"]),
        ("0.5", vec!["interrupted", "cancelled"]),
    ] {
        let mut nuum = Nuum::start(folder.path(), generation, "1", &[]);
        nuum.user("long");
        nuum.until("assistant", "");
        nuum.control("interrupt");
        let turn: Vec<Value> = nuum
            .turn()
            .into_iter()
            .filter(|event| event["type"] != "assistant")
            .collect();
        assert_eq!(kinds(&turn), ends);
        assert_eq!(last(&turn)["is_error"], false);
        nuum.user("hello");
        assert_eq!(last(&nuum.turn())["subtype"], "success");
    }
}

#[test]
fn probes_are_answered_during_a_turn_and_messages_wait_and_are_injected() {
    let folder = files();
    let mut nuum = Nuum::start(folder.path(), "0.1", "1", &[]);
    nuum.user("long");
    nuum.until("assistant", "");
    nuum.control("heartbeat");
    assert_eq!(
        last(&nuum.until("system", "heartbeat_ack")),
        &json!({"type": "system", "subtype": "heartbeat_ack"})
    );
    nuum.control("status");
    assert_eq!(
        last(&nuum.until("system", "status_response"))["running"],
        true
    );
    nuum.user("who are you");
    let turn = nuum.turn();
    let told: Vec<&Value> = turn
        .iter()
        .filter(|event| event["type"] == "system")
        .collect();
    assert_eq!(
        told,
        [
            &json!({"type": "system", "subtype": "queued", "position": 1}),
            &json!({"type": "system", "subtype": "injected", "message_count": 1}),
        ]
    );
    assert!(
        last(&turn)["result"]
            .as_str()
            .unwrap()
            .contains("not a language")
    );

    let mut newer = Nuum::start(folder.path(), "0.5", "0", &[]);
    newer.control("status");
    assert_eq!(
        last(&newer.until("system", "status")),
        &json!({"type": "system", "subtype": "status", "running": false,
                "session_id": newer.session, "queued_messages": 0})
    );
    newer.user("error");
    let turn = newer.turn();
    assert_eq!(
        (&last(&turn)["subtype"], &last(&turn)["is_error"]),
        (&json!("error_during_execution"), &json!(true))
    );
    newer.agent.send_raw(b"no json\n").unwrap();
    assert_eq!(last(&newer.until("system", ""))["subtype"], "error");
}

#[test]
fn a_database_is_an_identity_over_restarts_with_its_alarms() {
    let folder = files();
    let file = folder.path().join("guide.db");
    let db = ["--db", file.to_str().unwrap()];
    let mut first = Nuum::start(folder.path(), "0.1", "0", &db);
    assert!(first.session.starts_with("nuum_"));
    first.user("remember the blue one");
    first.turn();
    first.user("alarm 2s tea");
    first.turn();
    first.agent.close();
    assert_eq!(first.agent.wait().code(), Some(0));

    let mut second = Nuum::start(folder.path(), "0.1", "0", &db);
    assert_eq!(second.session, first.session);
    let fired = second.turn();
    assert!(last(&fired)["result"].as_str().unwrap().contains("tea"));
    second.user("what do you remember?");
    assert!(
        last(&second.turn())["result"]
            .as_str()
            .unwrap()
            .contains("blue one")
    );

    let other = folder.path().join("other.db");
    let third = Nuum::start(
        folder.path(),
        "0.1",
        "0",
        &["--db", other.to_str().unwrap()],
    );
    assert_ne!(third.session, first.session);
}

#[test]
fn a_file_that_is_no_database_is_left_as_it_is() {
    let folder = files();
    let file = folder.path().join("todo.txt");
    let before = fs::read(&file).unwrap();
    let mut command = understudy();
    command.args(["guide", "--stdio", "--db"]).arg(&file);
    let (status, out, err) = Agent::start(command).end();
    assert_eq!((status.code(), out.len()), (Some(1), 0));
    assert!(err.contains("todo.txt cannot be used"), "{err}");
    assert_eq!(fs::read(&file).unwrap(), before);
}
