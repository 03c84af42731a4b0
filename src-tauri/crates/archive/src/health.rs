//! Whether writing works at the moment.

/// The latest state of writing, for a banner.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Health {
    /// What is handed over is written.
    #[default]
    Ok,
    /// Writing fails; what is handed over waits in memory and is tried again.
    Failing {
        /// What is wrong.
        cause: FailureCause,
        /// The same for people, with what they can do.
        reason: String,
        /// Since when, in milliseconds since the Unix epoch.
        since: u64,
        /// Records that could not be kept because memory for them ran out.
        lost: u64,
    },
}

impl Health {
    /// True where writing works.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        *self == Self::Ok
    }
}

/// Why writing fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureCause {
    /// No space, or no quota.
    DiskFull,
    /// The file or its folder became read-only.
    ReadOnly,
    /// Another program holds a lock.
    Locked,
    /// The file is damaged.
    Damaged,
    /// The system failed.
    Io,
}

impl FailureCause {
    /// The sentence that a banner shows.
    pub(crate) fn sentence(self, detail: &str) -> String {
        match self {
            Self::DiskFull => "The disk is full: new messages are kept in memory only. Free some space.".to_owned(),
            Self::ReadOnly => "The archive became read-only: new messages are kept in memory only. Make it writable.".to_owned(),
            Self::Locked => "Another program has locked the archive: new messages are kept in memory only. Close it.".to_owned(),
            Self::Damaged => format!("The archive is damaged ({detail}): new messages are kept in memory only. Export what you need."),
            Self::Io => format!("The archive cannot be written ({detail}): new messages are kept in memory only."),
        }
    }
}
