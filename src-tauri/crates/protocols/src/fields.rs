//! Lenient reading of an object's fields: what is there and well-formed is
//! used, what is not is noted in words and left out (F013).

use crate::lines::{Object, Text, nested};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// What was wrong with fields that could be left out, in words.
#[derive(Debug, Default)]
pub(crate) struct Problems(Vec<String>);

impl Problems {
    /// Notes one.
    pub(crate) fn note(&mut self, problem: impl Into<String>) {
        self.0.push(problem.into());
    }

    /// All of them as one text; `None` where there are none.
    pub(crate) fn text(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| self.0.join("; "))
    }

    fn wrong(&mut self, name: &str, value: &RawValue, expected: &str) {
        self.note(format!(
            "“{name}” is {} where {expected} was expected",
            kind(value)
        ));
    }
}

impl<'t> Object<'t> {
    /// A field, where it is there and not null.
    pub(crate) fn given(&self, name: &str) -> Option<&'t RawValue> {
        self.get(name).filter(|value| value.get() != "null")
    }

    /// A string.
    pub(crate) fn text(&self, name: &str, problems: &mut Problems) -> Option<Cow<'t, str>> {
        let value = self.given(name)?;
        if !value.get().starts_with('"') {
            problems.wrong(name, value, "a string");
            return None;
        }
        match string(value) {
            Ok(text) => Some(text),
            Err(problem) => {
                problems.note(format!("“{name}” cannot be read: {problem}"));
                None
            }
        }
    }

    /// True or false.
    pub(crate) fn flag(&self, name: &str, problems: &mut Problems) -> Option<bool> {
        let value = self.given(name)?;
        match value.get() {
            "true" => Some(true),
            "false" => Some(false),
            _ => {
                problems.wrong(name, value, "true or false");
                None
            }
        }
    }

    /// A number of something: never negative, a fraction cut off.
    pub(crate) fn count(&self, name: &str, problems: &mut Problems) -> Option<u64> {
        let value = self.given(name)?;
        let number = serde_json::from_str::<u64>(value.get()).ok().or_else(|| {
            let wide = serde_json::from_str::<f64>(value.get()).ok()?;
            // 2^53: above it a float is no exact count any more.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            (0.0..=9_007_199_254_740_992.0)
                .contains(&wide)
                .then_some(wide as u64)
        });
        if number.is_none() {
            problems.wrong(name, value, "a count");
        }
        number
    }

    /// A number of any kind.
    pub(crate) fn number(&self, name: &str, problems: &mut Problems) -> Option<f64> {
        let value = self.given(name)?;
        let number = serde_json::from_str::<f64>(value.get()).ok();
        if number.is_none() {
            problems.wrong(name, value, "a number");
        }
        number
    }

    /// An object.
    pub(crate) fn object(&self, name: &str, problems: &mut Problems) -> Option<Object<'t>> {
        let value = self.given(name)?;
        let object = nested(value);
        if object.is_none() {
            problems.wrong(name, value, "an object");
        }
        object
    }

    /// Any value, as a tree.
    pub(crate) fn value(&self, name: &str, problems: &mut Problems) -> Option<Value> {
        let value = self.given(name)?;
        match serde_json::from_str(value.get()) {
            Ok(tree) => Some(tree),
            Err(error) => {
                problems.note(format!(
                    "“{name}” cannot be read: {}",
                    crate::lines::plain(&error)
                ));
                None
            }
        }
    }

    /// The items of a list. An item that is none of a list is noted.
    pub(crate) fn list(&self, name: &str, problems: &mut Problems) -> Option<Vec<&'t RawValue>> {
        let value = self.given(name)?;
        let items = serde_json::from_str(value.get()).ok();
        if items.is_none() {
            problems.wrong(name, value, "a list");
        }
        items
    }

    /// A list of names: strings, or objects that have an `id` or a `name`.
    /// Items that name nothing are noted and left out.
    pub(crate) fn names(&self, name: &str, problems: &mut Problems) -> Option<Vec<String>> {
        let items = self.list(name, problems)?;
        Some(
            items
                .into_iter()
                .filter_map(|item| {
                    let found = name_of(item);
                    if found.is_none() {
                        problems.wrong(&format!("an item of {name}"), item, "a name");
                    }
                    found
                })
                .collect(),
        )
    }
}

/// The name a value is, or carries.
pub(crate) fn name_of(value: &RawValue) -> Option<String> {
    if value.get().starts_with('"') {
        return string(value).ok().map(Cow::into_owned);
    }
    let object = nested(value)?;
    ["id", "name", "value", "model"]
        .into_iter()
        .find_map(|key| object.text(key, &mut Problems::default()))
        .map(Cow::into_owned)
}

/// The text of a string value. Without an escape it is what stands between the
/// quotes: the line's reader has looked at every byte of it.
fn string(value: &RawValue) -> Result<Cow<'_, str>, String> {
    let quoted = value.get();
    if !quoted.contains('\\') && quoted.len() >= 2 {
        return Ok(Cow::Borrowed(&quoted[1..quoted.len() - 1]));
    }
    serde_json::from_str::<Text<'_>>(quoted)
        .map(|Text(text)| text)
        .map_err(|error| crate::lines::plain(&error))
}

/// What a value is, in words.
fn kind(value: &RawValue) -> &'static str {
    match value.get().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "true or false",
        Some(b'n') => "null",
        _ => "a number",
    }
}
