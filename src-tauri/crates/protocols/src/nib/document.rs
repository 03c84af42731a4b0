//! The whole stdout → one JSON object, or what it is instead (F016, F017).

use crate::lines::{Object, nested, plain};
use serde_json::value::RawValue;

/// How many places are tried as the start of the object behind noise.
const TRIES: usize = 32;

/// Reads all of stdout as one JSON object, on one line or many.
///
/// # Errors
/// What it is instead, in words that follow "The backend's answer ".
pub(super) fn read(text: &str) -> Result<Object<'_>, String> {
    let body = text.trim();
    match value(body) {
        Ok((value, end)) if body[end..].trim().is_empty() => {
            nested(value).ok_or_else(|| "is JSON, but not an object".to_owned())
        }
        Ok((value, end)) if nested(value).is_some() => Err(after(body[end..].trim())),
        Ok(_) => Err(before(body).unwrap_or_else(|| "is not one JSON value".to_owned())),
        Err(error) => Err(before(body).unwrap_or_else(|| not_json(body, &error))),
    }
}

/// The first value and where it ends.
fn value(text: &str) -> Result<(&RawValue, usize), serde_json::Error> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    match values.next() {
        Some(value) => Ok((value?, values.byte_offset())),
        None => Err(serde::de::Error::custom("nothing is there")),
    }
}

fn after(rest: &str) -> String {
    match value(rest) {
        Ok(_) => format!(
            "holds more than one JSON value: after the first comes “{}”",
            head(rest)
        ),
        Err(_) => format!("has text after its JSON object: “{}”", head(rest)),
    }
}

/// Noise with an object behind it.
fn before(text: &str) -> Option<String> {
    let places = text.match_indices('{').map(|(place, _)| place);
    let object = |place: &usize| {
        *place > 0
            && value(&text[*place..])
                .is_ok_and(|(value, _)| nested(value).is_some_and(|object| object.has("type")))
    };
    let place = places.take(TRIES).find(object)?;
    Some(format!(
        "has text before its JSON object: “{}”",
        head(text[..place].trim())
    ))
}

fn not_json(text: &str, error: &serde_json::Error) -> String {
    if !text.starts_with(['{', '[']) {
        return format!("is not JSON; it begins with “{}”", head(text));
    }
    if error.is_eof() {
        return "ends in the middle of its JSON".to_owned();
    }
    format!(
        "is not valid JSON: {}, at line {}, column {}",
        plain(error),
        error.line(),
        error.column()
    )
}

/// The first line of a text, cut.
fn head(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let mut head: String = line.chars().take(60).collect();
    if head.len() < text.len() {
        head.push('…');
    }
    head
}
