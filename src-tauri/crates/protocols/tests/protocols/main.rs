//! The protocols from outside: lines in, effects out.
#![allow(clippy::unwrap_used)]

mod agent;
mod aionrs_approvals;
mod aionrs_lines;
mod aionrs_plan;
mod aionrs_random;
mod aionrs_session;
mod invariants;
mod profile;
mod script;
mod transcripts;
