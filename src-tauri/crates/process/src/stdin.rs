//! What waits for the agent to read it, and the task that writes it.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};

use crate::{Output, WriteError, WriteTicket, pipe};

/// After this long without one byte taken, the agent counts as not reading.
const STALLED: Duration = Duration::from_secs(5);

/// Messages in order, bounded in bytes. The one being written still counts.
pub(crate) struct StdinQueue {
    capacity: usize,
    state: Mutex<Waiting>,
    changed: Notify,
}

#[derive(Default)]
struct Waiting {
    messages: VecDeque<Message>,
    bytes: usize,
    closed: bool,
}

struct Message {
    bytes: Vec<u8>,
    sent: oneshot::Sender<()>,
}

impl StdinQueue {
    pub(crate) fn new(capacity: usize) -> Self {
        Self {
            capacity,
            state: Mutex::default(),
            changed: Notify::new(),
        }
    }

    pub(crate) fn push(&self, bytes: Vec<u8>) -> Result<WriteTicket, WriteError> {
        let mut state = self.lock();
        if state.closed {
            return Err(WriteError::Closed);
        }
        if state.bytes.saturating_add(bytes.len()) > self.capacity {
            return Err(WriteError::Full {
                queued: state.bytes,
                capacity: self.capacity,
            });
        }
        state.bytes += bytes.len();
        let (sent, ticket) = oneshot::channel();
        state.messages.push_back(Message { bytes, sent });
        drop(state);
        self.changed.notify_one();
        Ok(WriteTicket(ticket))
    }

    /// Takes no more; what waits is still written.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_one();
    }

    /// Takes no more and gives up what waits: every ticket answers undelivered.
    pub(crate) fn fail(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.bytes = 0;
        let given_up = std::mem::take(&mut state.messages);
        drop(state);
        drop(given_up);
        self.changed.notify_one();
    }

    /// The next message, or `None` once closed and empty.
    async fn next(&self) -> Option<Message> {
        loop {
            {
                let mut state = self.lock();
                if let Some(message) = state.messages.pop_front() {
                    return Some(message);
                }
                if state.closed {
                    return None;
                }
            }
            self.changed.notified().await;
        }
    }

    fn written(&self, bytes: usize) {
        let mut state = self.lock();
        state.bytes = state.bytes.saturating_sub(bytes);
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes what is queued until it is closed, the agent closes its end, or `cut` says stop. Dropping
/// the pipe is what the agent sees as the end of its input.
pub(crate) async fn feed(
    mut pipe: pipe::Sender,
    queue: std::sync::Arc<StdinQueue>,
    outputs: mpsc::Sender<Output>,
    mut cut: watch::Receiver<bool>,
) {
    loop {
        let message = tokio::select! {
            message = queue.next() => message,
            _ = cut.wait_for(|cut| *cut) => None,
        };
        let Some(message) = message else { break };
        let length = message.bytes.len();
        match write(&mut pipe, &message.bytes, &outputs, &mut cut).await {
            Written::All => {
                queue.written(length);
                let _ = message.sent.send(());
            }
            Written::AgentClosed => {
                drop(message);
                queue.fail();
                let _ = outputs.send(Output::StdinClosed).await;
                return;
            }
            Written::Stopped => break,
        }
    }
    queue.fail();
}

enum Written {
    All,
    AgentClosed,
    Stopped,
}

async fn write(
    pipe: &mut pipe::Sender,
    mut rest: &[u8],
    outputs: &mpsc::Sender<Output>,
    cut: &mut watch::Receiver<bool>,
) -> Written {
    let mut advanced = Instant::now();
    let mut told = false;
    while !rest.is_empty() {
        let stalled = !told && advanced.elapsed() >= STALLED;
        tokio::select! {
            written = pipe.write(rest) => match written {
                Ok(n) => {
                    rest = &rest[n..];
                    advanced = Instant::now();
                    told = false;
                }
                Err(_) => return Written::AgentClosed,
            },
            () = sleep_until(advanced + STALLED), if !told && !stalled => {}
            // The receiver may be slow too; telling it must not keep us from writing.
            room = outputs.reserve(), if stalled => {
                told = true;
                if let Ok(room) = room {
                    room.send(Output::StdinStalled { since: advanced.elapsed() });
                }
            }
            _ = cut.wait_for(|cut| *cut) => return Written::Stopped,
        }
    }
    Written::All
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::Delivery;

    #[tokio::test]
    async fn the_queue_is_bounded_in_bytes_and_gives_up_what_waits() {
        let queue = StdinQueue::new(10);
        let ticket = queue.push(vec![0; 8]).unwrap();
        assert_eq!(
            queue.push(vec![0; 3]).err(),
            Some(WriteError::Full {
                queued: 8,
                capacity: 10
            })
        );
        queue.fail();
        assert_eq!(ticket.await, Delivery::Undelivered);
        assert_eq!(queue.push(vec![0]).err(), Some(WriteError::Closed));
    }
}
