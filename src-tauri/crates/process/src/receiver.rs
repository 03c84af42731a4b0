//! The end of a pipe that the host reads.

use std::io;
use std::os::fd::OwnedFd;

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::{read, retry_on_intr};
use tokio::io::AsyncReadExt;
use tokio::net::unix::pipe;

/// Reads what the agent writes.
///
/// While the runtime watches a pipe each write wakes one of its threads, also while the reader
/// rests and nobody waits for it: a thousand times a second where an agent writes its words one by
/// one. So a reader that rests sets the pipe aside, and it is watched again once it was found empty.
pub(crate) struct Receiver {
    /// None where it could not be set aside, which ends it.
    end: Option<End>,
}

enum End {
    Watched(pipe::Receiver),
    Aside(OwnedFd),
}

impl Receiver {
    /// A pipe's end, or what reads like one: the host's side of a terminal.
    pub(crate) fn from_owned_fd(fd: OwnedFd) -> io::Result<Self> {
        fcntl_setfl(&fd, fcntl_getfl(&fd)? | OFlags::NONBLOCK)?;
        let end = watched(fd)?;
        Ok(Self { end: Some(end) })
    }

    /// Waits until there is something and takes it; 0 bytes are the end. May be given up: what
    /// was not taken stays.
    pub(crate) async fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(End::Aside(_)) = &self.end {
            match self.try_read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                done => return done,
            }
            if let Some(End::Aside(fd)) = self.end.take() {
                // Something that has come since the look is told at once.
                self.end = Some(watched(fd)?);
            }
        }
        match &mut self.end {
            Some(End::Watched(pipe)) => pipe.read(buffer).await,
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Takes what is there.
    pub(crate) fn try_read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        match &self.end {
            Some(End::Watched(pipe)) => pipe.try_read(buffer),
            Some(End::Aside(fd)) => {
                #[cfg(test)]
                tally::looked();
                Ok(retry_on_intr(|| read(fd, &mut *buffer))?)
            }
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// What is written from now on wakes nobody, until the next `read` finds nothing.
    pub(crate) fn set_aside(&mut self) {
        self.end = match self.end.take() {
            Some(End::Watched(pipe)) => match pipe.into_nonblocking_fd() {
                Ok(fd) => Some(End::Aside(fd)),
                Err(error) => {
                    tracing::error!(%error, "the agent's output can no longer be read");
                    None
                }
            },
            other => other,
        };
    }
}

fn watched(fd: OwnedFd) -> io::Result<End> {
    #[cfg(test)]
    tally::watched();
    pipe::Receiver::from_owned_fd_unchecked(fd).map(End::Watched)
}

/// What the tests of this thread count.
#[cfg(test)]
pub(crate) mod tally {
    use std::cell::Cell;

    thread_local! {
        static LOOKED: Cell<u32> = const { Cell::new(0) };
        static WATCHED: Cell<u32> = const { Cell::new(0) };
    }

    pub(super) fn looked() {
        LOOKED.set(LOOKED.get() + 1);
    }

    pub(super) fn watched() {
        WATCHED.set(WATCHED.get() + 1);
    }

    /// How often a pipe that was set aside was looked into, and how often one was watched anew.
    pub(crate) fn taken() -> (u32, u32) {
        (LOOKED.take(), WATCHED.take())
    }
}
