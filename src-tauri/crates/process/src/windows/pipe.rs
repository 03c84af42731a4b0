//! Pipes whose one end waits without a thread.
//!
//! An anonymous pipe cannot: a thread would sit in every read, and could not be called off while
//! something the agent started holds the other end. So each is a named pipe of one instance with a name
//! nobody can guess. Should somebody else still reach it first, our own opening of the agent's end
//! fails, and with it the start.

use std::fs::{File, OpenOptions};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncReadExt, AsyncWrite};
use tokio::net::windows::named_pipe::{NamedPipeServer, ServerOptions};
use uuid::Uuid;

/// What a pipe holds, in bytes; as on Linux.
const ROOM: u32 = 64 * 1024;

/// Reads what the agent writes.
pub(crate) struct Receiver(NamedPipeServer);

/// Writes what the agent reads.
pub(crate) struct Sender(NamedPipeServer);

/// A pipe from the agent to the host; the file is the agent's end.
pub(super) async fn from_agent() -> io::Result<(Receiver, File)> {
    let (ours, theirs) = pair(false).await?;
    Ok((Receiver(ours), theirs))
}

/// A pipe from the host to the agent; the file is the agent's end.
pub(super) async fn to_agent() -> io::Result<(Sender, File)> {
    let (ours, theirs) = pair(true).await?;
    Ok((Sender(ours), theirs))
}

async fn pair(to_agent: bool) -> io::Result<(NamedPipeServer, File)> {
    let id = Uuid::new_v4();
    let name = format!(r"\\.\pipe\parley-{}-{id}", std::process::id());
    let ours = ServerOptions::new()
        .first_pipe_instance(true)
        .max_instances(1)
        .reject_remote_clients(true)
        .access_inbound(!to_agent)
        .access_outbound(to_agent)
        .in_buffer_size(ROOM)
        .out_buffer_size(ROOM)
        .create(&name)?;
    let mut theirs = OpenOptions::new();
    let theirs = theirs.read(to_agent).write(!to_agent).open(&name)?;
    // Connected already: this only tells our side so.
    ours.connect().await?;
    Ok((ours, theirs))
}

impl Receiver {
    /// Waits until there is something and takes it; 0 bytes are the end.
    pub(crate) async fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).await
    }

    /// Takes what is there.
    pub(crate) fn try_read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.try_read(buffer)
    }

    /// Nothing to do: a pipe is read ahead once, and then wakes nobody until that was taken.
    pub(crate) fn set_aside(&mut self) {}
}

impl AsyncWrite for Sender {
    /// Takes at most what the pipe holds. The system copies what it is given before it is read, so a
    /// long message taken whole would count as delivered, and as taken, long before it is.
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let most = bytes.len().min(ROOM as usize);
        Pin::new(&mut self.get_mut().0).poll_write(context, &bytes[..most])
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().0).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().0).poll_shutdown(context)
    }
}
