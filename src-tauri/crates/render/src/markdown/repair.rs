//! The end of a text that is still being typed, made to look sane.
//!
//! A mark that is open (`**bold`, `` `code ``, `[link](htt`) is closed, one that
//! may still become anything (`*` at the end, a line of dashes, `- [`) is left
//! out for now. This is for the eye only: what is finished is parsed as it was
//! written.

use super::parse::Leaf;

/// `text` without a last line that says nothing yet, or says something else in
/// a moment: marks only, a list's number, the start of a fence, a task's box,
/// an alert's or a footnote's label.
pub(crate) fn without_marks(text: &str) -> &str {
    let start = text.rfind('\n').map_or(0, |at| at + 1);
    let mut line = &text[start..];
    loop {
        let trimmed = line.trim_start_matches([' ', '\t', '>']);
        let rest = match trimmed.split_once([' ', '\t']) {
            Some((marker, rest)) if is_list_marker(marker) => rest,
            _ => trimmed,
        };
        if rest.len() == line.len() {
            break;
        }
        line = rest;
    }
    let only = |marks: &str| line.chars().all(|c| marks.contains(c));
    let hidden = only("-=*_+#`~|: \t")
        || is_list_marker(line)
        || line.len() <= 9 && line.bytes().all(|b| b.is_ascii_digit())
        || (line.starts_with("```") && !line[3..].trim_start_matches('`').contains('`'))
        || line.starts_with("~~~")
        || matches!(line, "[" | "[ " | "[x" | "[X" | "[ ]" | "[x]" | "[X]")
        || (line.starts_with("[!") || line.starts_with("[^")) && !line.contains(']')
        || line.starts_with("[^") && line.ends_with(']');
    if hidden { &text[..start] } else { text }
}

fn is_list_marker(word: &str) -> bool {
    match word {
        "-" | "*" | "+" => true,
        _ => word.strip_suffix(['.', ')']).is_some_and(|digits| {
            (1..=9).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit())
        }),
    }
}

enum Mark {
    /// `*`, `_` or `~`, so many of them, from here.
    Run(char, usize, usize),
    /// `[` here; with `!` before it an image.
    Bracket(usize, bool),
}

/// `text` with the open marks of its last leaf closed; nothing if there is
/// nothing to mend.
pub(crate) fn closed(text: &str, leaf: &Leaf) -> Option<String> {
    let after = text.get(leaf.range.end..)?;
    let breaks = after.matches('\n').count();
    if breaks > 1
        || (leaf.one_line && breaks > 0)
        || (leaf.in_cell && (breaks > 0 || after.contains('|')))
    {
        return None;
    }
    let body = text.get(leaf.range.start..)?.trim_end();
    let mended = mend(body)?;
    Some(format!("{}{mended}", &text[..leaf.range.start]))
}

/// The leaf's text with its open marks closed.
fn mend(body: &str) -> Option<String> {
    let mut marks: Vec<Mark> = Vec::new();
    let mut at = 0;
    while at < body.len() {
        let rest = &body[at..];
        let c = rest.chars().next()?;
        match c {
            '\\' => {
                let Some(next) = rest.chars().nth(1) else {
                    return Some(finish(&body[..at], marks, ""));
                };
                at += 1 + next.len_utf8();
            }
            '`' => {
                let run = run_length(rest, '`');
                match closing_run(&rest[run..], run) {
                    Some(end) => at += run + end,
                    None if rest[run..].trim().is_empty() => {
                        return Some(finish(&body[..at], marks, ""));
                    }
                    None => {
                        let typed = body.trim_end_matches('`');
                        return Some(finish(typed, marks, &"`".repeat(run)));
                    }
                }
            }
            '$' => {
                let run = run_length(rest, '$').min(2);
                match closing_math(&rest[run..], run) {
                    Some(end) => at += run + end,
                    // A formula that is not whole yet is shown as its source.
                    None if run == 2 || rest[run..].starts_with('\\') => {
                        if rest[run..].trim().is_empty() || rest.contains('`') {
                            return Some(finish(&body[..at], marks, ""));
                        }
                        let source = format!("{}`` {rest} ``", &body[..at]);
                        return Some(finish(&source, marks, ""));
                    }
                    None => at += run,
                }
            }
            '[' => {
                marks.push(Mark::Bracket(at, body[..at].ends_with('!')));
                at += 1;
            }
            ']' => {
                let Some(open) = marks.iter().rposition(|m| matches!(m, Mark::Bracket(..))) else {
                    at += 1;
                    continue;
                };
                let next = &rest[1..];
                let target = match next.chars().next() {
                    Some('(') => Some(')'),
                    Some('[') => Some(']'),
                    _ => None,
                };
                match target {
                    None => {
                        marks.truncate(open);
                        at += 1;
                    }
                    Some(end) => match balanced(next, end) {
                        Some(length) => {
                            marks.truncate(open);
                            at += 1 + length;
                        }
                        None => return Some(finish(&body[..at], marks, "")),
                    },
                }
            }
            '*' | '_' | '~' => {
                let run = run_length(rest, c);
                let last = at + run == body.len();
                let left = run_closes(&mut marks, body, at, c, run);
                if last {
                    if left > 0 {
                        return Some(finish(&body[..body.len() - left], marks, ""));
                    }
                } else if left > 0 && opens(body, at, c, run) {
                    marks.push(Mark::Run(c, left, at));
                }
                at += run;
            }
            '<' => {
                at += rest
                    .find('>')
                    .filter(|end| !rest[..*end].contains(' '))
                    .unwrap_or(0)
                    + 1
            }
            _ => at += c.len_utf8(),
        }
    }
    if marks.is_empty() {
        return None;
    }
    Some(finish(body, marks, ""))
}

