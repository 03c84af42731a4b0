//! Text into HTML, and characters that hide into characters that show.
//!
//! Three strengths: [`escape`] only keeps markup from happening; prose also
//! shows what reorders or smuggles text (bidirectional overrides, tag
//! characters, controls) but leaves joiners and marks that honest writing
//! needs; source (code, terminal output, diffs) shows everything invisible.

use std::fmt::Write;

/// HTML-escapes `text` for element content and quoted attributes. Controls
/// other than newline and tab, which HTML cannot carry, become U+FFFD.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    push_marked(&mut out, text, |_, _| false);
    out
}

/// `text` with every character that reorders, hides or controls shown as
/// `⟨U+202E⟩` (F063): bidirectional and zero-width characters, tags, variation
/// selectors, controls and the rest of Unicode's Cf. Newline and tab stay. The
/// result is text, not HTML.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut previous = ' ';
    for c in text.chars() {
        if is_invisible(c) && !(c == '\u{FE0F}' && is_pictured(previous)) {
            push_code_point(&mut out, c);
        } else {
            out.push(c);
        }
        previous = c;
    }
    out
}

/// Appends prose as HTML.
pub(crate) fn push_prose(out: &mut String, text: &str) {
    push_marked(out, text, |c, previous| {
        is_deceptive(c) && !(is_tag(c) && (previous == '\u{1F3F4}' || is_tag(previous)))
    });
}

/// Appends code, output or data as HTML: nothing in it stays invisible, but for
/// what an emoji is made of.
pub(crate) fn push_source(out: &mut String, text: &str) {
    push_marked(out, text, |c, previous| {
        is_invisible(c) && !(matches!(c, '\u{FE0F}' | '\u{200D}') && is_pictured(previous))
    });
}

/// Appends an attribute's value: quoted by the caller, nothing invisible in it.
pub(crate) fn push_attribute(out: &mut String, text: &str) {
    for c in visible(text).chars() {
        match c {
            '\n' => out.push_str("&#10;"),
            _ => push_char(out, c),
        }
    }
}

/// Appends one character of element content or a quoted attribute.
pub(crate) fn push_char(out: &mut String, c: char) {
    match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        '\'' => out.push_str("&#39;"),
        '\n' | '\t' => out.push(c),
        _ if c.is_control() => out.push('\u{FFFD}'),
        _ => out.push(c),
    }
}

fn push_marked(out: &mut String, text: &str, hides: impl Fn(char, char) -> bool) {
    let mut previous = ' ';
    out.reserve(text.len());
    let mut rest = text;
    loop {
        // What most text is made of is taken at once, up to what must be looked at.
        let (plain, other) = rest.split_at(plain(rest.as_bytes()));
        out.push_str(plain);
        previous = plain.chars().next_back().unwrap_or(previous);
        let mut others = other.chars();
        let Some(c) = others.next() else { break };
        if hides(c, previous) {
            push_hidden(out, c);
        } else {
            push_char(out, c);
        }
        previous = c;
        rest = others.as_str();
    }
}

/// How many bytes at the start are written as they are.
fn plain(text: &[u8]) -> usize {
    text.iter()
        .position(|byte| !PLAIN[usize::from(*byte)])
        .unwrap_or(text.len())
}

/// The bytes that are written as they are: visible ASCII that is no markup, and blanks that
/// hide nothing. A table, as every letter that is shown passes here.
static PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 0;
    while byte < 0x7f {
        plain[byte] = byte >= 0x20 || byte == b'\n' as usize || byte == b'\t' as usize;
        byte += 1;
    }
    let markup = b"&<>\"'";
    let mut at = 0;
    while at < markup.len() {
        plain[markup[at] as usize] = false;
        at += 1;
    }
    plain
};

/// Appends a hidden character as a mark that can be seen.
pub(crate) fn push_hidden(out: &mut String, c: char) {
    out.push_str("<span class=\"char-hidden\">");
    push_code_point(out, c);
    out.push_str("</span>");
}

fn push_code_point(out: &mut String, c: char) {
    // Writing to a String cannot fail.
    let _ = write!(out, "⟨U+{:04X}⟩", u32::from(c));
}

/// A character after which a joiner or an emoji selector is at home.
fn is_pictured(c: char) -> bool {
    !c.is_ascii() && !is_deceptive(c) && !matches!(c, '\u{FE0F}' | '\u{200D}') || c == '\u{FE0F}'
}

fn is_tag(c: char) -> bool {
    matches!(c, '\u{E0000}'..='\u{E007F}')
}

/// What lies about the order or the presence of text, in prose too.
pub(crate) fn is_deceptive(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        _ if c.is_control() => true,
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => true,
        '\u{2028}' | '\u{2029}' | '\u{FFF9}'..='\u{FFFB}' => true,
        '\u{E0100}'..='\u{E01EF}' => true,
        _ => is_tag(c),
    }
}

/// What no glyph shows: the above, all of Cf, fillers and variation selectors.
pub(crate) fn is_invisible(c: char) -> bool {
    if is_deceptive(c) {
        return true;
    }
    matches!(
        c,
        '\u{AD}'
            | '\u{34F}'
            | '\u{600}'..='\u{605}'
            | '\u{61C}'
            | '\u{6DD}'
            | '\u{70F}'
            | '\u{890}'..='\u{891}'
            | '\u{8E2}'
            | '\u{115F}'..='\u{1160}'
            | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}'
            | '\u{2060}'..='\u{2065}'
            | '\u{206A}'..='\u{206F}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFF8}'
            | '\u{110BD}'
            | '\u{110CD}'
            | '\u{13430}'..='\u{1343F}'
            | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0080}'..='\u{E00FF}'
            | '\u{E01F0}'..='\u{E0FFF}'
    )
}
