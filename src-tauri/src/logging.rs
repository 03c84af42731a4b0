//! Parley's own log: `logs/parley-YYYY-MM-DD.log` in the data folder, readable
//! by the user alone, seven files of 8 MiB at most. It says what Parley did; it
//! never holds what a user or an agent said, nor a key that is known.
//! `PARLEY_LOG` changes what is written.

mod daily;

use daily::Daily;
use std::path::Path;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// What is written without `PARLEY_LOG`.
const USUAL: &[(&str, LevelFilter)] = &[
    ("parley", LevelFilter::INFO),
    ("parley_host", LevelFilter::INFO),
    ("parley_process", LevelFilter::INFO),
    ("parley_archive", LevelFilter::INFO),
];

/// What is never written in detail: it carries keys to and from the keychain.
const QUIET: &[&str] = &["keyring_core", "dbus_secret_service"];

/// Starts the log and has panics written to it. Without a log Parley works the
/// same, so a failure is said once on the standard error.
pub(crate) fn start(data_dir: &Path) {
    match Daily::open(&data_dir.join("logs")) {
        Ok(file) => {
            let set = tracing_subscriber::fmt()
                .with_max_level(LevelFilter::TRACE)
                .with_ansi(false)
                .with_writer(Redacted(file))
                .finish()
                .with(written(std::env::var("PARLEY_LOG").ok().as_deref()))
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

/// What is written, as `PARLEY_LOG` says it: `debug`, or `warn,parley_host=trace`. The usual
/// where it says nothing or can't be read.
fn written(asked: Option<&str>) -> Targets {
    let usual = || {
        Targets::new()
            .with_default(LevelFilter::WARN)
            .with_targets(USUAL.iter().copied())
    };
    let asked = asked.filter(|text| !text.trim().is_empty());
    asked
        .and_then(|text| text.parse().ok())
        .unwrap_or_else(usual)
        .with_targets(QUIET.iter().map(|target| (*target, LevelFilter::WARN)))
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

#[cfg(test)]
mod tests {
    use super::written;
    use tracing::Level;

    #[test]
    fn what_is_written_is_asked_for_by_part_and_keys_never_in_detail() {
        let enabled = |asked: Option<&str>, target: &str, level: Level| {
            written(asked).would_enable(target, &level)
        };
        for asked in [None, Some(""), Some(" "), Some("parley=loud")] {
            assert!(enabled(asked, "parley_host::list", Level::INFO));
            assert!(!enabled(asked, "parley_host::list", Level::DEBUG));
            assert!(enabled(asked, "mio", Level::WARN));
            assert!(!enabled(asked, "mio", Level::INFO));
        }
        let one = Some("warn,parley_host=trace");
        assert!(enabled(one, "parley_host::list", Level::TRACE));
        assert!(!enabled(one, "parley_archive", Level::INFO));
        let all = Some("trace");
        assert!(enabled(all, "mio", Level::TRACE));
        for target in ["keyring_core", "dbus_secret_service::session"] {
            assert!(!enabled(all, target, Level::INFO), "{target}");
            assert!(enabled(all, target, Level::WARN), "{target}");
        }
    }
}
