//! The task that reads stdout.

use std::io;

use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

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
        if let Some(rest) = pace.after(n, Instant::now().into_std()) {
            pipe.set_aside();
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

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::receiver::tally;
    use std::io::Write;
    use std::time::Duration;

    /// A reader and the agent's end of its pipe.
    fn reader() -> (std::fs::File, mpsc::Receiver<Output>, watch::Sender<bool>) {
        let (ours, theirs) = rustix::pipe::pipe().unwrap();
        let (outputs, heard) = mpsc::channel(CHANNEL);
        let (cut_off, cut) = watch::channel(false);
        let pipe = pipe::Receiver::from_owned_fd(ours).unwrap();
        tokio::spawn(read(pipe, Framing::Lines { cap: 100 }, outputs, cut));
        (theirs.into(), heard, cut_off)
    }

    fn line(output: Option<Output>) -> String {
        match output {
            Some(Output::Frame(frame)) => String::from_utf8(frame.bytes).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    /// Time stands still here but for what is slept: so what is read and when is the same in every run.
    #[tokio::test(start_paused = true)]
    async fn words_that_come_quickly_gather_and_the_first_after_a_pause_does_not() {
        let (mut agent, mut heard, _cut_off) = reader();
        let listener = tokio::spawn(async move {
            for n in 0..2000 {
                assert_eq!(line(heard.recv().await), n.to_string());
            }
            heard
        });
        for n in 0..2000 {
            writeln!(agent, "{n}").unwrap();
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let mut heard = listener.await.unwrap();
        let (looked, watched) = tally::taken();
        // Two seconds, in which a thousand words a second were written.
        assert!((200..=300).contains(&looked), "looked {looked} times");
        assert!(watched <= 2, "watched {watched} times");

        for n in 0..50 {
            tokio::time::sleep(Duration::from_millis(70)).await;
            let written = Instant::now();
            writeln!(agent, "{n}").unwrap();
            assert_eq!(line(heard.recv().await), n.to_string());
            assert_eq!(written.elapsed(), Duration::ZERO, "the word {n}");
        }
        let (looked, watched) = tally::taken();
        assert!(looked <= 1 && watched <= 1, "{looked}, {watched}");
        drop(agent);
        assert!(matches!(heard.recv().await, Some(Output::StdoutClosed)));
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_written_while_the_reader_rests_is_read_after_a_cut_and_at_the_end() {
        for cuts in [true, false] {
            let (mut agent, mut heard, cut_off) = reader();
            for n in 0..3 {
                writeln!(agent, "{n}").unwrap();
                assert_eq!(line(heard.recv().await), n.to_string());
            }
            // It rests now, and nothing tells it of this.
            writeln!(agent, "the last word").unwrap();
            let agent = if cuts {
                cut_off.send(true).unwrap();
                Some(agent)
            } else {
                drop(agent);
                None
            };
            assert_eq!(line(heard.recv().await), "the last word");
            assert!(matches!(heard.recv().await, Some(Output::StdoutClosed)));
            drop(agent);
        }
    }
}
