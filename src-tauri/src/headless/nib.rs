//! `parley nib`: one operation, its answer on stdout.

use super::{exec, own_folder, usage, workspace};
use crate::cli::Nib;
use crate::error::StartError;
use crate::logging;
use host::exec::{Approve, ExecAgent, ExecOptions};
use host::{Host, HostOptions};
use serde_json::{Map, Value};
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Runs the operation.
pub(super) fn run(
    asked: Option<&Path>,
    nib: Nib,
    environment: Vec<(OsString, OsString)>,
) -> Result<ExitCode, StartError> {
    let project = match workspace(nib.dir.clone(), "--dir") {
        Ok(project) => project,
        Err(reason) => return Ok(usage(&reason)),
    };
    let form = match form(&nib) {
        Ok(form) => form,
        Err(reason) => return Ok(usage(&reason)),
    };
    let (data_dir, held) = own_folder::take(asked)?;
    logging::start(&data_dir);
    let options = super::options(asked, data_dir, environment)?;
    let json = nib.json;
    let code = super::block_on(async {
        let agent = match backend(options.clone(), &nib, &project).await? {
            Ok(agent) => agent,
            Err(reason) => return Ok(usage(&reason)),
        };
        let run = ExecOptions {
            agent,
            workspace: project,
            approve: Approve::Never,
            resume: None,
            messages: Vec::new(),
            form,
        };
        if json {
            return exec::talk(options, run, false, std::io::stdout()).await;
        }
        let mut events = Vec::new();
        let code = exec::talk(options, run, false, &mut events).await?;
        // A reader that went away wants no more.
        let _ = answer(&events);
        Ok(code)
    })?;
    drop(held);
    code
}

/// The backend, if it may be used here. Looks on a host that is closed again:
/// the run opens its own.
async fn backend(
    options: HostOptions,
    nib: &Nib,
    project: &Path,
) -> Result<Result<ExecAgent, String>, StartError> {
    let host = Host::open(options).await?;
    let found = host.nib_backend(project, nib.agent.as_deref()).await;
    let chosen = match found {
        Err(problem) => Err(problem.message),
        Ok(found) if found.unconfirmed && !nib.trust_repository => Err(format!(
            "this repository's git setting chooses the program {}. Look at it; if you trust it, repeat the command with --trust-repository once.",
            found.program.display()
        )),
        Ok(found) => {
            let confirmed = if found.unconfirmed {
                host.confirm_backend(project, &found.program)
            } else {
                Ok(())
            };
            confirmed
                .map(|()| ExecAgent::Given(Box::new(host.nib_profile(&found))))
                .map_err(|problem| problem.message)
        }
    };
    host.shutdown().await;
    Ok(chosen)
}

/// The request's fields; which belong to the operation is the protocol's to judge.
fn form(nib: &Nib) -> Result<Map<String, Value>, String> {
    let mut form = Map::new();
    form.insert("operation".to_owned(), Value::from(nib.operation.clone()));
    if !nib.paths.is_empty() {
        form.insert("paths".to_owned(), Value::from(nib.paths.clone()));
    }
    let texts = [
        ("character_slug", &nib.character),
        ("question", &nib.question),
        ("range", &nib.range),
        ("project_name", &nib.project_name),
        ("effort", &nib.effort),
    ];
    for (name, value) in texts {
        if let Some(value) = value {
            form.insert(name.to_owned(), Value::from(value.clone()));
        }
    }
    let read = |path: &Path| {
        std::fs::read_to_string(path)
            .map_err(|error| format!("{} can't be read: {error}.", path.display()))
    };
    if let Some(path) = &nib.context {
        form.insert("context".to_owned(), Value::from(read(path)?));
    }
    if let Some(path) = &nib.schema {
        let schema: Value = serde_json::from_str(&read(path)?)
            .map_err(|error| format!("{} is no JSON: {error}.", path.display()))?;
        form.insert("schema".to_owned(), schema);
    }
    Ok(form)
}

/// Prints the answer to stdout, and what went wrong to stderr.
fn answer(events: &[u8]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for line in events.split(|byte| *byte == b'\n') {
        let Ok(event) = serde_json::from_slice::<Value>(line) else {
            continue;
        };
        let body = &event["item"]["body"];
        if event["event"] == "itemStarted" && body["kind"] == "result" {
            if let Some(text) = body["text"].as_str().filter(|text| !text.is_empty()) {
                writeln!(out, "{text}")?;
            }
            for file in body["files"].as_array().into_iter().flatten() {
                writeln!(out, "{}", file.as_str().unwrap_or_default())?;
            }
            if !body["data"].is_null() {
                writeln!(out, "{}", serde_json::to_string_pretty(&body["data"])?)?;
            }
            for problem in body["problems"].as_array().into_iter().flatten() {
                eprintln!("parley: at {}: {}", problem["pointer"], problem["message"]);
            }
        }
        let said = match event["event"].as_str() {
            Some("fault") => event["fault"]["message"].as_str(),
            Some("problem") => event["message"].as_str(),
            Some("turnEnded") => event["outcome"]["message"].as_str(),
            _ => None,
        };
        if let Some(said) = said {
            eprintln!("parley: {said}");
        }
    }
    Ok(())
}
