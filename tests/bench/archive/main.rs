//! The archive's figures (budgets, rows 4 and 18; F119): one JSON object a line,
//! `{"name","value","unit","goal","pass"}`, beside its baseline where there is one.
//!
//! `cargo bench -p parley-archive --bench archive` for 1,000,000 events in 5,000
//! conversations; `-- --events 50000 --conversations 250` for a quick look.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

extern crate parley_archive as archive;

mod corpus;
mod figures;
mod reading;
mod writing;

use std::path::PathBuf;

fn main() {
    let events = number("--events").unwrap_or(1_000_000);
    let conversations = number("--conversations").unwrap_or(5_000);
    let dir = tempfile::Builder::new()
        .prefix("parley-bench-")
        .tempdir_in(folder())
        .unwrap();
    writing::run(&dir.path().join("writes"));
    reading::run(&dir.path().join("reads"), events, conversations);
}

/// On the disk of the checkout: a temporary folder may be in memory.
fn folder() -> PathBuf {
    let target = std::env::current_exe().unwrap();
    let target = target.ancestors().nth(2).unwrap().to_owned();
    std::fs::create_dir_all(&target).unwrap();
    target
}

fn number(option: &str) -> Option<u32> {
    let mut arguments = std::env::args().skip_while(|argument| argument != option);
    arguments.nth(1)?.parse().ok()
}
