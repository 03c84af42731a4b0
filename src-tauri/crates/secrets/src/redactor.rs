//! Takes known keys out of what is about to be stored or shown.

mod stream;
mod writer;

pub use stream::Stream;
pub use writer::Writer;

use crate::forms;
use aho_corasick::{AhoCorasick, MatchKind};
use serde_json::Value;
use std::borrow::Cow;
use std::ops::Range;

/// What stands in the place of a key. Harmless in JSON, URLs and terminals.
pub const MASK: &str = "[redacted]";

/// Finds known keys, in all their forms. Its work is linear in the text, however
/// many keys there are.
pub struct Redactor {
    search: AhoCorasick,
    /// All forms, sorted, to tell whether an end of a text may be the beginning of one.
    forms: Vec<Vec<u8>>,
    /// The length of the longest form.
    longest: usize,
    /// Which two bytes begin a form: almost no place of a text passes this.
    pairs: Box<[u64; 1024]>,
    /// Which byte begins a form.
    firsts: [bool; 256],
}

impl Redactor {
    /// For these keys. None where there is nothing to look for, or where the
    /// search could not be built (more than 4 GiB of forms).
    #[must_use]
    pub fn new<'a>(secrets: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let mut all: Vec<Vec<u8>> = secrets.into_iter().flat_map(forms::of).collect();
        all.sort();
        all.dedup();
        if all.is_empty() {
            return None;
        }
        let search = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(&all)
            .ok()?;
        let mut pairs = Box::new([0_u64; 1024]);
        let mut firsts = [false; 256];
        for form in &all {
            let pair = pair(form[0], form[1]);
            pairs[pair / 64] |= 1 << (pair % 64);
            firsts[usize::from(form[0])] = true;
        }
        Some(Self {
            search,
            longest: all.iter().map(Vec::len).max().unwrap_or(0),
            forms: all,
            pairs,
            firsts,
        })
    }

    /// Whether a key is in these bytes.
    #[must_use]
    pub fn finds(&self, bytes: &[u8]) -> bool {
        self.search.is_match(bytes)
    }

    /// The bytes without keys; borrowed where there are none.
    #[must_use]
    pub fn bytes<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        let mut out = Vec::new();
        let mut from = 0;
        for found in self.search.find_iter(bytes) {
            out.extend_from_slice(&bytes[from..found.start()]);
            out.extend_from_slice(MASK.as_bytes());
            from = found.end();
        }
        if from == 0 {
            return Cow::Borrowed(bytes);
        }
        out.extend_from_slice(&bytes[from..]);
        Cow::Owned(out)
    }

    /// The text without keys; borrowed where there are none.
    #[must_use]
    pub fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match self.bytes(text.as_bytes()) {
            Cow::Borrowed(_) => Cow::Borrowed(text),
            // Forms are whole characters, so this is text still.
            Cow::Owned(bytes) => Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()),
        }
    }

    /// Bytes that were cut off at their end: what may be the beginning of a key
    /// there is left out too.
    #[must_use]
    pub fn cut_bytes(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = Stream::default();
        stream.push(self, bytes)
    }

    /// Every text in a JSON value, names too. True where something was taken out.
    pub fn json(&self, value: &mut Value) -> bool {
        match value {
            Value::String(text) => match self.text(text) {
                Cow::Borrowed(_) => false,
                Cow::Owned(clean) => {
                    *text = clean;
                    true
                }
            },
            Value::Number(number) if self.finds(number.to_string().as_bytes()) => {
                *value = Value::from(MASK);
                true
            }
            Value::Array(list) => list
                .iter_mut()
                .fold(false, |changed, value| self.json(value) | changed),
            Value::Object(map) => {
                let mut changed = false;
                if map.keys().any(|name| self.finds(name.as_bytes())) {
                    let whole = std::mem::take(map);
                    map.extend(
                        whole
                            .into_iter()
                            .map(|(name, value)| (self.text(&name).into_owned(), value)),
                    );
                    changed = true;
                }
                map.values_mut()
                    .fold(changed, |changed, value| self.json(value) | changed)
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }

    /// The next key from `from` on.
    fn next(&self, bytes: &[u8], from: usize) -> Option<Range<usize>> {
        let found = self.search.find(&bytes[from..])?;
        Some(from + found.start()..from + found.end())
    }

    /// The first place from `from` on whose rest may be the beginning of a key:
    /// the end of the bytes where there is none.
    fn open_end(&self, bytes: &[u8], from: usize) -> usize {
        let from = from.max(bytes.len().saturating_sub(self.longest));
        (from..bytes.len())
            .find(|&at| self.may_begin(&bytes[at..]))
            .unwrap_or(bytes.len())
    }

    /// Whether a form begins with all of these bytes and goes on.
    fn may_begin(&self, end: &[u8]) -> bool {
        match end {
            [] => return false,
            [only] => return self.firsts[usize::from(*only)],
            [a, b, ..] => {
                let pair = pair(*a, *b);
                if self.pairs[pair / 64] & (1 << (pair % 64)) == 0 {
                    return false;
                }
            }
        }
        let at = self.forms.partition_point(|form| form.as_slice() <= end);
        self.forms
            .get(at)
            .is_some_and(|form| form.len() > end.len() && form.starts_with(end))
    }
}

fn pair(a: u8, b: u8) -> usize {
    usize::from(a) << 8 | usize::from(b)
}

impl std::fmt::Debug for Redactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Redactor").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
