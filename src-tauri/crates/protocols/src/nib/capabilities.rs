//! What every nib backend can do: the protocol has no way to tell more.

use super::operations::EFFORTS;
use model::{AgentProfile, Capabilities};

/// No stop command (the process is ended), no approvals (tools run unasked),
/// no memory but the sessions of `character-talk`.
pub(super) fn promised(_profile: &AgentProfile) -> Capabilities {
    Capabilities {
        terminal: true,
        operations: true,
        effort_levels: EFFORTS.map(str::to_owned).to_vec(),
        ..Capabilities::default()
    }
}
