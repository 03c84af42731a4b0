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
    /// No bytes of a pipe: what Parley did, as a line of a transcript. A command
    /// before it became bytes (`> stop`), a timer that ran out (`~ elapsed …`), how
    /// the process ended (`~ closed …`), the settings it was started with
    /// (`@ settings …`), and before a line that could not be understood why not
    /// (`# malformed: …`).
    Host,
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
