//! From Markdown source to events: the dialect, the definitions that a piece of
//! a document borrows from the rest, and where the top-level blocks lie.

use std::cell::RefCell;
use std::ops::Range;

use pulldown_cmark::{
    BrokenLink, CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, TextMergeWithOffset,
};

use super::definitions::{Definitions, footnote_labels};

/// GitHub's dialect with maths.
fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_MATH
        | Options::ENABLE_GFM
}

/// Which footnote references in a piece count as defined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Footnotes {
    /// All: a definition usually comes at the end.
    Expected,
    /// Those that were defined.
    Settled,
}

/// What a piece refers to and nobody has defined yet.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) links: Vec<String>,
    pub(crate) footnotes: Vec<String>,
}

impl Wanted {
    pub(crate) fn is_empty(&self) -> bool {
        self.links.is_empty() && self.footnotes.is_empty()
    }
}

/// Parses `source`, a run of whole top-level blocks, as the part of a document
/// with `definitions`, and hands each event with its place in `source` to
/// `take`. With `define` the definitions inside become the document's.
pub(crate) fn parse(
    source: &str,
    definitions: &RefCell<Definitions>,
    footnotes: Footnotes,
    define: bool,
    mut take: impl FnMut(Event<'_>, Range<usize>),
) -> Wanted {
    let wanted = RefCell::new(Wanted::default());
    let prefix = prefix(source, &definitions.borrow(), footnotes, &wanted);
    let whole;
    let text = if prefix.is_empty() {
        source
    } else {
        whole = format!("{prefix}{source}");
        &whole
    };
    events(text, definitions, define, &wanted, &mut |event, range| {
        if range.start >= prefix.len() {
            if define && let Event::Start(Tag::FootnoteDefinition(label)) = &event {
                definitions.borrow_mut().define_footnote(label);
            }
            take(event, range.start - prefix.len()..range.end - prefix.len());
        }
    });
    wanted.into_inner()
}

/// The events of a text whose footnotes are defined in it. For any taker the same code: the
/// parser is a large one, and would be there once for each.
fn events<'t>(
    text: &'t str,
    definitions: &RefCell<Definitions>,
    define: bool,
    wanted: &RefCell<Wanted>,
    take: &mut dyn FnMut(Event<'t>, Range<usize>),
) {
    let resolve = |link: BrokenLink<'_>| {
        let definitions = definitions.borrow();
        match definitions.link(&link.reference) {
            Some(found) => Some((
                CowStr::from(found.address.clone()),
                CowStr::from(found.title.clone()),
            )),
            None => {
                wanted.borrow_mut().links.push(link.reference.to_string());
                None
            }
        }
    };
    let parser = Parser::new_with_broken_link_callback(text, options(), Some(resolve));
    if define {
        let mut definitions = definitions.borrow_mut();
        for (label, link) in parser.reference_definitions().iter() {
            definitions.define_link(label, &link.dest, link.title.as_deref().unwrap_or(""));
        }
    }
    for (event, range) in TextMergeWithOffset::new(parser.into_offset_iter()) {
        take(event, range);
    }
}

/// A footnote reference is only one if its definition is in the same text: so
/// definitions stand before the piece, closed off by a rule, and their events
/// are skipped.
fn prefix(
    source: &str,
    definitions: &Definitions,
    footnotes: Footnotes,
    wanted: &RefCell<Wanted>,
) -> String {
    let mut prefix = String::new();
    if !source.contains("[^") {
        return prefix;
    }
    for label in footnote_labels(source) {
        if !definitions.has_footnote(label) {
            wanted.borrow_mut().footnotes.push(label.to_owned());
            if footnotes == Footnotes::Settled {
                continue;
            }
        }
        prefix.push_str(&format!("[^{label}]: x\n\n"));
    }
    if !prefix.is_empty() {
        prefix.push_str("***\n");
    }
    prefix
}

impl Leaf {
    /// The same in a text without the first `at` bytes, none where it began in those.
    pub(crate) fn after(mut self, at: usize) -> Option<Self> {
        self.range = self.range.start.checked_sub(at)?..self.range.end.checked_sub(at)?;
        Some(self)
    }
}

