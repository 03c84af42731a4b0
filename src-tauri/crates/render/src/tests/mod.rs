#![allow(clippy::unwrap_used)]

pub(crate) mod corpus;
mod data;
mod diff_files;
pub(crate) mod inert_check;
mod payloads;
mod random;

/// So many cases, the same in every run; with `PROPTEST_CASES` as many as that
/// says, other ones every time. Nothing is written to disk.
pub(crate) fn cases(cases: u32) -> proptest::test_runner::Config {
    let mut config = proptest::test_runner::Config::default();
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
        config.rng_seed = proptest::test_runner::RngSeed::Fixed(7);
    }
    config.failure_persistence = None;
    config
}
