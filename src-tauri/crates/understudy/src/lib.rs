//! Two agents in one binary, neither of them a language model.
//!
//! - [`play`]: plays a script in a protocol, so that a test can say exactly what an agent does, byte
//!   by byte and signal by signal;
//! - [`guide`]: the built-in guide, a real agent that works in a folder and speaks aionrs.
//!
//! Neither knows Parley: they are programs on the other end of a pipe, and no crate of the
//! workspace depends on this one.

pub mod guide;
pub mod play;
