//! What the tests share: a temporary folder, a way to start an agent in it, and waiting for states.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::disallowed_methods,
    clippy::unwrap_used
)]

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::time::{Duration, Instant};

use parley_process::{Exit, Output, Process, SpawnSpec, spawn};
use tempfile::TempDir;
use tokio::sync::mpsc::Receiver;

/// No state takes this long, also on a loaded machine.
pub const DEADLINE: Duration = Duration::from_secs(30);

/// A folder for one test.
pub struct Bed(TempDir);

impl Bed {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// `sh -c script`, in the folder.
    pub fn sh(&self, script: &str) -> SpawnSpec {
        self.program("/bin/sh", &["-c", script])
    }

    pub fn program(&self, program: impl AsRef<Path>, args: &[&str]) -> SpawnSpec {
        let guardian = env!("CARGO_BIN_EXE_parley-guardian");
        let mut spec = SpawnSpec::new(program.as_ref(), self.path(), guardian);
        spec.args = args.iter().map(OsString::from).collect();
        spec.env = BTreeMap::from([("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into())]);
        spec
    }

    pub async fn start(&self, script: &str) -> Agent {
        Agent::start(self.sh(script)).await
    }
}

/// A running agent and what it says.
pub struct Agent {
    pub process: Process,
    pub outputs: Receiver<Output>,
    pub stderr: Vec<String>,
    pub notes: Vec<String>,
}

impl Agent {
    pub async fn start(spec: SpawnSpec) -> Self {
        let (process, outputs) = spawn(spec).await.unwrap();
        Self {
            process,
            outputs,
            stderr: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The next output, within the deadline; `None` at the end.
    pub async fn next(&mut self) -> Option<Output> {
        tokio::time::timeout(DEADLINE, self.outputs.recv())
            .await
            .expect("the agent says something in time")
    }

    /// The next line of stdout; other outputs are noted.
    pub async fn line(&mut self) -> String {
        loop {
            match self.next().await {
                Some(Output::Frame(frame)) => return frame.text().0.into_owned(),
                Some(Output::Stderr(line)) => self.stderr.push(line),
                Some(Output::Exited(exit)) => panic!("ended before a line came: {exit:?}"),
                Some(other) => self.notes.push(format!("{other:?}")),
                None => panic!("no line came"),
            }
        }
    }

    pub async fn pid(&mut self) -> u32 {
        self.line().await.trim().parse().unwrap()
    }

    /// All lines to the end, and the end; nothing comes after it.
    pub async fn rest(&mut self) -> (Vec<String>, Exit) {
        let mut lines = Vec::new();
        loop {
            match self.next().await {
                Some(Output::Frame(frame)) => lines.push(frame.text().0.into_owned()),
                Some(Output::Stderr(line)) => self.stderr.push(line),
                Some(Output::Exited(exit)) => {
                    assert!(self.next().await.is_none(), "something came after the end");
                    return (lines, exit);
                }
                Some(other) => self.notes.push(format!("{other:?}")),
                None => panic!("closed without an end"),
            }
        }
    }

    pub async fn exit(&mut self) -> Exit {
        self.rest().await.1
    }

    pub async fn gone(&self) {
        tokio::time::timeout(DEADLINE, self.process.wait_gone())
            .await
            .expect("the tree is gone in time");
    }

    pub fn say(&self, text: &str) -> parley_process::WriteTicket {
        self.process.write(text.as_bytes().to_vec()).unwrap()
    }
}

/// The state letter of a process in `/proc`; `None` when there is none.
pub fn state(pid: u32) -> Option<char> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat[stat.rfind(')')? + 1..].trim_start().chars().next()
}

/// Whether a process runs; one that has ended and was not reaped does not.
pub fn alive(pid: u32) -> bool {
    !matches!(state(pid), None | Some('Z' | 'X'))
}

/// Waits for a state by asking again and again.
pub async fn eventually(what: &str, condition: impl Fn() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < DEADLINE, "never: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

pub async fn all_dead(pids: &[u32]) {
    eventually(&format!("{pids:?} dead"), || {
        pids.iter().all(|pid| !alive(*pid))
    })
    .await;
}

pub fn signal(pid: u32, signal: i32) {
    let status = std::process::Command::new("kill")
        .args([format!("-{signal}"), pid.to_string()])
        .status()
        .unwrap();
    assert!(status.success());
}
