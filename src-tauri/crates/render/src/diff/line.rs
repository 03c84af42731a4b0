//! One line of a diff: its colours by syntax, and marks where words differ.

use crate::code::Colours;
use crate::escape::push_source;
use crate::grouped;
use crate::json::head;

/// A longer line is folded.
const MAX_LINE: usize = 20_000;
/// The most bytes of a diff that get colours.
const MAX_COLOURED: usize = 128 * 1024;

/// Pieces of a line: where each ends, and its class.
pub(super) type Pieces = Vec<(usize, Option<&'static str>)>;

/// The highlighters of both versions of a file.
pub(super) struct Sides {
    language: String,
    old: Colours,
    new: Colours,
    left: usize,
}

impl Sides {
    /// For a file, by its name's ending.
    pub(super) fn of(path: &str) -> Self {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let language = match name.rsplit_once('.') {
            Some((_, suffix)) => suffix,
            None => name,
        };
        Self {
            language: language.to_owned(),
            old: Colours::new(language),
            new: Colours::new(language),
            left: MAX_COLOURED,
        }
    }

    /// A hunk begins: what was open before it says nothing about it.
    pub(super) fn begin(&mut self) {
        self.old = Colours::new(&self.language);
        self.new = Colours::new(&self.language);
    }

    pub(super) fn removed(&mut self, text: &str) -> Pieces {
        self.pieces(text, true, false)
    }

    pub(super) fn added(&mut self, text: &str) -> Pieces {
        self.pieces(text, false, true)
    }

    pub(super) fn context(&mut self, text: &str) -> Pieces {
        self.pieces(text, true, true)
    }

    fn pieces(&mut self, text: &str, old: bool, new: bool) -> Pieces {
        self.left = self.left.saturating_sub(text.len() + 1);
        if self.left == 0 {
            return Pieces::new();
        }
        // The grammars want lines with their ends.
        let line = format!("{text}\n");
        let mut pieces = Pieces::new();
        if old {
            pieces = self.old.line(&line);
        }
        if new {
            pieces = self.new.line(&line);
        }
        pieces
    }
}

/// Appends a line's text. `colours` and `marks` each cover it from its start on,
/// as far as they go.
pub(super) fn push_line(
    html: &mut String,
    text: &str,
    colours: &[(usize, Option<&'static str>)],
    marks: &[(bool, &str)],
) {
    let shown = head(text, MAX_LINE);
    let mut mark_ends = Vec::with_capacity(marks.len());
    let mut end = 0;
    for (differs, part) in marks {
        end += part.len();
        mark_ends.push((end, *differs));
    }
    let mut out = Out {
        html,
        marked: false,
        class: None,
    };
    let (mut at, mut colour, mut mark) = (0, 0, 0);
    while at < shown.len() {
        while colours.get(colour).is_some_and(|(end, _)| *end <= at) {
            colour += 1;
        }
        while mark_ends.get(mark).is_some_and(|(end, _)| *end <= at) {
            mark += 1;
        }
        let (colour_end, class) = colours.get(colour).copied().unwrap_or((usize::MAX, None));
        let (mark_end, differs) = mark_ends.get(mark).copied().unwrap_or((usize::MAX, false));
        let end = colour_end.min(mark_end).min(shown.len());
        out.push(&shown[at..end], class, differs);
        at = end;
    }
    out.close();
    if shown.len() < text.len() {
        html.push_str(&format!(
            "<span class=\"folded\">… {} more bytes</span>",
            grouped(text.len() - shown.len())
        ));
    }
}

/// Neighbours of one kind share an element; a mark holds colours, never the other way.
struct Out<'h> {
    html: &'h mut String,
    marked: bool,
    class: Option<&'static str>,
}

impl Out<'_> {
    fn push(&mut self, text: &str, class: Option<&'static str>, differs: bool) {
        if differs != self.marked {
            self.close();
            if differs {
                self.html.push_str("<mark class=\"diff-word\">");
                self.marked = true;
            }
        }
        if class != self.class && !text.trim().is_empty() {
            self.close_colour();
            if let Some(class) = class {
                self.html.push_str(&format!("<span class=\"{class}\">"));
            }
            self.class = class;
        }
        push_source(self.html, text);
    }

    fn close_colour(&mut self) {
        if self.class.take().is_some() {
            self.html.push_str("</span>");
        }
    }

    fn close(&mut self) {
        self.close_colour();
        if self.marked {
            self.html.push_str("</mark>");
            self.marked = false;
        }
    }
}
