//! What an agent's terminal has shown, for a window that looks at it later.

use std::collections::VecDeque;

/// Bytes kept: about 10,000 lines of 100 characters.
const KEPT: usize = 1024 * 1024;

/// Leaves what a session may have left behind: the other screen (which first shows
/// the usual one), modes (a soft reset), a line without an end.
const BETWEEN: &[u8] = b"\x1b[?1049l\x1b[!p\x1b[?2004l\x1b[?25h\x1b[0m\r\n\r\n";

/// The last bytes of a terminal, by their place in all it has ever shown.
#[derive(Debug, Default)]
pub(crate) struct Screen {
    bytes: VecDeque<u8>,
    /// How many bytes there have been.
    total: u64,
}

impl Screen {
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        self.bytes.extend(bytes);
        let over = self.bytes.len().saturating_sub(KEPT);
        self.bytes.drain(..over);
    }

    /// A session begins below the one before it: out of its other screen and its
    /// colours, with a cursor.
    pub(crate) fn begin(&mut self) {
        if self.total > 0 {
            self.push(BETWEEN);
        }
    }

    /// How many bytes were ever shown.
    pub(crate) fn shown(&self) -> u64 {
        self.total
    }

    /// What was shown after a place, and the place after it. What is no longer
    /// kept is left out.
    pub(crate) fn after(&self, place: u64) -> (u64, Vec<u8>) {
        let first = self.total - self.bytes.len() as u64;
        let skip = usize::try_from(place.saturating_sub(first)).unwrap_or(usize::MAX);
        (self.total, self.bytes.iter().skip(skip).copied().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_begins_below_the_one_before_it_and_the_first_at_the_top() {
        let mut screen = Screen::default();
        screen.begin();
        assert_eq!(screen.shown(), 0);
        screen.push(b"one");
        screen.begin();
        screen.push(b"two");
        let (_, shown) = screen.after(0);
        assert_eq!(shown, [b"one".as_slice(), BETWEEN, b"two"].concat());
    }

    #[test]
    fn a_window_reads_on_from_where_it_was() {
        let mut screen = Screen::default();
        screen.push(b"hello ");
        assert_eq!(screen.after(0), (6, b"hello ".to_vec()));
        screen.push(b"there");
        assert_eq!(screen.after(6), (11, b"there".to_vec()));
        assert_eq!(screen.after(11), (11, Vec::new()));
        screen.push(&vec![b'x'; KEPT]);
        let (place, shown) = screen.after(6);
        assert_eq!((place, shown.len()), (11 + KEPT as u64, KEPT));
    }
}
