//! The protocols, pure: bytes in, events out. No task, no file, no clock, no
//! environment.
//!
//! Each protocol is a folder with the same files (`wire.rs`, `decode.rs`,
//! `encode.rs`, `plan.rs`) and one line in [`registry::PROTOCOLS`]. Whoever
//! runs an agent knows it by these types alone and never by its name.

pub mod adapter;
pub mod agentproc;
pub mod aionrs;
mod asked;
mod attention;
mod commands;
mod fields;
mod flat;
pub mod form;
mod lines;
pub mod nib;
pub mod nuum;
mod opt_in;
mod out;
pub mod recording;
pub mod registry;
pub mod terminal;
mod tools;
mod translator;

pub use adapter::{Adapter, Effect, Frame, Imported, PlanError, Protocol, Timer};
pub use asked::Ask;
pub use registry::{PROTOCOLS, find};
