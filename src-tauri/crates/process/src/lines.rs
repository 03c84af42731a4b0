//! Lines out of a byte stream, whatever the cuts between reads.
//!
//! A line ends at 0x0A and nowhere else: U+2028, U+0085 or a lone CR are part of it (C31). One CR
//! before the line end and one byte order mark at the start of the stream are dropped; empty lines
//! are skipped, unless the text itself is what is read ([`Lines::with_blank`]). A line longer than the cap becomes one [`FrameKind::Oversized`] and the next line is
//! read as usual. Each byte is looked at once (C33): only new bytes are searched for a line end.

use memchr::memchr;

use crate::{Frame, FrameKind, OVERSIZED_HEAD};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The line splitter. The cap counts every byte of a line but its 0x0A.
#[derive(Debug)]
pub struct Lines {
    cap: usize,
    /// What is kept of the open line: all of it, or its head once it is over the cap.
    open: Vec<u8>,
    /// How long the open line is by now.
    length: u64,
    last_byte: u8,
    at_start: bool,
    keeps_blank: bool,
}

impl Lines {
    /// A splitter at the start of a stream; `cap` in bytes.
    pub fn new(cap: usize) -> Self {
        Self {
            cap,
            open: Vec::new(),
            length: 0,
            last_byte: 0,
            at_start: true,
            keeps_blank: false,
        }
    }

    /// One that gives empty lines too: in a text they part its paragraphs.
    pub fn with_blank(cap: usize) -> Self {
        Self {
            keeps_blank: true,
            ..Self::new(cap)
        }
    }

    /// Takes the next chunk and gives the lines it completes to `out`.
    pub fn feed(&mut self, mut chunk: &[u8], mut out: impl FnMut(Frame)) {
        while let Some(end) = memchr(b'\n', chunk) {
            let part = &chunk[..end];
            chunk = &chunk[end + 1..];
            if self.is_plain(part) {
                out(Frame {
                    bytes: part.to_vec(),
                    kind: FrameKind::Line,
                });
                continue;
            }
            self.extend(part);
            if let Some(frame) = self.take() {
                out(frame);
            } else if self.keeps_blank {
                out(Frame {
                    bytes: Vec::new(),
                    kind: FrameKind::Line,
                });
            }
        }
        self.extend(chunk);
    }

    /// Whether a line that ends here is these bytes and nothing else, as most are.
    fn is_plain(&self, part: &[u8]) -> bool {
        self.length == 0
            && !self.at_start
            && part.len() <= self.cap
            && part.last().is_some_and(|last| *last != b'\r')
    }

    /// The stream has ended: the last line, if it had no line end.
    pub fn finish(&mut self) -> Option<Frame> {
        self.take()
    }

    fn extend(&mut self, part: &[u8]) {
        let Some(&last) = part.last() else { return };
        self.last_byte = last;
        self.length += part.len() as u64;
        if self.length <= self.cap as u64 {
            self.open.extend_from_slice(part);
            return;
        }
        // Three more bytes than are shown, in case the line starts with a byte order mark.
        let most = OVERSIZED_HEAD.min(self.cap) + BYTE_ORDER_MARK.len();
        if self.open.len() > most {
            self.open.truncate(most);
            self.open.shrink_to_fit();
        } else {
            let room = most - self.open.len();
            self.open.extend_from_slice(&part[..part.len().min(room)]);
        }
    }

    fn take(&mut self) -> Option<Frame> {
        let mut bytes = std::mem::take(&mut self.open);
        let mut total = std::mem::take(&mut self.length);
        let oversized = total > self.cap as u64;
        let carriage_return = self.last_byte == b'\r' && total > 0;
        if std::mem::take(&mut self.at_start) && bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
            total -= BYTE_ORDER_MARK.len() as u64;
        }
        if carriage_return {
            total -= 1;
        }
        if total == 0 {
            return None;
        }
        if oversized {
            let kept = OVERSIZED_HEAD.min(self.cap) as u64;
            bytes.truncate(kept.min(total) as usize);
            let kind = FrameKind::Oversized { total };
            return Some(Frame { bytes, kind });
        }
        if carriage_return {
            bytes.pop();
        }
        let kind = FrameKind::Line;
        Some(Frame { bytes, kind })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::time::{Duration, Instant};

