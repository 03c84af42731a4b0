//! The built-in guide: a real agent without a language model. It speaks the aionrs JSON Stream
//! protocol, works in one folder, and asks before each thing it does there. With `--stdio` it
//! speaks nuum instead (see `nuum`); the rest of this text is about the first.
//!
//! Two threads: `desk` reads commands and answers them at once, also during a turn; `turn` works
//! on one message. They meet in `control`. A third waits for signals.

mod children;
mod control;
mod desk;
mod nuum;
mod outbox;
mod permission;
mod prose;
mod respond;
mod session;
mod tools;
mod tour;
mod turn;
mod understand;
mod wire;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use children::Children;
use control::Control;
use outbox::Outbox;
use permission::{Mode, Permission};
use session::{Session, SessionError};
use tools::Workspace;
use turn::Stage;

/// Arguments of `understudy guide`: those of `aionrs` (specification §3.1 and §5), or those of
/// `nuum` ("Starting the Server").
#[derive(clap::Args, Debug, Clone)]
#[command(group(clap::ArgGroup::new("protocol").required(true).args(["json_stream", "stdio"])))]
pub struct Args {
    /// Speak the JSON Stream protocol of aionrs
    #[arg(long)]
    json_stream: bool,
    /// Speak nuum: background tasks and alarms, no approvals
    #[arg(long)]
    stdio: bool,
    /// The file that keeps who this agent is, with --stdio; one agent a file
    #[arg(long, value_name = "FILE", requires = "stdio")]
    db: Option<PathBuf>,
    /// Start a session under this id; it must not exist
    #[arg(long, value_name = "ID", conflicts_with = "resume")]
    session_id: Option<String>,
    /// Go on with an earlier session ("latest": the one last used)
    #[arg(long, value_name = "ID")]
    resume: Option<String>,
    /// Start in yolo mode: nothing asks
    #[arg(long)]
    auto_approve: bool,
    /// The folder to work in, instead of the current one
    #[arg(long, value_name = "PATH")]
    workspace: Option<PathBuf>,
    /// Accepted and shown by "settings"; there is no model behind this agent
    #[arg(long)]
    provider: Option<String>,
    /// As --provider
    #[arg(long)]
    model: Option<String>,
    /// As --provider
    #[arg(long, value_name = "N")]
    max_tokens: Option<u64>,
    /// As --provider
    #[arg(long, value_name = "N")]
    max_turns: Option<u64>,
    /// As --provider
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// As --provider
    #[arg(long, value_name = "TEXT")]
    system_prompt: Option<String>,
}

/// Why the guide does not start. Goes to standard error; the exit code is 1.
#[derive(Debug, thiserror::Error)]
enum StartError {
    #[error("the workspace {path} cannot be used: {why}")]
    Workspace { path: String, why: std::io::Error },
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    Identity(#[from] nuum::IdentityError),
}

/// About sixty pieces of text a second, pleasant to read along.
const PACE: Duration = Duration::from_millis(16);

/// Runs the guide until its input ends. Exit codes: 0, 1 (did not start), 128 + n (signal n).
pub fn run(args: Args) -> ExitCode {
    match start(args) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("understudy guide: {error}");
            ExitCode::FAILURE
        }
    }
}

fn start(args: Args) -> Result<ExitCode, StartError> {
    if args.stdio {
        let stage = stage(&args)?;
        watch_signals(&stage.children);
        return nuum::run(stage, &args);
    }
    let kept = std::env::var_os("UNDERSTUDY_SESSIONS")
        .filter(|folder| !folder.is_empty())
        .map(PathBuf::from);
    let stage = stage(&args)?;
    let session = match &args.resume {
        Some(id) => Session::resume(kept.as_deref(), id)?,
        None => Session::create(kept.as_deref(), args.session_id.as_deref())?,
    };
    watch_signals(&stage.children);
    Ok(desk::run(Arc::new(stage), session, args))
}

fn stage(args: &Args) -> Result<Stage, StartError> {
    let folder = args.workspace.clone().unwrap_or_else(|| PathBuf::from("."));
    let workspace = Workspace::open(&folder).map_err(|why| StartError::Workspace {
        path: folder.display().to_string(),
        why,
    })?;
    let mut permission = Permission::default();
    if args.auto_approve {
        permission.mode = Mode::Yolo;
    }
    let pace = std::env::var("UNDERSTUDY_PACE_MS")
        .ok()
        .and_then(|value| value.parse().ok())
        .map_or(PACE, Duration::from_millis);
    let children = Arc::new(Children::adopting());
    Ok(Stage {
        outbox: Outbox::new(Arc::clone(&children)),
        control: Control::new(permission),
        workspace,
        children,
        pace,
        nonce: session::random_hex(6),
        calls: AtomicU64::new(0),
    })
}

/// SIGTERM, SIGINT, SIGHUP: nothing the guide started stays behind.
#[cfg(unix)]
fn watch_signals(children: &Arc<Children>) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let children = Arc::clone(children);
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGTERM, SIGINT, SIGHUP]) else {
        return;
    };
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            children.kill_all();
            std::process::exit(128 + signal);
        }
    });
}

#[cfg(not(unix))]
fn watch_signals(_children: &Arc<Children>) {}
