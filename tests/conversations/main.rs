//! Conversations with real agent processes, as a window sees them.
#![allow(clippy::unwrap_used, missing_docs)]

mod approvals;
mod backends;
#[path = "protocols.rs"]
mod five_protocols;
mod flood;
mod guide;
mod own_queue;
mod queue;
mod restart;
mod scripts;
mod trouble;
