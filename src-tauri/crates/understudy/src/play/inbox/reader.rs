//! The thread that reads.

#[cfg(not(unix))]
use std::io;
#[cfg(unix)]
use std::io::{PipeReader, Read as _};

use super::Inbox;
use crate::play::journal::Journal;

impl Inbox {
    #[cfg(not(unix))]
    pub(super) fn read(&self, journal: &Journal) {
        use std::io::BufRead as _;
        let end = if self.whole { None } else { Some(b'\n') };
        let mut input = io::stdin().lock();
        let mut piece = Vec::new();
        while let Ok(1..) = match end {
            Some(end) => input.read_until(end, &mut piece),
            None => std::io::Read::read_to_end(&mut input, &mut piece),
        } {
            if !self.whole {
                self.line(journal, &piece);
                piece.clear();
            }
        }
        self.ended(journal, &piece);
    }

    /// The reader's loop: sleeps in `poll`, so that a pause or a close takes effect at once.
    #[cfg(unix)]
    pub(super) fn read(&self, journal: &Journal, mut woken: PipeReader) {
        use rustix::event::{PollFd, PollFlags, poll};
        let mut buffer = vec![0; 64 * 1024];
        let mut line: Vec<u8> = Vec::new();
        loop {
            let reading = {
                let state = self.lock();
                if state.close {
                    drop(state);
                    self.let_go(journal);
                    return;
                }
                state.reading
            };
            let input = rustix::stdio::stdin();
            let mut wanted = vec![PollFd::new(&woken, PollFlags::IN)];
            if reading {
                wanted.push(PollFd::new(&input, PollFlags::IN));
            }
            if poll(&mut wanted, None).is_err() {
                continue; // interrupted by a signal
            }
            let roused = !wanted[0].revents().is_empty();
            let ready = wanted.get(1).is_some_and(|fd| !fd.revents().is_empty());
            drop(wanted);
            if roused {
                let _ = woken.read(&mut [0; 64]);
                continue;
            }
            if !ready {
                continue;
            }
            let count = match rustix::io::read(input, &mut buffer) {
                Ok(count) => count,
                Err(rustix::io::Errno::INTR) => continue,
                Err(_) => 0,
            };
            if count == 0 {
                self.ended(journal, &line);
                return;
            }
            for piece in buffer[..count].split_inclusive(|byte| *byte == b'\n') {
                line.extend_from_slice(piece);
                if line.ends_with(b"\n") && !self.whole {
                    self.line(journal, &line);
                    line.clear();
                }
            }
        }
    }

    #[cfg(unix)]
    fn let_go(&self, journal: &Journal) {
        if let Ok(null) = std::fs::File::open("/dev/null") {
            let _ = rustix::stdio::dup2_stdin(null);
        }
        journal.write("note", "closed standard input");
        self.lock().closed = true;
        self.bell.notify_all();
    }
}
