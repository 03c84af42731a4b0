//! Traffic: the raw lines, both directions.

use crate::Epoch;
use serde::{Deserialize, Serialize};

/// Which way a line went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Direction {
    /// From the agent's stdout.
    FromAgent,
    /// To the agent's stdin.
    ToAgent,
    /// From the agent's stderr.
    Stderr,
}

/// One raw line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TrafficLine {
    /// Milliseconds since the Unix epoch.
    pub at: u64,
    /// The process.
    pub epoch: Epoch,
    /// Which way it went.
    pub direction: Direction,
    /// The bytes, without the line end.
    pub bytes: Vec<u8>,
}
