//! The command line.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// One trustworthy window on the AI agents of your machine.
///
/// Without a command the app opens; a second start shows the window of the first.
#[derive(Debug, Clone, PartialEq, Eq, Parser)]
#[command(name = "parley", version, about, long_about)]
pub(crate) struct Cli {
    /// Keep all files of Parley in this folder
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
    /// What to do instead of opening the app.
    #[command(subcommand)]
    pub(crate) command: Option<Task>,
}

/// What can be done without a window.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub(crate) enum Task {
    /// Talk to an agent here, without a window
    ///
    /// Prints what happens as one JSON object a line. With --approve ask each
    /// request for approval is printed, and answered by a line of JSON on the
    /// standard input: {"request":"…","decision":"allow"}, or "deny" with a "reason".
    ///
    /// Exit codes: 0 every turn completed; 1 a turn failed; 2 wrong words; 3 the
    /// agent could not be started; 4 it ended in a turn; 124 a time limit ran
    /// out; 128 and the signal's number if a signal ended it.
    Exec(Exec),
    /// List the agents of this machine, and what is missing where one can't be started
    Agents {
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// Try an agent by the very start a conversation would make, and leave nothing behind
    ///
    /// Exit codes: 0 it can be used; 2 there is no such profile, or no start can be
    /// planned from it; 3 it does not start.
    Check {
        /// A profile's name, or the path of an AgentProc YAML or a Terminal Protocol config
        #[arg(value_name = "PROFILE")]
        profile: String,
        /// The folder the agent would work in [default: the current one]
        #[arg(long, value_name = "DIR")]
        workspace: Option<PathBuf>,
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// Run one nib operation on a project
    Nib(Box<Nib>),
    /// Write conversations to a file, to read or to keep
    ///
    /// Safe beside a running Parley: it only reads, and has everything that was
    /// shown up to a moment ago.
    ///
    /// Exit codes: 0 done; 2 wrong words, or no such conversation; 3 the archive
    /// can't be read; 4 the file can't be written.
    Export(Export),
    /// Read conversations from a file that `export --format jsonl` wrote
    ///
    /// Not beside a running Parley: close it first, or import in its window. An
    /// id that is taken is replaced by a new one; nothing is overwritten.
    ///
    /// Exit codes: 0 everything was read; 1 some lines were left out, or the file
    /// is cut short; 2 it is no export of Parley; 3 the archive can't be used; 4
    /// the file can't be read.
    Import {
        /// The file; `-` is the standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Check the archive, and save what can be read where it is damaged
    ///
    /// Not beside a running Parley: close it first. What can be read goes into a
    /// new archive, items and search are made again from the events, and the old
    /// files are kept in a folder beside it. A sound archive is left as it is.
    ///
    /// Exit codes: 0 the archive is whole; 1 it was repaired and something is
    /// lost; 3 it can't be repaired: in use, of a newer Parley, or in a folder
    /// that can't be written.
    Repair,
    /// Print what a shell needs to complete the words of this command
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual pages into a folder
    #[command(hide = true)]
    Manual {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// `parley exec`.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub(crate) struct Exec {
    /// The agent: a profile's name; `guide` is the built-in one
    #[arg(long, value_name = "PROFILE", conflicts_with_all = ["program", "protocol"])]
    pub(crate) agent: Option<String>,
    /// The protocol that --command speaks
    #[arg(long, requires = "program", value_name = "PROTOCOL")]
    pub(crate) protocol: Option<String>,
    /// The agent's program, instead of a profile
    #[arg(
        long = "command",
        id = "program",
        requires = "protocol",
        value_name = "PATH"
    )]
    pub(crate) program: Option<String>,
    /// An argument for --command; repeat it for more
    #[arg(
        long = "arg",
        requires = "program",
        value_name = "ARG",
        allow_hyphen_values = true
    )]
    pub(crate) args: Vec<String>,
    /// A variable for the agent's environment; repeat it for more
    #[arg(long = "env", requires = "program", value_name = "K=V", value_parser = variable)]
    pub(crate) env: Vec<(String, String)>,
    /// The folder the agent works in [default: the current one]
    #[arg(long, value_name = "DIR")]
    pub(crate) workspace: Option<PathBuf>,
    /// What happens to the agent's requests for approval
    #[arg(long, value_enum, default_value_t = Approve::Ask, value_name = "HOW")]
    pub(crate) approve: Approve,
    /// Take up this session of the agent: its id, as `sessionReady` printed it
    #[arg(long, value_name = "ID")]
    pub(crate) resume: Option<String>,
    /// The messages, one turn each; `-` is the whole standard input
    #[arg(required = true, value_name = "MESSAGE")]
    pub(crate) messages: Vec<String>,
}

