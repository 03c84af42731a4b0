//! The start of an agent, seen from the host.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream as StdUnixStream;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use command_fds::{CommandFdExt, FdMapping};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::UnixStream;
use tokio::process::{Child, Command};
use tokio::sync::{mpsc, watch};

use crate::control::{LANGUAGE, Launch, Report, Step};
use crate::ending::State;
use crate::guardian::CONTROL_FD;
use crate::sight::Last;
use crate::stderr::Tail;
use crate::stdin::StdinQueue;
use crate::stdout::CHANNEL;
use crate::supervise::{Guarded, supervise};
use crate::{
    MARKER_VARIABLE, Output, Process, Sight, SpawnError, SpawnSpec, diagnosis, pipe, stderr, stdin,
    stdout, terminal,
};

/// A guardian that says nothing for this long will not.
const START_LIMIT: Duration = Duration::from_secs(20);

/// Starts an agent. Call it within a tokio runtime; the agent ends when the runtime does.
///
/// # Errors
/// See [`SpawnError`]: whatever is wrong, nothing is left running.
pub async fn spawn(spec: SpawnSpec) -> Result<(Process, mpsc::Receiver<Output>), SpawnError> {
    let SpawnSpec {
        framing,
        stdin_capacity,
        ..
    } = spec;
    let marker = spec.marker.clone();
    let companion = spec.guardian.clone();
    // Looking at files may take long on a network file system.
    let prepared = tokio::task::spawn_blocking(move || prepare(spec));
    let Prepared {
        launch,
        mut child,
        control,
        master,
    } = prepared
        .await
        .map_err(|error| SpawnError::io("starting the guardian", io::Error::other(error)))??;
    let pipes = match &master {
        Some(master) => Pipes::of_terminal(master),
        None => Pipes::of(&mut child),
    };

    let orders = control
        .try_clone()
        .map_err(|error| SpawnError::io("opening the control socket", error))?;
    let control = UnixStream::from_std(control)
        .map_err(|error| SpawnError::io("opening the control socket", error))?;
    let (read, mut write) = control.into_split();
    let mut reports = BufReader::new(read).lines();
    let started = async {
        // A guardian that fails before it has read all says why; that answer counts, not this error.
        let _ = write.write_all(&launch.encode()).await;
        let hello = reports.next_line().await.unwrap_or_default();
        match hello.as_deref().map(Report::parse) {
            Some(Some(Report::Hello { language: LANGUAGE })) => reports.next_line().await,
            // Another version's first word, or its end without one.
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    };
    let line = match tokio::time::timeout(START_LIMIT, started).await {
        Ok(line) => line,
        Err(_) => Err(io::ErrorKind::TimedOut.into()),
    };
    let line = match line {
        Ok(line) => line,
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            // Whatever it is, it is not to stay.
            let _ = child.kill().await;
            return Err(SpawnError::GuardianForeign { path: companion });
        }
        Err(error) => return Err(SpawnError::io("hearing from the guardian", error)),
    };
    let pid = match line.as_deref().and_then(Report::parse) {
        Some(Report::Started { pid }) => pid,
        Some(Report::Failed { step, errno }) => {
            // It has nothing left to do but to end; waiting leaves no zombie behind.
            let _ = tokio::time::timeout(Duration::from_secs(1), child.wait()).await;
            return Err(failure(launch, step, io::Error::from_raw_os_error(errno)));
        }
        _ => {
            let end = io::ErrorKind::UnexpectedEof.into();
            return Err(SpawnError::io("hearing from the guardian", end));
        }
    };
    // Merely dropped, it would shut our side down, which means that the host is gone.
    write.forget();

    let pipes = pipes.map_err(|error| SpawnError::io("opening the agent's pipes", error))?;
    let (outputs, receiver) = mpsc::channel(CHANNEL);
    let (cut_off, cut) = watch::channel(false);
    let queue = Arc::new(StdinQueue::new(stdin_capacity));
    let tail = Arc::new(Tail::default());
    let (state, state_seen) = watch::channel(State::default());
    let guardian = child.id().unwrap_or(0);

    let mut tasks = vec![
        tokio::spawn(stdin::feed(
            pipes.stdin,
            queue.clone(),
            outputs.clone(),
            cut.clone(),
        )),
        tokio::spawn(stdout::read(
            pipes.stdout,
            framing,
            outputs.clone(),
            cut.clone(),
        )),
    ];
    if let Some(pipe) = pipes.stderr {
        let read = stderr::read(pipe, tail.clone(), outputs.clone(), cut);
        tasks.push(tokio::spawn(read));
    }
    let last = Arc::new(Last::default());
    let sight = Sight::new(guardian, marker.clone(), state_seen.clone(), last.clone());
    let guarded = Guarded {
        child,
        reports,
        marker: marker.clone(),
        queue: queue.clone(),
        last,
    };
    let force = Arc::new(tokio::sync::Notify::new());
    supervise(guarded, state, force.clone(), tasks, cut_off, tail, outputs);
    let process = Process::new(
        pid, guardian, marker, queue, orders, state_seen, force, sight, master,
    );
    Ok((process, receiver))
}

