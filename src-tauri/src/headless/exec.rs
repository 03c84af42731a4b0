//! `parley exec`: a conversation as lines of JSON.

use super::{own_folder, usage, workspace};
use crate::cli::{Approve, Exec};
use crate::error::StartError;
use crate::logging;
use crate::signals::Ending;
use host::exec::{ExecAgent, ExecOptions};
use host::{Host, HostOptions};
use std::ffi::OsString;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

/// Talks to an agent and prints what happens.
pub(super) fn run(
    asked: Option<&Path>,
    exec: Exec,
    environment: Vec<(OsString, OsString)>,
) -> Result<ExitCode, StartError> {
    let asks = exec.approve == Approve::Ask;
    let exec = match prepared(exec) {
        Ok(exec) => exec,
        Err(reason) => return Ok(usage(&reason)),
    };
    let (data_dir, held) = own_folder::take(asked)?;
    logging::start(&data_dir);
    let options = super::options(asked, data_dir, environment)?;
    let code = super::block_on(talk(options, exec, asks, std::io::stdout()))?;
    drop(held);
    code
}

/// Runs it, until it is done or a signal says that it is.
pub(super) async fn talk(
    options: HostOptions,
    exec: ExecOptions,
    asks: bool,
    output: impl std::io::Write,
) -> Result<ExitCode, StartError> {
    let mut signals = Ending::catch().map_err(StartError::Runtime)?;
    let host = Host::open(options).await?;
    let input: Box<dyn tokio::io::AsyncBufRead + Unpin> = if asks {
        Box::new(tokio::io::BufReader::new(tokio::io::stdin()))
    } else {
        Box::new(tokio::io::empty())
    };
    let mut run = std::pin::pin!(host::exec::run(&host, exec, input, output));
    let signal = tokio::select! {
        code = &mut run => Err(code),
        code = signals.next() => Ok(i32::from(code)),
    };
    let code = match signal {
        Err(code) => {
            host.shutdown().await;
            code
        }
        // What the end brings is printed too: how the turn ended, above all. A
        // second signal waits for nothing.
        Ok(code) => {
            let last = async { tokio::join!(host.shutdown(), &mut run) };
            tokio::select! {
                _ = last => {}
                _ = signals.next() => {}
            }
            code
        }
    };
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(1)))
}

/// The command line's words as the host's.
fn prepared(exec: Exec) -> Result<ExecOptions, String> {
    let agent = match (exec.program, exec.protocol, exec.agent) {
        (Some(command), Some(protocol), _) => ExecAgent::Command {
            protocol,
            command,
            args: exec.args,
            env: exec.env,
        },
        (_, _, Some(profile)) if profile != "guide" => ExecAgent::Profile(profile),
        _ => ExecAgent::Guide,
    };
    let messages = exec
        .messages
        .into_iter()
        .map(|message| {
            if message == "-" {
                standard_input()
            } else {
                Ok(message)
            }
        })
        .collect::<Result<_, String>>()?;
    Ok(ExecOptions {
        agent,
        workspace: workspace(exec.workspace, "--workspace")?,
        approve: match exec.approve {
            Approve::Ask => host::exec::Approve::Ask,
            Approve::Never => host::exec::Approve::Never,
            Approve::Always => host::exec::Approve::Always,
        },
        resume: exec.resume,
        messages,
        form: serde_json::Map::new(),
    })
}

fn standard_input() -> Result<String, String> {
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| format!("the standard input is no message: {error}"))?;
    Ok(text)
}
