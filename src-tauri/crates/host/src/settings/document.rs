//! A JSON object as text: single values are changed in place, so that order,
//! spaces, comments and names this version does not know stay as they are.

use serde_json::{Map, Value};
use std::ops::Range;

/// The text, and where its values are.
#[derive(Debug, Clone)]
pub(super) struct Document {
    text: String,
}

impl Default for Document {
    fn default() -> Self {
        Self {
            text: "{}\n".to_owned(),
        }
    }
}

impl Document {
    /// Reads an object; `//` and `/* */` comments and a last comma are no harm.
    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes)
            .ok()?
            .trim_start_matches('\u{feff}');
        let document = Self {
            text: text.to_owned(),
        };
        let members = members(&document.text)?;
        members
            .all
            .iter()
            .all(|(_, range)| value(&document.text[range.clone()]).is_some())
            .then_some(document)
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The values by name; of a name that is there twice, the last.
    pub(super) fn values(&self) -> Map<String, Value> {
        let all = members(&self.text).map(|members| members.all);
        all.unwrap_or_default()
            .into_iter()
            .filter_map(|(name, range)| Some((name, value(&self.text[range])?)))
            .collect()
    }

    /// Changes a value, or adds it at the end. One that is the same stays as it is written.
    pub(super) fn set(&mut self, name: &str, to: &Value) {
        let Some(members) = members(&self.text) else {
            return;
        };
        match members.all.iter().rfind(|(known, _)| known == name) {
            Some((_, range)) => {
                if value(&self.text[range.clone()]).as_ref() != Some(to) {
                    self.text.replace_range(range.clone(), &to.to_string());
                }
            }
            None => {
                let member = format!("\n  {}: {to}", Value::from(name));
                let last = members.all.last().map(|(_, range)| range.end);
                let (at, member) = match last {
                    Some(end) => (end, format!(",{member}")),
                    None => (members.open + 1, format!("{member}\n")),
                };
                self.text.insert_str(at, &member);
            }
        }
    }
}

struct Members {
    /// Where the object begins.
    open: usize,
    all: Vec<(String, Range<usize>)>,
}

/// A value with the comments in it.
fn value(text: &str) -> Option<Value> {
    serde_json::from_str(text)
        .ok()
        .or_else(|| serde_json::from_str(&without_comments(text)).ok())
}

fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    while at < text.len() {
        let next = after_comment(text, at);
        if next > at {
            at = next;
        } else if text.as_bytes()[at] == b'"' {
            let end = after_string(text, at).unwrap_or(text.len());
            out.push_str(&text[at..end]);
            at = end;
        } else {
            let length = text[at..].chars().next().map_or(1, char::len_utf8);
            out.push_str(&text[at..at + length]);
            at += length;
        }
    }
    out
}

fn members(text: &str) -> Option<Members> {
    let bytes = text.as_bytes();
    let open = skip(text, 0);
    if bytes.get(open) != Some(&b'{') {
        return None;
    }
    let mut all = Vec::new();
    let mut at = open + 1;
    loop {
        at = skip(text, at);
        match bytes.get(at)? {
            b'}' if skip(text, at + 1) == text.len() => return Some(Members { open, all }),
            b',' if !all.is_empty() => at += 1,
            b'"' => {
                let end = after_string(text, at)?;
                let name: String = serde_json::from_str(&text[at..end]).ok()?;
                let colon = skip(text, end);
                if bytes.get(colon) != Some(&b':') {
                    return None;
                }
                let begin = skip(text, colon + 1);
                let end = after_value(text, begin)?;
                all.push((name, begin..end));
                at = end;
                let next = skip(text, at);
                if !matches!(bytes.get(next), Some(b',' | b'}')) {
                    return None;
                }
            }
            _ => return None,
        }
    }
}

/// The end of the value that begins here, without what follows it.
fn after_value(text: &str, begin: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0_u32;
    let mut at = begin;
    let mut end = begin;
    loop {
        at = skip(text, at);
        match bytes.get(at)? {
            b'"' => at = after_string(text, at)?,
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' | b',' if depth == 0 => return (end > begin).then_some(end),
            b'}' | b']' => {
                depth -= 1;
                at += 1;
            }
            _ => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
        end = at;
    }
}

fn after_string(text: &str, begin: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = begin + 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// Past spaces and comments.
fn skip(text: &str, mut at: usize) -> usize {
    loop {
        let bytes = text.as_bytes();
        while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        let after = after_comment(text, at);
        if after == at {
            return at;
        }
        at = after;
    }
}

fn after_comment(text: &str, at: usize) -> usize {
    let Some(rest) = text.get(at..) else {
        return at;
    };
    if rest.starts_with("//") {
        return rest.find('\n').map_or(text.len(), |end| at + end);
    }
    if rest.starts_with("/*") {
        return rest.find("*/").map_or(text.len(), |end| at + end + 2);
    }
    at
}
