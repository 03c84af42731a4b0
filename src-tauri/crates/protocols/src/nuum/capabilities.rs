//! What an agent of this protocol can do.

use model::{AgentProfile, Capabilities, ResumeMeans};

/// What the protocol promises. `init` tells the model and nothing else of it.
///
/// No approvals: every tool runs. No attachments: images in content are dropped
/// without a word (field notes), so that a file can only be named in the text.
pub(super) fn promised(_profile: &AgentProfile) -> Capabilities {
    Capabilities {
        stop: true,
        own_queue: true,
        resume: ResumeMeans::Storage,
        one_memory: true,
        tasks: true,
        probe: true,
        ..Capabilities::default()
    }
}
