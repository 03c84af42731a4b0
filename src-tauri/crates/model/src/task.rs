//! Tasks and alarms an agent keeps in the background.

use serde::{Deserialize, Serialize};

/// One task of an agent's latest snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Task {
    /// The agent's own id.
    pub id: String,
    /// What it is: `research`, `reflect`, `alarm`, or a word Parley does not know.
    pub kind: String,
    /// What it is about.
    pub description: String,
    /// How it stands: `running`, `pending`, or a word Parley does not know.
    pub status: String,
    /// When it was made, milliseconds since the Unix epoch.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub created_at: Option<u64>,
    /// When an alarm fires, milliseconds since the Unix epoch.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub fires_at: Option<u64>,
}
