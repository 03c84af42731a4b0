//! `Bash`: a command, by `sh -c`, in the workspace, in a process group of its own.

use std::io::{self, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{Bench, OUTPUT_LIMIT, Output, ToolError};

/// After the end of input a command gets this long, then it is killed: the host wants us gone.
const GRACE_AFTER_EOF: Duration = Duration::from_secs(2);
/// After a stop: time between SIGTERM and SIGKILL.
const GRACE_AFTER_STOP: Duration = Duration::from_millis(500);
/// How long to wait for more output once the command itself has ended, at a time and in all: what
/// it left running in the background may hold the pipe for ever.
const DRAIN_IDLE: Duration = Duration::from_millis(500);
const DRAIN: Duration = Duration::from_secs(2);
const LOOK: Duration = Duration::from_millis(15);

/// Standard output and error in the order written, colours kept.
pub(super) fn run(bench: &Bench<'_>, command: &str) -> Result<Output, ToolError> {
    let (reader, writer) = io::pipe().map_err(ToolError::Spawn)?;
    let errors = writer.try_clone().map_err(ToolError::Spawn)?;
    let mut shell = Command::new("sh");
    shell
        .args(["-c", command])
        .current_dir(bench.workspace.root())
        .stdin(Stdio::null())
        .stdout(writer)
        .stderr(errors);
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt as _;
        shell.process_group(0);
    }
    let mut child = shell.spawn().map_err(ToolError::Spawn)?;
    // Holds the pipe's writing ends: without this the reader would never see the end.
    drop(shell);
    bench.children.add(child.id());
    let chunks = read_in_background(reader);
    let started = Instant::now();

    let mut kept = Kept::default();
    let status = loop {
        kept.take_all(&chunks);
        if let Ok(Some(status)) = child.try_wait() {
            break Ok(status);
        }
        let overdue = bench
            .control
            .closed_for()
            .is_some_and(|closed| closed > GRACE_AFTER_EOF);
        if overdue || bench.control.pause(LOOK).is_err() {
            break Err(());
        }
    };
    if status.is_err() {
        end(bench, &mut child);
    }
    bench.children.remove(child.id());
    let status = status.map_err(|()| ToolError::Stopped)?;
    kept.drain(&chunks, Instant::now() + DRAIN);
    Ok(output(kept, status, started.elapsed()))
}

fn read_in_background(mut pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    // Bounded: a command that writes faster than we keep is slowed, not our memory filled.
    let (send, receive) = mpsc::sync_channel(64);
    thread::spawn(move || {
        let mut buffer = vec![0; 16 * 1024];
        while let Ok(count @ 1..) = pipe.read(&mut buffer) {
            if send.send(buffer[..count].to_vec()).is_err() {
                return;
            }
        }
    });
    receive
}

/// The first part of what was written, and how much there was.
#[derive(Default)]
struct Kept {
    bytes: Vec<u8>,
    total: usize,
}

impl Kept {
    fn push(&mut self, chunk: &[u8]) {
        self.total += chunk.len();
        let room = OUTPUT_LIMIT.saturating_sub(self.bytes.len());
        self.bytes
            .extend_from_slice(&chunk[..chunk.len().min(room)]);
    }

    fn take_all(&mut self, chunks: &Receiver<Vec<u8>>) {
        while let Ok(chunk) = chunks.try_recv() {
            self.push(&chunk);
        }
    }

    fn drain(&mut self, chunks: &Receiver<Vec<u8>>, until: Instant) {
        let left = || {
            until
                .saturating_duration_since(Instant::now())
                .min(DRAIN_IDLE)
        };
        while let Ok(chunk) = chunks.recv_timeout(left()) {
            self.push(&chunk);
        }
    }
}

/// Asks, waits a moment, then kills with everything below.
fn end(bench: &Bench<'_>, child: &mut std::process::Child) {
    #[cfg(unix)]
    {
        let family = bench.children.family(child.id());
        bench.children.ask_to_end(child.id());
        let until = Instant::now() + GRACE_AFTER_STOP;
        while Instant::now() < until && matches!(child.try_wait(), Ok(None)) {
            thread::sleep(LOOK);
        }
        bench.children.kill(child.id(), &family);
    }
    let _ = child.kill();
    let _ = child.wait();
}

fn output(kept: Kept, status: ExitStatus, took: Duration) -> Output {
    let mut text = String::from_utf8_lossy(&kept.bytes).into_owned();
    let mut note = |line: String| {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&line);
    };
    if kept.total > OUTPUT_LIMIT {
        note(format!(
            "… cut here: the command wrote {} bytes, this is the first {OUTPUT_LIMIT}.",
            kept.total
        ));
    }
    let ending = ending(status);
    if let Some(ending) = &ending {
        note(format!("({ending})"));
    }
    let mut output = Output::text(text);
    output.failed = ending.is_some();
    output.metadata = Some(json!({
        "exit_code": status.code(),
        "duration_ms": u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
    }));
    output
}

/// How it ended, unless well.
fn ending(status: ExitStatus) -> Option<String> {
    if status.success() {
        return None;
    }
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt as _;
        if let Some(signal) = status.signal() {
            return Some(format!("killed by signal {signal}"));
        }
    }
    Some(format!("exit code {}", status.code().unwrap_or(-1)))
}
