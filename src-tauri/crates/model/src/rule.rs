//! Rules: what the user lets pass, or refuses, without being asked each time
//! (security §4). Always the host's own; the agent is answered `once`.

use crate::{ApprovalMode, Phrase, ProfileId, RuleId, ToolKind};
use serde::{Deserialize, Serialize};

/// What a rule does with a call it matches. A deny beats every allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum RuleEffect {
    /// Lets it pass.
    Allow,
    /// Refuses it.
    Deny,
}

/// What a rule asks of the argument that matters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(
    tag = "pattern",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum RulePattern {
    /// Exactly these arguments.
    SameArguments {
        /// SHA-256, lower-case hex, of the raw argument bytes.
        sha256: String,
    },
    /// A command that is, or begins with, these words. A command with an
    /// operator, a substitution, a redirection or a variable before it is never
    /// let pass by one.
    Command {
        /// The words.
        words: Vec<String>,
        /// True where nothing may follow.
        exact: bool,
    },
    /// A file in the workspace, links resolved: `src/**`, `docs/*.md`.
    Path {
        /// The pattern, relative to the workspace.
        glob: String,
    },
    /// An address on this host.
    Host {
        /// The host's name, lower case.
        host: String,
        /// True where names under it count too.
        subdomains: bool,
    },
    /// Any arguments.
    Any,
}

/// A rule before it is kept. An allow needs profile, workspace and tool; a deny
/// may leave any of them open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RuleDraft {
    /// What it does.
    pub effect: RuleEffect,
    /// The agent profile; none for any.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub profile: Option<ProfileId>,
    /// Absolute path of the workspace folder; none for any.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub workspace: Option<String>,
    /// The tool's name, exactly; none for any.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub tool: Option<String>,
    /// What the tool does; none for any.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub kind: Option<ToolKind>,
    /// What it asks of the arguments.
    pub pattern: RulePattern,
}

/// A rule as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    /// Its name.
    pub id: RuleId,
    /// What it says.
    #[serde(flatten)]
    pub draft: RuleDraft,
    /// What the profile's program was when it was made: another program asks
    /// again (F080). Empty for a rule of any profile.
    pub program: String,
    /// False while the user has it paused.
    pub enabled: bool,
    /// When it was made, milliseconds since the Unix epoch.
    pub created_at: u64,
}

/// Who settled a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "by", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Decider {
    /// The user, in a window.
    You,
    /// The command line that started it.
    CommandLine,
    /// A mode of the conversation that the host keeps.
    Mode {
        /// Which.
        mode: ApprovalMode,
    },
    /// A rule.
    Rule {
        /// Its name; it may be gone by now.
        id: RuleId,
        /// What it said then.
        words: Phrase,
    },
}

impl Decider {
    /// As one text, for an event.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            Self::You => "you".to_owned(),
            Self::CommandLine => "commandLine".to_owned(),
            // A plain enum of strings can always be written.
            other => serde_json::to_string(other).unwrap_or_default(),
        }
    }

    /// The way back; none where nobody decided, or nobody known.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        match text {
            "" => None,
            "you" => Some(Self::You),
            "commandLine" => Some(Self::CommandLine),
            json => serde_json::from_str(json).ok(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_decided_comes_back_as_it_was_written() {
        for who in [
            Decider::You,
            Decider::CommandLine,
            Decider::Mode {
                mode: ApprovalMode::AcceptEdits,
            },
            Decider::Rule {
                id: RuleId::from("r1"),
                words: Phrase::plain("ruleAny", "any call"),
            },
        ] {
            assert_eq!(Decider::from_text(&who.to_text()), Some(who));
        }
        assert_eq!(Decider::from_text(""), None);
        assert_eq!(Decider::from_text("someone"), None);
    }
}
