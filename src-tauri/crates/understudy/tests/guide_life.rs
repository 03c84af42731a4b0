//! The built-in guide: its beginning, its memory and its end.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use common::{Agent, DEADLINE, eventually};
use rustix::process::Signal;
use serde_json::json;
use tempfile::tempdir;

#[test]
fn a_session_is_kept_and_resumed() {
    let (folder, sessions) = (tempdir().unwrap(), tempdir().unwrap());
    let kept = sessions.path().join("deep/er");
    let mut guide = Agent::guide_keeping(folder.path(), &kept, &["--session-id", "s1"]);
    guide.send(&json!({"type": "init_history", "text": "Earlier: we spoke of *bees*."}));
    guide.message("m1", "remember that the sky is blue");
    guide.until("stream_end");
    guide.message("m2", "write a.txt: x");
    let request = guide.until("tool_request");
    guide.approve(&request["call_id"]);
    guide.until("stream_end");
    guide.close();
    assert_eq!(guide.wait().code(), Some(0));
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&kept), mode(&kept.join("s1.json"))), (0o700, 0o600));
    assert_eq!(fs::read_dir(&kept).unwrap().count(), 1);

    for id in ["s1", "latest"] {
        let mut guide = Agent::guide_keeping(folder.path(), &kept, &["--resume", id]);
        assert_eq!(guide.next()["session_id"], "s1");
        guide.message("m1", "what did I say?");
        let text = guide.turn().text();
        for part in [
            "we spoke of *bees*",
            "- the sky is blue",
            "2. write a.txt: x (before I was restarted)",
            "I wrote a.txt",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}

#[test]
fn sessions_that_do_not_fit_are_refused_with_exit_1() {
    let (folder, sessions) = (tempdir().unwrap(), tempdir().unwrap());
    let start = |args: &[&str]| Agent::guide_keeping(folder.path(), sessions.path(), args).end();
    fs::write(sessions.path().join("bad.json"), "{").unwrap();
    fs::write(sessions.path().join("there.json"), "{}").unwrap();
    for (args, told) in [
        (["--resume", "none"], "does not exist"),
        (["--resume", "bad"], "cannot be used"),
        (["--session-id", "there"], "exists already"),
        (["--session-id", "../x"], "not a session id"),
    ] {
        let (status, out, err) = start(&args);
        assert_eq!((status.code(), out.len()), (Some(1), 0), "{args:?}");
        assert!(err.contains(told), "{args:?}: {err}");
    }
    let mut command = common::understudy();
    command.args(["guide", "--json-stream", "--resume", "x"]);
    assert_eq!(Agent::start(command).end().0.code(), Some(1));
}

#[test]
fn the_end_of_input_ends_it_also_with_an_approval_pending() {
    let folder = tempdir().unwrap();
    let mut guide = Agent::guide(folder.path());
    guide.message("m1", "write a.txt: x");
    let request = guide.until("tool_request");
    guide.close();
    let turn = guide.turn();
    assert_eq!(turn.of("tool_cancelled")[0]["call_id"], request["call_id"]);
    assert_eq!(guide.wait().code(), Some(0));
    assert!(!folder.path().join("a.txt").exists());
}

#[test]
fn the_end_of_input_ends_an_endless_answer() {
    let folder = tempdir().unwrap();
    let mut guide = Agent::guide(folder.path());
    guide.message("m1", "long");
    guide.until("text_delta");
    guide.close();
    guide.until("stream_end");
    assert_eq!(guide.wait().code(), Some(0));
}

/// Starts a command that leaves a whole family: a child in the group, one in a session of its own.
#[cfg(target_os = "linux")]
fn family(guide: &mut Agent, folder: &std::path::Path) -> Vec<u64> {
    let said =
        "run sleep 1000 & echo $! > a; setsid sh -c 'echo $$ > b; exec sleep 1000' & sleep 1000";
    guide.message("m1", said);
    let request = guide.until("tool_request");
    guide.approve(&request["call_id"]);
    let mut pids = Vec::new();
    eventually("the family to be there", || {
        pids = ["a", "b"]
            .iter()
            .filter_map(|name| {
                fs::read_to_string(folder.join(name))
                    .ok()?
                    .trim()
                    .parse()
                    .ok()
            })
            .collect();
        pids.len() == 2
    });
    pids
}

#[cfg(target_os = "linux")]
#[test]
fn stop_kills_the_command_and_its_children() {
    let folder = tempdir().unwrap();
    let mut guide = Agent::guide(folder.path());
    let pids = family(&mut guide, folder.path());
    guide.send(&json!({"type": "stop"}));
    guide.until("tool_cancelled");
    guide.until("stream_end");
    eventually("the family to be gone", || {
        !pids.iter().any(|pid| common::alive(*pid))
    });
    guide.message("m2", "hello");
    guide.until("stream_end");
}

#[cfg(target_os = "linux")]
#[test]
fn the_end_of_input_kills_the_command_after_a_grace() {
    let folder = tempdir().unwrap();
    let mut guide = Agent::guide(folder.path());
    let pids = family(&mut guide, folder.path());
    guide.close();
    assert_eq!(guide.wait().code(), Some(0));
    assert!(!pids.iter().any(|pid| common::alive(*pid)));
}

#[cfg(target_os = "linux")]
#[test]
fn sigterm_kills_the_command_and_ends_with_143() {
    let folder = tempdir().unwrap();
    let mut guide = Agent::guide(folder.path());
    let pids = family(&mut guide, folder.path());
    guide.signal(Signal::TERM);
    assert_eq!(guide.wait().code(), Some(143));
    assert!(!pids.iter().any(|pid| common::alive(*pid)));
}

#[test]
fn a_host_that_is_gone_ends_it() {
    let folder = tempdir().unwrap();
    let mut command = common::understudy();
    command
        .args(["guide", "--json-stream"])
        .current_dir(folder.path());
    command
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let _ = std::io::Write::write_all(
        &mut stdin,
        b"{\"type\":\"message\",\"msg_id\":\"m\",\"content\":\"long\"}\n",
    );
    let mut ended = false;
    eventually(&format!("the end within {DEADLINE:?}"), || {
        ended = child.try_wait().unwrap().is_some();
        ended
    });
}
