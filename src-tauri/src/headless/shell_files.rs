//! What a shell and `man` know of the command line, written from its definition,
//! so that it can't say anything else.

use crate::cli::Cli;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Prints what a shell needs to complete `parley`.
pub(super) fn completions(shell: Shell) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "parley", &mut script);
    match io::stdout().lock().write_all(&script) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read it has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => failed("the completions could not be printed", &error),
    }
}

/// Writes the manual pages (section 1), one for each command, into a folder.
pub(super) fn manual(folder: &Path) -> ExitCode {
    let written = std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), folder));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(
            &format!(
                "the manual pages could not be written to {}",
                folder.display()
            ),
            &error,
        ),
    }
}

fn failed(what: &str, error: &io::Error) -> ExitCode {
    eprintln!("parley: {what}: {error}");
    ExitCode::FAILURE
}
