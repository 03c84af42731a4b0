//! The first step of decoding JSON lines: bytes → text → object, with a plain
//! reason where that fails (security §10). Nothing here knows a protocol.
//!
//! An object is split into its fields only; each value stays the text it came
//! as. So one field of a wrong type costs that field and not the line
//! ([`crate::fields`]), arguments can be shown exactly as they were sent, and a
//! text delta is read without building a tree.

use crate::Frame;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// Bytes of a line that an event shows at most; the whole is in Traffic.
const SHOWN: usize = 64 * 1024;

/// A line as text.
#[derive(Debug)]
pub(crate) struct LineText<'a> {
    /// The text, without a byte order mark.
    pub(crate) text: Cow<'a, str>,
    /// True where bytes that are no UTF-8 were replaced by U+FFFD.
    pub(crate) repaired: bool,
}

/// A frame's bytes as text; `None` for a blank line, which says nothing.
///
/// # Errors
/// The frame was over the cap, so that the rest of it is not here.
pub(crate) fn text(frame: Frame<'_>) -> Result<Option<LineText<'_>>, String> {
    if let Some(length) = frame.oversized {
        return Err(format!(
            "the line is {length} bytes long, more than is taken of one line; only its head was kept"
        ));
    }
    let bytes = frame
        .bytes
        .strip_prefix(b"\xEF\xBB\xBF")
        .unwrap_or(frame.bytes);
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Ok(None);
    }
    // The check first: it is several times quicker than a lossy conversion.
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => String::from_utf8_lossy(bytes),
    };
    let repaired = matches!(text, Cow::Owned(_));
    Ok(Some(LineText { text, repaired }))
}

/// A frame as an event shows it: lossy text, cut at 64 KiB.
pub(crate) fn shown(bytes: &[u8]) -> String {
    // A character has four bytes at most: cutting a little later and then back
    // to a boundary never turns a good character at the seam into a bad one.
    let head = &bytes[..bytes.len().min(SHOWN + 4)];
    let mut text = String::from_utf8_lossy(head).into_owned();
    if bytes.len() > SHOWN {
        let mut end = SHOWN.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
    }
    text
}

/// The fields of a JSON object, each value still as text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Object<'t> {
    entries: Vec<(Cow<'t, str>, &'t RawValue)>,
}

impl<'t> Object<'t> {
    /// The value of a field. Of a name that comes twice, the last counts, as in
    /// every common reader of JSON.
    pub(crate) fn get(&self, name: &str) -> Option<&'t RawValue> {
        self.entries
            .iter()
            .rev()
            .find(|(key, _)| key == name)
            .map(|(_, value)| *value)
    }

    /// Whether the field is there, whatever it holds.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// All fields, in their order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&str, &'t RawValue)> {
        self.entries
            .iter()
            .map(|(key, value)| (key.as_ref(), *value))
    }
}

/// Reads one line as one JSON object.
///
/// # Errors
/// What is wrong with the line, in words.
pub(crate) fn object(text: &str) -> Result<Object<'_>, String> {
    let first = text.trim_start().as_bytes().first().copied();
    if first != Some(b'{') {
        return Err(match serde_json::from_str::<&RawValue>(text) {
            Ok(_) => "JSON, but not an object".to_owned(),
            Err(error) => not_json(&error),
        });
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    let object = Object::deserialize(&mut reader).map_err(|error| not_json(&error))?;
    match reader.end() {
        Ok(()) => Ok(object),
        Err(error) => Err(format!(
            "more than one JSON value on the line: the second begins at byte {}",
            error.column()
        )),
    }
}

/// An object inside a value; `None` where the value is something else.
pub(crate) fn nested(value: &RawValue) -> Option<Object<'_>> {
    value
        .get()
        .starts_with('{')
        .then(|| serde_json::from_str(value.get()).ok())
        .flatten()
}

fn not_json(error: &serde_json::Error) -> String {
    format!(
        "not valid JSON: {}, at byte {}",
        plain(error),
        error.column()
    )
}

/// serde_json's message without a place: a line is one line, and a field's place says little.
pub(crate) fn plain(error: &serde_json::Error) -> String {
    let whole = error.to_string();
    whole.split(" at line ").next().unwrap_or(&whole).to_owned()
}

impl<'de: 't, 't> Deserialize<'de> for Object<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Object<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::with_capacity(4);
                while let Some(Text(key)) = map.next_key()? {
                    entries.push((key, map.next_value()?));
                }
                Ok(Object { entries })
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

/// A string that borrows where it holds no escape.
pub(crate) struct Text<'t>(pub(crate) Cow<'t, str>);

impl<'de: 't, 't> Deserialize<'de> for Text<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Borrowing;
        impl<'de> Visitor<'de> for Borrowing {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }

            fn visit_string<E>(self, text: String) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(text)))
            }
        }
        deserializer.deserialize_str(Borrowing)
    }
}
