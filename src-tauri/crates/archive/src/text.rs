//! What of an item is searched, and how scripts without spaces are cut.

use model::{Item, ItemBody, OutputKind, TurnOutcome};
use serde_json::Value;

/// Text beyond this is not searched: a tool's output may be megabytes.
const LIMIT: usize = 256 * 1024;

/// Stands between characters that are terms of their own. Not part of any term,
/// and not visible.
const SEAM: char = '\u{200B}';

/// The text of an item that a person would look for.
pub(crate) fn of(item: &Item) -> String {
    let mut out = String::new();
    match &item.body {
        ItemBody::User {
            text,
            attachments,
            asked,
            ..
        } => {
            push(&mut out, text);
            for file in attachments {
                push(&mut out, &file.name);
            }
            if let Some(asked) = asked {
                push(&mut out, &asked.en);
                push(&mut out, &asked.de);
            }
        }
        ItemBody::Text { text } | ItemBody::Thinking { text } | ItemBody::Notice { text, .. } => {
            push(&mut out, text);
        }
        ItemBody::Tool(call) => {
            push(&mut out, &call.name);
            push(&mut out, call.description.as_deref().unwrap_or_default());
            strings(&mut out, &call.args);
            match &call.output {
                Some(output) if output.kind != OutputKind::Image => push(&mut out, &output.text),
                _ => {}
            }
        }
        ItemBody::Error(fault) => {
            push(&mut out, &fault.message);
            push(&mut out, fault.detail.as_deref().unwrap_or_default());
        }
        ItemBody::TurnEnd {
            outcome: TurnOutcome::Failed { message },
            ..
        } => {
            push(&mut out, message);
        }
        ItemBody::TurnEnd { .. } => {}
        // Whatever else there is or will be: all its words, but not its tag.
        other => {
            if let Ok(Value::Object(mut fields)) = serde_json::to_value(other) {
                fields.remove("kind");
                strings(&mut out, &Value::Object(fields));
            }
        }
    }
    out
}

fn push(out: &mut String, text: &str) {
    let room = LIMIT.saturating_sub(out.len());
    if text.is_empty() || room == 0 {
        return;
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(&text[..text.floor_char_boundary(room)]);
}

/// Longer strings without a space are data (base64), and nothing to look for.
const LONGEST_WORD: usize = 4096;

/// The strings in a tool's arguments: paths, commands, contents.
fn strings(out: &mut String, value: &Value) {
    match value {
        Value::String(text) if text.len() > LONGEST_WORD && !text.contains(char::is_whitespace) => {
        }
        Value::String(text) => push(out, text),
        Value::Array(values) => values.iter().for_each(|value| strings(out, value)),
        Value::Object(fields) => fields.values().for_each(|value| strings(out, value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Sets characters apart that are words of their own (Chinese, Japanese, Thai,
/// emoji): without it a run of them is one term, and nothing in it is found.
pub(crate) fn segment(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    for c in text.chars() {
        if stands_alone(c) {
            out.push(SEAM);
            out.push(c);
            out.push(SEAM);
        } else {
            out.push(c);
        }
    }
    out
}

/// True where a character can be part of a term.
pub(crate) fn is_term(c: char) -> bool {
    c.is_alphanumeric() || stands_alone(c)
}

fn stands_alone(c: char) -> bool {
    c > '\u{0DFF}'
        && matches!(c,
            '\u{0E00}'..='\u{0EFF}'       // Thai, Lao
            | '\u{2600}'..='\u{27BF}'     // symbols, dingbats
            | '\u{2E80}'..='\u{2FDF}' | '\u{3005}'..='\u{3007}'
            | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}'
            | '\u{F900}'..='\u{FAFF}' | '\u{1F000}'..='\u{1FAFF}'
            | '\u{20000}'..='\u{3FFFF}')
}

/// Undoes [`segment`].
pub(crate) fn join(text: &str) -> String {
    text.replace(SEAM, "")
}

/// A stable hash of a text (FNV-1a): kept in the file, never 0.
pub(crate) fn hash(text: &str) -> i64 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash.cast_signed() | 1
}
