//! What an agent of a profile can do.

use super::settings::{Settings, Wire};
use model::{AgentProfile, Capabilities, ResumeMeans};

/// Asking before acting is wire 0.4's, and only where the profile turns it on.
pub(super) fn of(profile: &AgentProfile) -> Capabilities {
    let settings = Settings::read(profile).unwrap_or_default();
    Capabilities {
        approvals: settings.permission,
        resume: ResumeMeans::SessionId,
        attachments: true,
        thinking: settings.wire == Wire::V04,
        ..Capabilities::default()
    }
}