/// `parley nib`.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub(crate) struct Nib {
    /// The operation, such as `scene-proof` or `continuity-ask`
    #[arg(value_name = "OPERATION")]
    pub(crate) operation: String,
    /// The project's folder [default: the current one]
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    /// A scene or chapter, relative to the project; repeat it for more
    #[arg(long = "path", value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// The character, such as `lance-thurgood`
    #[arg(long, value_name = "SLUG")]
    pub(crate) character: Option<String>,
    /// The question
    #[arg(long, value_name = "TEXT")]
    pub(crate) question: Option<String>,
    /// The chapters or scenes it is about, such as `1-5`
    #[arg(long, value_name = "RANGE")]
    pub(crate) range: Option<String>,
    /// A file with the prompt's content
    #[arg(long, value_name = "FILE")]
    pub(crate) context: Option<PathBuf>,
    /// A file with the JSON Schema of the answer
    #[arg(long, value_name = "FILE")]
    pub(crate) schema: Option<PathBuf>,
    /// The project's name
    #[arg(long, value_name = "NAME")]
    pub(crate) project_name: Option<String>,
    /// How much effort: low, medium, high, xhigh or max
    #[arg(long, value_name = "EFFORT")]
    pub(crate) effort: Option<String>,
    /// The backend's name, instead of `NIB_AGENT` and git's nib.agent
    #[arg(long, value_name = "NAME")]
    pub(crate) agent: Option<String>,
    /// Use the backend that this repository's git setting names, now and later
    #[arg(long)]
    pub(crate) trust_repository: bool,
    /// Print every event as JSON instead of the answer
    #[arg(long)]
    pub(crate) json: bool,
}

/// `parley export`.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub(crate) struct Export {
    /// How it is written
    #[arg(long, value_enum, default_value_t = ExportAs::Md, value_name = "FORMAT")]
    pub(crate) format: ExportAs,
    /// A conversation's id, or its beginning; repeat it for more
    #[arg(
        long = "conversation",
        value_name = "ID",
        required_unless_present_any = ["all", "list"]
    )]
    pub(crate) conversations: Vec<String>,
    /// All conversations
    #[arg(long, conflicts_with = "conversations")]
    pub(crate) all: bool,
    /// Show ids and titles instead
    #[arg(long, conflicts_with_all = ["conversations", "all", "output"])]
    pub(crate) list: bool,
    /// With the raw lines between Parley and the agents (jsonl only)
    #[arg(long)]
    pub(crate) traffic: bool,
    /// The file; without it everything goes to the standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How an export is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportAs {
    /// Markdown
    Md,
    /// JSON lines: everything, to be imported again
    Jsonl,
    /// One HTML file that loads nothing and runs nothing
    Html,
}

/// What happens to requests for approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Approve {
    /// Print them, and read the answers from the standard input
    Ask,
    /// Deny them all
    Never,
    /// Allow them all
    Always,
}

/// Reads the command line, or ends the process with help, version or a mistake's explanation.
pub(crate) fn parse() -> Cli {
    let cli = Cli::parse();
    if let Some(Task::Exec(exec)) = &cli.command
        && let Err(mistake) = check(exec)
    {
        use clap::CommandFactory;
        Cli::command()
            .error(clap::error::ErrorKind::ArgumentConflict, mistake)
            .exit();
    }
    cli
}

/// What clap can't say: the standard input is one message or the answers, not both.
fn check(exec: &Exec) -> Result<(), &'static str> {
    match exec.messages.iter().filter(|text| *text == "-").count() {
        0 => Ok(()),
        1 if exec.approve == Approve::Ask => Err(
            "the message `-` takes the whole standard input, so --approve ask has nowhere to read answers from: add --approve never or --approve always",
        ),
        1 => Ok(()),
        _ => Err("the message `-` is the whole standard input, so it can be given once only"),
    }
}

