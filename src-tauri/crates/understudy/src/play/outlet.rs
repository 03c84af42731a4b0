//! Standard output, byte for byte.

use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::journal::Journal;

/// Shared by the steps that play at the same time.
pub(crate) struct Outlet {
    out: Mutex<io::Stdout>,
    journal: Arc<Journal>,
}

impl Outlet {
    pub(crate) fn new(journal: Arc<Journal>) -> Self {
        Self {
            out: Mutex::new(io::stdout()),
            journal,
        }
    }

    /// Writes and flushes, and logs what was written.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        self.quietly(bytes)?;
        self.journal.sent(bytes);
        Ok(())
    }

    /// The same without the log.
    pub(crate) fn quietly(&self, bytes: &[u8]) -> io::Result<()> {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        out.write_all(bytes)?;
        out.flush()
    }

    /// The reader sees the end of the stream, unless a grandchild holds it open too.
    pub(crate) fn close(&self) -> io::Result<()> {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        out.flush()?;
        #[cfg(unix)]
        rustix::stdio::dup2_stdout(std::fs::OpenOptions::new().write(true).open("/dev/null")?)?;
        Ok(())
    }
}

/// Calls `each` for 0, 1, 2 … below `count`, at most `per_second` of them a second; `settle` after
/// every batch.
pub(crate) fn at_rate<E>(
    count: u64,
    per_second: Option<f64>,
    mut each: impl FnMut(u64) -> Result<(), E>,
    mut settle: impl FnMut() -> Result<(), E>,
) -> Result<(), E> {
    let started = Instant::now();
    let mut done = 0;
    while done < count {
        let due = match per_second {
            None => count,
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // saturates
            Some(rate) => ((started.elapsed().as_secs_f64() * rate) as u64 + 1).min(count),
        };
        if done < due {
            while done < due {
                each(done)?;
                done += 1;
            }
            settle()?;
        } else {
            thread::sleep(Duration::from_millis(1));
        }
    }
    Ok(())
}
