//! The protocols from outside: lines in, effects out.
#![allow(clippy::unwrap_used)]

mod agent;
mod agentproc_import;
mod agentproc_lines;
mod agentproc_plan;
mod agentproc_random;
mod aionrs_approvals;
mod aionrs_lines;
mod aionrs_plan;
mod aionrs_random;
mod aionrs_session;
mod invariants;
mod nib_discovery;
mod nib_language;
mod nib_plan;
mod nib_random;
mod nib_requests;
mod nuum_lines;
mod nuum_plan;
mod nuum_random;
mod nuum_session;
mod profile;
mod script;
mod terminal_import;
mod terminal_lines;
mod terminal_plan;
mod terminal_random;
mod terminal_shell;
mod transcripts;
