//! Markdown, incremental.
//!
//! The text is cut into top-level blocks. What a block is depends on nothing
//! before it, and once a later block has begun with a whole line, nothing that
//! follows can be part of it: it is rendered for good and its source forgotten.
//! Only the open end is parsed again, with its open marks closed for the eye
//! (see `repair`). `markdown(text)` goes the same way in one push, so the
//! blocks at the end are the same for every cut of the text.
//!
//! Two things reach across blocks, and both are settled by [`Markdown::finish`],
//! which renders the blocks they touch once more:
//! - a link reference whose definition came after the block that uses it;
//! - a footnote reference that was expected to be defined and never was.
//!
//! Two things keep an open block that grows without end affordable: an open
//! fence is taken line by line and continues in another block every 400 lines,
//! and an open end over 4 KiB is rendered again only when it has grown by
//! 1/128 ([`Markdown::flush`] does so at once).

mod address;
mod definitions;
mod fence;
mod html;
mod math;
mod parse;
mod repair;
#[cfg(test)]
pub(crate) mod tests;

use std::cell::RefCell;

use model::view::Block;
use pulldown_cmark::Event;

use definitions::Definitions;
use fence::Fence;
use html::{Coloured, Writer};
use parse::{Footnotes, Wanted};

/// An open end up to this size is rendered with every push.
const EAGER_BYTES: usize = 4 * 1024;
/// A longer one when it has grown by this fraction.
const EAGER_FRACTION: usize = 128;

/// What a push changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// The index of the first block that changed, was added or went away;
    /// equal to `count` when none did.
    pub first: usize,
    /// How many blocks there are now.
    pub count: usize,
}

/// Markdown that arrives in pieces.
pub struct Markdown {
    blocks: Vec<Block>,
    frozen: usize,
    /// The source that is not frozen; inside a fence what it has not taken.
    tail: String,
    /// The length of `tail` when it was last rendered.
    rendered: usize,
    /// Whether the last character was a carriage return: a newline after it is
    /// the same line's end.
    after_return: bool,
    fence: Option<Fence>,
    definitions: RefCell<Definitions>,
    coloured: Coloured,
    waiting: Vec<Waiting>,
    work: u64,
}

/// Frozen blocks that refer to what is not defined yet.
struct Waiting {
    first: usize,
    count: usize,
    source: String,
    wanted: Wanted,
}

impl Default for Markdown {
    fn default() -> Self {
        Self::new()
    }
}

/// The blocks of a whole text.
pub fn markdown(text: &str) -> Vec<Block> {
    let mut markdown = Markdown::new();
    markdown.push(text);
    markdown.finish();
    markdown.blocks
}

impl Markdown {
    /// An empty text.
    pub fn new() -> Self {
        Self {
            blocks: Vec::new(),
            frozen: 0,
            tail: String::new(),
            rendered: 0,
            after_return: false,
            fence: None,
            definitions: RefCell::default(),
            coloured: Coloured::new(),
            waiting: Vec::new(),
            work: 0,
        }
    }

    /// The blocks of the text so far.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// How many blocks at the start never change again, but for references that
    /// [`Markdown::finish`] settles.
    pub fn frozen(&self) -> usize {
        self.frozen
    }

    /// Appends text, cut anywhere between characters.
    pub fn push(&mut self, text: &str) -> Change {
        self.append(text);
        self.advance(false)
    }

    /// Shows what a push left for later because the open block is long; for
    /// when a stream pauses.
    pub fn flush(&mut self) -> Change {
        self.rendered = 0;
        self.advance(false)
    }

    /// Whether there is something that [`Markdown::flush`] would show.
    pub fn owes(&self) -> bool {
        self.fence.is_none() && self.tail.len() > self.rendered
    }

    /// Bytes that [`Markdown::flush`] would parse.
    pub fn open(&self) -> usize {
        self.tail.len()
    }

    /// The text is whole: the open block is rendered as it was written and
    /// references are settled. Text pushed later begins a new block.
    pub fn finish(&mut self) -> Change {
        let mut first = self.advance(true).first;
        for waiting in std::mem::take(&mut self.waiting) {
            first = first.min(self.settle(&waiting));
        }
        Change {
            first: first.min(self.blocks.len()),
            count: self.blocks.len(),
        }
    }

