//! The blocks of a row, each with the revision at which it last changed.

use model::view::{Block, BlockKind, Grown};
use model::{OperationResult, OutputKind};
use std::ops::Range;

/// Blocks of a row that a window gets unasked, in bytes of HTML …
const HEAD_BYTES: usize = 96 * 1024;
/// … and at most that many.
const HEAD_BLOCKS: usize = 160;
/// What one request for more brings, in bytes of HTML.
const MORE_BYTES: usize = 256 * 1024;

/// Blocks that a window holds or lets go of together.
const CHAPTER: usize = 100;
/// Whole chapters before the last one that come with the end of a row that grows.
const TAIL_CHAPTERS: usize = 3;

/// A block that keeps less than this of its HTML, in bytes, is sent whole.
const WORTH_KEEPING: usize = 64;

/// The blocks there are.
#[derive(Default)]
pub(super) struct Blocks {
    list: Vec<Kept>,
}

/// A block, and when it last changed.
pub(super) struct Kept {
    pub(super) block: Block,
    pub(super) rev: u64,
    growth: Option<Growth>,
}

/// How the last change was one of its end alone.
struct Growth {
    /// Who has this revision or a later one, before the last, has it as it was before.
    since: u64,
    /// How much of its HTML stayed, in bytes and in UTF-16 code units.
    bytes: usize,
    units: u32,
}

impl Kept {
    fn new(block: Block, rev: u64) -> Self {
        Self {
            block,
            rev,
            growth: None,
        }
    }

    /// It becomes another.
    fn change(&mut self, block: Block, rev: u64) {
        self.growth = None;
        if self.block.kind == block.kind && self.block.label == block.label {
            let bytes = common(&self.block.html, &block.html);
            if bytes >= WORTH_KEEPING {
                let kept = &block.html[..bytes];
                let units = if kept.is_ascii() {
                    bytes
                } else {
                    kept.encode_utf16().count()
                };
                self.growth = u32::try_from(units).ok().map(|units| Growth {
                    since: self.rev,
                    bytes,
                    units,
                });
            }
        }
        self.block = block;
        self.rev = rev;
    }

    /// How it grew for a window that has everything up to a revision; none where that
    /// window must have it whole.
    pub(super) fn growth(&self, place: u32, after: u64) -> Option<Grown> {
        let growth = self
            .growth
            .as_ref()
            .filter(|growth| after >= growth.since)?;
        let rest = self.block.html.get(growth.bytes..)?;
        Some(Grown(place, growth.units, rest.to_owned()))
    }
}

/// How many bytes two texts begin with alike, up to a character's boundary.
fn common(a: &str, b: &str) -> usize {
    let alike = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    (0..=alike)
        .rev()
        .find(|at| b.is_char_boundary(*at))
        .unwrap_or(0)
}

impl Blocks {
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Kept> {
        self.list.iter()
    }

    /// Puts these in place of all from `first` on. What is the same keeps its revision.
    pub(super) fn replace(
        &mut self,
        first: usize,
        fresh: impl IntoIterator<Item = Block>,
        rev: u64,
    ) {
        let mut at = first;
        for block in fresh {
            match self.list.get_mut(at) {
                Some(kept) if kept.block == block => {}
                Some(kept) => kept.change(block, rev),
                None => self.list.push(Kept::new(block, rev)),
            }
            at += 1;
        }
        self.list.truncate(at);
    }

    /// Some windows may have these blocks as they are now before they have the revision that
    /// they changed at.
    pub(super) fn were_seen(&mut self, which: Range<usize>) {
        let end = which.end.min(self.list.len());
        for kept in self.list.get_mut(which.start..end).unwrap_or_default() {
            kept.growth = None;
        }
    }

    /// How many of the first blocks a window gets unasked.
    pub(super) fn head(&self) -> usize {
        taken(self.list.iter().map(|kept| &kept.block), HEAD_BYTES).min(HEAD_BLOCKS)
    }

    /// The first block that who reads at the end gets unasked.
    pub(super) fn tail(&self) -> usize {
        let end = self.list.len().saturating_sub(1) / CHAPTER;
        end.saturating_sub(TAIL_CHAPTERS) * CHAPTER
    }

    /// The blocks from a place on, as many as one answer holds and no more than are wanted.
    pub(super) fn from(&self, first: usize, most: usize) -> Vec<Block> {
        let rest = self.list.get(first..).unwrap_or(&[]);
        let count = taken(rest.iter().map(|kept| &kept.block), MORE_BYTES);
        rest.iter()
            .take(count.min(most))
            .map(|kept| kept.block.clone())
            .collect()
    }
}