/// A guardian that runs and waits for its orders.
struct Prepared {
    launch: Launch,
    child: Child,
    control: StdUnixStream,
    master: Option<OwnedFd>,
}

fn prepare(spec: SpawnSpec) -> Result<Prepared, SpawnError> {
    let program = diagnosis::check(&spec)?;
    let failed = |error| SpawnError::io("starting the guardian", error);
    let (ours, theirs) = StdUnixStream::pair().map_err(failed)?;
    ours.set_nonblocking(true).map_err(failed)?;
    let pair = spec.terminal.map(terminal::open).transpose();
    let pair = pair.map_err(|error| SpawnError::io("opening a terminal", error))?;
    let streams = || match &pair {
        Some(pair) => pair.slave.try_clone().map(Stdio::from),
        None => Ok(Stdio::piped()),
    };
    let mut command = std::process::Command::new(&spec.guardian);
    command
        // Read by nothing but a person looking at a list of processes.
        .args(program.file_name())
        .env_clear()
        .current_dir("/")
        .stdin(streams().map_err(failed)?)
        .stdout(streams().map_err(failed)?)
        .stderr(streams().map_err(failed)?)
        .fd_mappings(vec![FdMapping {
            parent_fd: theirs.into(),
            child_fd: CONTROL_FD,
        }])
        .map_err(|error| failed(io::Error::other(error)))?;
    let mut command = Command::from(command);
    let child = command.spawn().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied => SpawnError::GuardianMissing {
            path: spec.guardian.clone(),
        },
        _ => failed(error),
    })?;
    // The command holds the guardian's end of the socket: while it lives, no end of file is seen.
    drop(command);

    let mut env = spec.env;
    env.insert(MARKER_VARIABLE.into(), spec.marker.into());
    let launch = Launch {
        program: program.into(),
        cwd: spec.cwd.into(),
        args: spec.args,
        env: env.into_iter().collect(),
        terminal: pair.is_some(),
    };
    Ok(Prepared {
        launch,
        child,
        control: ours,
        master: pair.map(|pair| pair.master),
    })
}

fn failure(launch: Launch, step: Step, error: io::Error) -> SpawnError {
    match step {
        Step::Cwd => diagnosis::cwd_error(launch.cwd.as_ref(), error),
        Step::Program => diagnosis::program_error(launch.program.into(), error),
        Step::Setup => SpawnError::io("preparing the guardian", error),
    }
}

struct Pipes {
    stdin: pipe::Sender,
    stdout: pipe::Receiver,
    /// None with a terminal: there both streams are one.
    stderr: Option<pipe::Receiver>,
}

impl Pipes {
    fn of(child: &mut Child) -> io::Result<Self> {
        let missing = || io::Error::from(io::ErrorKind::BrokenPipe);
        let stdin = child.stdin.take().ok_or_else(missing)?.into_owned_fd()?;
        let stdout = child.stdout.take().ok_or_else(missing)?.into_owned_fd()?;
        let stderr = child.stderr.take().ok_or_else(missing)?.into_owned_fd()?;
        Ok(Self {
            stdin: pipe::Sender::from_owned_fd(stdin)?,
            stdout: pipe::Receiver::from_owned_fd(stdout)?,
            stderr: Some(pipe::Receiver::from_owned_fd(stderr)?),
        })
    }

    /// The host's side of a terminal, for reading and for writing. It is no FIFO, but readiness and
    /// the calls are the same; the end is an error (EIO), which the reader takes for the end.
    fn of_terminal(master: &OwnedFd) -> io::Result<Self> {
        Ok(Self {
            stdin: pipe::Sender::from_owned_fd_unchecked(master.try_clone()?)?,
            stdout: pipe::Receiver::from_owned_fd(master.try_clone()?)?,
            stderr: None,
        })
    }
}
