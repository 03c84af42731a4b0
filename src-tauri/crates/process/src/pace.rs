//! When a reader looks into a pipe again.
//!
//! An agent writes its words one by one, and each write would wake the reader, which
//! takes longer than the reading itself. While they come quickly one after the other
//! they are let gather for a moment; the first after a pause is taken at once.

use std::time::{Duration, Instant};

/// What comes within this of the moment the reader was ready for it goes on with a stream.
const STREAM: Duration = Duration::from_millis(8);
/// How long words gather: half a frame. A window is told less often than that.
const WORDS: Duration = Duration::from_millis(8);
/// Up to so many bytes at a time are words.
const FEW: usize = 4 * 1024;
/// How long more than words gathers, before it fills the pipe and its writer waits.
const MUCH: Duration = Duration::from_millis(2);
/// Who writes this much at once, in bytes, writes in bulk and shall not wait.
const BULK: usize = 32 * 1024;

/// The pace of one reader.
#[derive(Debug, Default)]
pub struct Pace {
    last: Option<Last>,
}

/// The last read.
#[derive(Debug)]
struct Last {
    bytes: usize,
    /// When the reader is ready for the next.
    ready: Instant,
}

impl Pace {
    /// How long to wait before the next read, after one that ended `now` and gave so many bytes.
    pub fn after(&mut self, bytes: usize, now: Instant) -> Option<Duration> {
        let rest = self.last.as_ref().and_then(|last| {
            let streams = now.saturating_duration_since(last.ready) < STREAM;
            let gathers = if last.bytes.max(bytes) <= FEW {
                WORDS
            } else {
                MUCH
            };
            (streams && bytes < BULK).then_some(gathers)
        });
        let ready = now + rest.unwrap_or_default();
        self.last = Some(Last { bytes, ready });
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_comes_quickly_and_in_small_pieces_gathers() {
        let start = Instant::now();
        let mut pace = Pace::default();
        let mut after = |bytes, ms| pace.after(bytes, start + Duration::from_millis(ms));
        assert_eq!(after(80, 0), None, "the first word");
        assert_eq!(after(80, 70), None, "a word now and then");
        assert_eq!(after(80, 71), Some(WORDS), "the next at once");
        assert_eq!(after(200, 80), Some(WORDS), "what gathered");
        assert_eq!(
            after(80, 95),
            Some(WORDS),
            "a little later than it gathered"
        );
        assert_eq!(after(5000, 104), Some(MUCH), "more than words");
        assert_eq!(after(BULK, 107), None, "much of it");
        assert_eq!(after(80, 108), Some(MUCH), "between much");
        assert_eq!(after(80, 111), Some(WORDS));
        assert_eq!(after(80, 127), None, "a pause");
    }
}
