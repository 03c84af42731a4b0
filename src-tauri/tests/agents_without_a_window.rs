//! `exec`, `nib`, `agents` and `check` with real agents, as a shell sees them.
#![allow(clippy::unwrap_used, missing_docs)]
// The program under test is a child of the test, not of an agent's conversation.
#![allow(clippy::disallowed_methods)]

use serde_json::Value;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A home, a workspace, and a folder of programs on the PATH.
struct Place {
    dir: TempDir,
}

impl Place {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        for folder in ["home", "work", "bin"] {
            std::fs::create_dir(dir.path().join(folder)).unwrap();
        }
        Self { dir }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn program(&self, name: &str, script: &str) -> String {
        let path = self.path("bin").join(name);
        std::fs::write(&path, script).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn command(&self, words: &[&str]) -> Command {
        let path = format!("{}:/usr/bin:/bin", self.path("bin").display());
        let mut command = Command::new(env!("CARGO_BIN_EXE_parley"));
        command
            .args(words)
            .current_dir(self.path("work"))
            .env_clear()
            .env("HOME", self.path("home"))
            .env("PATH", path)
            .env("UNDERSTUDY_PACE_MS", "0");
        command
    }

    fn run(&self, words: &[&str]) -> Output {
        self.command(words).output().unwrap()
    }
}

fn said(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn events(output: &Output) -> Vec<Value> {
    said(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn agentproc(place: &Place, script: &str, words: &[&str]) -> Output {
    let program = place.program("agent", script);
    let mut all = vec!["exec", "--protocol", "agentproc", "--command", &program];
    all.extend(words);
    place.run(&all)
}

#[test]
fn exec_exit_codes_say_how_it_went() {
    let place = Place::new();
    let completed = agentproc(&place, "#!/bin/sh\necho hello\n", &["hi"]);
    assert_eq!(completed.status.code(), Some(0), "{completed:?}");
    let failed = agentproc(&place, "#!/bin/sh\necho 'AGENT_ERROR:\"no\"'\n", &["hi"]);
    assert_eq!(failed.status.code(), Some(1), "{failed:?}");
    let unknown = place.run(&["exec", "--agent", "nobody", "hi"]);
    assert_eq!(unknown.status.code(), Some(2), "{unknown:?}");
    let words = [
        "exec",
        "--protocol",
        "aionrs",
        "--command",
        "/nowhere/agent",
        "hi",
    ];
    assert_eq!(place.run(&words).status.code(), Some(3));
    let dies = place.program(
        "dies",
        "#!/bin/sh\necho '{\"type\":\"ready\",\"version\":\"0.1.0\",\"capabilities\":{}}'\nread x\nexit 7\n",
    );
    let words = ["exec", "--protocol", "aionrs", "--command", &dies, "hi"];
    assert_eq!(place.run(&words).status.code(), Some(4));
    let profile = place.path("slow.yaml");
    std::fs::write(
        &profile,
        "command: sleep\nargs: [\"60\"]\ntimeout_secs: 1\n",
    )
    .unwrap();
    let late = place.run(&["exec", "--agent", profile.to_str().unwrap(), "hi"]);
    assert_eq!(late.status.code(), Some(124), "{late:?}");
}

#[test]
fn exec_130_when_it_is_interrupted() {
    let place = Place::new();
    let program = place.program("agent", "#!/bin/sh\ntouch started\nexec sleep 60\n");
    let words = [
        "exec",
        "--protocol",
        "agentproc",
        "--command",
        &program,
        "hi",
    ];
    let mut child = place.command(&words).stdout(Stdio::null()).spawn().unwrap();
    let started = place.path("work").join("started");
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while !started.exists() {
        assert!(std::time::Instant::now() < deadline, "the agent never ran");
        std::thread::yield_now();
    }
    let pid = rustix::process::Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn several_messages_are_several_turns_of_one_session() {
    let place = Place::new();
    let script = "#!/bin/sh\necho \"AGENT_SESSION:s-1\"\necho \"$AGENT_MESSAGE after [$AGENT_SESSION_ID]\"\n";
    let output = agentproc(&place, script, &["one", "two"]);
    let texts: Vec<String> = events(&output)
        .iter()
        .filter(|event| event["item"]["body"]["kind"] == "text")
        .map(|event| event["item"]["body"]["text"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(texts, ["one after []", "two after [s-1]"]);
}

#[test]
fn a_request_is_answered_by_a_line_on_stdin() {
    for (decision, made) in [("allow", true), ("deny", false)] {
        let place = Place::new();
        let words = ["exec", "--agent", "guide", "write a.txt with the text: hi"];
        let mut child = place
            .command(&words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let stdout = std::io::BufReader::new(child.stdout.take().unwrap());
        let mut whole = String::new();
        for line in std::io::BufRead::lines(stdout) {
            let line = line.unwrap();
            let event: Value = serde_json::from_str(&line).unwrap();
            if event["event"] == "approvalRequested" {
                let id = event["request"]["id"].as_str().unwrap();
                let answer =
                    serde_json::json!({"request": id, "decision": decision, "reason": "because"});
                writeln!(stdin, "{answer}").unwrap();
            }
            whole.push_str(&line);
        }
        assert_eq!(child.wait().unwrap().code(), Some(0));
        assert_eq!(place.path("work").join("a.txt").exists(), made);
        assert_eq!(whole.contains("because"), !made);
    }
}

#[test]
fn exec_takes_a_terminal_config_by_its_path() {
    let place = Place::new();
    let config = place.path("config.json");
    let text = r#"{"terminal": {"enabled": true, "protocol": "rich",
        "command": "echo '{\"type\":\"message\",\"text\":\"from a frame\"}'"}}"#;
    std::fs::write(&config, text).unwrap();
    let output = place.run(&["exec", "--agent", config.to_str().unwrap(), "hi"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(said(&output.stdout).contains("from a frame"));
}

#[test]
fn nib_prints_the_answer_and_asks_before_it_trusts_a_repository() {
    let place = Place::new();
    place.program(
        "nib-agent-test",
        "#!/bin/sh\ncat > request.json\nprintf '{\"type\":\"success\",\"operation\":\"continuity-ask\",\"text\":\"Bo drives.\"}'\n",
    );
    let ask = ["nib", "continuity-ask", "--question", "Who drives?"];
    let missing = place.run(&ask);
    assert_eq!(missing.status.code(), Some(2));
    assert!(
        said(&missing.stderr).contains("nib-agent-claude"),
        "{missing:?}"
    );
    let named: Vec<&str> = ask.iter().copied().chain(["--agent", "test"]).collect();
    let output = place.run(&named);
    assert_eq!(
        (output.status.code(), said(&output.stdout).as_str()),
        (Some(0), "Bo drives.\n")
    );
    for words in [&["init", "-q"][..], &["config", "nib.agent", "test"]] {
        let done = Command::new("git")
            .args(words)
            .current_dir(place.path("work"))
            .env("HOME", place.path("home"))
            .status()
            .unwrap();
        assert!(done.success());
    }
    let refused = place.run(&ask);
    assert_eq!(refused.status.code(), Some(2));
    assert!(said(&refused.stderr).contains("--trust-repository"));
    let trusting: Vec<&str> = ask.iter().copied().chain(["--trust-repository"]).collect();
    assert_eq!(place.run(&trusting).status.code(), Some(0));
    assert_eq!(place.run(&ask).status.code(), Some(0), "once is enough");
    let wrong = place.run(&["nib", "scene-proof", "--agent", "test", "--question", "no"]);
    assert_eq!(wrong.status.code(), Some(2), "{wrong:?}");
}

#[test]
fn agents_lists_what_is_there_and_why_not() {
    let place = Place::new();
    place.program("nuum", "#!/bin/sh\n");
    let output = place.run(&["agents", "--json"]);
    let list: Value = serde_json::from_slice(&output.stdout).unwrap();
    let state = |id: &str| {
        let agent = list.as_array().unwrap().iter().find(|a| a["id"] == id);
        agent.unwrap()["readiness"]["state"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(state("guide"), "ready");
    assert_eq!(state("aionrs"), "notFound");
    assert_eq!(state("nuum"), "needsKey");
    let plain = said(&place.run(&["agents"]).stdout);
    assert!(plain.contains("not found; looked for"), "{plain}");
    assert!(
        Path::new(&place.path("home"))
            .read_dir()
            .unwrap()
            .next()
            .is_none()
    );
}

#[test]
fn c14_check_starts_the_very_way_and_leaves_nothing() {
    let place = Place::new();
    let good = place.run(&["check", "guide", "--json"]);
    let report: Value = serde_json::from_slice(&good.stdout).unwrap();
    assert_eq!(report["ok"], true, "{report}");
    assert_eq!(report["argv"][2], "--json-stream");
    let profile = place.path("agent.yaml");
    std::fs::write(&profile, "command: ./missing.sh\nstrange: 1\n").unwrap();
    let bad = place.run(&["check", profile.to_str().unwrap()]);
    assert_eq!(bad.status.code(), Some(3), "{bad:?}");
    assert!(said(&bad.stdout).contains("strange"), "{bad:?}");
    assert_eq!(place.run(&["check", "nobody"]).status.code(), Some(2));
    let left: Vec<_> = place.path("home").read_dir().unwrap().collect();
    let inside = place.path("home").join(".local/share/parley");
    assert!(
        left.is_empty() || !inside.exists() || inside.read_dir().unwrap().next().is_none(),
        "{left:?}"
    );
}

#[test]
fn exec_tells_how_the_turn_ended_also_after_a_signal() {
    let place = Place::new();
    let program = place.program(
        "agent",
        "#!/bin/sh\ncat > /dev/null\ntouch started\nsleep 1000\n",
    );
    let words = ["exec", "--protocol", "agentproc", "--command", &program];
    let child = place
        .command(&words)
        .arg("hi")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let began = std::time::Instant::now();
    while !place.path("work").join("started").exists() {
        assert!(began.elapsed().as_secs() < 60, "the agent never started");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let id = child.id().to_string();
    Command::new("kill").arg(&id).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(143));
    let ends: Vec<Value> = events(&output)
        .into_iter()
        .filter(|event| event["event"] == "turnEnded")
        .map(|event| event["outcome"]["kind"].clone())
        .collect();
    assert_eq!(ends, ["interrupted"]);
}
