//! The host's ends of an agent's three pipes.

#[cfg(unix)]
pub(crate) use crate::receiver::Receiver;
#[cfg(unix)]
pub(crate) use tokio::net::unix::pipe::Sender;

#[cfg(windows)]
pub(crate) use crate::windows::pipe::{Receiver, Sender};