/// Where a piece's top-level blocks lie and what its end is inside of.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// Start and end of each block.
    pub(crate) blocks: Vec<Range<usize>>,
    /// The info string, if the last block is a fence at top level.
    pub(crate) fence: Option<String>,
    /// The last run of inline text.
    pub(crate) leaf: Option<Leaf>,
}

/// The last paragraph, heading or cell.
#[derive(Debug, Clone, Default)]
pub(crate) struct Leaf {
    /// Where its text begins and ends.
    pub(crate) range: Range<usize>,
    /// Whether it ends at the end of its line.
    pub(crate) one_line: bool,
    /// Whether it is the first text of a list's item.
    pub(crate) in_item: bool,
    /// Whether a table cell.
    pub(crate) in_cell: bool,
}

/// A piece that was read once: its events, and what is seen from them.
pub(crate) struct Reading<'t> {
    pub(crate) layout: Layout,
    /// Each with its place; none where it matters for them what the piece or the rest of the
    /// document defines: then each part of it is to be parsed by itself.
    pub(crate) events: Option<Vec<(Event<'t>, Range<usize>)>>,
}

/// Reads and lays out `source`.
pub(crate) fn read<'t>(source: &'t str, definitions: &RefCell<Definitions>) -> Reading<'t> {
    let mut outline = Outline::default();
    if source.contains("[^") {
        let see = |event: Event<'_>, range| outline.see(&event, &range);
        parse(source, definitions, Footnotes::Expected, false, see);
        return Reading {
            layout: outline.layout,
            events: None,
        };
    }
    let wanted = RefCell::default();
    let mut heard = Vec::new();
    events(source, definitions, false, &wanted, &mut |event, range| {
        outline.see(&event, &range);
        heard.push((event, range));
    });
    let is_settled = wanted.into_inner().is_empty() && !source.contains("]:");
    Reading {
        layout: outline.layout,
        events: is_settled.then_some(heard),
    }
}

/// Lays out `source`.
pub(crate) fn layout(source: &str, definitions: &RefCell<Definitions>) -> Layout {
    read(source, definitions).layout
}

/// Makes a layout of events.
#[derive(Default)]
struct Outline {
    layout: Layout,
    depth: usize,
    verbatim: bool,
    next: Leaf,
    found: bool,
}

impl Outline {
    fn see(&mut self, event: &Event<'_>, range: &Range<usize>) {
        let layout = &mut self.layout;
        if self.depth == 0 && !matches!(event, Event::End(_)) {
            layout.blocks.push(range.clone());
            layout.fence = None;
        }
        match event {
            Event::Start(tag) => {
                self.depth += 1;
                let is_block = !matches!(
                    tag,
                    Tag::Emphasis
                        | Tag::Strong
                        | Tag::Strikethrough
                        | Tag::Link { .. }
                        | Tag::Image { .. }
                );
                if is_block {
                    self.verbatim = matches!(tag, Tag::CodeBlock(_) | Tag::HtmlBlock);
                    self.found = false;
                    layout.leaf = None;
                    self.next.one_line = matches!(tag, Tag::Heading { .. });
                    self.next.in_cell = matches!(tag, Tag::TableCell);
                    self.next.in_item = match tag {
                        Tag::Item => true,
                        Tag::Paragraph => self.next.in_item,
                        _ => false,
                    };
                    if let (1, Tag::CodeBlock(CodeBlockKind::Fenced(info))) = (self.depth, tag) {
                        layout.fence = Some(info.to_string());
                    }
                    return;
                }
            }
            Event::End(tag) => {
                self.depth = self.depth.saturating_sub(1);
                if matches!(tag, TagEnd::Paragraph | TagEnd::Item) {
                    self.next.in_item = false;
                }
                return;
            }
            Event::Rule => {
                self.found = false;
                layout.leaf = None;
                return;
            }
            _ => {}
        }
        if self.verbatim {
            return;
        }
        if !self.found {
            self.found = true;
            self.next.range.start = range.start;
        }
        self.next.range.end = range.end.max(self.next.range.start);
        layout.leaf = Some(self.next.clone());
    }
}
