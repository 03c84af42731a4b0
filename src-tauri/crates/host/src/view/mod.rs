//! What a window sees of a conversation: rows with blocks, made when a window
//! asks and kept for the next one.

mod blocks;
mod data;
#[cfg(test)]
mod every_kind;
mod far;
mod file;
mod find;
mod output;
mod patch;
mod reading;
mod rendered;
mod row;
mod text;

pub(crate) use patch::patch;
pub(crate) use rendered::Rendered;
