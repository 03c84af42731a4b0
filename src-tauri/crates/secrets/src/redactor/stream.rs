//! A text that comes in pieces: a key may be cut anywhere.
//!
//! What may be the beginning of a key is held back until more has come. On
//! screen that would make the last letter of many a word wait, so a live stream
//! lets the first three bytes of such a beginning pass (they are no secret: every
//! key of a provider begins with them) and remembers that it did.

use super::{MASK, Redactor};

/// Beginnings shorter than this are shown by a live stream.
const HELD_FROM: usize = 4;

/// The state between two pieces.
#[derive(Debug, Default)]
pub struct Stream {
    held: Vec<u8>,
    /// So many of the held bytes were let pass already.
    shown: usize,
    live: bool,
}

impl Stream {
    /// For a text that is watched while it grows.
    #[must_use]
    pub fn live() -> Self {
        Self {
            live: true,
            ..Self::default()
        }
    }

    /// Takes the next piece, and gives what can be let go.
    pub fn push(&mut self, redactor: &Redactor, piece: &[u8]) -> Vec<u8> {
        let mut bytes = std::mem::take(&mut self.held);
        let shown = std::mem::take(&mut self.shown);
        bytes.extend_from_slice(piece);
        let mut out = Vec::with_capacity(bytes.len() - shown);
        let mut from = 0;
        let open = loop {
            let open = redactor.open_end(&bytes, from);
            match redactor.next(&bytes, from) {
                // Nothing that could begin before it, or go on after it, is left open.
                Some(found) if found.start < open => {
                    out.extend_from_slice(&bytes[from.max(shown).min(found.start)..found.start]);
                    out.extend_from_slice(MASK.as_bytes());
                    from = found.end;
                }
                _ => break open,
            }
        };
        if from.max(shown) < open {
            out.extend_from_slice(&bytes[from.max(shown)..open]);
        }
        self.shown = shown.saturating_sub(open);
        self.held = bytes.split_off(open);
        if self.live && self.held.len() < HELD_FROM && self.shown < self.held.len() {
            out.extend_from_slice(&self.held[self.shown..]);
            self.shown = self.held.len();
        }
        out
    }

    /// The text is at its end: what was held back was no key after all.
    pub fn flush(&mut self, redactor: &Redactor) -> Vec<u8> {
        let held = std::mem::take(&mut self.held);
        let shown = std::mem::take(&mut self.shown);
        let mut out = Vec::with_capacity(held.len());
        let mut from = 0;
        // A key may be in it whole, where it is the beginning of a longer one too.
        while let Some(found) = redactor.next(&held, from) {
            out.extend_from_slice(&held[from.max(shown).min(found.start)..found.start]);
            out.extend_from_slice(MASK.as_bytes());
            from = found.end;
        }
        out.extend_from_slice(&held[from.max(shown)..]);
        out
    }

    /// The next piece of a text. Beginnings and ends of pieces are those of
    /// characters, and so are those of keys.
    pub fn push_text(&mut self, redactor: &Redactor, piece: &str) -> String {
        text(self.push(redactor, piece.as_bytes()))
    }

    /// The end of a text.
    pub fn flush_text(&mut self, redactor: &Redactor) -> String {
        text(self.flush(redactor))
    }

    /// Whether something waits for what comes next.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.held.len() > self.shown
    }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
