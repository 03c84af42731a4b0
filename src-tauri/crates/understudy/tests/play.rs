//! The scripted agent: its steps, as a host sees them.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;

use common::{Agent, alive, eventually, understudy};
use rustix::process::Signal;
use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

struct Play {
    agent: Agent,
    folder: TempDir,
}

fn play(script: &str) -> Play {
    play_with(script, &[])
}

fn play_with(script: &str, args: &[&str]) -> Play {
    let folder = tempdir().unwrap();
    let file = folder.path().join("script.jsonl");
    fs::write(&file, script).unwrap();
    let mut command = understudy();
    command.current_dir(folder.path()).arg("play").arg(&file);
    command.args(["--log", "log"]).args(args);
    Play {
        agent: Agent::start(command),
        folder,
    }
}

impl Play {
    fn log(&self) -> Vec<Value> {
        let log = fs::read_to_string(self.folder.path().join("log")).unwrap();
        log.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    fn logged(&self, key: &str) -> Vec<Value> {
        self.log()
            .iter()
            .filter_map(|entry| entry.get(key).cloned())
            .collect()
    }

    fn pid(&self, name: &str) -> u64 {
        let file: PathBuf = self.folder.path().join(name);
        fs::read_to_string(file).unwrap().trim().parse().unwrap()
    }
}

#[test]
fn a_whole_turn_in_neutral_steps() {
    let mut p = play(
        r#"
        # a turn with one tool
        {"protocol": "aionrs"}
        {"ready": {"session_id": "s"}}
        {"await": "message", "as": "m"}
        {"start_turn": true}
        {"text": "You said: ${m.content}"}
        {"ask": {"call_id": "t1", "tool": "Bash", "args": {"command": "ls"}}}
        {"await": "answer", "with": {"call_id": "t1"}, "as": "a"}
        {"running": "t1"}
        {"result": "output"}
        {"echo": "a", "field": "type"}
        {"end_turn": true}
        "#,
    );
    assert_eq!(p.agent.next()["session_id"], "s");
    p.agent.message("m9", "hello");
    let until_ask: Vec<Value> = (0..3).map(|_| p.agent.next()).collect();
    assert_eq!(
        until_ask,
        [
            json!({"type": "stream_start", "msg_id": "m9"}),
            json!({"type": "text_delta", "text": "You said: hello", "msg_id": "m9"}),
            json!({"type": "tool_request", "msg_id": "m9", "call_id": "t1", "tool":
                   {"name": "Bash", "category": "exec", "args": {"command": "ls"}, "description": "Use Bash"}}),
        ]
    );
    p.agent.approve(&json!("t1"));
    let turn = p.agent.turn();
    assert_eq!(
        turn.kinds(),
        ["tool_running", "tool_result", "text_delta", "stream_end"]
    );
    assert_eq!(turn.text(), "tool_approve");
    // It stays until its input ends.
    p.agent.close();
    assert_eq!(p.agent.wait().code(), Some(0));
    let received = p.logged("in");
    assert_eq!(received.len(), 2);
    assert!(received[0].as_str().unwrap().contains("\"msg_id\":\"m9\""));
    assert_eq!(p.logged("eof"), [json!(true)]);
    assert_eq!(p.logged("exit"), [json!(0)]);
    assert_eq!(p.logged("out").len(), 8);
}

#[test]
fn raw_bytes_split_lines_and_unended_lines_arrive_as_written() {
    let p = play(
        r#"
        {"raw_hex": "ff 00 0a"}
        {"raw": "half"}
        {"line": " a line"}
        {"split": {"line": {"text": "🙂"}, "at": [10, 11, 12], "pause_ms": 1}}
        {"emit": {"escaped": "\ud83d\ude42\u2028", "fill": "${fill:3}"}}
        {"line": "no json {"}
        {"exit": 0}
        "#,
    );
    let (status, lines, _) = p.agent.end();
    assert_eq!(status.code(), Some(0));
    let expected: Vec<Vec<u8>> = vec![
        vec![0xff, 0],
        b"half a line".to_vec(),
        "{\"text\":\"🙂\"}".as_bytes().to_vec(),
        "{\"escaped\":\"🙂\u{2028}\",\"fill\":\"xxx\"}"
            .as_bytes()
            .to_vec(),
        b"no json {".to_vec(),
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_burst_is_complete_and_in_order() {
    let p = play(
        r#"{"burst": {"line": {"type": "text_delta", "text": "${n} ", "msg_id": "m"}, "count": 20000}}
           {"burst": {"line": {"n": "${n}"}, "count": 50, "per_second": 500, "each": true}}
           {"exit": 0}"#,
    );
    let (_, lines, _) = p.agent.end();
    assert_eq!(lines.len(), 20_050);
    let numbers = lines[..20_000].iter().enumerate();
    for (n, line) in numbers {
        assert_eq!(
            line,
            format!("{{\"type\":\"text_delta\",\"text\":\"{n} \",\"msg_id\":\"m\"}}").as_bytes()
        );
    }
    assert_eq!(lines[20_049], b"{\"n\":49}");
}

#[test]
fn answers_are_found_in_any_order() {
    let mut p = play(
        r#"{"expect": {"call_id": "t1"}, "as": "one"}
           {"expect": {"call_id": "t2"}, "as": "two"}
           {"emit": ["${one.n}", "${two.n}"]}"#,
    );
    p.agent.send(&json!({"call_id": "t2", "n": 2}));
    p.agent.send(&json!({"call_id": "t1", "n": 1}));
    assert_eq!(p.agent.next(), json!([1, 2]));
}

#[test]
fn unmet_expectations_say_what_and_where() {
    let mut p =
        play("\n{\"expect\": {\"type\": \"stop\"}, \"timeout_ms\": 10000, \"strict\": true}");
    p.agent.send(&json!({"type": "ping"}));
    let (status, _, err) = p.agent.end();
    assert_eq!(status.code(), Some(4));
    assert!(
        err.contains("script.jsonl:2: expected {\"type\":\"stop\"}, received {\"type\":\"ping\"}"),
        "{err}"
    );

    let (status, _, err) = play("{\"await\": \"message\", \"timeout_ms\": 1}")
        .agent
        .end();
    assert_eq!(status.code(), Some(4));
    assert!(err.contains("within 1 ms"), "{err}");

    let (status, _, err) = play("{\"ready\": true}\n{\"text\": \"${nobody.x}\"}")
        .agent
        .end();
    assert_eq!(status.code(), Some(5));
    assert!(
        err.contains("script.jsonl:2: ${nobody.x} is not known here"),
        "{err}"
    );
}

#[test]
fn a_bad_script_plays_nothing() {
    let (status, out, err) = play("{\"ready\": true}\n{\"redy\": true}").agent.end();
    assert_eq!((status.code(), out.len()), (Some(2), 0));
    assert!(
        err.contains("script.jsonl:2: unknown step `redy`; did you mean `ready`?"),
        "{err}"
    );
}

#[test]
fn the_script_may_come_from_the_environment_and_arguments_reach_it() {
    let mut command = understudy();
    command
        .args(["play", "-", "--json-stream", "--resume", "x"])
        .env(
            "UNDERSTUDY_SCRIPT",
            "{\"emit\": \"${args}\"}\n{\"exit\": 3}",
        );
    let (status, lines, _) = Agent::start(command).end();
    assert_eq!(status.code(), Some(3));
    assert_eq!(lines, [b"[\"--json-stream\",\"--resume\",\"x\"]".to_vec()]);
}

#[test]
fn dump_tells_arguments_environment_and_folder() {
    let folder = tempdir().unwrap();
    let mut command = understudy();
    command
        .current_dir(folder.path())
        .env_clear()
        .env("A", "b c");
    command.env(
        "S",
        "{\"dump\": \"argv env cwd\"}\n{\"dump\": [\"argv\"], \"to\": \"file\"}\n{\"exit\": 0}",
    );
    command.args(["play", "--script-env", "S", "-", "a b", "--c=\"d\""]);
    let (_, lines, _) = Agent::start(command).end();
    let dumped: Value = serde_json::from_slice(&lines[0]).unwrap();
    assert_eq!(
        dumped["cwd"],
        json!(fs::canonicalize(folder.path()).unwrap())
    );
    assert_eq!(dumped["env"]["A"], "b c");
    assert_eq!(dumped["env"].as_object().unwrap().len(), 2);
    assert_eq!(
        dumped["argv"].as_array().unwrap()[4..],
        [json!("-"), json!("a b"), json!("--c=\"d\"")]
    );
    let file: Value =
        serde_json::from_slice(&fs::read(folder.path().join("file")).unwrap()).unwrap();
    assert_eq!(file["argv"], dumped["argv"]);
}

#[test]
fn signals_are_logged_and_ignored_or_deadly() {
    let mut p = play("{\"ignore\": [\"SIGTERM\", \"EOF\"]}\n{\"ready\": true}");
    p.agent.next();
    p.agent.close();
    p.agent.signal(Signal::TERM);
    eventually("the signal in the log", || {
        !p.logged("signal").is_empty() && !p.logged("eof").is_empty()
    });
    assert!(p.agent.child.try_wait().unwrap().is_none());
    p.agent.signal(Signal::INT);
    assert_eq!(p.agent.wait().signal(), Some(2));
    assert_eq!(p.logged("signal"), ["SIGTERM", "SIGINT"]);
}

#[test]
fn crashes_are_real() {
    for (script, signal) in [
        ("{\"crash\": \"SIGSEGV\"}", 11),
        ("{\"crash\": 9}", 9),
        ("{\"crash\": \"SIGABRT\"}", 6),
        ("{\"crash\": 15}", 15),
    ] {
        let (status, _, _) = play(script).agent.end();
        assert_eq!(status.signal(), Some(signal), "{script}");
    }
}

#[test]
fn closed_input_breaks_the_pipe_and_closed_output_ends_the_stream() {
    let mut p = play(
        r#"{"close_stdin": true}
           {"ready": true}
           {"close_stdout": true}
           {"ignore": "EOF"}
           {"wait_eof": true}"#,
    );
    p.agent.next();
    assert_eq!(p.agent.line(), None);
    let broken = p.agent.send_raw(b"x\n").unwrap_err();
    assert_eq!(broken.kind(), std::io::ErrorKind::BrokenPipe);
    assert!(p.agent.child.try_wait().unwrap().is_none());
}

#[test]
fn an_agent_that_never_reads_leaves_the_pipe_full() {
    let mut p = play("{\"never_read\": true}\n{\"ready\": true}\n{\"expect\": \"go\"}");
    p.agent.next();
    p.agent.send_raw(b"\"go\"\n").unwrap();
    p.agent.send(&json!({"type": "ping"}));
    // Nothing of it was taken, so nothing is in the log.
    p.agent.signal(Signal::TERM);
    p.agent.wait();
    assert_eq!(p.logged("in"), Vec::<Value>::new());

    let mut p = play(
        "{\"never_read\": true}\n{\"ready\": true}\n{\"read\": true}\n{\"expect\": \"go\"}\n{\"line\": \"went\"}",
    );
    p.agent.next();
    p.agent.send_raw(b"\"go\"\n").unwrap();
    assert_eq!(p.agent.line(), Some(b"went".to_vec()));
}

#[test]
fn stderr_carries_lines_and_floods() {
    let p = play(
        r#"{"stderr": "a word"}
           {"stderr_flood": {"bytes": 1000000, "line": "x"}}
           {"exit": 0}"#,
    );
    let (_, _, err) = p.agent.end();
    assert!(err.starts_with("a word\nx\nx\n"));
    assert_eq!(err.len(), 7 + 1_000_000);
}

#[cfg(target_os = "linux")]
#[test]
fn grandchildren_are_as_asked_for_and_outlive_the_agent() {
    let mut p = play(
        r#"{"spawn": {"pid_to": "plain"}, "as": "g"}
           {"spawn": {"setsid": true, "ignore_term": true, "pid_to": "deaf"}}
           {"spawn": {"detach": true, "setsid": true, "pid_to": "orphan"}}
           {"spawn": {"group": true, "hold_stdout": true, "pid_to": "holder"}}
           {"emit": "${g.pid}"}
           {"exit": 0}"#,
    );
    let pid = p.agent.next();
    assert_eq!(pid, json!(p.pid("plain")));
    assert_eq!(p.agent.wait().code(), Some(0));
    let [plain, deaf, orphan, holder] = ["plain", "deaf", "orphan", "holder"].map(|n| p.pid(n));
    let stat = |pid: u64| -> Vec<String> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
        stat.rsplit_once(')')
            .unwrap()
            .1
            .split_whitespace()
            .map(str::to_owned)
            .collect()
    };
    // Fields after the name: state, parent, group, session.
    assert_eq!(stat(deaf)[3], deaf.to_string());
    assert_eq!(stat(orphan)[3], orphan.to_string());
    assert_eq!(stat(holder)[2], holder.to_string());
    assert_ne!(stat(plain)[2], plain.to_string());
    let kill = |pid: u64, signal| {
        let pid = rustix::process::Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
        rustix::process::kill_process(pid, signal).unwrap();
    };
    kill(deaf, Signal::TERM);
    kill(plain, Signal::TERM);
    eventually("the plain one to end", || !alive(plain));
    assert!([deaf, orphan, holder].into_iter().all(alive));
    // The holder still has our pipe: the stream ends with it, not with the agent.
    kill(deaf, Signal::KILL);
    kill(orphan, Signal::KILL);
    kill(holder, Signal::KILL);
    assert_eq!(p.agent.line(), None);
    eventually("all to be gone", || {
        ![deaf, orphan, holder].into_iter().any(alive)
    });
}

#[test]
fn loops_and_background_steps_play() {
    let mut p = play(
        r#"{"background": [{"await": "ping"}, {"emit": "pong"}]}
           {"loop": {"times": 3, "steps": [{"emit": "${i}"}]}}
           {"loop": {"steps": [{"expect": {"type": "message"}, "as": "m"}, {"echo": "m"}]}}"#,
    );
    assert_eq!(
        [p.agent.next(), p.agent.next(), p.agent.next()],
        [json!(0), json!(1), json!(2)]
    );
    p.agent.message("m1", "a");
    let echo = p.agent.next();
    let said: Value = serde_json::from_str(echo["text"].as_str().unwrap()).unwrap();
    assert_eq!(
        (&said["content"], &echo["msg_id"]),
        (&json!("a"), &json!("m1"))
    );
    p.agent.send(&json!({"type": "ping"}));
    assert_eq!(p.agent.next(), json!("pong"));
    p.agent.close();
    assert_eq!(p.agent.wait().code(), Some(0));
}
