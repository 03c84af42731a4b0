//! Shared pieces of the cross-crate tests.
