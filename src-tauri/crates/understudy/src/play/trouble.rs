//! Why a script did not play to its end.

/// The end of playing, other than by the last step.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// An expectation was not met (exit code 4).
    #[error("{line}: {what}")]
    Unmet { line: usize, what: String },
    /// A step could not be done (exit code 5).
    #[error("{line}: {what}")]
    Failed { line: usize, what: String },
    /// Input ended while the script waited for some (exit code 0).
    #[error("{line}: standard input ended")]
    Eof { line: usize },
}

impl Trouble {
    pub(crate) fn exit_code(&self) -> i32 {
        match self {
            Self::Unmet { .. } => 4,
            Self::Failed { .. } => 5,
            Self::Eof { .. } => 0,
        }
    }
}
