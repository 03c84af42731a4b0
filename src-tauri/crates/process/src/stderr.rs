//! The task that reads stderr: always, whatever becomes of stdout.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use crate::{FrameKind, Lines, Output, pipe};

/// What is kept for the end.
const TAIL: usize = 64 * 1024;
/// What is shown of one line.
const LINE: usize = 8 * 1024;
/// Lines that may come at once, and lines a second after that. A flood is thinned to this.
const BURST: f64 = 1000.0;
const RATE: f64 = 200.0;
/// Lines that may wait for the receiver.
const WAITING: usize = 64;

/// The last bytes of stderr.
#[derive(Default)]
pub(crate) struct Tail(Mutex<VecDeque<u8>>);

impl Tail {
    fn push(&self, bytes: &[u8]) {
        let mut ring = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = &bytes[bytes.len().saturating_sub(TAIL)..];
        let over = (ring.len() + bytes.len()).saturating_sub(TAIL);
        ring.drain(..over);
        ring.extend(bytes);
    }

    /// The text, from the start of a line if anything was pushed out.
    pub(crate) fn text(&self) -> String {
        let mut ring = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let full = ring.len() >= TAIL;
        let mut bytes: &[u8] = ring.make_contiguous();
        if full && let Some(end) = memchr::memchr(b'\n', bytes) {
            bytes = &bytes[end + 1..];
        }
        String::from_utf8_lossy(bytes).into_owned()
    }
}

/// Lines on their way to the receiver, with a count of those left out.
struct Thinned {
    waiting: VecDeque<String>,
    left_out: u64,
    allowance: f64,
    refilled: Instant,
}

impl Thinned {
    fn offer(&mut self, line: &[u8], cut: bool) {
        let now = Instant::now();
        let earned = now.duration_since(self.refilled).as_secs_f64() * RATE;
        self.allowance = (self.allowance + earned).min(BURST);
        self.refilled = now;
        if self.allowance < 1.0 || self.waiting.len() >= WAITING {
            self.left_out += 1;
            return;
        }
        self.allowance -= 1.0;
        self.say_what_was_left_out();
        let mut text = String::from_utf8_lossy(&line[..line.len().min(LINE)]).into_owned();
        if cut || line.len() > LINE {
            text.push('…');
        }
        self.waiting.push_back(text);
    }

    fn say_what_was_left_out(&mut self) {
        let left_out = std::mem::take(&mut self.left_out);
        if left_out > 0 {
            let note = format!("[{left_out} lines of standard error left out]");
            self.waiting.push_back(note);
        }
    }
}

/// Reads to the end, or until `cut`.
pub(crate) async fn read(
    mut pipe: pipe::Receiver,
    tail: Arc<Tail>,
    outputs: mpsc::Sender<Output>,
    mut cut: watch::Receiver<bool>,
) {
    let mut buffer = vec![0; 64 * 1024];
    let mut lines = Lines::new(LINE);
    let mut thinned = Thinned {
        waiting: VecDeque::new(),
        left_out: 0,
        allowance: BURST,
        refilled: Instant::now(),
    };
    let take = |lines: &mut Lines, thinned: &mut Thinned, bytes: &[u8]| {
        tail.push(bytes);
        lines.feed(bytes, |line| {
            thinned.offer(&line.bytes, line.kind != FrameKind::Line);
        });
    };
    let mut receiver = true;
    loop {
        tokio::select! {
            n = pipe.read(&mut buffer) => match n {
                Ok(n) if n > 0 => take(&mut lines, &mut thinned, &buffer[..n]),
                _ => break,
            },
            room = outputs.reserve(), if receiver && !thinned.waiting.is_empty() => match room {
                Ok(room) => {
                    if let Some(line) = thinned.waiting.pop_front() {
                        room.send(Output::Stderr(line));
                    }
                }
                Err(_) => receiver = false,
            },
            // Without this a pause after a flood would hide how much was left out.
            () = tokio::time::sleep(Duration::from_secs(1)),
                if thinned.left_out > 0 && thinned.waiting.is_empty() =>
            {
                thinned.say_what_was_left_out();
            }
            _ = cut.wait_for(|cut| *cut) => break,
        }
    }
    for _ in 0..16 {
        match pipe.try_read(&mut buffer) {
            Ok(n) if n > 0 => take(&mut lines, &mut thinned, &buffer[..n]),
            _ => break,
        }
    }
    drop(pipe);
    if let Some(line) = lines.finish() {
        thinned.offer(&line.bytes, line.kind != FrameKind::Line);
    }
    thinned.say_what_was_left_out();
    for line in thinned.waiting {
        if outputs.send(Output::Stderr(line)).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_is_bounded_and_starts_with_a_line() {
        let tail = Tail::default();
        tail.push(b"short\n");
        assert_eq!(tail.text(), "short\n");
        for n in 0..20_000 {
            tail.push(format!("line {n}\n").as_bytes());
        }
        let text = tail.text();
        assert!(text.len() <= TAIL && text.len() > TAIL - 20);
        assert!(text.starts_with("line ") && text.ends_with("line 19999\n"));
    }
}
