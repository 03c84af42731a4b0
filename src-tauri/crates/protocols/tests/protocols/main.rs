//! The protocols from outside: lines in, effects out.
#![allow(clippy::unwrap_used)]

mod aionrs_faults;
mod aionrs_plan;
mod aionrs_random;
mod invariants;
mod script;
mod transcripts;
