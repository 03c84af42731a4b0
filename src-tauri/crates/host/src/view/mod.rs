//! What a window sees of a conversation: rows with blocks, made when a window
//! asks and kept for the next one.

mod patch;
mod rendered;
mod row;

pub(crate) use patch::{older, patch};
pub(crate) use rendered::Rendered;
