//! A code fence that is still open at top level.
//!
//! Inside a fence nothing but its end has a meaning, so its lines are taken as
//! they come and never parsed again. The block being typed is plain; it is
//! coloured and frozen when the fence closes or when the next block begins.

use model::view::Block;

use crate::code::{CLOSING, Cutter, PIECE_BYTES, code_block, line_pieces, opening};
use crate::escape::push_source;

/// An open fence.
pub(crate) struct Fence {
    marker: char,
    length: usize,
    indent: usize,
    language: String,
    cutter: Cutter,
    /// The HTML of what the open block has so far.
    body: String,
    /// Whether the head of a very long line was taken already.
    mid_line: bool,
}

/// What came of some text.
pub(crate) struct Fed {
    /// Blocks that are finished.
    pub(crate) finished: Vec<Block>,
    /// The block being typed; none once the fence is closed.
    pub(crate) open: Option<Block>,
    /// How many bytes of the text are used up.
    pub(crate) used: usize,
    /// How many bytes were looked at.
    pub(crate) work: usize,
}

impl Fence {
    /// Reads the opening line (complete, with its newline).
    pub(crate) fn open(line: &str, language: String) -> Option<Self> {
        let text = line.trim_start_matches(' ');
        let marker = text.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let length = text.chars().take_while(|c| *c == marker).count();
        (length >= 3).then(|| Self {
            marker,
            length,
            indent: line.len() - text.len(),
            cutter: Cutter::new(&language),
            language,
            body: String::new(),
            mid_line: false,
        })
    }

    /// Takes what it can of `text`: whole lines, and the head of one that is
    /// very long. With `finish` everything.
    pub(crate) fn feed(&mut self, text: &str, finish: bool) -> Fed {
        let mut finished = Vec::new();
        let mut used = 0;
        while let Some(end) = text[used..].find('\n') {
            let line = &text[used..=used + end];
            used += end + 1;
            if self.closes(line) {
                return self.closed(finished, used);
            }
            self.take(line, &mut finished);
            self.mid_line = false;
        }
        let mut rest = &text[used..];
        if finish {
            used = text.len();
            // Blanks that no newline ends are no line.
            let is_line = self.mid_line || !rest.trim_matches([' ', '\t']).is_empty();
            if is_line && !self.closes(rest) {
                self.take(rest, &mut finished);
            }
            return self.closed(finished, used);
        }
        // A line of nothing but marks may turn out to be the end.
        let undecided =
            !self.mid_line && rest.chars().all(|c| c == self.marker || c.is_whitespace());
        let mut typed = String::new();
        if !undecided {
            while rest.len() > PIECE_BYTES + self.indent {
                let content = self.content(rest);
                let piece = crate::json::head(&content, PIECE_BYTES).to_owned();
                let removed = rest.len() - content.len();
                self.take_piece(&piece, &mut finished);
                self.mid_line = true;
                used += removed + piece.len();
                rest = &text[used..];
            }
            push_source(&mut typed, &self.content(rest));
        }
        let mut body = String::with_capacity(self.body.len() + typed.len() + 128);
        body.push_str(&opening(&self.language, self.cutter.continues));
        body.push_str(&self.body);
        body.push_str(&typed);
        body.push_str(CLOSING);
        let mut open = code_block("", &self.language, self.cutter.continues);
        open.html = body;
        Fed {
            finished,
            open: Some(open),
            used,
            work: used + rest.len(),
        }
    }

    fn closed(&mut self, mut finished: Vec<Block>, used: usize) -> Fed {
        let cutter = std::mem::replace(&mut self.cutter, Cutter::new(""));
        finished.push(cutter.finish());
        Fed {
            finished,
            open: None,
            used,
            work: used,
        }
    }

    fn take(&mut self, line: &str, finished: &mut Vec<Block>) {
        let content = self.content(line).into_owned();
        for piece in line_pieces(&content) {
            self.take_piece(piece, finished);
        }
    }

    fn take_piece(&mut self, piece: &str, finished: &mut Vec<Block>) {
        if let Some(block) = self.cutter.push(piece) {
            finished.push(block);
            self.body.clear();
        }
        push_source(&mut self.body, piece);
    }

    /// Whether a line ends the fence: at least as many marks, nothing else.
    fn closes(&self, line: &str) -> bool {
        if self.mid_line {
            return false;
        }
        let text = line.trim_start_matches(' ');
        if line.len() - text.len() > 3 {
            return false;
        }
        let rest = text.trim_start_matches(self.marker);
        text.len() - rest.len() >= self.length && rest.trim_matches([' ', '\t', '\n']).is_empty()
    }

    /// A line without as much indentation as the fence itself has. A tab that
    /// is only partly indentation leaves spaces.
    fn content<'t>(&self, line: &'t str) -> std::borrow::Cow<'t, str> {
        if self.indent == 0 || self.mid_line {
            return line.into();
        }
        let mut column = 0;
        for (index, c) in line.char_indices() {
            if column >= self.indent {
                return line[index..].into();
            }
            match c {
                ' ' => column += 1,
                '\t' => {
                    let left = 4 - self.indent;
                    return format!("{}{}", " ".repeat(left), &line[index + 1..]).into();
                }
                _ => return line[index..].into(),
            }
        }
        "".into()
    }
}
