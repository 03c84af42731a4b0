//! Turns and their explicit endings.

use crate::{Cost, TurnId};
use serde::{Deserialize, Serialize};

/// From a user's message, or an agent's own start, to an explicit ending.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Turn {
    /// Its name.
    pub id: TurnId,
    /// Who began it.
    pub origin: TurnOrigin,
    /// When it began, milliseconds since the Unix epoch.
    pub started_at: u64,
}

/// Who began a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum TurnOrigin {
    /// A message of the user.
    User,
    /// The agent itself: an alarm, a finished background task.
    Agent,
}

/// How a turn ended. Exit 0 and silence are never taken for success.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum TurnOutcome {
    /// The agent said that it is done.
    Completed,
    /// The agent said that it failed.
    Failed {
        /// What it said.
        message: String,
    },
    /// The user stopped it, and the agent confirmed.
    Stopped,
    /// The user stopped it, and the agent had to be ended for it.
    Interrupted,
    /// A time limit of the profile ran out.
    TimedOut {
        /// The limit, in seconds.
        limit_secs: u64,
    },
    /// The agent's process ended before the turn did.
    AgentExited {
        /// "exit code 3", "killed by SIGSEGV".
        how: String,
    },
    /// The agent never confirmed the message, or the host was killed before an end came.
    Unfinished,
}

/// Tokens and cost of a turn. As an adapter reads it, it may be where the agent's
/// own counter stands; the host makes it the turn's before anyone sees it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct Usage {
    /// Tokens read by the model, those from and for a cache included (all agents
    /// that tell of caches count so).
    pub input_tokens: u64,
    /// Tokens written by the model.
    pub output_tokens: u64,
    /// Input tokens that came from a cache.
    pub cache_read_tokens: u64,
    /// Input tokens that were put into a cache.
    pub cache_write_tokens: u64,
    /// An adapter's word: the agent counts over its whole session and not per turn
    /// (aionrs 0.1.x and 0.2.x, field notes). False in everything that is recorded.
    #[cfg_attr(feature = "ts", ts(skip))]
    pub cumulative: bool,
    /// What it cost, where the agent tells or prices are set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub cost: Option<Cost>,
}

impl Usage {
    /// The tokens of both, without a cost.
    pub(crate) fn with(&self, other: &Self) -> Self {
        Self {
            input_tokens: self.input_tokens.saturating_add(other.input_tokens),
            output_tokens: self.output_tokens.saturating_add(other.output_tokens),
            cache_read_tokens: self
                .cache_read_tokens
                .saturating_add(other.cache_read_tokens),
            cache_write_tokens: self
                .cache_write_tokens
                .saturating_add(other.cache_write_tokens),
            cumulative: false,
            cost: None,
        }
    }

    /// Whether no figure is below that of another.
    pub(crate) fn is_at_least(&self, other: &Self) -> bool {
        self.input_tokens >= other.input_tokens
            && self.output_tokens >= other.output_tokens
            && self.cache_read_tokens >= other.cache_read_tokens
            && self.cache_write_tokens >= other.cache_write_tokens
    }
}
