//! `parley check`: a trial by the same start as a real one.

use super::{usage, workspace};
use crate::data_dir;
use crate::error::StartError;
use host::Host;
use host::check::Report;
use host::exec::ExecAgent;
use model::view::{VariableOrigin, WithheldWhy};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The agent does not start.
const NOT_STARTED: u8 = 3;

/// Tries the profile on a folder of its own, which is gone afterwards.
pub(super) fn run(
    asked: Option<&Path>,
    profile: String,
    folder: Option<PathBuf>,
    json: bool,
    environment: Vec<(OsString, OsString)>,
) -> Result<ExitCode, StartError> {
    let workspace = match workspace(folder, "--workspace") {
        Ok(workspace) => workspace,
        Err(reason) => return Ok(usage(&reason)),
    };
    let agent = if profile == "guide" {
        ExecAgent::Guide
    } else {
        ExecAgent::Profile(profile)
    };
    // Beside the app's own files: private, and nobody else's to guess.
    let own = data_dir::choose(asked, |name| std::env::var_os(name))?;
    let there_before = own.exists();
    let data_dir = data_dir::prepare(&own.join(format!("check-{}", std::process::id())))?;
    let options = super::options(asked, data_dir.clone(), environment)?;
    let tried = super::block_on(async {
        let host = Host::open(options).await?;
        let report = host::check::run(&host, &agent, &workspace).await;
        host.shutdown().await;
        Ok::<_, StartError>(report)
    });
    if let Err(error) = std::fs::remove_dir_all(&data_dir) {
        eprintln!("parley: {} is still there: {error}", data_dir.display());
    }
    if !there_before {
        // Made for the trial; it stays where something else is in it by now.
        let _ = std::fs::remove_dir(&own);
    }
    match tried?? {
        Ok(report) => {
            // A reader that went away wants no more.
            let _ = print(&report, json);
            Ok(if report.ok {
                ExitCode::SUCCESS
            } else {
                ExitCode::from(NOT_STARTED)
            })
        }
        Err(problem) => Ok(usage(&problem.message)),
    }
}

fn print(report: &Report, json: bool) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    if json {
        return writeln!(out, "{}", serde_json::to_string_pretty(report)?);
    }
    writeln!(out, "{} ({})", report.name, report.protocol)?;
    let start = &report.start;
    writeln!(out, "Would start: {}", start.argv.join(" "))?;
    if let Some(program) = &start.program {
        writeln!(out, "Program: {program}")?;
    }
    writeln!(out, "In: {}", start.cwd)?;
    for variable in &start.environment {
        let mut from = origin(variable.from).to_owned();
        for lost in &variable.before {
            from.push_str(if variable.name == "PATH" {
                ", then "
            } else {
                ", before "
            });
            from.push_str(origin(*lost));
        }
        writeln!(out, "  {}={} ({from})", variable.name, variable.value)?;
    }
    for withheld in &start.withheld {
        writeln!(
            out,
            "  {} is not passed: {}",
            withheld.name,
            why(withheld.why)
        )?;
    }
    writeln!(out, "Login shell: {}", start.login_shell.text)?;
    for note in &start.notes {
        writeln!(out, "Note: {note}")?;
    }
    writeln!(out, "{}", report.outcome)
}

fn origin(from: VariableOrigin) -> &'static str {
    match from {
        VariableOrigin::System => "system",
        VariableOrigin::OptIn => "passed on",
        VariableOrigin::LoginShell => "login shell",
        VariableOrigin::Key => "key",
        VariableOrigin::Profile => "profile",
        VariableOrigin::Protocol => "protocol",
        VariableOrigin::Parley => "Parley",
    }
}

fn why(why: WithheldWhy) -> &'static str {
    match why {
        WithheldWhy::HostOnly => "it is Parley's own",
        WithheldWhy::NotFound => "the profile asks for it, and it is not set",
        WithheldWhy::NotAsked => "the profile does not ask for it",
        WithheldWhy::Protocol => "the protocol keeps it out",
    }
}
