//! Grandchildren: a program started in a session or group of its own, detached, deaf to signals.
//! The player starts them through its own binary, which can do all that without unsafe code: it
//! arranges itself and then becomes the program.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of the hidden `understudy offspring`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Lead a session of its own
    #[arg(long)]
    setsid: bool,
    /// Ignore SIGTERM, SIGINT and SIGHUP
    #[arg(long)]
    ignore_term: bool,
    /// Start it as an orphan: the process in between ends at once
    #[arg(long)]
    detach: bool,
    /// Gets the process id when all that is done
    #[arg(long)]
    pid_file: PathBuf,
    /// The program and its arguments
    #[arg(last = true, required = true)]
    argv: Vec<OsString>,
}

/// Arranges the process and becomes the program.
#[cfg(unix)]
pub fn run(args: Args) -> ExitCode {
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    let mut command = if args.detach {
        let Ok(own) = std::env::current_exe() else {
            return failed(&"the own program is not known");
        };
        let mut command = Command::new(own);
        command
            .arg("offspring")
            .arg("--pid-file")
            .arg(&args.pid_file);
        command.args(args.setsid.then_some("--setsid"));
        command.args(args.ignore_term.then_some("--ignore-term"));
        command.arg("--").args(&args.argv);
        return match command.spawn() {
            Ok(_) => ExitCode::SUCCESS,
            Err(error) => failed(&error),
        };
    } else {
        // An ignored signal stays ignored over exec, and a shell can ignore without unsafe code.
        const BECOME: &str = r#"file=$1; deaf=$2; shift 2
if [ "$deaf" = yes ]; then trap "" TERM INT HUP; fi
printf %s $$ > "$file.part" && mv "$file.part" "$file"
exec "$@""#;
        let mut command = Command::new("sh");
        command.args(["-c", BECOME, "sh"]).arg(&args.pid_file);
        command.arg(if args.ignore_term { "yes" } else { "no" });
        command.args(&args.argv);
        command
    };
    if args.setsid
        && let Err(error) = rustix::process::setsid()
    {
        return failed(&error);
    }
    failed(&command.exec())
}

/// Grandchildren of this kind need Unix.
#[cfg(not(unix))]
pub fn run(_args: Args) -> ExitCode {
    failed(&"grandchildren need Unix")
}

fn failed(why: &dyn std::fmt::Display) -> ExitCode {
    eprintln!("understudy offspring: {why}");
    ExitCode::FAILURE
}
