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

/// So many cases, the same in every run; with `PROPTEST_CASES` as many as that says, other ones
/// every time. Nothing is written to disk.
fn cases(cases: u32) -> proptest::test_runner::Config {
    let mut config = proptest::test_runner::Config::default();
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
        config.rng_seed = proptest::test_runner::RngSeed::Fixed(7);
    }
    config.failure_persistence = None;
    config
}
