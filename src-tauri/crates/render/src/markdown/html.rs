//! From events to blocks of HTML.

mod links;

use std::cell::RefCell;
use std::collections::HashMap;

use model::view::{Block, BlockKind};
use pulldown_cmark::{Alignment, BlockQuoteKind, CodeBlockKind, Event, HeadingLevel, Tag, TagEnd};

use links::{Image, OpenLink};

use super::address::bare_address;
use super::definitions::Definitions;
use super::math::mathml;
use crate::code::{CLOSING, code_block, code_blocks, coloured, label, opening};
use crate::escape::{push_prose, push_source};

/// Deeper nesting adds no more elements: HTML parsers stop nesting at 512.
const MAX_DEPTH: usize = 80;

/// Nested code that was coloured already, by language and text. It lives as
/// long as the open block, which is parsed again with every update.
pub(crate) type Coloured = HashMap<(String, String), String>;

/// Turns one piece's events into blocks.
pub(crate) struct Writer<'a> {
    definitions: &'a RefCell<Definitions>,
    /// Whether the piece is complete; else its last code is still being typed.
    finished: bool,
    coloured: &'a mut Coloured,
    /// The length of the piece's source.
    length: usize,
    blocks: Vec<Block>,
    html: String,
    /// What closes each open element.
    open: Vec<Close>,
    code: Option<(String, String)>,
    image: Option<Image>,
    link: Option<OpenLink>,
    alignments: Vec<Alignment>,
    column: usize,
    in_head: bool,
    verbatim: bool,
    /// For a top-level paragraph: formulas and other things in it.
    formulas: usize,
    others: usize,
}

