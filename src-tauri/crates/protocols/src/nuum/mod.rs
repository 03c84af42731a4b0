//! nuum Wire Protocol: one JSON object a line, both ways; one process a database.
//!
//! The specification says: `init` once on startup; a `user` message starts a turn, or is
//! queued and injected while one runs; `result` ends it; `control` carries interrupt,
//! status and heartbeat; one database is one agent, for ever. No tool is asked about.
//!
//! Where it is silent, or newer builds differ, we chose:
//! - both forms of a tool result, a status answer and a failed result are taken; `is_error` is trusted;
//! - output while no turn is open begins one: of a queued message that was not injected, else the agent's own;
//! - after `interrupted` a turn ends by its result, by a status answer, or after 2.5 s, which is
//!   before the host would close stdin; what the agent still says of it then is shown as late;
//! - a silent turn is asked after (`status`) with every heartbeat: `running: false` ends it as unfinished;
//! - a heartbeat goes out every 30 s; without an answer for 60 s the agent is "not responding", never killed;
//! - `result.result` is shown where it says what no message of the turn said;
//! - files are named in the message's text, because images in it are dropped without a word.

use crate::{Protocol, Timer};

mod calls;
mod capabilities;
mod decode;
mod encode;
mod form;
mod plan;
mod settings;
mod time;
mod tools;
mod turns;
mod wire;

/// Runs until the next heartbeat is sent.
const HEARTBEAT: Timer = Timer("nuum.heartbeat");
/// How often one is sent, in milliseconds.
const HEARTBEAT_MS: u64 = 30_000;
/// Runs while a heartbeat is not answered.
const ANSWER: Timer = Timer("nuum.answer");
/// How long an answer may take, in seconds (F033).
const ANSWER_SECS: u32 = 60;
/// Runs after `interrupted`, until the turn has ended.
const INTERRUPTED: Timer = Timer("nuum.interrupted");
/// Milliseconds after `interrupted`, and after each question since, until the next
/// step: ask, ask again, end the turn. Together they stay under the first rung of
/// the stop ladder.
const INTERRUPTED_MS: [u64; 3] = [500, 1_000, 1_000];
/// Runs where a turn may be over without having said so.
const CHECK: Timer = Timer("nuum.check");
/// Milliseconds after an error until the agent is asked whether the turn still runs.
const CHECK_AFTER_ERROR_MS: u64 = 1_500;
/// Milliseconds a queued message may take to be taken up, until the agent is asked.
const CHECK_AFTER_QUEUE_MS: u64 = 5_000;
/// Runs while a stopped turn may still say something.
const LATE: Timer = Timer("nuum.late");
/// How long that is, in milliseconds.
const LATE_MS: u64 = 30_000;

/// The protocol's entry in the registry.
pub static PROTOCOL: Protocol = Protocol {
    id: "nuum",
    title: "nuum Wire Protocol",
    usual_program: Some("nuum"),
    program_family: None,
    install: Some(crate::form::Words {
        en: "npm install --global @sanity-labs/nuum",
        de: "npm install --global @sanity-labs/nuum",
    }),
    capabilities: capabilities::promised,
    plan: plan::plan,
    key_variables: plan::key_variables,
    fields: form::FIELDS,
    asked: None,
    connect: decode::connect,
    import: None,
    import_endings: &[],
};
