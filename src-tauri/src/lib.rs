//! The desktop shell: windows, the commands they may call, and the start and
//! end of the app. Everything that is not the desktop is the host's.

include!("command_list.rs");

mod app;
mod bridge;
mod caller;
mod cli;
mod closing;
mod commands;
mod data_dir;
mod diagnostics;
mod display;
mod error;
mod first;
mod headless;
mod instance;
mod language;
mod link;
mod loading;
mod logging;
mod navigation;
mod notify;
#[cfg(feature = "perf")]
mod perf;
mod places;
mod programs;
#[cfg(test)]
mod rules;
#[cfg(target_os = "linux")]
mod session_bus;
mod settings;
mod shell;
mod signals;
mod tray;
mod windows;

use std::ffi::OsString;
use std::process::ExitCode;

/// What the command line asks for, with the environment as it was then.
pub struct Start {
    cli: cli::Cli,
    environment: Vec<(OsString, OsString)>,
}

impl Start {
    /// Reads the command line; answers `--help`, `--version` and mistakes by
    /// itself and ends the process then.
    #[must_use]
    pub fn from_command_line() -> Self {
        Self {
            cli: cli::parse(),
            environment: std::env::vars_os().collect(),
        }
    }

    /// True for the app, false for what needs no display.
    #[must_use]
    pub fn opens_windows(&self) -> bool {
        self.cli.command.is_none()
    }

    /// What the engine is to find in the environment, by name and value: how it draws, and
    /// how its heaps grow.
    #[must_use]
    pub fn for_the_engine(&self) -> Vec<(&'static str, &'static str)> {
        let data_dir =
            data_dir::choose(self.cli.data_dir.as_deref(), |name| std::env::var_os(name));
        display::for_the_engine(data_dir.ok().as_deref(), |name| {
            std::env::var_os(name).is_some()
        })
    }

    /// Does it. For the app this returns only where it could not start; later
    /// it ends the process itself.
    #[must_use]
    pub fn run(self) -> ExitCode {
        host::memory::keep_together();
        #[cfg(feature = "perf")]
        if let Some(code) = perf::bare() {
            return code;
        }
        let data_dir = self.cli.data_dir.as_deref();
        let outcome = match self.cli.command {
            None => app::run(data_dir, self.environment),
            Some(task) => headless::run(data_dir, task, self.environment),
        };
        outcome.unwrap_or_else(|error| {
            eprintln!("parley: {error}");
            ExitCode::FAILURE
        })
    }
}
