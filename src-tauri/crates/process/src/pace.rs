//! When a reader looks into a pipe again.
//!
//! An agent writes its words one by one, and each write would wake the reader, which
//! takes longer than the reading itself. While they come quickly one after the other
//! they are let gather for a moment; the first after a pause is taken at once.

use std::time::{Duration, Instant};

/// Reads that follow each other within this are one stream.
const STREAM: Duration = Duration::from_millis(8);
/// How long a stream gathers: a fraction of a frame.
const GATHER: Duration = Duration::from_millis(2);
/// Who writes this much at once, in bytes, writes in bulk and shall not wait.
const BULK: usize = 32 * 1024;

/// The pace of one reader.
#[derive(Debug, Default)]
pub struct Pace {
    last: Option<Instant>,
}

impl Pace {
    /// How long to wait before the next read, after one that ended `now` and gave so many bytes.
    pub fn after(&mut self, bytes: usize, now: Instant) -> Option<Duration> {
        let before = self.last.replace(now);
        let streams = before.is_some_and(|before| now.duration_since(before) < STREAM);
        (streams && bytes < BULK).then_some(GATHER)
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
        assert_eq!(after(80, 71), Some(GATHER), "the next at once");
        assert_eq!(after(200, 74), Some(GATHER));
        assert_eq!(after(BULK, 75), None, "much of it");
        assert_eq!(after(80, 83), None, "a pause");
    }
}
