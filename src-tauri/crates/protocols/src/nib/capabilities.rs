//! What every nib backend can do: the protocol has no way to tell more.

use super::operations::{EFFORTS, OPERATIONS};
use model::{AgentCommand, AgentProfile, Capabilities};

/// No stop command (the process is ended), no approvals (tools run unasked),
/// no memory but the sessions of `character-talk`.
pub(super) fn promised(_profile: &AgentProfile) -> Capabilities {
    Capabilities {
        terminal: true,
        operations: true,
        effort_levels: EFFORTS.map(str::to_owned).to_vec(),
        commands: OPERATIONS
            .iter()
            .map(|operation| AgentCommand {
                name: operation.name.to_owned(),
                description: operation.about.to_owned(),
                argument: String::new(),
                form: true,
            })
            .collect(),
        ..Capabilities::default()
    }
}
