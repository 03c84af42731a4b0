//! What runs, waits and has run in the background, over all conversations.
//!
//! Running turns are read from the conversations themselves. What agents tell in
//! snapshots, and what is gone, is on the [`Board`]: it outlives the process, and
//! Parley.

mod board;
mod news;
mod page;
mod record;

pub(crate) use board::{Board, keep};
pub use news::{News, NewsKind};
pub(crate) use record::{Mark, mark, running};

#[cfg(test)]
mod tests;
