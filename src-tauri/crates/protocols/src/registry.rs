//! The list of protocols. A new one is a new folder and one line here.

use crate::{Protocol, agentproc, aionrs, nib, nuum, terminal};

/// Every protocol, in the order they are offered.
pub static PROTOCOLS: &[&Protocol] = &[
    &aionrs::PROTOCOL,
    &nuum::PROTOCOL,
    &nib::PROTOCOL,
    &agentproc::PROTOCOL,
    &terminal::PROTOCOL,
];

/// The protocol of this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Protocol> {
    PROTOCOLS.iter().copied().find(|protocol| protocol.id == id)
}
