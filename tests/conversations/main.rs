//! Conversations with real agent processes, as a window sees them.
#![allow(clippy::unwrap_used, missing_docs)]

mod again;
mod approvals;
mod approvals_agent;
mod approvals_judging;
mod approvals_races;
mod approvals_rules;
mod backends;
mod background;
mod changes;
mod context;
mod endings;
mod exec;
mod files;
mod first;
#[path = "protocols.rs"]
mod five_protocols;
mod flood;
mod guide;
mod imports;
mod own_queue;
mod plain_words;
mod processes;
mod queue;
mod reading;
mod recorder;
mod restart;
mod scripts;
mod secrets;
mod secrets_later;
mod secrets_titles;
mod trouble;
mod unwatched;
#[cfg(unix)]
mod usage;
mod windows;
