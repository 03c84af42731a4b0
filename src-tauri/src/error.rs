//! Refusals of the shell itself. The host has its own; both reach a window as a
//! [`Problem`].

use model::view::Problem;

/// Why Parley could not start.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StartError {
    /// No X server and no Wayland compositor to open a window on.
    #[error(
        "Parley's window needs a display, and there is none. Without one, start it as `xvfb-run -a parley`, or talk to an agent with `parley exec`."
    )]
    NoDisplay,
    /// Nothing says where Parley's files belong.
    #[error(
        "Parley does not know where to keep its files: neither HOME nor XDG_DATA_HOME is set. Say it with --data-dir DIR."
    )]
    NoDataDir,
    /// The folder can't be used.
    #[error(
        "Parley can't use the folder {path} for its files: {reason}. Choose another one with --data-dir DIR."
    )]
    DataDir {
        /// The folder.
        path: String,
        /// What the system says.
        reason: std::io::Error,
    },
    /// Another process uses the folder and can't show itself.
    #[error(
        "The folder {path} is in use by another Parley ({owner}). End that one, or choose another folder with --data-dir DIR."
    )]
    InUse {
        /// The folder.
        path: String,
        /// What the owner wrote about itself.
        owner: String,
    },
    /// The programs that come with Parley are not where they must be.
    #[error("Parley can't find where it is installed: {0}. Install it again.")]
    Installation(std::io::Error),
    /// The async runtime could not be made.
    #[error(
        "Parley could not start its threads: {0}. The system may be out of processes or memory."
    )]
    Runtime(std::io::Error),
    /// The desktop refused.
    #[error("Parley could not open its window: {0}")]
    Desktop(#[from] tauri::Error),
    /// The host's own reason.
    #[error(transparent)]
    Host(#[from] host::OpenError),
}

/// A refusal with a code the window may branch on.
pub(crate) fn problem(code: &str, message: impl Into<String>) -> Problem {
    Problem {
        code: code.to_owned(),
        message: message.into(),
    }
}

/// The desktop refused something a window asked for.
pub(crate) fn desktop(error: &tauri::Error) -> Problem {
    problem("io", format!("The desktop refused: {error}"))
}
