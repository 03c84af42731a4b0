//! What a report of a fault needs: versions, places, sizes, settings, agents and
//! the end of the log. Keys are taken out; the user reads it before it is saved.

use crate::logging;
use host::Host;
use model::view::Problem;
use std::fmt::Write;
use std::path::Path;

/// Lines of the log that go with it.
const LOG_LINES: usize = 200;

/// The text, without keys.
pub(crate) async fn text(host: &Host, data_dir: &Path) -> Result<String, Problem> {
    let mut out = String::new();
    section(&mut out, "Parley");
    line(&mut out, "version", env!("CARGO_PKG_VERSION"));
    line(&mut out, "system", &system());
    line(&mut out, "web engine", &web_engine());
    line(&mut out, "data folder", &data_dir.display().to_string());
    for (name, bytes) in sizes(data_dir) {
        line(&mut out, &name, &format!("{bytes} bytes"));
    }
    section(&mut out, "Settings");
    let settings = serde_json::to_string_pretty(&host.settings())
        .unwrap_or_else(|error| format!("can't be shown: {error}"));
    out.push_str(&settings);
    out.push('\n');
    section(&mut out, "Agents");
    for profile in host.profiles() {
        let readiness = serde_json::to_string(&profile.readiness)
            .unwrap_or_else(|error| format!("can't be shown: {error}"));
        line(
            &mut out,
            &profile.name,
            &format!("{} · {} · {readiness}", profile.protocol, profile.command),
        );
    }
    section(&mut out, "Processes");
    for agent in host.all_processes().await {
        let rss = agent.rss_bytes >> 20;
        let count = agent.processes.len();
        line(
            &mut out,
            &agent.agent,
            &format!("{count} processes, {rss} MiB"),
        );
        if let Some(end) = agent.last_end {
            line(&mut out, "  ended", &end.how);
        }
    }
    section(&mut out, "The end of the log");
    for entry in logging::tail(data_dir, LOG_LINES) {
        out.push_str(&entry);
        out.push('\n');
    }
    Ok(secrets::known().string(out))
}

fn section(out: &mut String, title: &str) {
    if !out.is_empty() {
        out.push('\n');
    }
    // Writing to a string does not fail.
    let _ = writeln!(out, "# {title}");
}

fn line(out: &mut String, name: &str, value: &str) {
    let _ = writeln!(out, "{name}: {value}");
}

fn system() -> String {
    let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = release
        .lines()
        .find_map(|line| line.strip_prefix("PRETTY_NAME="))
        .map_or(std::env::consts::OS, |name| name.trim_matches('"'));
    let desktop = std::env::var("XDG_CURRENT_DESKTOP").unwrap_or_default();
    let session = std::env::var("XDG_SESSION_TYPE").unwrap_or_default();
    format!("{name} {} {desktop} {session}", std::env::consts::ARCH)
}

fn web_engine() -> String {
    tauri::webview_version().unwrap_or_else(|error| format!("unknown: {error}"))
}

/// The files of the data folder and their sizes; their contents are nobody's business.
fn sizes(data_dir: &Path) -> Vec<(String, u64)> {
    let mut found: Vec<(String, u64)> = std::fs::read_dir(data_dir)
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let meta = entry.metadata().ok()?;
            meta.is_file()
                .then(|| (entry.file_name().to_string_lossy().into_owned(), meta.len()))
        })
        .collect();
    found.sort();
    found
}
