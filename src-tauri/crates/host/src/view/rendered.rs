//! The rendered form of one row, kept up to date by the least work.
//!
//! What changed since which revision, and what a window gets of it. A text makes its blocks in
//! `text`, which is let go here once it is complete; a tool's output makes them in `output`.

use super::blocks::{self, Blocks};
use super::output::{self, Output};
use super::text::Text;
use super::{find, row};
use crate::approvals::card::{self, Preview};
use model::view::{Block, FoundBlock, MoreOfRow, Row, RowPatch, Size};
use model::{ApprovalState, Item, ItemBody, ToolCall};
use std::path::Path;

/// A row, its blocks, and the revision at which each last changed.
pub(crate) struct Rendered {
    /// The revision of the item this shows.
    seen: u64,
    row: Row,
    row_rev: u64,
    blocks: Blocks,
    text: Option<Box<Text>>,
    /// How long the text is that was shown whole and grows no more; its Markdown is let go.
    finished: Option<usize>,
    output: Output,
    preview: Option<Preview>,
    /// What a window is told of it beside the row and its blocks, and since which revision.
    extent: Extent,
    extent_rev: u64,
}

/// How much there is of a row.
#[derive(Default, PartialEq, Eq)]
struct Extent {
    blocks: usize,
    output: Option<usize>,
}

impl Rendered {
    /// Renders an item for the first time.
    pub(crate) fn new(item: &Item, rev: u64, workspace: &Path) -> Self {
        let preview = preview_of(item, workspace);
        let empty = Preview::default();
        let mut fresh = Self {
            seen: rev,
            row: row::row(item, preview.as_ref().unwrap_or(&empty), workspace),
            row_rev: rev,
            blocks: Blocks::default(),
            text: None,
            finished: None,
            output: Output::default(),
            preview,
            extent: Extent::default(),
            extent_rev: rev,
        };
        fresh.blocks_of(item, rev);
        fresh
    }

    /// Brings it up to the item's revision.
    pub(crate) fn update(&mut self, item: &Item, rev: u64, workspace: &Path) {
        if self.seen == rev {
            return;
        }
        self.seen = rev;
        if self.preview.is_none() {
            self.preview = preview_of(item, workspace);
        }
        let empty = Preview::default();
        let row = row::row(item, self.preview.as_ref().unwrap_or(&empty), workspace);
        if row != self.row {
            self.row = row;
            self.row_rev = rev;
        }
        self.blocks_of(item, rev);
    }

    /// Whether the row would look otherwise if it were rendered in a pause: it has not taken
    /// in what it is at this revision, or its open block was too long for every word.
    pub(crate) fn owes(&self, rev: u64) -> bool {
        self.seen < rev || self.text.as_ref().is_some_and(|text| text.owes())
    }

    /// Lines that a write or an edit added and removed, as its row says.
    pub(crate) fn changed(&self) -> Option<(u32, u32)> {
        self.preview.as_ref().and_then(|preview| preview.changed)
    }

    /// The diff of a write or an edit that the agent gave none of, as its row shows it.
    pub(crate) fn compared(&self) -> Option<&[Block]> {
        let preview = self.preview.as_ref()?;
        (!preview.blocks.is_empty()).then_some(&preview.blocks[..])
    }

    /// What a window that has `after` needs of it; none where nothing changed for it.
    pub(crate) fn patch(&self, place: u32, after: u64, item: &Item) -> Option<RowPatch> {
        let whole = after == 0;
        let row = (whole || self.row_rev > after).then(|| self.row.clone());
        let count = self.count();
        // Who reads what is being written is at its end.
        let head = if self.row.open {
            self.blocks.len()
        } else {
            self.blocks.head()
        };
        let tail = if whole && self.row.open {
            self.blocks.tail()
        } else {
            0
        };
        let (mut blocks, mut grown) = (Vec::new(), Vec::new());
        for (kept, index) in self.blocks.iter().zip(0..) {
            let lacks = if whole {
                (tail..head).contains(&index)
            } else {
                kept.rev > after
            };
            if !lacks {
                continue;
            }
            let place = number(index);
            match kept.growth(place, after).filter(|_| !whole) {
                Some(growth) => grown.push(growth),
                None => blocks.push((place, kept.block.clone())),
            }
        }
        let has_blocks = !blocks.is_empty() || !grown.is_empty();
        (row.is_some() || has_blocks || self.extent_rev > after).then(|| RowPatch {
            place,
            row,
            blocks,
            grown,
            from: (tail > 0).then(|| number(tail)),
            block_count: number(count),
            head: (head < count).then(|| number(head)),
            whole: (head < count).then(|| self.size(item)).flatten(),
        })
    }

