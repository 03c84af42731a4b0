#![allow(clippy::unwrap_used)]

pub(crate) mod corpus;
mod data;
pub(crate) mod inert_check;
mod payloads;
mod random;

/// So many random cases, or as many as `PROPTEST_CASES` says; nothing is
/// written to disk.
pub(crate) fn cases(cases: u32) -> proptest::test_runner::Config {
    let mut config = proptest::test_runner::Config::default();
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    config.failure_persistence = None;
    config
}
