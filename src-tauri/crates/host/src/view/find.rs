//! The text of an item, as it is searched and copied.

use model::view::{Block, BlockKind};
use model::{Item, ItemBody, OutputKind, ToolCall};
use serde_json::Value;

/// What a search looks at.
pub(super) fn searched(item: &Item) -> Vec<String> {
    match &item.body {
        ItemBody::Tool(call) => {
            let mut texts = vec![call.name.clone(), output(call).to_owned()];
            strings(&call.args, &mut texts);
            texts
        }
        ItemBody::Result(result) => {
            let mut texts = vec![result.text.clone()];
            strings(&result.data, &mut texts);
            texts.extend(result.files.iter().cloned());
            texts
        }
        ItemBody::Error(fault) => vec![
            fault.message.clone(),
            fault.code.clone(),
            fault.detail.clone().unwrap_or_default(),
        ],
        ItemBody::Raw { reason, line, .. } => vec![reason.clone(), line.clone()],
        _ => vec![copied(item)],
    }
}

/// The longest piece of a text that stands in a record as it is: ASCII that JSON
/// does not write differently. Empty where there is none.
pub(super) fn piece(needle: &str) -> &str {
    needle
        .split(|c: char| !c.is_ascii() || c.is_ascii_control() || matches!(c, '"' | '\\'))
        .max_by_key(|piece| piece.len())
        .unwrap_or_default()
}

/// How often a text occurs, whatever its case. `needle` is in lower case.
pub(super) fn occurrences(texts: &[String], needle: &str) -> u32 {
    let count: usize = texts
        .iter()
        .map(|text| text.to_lowercase().matches(needle).count())
        .sum();
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// How often a text is in the words of a block. `needle` is in lower case.
pub(super) fn shown_in(block: &Block, needle: &str) -> usize {
    if block.kind == BlockKind::Image || needle.is_empty() {
        return 0;
    }
    words(&block.html).to_lowercase().matches(needle).count()
}

/// The text of HTML of our own making: a `<` always begins a tag, and a `&` one of four names.
fn words(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    for (n, piece) in html.split('<').enumerate() {
        let after = match piece.split_once('>') {
            Some((_, after)) if n > 0 => after,
            _ => piece,
        };
        text.push_str(after);
    }
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
}

/// The item as text for the clipboard; empty where there is nothing to copy.
pub(super) fn copied(item: &Item) -> String {
    match &item.body {
        ItemBody::User { text, .. }
        | ItemBody::Text { text }
        | ItemBody::Thinking { text }
        | ItemBody::Progress { text }
        | ItemBody::Notice { text, .. } => text.clone(),
        ItemBody::Tool(call) => {
            let args = match &call.args {
                Value::Null => String::new(),
                args => args.to_string(),
            };
            let head = format!("{} {args}", call.name);
            let head = head.trim_end();
            match output(call) {
                "" => head.to_owned(),
                output => format!("{head}\n{}", output.trim_end()),
            }
        }
        ItemBody::Result(result) => {
            let mut parts = Vec::new();
            if !result.text.is_empty() {
                parts.push(result.text.clone());
            }
            if !result.data.is_null() {
                parts.push(format!("{:#}", result.data));
            }
            parts.extend(result.files.iter().cloned());
            parts.join("\n")
        }
        ItemBody::Media(media) => media.path.clone(),
        ItemBody::Error(fault) => match &fault.detail {
            Some(detail) => format!("{}\n{detail}", fault.message),
            None => fault.message.clone(),
        },
        ItemBody::Raw { line, .. } => line.clone(),
        ItemBody::TurnEnd { .. } => String::new(),
    }
}

fn output(call: &ToolCall) -> &str {
    match &call.output {
        Some(output) if output.kind != OutputKind::Image => &output.text,
        _ => "",
    }
}

fn strings(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                texts.push(name.clone());
                strings(value, texts);
            }
        }
        Value::Array(entries) => entries.iter().for_each(|value| strings(value, texts)),
        Value::String(text) => texts.push(text.clone()),
        Value::Null => {}
        other => texts.push(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::{piece, shown_in};
    use model::view::{Block, BlockKind};

    #[test]
    fn a_text_is_looked_for_in_what_a_block_shows() {
        let html = "<p class=\"x\">Say <b>X</b> &amp; x&lt;b, &amp;lt;</p>";
        let block = |kind| Block {
            kind,
            html: html.to_owned(),
            label: String::new(),
        };
        let prose = block(BlockKind::Prose);
        for (needle, count) in [("x", 2), ("x & x<b", 1), ("&lt;", 1), ("class", 0), ("", 0)] {
            assert_eq!(shown_in(&prose, needle), count, "{needle}");
        }
        assert_eq!(shown_in(&block(BlockKind::Image), "x"), 0);
    }

    #[test]
    fn the_piece_looked_for_is_the_longest_that_every_record_spells_alike() {
        for (needle, wanted) in [
            ("needle", "needle"),
            ("größe der welt", "e der welt"),
            ("say \"hello\"", "hello"),
            ("a\\bc", "bc"),
            ("日本", ""),
            ("", ""),
        ] {
            assert_eq!(piece(needle), wanted, "{needle}");
        }
    }
}
