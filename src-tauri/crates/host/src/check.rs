//! Trying a profile by the very same start as a real one, and leaving nothing behind.

use crate::exec::ExecAgent;
use crate::host::Host;
use model::view::{Explained, Problem};
use model::{Event, Recorded};
use serde::Serialize;
use std::path::Path;
use std::time::Duration;

/// How long a start may take.
const READY_WITHIN: Duration = Duration::from_secs(60);

/// What a trial showed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The profile's name.
    pub name: String,
    /// The protocol.
    pub protocol: String,
    /// True where nothing speaks against using it.
    pub ok: bool,
    /// What a start is: argv, folder, environment and where each variable of it comes from.
    #[serde(flatten)]
    pub start: Explained,
    /// What happened, or went wrong.
    pub outcome: String,
}

/// Tries a profile in a folder. `host` should be one on a folder of its own
/// that is deleted afterwards: nothing of the trial is to stay.
///
/// # Errors
/// `profile`, `refused`: there is no such profile, or no start can be planned from it.
pub async fn run(host: &Host, agent: &ExecAgent, workspace: &Path) -> Result<Report, Problem> {
    let (profile, mut notes) = host.resolve(agent)?;
    let explained = host.explain(&profile, workspace).await?;
    let mut start = explained.shown;
    notes.append(&mut start.notes);
    start.notes = notes;
    let mut report = Report {
        name: profile.name.clone(),
        protocol: profile.protocol.0.clone(),
        ok: false,
        outcome: start.problems.join(" "),
        start,
    };
    if !report.start.problems.is_empty() {
        return Ok(report);
    }
    if explained.for_one_turn {
        // A start would already be a turn: that the program is there is all that can be tried.
        let program = report.start.program.as_deref().unwrap_or_default();
        report.ok = true;
        report.outcome = format!(
            "{program} is there. It is started for each message, so nothing was started now."
        );
        return Ok(report);
    }
    let id = host
        .create_with(profile, &workspace.to_string_lossy())
        .await?;
    let mut events = host.tap(&id).await?;
    if let Err(problem) = host.prepare(&id).await {
        report.outcome = problem.message;
        return Ok(report);
    }
    let seen = tokio::time::timeout(READY_WITHIN, async {
        while let Some(Recorded { event, .. }) = events.recv().await {
            match event {
                Event::SessionReady {
                    version,
                    session_id,
                    ..
                } => {
                    let version = version.unwrap_or_else(|| "not told".to_owned());
                    let session = session_id.unwrap_or_else(|| "none".to_owned());
                    return (
                        true,
                        format!("The agent is ready (version {version}, session {session})."),
                    );
                }
                Event::ProcessExited {
                    code,
                    signal,
                    stderr_tail,
                    ..
                } => {
                    let how = match (code, signal) {
                        (Some(code), _) => format!("exit code {code}"),
                        (_, Some(signal)) => format!("signal {signal}"),
                        _ => "no status".to_owned(),
                    };
                    let text =
                        format!("The agent ended before it was ready ({how}). {stderr_tail}");
                    return (false, text.trim_end().to_owned());
                }
                _ => {}
            }
        }
        (false, "The agent's conversation ended.".to_owned())
    })
    .await;
    let silent = || {
        let limit = READY_WITHIN.as_secs();
        (
            false,
            format!("The agent started and did not become ready within {limit} s."),
        )
    };
    (report.ok, report.outcome) = seen.unwrap_or_else(|_| silent());
    Ok(report)
}
