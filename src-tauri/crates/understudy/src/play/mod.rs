//! The scripted agent: does what a script says, line by line, byte by byte, signal by signal.
//!
//! A script is a text of JSON objects, one step each, usually one a line; an object may go over
//! several lines. Lines that begin with `//` or `#` are comments. See [`steps`] for all steps and
//! [`dialect`] for those that a protocol translates.
//!
//! ```text
//! {"protocol": "aionrs"}
//! {"ready": true}
//! {"await": "message", "as": "m"}
//! {"start_turn": true}
//! {"text": "You said: ${m.content}"}
//! {"ask": {"call_id": "t1", "tool": "Bash", "args": {"command": "ls"}}}
//! {"await": "answer", "timeout_ms": 20000}
//! {"raw_hex": "ff0a"}
//! {"end_turn": true}
//! ```
//!
//! The end of standard input matters only where the script waits for input, in an endless loop and
//! at the script's end: the agent then exits with 0, unless it ignores `EOF`. At its end a script
//! of a protocol whose agents stay alive waits for that. Exit codes: 0; what `exit` says; 2 a bad
//! script; 4 an expectation not met; 5 a step that failed.

pub mod dialect;
mod inbox;
mod journal;
mod offspring;
mod outlet;
mod pattern;
mod player;
mod script;
pub mod steps;
mod transcript;
mod trouble;
mod values;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use journal::Journal;
use script::Script;

pub use offspring::{Args as OffspringArgs, run as offspring};

/// Arguments of `understudy play`. Whatever follows is kept for the script (`${args}`, `dump`), so
/// that a host may add the flags of the protocol.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The script's file; "-" takes it from the variable named by --script-env
    #[arg(required_unless_present = "transcript", allow_hyphen_values = true)]
    script: Option<OsString>,
    /// Play a recording instead: its `<` lines are said, for each `>` a line is awaited
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    /// Play in this protocol, whatever the script says: NAME or NAME,KEY=VALUE,…
    #[arg(long, value_name = "NAME", value_parser = dialect::Speech::argument)]
    protocol: Option<dialect::Speech>,
    /// Write what is received and sent, with times, as JSON lines to this file (also: variable
    /// `UNDERSTUDY_LOG`)
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// The environment variable that holds the script when SCRIPT is "-"
    #[arg(long, value_name = "NAME", default_value = "UNDERSTUDY_SCRIPT")]
    script_env: String,
    /// Check the script and do not play it
    #[arg(long)]
    check: bool,
    /// Arguments for the script
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "ARG"
    )]
    rest: Vec<OsString>,
}

/// Why the player does not start; exit code 2.
#[derive(Debug, thiserror::Error)]
enum StartError {
    #[error("the script {path} cannot be read: {why}")]
    Unreadable { path: String, why: std::io::Error },
    #[error("the variable {0} holds no script (it is unset or not UTF-8)")]
    NoVariable(String),
    #[error("{name}:{error}")]
    Script {
        name: String,
        error: script::ScriptError,
    },
    #[error("the log {path} cannot be written: {why}")]
    Log { path: String, why: std::io::Error },
}

/// Plays the script.
pub fn run(args: Args) -> ExitCode {
    match start(&args) {
        Ok(None) => ExitCode::SUCCESS,
        Ok(Some((name, script, journal))) => {
            // With a recording there is no script, and what stands there is an argument like any.
            let first = args.script.filter(|_| args.transcript.is_some());
            let rest: Vec<OsString> = first.into_iter().chain(args.rest).collect();
            player::play(&name, script, journal, &rest)
        }
        Err(error) => {
            eprintln!("understudy play: {error}");
            ExitCode::from(2)
        }
    }
}

fn start(args: &Args) -> Result<Option<(String, Script, Journal)>, StartError> {
    let speech = args.protocol.as_ref();
    let (name, script) = match (&args.transcript, &args.script) {
        (Some(file), _) => {
            let (name, text) = content(file)?;
            (name, transcript::read(file, &text, speech))
        }
        (None, Some(file)) if file != "-" => {
            let (name, text) = content(file.as_ref())?;
            (name, Script::parse(&text, speech))
        }
        _ => {
            let text = std::env::var(&args.script_env)
                .map_err(|_| StartError::NoVariable(args.script_env.clone()))?;
            (
                format!("${}", args.script_env),
                Script::parse(&text, speech),
            )
        }
    };
    let script = script.map_err(|error| StartError::Script {
        name: name.clone(),
        error,
    })?;
    if args.check {
        return Ok(None);
    }
    let log = args
        .log
        .clone()
        .or_else(|| std::env::var_os("UNDERSTUDY_LOG").map(PathBuf::from));
    let journal = match log {
        None => Journal::none(),
        Some(path) => Journal::open(&path).map_err(|why| StartError::Log {
            path: path.display().to_string(),
            why,
        })?,
    };
    Ok(Some((name, script, journal)))
}

fn content(file: &std::path::Path) -> Result<(String, String), StartError> {
    let name = file.display().to_string();
    match std::fs::read_to_string(file) {
        Ok(text) => Ok((name, text)),
        Err(why) => Err(StartError::Unreadable { path: name, why }),
    }
}