    /// Bytes parsed so far, each as often as it was.
    #[doc(hidden)]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Appends to the tail with every line's end as one newline.
    fn append(&mut self, text: &str) {
        let mut rest = text;
        if self.after_return && !rest.is_empty() {
            self.after_return = false;
            rest = rest.strip_prefix('\n').unwrap_or(rest);
        }
        while let Some(at) = rest.find('\r') {
            self.tail.push_str(&rest[..at]);
            self.tail.push('\n');
            rest = &rest[at + 1..];
            match rest.strip_prefix('\n') {
                Some(after) => rest = after,
                None if rest.is_empty() => self.after_return = true,
                None => {}
            }
        }
        self.tail.push_str(rest);
    }

    /// Renders what can be rendered; a fence that opens or closes in the middle
    /// changes how the rest is read.
    fn advance(&mut self, finish: bool) -> Change {
        let mut first = self.blocks.len();
        loop {
            let in_fence = self.fence.is_some();
            let changed = if in_fence {
                self.feed_fence(finish)
            } else if finish || self.is_due() {
                self.render_tail(finish)
            } else {
                break;
            };
            first = first.min(changed);
            if in_fence == self.fence.is_some() {
                break;
            }
        }
        Change {
            first: first.min(self.blocks.len()),
            count: self.blocks.len(),
        }
    }

    /// Whether the open end has grown enough to be worth another look.
    fn is_due(&self) -> bool {
        let length = self.tail.len();
        length <= EAGER_BYTES || length.saturating_sub(self.rendered) >= length / EAGER_FRACTION
    }

    fn feed_fence(&mut self, finish: bool) -> usize {
        let Some(fence) = &mut self.fence else {
            return self.blocks.len();
        };
        let fed = fence.feed(&self.tail, finish);
        self.work += fed.work as u64;
        self.tail.drain(..fed.used);
        self.rendered = 0;
        let finished = fed.finished.len();
        let mut blocks = fed.finished;
        if fed.open.is_none() {
            self.fence = None;
        }
        blocks.extend(fed.open);
        let first = self.replace_open(blocks);
        self.frozen += finished;
        first
    }

    /// Freezes what is closed and renders the rest as it looks now.
    fn render_tail(&mut self, finish: bool) -> usize {
        self.drop_blank_lines();
        let tail = std::mem::take(&mut self.tail);
        let shown = if finish {
            tail.as_str()
        } else {
            repair::without_marks(&tail)
        };
        self.work += shown.len() as u64;
        let reading = parse::read(shown, &self.definitions);
        let layout = reading.layout;
        let mut heard = reading.events.map(|events| events.into_iter().peekable());
        // Where each closed block ends.
        let mut ends: Vec<usize> = layout
            .blocks
            .windows(2)
            .filter(|pair| finish || shown[pair[1].start..].contains('\n'))
            .map(|pair| (line_end(shown, pair[0].end), pair[1].start))
            // Two footnotes may begin on one line: they stay together.
            .filter(|(end, next)| end <= next)
            .map(|(end, _)| end)
            .collect();
        let fence = layout.fence.as_ref().zip(layout.blocks.last());
        let mut opened = None;
        if let Some((info, block)) = fence.filter(|_| !finish) {
            let start = shown[..block.start].rfind('\n').map_or(0, |at| at + 1);
            if let Some(end) = shown[start..].find('\n') {
                let line = &shown[start..=start + end];
                opened = Fence::open(line, crate::code::label(info)).map(|f| (f, start + end + 1));
                // What comes before it may define references.
                ends.push(start);
            }
        }
        if finish {
            ends.push(shown.len());
        }
        let mut blocks = Vec::new();
        let mut at = 0;
        for end in ends {
            if end <= at {
                continue;
            }
            match &mut heard {
                Some(events) => {
                    let mut writer = self.writer(true, end - at);
                    let mut depth = 0_usize;
                    // A block's inner places may lie at its end already: a cell that is not there.
                    while let Some((event, range)) =
                        events.next_if(|(_, range)| depth > 0 || range.start < end)
                    {
                        match event {
                            Event::Start(_) => depth += 1,
                            Event::End(_) => depth = depth.saturating_sub(1),
                            _ => {}
                        }
                        writer.event(event, range.start.saturating_sub(at)..range.end - at);
                    }
                    blocks.extend(writer.finish());
                }
                None => self.render_piece(&shown[at..end], &mut blocks),
            }
            at = end;
        }
        let finished = blocks.len();
        if let Some((fence, end)) = opened {
            self.fence = Some(fence);
            at = end;
        }
        if at > 0 {
            self.coloured.clear();
        }
        let rest = shown.get(at..).unwrap_or_default();
        if self.fence.is_none() && at < tail.len() {
            let leaf = if heard.is_none() && at > 0 {
                self.work += rest.len() as u64;
                parse::layout(rest, &self.definitions).leaf
            } else {
                layout.leaf.and_then(|leaf| leaf.after(at))
            };
            match (
                heard,
                leaf.as_ref().and_then(|leaf| repair::closed(rest, leaf)),
            ) {
                (Some(events), None) => {
                    let mut writer = self.writer(false, rest.len());
                    for (event, range) in events {
                        writer.event(event, range.start.saturating_sub(at)..range.end - at);
                    }
                    blocks.extend(writer.finish());
                }
                (_, mended) => self.render_open(mended.as_deref().unwrap_or(rest), &mut blocks),
            }
        }
        self.tail = tail;
        self.tail.drain(..at);
        self.rendered = self.tail.len();
        let first = self.replace_open(blocks);
        self.frozen += finished;
        first
    }

