//! What is refused when a script is read, and recordings instead of scripts.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;

use common::{Agent, understudy};
use serde_json::json;
use tempfile::tempdir;

#[test]
fn what_a_protocol_cannot_carry_is_an_error_of_the_script() {
    let ask = r#"{"ready": true}
        {"ask": {"tool": "Bash", "args": {}}}"#;
    for (protocol, why) in [
        ("nuum", "2: step `ask`: nuum has no approvals"),
        ("agentproc", "2: step `ask`: AgentProc 0.1 has no approvals"),
        (
            "terminal",
            "2: step `ask`: the Terminal Protocol has no approvals",
        ),
        ("nib", "2: step `ask`: nib has no approvals"),
        (
            "agentproc,wire=0.3",
            "wire cannot be \"0.3\"; there are 0.1, 0.4",
        ),
        ("aionrs,color=red", "aionrs has no option `color`"),
    ] {
        let mut command = understudy();
        command.args(["play", "--check", "--protocol", protocol, "-"]);
        let (status, out, err) = Agent::start({
            command.env("UNDERSTUDY_SCRIPT", ask);
            command
        })
        .end();
        assert_eq!((status.code(), out.len()), (Some(2), 0), "{protocol}");
        assert!(err.contains(why), "{protocol}: {err}");
    }
}

#[test]
fn a_recording_plays_to_a_host_with_ids_of_its_own() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("aionrs")).unwrap();
    let file = folder.path().join("aionrs/r.in");
    let recording = "\
# A turn with a question.
@ settings {}
: {\"type\":\"ready\",\"version\":\"0.1.0\"}
> message {\"turn\":\"m1\",\"text\":\"Go\"}
< {\"type\":\"stream_start\",\"msg_id\":\"m1\"}
<x ff
< plain
> allow {\"call\":\"t1\"}
< {\"type\":\"stream_end\",\"msg_id\":\"m1\"}
~ closed {\"code\":3,\"stderr\":\"bye\"}
";
    fs::write(&file, recording).unwrap();
    let mut command = understudy();
    command.args(["play", "--transcript"]).arg(&file).args([
        "--",
        "--json-stream",
        "--resume",
        "x",
    ]);
    let mut agent = Agent::start(command);
    assert_eq!(agent.next()["type"], "ready");
    agent.send(&json!({"type": "ping"}));
    agent.message("their-own", "hello");
    assert_eq!(
        agent.next(),
        json!({"type": "stream_start", "msg_id": "their-own"})
    );
    assert_eq!(agent.line(), Some(vec![0xff]));
    assert_eq!(agent.line(), Some(b"plain".to_vec()));
    agent.approve(&json!("t1"));
    assert_eq!(agent.next()["msg_id"], "their-own");
    let (status, _, err) = agent.end();
    assert_eq!((status.code(), err.as_str()), (Some(3), "bye\n"));
}

/// A recording's lines come out whatever a host adds of its own flags.
#[test]
fn a_recording_of_one_turn_begins_with_what_the_host_gave() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("agentproc")).unwrap();
    let file = folder.path().join("agentproc/r.in");
    let recording = "> message {\"turn\":\"m1\",\"text\":\"Go\"}\n< AGENT_PARTIAL:\"so\"\n< far\n> stop\n~ closed {\"code\":143,\"stopped\":true}\n";
    fs::write(&file, recording).unwrap();
    let mut command = understudy();
    command.args(["play", "--transcript"]).arg(&file);
    command.env("AGENT_MESSAGE", "hello");
    let mut agent = Agent::start(command);
    assert_eq!(agent.line(), Some(b"AGENT_PARTIAL:\"so\"".to_vec()));
    assert_eq!(agent.line(), Some(b"far".to_vec()));
    // It waits for the host's signal.
    assert!(agent.child.try_wait().unwrap().is_none());
    agent.signal(rustix::process::Signal::TERM);
    assert_eq!(
        std::os::unix::process::ExitStatusExt::signal(&agent.wait()),
        Some(15)
    );
}
