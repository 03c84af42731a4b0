//! A sentence the host makes for a person, which a window says in its own language.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A sentence by its code, with what is put into it. A window looks the code up
/// in its catalogue; where it has none, and on the command line, the English
/// text speaks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Phrase {
    /// The code: `deletesFiles`.
    pub code: String,
    /// What the sentence names, by placeholder; hidden characters are visible.
    pub values: BTreeMap<String, String>,
    /// The sentence in English.
    pub text: String,
}

impl Phrase {
    /// A sentence that names nothing.
    #[must_use]
    pub fn plain(code: &str, text: &str) -> Self {
        Self::new(code, text, &[])
    }

    /// A sentence with values. Each `{name}` of the text is replaced by its value.
    #[must_use]
    pub fn new(code: &str, text: &str, values: &[(&str, &str)]) -> Self {
        let mut whole = String::with_capacity(text.len());
        let mut rest = text;
        // One pass: a value that holds braces is not looked into again.
        while let Some((before, after)) = rest.split_once('{') {
            whole.push_str(before);
            let value = after
                .split_once('}')
                .and_then(|(name, tail)| values.iter().find(|(n, _)| *n == name).zip(Some(tail)));
            match value {
                Some(((_, value), tail)) => {
                    whole.push_str(value);
                    rest = tail;
                }
                None => {
                    whole.push('{');
                    rest = after;
                }
            }
        }
        whole.push_str(rest);
        Self {
            code: code.to_owned(),
            values: values
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
            text: whole,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_put_in_once() {
        let phrase = Phrase::new("c", "a {x} b {y} {z}", &[("x", "{y}"), ("y", "2")]);
        assert_eq!(phrase.text, "a {y} b 2 {z}");
        assert_eq!(phrase.values["x"], "{y}");
    }
}
