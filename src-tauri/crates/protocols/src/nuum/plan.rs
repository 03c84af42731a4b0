//! How the program is started and stopped ("Starting the Server"), which database
//! it gets, and which key it needs.

use super::settings;
use crate::{PlanError, opt_in};
use model::{AgentProfile, Framing, LaunchPlan, LaunchRequest, Lifetime, StdinPlan, StopStep};
use serde_json::Value;

/// One string handed to a program may have so many bytes on Linux (security §11).
const LONGEST_ARGUMENT: usize = 131_071;

/// Plans a start. Settings the profile may have: `db`, the path of the database
/// (relative: to the workspace; else one of Parley's own for each profile, since
/// one database is one agent), and those of [`settings`].
///
/// # Errors
/// A setting of a wrong type, or one that cannot be an argument.
pub(super) fn plan(request: &LaunchRequest<'_>) -> Result<LaunchPlan, PlanError> {
    let profile = request.profile;
    settings::read(profile)?;
    let mut args = profile.args.clone();
    if !args.iter().any(|arg| arg == "--stdio") {
        args.push("--stdio".to_owned());
    }
    let database = database(request)?;
    if let Some(path) = database.as_ref().and_then(Database::to_pass) {
        args.extend(["--db".to_owned(), path.to_owned()]);
    }
    for arg in &args {
        check(arg)?;
    }
    let make_dirs = database.as_ref().and_then(Database::to_pass).map(folder);
    let exclusive = database.map(Database::path);
    let memory = exclusive.as_deref().map_or_else(
        || "the program's own database".to_owned(),
        |path| format!("the database {path}"),
    );
    let mut plan = LaunchPlan {
        program: profile.command.clone(),
        args,
        env: profile.env.clone(),
        cwd: request.workspace.to_owned(),
        stdin: StdinPlan::Lines,
        framing: Framing::JsonLines,
        lifetime: Lifetime::Database,
        waits_for_ready: true,
        slow_start_ms: 30_000,
        // EOF and SIGTERM let nuum end the tools it runs, which are in sessions of
        // their own; SIGKILL does not.
        stop_turn: vec![
            StopStep::Command { wait_ms: 3_000 },
            StopStep::CloseStdin { wait_ms: 2_000 },
            StopStep::Terminate { wait_ms: 3_000 },
            StopStep::Kill,
        ],
        stop_process: vec![
            StopStep::CloseStdin { wait_ms: 2_000 },
            StopStep::Terminate { wait_ms: 2_000 },
            StopStep::Kill,
        ],
        make_dirs: make_dirs.into_iter().collect(),
        warnings: vec![format!(
            "{} has one memory, {memory}: every conversation with this agent shares it, and \
             only one of them can run at a time.",
            // One that is just being made has no name yet.
            if profile.name.is_empty() {
                "This agent".to_owned()
            } else {
                format!("“{}”", profile.name)
            }
        )],
        exclusive,
        ..LaunchPlan::default()
    };
    opt_in::apply(profile, &mut plan)?;
    Ok(plan)
}

/// The provider's key. Newer builds take others too; the specification names none.
pub(super) fn key_variables(_profile: &AgentProfile) -> Vec<String> {
    vec!["ANTHROPIC_API_KEY".to_owned()]
}

/// Where the agent keeps what it is, by an absolute path.
enum Database {
    /// In Parley's own folder, or where the profile's setting says.
    ToPass(String),
    /// Among the profile's arguments already.
    Argument(String),
}

impl Database {
    fn to_pass(&self) -> Option<&str> {
        match self {
            Self::ToPass(path) => Some(path),
            Self::Argument(_) => None,
        }
    }

    fn path(self) -> String {
        match self {
            Self::ToPass(path) | Self::Argument(path) => path,
        }
    }
}

/// The folder of a file.
fn folder(path: &str) -> String {
    match path.rsplit_once('/') {
        None | Some(("", _)) => "/".to_owned(),
        Some((folder, _)) => folder.to_owned(),
    }
}

/// The database of a start; none where the program's own default is all there is.
fn database(request: &LaunchRequest<'_>) -> Result<Option<Database>, PlanError> {
    let profile = request.profile;
    if let Some(path) = argument(&profile.args) {
        let path = absolute(request.workspace, path);
        return Ok(Some(Database::Argument(path)));
    }
    match profile.settings.get("db") {
        None | Some(Value::Null) => {}
        Some(Value::String(path)) if path.trim().is_empty() => {}
        Some(Value::String(path)) if path.starts_with('~') => {
            return Err(PlanError {
                problem: format!(
                    "The database “{path}” of the agent “{}” begins with “~”, which only a shell \
                     knows. Give the whole path.",
                    profile.name
                ),
            });
        }
        Some(Value::String(path)) => {
            let path = absolute(request.workspace, path);
            return Ok(Some(Database::ToPass(path)));
        }
        Some(_) => return Err(settings::wrong(profile, "db", "text, the path of a file")),
    }
    if request.data_dir.is_empty() {
        return Ok(None);
    }
    let name = file_name(profile.id.as_str());
    let path = format!("{}/nuum/{name}.db", request.data_dir);
    Ok(Some(Database::ToPass(absolute("/", &path))))
}

/// `--db PATH` or `--db=PATH` among arguments.
fn argument(args: &[String]) -> Option<&str> {
    let at = args
        .iter()
        .position(|arg| arg == "--db" || arg.starts_with("--db="))?;
    match args[at].strip_prefix("--db=") {
        Some(path) => Some(path),
        None => args.get(at + 1).map(String::as_str),
    }
}

/// A path without `.` and `..`, so that one file has one name here. Links are the
/// host's to follow.
fn absolute(folder: &str, path: &str) -> String {
    let whole = if path.starts_with('/') {
        path.to_owned()
    } else {
        format!("{folder}/{path}")
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

/// An id as the name of a file: what is not plain is spelt by its code, so that
/// two ids never share a file, where case tells no files apart either.
fn file_name(id: &str) -> String {
    use std::fmt::Write;
    let mut name = String::with_capacity(id.len());
    for byte in id.bytes() {
        if byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_') {
            name.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(name, "%{byte:02x}");
        }
    }
    name
}

fn check(arg: &str) -> Result<(), PlanError> {
    let head: String = arg.chars().take(24).collect();
    if arg.contains('\0') {
        return Err(PlanError {
            problem: format!(
                "An argument holds a NUL character, which no program can be given: “{head}…”."
            ),
        });
    }
    if arg.len() > LONGEST_ARGUMENT {
        return Err(PlanError {
            problem: format!(
                "The argument “{head}…” has {} bytes; the system takes {LONGEST_ARGUMENT} at most.",
                arg.len()
            ),
        });
    }
    Ok(())
}
