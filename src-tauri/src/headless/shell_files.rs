//! What a shell and `man` know of the command line, written from its definition,
//! so that it can't say anything else.

use crate::cli::Cli;
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;
use std::io::{self, Write};
use std::iter;
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

/// What a manual says that no argument says. Read with `man`, so in its own language.
const FOOT: &str = r".SH ENVIRONMENT
.TP
\fBPARLEY_DATA_DIR\fR
The folder of all files of Parley, where \fB\-\-data\-dir\fR names none.
.TP
\fBPARLEY_LOG\fR
What is written to the log: \fBerror\fR, \fBwarn\fR, \fBinfo\fR, \fBdebug\fR, or one of them for
one part, as in \fBwarn,parley_host=debug\fR.
.SH FILES
.TP
\fI~/.local/share/parley\fR
Conversations, settings and profiles, readable by you alone. \fBXDG_DATA_HOME\fR moves it.
Removing the package leaves it alone.
.TP
\fI~/.local/share/parley/logs\fR
What Parley did, a file a day, seven at most. It holds nothing that you or an agent said.
";

/// Writes the manual pages (section 1), one for each command, into a folder.
pub(super) fn manual(folder: &Path) -> ExitCode {
    match std::fs::create_dir_all(folder).and_then(|()| pages(folder)) {
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

fn pages(folder: &Path) -> io::Result<()> {
    let source = concat!("parley ", env!("CARGO_PKG_VERSION"));
    let mut whole = Cli::command().disable_help_subcommand(true);
    whole.build();
    let shown = whole.get_subcommands().filter(|one| !one.is_hide_set());
    for command in shown.chain(iter::once(&whole)) {
        let page = Man::new(command.clone()).source(source).manual("Parley");
        let mut text = Vec::new();
        page.render(&mut text)?;
        text.extend_from_slice(FOOT.as_bytes());
        std::fs::write(folder.join(page.get_filename()), text)?;
    }
    Ok(())
}

fn failed(what: &str, error: &io::Error) -> ExitCode {
    eprintln!("parley: {what}: {error}");
    ExitCode::FAILURE
}
