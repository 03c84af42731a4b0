//! Parley's own log: `logs/parley-YYYY-MM-DD.log` in the data folder, readable
//! by the user alone, seven files of 8 MiB at most. It says what Parley did; it
//! never holds what a user or an agent said, nor a key that is known.
//! `PARLEY_LOG` changes what is written.

mod daily;

use daily::Daily;
use std::path::Path;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

/// What is written without `PARLEY_LOG`.
const USUAL: &str = "warn,parley=info,parley_host=info,parley_process=info,parley_archive=info";

/// What is never written in detail: it carries keys to and from the keychain.
const QUIET: &[&str] = &["zbus=warn", "keyring_core=warn", "secret_service=warn"];

/// Starts the log and has panics written to it. Without a log Parley works the
/// same, so a failure is said once on the standard error.
pub(crate) fn start(data_dir: &Path) {
    match Daily::open(&data_dir.join("logs")) {
        Ok(file) => {
            let filter =
                EnvFilter::try_from_env("PARLEY_LOG").unwrap_or_else(|_| EnvFilter::new(USUAL));
            let filter = QUIET
                .iter()
                .filter_map(|quiet| quiet.parse().ok())
                .fold(filter, EnvFilter::add_directive);
            let set = tracing_subscriber::fmt()
                .with_env_filter(filter)
                .with_ansi(false)
                .with_writer(Redacted(file))
                .try_init();
            if set.is_err() {
                eprintln!("parley: there is a log already; this one is not written");
            }
        }
        Err(error) => eprintln!(
            "parley: no log can be written in {}: {error}",
            data_dir.display()
        ),
    }
    log_panics();
}

/// The last lines of the newest log, oldest first; empty where there is none.
pub(crate) fn tail(data_dir: &Path, lines: usize) -> Vec<String> {
    let newest = std::fs::read_dir(data_dir.join("logs"))
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "log"))
        .max();
    let text = newest
        .and_then(|path| std::fs::read(path).ok())
        .unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let all: Vec<&str> = text.lines().collect();
    all[all.len().saturating_sub(lines)..]
        .iter()
        .map(|line| (*line).to_owned())
        .collect()
}

/// The log's files, without known keys in any line.
struct Redacted(Daily);

impl<'a> MakeWriter<'a> for Redacted {
    type Writer = secrets::Writer<daily::Line<'a>>;

    fn make_writer(&'a self) -> Self::Writer {
        secrets::Writer::new(secrets::known(), self.0.make_writer())
    }
}

/// Where it happened, not what it said: a panic's message can hold a piece of
/// the text it stumbled over. The usual message still goes to the standard error.
fn log_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let place = panic
            .location()
            .map_or_else(String::new, ToString::to_string);
        let thread = std::thread::current();
        tracing::error!(
            place = place.as_str(),
            thread = thread.name().unwrap_or_default(),
            "panicked"
        );
        if secrets::known().redactor().is_none() {
            return usual(panic);
        }
        // The usual message would repeat what the panic says, key and all.
        let said = panic.payload();
        let said = said
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| said.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        let said = secrets::known().string(said);
        eprintln!("parley: a part of it failed at {place}: {said}");
    }));
}
