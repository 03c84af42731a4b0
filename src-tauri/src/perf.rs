//! Baselines for `make bench`: what a desktop app does that pushes, what an empty
//! window costs, what another page costs in this very engine; and a word on stdout
//! once a window has drawn. In no binary that is shipped (feature `perf`).
#![allow(clippy::print_stdout)]

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tauri::http::Response;
use tauri::{AppHandle, Emitter, WebviewUrl, WebviewWindowBuilder};

/// What an empty page says when its second frame has begun: as Parley's own page does.
const BLANK: &str = "<!doctype html><title>Parley</title><p>blank</p><script>\
    requestAnimationFrame(() => requestAnimationFrame(() => { document.title = 'drawn'; }))\
    </script>";

/// `blank`: an empty window and nothing else. `page`: the page of `PARLEY_PERF_PAGE`
/// in one. `emit`: an event for each word, when told.
fn mode() -> Option<String> {
    std::env::var("PARLEY_PERF").ok()
}

/// Runs a Tauri window without Parley in it where that is asked for.
pub(crate) fn bare() -> Option<ExitCode> {
    let page = match mode()?.as_str() {
        "blank" => None,
        "page" => Some(std::env::var("PARLEY_PERF_PAGE").ok()?),
        _ => return None,
    };
    let built = tauri::Builder::default()
        .register_uri_scheme_protocol("blank", |_, _| {
            Response::builder()
                .header("content-type", "text/html")
                .body(BLANK.as_bytes().to_vec())
                .unwrap_or_default()
        })
        .setup(|app| {
            let url = match page {
                None => WebviewUrl::CustomProtocol("blank://localhost".parse()?),
                Some(page) => WebviewUrl::External(page.parse()?),
            };
            WebviewWindowBuilder::new(app, "main", url)
                .inner_size(1180.0, 800.0)
                .on_document_title_changed(|_, title| {
                    if title == "drawn" {
                        drawn();
                    }
                })
                .build()?;
            Ok(())
        })
        .build(crate::app::context());
    match built {
        Ok(app) => {
            app.run(|_, _| {});
            Some(ExitCode::SUCCESS)
        }
        Err(error) => {
            eprintln!("parley: {error}");
            Some(ExitCode::FAILURE)
        }
    }
}

/// A window's second frame has begun. Prints when, in milliseconds since 1970.
pub(crate) fn drawn() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    println!("perf: drawn {}", now.unwrap_or_default().as_millis());
}

/// Pushes words to the main window, one event each: as many, and as many a
/// second, as the file `perf-emit` in the data folder says once it is there.
pub(crate) fn start(app: &AppHandle, data_dir: PathBuf) {
    if mode().as_deref() != Some("emit") {
        return;
    }
    let app = app.clone();
    std::thread::spawn(move || {
        let order = data_dir.join("perf-emit");
        let (count, rate) = loop {
            let text = std::fs::read_to_string(&order).unwrap_or_default();
            let mut numbers = text.split_whitespace().filter_map(|word| word.parse().ok());
            if let (Some(count), Some(rate)) = (numbers.next(), numbers.next()) {
                break (count, rate);
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        push(&app, count, rate);
    });
}

fn push(app: &AppHandle, count: u64, rate: u64) {
    let began = Instant::now();
    let mut sent = 0;
    while sent < count {
        let due = (u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX) * rate / 1000)
            .min(count);
        for _ in sent..due {
            if let Err(error) = app.emit_to("main", "perf", " and then the tile is") {
                tracing::warn!(%error, "a word could not be pushed");
                return;
            }
        }
        sent = due;
        std::thread::sleep(Duration::from_millis(4));
    }
    if let Err(error) = app.emit_to("main", "perf-end", ()) {
        tracing::warn!(%error, "the end could not be pushed");
    }
}
