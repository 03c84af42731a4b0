//! Diffs: from two texts, or from an agent's unified diff.

mod line;
mod rows;
mod unified;

use model::view::Block;
use similar::algorithms::{Capture, Compact, IdentifyDistinct, Replace, myers, patience};
use similar::{ChangeTag, DiffOp};

pub use unified::{diff_files, diff_of_file, diff_unified};

use rows::{Kind, Row, Rows};

/// Where comparing costs too much (the middle that differs, in lines), the old
/// middle is shown as removed and the new one as added.
const MAX_COMPARED: usize = 20_000;

/// A diff as blocks, with the counts of all its lines, shown or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffRendered {
    /// One or more blocks a file; the label is the file's path.
    pub blocks: Vec<Block>,
    /// Lines added.
    pub added: u32,
    /// Lines removed.
    pub removed: u32,
}

/// How many lines of a file a diff adds and removes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileLines {
    /// The file, as the diff names it; empty where it names none.
    pub path: String,
    /// Lines added.
    pub added: u32,
    /// Lines removed.
    pub removed: u32,
}

/// How many lines the change from one text to another adds and removes: the
/// counts of [`diff_texts`], with nothing rendered.
pub fn diff_counts(old: &str, new: &str) -> (u32, u32) {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let (old, new) = (lines(old), lines(new));
    let (added, removed) = operations(&old, &new)
        .iter()
        .filter(|op| op.tag() != similar::DiffTag::Equal)
        .fold((0, 0), |(added, removed), op| {
            (added + op.new_range().len(), removed + op.old_range().len())
        });
    (count(added), count(removed))
}

/// The difference of two texts of one file, with `context` lines around each
/// change.
pub fn diff_texts(path: &str, old: &str, new: &str, context: usize) -> DiffRendered {
    let mut rows = Rows::new(path);
    let (old, new) = (lines(old), lines(new));
    for group in similar::group_diff_ops(operations(&old, &new), context) {
        if let (Some(first), Some(last)) = (group.first(), group.last()) {
            let old = first.old_range().start..last.old_range().end;
            let new = first.new_range().start..last.new_range().end;
            rows.push(Row::hunk(&old, &new));
        }
        for op in &group {
            push_op(&mut rows, op, &old, &new);
        }
    }
    rows.finish()
}

fn operations(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let head = common(old.iter().zip(new));
    let most = old.len().min(new.len()) - head;
    let tail = common(old[head..].iter().rev().zip(new[head..].iter().rev())).min(most);
    let middle = old.len() + new.len() - 2 * (head + tail);
    if middle > MAX_COMPARED {
        return whole_middle(old, new, head, tail);
    }
    compared(old, new, By::Line)
}

enum By {
    Line,
    Word,
}

/// `similar::TextDiff` would choose its algorithm while it runs, and so bring all of
/// them into the program, each in many copies.
fn compared(old: &[&str], new: &[&str], by: By) -> Vec<DiffOp> {
    let known = IdentifyDistinct::<u32>::new(old, 0..old.len(), new, 0..new.len());
    let (from, to) = (known.old_lookup(), known.new_lookup());
    let (olds, news) = (known.old_range(), known.new_range());
    let mut found = Compact::new(Replace::new(Capture::new()), from, to);
    let Ok(()) = match by {
        By::Line => patience::diff(&mut found, from, olds, to, news),
        By::Word => myers::diff(&mut found, from, olds, to, news),
    };
    found.into_inner().into_inner().into_ops()
}

fn common<'t>(pairs: impl Iterator<Item = (&'t &'t str, &'t &'t str)>) -> usize {
    pairs.take_while(|(a, b)| a == b).count()
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn whole_middle(old: &[&str], new: &[&str], head: usize, tail: usize) -> Vec<DiffOp> {
    let equal = |old_index, new_index, len| DiffOp::Equal {
        old_index,
        new_index,
        len,
    };
    let mut ops = vec![
        equal(0, 0, head),
        DiffOp::Replace {
            old_index: head,
            old_len: old.len() - head - tail,
            new_index: head,
            new_len: new.len() - head - tail,
        },
        equal(old.len() - tail, new.len() - tail, tail),
    ];
    ops.retain(|op| !op.old_range().is_empty() || !op.new_range().is_empty());
    ops
}

fn push_op(rows: &mut Rows, op: &DiffOp, old: &[&str], new: &[&str]) {
    let (tag, old_range, new_range) = op.as_tag_tuple();
    if tag == similar::DiffTag::Equal {
        for (a, b) in old_range.zip(new_range) {
            rows.push(Row::line(Kind::Context, Some(a + 1), Some(b + 1), new[b]));
            note_missing_newline(rows, new[b]);
        }
        return;
    }
    for index in old_range {
        rows.push(Row::line(Kind::Removed, Some(index + 1), None, old[index]));
        note_missing_newline(rows, old[index]);
    }
    for index in new_range {
        rows.push(Row::line(Kind::Added, None, Some(index + 1), new[index]));
        note_missing_newline(rows, new[index]);
    }
}

fn note_missing_newline(rows: &mut Rows, line: &str) {
    if !line.ends_with('\n') {
        rows.push(Row::note("No newline at end of file"));
    }
}

/// The words that two versions of a line differ in: for each version its parts,
/// `true` where it differs.
#[allow(clippy::type_complexity)]
fn words<'t>(old: &'t str, new: &'t str) -> Option<(Vec<(bool, &'t str)>, Vec<(bool, &'t str)>)> {
    if old.len().max(new.len()) > 2_000 {
        return None;
    }
    let (old_parts, new_parts) = (parts(old), parts(new));
    let ops = compared(&old_parts, &new_parts, By::Word);
    // Lines with little in common are clearer without marks.
    if similar::diff_ratio(&ops, old_parts.len(), new_parts.len()) < 0.4 {
        return None;
    }
    let (mut before, mut after) = (Vec::new(), Vec::new());
    let changes = ops
        .iter()
        .flat_map(|op| op.iter_changes(old_parts.as_slice(), new_parts.as_slice()));
    for change in changes {
        let text = match (change.old_index(), change.new_index()) {
            (Some(index), _) => old_parts[index],
            (None, Some(index)) => new_parts[index],
            (None, None) => continue,
        };
        match change.tag() {
            ChangeTag::Equal => {
                before.push((false, text));
                after.push((false, text));
            }
            ChangeTag::Delete => before.push((true, text)),
            ChangeTag::Insert => after.push((true, text)),
        }
    }
    Some((before, after))
}

/// A line in words, runs of white space and single other characters.
fn parts(line: &str) -> Vec<&str> {
    let class = |c: char| match c {
        _ if c.is_alphanumeric() || c == '_' => 0,
        _ if c.is_whitespace() => 1,
        _ => 2,
    };
    let mut parts = Vec::new();
    let mut start = 0;
    let mut previous = None;
    for (index, c) in line.char_indices() {
        let kind = class(c);
        if previous.is_some_and(|p| p != kind || kind == 2) {
            parts.push(&line[start..index]);
            start = index;
        }
        previous = Some(kind);
    }
    if start < line.len() {
        parts.push(&line[start..]);
    }
    parts
}