    /// A window has blocks of it as they are now, whatever revision it has.
    pub(crate) fn were_seen(&mut self) {
        self.blocks.were_seen(0..self.blocks.len());
    }

    /// The blocks from a place on, made now where nobody has looked so far.
    pub(crate) fn more(&mut self, item: &Item, from: usize, most: usize) -> MoreOfRow {
        // One that was not kept since the last time is made again up to there.
        while from >= self.blocks.len() && self.output.has_more() {
            let made = self.blocks.len();
            self.next_page(item);
            if self.blocks.len() == made {
                break;
            }
        }
        let blocks = self.blocks.from(from, most);
        self.blocks.were_seen(from..from + blocks.len());
        MoreOfRow {
            blocks,
            block_count: number(self.count()),
        }
    }

    /// Which block shows an occurrence of a text, made now where nobody has looked so far. The
    /// last that has one where there are fewer: what is counted is not shown in every place.
    pub(crate) fn find(&mut self, item: &Item, text: &str, nth: usize) -> Option<FoundBlock> {
        let needle = text.to_lowercase();
        let (mut rest, mut last, mut at) = (nth, None, 0);
        loop {
            for kept in self.blocks.iter().skip(at) {
                let count = find::shown_in(&kept.block, &needle);
                if count > 0 {
                    let block = number(at);
                    last = Some(FoundBlock {
                        block,
                        nth: number(rest.min(count - 1)),
                    });
                    if rest < count {
                        return last;
                    }
                    rest -= count;
                }
                at += 1;
            }
            if !self.output.has_more() {
                return last;
            }
            self.next_page(item);
            if self.blocks.len() == at {
                return last;
            }
        }
    }

    /// The blocks made so far, and one more where there is something to make.
    fn count(&self) -> usize {
        self.blocks.len() + usize::from(self.output.has_more())
    }

    fn size(&self, item: &Item) -> Option<Size> {
        if let Some(known) = self.output.size() {
            return Some(known);
        }
        let text = match &item.body {
            ItemBody::Text { text } | ItemBody::Thinking { text } => text,
            ItemBody::Result(result) => &result.text,
            ItemBody::Tool(_) => output::text_of(item),
            _ => return None,
        };
        Some(output::size(text))
    }

    fn blocks_of(&mut self, item: &Item, rev: u64) {
        match &item.body {
            ItemBody::Text { text } | ItemBody::Thinking { text } => {
                self.markdown(text, item.completed_at.is_some(), rev);
            }
            ItemBody::Tool(call) => self.page(item, call, rev),
            ItemBody::Result(result) if self.blocks.len() == 0 => {
                self.blocks.replace(0, blocks::of_result(result), rev);
            }
            _ => {}
        }
        let extent = Extent {
            blocks: self.count(),
            output: self.output.len(),
        };
        if extent != self.extent {
            self.extent = extent;
            self.extent_rev = rev;
        }
    }

    fn markdown(&mut self, whole: &str, complete: bool, rev: u64) {
        if self.finished == Some(whole.len()) {
            return;
        }
        let text = self.text.get_or_insert_with(Box::default);
        if let Some((start, fresh)) = text.take(whole, complete) {
            self.blocks.replace(start, fresh, rev);
        }
        if complete {
            self.text = None;
            self.finished = Some(whole.len());
        }
    }

    fn page(&mut self, item: &Item, call: &ToolCall, rev: u64) {
        let Some(made) = self.output.take(call, self.preview.as_ref()) else {
            return;
        };
        if made.is_empty() && self.output.has_more() {
            self.blocks.replace(0, Vec::new(), rev);
            self.next_page(item);
            return;
        }
        self.blocks.replace(0, made, rev);
    }

    fn next_page(&mut self, item: &Item) {
        if let Some(fresh) = self.output.next_page(item) {
            self.blocks.replace(self.blocks.len(), fresh, self.seen);
        }
    }
}

