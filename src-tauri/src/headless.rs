//! `parley exec`: the host without windows. Nothing here touches the display.

use crate::cli::{Approve, Exec};
use crate::error::StartError;
use crate::instance::{self, Entry, Role};
use crate::signals::Ending;
use crate::{data_dir, logging, programs};
use host::exec::{ExecAgent, ExecOptions};
use host::{Host, HostOptions};
use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Talks to an agent and prints what happens.
pub(crate) fn exec(
    asked: Option<&Path>,
    exec: Exec,
    environment: Vec<(OsString, OsString)>,
) -> Result<ExitCode, StartError> {
    let data_dir = data_dir::prepare(&data_dir::choose(asked, |name| std::env::var_os(name))?)?;
    let Entry::First(held) = instance::enter(&data_dir, Role::Exec)? else {
        return Ok(ExitCode::SUCCESS);
    };
    logging::start(&data_dir);
    let programs = programs::beside_this_one().map_err(StartError::Installation)?;
    let home = std::env::home_dir().unwrap_or_else(|| data_dir.clone());
    let options = HostOptions {
        data_dir,
        programs,
        environment,
        home,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_name("parley")
        .build()
        .map_err(StartError::Runtime)?;
    let code = runtime.block_on(talk(options, exec));
    // A read of the standard input that nobody needs any more can't be waited for.
    runtime.shutdown_background();
    drop(held);
    code
}

async fn talk(options: HostOptions, exec: Exec) -> Result<ExitCode, StartError> {
    let mut signals = Ending::catch().map_err(StartError::Runtime)?;
    let asks = exec.approve == Approve::Ask;
    let exec = match prepared(exec) {
        Ok(exec) => exec,
        Err(reason) => {
            eprintln!("parley: {reason}");
            return Ok(ExitCode::from(2));
        }
    };
    let host = Host::open(options).await?;
    let input: Box<dyn tokio::io::AsyncBufRead + Unpin> = if asks {
        Box::new(tokio::io::BufReader::new(tokio::io::stdin()))
    } else {
        Box::new(tokio::io::empty())
    };
    let code = tokio::select! {
        code = host::exec::run(&host, exec, input, std::io::stdout()) => code,
        code = signals.next() => i32::from(code),
    };
    host.shutdown().await;
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
        workspace: workspace(exec.workspace)?,
        approve: match exec.approve {
            Approve::Ask => host::exec::Approve::Ask,
            Approve::Never => host::exec::Approve::Never,
            Approve::Always => host::exec::Approve::Always,
        },
        resume: exec.resume,
        messages,
    })
}

fn workspace(asked: Option<PathBuf>) -> Result<PathBuf, String> {
    let folder = asked.unwrap_or_else(|| PathBuf::from("."));
    folder
        .canonicalize()
        .map_err(|error| error.to_string())
        .and_then(|path| {
            if path.is_dir() {
                Ok(path)
            } else {
                Err("it is no folder".to_owned())
            }
        })
        .map_err(|reason| {
            format!(
                "the agent can't work in {}: {reason}. Choose another folder with --workspace DIR.",
                folder.display()
            )
        })
}

fn standard_input() -> Result<String, String> {
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| format!("the standard input is no message: {error}"))?;
    Ok(text)
}
