//! `parley agents`: what can be talked to on this machine.

use crate::data_dir;
use crate::error::StartError;
use model::view::{ProfileView, Readiness};
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Prints the list. Starts nothing and writes nothing.
pub(super) fn run(
    asked: Option<&Path>,
    json: bool,
    environment: Vec<(OsString, OsString)>,
) -> Result<ExitCode, StartError> {
    let data_dir = data_dir::choose(asked, |name| std::env::var_os(name))?;
    let options = super::options(asked, data_dir, environment)?;
    let agents = host::agents(&options);
    let mut out = std::io::stdout().lock();
    // A reader that went away wants no more.
    let _ = if json {
        serde_json::to_string_pretty(&agents)
            .map_err(std::io::Error::from)
            .and_then(|text| writeln!(out, "{text}"))
    } else {
        agents
            .iter()
            .try_for_each(|agent| writeln!(out, "{}", line(agent)))
    };
    Ok(ExitCode::SUCCESS)
}

fn line(agent: &ProfileView) -> String {
    let state = match &agent.readiness {
        Readiness::Ready => "ready".to_owned(),
        Readiness::NeedsKey { variables } => format!("needs a key: {}", variables.join(" or ")),
        Readiness::NotFound { searched } => {
            format!("not found; looked for {}", searched.join(", "))
        }
    };
    let asks = if agent.asks {
        ""
    } else {
        " · runs tools without asking"
    };
    format!(
        "{:<18} {} · {state}{asks}",
        agent.id.as_str(),
        agent.protocol
    )
}