enum Close {
    Html(&'static str),
    Nothing,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(
        definitions: &'a RefCell<Definitions>,
        coloured: &'a mut Coloured,
        finished: bool,
        length: usize,
    ) -> Self {
        Self {
            definitions,
            finished,
            coloured,
            length,
            blocks: Vec::new(),
            html: String::new(),
            open: Vec::new(),
            code: None,
            image: None,
            link: None,
            alignments: Vec::new(),
            column: 0,
            in_head: false,
            verbatim: false,
            formulas: 0,
            others: 0,
        }
    }

    pub(crate) fn finish(self) -> Vec<Block> {
        self.blocks
    }

    pub(crate) fn event(&mut self, event: Event<'_>, range: std::ops::Range<usize>) {
        if let Some(image) = &mut self.image {
            match event {
                Event::Start(_) => image.depth += 1,
                Event::End(_) if image.depth > 0 => image.depth -= 1,
                Event::End(_) => self.end_image(),
                Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) => {
                    image.alt.push_str(&text);
                }
                Event::InlineMath(text) | Event::DisplayMath(text) => image.alt.push_str(&text),
                Event::SoftBreak | Event::HardBreak => image.alt.push(' '),
                _ => {}
            }
            return;
        }
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag, range.end),
            Event::Text(text) => self.text(&text),
            Event::Code(text) => {
                self.others += 1;
                self.add_link_text(&text);
                self.html.push_str("<code>");
                push_source(&mut self.html, &text);
                self.html.push_str("</code>");
            }
            Event::InlineMath(source) => {
                self.others += 1;
                self.formula(&source, false);
            }
            Event::DisplayMath(source) => {
                self.formulas += 1;
                self.formula(&source, true);
            }
            Event::Html(text) => push_prose(&mut self.html, &text),
            Event::InlineHtml(text) => {
                self.others += 1;
                // The one tag that tables cannot do without.
                if matches!(&*text, "<br>" | "<br/>" | "<br />") {
                    self.html.push_str("<br>");
                } else {
                    self.add_link_text(&text);
                    push_prose(&mut self.html, &text);
                }
            }
            Event::FootnoteReference(label) => {
                self.others += 1;
                self.html.push_str("<sup class=\"md-footnote-ref\">");
                push_prose(&mut self.html, &label);
                self.html.push_str("</sup>");
            }
            Event::SoftBreak => {
                self.add_link_text(" ");
                self.html.push('\n');
            }
            Event::HardBreak => {
                self.others += 1;
                self.html.push_str("<br>\n");
            }
            Event::Rule => {
                self.html.push_str("<hr>");
                if self.open.is_empty() {
                    self.end_block(BlockKind::Prose);
                }
            }
            Event::TaskListMarker(done) => {
                self.mark_choice();
                self.html.push_str(if done {
                    "<span class=\"md-task md-task-done\" role=\"checkbox\" aria-checked=\"true\" \
                     aria-disabled=\"true\"></span> "
                } else {
                    "<span class=\"md-task\" role=\"checkbox\" aria-checked=\"false\" \
                     aria-disabled=\"true\"></span> "
                });
            }
        }
    }

    /// Says of the list's item that begins here that it begins with a box. A sheet could see
    /// that by itself (`:has`), but would look for it with every node that is put in the page.
    fn mark_choice(&mut self) {
        const ITEM: &str = "<li>";
        let Some(at) = self.html.rfind(ITEM) else {
            return;
        };
        if matches!(self.html[at + ITEM.len()..].trim(), "" | "<p>") {
            self.html
                .replace_range(at..at + ITEM.len(), "<li class=\"md-choice\">");
        }
    }

    fn end_block(&mut self, kind: BlockKind) {
        let html = std::mem::take(&mut self.html);
        self.blocks.push(crate::block(kind, html));
    }

    /// Opens an element, unless it would be nested too deep.
    fn open(&mut self, tag: &str, close: &'static str) {
        if self.open.len() < MAX_DEPTH {
            self.html.push_str(tag);
            self.open.push(Close::Html(close));
        } else {
            self.open.push(Close::Nothing);
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph => {
                if self.open.is_empty() {
                    self.formulas = 0;
                    self.others = 0;
                }
                self.open("<p>", "</p>\n");
            }
            Tag::Heading { level, .. } => {
                let (tag, close) = heading(level);
                self.open(tag, close);
            }
            Tag::BlockQuote(None) => self.open("<blockquote>\n", "</blockquote>\n"),
            Tag::BlockQuote(Some(kind)) => self.open(alert(kind), "</blockquote>\n"),
            Tag::CodeBlock(kind) => {
                let language = match kind {
                    CodeBlockKind::Fenced(info) => label(&info),
                    CodeBlockKind::Indented => String::new(),
                };
                self.code = Some((language, String::new()));
                self.open.push(Close::Nothing);
            }
            Tag::HtmlBlock => {
                self.verbatim = true;
                self.open("<p class=\"md-html\">", "</p>\n");
            }
            Tag::List(None) => self.open("<ul>\n", "</ul>\n"),
            Tag::List(Some(1)) => self.open("<ol>\n", "</ol>\n"),
            Tag::List(Some(first)) => self.open(&format!("<ol start=\"{first}\">\n"), "</ol>\n"),
            Tag::Item => self.open("<li>", "</li>\n"),
            Tag::FootnoteDefinition(label) => {
                let mut tag =
                    String::from("<div class=\"md-footnote\"><span class=\"md-footnote-label\">");
                push_prose(&mut tag, &label);
                tag.push_str("</span>");
                self.open(&tag, "</div>\n");
            }
            Tag::Table(alignments) => {
                self.alignments = alignments;
                self.open(
                    "<div class=\"md-table\"><table>",
                    "</tbody></table></div>\n",
                );
            }
            Tag::TableHead => {
                self.in_head = true;
                self.column = 0;
                self.open("<thead><tr>", "</tr></thead><tbody>\n");
            }
            Tag::TableRow => {
                self.in_head = false;
                self.column = 0;
                self.open("<tr>", "</tr>\n");
            }
            Tag::TableCell => {
                let tag = cell(self.in_head, self.alignments.get(self.column));
                self.column += 1;
                self.open(&tag, if self.in_head { "</th>" } else { "</td>" });
            }
            Tag::Emphasis => self.inline("<em>", "</em>"),
            Tag::Strong => self.inline("<strong>", "</strong>"),
            Tag::Strikethrough => self.inline("<del>", "</del>"),
            Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            } => {
                self.others += 1;
                let (address, title) = self.resolved(link_type, &dest_url, &title, &id);
                self.link = Some(OpenLink {
                    at: self.html.len(),
                    address,
                    title,
                    text: String::new(),
                });
                self.open.push(Close::Nothing);
            }
            Tag::Image {
                link_type,
                dest_url,
                title,
                id,
            } => {
                self.others += 1;
                let (address, _) = self.resolved(link_type, &dest_url, &title, &id);
                self.image = Some(Image {
                    depth: 0,
                    address,
                    alt: String::new(),
                });
            }
            // Not enabled.
            _ => self.open.push(Close::Nothing),
        }
    }

    fn inline(&mut self, tag: &str, close: &'static str) {
        self.others += 1;
        self.open(tag, close);
    }

    fn end(&mut self, tag: TagEnd, end: usize) {
        match self.open.pop() {
            Some(Close::Html(close)) => self.html.push_str(close),
            Some(Close::Nothing) | None => {}
        }
        match tag {
            TagEnd::CodeBlock => {
                self.end_code(end);
                return;
            }
            TagEnd::Link => self.end_link(),
            TagEnd::HtmlBlock => self.verbatim = false,
            _ => {}
        }
        if self.open.is_empty() {
            let is_formula =
                tag == TagEnd::Paragraph && self.finished && self.formulas == 1 && self.others == 0;
            self.end_block(if is_formula {
                BlockKind::Math
            } else {
                BlockKind::Prose
            });
        }
    }

    /// A code block: at top level blocks of their own, else inside the block.
    fn end_code(&mut self, end: usize) {
        let Some((language, text)) = self.code.take() else {
            return;
        };
        // Still being typed: plain until it is whole.
        let typed = !self.finished && end >= self.length;
        if self.open.is_empty() {
            if !self.finished {
                let mut body = String::new();
                push_source(&mut body, &text);
                self.blocks.push(code_block(&body, &language, false));
            } else {
                self.blocks.extend(code_blocks(&text, &language));
            }
            return;
        }
        self.html.push_str(&opening(&language, false));
        if typed {
            push_source(&mut self.html, &text);
        } else if self.finished && self.coloured.is_empty() {
            self.html.push_str(&coloured(&text, &language));
        } else {
            let body = self
                .coloured
                .entry((language, text))
                .or_insert_with_key(|(language, text)| coloured(text, language));
            self.html.push_str(body);
        }
        self.html.push_str(CLOSING);
        self.html.push('\n');
    }

    fn text(&mut self, text: &str) {
        if let Some((_, code)) = &mut self.code {
            code.push_str(text);
            return;
        }
        if !text.trim().is_empty() {
            self.others += 1;
        }
        if self.verbatim || self.link.is_some() {
            self.add_link_text(text);
            push_prose(&mut self.html, text);
            return;
        }
        // Addresses without markup are links too.
        let mut rest = text;
        while let Some((start, end)) = bare_address(rest) {
            push_prose(&mut self.html, &rest[..start]);
            let at = self.html.len();
            push_prose(&mut self.html, &rest[start..end]);
            self.link = Some(OpenLink {
                at,
                address: rest[start..end].to_owned(),
                title: String::new(),
                text: rest[start..end].to_owned(),
            });
            self.end_link();
            rest = &rest[end..];
        }
        push_prose(&mut self.html, rest);
    }

    fn add_link_text(&mut self, text: &str) {
        if let Some(link) = &mut self.link {
            link.text.push_str(text);
        }
    }

    fn formula(&mut self, source: &str, display: bool) {
        self.add_link_text(source);
        if let Some(markup) = mathml(source, display) {
            self.html.push_str(&markup);
            return;
        }
        let marks = if display { "$$" } else { "$" };
        self.html.push_str("<code class=\"md-math-source\">");
        self.html.push_str(marks);
        push_source(&mut self.html, source);
        self.html.push_str(marks);
        self.html.push_str("</code>");
    }
}

