//! The start of an agent.

use std::fs::File;
use std::io;
use std::os::windows::process::CommandExt;
use std::process::Stdio;
use std::sync::Arc;

use tokio::process::{Child, Command};
use tokio::sync::{Notify, mpsc, watch};

use super::check::{check, refused};
use super::handle::Handle;
use super::job::Job;
use super::watch::Watched;
use super::{Process, pipe, table};
use crate::ending::{State, finish};
use crate::stderr::Tail;
use crate::stdin::StdinQueue;
use crate::stdout::CHANNEL;
use crate::{MARKER_VARIABLE, Output, SpawnError, SpawnSpec, stderr, stdin, stdout, windows_rules};

/// Starts an agent. Call it within a tokio runtime; the agent ends when the runtime does.
///
/// # Errors
/// See [`SpawnError`]: whatever is wrong, nothing is left running. A terminal cannot be had here.
pub async fn spawn(spec: SpawnSpec) -> Result<(Process, mpsc::Receiver<Output>), SpawnError> {
    if spec.terminal.is_some() {
        let unsupported = io::ErrorKind::Unsupported.into();
        return Err(SpawnError::io("opening a terminal", unsupported));
    }
    let SpawnSpec {
        framing,
        stdin_capacity,
        ..
    } = spec;
    let marker = spec.marker.clone();
    let companion = spec.guardian.clone();

    let failed = |error| SpawnError::io("opening the agent's pipes", error);
    let (to_stdin, their_stdin) = pipe::to_agent().await.map_err(failed)?;
    let (from_stdout, their_stdout) = pipe::from_agent().await.map_err(failed)?;
    let (from_stderr, their_stderr) = pipe::from_agent().await.map_err(failed)?;
    let theirs = [their_stdin, their_stdout, their_stderr];
    // Looking at files may take long on a network file system.
    let started = tokio::task::spawn_blocking(move || start(spec, theirs));
    let (child, pid, job) = started
        .await
        .map_err(|error| SpawnError::io("starting the agent", io::Error::other(error)))??;

    let job = Arc::new(job);
    let (outputs, receiver) = mpsc::channel(CHANNEL);
    let (cut_off, cut) = watch::channel(false);
    let queue = Arc::new(StdinQueue::new(stdin_capacity));
    let tail = Arc::new(Tail::default());
    let (state, state_seen) = watch::channel(State::default());
    let terminate = Arc::new(Notify::new());
    let tasks = vec![
        tokio::spawn(stdin::feed(
            to_stdin,
            queue.clone(),
            outputs.clone(),
            cut.clone(),
        )),
        tokio::spawn(stdout::read(
            from_stdout,
            framing,
            outputs.clone(),
            cut.clone(),
        )),
        tokio::spawn(stderr::read(
            from_stderr,
            tail.clone(),
            outputs.clone(),
            cut,
        )),
    ];
    let watched = Watched {
        child,
        pid,
        job: job.clone(),
        companion,
        queue: queue.clone(),
        terminate: terminate.clone(),
    };
    tokio::spawn(watched.run(state));
    tokio::spawn(finish(state_seen.clone(), tasks, cut_off, tail, outputs));
    let process = Process(Arc::new(Handle {
        pid,
        marker,
        queue,
        job,
        terminate,
        state: state_seen,
    }));
    Ok((process, receiver))
}

/// Makes the process, puts it in a job, and lets it run. Whatever fails, the job closes and the kernel
/// ends what was made; before it is in the job, dropping the child does.
fn start(
    spec: SpawnSpec,
    [stdin, stdout, stderr]: [File; 3],
) -> Result<(Child, u32, Job), SpawnError> {
    let program = check(&spec)?;
    let failed = |error| SpawnError::io("putting the agent in a job", error);
    let job = Job::new().map_err(failed)?;
    let marker = (MARKER_VARIABLE.into(), spec.marker.into());
    let variables = windows_rules::unique(spec.env.into_iter().chain([marker]));
    let mut command = std::process::Command::new(&program);
    command
        .args(&spec.args)
        .env_clear()
        .envs(variables)
        .current_dir(&spec.cwd)
        .stdin(Stdio::from(stdin))
        .stdout(Stdio::from(stdout))
        .stderr(Stdio::from(stderr))
        .creation_flags(windows_rules::FLAGS);
    let mut command = Command::from(command);
    command.kill_on_drop(true);
    let child = command
        .spawn()
        .map_err(|error| refused(program, &spec.cwd, error))?;
    // The command holds the agent's ends of the pipes: while it lives, no end of file is seen.
    drop(command);
    let (Some(pid), Some(process)) = (child.id(), child.raw_handle()) else {
        return Err(failed(io::ErrorKind::NotFound.into()));
    };
    job.assign(process).map_err(failed)?;
    table::resume(pid).map_err(|error| SpawnError::io("letting the agent run", error))?;
    Ok((child, pid, job))
}
