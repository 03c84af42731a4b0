//! The blocks of a row, each with the revision at which it last changed.

use model::view::{Block, BlockKind};
use model::{OperationResult, OutputKind};

/// Blocks of a row that a window gets unasked, in bytes of HTML …
const HEAD_BYTES: usize = 96 * 1024;
/// … and at most that many.
const HEAD_BLOCKS: usize = 160;
/// What one request for more brings, in bytes of HTML.
const MORE_BYTES: usize = 256 * 1024;

/// The blocks there are.
#[derive(Default)]
pub(super) struct Blocks {
    list: Vec<(Block, u64)>,
}

impl Blocks {
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(Block, u64)> {
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
                Some((before, _)) if *before == block => {}
                Some(slot) => *slot = (block, rev),
                None => self.list.push((block, rev)),
            }
            at += 1;
        }
        self.list.truncate(at);
    }

    /// How many of the first blocks a window gets unasked.
    pub(super) fn head(&self) -> usize {
        taken(self.list.iter().map(|(block, _)| block), HEAD_BYTES).min(HEAD_BLOCKS)
    }

    /// The blocks from a place on, as many as one answer holds.
    pub(super) fn from(&self, first: usize) -> Vec<Block> {
        let rest = self.list.get(first..).unwrap_or(&[]);
        let count = taken(rest.iter().map(|(block, _)| block), MORE_BYTES);
        rest.iter()
            .take(count)
            .map(|(block, _)| block.clone())
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
