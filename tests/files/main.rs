//! Conversations as files: exports, imports, and what is in them.

#![allow(clippy::unwrap_used)]

mod exports;
mod imports;
mod sample;
