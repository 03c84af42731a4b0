//! Drives the real binary over pipes.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Long enough for a loaded machine.
pub const DEADLINE: Duration = Duration::from_secs(40);

pub fn understudy() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_understudy"));
    command
        .env("UNDERSTUDY_PACE_MS", "0")
        .env_remove("UNDERSTUDY_SESSIONS")
        .env_remove("UNDERSTUDY_LOG");
    command
}

/// A running understudy and the other ends of its pipes.
pub struct Agent {
    pub child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
    stderr: Option<std::thread::JoinHandle<String>>,
}

impl Agent {
    pub fn start(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = mpsc::channel();
        std::thread::spawn(move || {
            let mut line = Vec::new();
            while let Ok(1..) = out.read_until(b'\n', &mut line) {
                if send.send(std::mem::take(&mut line)).is_err() {
                    return;
                }
            }
        });
        let mut err = child.stderr.take().unwrap();
        let stderr = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = err.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        Self {
            stdin: child.stdin.take(),
            child,
            lines,
            stderr: Some(stderr),
        }
    }

    /// The guide in a folder, `ready` taken.
    pub fn guide(folder: &Path) -> Self {
        Self::guide_with(folder, &[]).0
    }

    /// The same with more arguments; also gives `ready`.
    pub fn guide_with(folder: &Path, args: &[&str]) -> (Self, Value) {
        let mut command = understudy();
        command
            .args(["guide", "--json-stream"])
            .args(args)
            .current_dir(folder);
        let mut agent = Self::start(command);
        let ready = agent.next();
        assert_eq!(ready["type"], "ready");
        (agent, ready)
    }

    /// The guide with its sessions kept in a folder.
    pub fn guide_keeping(folder: &Path, sessions: &Path, args: &[&str]) -> Self {
        let mut command = understudy();
        command
            .args(["guide", "--json-stream"])
            .args(args)
            .current_dir(folder)
            .env("UNDERSTUDY_SESSIONS", sessions);
        Self::start(command)
    }

    pub fn send(&mut self, value: &Value) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(format!("{value}\n").as_bytes()).unwrap();
    }

    pub fn send_raw(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.stdin.as_mut().unwrap().write_all(bytes)
    }

    pub fn message(&mut self, msg_id: &str, text: &str) {
        self.send(&json!({"type": "message", "msg_id": msg_id, "content": text, "input": text}));
    }

    pub fn approve(&mut self, call_id: &Value) {
        self.send(&json!({"type": "tool_approve", "call_id": call_id, "scope": "once"}));
    }

    /// The next line as it came, without its end; `None` when the output ended.
    pub fn line(&mut self) -> Option<Vec<u8>> {
        match self.lines.recv_timeout(DEADLINE) {
            Ok(mut line) => {
                if line.last() == Some(&b'\n') {
                    line.pop();
                }
                Some(line)
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no line within {DEADLINE:?}"),
        }
    }

    pub fn next(&mut self) -> Value {
        let line = self.line().expect("the output ended");
        serde_json::from_slice(&line).unwrap()
    }

    /// The next event of that type; those before it are dropped.
    pub fn until(&mut self, kind: &str) -> Value {
        loop {
            let event = self.next();
            if event["type"] == kind {
                return event;
            }
        }
    }

    /// All events up to and with `stream_end`.
    pub fn turn(&mut self) -> Turn {
        let mut events = Vec::new();
        loop {
            let event = self.next();
            let end = event["type"] == "stream_end";
            events.push(event);
            if end {
                return Turn(events);
            }
        }
    }

    pub fn close(&mut self) {
        self.stdin = None;
    }

    /// Waits for the end; gives the status and what is left of standard output and error.
    pub fn end(mut self) -> (ExitStatus, Vec<Vec<u8>>, String) {
        let mut rest = Vec::new();
        while let Some(line) = self.line() {
            rest.push(line);
        }
        let status = self.wait();
        (status, rest, self.stderr.take().unwrap().join().unwrap())
    }

    pub fn wait(&mut self) -> ExitStatus {
        let mut status = None;
        eventually("the end of the process", || {
            status = self.child.try_wait().unwrap();
            status.is_some()
        });
        status.unwrap()
    }

    #[cfg(unix)]
    pub fn signal(&self, signal: rustix::process::Signal) {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, signal).unwrap();
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The events of one turn.
pub struct Turn(pub Vec<Value>);

impl Turn {
    pub fn kinds(&self) -> Vec<&str> {
        let mut kinds: Vec<&str> = self.0.iter().map(|e| e["type"].as_str().unwrap()).collect();
        kinds.dedup();
        kinds
    }

    pub fn text(&self) -> String {
        self.0
            .iter()
            .filter(|e| e["type"] == "text_delta")
            .map(|e| e["text"].as_str().unwrap())
            .collect()
    }

    pub fn of(&self, kind: &str) -> Vec<&Value> {
        self.0.iter().filter(|e| e["type"] == kind).collect()
    }

    pub fn result(&self) -> &Value {
        let results = self.of("tool_result");
        assert_eq!(results.len(), 1, "{:?}", self.0);
        results[0]
    }
}

pub fn eventually(what: &str, mut is: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is() {
        assert!(
            started.elapsed() < DEADLINE,
            "not within {DEADLINE:?}: {what}"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a process lives; a zombie does not.
#[cfg(target_os = "linux")]
pub fn alive(pid: u64) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| {
        !stat
            .rsplit_once(')')
            .unwrap()
            .1
            .trim_start()
            .starts_with(['Z', 'X'])
    })
}
