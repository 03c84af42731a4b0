//! nib Agent Protocol: one operation a process; JSON in, JSON out, or a terminal.
//!
//! The specification says: the backend is `nib-agent-<name>`; a pipe operation gets one JSON
//! request on stdin and answers with one JSON object; an interactive one gets the terminal, and
//! its request in a file named by `NIB_AGENT_REQUEST_FILE`; exit 0 is success.
//!
//! Where it is silent, or the real backends differ, we chose:
//! - a message without a form is read by a small language ([`language`]); what is no operation
//!   is a question (`continuity-ask`);
//! - each operation sends its own fields, `dir`, and `effort` where it is set: nothing else;
//! - the whole stdout is one document, judged at the exit: a failed exit is never trusted;
//! - data that breaks its schema is a result with problems, an answer without data is a failure;
//! - a pipe operation has ten minutes, a session in the terminal has no limit unless one is set;
//! - a name or program chosen by a repository waits for the user's word ([`discovery`]).

use crate::Protocol;

pub use request::problems;
pub use spoken::spoken;

mod answer;
mod asked;
mod capabilities;
mod decode;
pub mod discovery;
mod document;
mod encode;
mod fields;
mod form;
pub mod language;
pub mod operations;
mod paths;
mod plan;
mod request;
mod result;
mod schema;
mod settings;
mod spoken;
mod wire;

/// Names the file of an interactive request. Backends take an operation for
/// interactive where it is set, so it never reaches a pipe run (field notes).
const REQUEST_FILE: &str = "NIB_AGENT_REQUEST_FILE";

/// The protocol's entry in the registry.
pub static PROTOCOL: Protocol = Protocol {
    id: "nib",
    title: "nib Agent Protocol",
    usual_program: Some("nib-agent-claude"),
    program_family: Some(discovery::FAMILY),
    install: Some(crate::form::Words {
        en: "It comes with nib: https://github.com/poiesic/nib says how.",
        de: "Es kommt mit nib: https://github.com/poiesic/nib sagt, wie.",
    }),
    capabilities: capabilities::promised,
    plan: plan::plan,
    key_variables: plan::key_variables,
    fields: form::FIELDS,
    asked: Some(asked::asked),
    connect: decode::connect,
    import: None,
    import_endings: &[],
};