fn heading(level: HeadingLevel) -> (&'static str, &'static str) {
    match level {
        HeadingLevel::H1 => ("<h1>", "</h1>\n"),
        HeadingLevel::H2 => ("<h2>", "</h2>\n"),
        HeadingLevel::H3 => ("<h3>", "</h3>\n"),
        HeadingLevel::H4 => ("<h4>", "</h4>\n"),
        HeadingLevel::H5 => ("<h5>", "</h5>\n"),
        HeadingLevel::H6 => ("<h6>", "</h6>\n"),
    }
}

fn alert(kind: BlockQuoteKind) -> &'static str {
    match kind {
        BlockQuoteKind::Note => {
            "<blockquote class=\"md-alert md-alert-note\"><p class=\"md-alert-title\">Note</p>\n"
        }
        BlockQuoteKind::Tip => {
            "<blockquote class=\"md-alert md-alert-tip\"><p class=\"md-alert-title\">Tip</p>\n"
        }
        BlockQuoteKind::Important => {
            "<blockquote class=\"md-alert md-alert-important\"><p class=\"md-alert-title\">Important</p>\n"
        }
        BlockQuoteKind::Warning => {
            "<blockquote class=\"md-alert md-alert-warning\"><p class=\"md-alert-title\">Warning</p>\n"
        }
        BlockQuoteKind::Caution => {
            "<blockquote class=\"md-alert md-alert-caution\"><p class=\"md-alert-title\">Caution</p>\n"
        }
    }
}

fn cell(head: bool, alignment: Option<&Alignment>) -> String {
    let class = match alignment {
        Some(Alignment::Left) => " class=\"md-left\"",
        Some(Alignment::Center) => " class=\"md-center\"",
        Some(Alignment::Right) => " class=\"md-right\"",
        Some(Alignment::None) | None => "",
    };
    format!("<{}{class}>", if head { "th" } else { "td" })
}