/// Closes `marks` over `body` after `first`.
fn finish(body: &str, mut marks: Vec<Mark>, first: &str) -> String {
    let mut body = body;
    let mut first = first;
    // A bracket without text, or of a footnote, says nothing yet.
    if let Some(cut) = marks.iter().position(|mark| match mark {
        Mark::Bracket(at, _) => {
            let inner = body.get(at + 1..).unwrap_or("");
            inner.trim().is_empty() || inner.starts_with('^')
        }
        Mark::Run(..) => false,
    }) {
        if let Mark::Bracket(at, image) = marks[cut] {
            body = body[..at.min(body.len())].trim_end_matches(if image { '!' } else { '\0' });
        }
        marks.truncate(cut);
        first = "";
    }
    // Nor does a mark with nothing after it.
    body = body.trim_end();
    if first.is_empty() {
        while let Some(Mark::Run(_, length, at)) = marks.last() {
            if at + length < body.len() {
                break;
            }
            body = body[..*at.min(&body.len())].trim_end();
            marks.pop();
        }
    }
    let mut out = String::with_capacity(body.len() + 16);
    out.push_str(body);
    out.push_str(first);
    for mark in marks.iter().rev() {
        match mark {
            Mark::Run(c, length, _) => out.extend(std::iter::repeat_n(*c, *length)),
            // `array[0` is no link in the making.
            Mark::Bracket(at, _) if body[..*at].ends_with(char::is_alphanumeric) => {}
            Mark::Bracket(..) => out.push_str("]()"),
        }
    }
    out
}

fn run_length(text: &str, mark: char) -> usize {
    text.len() - text.trim_start_matches(mark).len()
}

/// Where a run of exactly `length` backticks ends.
fn closing_run(text: &str, length: usize) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = text[at..].find('`') {
        let start = at + found;
        let run = run_length(&text[start..], '`');
        at = start + run;
        if run == length {
            return Some(at);
        }
    }
    None
}

fn closing_math(text: &str, length: usize) -> Option<usize> {
    if length == 2 {
        return text.find("$$").map(|at| at + 2);
    }
    if text.starts_with(char::is_whitespace) {
        return None;
    }
    let end = text.find('$')?;
    (!text[..end].ends_with(char::is_whitespace)).then_some(end + 1)
}

/// The length of a bracketed part, from its bracket to the one that ends it.
fn balanced(text: &str, end: char) -> Option<usize> {
    let start = text.chars().next()?;
    let mut depth = 0usize;
    for (index, c) in text.char_indices() {
        if c == start {
            depth += 1;
        } else if c == end {
            depth -= 1;
            if depth == 0 {
                return Some(index + 1);
            }
        } else if c == '\n' && text[index + 1..].starts_with('\n') {
            return None;
        }
    }
    None
}

/// Lets a run close what it can; returns how much of it is left over.
fn run_closes(marks: &mut Vec<Mark>, body: &str, at: usize, c: char, run: usize) -> usize {
    let mut left = run;
    let after = body[at + run..].chars().next();
    if body[..at]
        .chars()
        .next_back()
        .is_none_or(char::is_whitespace)
        || (c == '_' && after.is_some_and(char::is_alphanumeric))
    {
        return left;
    }
    while left > 0 {
        match marks.last_mut() {
            Some(Mark::Run(open, length, _)) if *open == c => {
                if left >= *length {
                    left -= *length;
                    marks.pop();
                } else {
                    if after.is_some() {
                        *length -= left;
                        left = 0;
                    }
                    break;
                }
            }
            _ => break,
        }
    }
    left
}

/// Whether a run may open: at a word's start, with text after it.
fn opens(body: &str, at: usize, c: char, run: usize) -> bool {
    let before = body[..at].chars().next_back();
    let after = body[at + run..].chars().next();
    after.is_some_and(|a| !a.is_whitespace())
        && !before.is_some_and(char::is_alphanumeric)
        && (c != '~' || run <= 2)
}
