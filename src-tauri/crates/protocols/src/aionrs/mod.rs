//! aionrs JSON Stream.
use crate::Protocol;
use model::{AgentProfile, Capabilities};

mod decode; mod encode; mod plan; mod wire;

/// The protocol's entry in the registry.
pub static PROTOCOL: Protocol = Protocol {
    id: "aionrs",
    title: "aionrs JSON Stream",
    usual_program: Some("aionrs"),
    capabilities: Capabilities::default,
    plan: plan::plan,
    key_variables: |_: &AgentProfile| Vec::new(),
    connect: decode::connect,
};
