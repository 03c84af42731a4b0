//! AgentProc, wire 0.1 and wire 0.4: one process for each message.
//!
//! The specification (0.1) says: the message is in `AGENT_MESSAGE` (and on stdin
//! where `stdin: message`); stdout is lines, of which `AGENT_SESSION:`,
//! `AGENT_PARTIAL:` and `AGENT_ERROR:` are the protocol's and all others the
//! reply; the exit code ends the turn. Wire 0.4: one `turn` object on stdin,
//! one JSON event a line on stdout, answers to `permission_request` on stdin.
//!
//! Where it is silent, or the real programs differ, we chose:
//! - the profile says which wire (`wire`, 0.1 where it says nothing); nothing is
//!   guessed, but output that is plainly the other wire's is named as such;
//! - the reply of wire 0.1 is held until the exit, since an error discards it;
//! - what partials showed is not shown again by a reply that repeats it, and a
//!   reply that says something else is not lost;
//! - without `max_reply_chars` a reply may have four million characters;
//! - a message too long for a variable goes by stdin alone where the profile
//!   writes it there, and is refused with that advice where it does not;
//! - stdin is closed after the turn object of 0.4 unless `permission` is on.

use crate::Protocol;

mod capabilities;
mod decode;
mod encode;
mod ending;
mod environment;
mod form;
mod import;
mod permissions;
mod placeholders;
mod plan;
mod reply;
mod sessions;
mod settings;
mod wire;

/// The protocol's entry in the registry.
pub static PROTOCOL: Protocol = Protocol {
    id: "agentproc",
    title: "AgentProc",
    usual_program: None,
    program_family: None,
    install: None,
    capabilities: capabilities::of,
    plan: plan::plan,
    key_variables: |_| Vec::new(),
    fields: form::FIELDS,
    asked: None,
    connect: decode::connect,
    import: Some(import::import),
    import_endings: &["yaml", "yml"],
};
