//! Profiles as tests use them.

use model::{AgentProfile, ConversationId, Epoch, LaunchRequest, ProfileOrigin, ProtocolId};
use parley_protocols::{Adapter, find};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The conversation of a test.
pub(crate) static CONVERSATION: LazyLock<ConversationId> = LazyLock::new(|| "conv-1".into());

/// A profile of this protocol with these settings (an object, or null for none).
pub(crate) fn of(protocol: &str, settings: &Value) -> AgentProfile {
    AgentProfile {
        id: "a".into(),
        name: "My agent".into(),
        protocol: ProtocolId(protocol.to_owned()),
        command: format!("/opt/{protocol}"),
        args: vec![],
        env: BTreeMap::new(),
        settings: settings.as_object().cloned().unwrap_or_default(),
        origin: ProfileOrigin::User,
    }
}

/// A fresh adapter of this protocol with these settings, for the process of this number.
pub(crate) fn adapter(protocol: &str, settings: &Value, epoch: u32) -> Box<dyn Adapter> {
    let profile = of(protocol, settings);
    let request = LaunchRequest::new(&profile, &CONVERSATION, "/home/me/project");
    (find(protocol).unwrap().connect)(Epoch(epoch), &request)
}
