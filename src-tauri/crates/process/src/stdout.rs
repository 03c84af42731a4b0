//! The task that reads stdout.

use std::io;
use std::time::Instant;

use tokio::io::AsyncReadExt;
use tokio::sync::{mpsc, watch};

use crate::{Frame, Frames, Framing, Output, Pace, pipe};

/// Outputs that may wait for the receiver. A large frame takes the room of many, so that at most
/// about 24 MiB wait whatever the agent prints.
pub(crate) const CHANNEL: usize = 128;
/// What a pipe holds by default.
const CHUNK: usize = 64 * 1024;
/// A frame takes one place in the channel for each of these bytes.
const PLACE: usize = 4 * 1024;
/// What may still be taken from the pipe after `cut`: the most a pipe can hold by default limits.
const LAST: usize = 1024 * 1024;

/// Reads to the end, or after `cut` until the pipe is empty. Without a receiver it reads on and
/// drops what it reads, so that no agent hangs on a full pipe.
pub(crate) async fn read(
    mut pipe: pipe::Receiver,
    framing: Framing,
    outputs: mpsc::Sender<Output>,
    mut cut: watch::Receiver<bool>,
) {
    let mut frames = Frames::new(framing);
    let mut buffer = vec![0; CHUNK];
    let mut ready = Vec::new();
    let mut pace = Pace::default();
    loop {
        let n = tokio::select! {
            biased;
            n = pipe.read(&mut buffer) => n.unwrap_or(0),
            _ = cut.wait_for(|cut| *cut) => break,
        };
        if n == 0 {
            break;
        }
        frames.feed(&buffer[..n], |frame| ready.push(frame));
        for frame in ready.drain(..) {
            send(&outputs, frame).await;
        }
        if let Some(rest) = pace.after(n, Instant::now()) {
            tokio::select! {
                () = tokio::time::sleep(rest) => {}
                _ = cut.wait_for(|cut| *cut) => break,
            }
        }
    }
    let mut taken = 0;
    while taken < LAST {
        match pipe.try_read(&mut buffer) {
            Ok(n) if n > 0 => {
                taken += n;
                frames.feed(&buffer[..n], |frame| ready.push(frame));
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(_) | Err(_) => break,
        }
    }
    drop(pipe);
    ready.extend(frames.finish());
    for frame in ready {
        send(&outputs, frame).await;
    }
    let _ = outputs.send(Output::StdoutClosed).await;
}

async fn send(outputs: &mpsc::Sender<Output>, frame: Frame) {
    let places = (frame.bytes.len() / PLACE).clamp(1, CHANNEL);
    // Waiting for many free places, and then taking one, is what keeps large frames from piling up.
    if let Ok(mut permits) = outputs.reserve_many(places).await
        && let Some(permit) = permits.next()
    {
        permit.send(Output::Frame(frame));
    }
}
