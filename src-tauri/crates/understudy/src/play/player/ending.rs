//! How a play ends: by itself, by trouble, by a signal, by a crash on purpose.

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::Value;

use super::Common;
#[cfg(unix)]
use super::lock;
use crate::play::trouble::Trouble;

impl Common {
    pub(super) fn exit(&self, code: i32) -> ! {
        self.journal.write("exit", code);
        std::process::exit(code)
    }

    /// Ends because of trouble; the end of input is none worth a word.
    pub(super) fn leave(&self, trouble: &Trouble) -> ! {
        if trouble.exit_code() != 0 {
            let text = format!("understudy play: {}:{trouble}\n", self.name);
            let _ = std::io::stderr().lock().write_all(text.as_bytes());
            self.journal.write("trouble", trouble.to_string());
        }
        // A turn that failed is a failure, whatever ended the play after it.
        self.exit(match trouble {
            Trouble::Eof { .. } => self.code.load(Ordering::Relaxed),
            _ => trouble.exit_code(),
        })
    }
}

#[cfg(unix)]
const SIGNALS: [(&str, i32); 6] = {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
    [
        ("SIGTERM", SIGTERM),
        ("SIGINT", SIGINT),
        ("SIGHUP", SIGHUP),
        ("SIGQUIT", SIGQUIT),
        ("SIGUSR1", SIGUSR1),
        ("SIGUSR2", SIGUSR2),
    ]
};

/// Logs signals; one that is not ignored then does what it does by default.
#[cfg(unix)]
pub(super) fn watch_signals(common: &Arc<Common>) {
    let Ok(mut signals) = signal_hook::iterator::Signals::new(SIGNALS.map(|(_, number)| number))
    else {
        return;
    };
    let common = Arc::clone(common);
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let name = SIGNALS
                .iter()
                .find(|(_, n)| *n == signal)
                .map_or("", |(name, _)| name);
            common.journal.write("signal", name);
            if !lock(&common.ignored).contains(name) {
                die_of(signal);
            }
        }
    });
}

#[cfg(not(unix))]
pub(super) fn watch_signals(_common: &Arc<Common>) {}

/// Ends by a signal, named (`SIGSEGV`) or by its number. Returns only when there is none such.
pub(super) fn crash(common: &Common, signal: &Value) -> Result<(), String> {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGKILL, SIGSEGV};
        let more = [
            ("SIGABRT", SIGABRT),
            ("SIGBUS", SIGBUS),
            ("SIGFPE", SIGFPE),
            ("SIGILL", SIGILL),
            ("SIGKILL", SIGKILL),
            ("SIGSEGV", SIGSEGV),
        ];
        let found = SIGNALS.iter().chain(&more).find(|(name, number)| {
            signal.as_str() == Some(*name) || signal.as_i64() == Some(i64::from(*number))
        });
        if let Some((name, number)) = found {
            common.journal.write("note", format!("crashes by {name}"));
            die_of(*number);
        }
    }
    let _ = common;
    Err(format!("{signal} is no signal to crash by"))
}

/// Dies of the signal, without leaving a core file.
#[cfg(unix)]
fn die_of(signal: i32) -> ! {
    use rustix::process::{Resource, Rlimit, Signal, getpid, kill_process, setrlimit};
    let none = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    let _ = setrlimit(Resource::Core, none);
    let _ = signal_hook::low_level::emulate_default_handler(signal);
    // Where that does not know the signal: twice, since the runtime's own handler takes the first
    // SIGSEGV and only then restores the default.
    loop {
        if let Some(signal) = Signal::from_named_raw(signal) {
            let _ = kill_process(getpid(), signal);
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}
