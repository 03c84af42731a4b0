//! A piece of an agent's stdout, and the three ways of cutting it.

use std::borrow::Cow;

use crate::{Framing, Lines};

/// How much of a line or document over the cap is kept: the first 64 KiB.
pub const OVERSIZED_HEAD: usize = 64 * 1024;

/// A piece of stdout, never interpreted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The bytes, without the line end.
    pub bytes: Vec<u8>,
    /// What they are.
    pub kind: FrameKind,
}

/// What the bytes of a [`Frame`] are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameKind {
    /// A whole line.
    Line,
    /// The first [`OVERSIZED_HEAD`] bytes of a line or document that was longer than the cap.
    Oversized {
        /// How long it was, in bytes.
        total: u64,
    },
    /// A chunk as it was read; [`Framing::Raw`].
    Chunk,
    /// All of stdout; [`Framing::Whole`].
    Document,
}

impl Frame {
    /// The bytes as text, and whether something was not UTF-8 and shows as U+FFFD.
    pub fn text(&self) -> (Cow<'_, str>, bool) {
        let text = String::from_utf8_lossy(&self.bytes);
        let lossy = matches!(text, Cow::Owned(_));
        (text, lossy)
    }
}

/// Cuts chunks of stdout into frames as a [`Framing`] says. Pure: bytes in, frames out.
#[derive(Debug)]
pub struct Frames(Cut);

#[derive(Debug)]
enum Cut {
    Lines(Lines),
    Whole {
        cap: usize,
        bytes: Vec<u8>,
        total: u64,
    },
    Raw,
}

impl Frames {
    /// A cutter at the start of a stream.
    pub fn new(framing: Framing) -> Self {
        Self(match framing {
            Framing::Lines { cap } => Cut::Lines(Lines::new(cap)),
            Framing::Text { cap } => Cut::Lines(Lines::with_blank(cap)),
            Framing::Whole { cap } => Cut::Whole {
                cap,
                bytes: Vec::new(),
                total: 0,
            },
            Framing::Raw => Cut::Raw,
        })
    }

    /// Takes the next chunk and gives the frames it completes to `out`.
    pub fn feed(&mut self, chunk: &[u8], mut out: impl FnMut(Frame)) {
        match &mut self.0 {
            Cut::Lines(lines) => lines.feed(chunk, out),
            Cut::Whole { cap, bytes, total } => {
                *total += chunk.len() as u64;
                let most = if *total > *cap as u64 {
                    OVERSIZED_HEAD.min(*cap)
                } else {
                    *cap
                };
                if bytes.len() > most {
                    bytes.truncate(most);
                    bytes.shrink_to_fit();
                } else {
                    bytes.extend_from_slice(&chunk[..chunk.len().min(most - bytes.len())]);
                }
            }
            Cut::Raw if chunk.is_empty() => {}
            Cut::Raw => out(Frame {
                bytes: chunk.to_vec(),
                kind: FrameKind::Chunk,
            }),
        }
    }

    /// The stream has ended: what is left, if anything.
    pub fn finish(&mut self) -> Option<Frame> {
        match &mut self.0 {
            Cut::Lines(lines) => lines.finish(),
            Cut::Whole {
                bytes, total: 0, ..
            } if bytes.is_empty() => None,
            Cut::Whole { cap, bytes, total } => {
                let kind = if *total > *cap as u64 {
                    FrameKind::Oversized { total: *total }
                } else {
                    FrameKind::Document
                };
                *total = 0;
                Some(Frame {
                    bytes: std::mem::take(bytes),
                    kind,
                })
            }
            Cut::Raw => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(cap: usize, chunks: &[&[u8]]) -> Option<Frame> {
        let mut frames = Frames::new(Framing::Whole { cap });
        for chunk in chunks {
            frames.feed(chunk, |frame| panic!("{frame:?} before the end"));
        }
        frames.finish()
    }

    #[test]
    fn a_whole_document_is_one_frame_with_its_line_ends() {
        assert_eq!(
            whole(10, &[b"{\n", b"}\n"]),
            Some(Frame {
                bytes: b"{\n}\n".to_vec(),
                kind: FrameKind::Document
            })
        );
        assert_eq!(whole(10, &[]), None);
    }

    #[test]
    fn a_document_over_the_cap_keeps_its_head_and_its_length() {
        let long = vec![b'x'; 100_000];
        let frame = whole(150_000, &[&long, &long]).expect("a frame");
        assert_eq!(frame.kind, FrameKind::Oversized { total: 200_000 });
        assert_eq!(frame.bytes, vec![b'x'; OVERSIZED_HEAD]);
        let frame = whole(3, &[b"ab", b"cd"]).expect("a frame");
        assert_eq!(frame.kind, FrameKind::Oversized { total: 4 });
        assert_eq!(frame.bytes, b"abc");
    }

    #[test]
    fn text_says_when_it_had_to_mend_bytes() {
        let frame = |bytes: &[u8]| Frame {
            bytes: bytes.to_vec(),
            kind: FrameKind::Line,
        };
        assert_eq!(frame("é".as_bytes()).text(), (Cow::Borrowed("é"), false));
        assert_eq!(frame(b"a\xff").text(), (Cow::Borrowed("a\u{fffd}"), true));
    }
}
