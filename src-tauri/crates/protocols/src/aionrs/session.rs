//! What holds for the whole process: readiness, version, abilities, usage.

use super::capabilities;
use super::usage::UsageReader;
use model::{AgentProfile, Capabilities};

/// The state of the session.
#[derive(Debug)]
pub(super) struct Session {
    /// `ready` was seen.
    pub(super) ready: bool,
    /// It was said that something came before `ready`.
    pub(super) early_told: bool,
    pub(super) capabilities: Capabilities,
    /// It was started with `--auto-approve`.
    pub(super) auto_approves: bool,
    /// A message was sent: too late for `init_history`.
    pub(super) message_sent: bool,
    /// Anything but `add_mcp_server` was sent: too late for that one.
    pub(super) command_sent: bool,
    pub(super) usage: UsageReader,
}

impl Session {
    pub(super) fn new(profile: &AgentProfile) -> Self {
        Self {
            ready: false,
            early_told: false,
            capabilities: capabilities::of(profile),
            auto_approves: capabilities::auto_approves(profile),
            message_sent: false,
            command_sent: false,
            usage: UsageReader::default(),
        }
    }
}

/// A version by semver's first three numbers; a suffix is allowed and ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Version(pub(super) u32, pub(super) u32, pub(super) u32);

impl Version {
    /// The version a text spells: `0.1.7`, `v0.2`, `1.0.0-rc.1`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = text.strip_prefix('v').unwrap_or(text);
        let core = text.split(['-', '+']).next()?;
        let mut numbers = core.split('.').map(|part| part.parse::<u32>().ok());
        let major = numbers.next()??;
        let minor = numbers.next()??;
        let patch = numbers.next().unwrap_or(Some(0))?;
        numbers
            .next()
            .is_none()
            .then_some(Self(major, minor, patch))
    }

    /// Above 0.1.0, the only version the specification names, it is the number
    /// of a real program and not of the protocol (field notes).
    pub(super) fn is_of_a_program(self) -> bool {
        self > Self(0, 1, 0)
    }

    /// From 0.1.23 on a program takes commands that begin with a slash.
    pub(super) fn takes_commands(self) -> bool {
        self >= Self(0, 1, 23)
    }

    /// From 0.2 on a program knows the newer commands.
    pub(super) fn is_newer_generation(self) -> bool {
        self >= Self(0, 2, 0)
    }
}