/// How many blocks fit; at least one.
fn taken<'b>(blocks: impl Iterator<Item = &'b Block>, most: usize) -> usize {
    let (mut bytes, mut count) = (0, 0);
    for block in blocks {
        bytes += block.html.len();
        if count > 0 && bytes > most {
            break;
        }
        count += 1;
    }
    count
}

/// Output that is no text for a terminal.
pub(super) fn of_output(kind: OutputKind, text: &str) -> Vec<Block> {
    match kind {
        OutputKind::Text => Vec::new(),
        OutputKind::Diff => render::diff_unified(text).blocks,
        OutputKind::Image => match render::image_base64(text) {
            Ok(block) => vec![block],
            Err(reason) => vec![omitted(&reason)],
        },
    }
}

/// Text as Markdown. Data and files are in the row itself.
pub(super) fn of_result(result: &OperationResult) -> Vec<Block> {
    cut(&render::markdown(&result.text))
}

/// No block is too long for a window.
pub(super) fn cut(blocks: &[Block]) -> Vec<Block> {
    blocks.iter().flat_map(render::pieces).collect()
}

pub(super) fn omitted(text: &str) -> Block {
    Block {
        kind: BlockKind::Omitted,
        html: format!("<p class=\"omitted\">{}</p>", render::escape(text)),
        label: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prose(html: String) -> Block {
        Block {
            kind: BlockKind::Prose,
            html,
            label: String::new(),
        }
    }

    /// A paragraph that keeps enough to be worth it, with what it ends with.
    fn paragraph(end: &str) -> Block {
        prose(format!("<p>{}👋 {end}</p>\n", "Grüße ".repeat(12)))
    }

    fn growth(blocks: &Blocks, after: u64) -> Option<Grown> {
        blocks.list[0].growth(0, after)
    }

    #[test]
    fn a_block_that_grew_is_sent_from_where_it_differs() {
        let mut blocks = Blocks::default();
        blocks.replace(0, [paragraph("and")], 5);
        assert_eq!(growth(&blocks, 5), None, "it is new");
        blocks.replace(0, [paragraph("and so")], 9);
        let grown = Some(Grown(0, 81, " so</p>\n".to_owned()));
        assert_eq!(growth(&blocks, 5), grown);
        assert_eq!(growth(&blocks, 8), grown);
        // Whoever has less never had the one before.
        assert_eq!(growth(&blocks, 4), None);
        blocks.replace(0, [paragraph("and so")], 12);
        assert_eq!(growth(&blocks, 5), grown, "nothing changed since");
        blocks.replace(0, [paragraph("and so on")], 14);
        assert_eq!(growth(&blocks, 8), None, "two changes behind");
        let on = Some(Grown(0, 84, " on</p>\n".to_owned()));
        assert_eq!(growth(&blocks, 9), on);
    }

    #[test]
    fn what_differs_from_its_start_is_sent_whole() {
        let mut blocks = Blocks::default();
        blocks.replace(0, [paragraph("and")], 5);
        blocks.replace(0, [prose("<p>Other</p>\n".to_owned())], 6);
        assert_eq!(growth(&blocks, 5), None);
        let code = |label: &str| Block {
            kind: BlockKind::Code,
            label: label.to_owned(),
            ..paragraph("and")
        };
        blocks.replace(0, [paragraph("and")], 7);
        blocks.replace(0, [code("")], 8);
        assert_eq!(growth(&blocks, 7), None, "another kind");
        blocks.replace(0, [code("rust")], 9);
        assert_eq!(growth(&blocks, 8), None, "another label");
    }

    #[test]
    fn who_got_blocks_by_the_way_gets_them_whole_the_next_time() {
        let mut blocks = Blocks::default();
        blocks.replace(0, [paragraph("and")], 5);
        blocks.replace(0, [paragraph("and so")], 9);
        // A window that has revision 5 is given this block as it is at 9.
        blocks.were_seen(0..1);
        assert_eq!(growth(&blocks, 5), None);
        blocks.replace(0, [paragraph("and so on")], 14);
        assert_eq!(growth(&blocks, 5), None);
        assert!(growth(&blocks, 9).is_some());
        // Who was given others has this one as it was.
        blocks.were_seen(1..4);
        assert!(growth(&blocks, 9).is_some());
    }
}
