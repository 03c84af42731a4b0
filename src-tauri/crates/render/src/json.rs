//! JSON as indented, coloured text.
//!
//! The text is laid out token by token, not parsed into a value: numbers keep
//! their digits, objects keep duplicate keys and their order, depth costs no
//! stack, and what is not JSON is shown as it is.

use model::view::{Block, BlockKind};

use crate::escape::push_source;
use crate::grouped;

/// The most bytes of one value that are laid out.
const MAX_BYTES: usize = 256 * 1024;
/// A string longer than this is folded.
const MAX_STRING: usize = 20_000;
/// Deeper levels are no longer indented.
const MAX_INDENT: usize = 40;

/// `value_text` as a block: indented when it is JSON, as plain text when not.
/// Over 256 KiB its head is shown with a note of what is left out.
pub fn json(value_text: &str) -> Block {
    let text = value_text.trim();
    let body = if is_balanced(text) {
        laid_out(text)
    } else {
        None
    };
    let body = body.unwrap_or_else(|| {
        let head = head(text, MAX_BYTES);
        let mut out = String::new();
        push_source(&mut out, head);
        push_rest(&mut out, text.len() - head.len());
        out
    });
    crate::block(
        BlockKind::Json,
        format!("<pre class=\"json\"><code>{body}</code></pre>"),
    )
}

/// The longest prefix of at most `limit` bytes that ends between characters.
pub(crate) fn head(text: &str, limit: usize) -> &str {
    let mut end = limit.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn push_rest(out: &mut String, bytes: usize) {
    if bytes > 0 {
        out.push_str(&format!(
            "\n<span class=\"folded\">… {} more bytes are not shown</span>",
            grouped(bytes)
        ));
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Open(char),
    Close(char),
    Comma,
    Colon,
    String(&'a str),
    Number(&'a str),
    Word(&'a str),
}

/// The next token and the rest, or nothing where the text is not JSON.
fn token(text: &str) -> Option<(Token<'_>, &str)> {
    let first = text.chars().next()?;
    let one = |token| Some((token, &text[1..]));
    match first {
        '{' | '[' => one(Token::Open(first)),
        '}' | ']' => one(Token::Close(first)),
        ',' => one(Token::Comma),
        ':' => one(Token::Colon),
        '"' => {
            let bytes = text.as_bytes();
            let mut at = 1;
            loop {
                match bytes.get(at)? {
                    b'"' => break,
                    b'\\' => at += 2,
                    _ => at += 1,
                }
            }
            Some((Token::String(&text[..=at]), &text[at + 1..]))
        }
        '-' | '0'..='9' => {
            let end = text
                .find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E'))
                .unwrap_or(text.len());
            Some((Token::Number(&text[..end]), &text[end..]))
        }
        'a'..='z' => {
            let end = text
                .find(|c: char| !c.is_ascii_lowercase())
                .unwrap_or(text.len());
            matches!(&text[..end], "true" | "false" | "null")
                .then_some((Token::Word(&text[..end]), &text[end..]))
        }
        _ => None,
    }
}

/// Whether brackets match and tokens are well formed all the way, so that a
/// layout does not pretend that broken data is whole.
fn is_balanced(text: &str) -> bool {
    let mut open = Vec::new();
    let mut rest = text;
    let mut values = 0usize;
    while !rest.is_empty() {
        let Some((token, after)) = token(rest) else {
            return false;
        };
        match token {
            Token::Open(c) => open.push(c),
            Token::Close(c) if open.pop() != Some(if c == '}' { '{' } else { '[' }) => {
                return false;
            }
            Token::Comma | Token::Colon if open.is_empty() => return false,
            _ => {}
        }
        values += usize::from(open.is_empty());
        rest = after.trim_start();
    }
    open.is_empty() && values == 1
}

fn laid_out(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len().min(MAX_BYTES) * 2);
    let mut rest = text;
    let mut depth = 0usize;
    let mut previous: Option<Token<'_>> = None;
    while !rest.is_empty() {
        let (next, after) = token(rest)?;
        let after = after.trim_start();
        if text.len() - rest.len() > MAX_BYTES {
            push_rest(&mut out, rest.len());
            return Some(out);
        }
        if let Token::Close(_) = next {
            depth = depth.saturating_sub(1);
        }
        match (previous, next) {
            (Some(Token::Open(_)), Token::Close(_)) => {}
            (Some(Token::Open(_) | Token::Comma), _) | (Some(_), Token::Close(_)) => {
                push_line(&mut out, depth);
            }
            (Some(Token::Colon), _) => out.push(' '),
            _ => {}
        }
        match next {
            Token::Open(c) => {
                out.push(c);
                depth += 1;
            }
            Token::Close(c) => out.push(c),
            Token::Comma => out.push(','),
            Token::Colon => out.push(':'),
            Token::String(s) if after.starts_with(':') => push_span(&mut out, "json-key", s),
            Token::String(s) => push_span(&mut out, "json-string", s),
            Token::Number(s) => push_span(&mut out, "json-number", s),
            Token::Word(s) => push_span(&mut out, "json-word", s),
        }
        previous = Some(next);
        rest = after;
    }
    Some(out)
}

fn push_line(out: &mut String, depth: usize) {
    out.push('\n');
    for _ in 0..depth.min(MAX_INDENT) {
        out.push_str("  ");
    }
}

fn push_span(out: &mut String, class: &str, text: &str) {
    out.push_str("<span class=\"");
    out.push_str(class);
    out.push_str("\">");
    let head = head(text, MAX_STRING);
    push_source(out, head);
    out.push_str("</span>");
    if head.len() < text.len() {
        out.push_str(&format!(
            "<span class=\"folded\">… {} more bytes</span>",
            grouped(text.len() - head.len())
        ));
    }
}
