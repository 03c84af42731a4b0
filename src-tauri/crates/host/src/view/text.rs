//! The text of one row while it grows, as blocks.

use model::view::Block;
use std::time::Instant;

/// Bytes of an open block that may be parsed again for each millisecond since the last time: what
/// that takes is under a hundredth of a core.
const BYTES_A_MILLISECOND: u128 = 256;

/// Text that grows.
pub(super) struct Text {
    markdown: render::Markdown,
    taken: usize,
    /// When all of it was last shown.
    pub(super) shown: Instant,
    /// How many blocks there are up to each block of the Markdown.
    ends: Vec<usize>,
}

impl Default for Text {
    fn default() -> Self {
        Self {
            markdown: render::Markdown::new(),
            taken: 0,
            shown: Instant::now(),
            ends: Vec::new(),
        }
    }
}

impl Text {
    /// Takes in what was added to the text since the last time; all of it, when it is complete.
    /// Answers the blocks from a changed one on, and the place of the first of them; none where
    /// nothing changed.
    pub(super) fn take(&mut self, whole: &str, complete: bool) -> Option<(usize, Vec<Block>)> {
        let mut first = usize::MAX;
        match whole.get(self.taken..) {
            Some(fresh) if !fresh.is_empty() => {
                first = self.markdown.push(fresh).first;
                self.taken = whole.len();
                if self.markdown.owes() && self.may_be_parsed() {
                    first = first.min(self.markdown.flush().first);
                }
            }
            // Asked in a pause: what a push put off is shown.
            _ if !complete => first = self.markdown.flush().first,
            _ => {}
        }
        if complete {
            first = first.min(self.markdown.finish().first);
        }
        if !self.markdown.owes() {
            self.shown = Instant::now();
        }
        self.from(first)
    }

    /// Whether its open block was too long for every word.
    pub(super) fn owes(&self) -> bool {
        self.markdown.owes()
    }

    /// Whether an open block that is too long for every word is due for what was put off: words
    /// that come slowly are shown one by one however long their paragraph is.
    fn may_be_parsed(&self) -> bool {
        let since = self.shown.elapsed().as_millis();
        self.markdown.open() as u128 <= since * BYTES_A_MILLISECOND
    }

    /// What a window gets of the Markdown's blocks from a changed one on, and its place.
    fn from(&mut self, first: usize) -> Option<(usize, Vec<Block>)> {
        let now = self.markdown.blocks();
        let first = first.min(now.len()).min(self.ends.len());
        if first == now.len() && first == self.ends.len() {
            return None;
        }
        self.ends.truncate(first);
        let start = self.ends.last().copied().unwrap_or(0);
        let mut end = start;
        let mut fresh = Vec::new();
        for block in &now[first..] {
            let pieces = render::pieces(block);
            end += pieces.len();
            self.ends.push(end);
            fresh.extend(pieces);
        }
        Some((start, fresh))
    }
}