    fn cut<'a>(cap: usize, chunks: impl IntoIterator<Item = &'a [u8]>) -> Vec<Frame> {
        let mut lines = Lines::new(cap);
        let mut frames = Vec::new();
        for chunk in chunks {
            lines.feed(chunk, |frame| frames.push(frame));
        }
        frames.extend(lines.finish());
        frames
    }

    fn line(text: &[u8]) -> Frame {
        Frame {
            bytes: text.to_vec(),
            kind: FrameKind::Line,
        }
    }

    #[test]
    fn f001_a_stream_cut_at_any_byte_gives_the_same_lines() {
        let stream = "\u{feff}{\"a\":\"é\u{2028}\"}\r\n\n\r\nmid\rdle\n\u{feff}last".as_bytes();
        let whole = vec![
            line("{\"a\":\"é\u{2028}\"}".as_bytes()),
            line(b"mid\rdle"),
            line("\u{feff}last".as_bytes()),
        ];
        assert_eq!(cut(100, [stream]), whole);
        for at in 0..=stream.len() {
            assert_eq!(
                cut(100, [&stream[..at], &stream[at..]]),
                whole,
                "cut at {at}"
            );
        }
        assert_eq!(cut(100, stream.chunks(1)), whole);
    }

    #[test]
    fn f002_a_line_over_the_cap_is_one_frame_and_the_next_line_is_read() {
        let mut lines = Lines::new(8 << 20);
        let mut frames = Vec::new();
        let chunk = vec![b'x'; 1 << 20];
        for _ in 0..100 {
            lines.feed(&chunk, |frame| frames.push(frame));
            assert!(lines.open.capacity() <= 16 << 20);
        }
        lines.feed(b"\nnext\n", |frame| frames.push(frame));
        let oversized = Frame {
            bytes: vec![b'x'; OVERSIZED_HEAD],
            kind: FrameKind::Oversized { total: 100 << 20 },
        };
        assert_eq!(frames, vec![oversized, line(b"next")]);
    }

    #[test]
    fn f003_a_million_empty_lines_are_no_lines() {
        let started = Instant::now();
        assert_eq!(cut(100, [vec![b'\n'; 1_000_000].as_slice()]), vec![]);
        assert_eq!(cut(100, [b"\r\n".repeat(1_000_000).as_slice()]), vec![]);
        assert!(started.elapsed() < Duration::from_secs(5));
    }

    #[test]
    fn blank_lines_of_a_text_are_kept() {
        let stream = b"\xef\xbb\xbf\na\n\n\r\nb\n";
        let whole = vec![line(b""), line(b"a"), line(b""), line(b""), line(b"b")];
        for at in 0..=stream.len() {
            let mut lines = Lines::with_blank(9);
            let mut frames = Vec::new();
            lines.feed(&stream[..at], |frame| frames.push(frame));
            lines.feed(&stream[at..], |frame| frames.push(frame));
            frames.extend(lines.finish());
            assert_eq!(frames, whole, "cut at {at}");
        }
    }

    #[test]
    fn f004_crlf_is_lf_also_when_cut_between_the_two() {
        assert_eq!(
            cut(9, [&b"a\r"[..], b"\nb\r\n"]),
            vec![line(b"a"), line(b"b")]
        );
        assert_eq!(cut(9, [&b"a\r\r\n"[..]]), vec![line(b"a\r")]);
    }

    #[test]
    fn f006_a_byte_order_mark_is_dropped_once_at_the_start() {
        assert_eq!(cut(9, [&b"\xef\xbb"[..], b"\xbfa\n"]), vec![line(b"a")]);
        assert_eq!(cut(9, [&b"\xef\xbb\xbf\nb\n"[..]]), vec![line(b"b")]);
        assert_eq!(
            cut(9, [&b"a\n\xef\xbb\xbfb\n"[..]]),
            vec![line(b"a"), line(b"\xef\xbb\xbfb")]
        );
    }

    #[test]
    fn c31_only_the_line_feed_ends_a_line() {
        let text = "a\u{2028}b\u{2029}c\u{85}d\u{b}e".as_bytes();
        assert_eq!(cut(99, [text, b"\n"]), vec![line(text)]);
    }

    #[test]
    fn c33_a_64_mb_line_in_4_kb_chunks_costs_linear_time() {
        let chunk = vec![b'x'; 4096];
        let time = |megabytes: usize| {
            let mut lines = Lines::new(usize::MAX >> 1);
            let mut got = 0;
            let started = Instant::now();
            for _ in 0..megabytes * 256 {
                lines.feed(&chunk, |_| got += 1);
            }
            lines.feed(b"\nnext\n", |frame| got += frame.bytes.len());
            assert_eq!(got, megabytes * 1024 * 1024 + 4);
            started.elapsed()
        };
        // Quadratic work would be minutes; a loaded machine is forgiven much.
        assert!(time(64) < Duration::from_secs(20));
    }

    #[test]
    fn an_oversized_line_keeps_the_cap_when_it_is_small() {
        assert_eq!(
            cut(3, [&b"\xef\xbb\xbfabcdef\r\nxyz\n"[..]]),
            vec![
                Frame {
                    bytes: b"abc".to_vec(),
                    kind: FrameKind::Oversized { total: 6 }
                },
                line(b"xyz")
            ]
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            rng_seed: proptest::test_runner::RngSeed::Fixed(7),
            failure_persistence: None,
            ..ProptestConfig::with_cases(2000)
        })]
        #[test]
        fn any_cut_gives_the_same_frames(
            stream in proptest::collection::vec(
                prop_oneof![Just(b'\n'), Just(b'\r'), Just(0xef), Just(0xbb), Just(0xbf), Just(b'a')],
                0..60,
            ),
            cuts in proptest::collection::vec(0usize..60, 0..6),
            cap in 1usize..20,
        ) {
            let mut cuts: Vec<usize> = cuts.into_iter().map(|at| at.min(stream.len())).collect();
            cuts.sort_unstable();
            let mut chunks = Vec::new();
            let mut from = 0;
            for at in cuts {
                chunks.push(&stream[from..at]);
                from = at;
            }
            chunks.push(&stream[from..]);
            prop_assert_eq!(cut(cap, chunks), cut(cap, [stream.as_slice()]));
        }
    }
}
