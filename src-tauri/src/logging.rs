//! Parley's own log: `logs/parley-YYYY-MM-DD.log` in the data folder, readable
//! by the user alone, kept for a week. It says what Parley did; it never holds
//! what a user or an agent said. `PARLEY_LOG` changes what is written.

mod daily;

use daily::Daily;
use std::path::Path;
use tracing_subscriber::EnvFilter;

/// What is written without `PARLEY_LOG`.
const USUAL: &str = "warn,parley=info,parley_host=info,parley_process=info,parley_archive=info";

/// Starts the log and has panics written to it. Without a log Parley works the
/// same, so a failure is said once on the standard error.
pub(crate) fn start(data_dir: &Path) {
    match Daily::open(&data_dir.join("logs")) {
        Ok(file) => {
            let filter =
                EnvFilter::try_from_env("PARLEY_LOG").unwrap_or_else(|_| EnvFilter::new(USUAL));
            let set = tracing_subscriber::fmt()
                .with_env_filter(filter)
                .with_ansi(false)
                .with_writer(file)
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
            place,
            thread = thread.name().unwrap_or_default(),
            "panicked"
        );
        usual(panic);
    }));
}
