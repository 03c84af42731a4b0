//! Formulas: LaTeX → MathML, and a strict look at what came out.
//!
//! The converter's output is read tag by tag: elements, attributes and classes
//! that are not on the list are dropped or refuse the formula, inline styles
//! (colours, negative spaces) are left out. What cannot be converted is shown
//! as its source.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pulldown_latex::config::DisplayMode;
use pulldown_latex::{Parser, RenderConfig, Storage, push_mathml};

use crate::inert::{MATH_ATTRIBUTES, MATH_ELEMENTS};

/// The longest formula that is converted, in bytes.
const MAX_SOURCE: usize = 8 * 1024;
/// The deepest nesting: the converter recurses.
const MAX_DEPTH: usize = 60;
/// Commands that define others could grow a formula without end.
const DEFINING: &[&str] = &[
    "def",
    "gdef",
    "edef",
    "xdef",
    "let",
    "futurelet",
    "newcommand",
    "renewcommand",
    "providecommand",
];

/// MathML of `source`, or nothing when it cannot be shown as a formula.
pub(crate) fn mathml(source: &str, display: bool) -> Option<String> {
    if source.len() > MAX_SOURCE || source.trim().is_empty() || !is_tame(source) {
        return None;
    }
    // The converter checks its own invariants with panics; one of them must not
    // take a conversation down.
    let markup = catch_unwind(AssertUnwindSafe(|| {
        let storage = Storage::new();
        let events: Vec<_> = Parser::new(source, &storage).collect();
        if events.iter().any(Result::is_err) {
            return None;
        }
        let config = RenderConfig {
            display_mode: if display {
                DisplayMode::Block
            } else {
                DisplayMode::Inline
            },
            ..RenderConfig::default()
        };
        let mut out = String::new();
        push_mathml(&mut out, events.into_iter(), config).ok()?;
        Some(out)
    }))
    .ok()??;
    inert(&markup)
}

/// Whether nesting is bounded and nothing is defined.
fn is_tame(source: &str) -> bool {
    let mut depth = 0usize;
    let mut openings = 0usize;
    let mut rest = source;
    while let Some(at) = rest.find(['{', '}', '\\', '^', '_']) {
        let c = rest.as_bytes()[at];
        rest = &rest[at + 1..];
        match c {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'\\' => {
                let end = rest
                    .find(|c: char| !c.is_ascii_alphabetic())
                    .unwrap_or(rest.len());
                let name = &rest[..end];
                if DEFINING.contains(&name) {
                    return false;
                }
                if name.is_empty() {
                    // An escaped character, a brace among them.
                    let mut chars = rest.chars();
                    chars.next();
                    rest = chars.as_str();
                } else {
                    openings += 1;
                    rest = &rest[end..];
                }
            }
            _ => {}
        }
        if depth > MAX_DEPTH || openings > 1_000 {
            return false;
        }
    }
    true
}

/// `markup` with only what is on the list, or nothing if it is not understood.
fn inert(markup: &str) -> Option<String> {
    let mut out = String::with_capacity(markup.len());
    let mut open: Vec<&str> = Vec::new();
    let mut rest = markup;
    while !rest.is_empty() {
        let Some(at) = rest.find('<') else {
            push_text(&mut out, rest);
            break;
        };
        push_text(&mut out, &rest[..at]);
        let tag = &rest[at + 1..];
        let end = tag.find('>')?;
        rest = &tag[end + 1..];
        let tag = &tag[..end];
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return None;
            }
            out.push_str("</");
            out.push_str(name);
            out.push('>');
            continue;
        }
        let (tag, closed) = match tag.strip_suffix('/') {
            Some(tag) => (tag.trim_end(), true),
            None => (tag, false),
        };
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        if !MATH_ELEMENTS.contains(&name) || open.len() > 256 {
            return None;
        }
        out.push('<');
        out.push_str(name);
        push_attributes(&mut out, attributes)?;
        if closed {
            out.push_str("></");
            out.push_str(name);
        } else {
            open.push(name);
        }
        out.push('>');
    }
    open.is_empty().then_some(out)
}

fn push_attributes(out: &mut String, attributes: &str) -> Option<()> {
    let mut rest = attributes.trim();
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"")?;
        let (value, after) = after.split_once('"')?;
        rest = after.trim_start();
        if name == "class" {
            let known: Vec<&str> = value
                .split_whitespace()
                .filter(|class| crate::classes::ALL.contains(class))
                .collect();
            if !known.is_empty() {
                out.push_str(&format!(" class=\"{}\"", known.join(" ")));
            }
        } else if MATH_ATTRIBUTES.contains(&name)
            && value
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b".+-% ".contains(&b))
        {
            out.push_str(&format!(" {name}=\"{value}\""));
        }
    }
    Some(())
}

/// Text between tags: its references are kept, everything else is escaped.
fn push_text(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        crate::escape::push_prose(out, &rest[..at]);
        rest = &rest[at + 1..];
        match ["nbsp;", "amp;", "lt;", "gt;"]
            .iter()
            .find(|name| rest.starts_with(**name))
        {
            Some(name) => {
                out.push('&');
                out.push_str(name);
                rest = &rest[name.len()..];
            }
            None => out.push_str("&amp;"),
        }
    }
    crate::escape::push_prose(out, rest);
}
