//! nanobot's Terminal Protocol v1: a shell command for each message; one JSON
//! envelope on stdin, text (`plain`) or JSON frames by line (`rich`) on stdout.
//!
//! The specification says: the process's exit ends the turn; `error` and a non-zero exit code make
//! it fail; what is no frame is gathered and sent at the exit; stderr and exit code are appended.
//!
//! Where it is silent, or its own host loses data (field notes), we chose:
//! - every frame is shown as it comes; an `error` is shown at once too, and says last how the turn ended;
//! - plain output is shown while it grows, its media as chips at the exit; nothing is ever opened;
//! - a `log` is folded away, louder from `warning` on, and an unknown level loses nothing;
//! - `{message}` is refused where a quoted word would not stay one word (in quotes, in a comment, …);
//! - a chat is a conversation; its `user_data_dir` lies with Parley's files, not in the user's workspace;
//! - the environment is the minimal one with the profile's; the whole only by `inheritEnv`.

use crate::Protocol;
use model::{AgentProfile, Capabilities, ResumeMeans};
use settings::{Settings, Stdin};

mod decode;
mod encode;
mod form;
mod gathered;
mod import;
mod media;
mod plan;
mod quote;
mod settings;
mod wire;

/// Text of one turn that is shown at most where nothing cuts it into messages,
/// in bytes; the rest is in Traffic.
const SHOWN_TEXT: usize = 8 * 1024 * 1024;

/// The protocol's entry in the registry.
pub static PROTOCOL: Protocol = Protocol {
    id: "terminal",
    title: "Terminal Protocol (nanobot)",
    usual_program: None,
    program_family: None,
    install: None,
    capabilities,
    plan: plan::plan,
    key_variables: |_| Vec::new(),
    fields: form::FIELDS,
    asked: None,
    connect: decode::connect,
    import: Some(import::import),
    import_endings: &["json"],
};

/// It runs what it likes without asking; its memory is its `user_data_dir`.
fn capabilities(profile: &AgentProfile) -> Capabilities {
    let settings = Settings::read(profile).unwrap_or_default();
    Capabilities {
        own_queue: settings.stdin == Stdin::Inject,
        resume: ResumeMeans::Storage,
        attachments: settings.pass_media,
        ..Capabilities::default()
    }
}
