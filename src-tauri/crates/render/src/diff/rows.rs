//! The rows of a diff and their HTML.

use std::ops::Range;

use model::view::{Block, BlockKind};

use super::line::{Sides, push_line};
use super::{DiffRendered, words};
use crate::{grouped, omitted};

/// One block has at most this many rows; more continue in another one, so that a
/// window need not hold what nobody looks at.
const BLOCK_ROWS: usize = 240;
/// A diff shows at most this many …
const MAX_ROWS: usize = 10_000;
/// … and about this many bytes of HTML.
const MAX_BYTES: usize = 2 * 1024 * 1024;
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Context,
    Added,
    Removed,
    Hunk,
    Note,
}

/// One row; lines count from 1.
pub(super) struct Row {
    kind: Kind,
    old: Option<usize>,
    new: Option<usize>,
    text: String,
}

impl Row {
    pub(super) fn line(kind: Kind, old: Option<usize>, new: Option<usize>, text: &str) -> Self {
        let text = text.strip_suffix('\n').unwrap_or(text);
        let text = text.strip_suffix('\r').unwrap_or(text).to_owned();
        Self {
            kind,
            old,
            new,
            text,
        }
    }

    pub(super) fn hunk(old: &Range<usize>, new: &Range<usize>) -> Self {
        let side = |range: &Range<usize>| {
            let first = range.start + usize::from(!range.is_empty());
            format!("{first},{}", range.len())
        };
        Self::head(&format!("@@ -{} +{} @@", side(old), side(new)))
    }

    pub(super) fn head(text: &str) -> Self {
        Self::line(Kind::Hunk, None, None, text)
    }

    pub(super) fn note(text: &str) -> Self {
        Self::line(Kind::Note, None, None, text)
    }

    pub(super) fn kind(&self) -> Kind {
        self.kind
    }
}

/// Gathers rows into blocks.
pub(super) struct Rows {
    path: String,
    sides: Sides,
    /// The block being filled goes on from the one before.
    continues: bool,
    /// Removed lines, then added ones: they are compared when the run ends.
    removed: Vec<Row>,
    added: Vec<Row>,
    html: String,
    in_block: usize,
    shown: usize,
    bytes: usize,
    left_out: usize,
    counts: (u32, u32),
    blocks: Vec<Block>,
}

impl Rows {
    pub(super) fn new(path: &str) -> Self {
        Self {
            path: crate::visible(path),
            sides: Sides::of(path),
            continues: false,
            removed: Vec::new(),
            added: Vec::new(),
            html: String::new(),
            in_block: 0,
            shown: 0,
            bytes: 0,
            left_out: 0,
            counts: (0, 0),
            blocks: Vec::new(),
        }
    }

    /// What follows is of another file.
    pub(super) fn file(&mut self, path: &str) {
        self.end_run();
        self.end_block();
        self.path = crate::visible(path);
        self.sides = Sides::of(path);
        self.continues = false;
    }

    pub(super) fn push(&mut self, row: Row) {
        match row.kind {
            Kind::Removed => {
                if !self.added.is_empty() {
                    self.end_run();
                }
                self.counts.1 = self.counts.1.saturating_add(1);
                self.removed.push(row);
            }
            Kind::Added => {
                self.counts.0 = self.counts.0.saturating_add(1);
                self.added.push(row);
            }
            Kind::Note if !self.added.is_empty() => self.added.push(row),
            Kind::Note if !self.removed.is_empty() => self.removed.push(row),
            _ => {
                self.end_run();
                if row.kind == Kind::Hunk {
                    self.sides.begin();
                }
                self.write(&row, None);
            }
        }
    }

    pub(super) fn finish(mut self) -> DiffRendered {
        self.end_run();
        self.end_block();
        if self.left_out > 0 {
            let text = format!("{} more rows are not shown.", grouped(self.left_out));
            self.blocks.push(omitted(&text));
        }
        DiffRendered {
            blocks: self.blocks,
            added: self.counts.0,
            removed: self.counts.1,
        }
    }

    /// Writes a run of removed and added lines, the n-th beside the n-th when
    /// there are as many of both.
    fn end_run(&mut self) {
        let removed = std::mem::take(&mut self.removed);
        let added = std::mem::take(&mut self.added);
        let of = |rows: &[Row], kind| rows.iter().filter(|row| row.kind == kind).count();
        let pairs = of(&removed, Kind::Removed) == of(&added, Kind::Added) && removed.len() <= 200;
        let mut marks = Vec::new();
        if pairs {
            let old = removed.iter().filter(|row| row.kind == Kind::Removed);
            let new = added.iter().filter(|row| row.kind == Kind::Added);
            marks = old
                .zip(new)
                .map(|(old, new)| words(&old.text, &new.text))
                .collect();
        }
        let mut at = 0;
        for row in &removed {
            let parts = marks.get(at).and_then(|m| m.as_ref()).map(|m| &m.0[..]);
            self.write(row, parts.filter(|_| row.kind == Kind::Removed));
            at += usize::from(row.kind == Kind::Removed);
        }
        at = 0;
        for row in &added {
            let parts = marks.get(at).and_then(|m| m.as_ref()).map(|m| &m.1[..]);
            self.write(row, parts.filter(|_| row.kind == Kind::Added));
            at += usize::from(row.kind == Kind::Added);
        }
    }

    fn write(&mut self, row: &Row, parts: Option<&[(bool, &str)]>) {
        if self.shown >= MAX_ROWS || self.bytes >= MAX_BYTES {
            self.left_out += 1;
            return;
        }
        let before = self.html.len();
        let (class, sign) = match row.kind {
            Kind::Context => ("diff-ctx", ""),
            Kind::Added => ("diff-add", "+"),
            Kind::Removed => ("diff-del", "-"),
            Kind::Hunk => ("diff-hunk", ""),
            Kind::Note => ("diff-note", ""),
        };
        let number = |n: Option<usize>| n.map(|n| n.to_string()).unwrap_or_default();
        self.html.push_str(&format!(
            "<tr class=\"{class}\"><td class=\"diff-old\">{}</td><td class=\"diff-new\">{}</td>\
             <td class=\"diff-sign\">{sign}</td><td class=\"diff-text\">",
            number(row.old),
            number(row.new)
        ));
        let colours = match row.kind {
            Kind::Context => self.sides.context(&row.text),
            Kind::Added => self.sides.added(&row.text),
            Kind::Removed => self.sides.removed(&row.text),
            Kind::Hunk | Kind::Note => Vec::new(),
        };
        push_line(&mut self.html, &row.text, &colours, parts.unwrap_or(&[]));
        self.html.push_str("</td></tr>\n");
        self.bytes += self.html.len() - before;
        self.shown += 1;
        self.in_block += 1;
        if self.in_block >= BLOCK_ROWS {
            self.end_block();
        }
    }

    fn end_block(&mut self) {
        if self.in_block == 0 {
            return;
        }
        let class = if self.continues {
            "diff diff-more"
        } else {
            "diff"
        };
        let html = format!(
            "<table class=\"{class}\"><tbody>\n{}</tbody></table>",
            self.html
        );
        self.continues = true;
        self.html.clear();
        self.in_block = 0;
        self.blocks.push(Block {
            kind: BlockKind::Diff,
            html,
            label: self.path.clone(),
        });
    }
}
