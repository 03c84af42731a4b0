//! The answer in the specification's own words ("Response format").

use crate::fields::Problems;
use crate::lines::Object;
use std::borrow::Cow;

/// Fields an answer may have.
const KNOWN: [&str; 6] = ["type", "operation", "text", "data", "files", "error"];

/// What an answer says it is.
#[derive(Debug)]
pub(super) enum Said<'t> {
    /// `{"type":"success","operation":…,…}`; the fields of the operation are still in the object.
    Success {
        /// The operation it names.
        operation: Option<Cow<'t, str>>,
    },
    /// `{"type":"error","error":…}`
    Error {
        /// Empty where it tells none.
        message: String,
    },
    /// A type nobody knows.
    Unknown {
        /// It.
        type_name: Cow<'t, str>,
    },
    /// No type, or one that is no text.
    Untyped,
}

/// Reads what the answer is, in the order of the field notes: `type` missing, `error`, unknown.
pub(super) fn read<'t>(object: &Object<'t>, problems: &mut Problems) -> Said<'t> {
    let Some(kind) = object.text("type", problems) else {
        return Said::Untyped;
    };
    match kind.as_ref() {
        "error" => Said::Error {
            message: error(object, problems),
        },
        "success" => Said::Success {
            operation: object.text("operation", problems),
        },
        _ => Said::Unknown { type_name: kind },
    }
}

/// The text of `error`. Some tell an object with a `message`; anything else is shown as it came.
fn error(object: &Object<'_>, problems: &mut Problems) -> String {
    let Some(value) = object.given("error") else {
        return String::new();
    };
    if value.get().starts_with('"') {
        return object
            .text("error", problems)
            .unwrap_or_default()
            .into_owned();
    }
    let inner = crate::lines::nested(value);
    match inner.and_then(|inner| inner.text("message", problems)) {
        Some(message) => message.into_owned(),
        None => crate::lines::shown(value.get().as_bytes()),
    }
}

/// Names of fields that no answer has.
pub(super) fn unknown_fields(object: &Object<'_>) -> Vec<String> {
    object
        .entries()
        .map(|(name, _)| name)
        .filter(|name| !KNOWN.contains(name))
        .take(10)
        .map(|name| name.chars().take(40).collect())
        .collect()
}