fn variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("a variable is written NAME=VALUE".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Approve, Cli, Exec, Task, check};
    use clap::error::ErrorKind;
    use clap::{CommandFactory, Parser};

    fn parsed(words: &[&str]) -> Result<Cli, ErrorKind> {
        Cli::try_parse_from(["parley"].iter().chain(words)).map_err(|error| error.kind())
    }

    fn exec(words: &[&str]) -> Exec {
        let words: Vec<&str> = ["exec"].iter().chain(words).copied().collect();
        match parsed(&words).unwrap().command {
            Some(Task::Exec(exec)) => exec,
            other => panic!("no exec but {other:?}"),
        }
    }

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn nothing_opens_the_app() {
        let opened = |data_dir: Option<&str>| Cli {
            data_dir: data_dir.map(Into::into),
            command: None,
        };
        assert_eq!(parsed(&[]), Ok(opened(None)));
        assert_eq!(parsed(&["--data-dir", "/x"]), Ok(opened(Some("/x"))));
    }

    #[test]
    fn exec_has_a_guide_by_name_and_asks_by_default() {
        assert_eq!(
            exec(&["--agent", "guide", "list", "read a.txt"]),
            Exec {
                agent: Some("guide".into()),
                protocol: None,
                program: None,
                args: vec![],
                env: vec![],
                workspace: None,
                approve: Approve::Ask,
                resume: None,
                messages: vec!["list".into(), "read a.txt".into()],
            }
        );
        assert_eq!(exec(&["list"]).agent, None);
    }

    #[test]
    fn exec_takes_any_program() {
        let words = [
            "--protocol",
            "aionrs",
            "--command",
            "/opt/a",
            "--arg",
            "--fast",
            "--arg",
            "x",
            "--env",
            "K=a=b",
            "--workspace",
            "/w",
            "--approve",
            "never",
            "--resume",
            "7",
            "--data-dir",
            "/d",
            "hi",
        ];
        assert_eq!(
            exec(&words),
            Exec {
                agent: None,
                protocol: Some("aionrs".into()),
                program: Some("/opt/a".into()),
                args: vec!["--fast".into(), "x".into()],
                env: vec![("K".into(), "a=b".into())],
                workspace: Some("/w".into()),
                approve: Approve::Never,
                resume: Some("7".into()),
                messages: vec!["hi".into()],
            }
        );
        assert_eq!(
            parsed(&["exec", "hi", "--data-dir", "/d"])
                .unwrap()
                .data_dir,
            Some("/d".into())
        );
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        use ErrorKind::{
            ArgumentConflict, InvalidSubcommand, InvalidValue, MissingRequiredArgument,
            ValueValidation,
        };
        for (words, kind) in [
            (vec!["exec"], MissingRequiredArgument),
            (
                vec!["exec", "--command", "/a", "hi"],
                MissingRequiredArgument,
            ),
            (
                vec!["exec", "--protocol", "aionrs", "hi"],
                MissingRequiredArgument,
            ),
            (vec!["exec", "--arg", "x", "hi"], MissingRequiredArgument),
            (
                vec![
                    "exec",
                    "--agent",
                    "guide",
                    "--protocol",
                    "aionrs",
                    "--command",
                    "/a",
                    "hi",
                ],
                ArgumentConflict,
            ),
            (
                vec![
                    "exec",
                    "--protocol",
                    "aionrs",
                    "--command",
                    "/a",
                    "--env",
                    "K",
                    "hi",
                ],
                ValueValidation,
            ),
            (vec!["exec", "--approve", "maybe", "hi"], InvalidValue),
            (vec!["open"], InvalidSubcommand),
        ] {
            assert_eq!(parsed(&words).unwrap_err(), kind, "{words:?}");
        }
    }

    #[test]
    fn the_standard_input_is_a_message_or_the_answers() {
        assert!(check(&exec(&["-"])).is_err());
        assert!(check(&exec(&["--approve", "never", "-", "-"])).is_err());
        assert!(check(&exec(&["--approve", "never", "-"])).is_ok());
        assert!(check(&exec(&["--approve", "always", "hi", "-"])).is_ok());
    }
}
