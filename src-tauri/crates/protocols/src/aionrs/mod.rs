//! aionrs JSON Stream: one JSON object a line, both ways; one process a conversation.
//!
//! The specification says: `ready` first (§1.1); a `message` starts a turn that
//! `stream_end` ends; `tool_request` pauses the agent until `tool_approve` or
//! `tool_deny`; `error` "may or may not" end a turn (§1.10).
//!
//! Where it is silent, or the real programs differ (0.1.x, 0.2.x), we chose:
//! - a message carries `input` and `content`: each generation reads its own;
//! - after `error` a turn has 1.5 s to go on or to send `stream_end`, then it has failed;
//!   `tool_error` and the refusal of another command (`protocol_error`) end nothing;
//! - an event without `msg_id` belongs to the only open turn; text of a turn that is
//!   not open is an item of its own; a `stream_start` nobody asked for is a turn of the agent's;
//! - one `call_id` asked twice with other arguments is refused, unseen by the user's answer;
//! - usage counts over the process from 0.1.1 on, unless a figure ever shrinks;
//! - `set_config`, `add_mcp_server` and `ping` are sent to agents of the second generation only.

use crate::{Protocol, Timer};

mod calls;
mod capabilities;
mod decode;
mod encode;
mod form;
mod plan;
mod session;
mod turns;
mod usage;
mod wire;

/// Runs after an error until its turn is taken for failed.
const AFTER_ERROR: Timer = Timer("aionrs.after_error");
/// How long that is, in milliseconds.
const AFTER_ERROR_MS: u64 = 1_500;

/// The protocol's entry in the registry.
pub static PROTOCOL: Protocol = Protocol {
    id: "aionrs",
    title: "aionrs JSON Stream",
    usual_program: Some("aionrs"),
    program_family: None,
    install: Some(crate::form::Words {
        en: "Build it from source: https://github.com/iOfficeAI/aionrs says how.",
        de: "Aus dem Quelltext bauen: https://github.com/iOfficeAI/aionrs sagt, wie.",
    }),
    capabilities: capabilities::of,
    plan: plan::plan,
    key_variables: plan::key_variables,
    fields: form::FIELDS,
    asked: None,
    connect: decode::connect,
    import: None,
    import_endings: &[],
};