    fn writer(&mut self, finished: bool, length: usize) -> Writer<'_> {
        Writer::new(&self.definitions, &mut self.coloured, finished, length)
    }

    /// Blank lines between blocks mean nothing.
    fn drop_blank_lines(&mut self) {
        let mut blank = 0;
        for line in self.tail.split_inclusive('\n') {
            if !line.ends_with('\n') || !line.trim_matches([' ', '\t', '\n']).is_empty() {
                break;
            }
            blank += line.len();
        }
        self.tail.drain(..blank);
    }

    /// Renders closed blocks for good.
    fn render_piece(&mut self, source: &str, blocks: &mut Vec<Block>) {
        self.work += source.len() as u64;
        let mut writer = Writer::new(&self.definitions, &mut self.coloured, true, source.len());
        let wanted = parse::parse(
            source,
            &self.definitions,
            Footnotes::Expected,
            true,
            |event, range| writer.event(event, range),
        );
        let rendered = writer.finish();
        if !wanted.is_empty() && !rendered.is_empty() {
            self.waiting.push(Waiting {
                first: self.frozen + blocks.len(),
                count: rendered.len(),
                source: source.to_owned(),
                wanted,
            });
        }
        blocks.extend(rendered);
    }

    /// Renders the open end.
    fn render_open(&mut self, source: &str, blocks: &mut Vec<Block>) {
        self.work += source.len() as u64;
        let mut writer = Writer::new(&self.definitions, &mut self.coloured, false, source.len());
        parse::parse(
            source,
            &self.definitions,
            Footnotes::Expected,
            false,
            |event, range| writer.event(event, range),
        );
        blocks.extend(writer.finish());
    }

    /// Puts new blocks after the frozen ones; returns the first that differs.
    fn replace_open(&mut self, blocks: Vec<Block>) -> usize {
        let old = self.blocks.split_off(self.frozen);
        let same = old.iter().zip(&blocks).take_while(|(a, b)| a == b).count();
        let unchanged = same == old.len() && same == blocks.len();
        self.blocks.extend(blocks);
        if unchanged {
            self.blocks.len()
        } else {
            self.frozen + same
        }
    }

    /// Renders blocks again whose references are settled otherwise than they
    /// were rendered; returns the first that changed.
    fn settle(&mut self, waiting: &Waiting) -> usize {
        let definitions = self.definitions.borrow();
        let is_same = waiting
            .wanted
            .links
            .iter()
            .all(|l| definitions.link(l).is_none())
            && waiting
                .wanted
                .footnotes
                .iter()
                .all(|label| definitions.has_footnote(label));
        drop(definitions);
        if is_same {
            return self.blocks.len();
        }
        let source = &waiting.source;
        self.work += source.len() as u64;
        let mut writer = Writer::new(&self.definitions, &mut self.coloured, true, source.len());
        parse::parse(
            source,
            &self.definitions,
            Footnotes::Settled,
            false,
            |event, range| writer.event(event, range),
        );
        let rendered = writer.finish();
        let range = waiting.first..waiting.first + waiting.count;
        // References change what is inside of blocks, never where they end.
        if rendered.len() != waiting.count || self.blocks.len() < range.end {
            return self.blocks.len();
        }
        let mut first = self.blocks.len();
        for (index, block) in range.zip(rendered) {
            if self.blocks[index] != block {
                self.blocks[index] = block;
                first = first.min(index);
            }
        }
        first
    }
}

/// The end of the line on which a block ends at `at`. Blanks before `at` belong
/// to the next line: the parser has only looked at them.
fn line_end(text: &str, at: usize) -> usize {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    if start > 0 && text[start..at].trim_matches([' ', '\t']).is_empty() {
        return start;
    }
    text[at..].find('\n').map_or(text.len(), |end| at + end + 1)
}