fn preview_of(item: &Item, workspace: &Path) -> Option<Preview> {
    let ItemBody::Tool(call) = &item.body else {
        return None;
    };
    let waits = call
        .approval
        .as_ref()
        .is_some_and(|record| matches!(record.state, ApprovalState::Pending));
    let preview = card::preview(call.kind, &call.args, waits.then_some(workspace));
    (!preview.blocks.is_empty() || preview.note.is_some()).then_some(preview)
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use model::ItemId;
    use model::view::Grown;
    use std::time::{Duration, Instant};

    fn said(text: String, completed_at: Option<u64>) -> Item {
        Item {
            id: ItemId("a".to_owned()),
            turn: None,
            started_at: 0,
            completed_at,
            body: ItemBody::Text { text },
        }
    }

    fn paragraphs(count: usize) -> String {
        (0..count)
            .map(|n| format!("Paragraph {n} says Größe & so on, twice größe.\n\n"))
            .collect()
    }

    fn places(patch: &RowPatch) -> Vec<u32> {
        patch.blocks.iter().map(|(place, _)| *place).collect()
    }

    #[test]
    fn a_row_takes_little_beside_what_is_shown_of_it() {
        let row = size_of::<Rendered>();
        assert!(row <= 640, "{row} bytes, of each of some hundred rows");
        let mut item = said(paragraphs(10), None);
        let mut rendered = Rendered::new(&item, 1, Path::new("/w"));
        item.completed_at = Some(1);
        rendered.update(&item, 2, Path::new("/w"));
        assert!(rendered.text.is_none(), "what made its blocks");
        let whole = rendered.patch(0, 0, &item).unwrap();
        rendered.update(&item, 3, Path::new("/w"));
        assert_eq!(rendered.patch(0, 0, &item).unwrap().blocks, whole.blocks);
        assert_eq!(whole.blocks.len(), 10);
    }

    #[test]
    fn c78_of_a_row_that_grows_a_window_gets_the_end_and_asks_for_the_rest_by_ranges() {
        let item = said(paragraphs(1_000), None);
        let mut rendered = Rendered::new(&item, 1, Path::new("/w"));
        let whole = rendered.patch(0, 0, &item).unwrap();
        assert_eq!((whole.from, whole.block_count), (Some(600), 1_000));
        assert_eq!(places(&whole), (600..1_000).collect::<Vec<u32>>());
        let mut text = |from, most| -> Vec<String> {
            let more = rendered.more(&item, from, most);
            assert_eq!(more.block_count, 1_000);
            let words = more.blocks.iter().map(|block| block.html.clone());
            words
                .map(|html| html.split(' ').nth(1).unwrap().to_owned())
                .collect()
        };
        let hundred: Vec<String> = (200..300).map(|n| n.to_string()).collect();
        assert_eq!(text(200, 100), hundred);
        assert_eq!(text(998, 100), ["998", "999"]);
        assert_eq!(text(1_000, 100).len(), 0);
        assert_eq!(text(usize::MAX, 100).len(), 0);
        assert_eq!(text(0, 0).len(), 0);
        assert_eq!(text(0, usize::MAX).len(), 1_000, "it is not much");
    }

    #[test]
    fn c78_what_is_short_or_done_comes_from_its_first_block() {
        for (count, completed_at) in [(399, None), (1_000, Some(1))] {
            let item = said(paragraphs(count), completed_at);
            let rendered = Rendered::new(&item, 1, Path::new("/w"));
            let whole = rendered.patch(0, 0, &item).unwrap();
            assert_eq!(whole.from, None);
            assert_eq!(places(&whole)[0], 0);
        }
    }

    #[test]
    fn c83_a_text_is_found_in_the_block_that_shows_it() {
        let item = said(paragraphs(1_000), Some(1));
        let mut rendered = Rendered::new(&item, 1, Path::new("/w"));
        let mut find = |text: &str, nth| {
            let found = rendered.find(&item, text, nth)?;
            Some((found.block, found.nth))
        };
        assert_eq!(find("GRÖSSE", 0), None);
        assert_eq!(find("GRÖßE", 0), Some((0, 0)));
        assert_eq!(find("größe", 1_501), Some((750, 1)));
        assert_eq!(find("größe & so", 750), Some((750, 0)));
        assert_eq!(find("paragraph 999", 0), Some((999, 0)));
        assert_eq!(find("paragraph 999", 5), Some((999, 0)), "there is one");
    }

    #[test]
    fn a_word_of_a_long_paragraph_is_shown_once_there_was_time_for_it_and_else_brings_no_answer() {
        let mut item = said("A long paragraph goes on. ".repeat(400), None);
        let mut rendered = Rendered::new(&item, 1, Path::new("/w"));
        let mut say = |rendered: &mut Rendered, rev: u64| {
            if let ItemBody::Text { text } = &mut item.body {
                text.push_str("word ");
            }
            rendered.update(&item, rev, Path::new("/w"));
            rendered.patch(0, rev - 1, &item)
        };
        rendered.text.as_mut().unwrap().shown = Instant::now() + Duration::from_secs(3600);
        assert_eq!(say(&mut rendered, 2), None);
        assert!(rendered.owes(2), "a pause shows it");
        rendered.text.as_mut().unwrap().shown = Instant::now() - Duration::from_secs(1);
        let patch = say(&mut rendered, 3).unwrap();
        let [Grown(0, _, rest)] = &patch.grown[..] else {
            panic!("{patch:?}");
        };
        assert!(rest.contains("word word"), "{rest}");
        assert!(!rendered.owes(3));
    }
}
