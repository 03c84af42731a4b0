//! `${…}` in texts: names bound by the script and a few that are always there (`pid`, `cwd`,
//! `now_ms`, `args`, `arg.0`, `env.NAME`, `fill:N`, `fill:N:ab`; in loops `i`, in bursts `n`).
//! A text that is nothing but one `${…}` becomes the value itself. `$${` stands for `${`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::time::Instant;

use serde_json::{Value, json};

/// What names mean.
#[derive(Debug, Clone)]
pub(crate) struct Values {
    bound: BTreeMap<String, Value>,
    args: Vec<OsString>,
    started: Instant,
}

impl Values {
    pub(crate) fn new(args: &[OsString], started: Instant) -> Self {
        Self {
            bound: BTreeMap::new(),
            args: args.to_vec(),
            started,
        }
    }

    pub(crate) fn bind(&mut self, name: &str, value: Value) {
        self.bound.insert(name.to_owned(), value);
    }

    /// The value with every name replaced; `Err` says which is unknown.
    pub(crate) fn fill(&self, value: &Value) -> Result<Value, String> {
        Ok(match value {
            Value::String(text) => self.fill_text(text)?,
            Value::Array(list) => Value::Array(
                list.iter()
                    .map(|item| self.fill(item))
                    .collect::<Result<_, _>>()?,
            ),
            Value::Object(object) => Value::Object(
                object
                    .iter()
                    .map(|(key, value)| Ok((key.clone(), self.fill(value)?)))
                    .collect::<Result<_, String>>()?,
            ),
            other => other.clone(),
        })
    }

    /// As [`Self::fill`] for a text that stays a text.
    pub(crate) fn fill_string(&self, text: &str) -> Result<String, String> {
        Ok(match self.fill_text(text)? {
            Value::String(text) => text,
            other => other.to_string(),
        })
    }

    fn fill_text(&self, text: &str) -> Result<Value, String> {
        if let Some(path) = text.strip_prefix("${").and_then(|t| t.strip_suffix('}'))
            && !path.contains("${")
        {
            return self.get(path);
        }
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find("${") {
            if rest[..at].ends_with('$') {
                filled.push_str(&rest[..at]);
                filled.push('{');
                rest = &rest[at + 2..];
                continue;
            }
            filled.push_str(&rest[..at]);
            let Some(end) = rest[at..].find('}') else {
                return Err(format!("${{ without }} in {text:?}"));
            };
            match self.get(&rest[at + 2..at + end])? {
                Value::String(text) => filled.push_str(&text),
                other => filled.push_str(&other.to_string()),
            }
            rest = &rest[at + end + 1..];
        }
        filled.push_str(rest);
        Ok(Value::String(filled))
    }

    fn get(&self, path: &str) -> Result<Value, String> {
        let unknown = || format!("${{{path}}} is not known here");
        let (head, tail) = path.split_once('.').unwrap_or((path, ""));
        if let Some(value) = self.bound.get(head) {
            let parts = tail.split('.').filter(|part| !part.is_empty());
            return parts
                .into_iter()
                .try_fold(value, |value, part| match part.parse::<usize>() {
                    Ok(index) if value.is_array() => value.get(index),
                    _ => value.get(part),
                })
                .cloned()
                .ok_or_else(unknown);
        }
        if let Some(fill) = path.strip_prefix("fill:") {
            let (count, with) = fill.split_once(':').unwrap_or((fill, "x"));
            let count: usize = count.parse().map_err(|_| unknown())?;
            return Ok(Value::String(with.chars().cycle().take(count).collect()));
        }
        let lossy = |text: &OsString| text.to_string_lossy().into_owned();
        match (head, tail) {
            ("pid", "") => Ok(json!(std::process::id())),
            ("now_ms", "") => Ok(json!(
                u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
            )),
            ("cwd", "") => std::env::current_dir()
                .map(|path| json!(path.to_string_lossy()))
                .map_err(|error| error.to_string()),
            ("args", "") => Ok(json!(self.args.iter().map(lossy).collect::<Vec<_>>())),
            ("arg", index) => {
                let index: usize = index.parse().map_err(|_| unknown())?;
                self.args
                    .get(index)
                    .map(|arg| json!(lossy(arg)))
                    .ok_or_else(unknown)
            }
            ("env", name) => std::env::var(name)
                .map(Value::String)
                .map_err(|_| unknown()),
            _ => Err(unknown()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_are_replaced_and_keep_their_type_when_alone() {
        let mut values = Values::new(&["--a".into()], Instant::now());
        values.bind("m", json!({"id": "x", "list": [1, {"n": true}]}));
        let filled = values
            .fill(&json!({
                "whole": "${m.list.1}", "part": "<${m.id}|${m.list.0}>", "escaped": "$${m.id}",
                "fill": "${fill:5:ab}", "arg": "${arg.0}", "plain": 1,
            }))
            .unwrap();
        assert_eq!(
            filled,
            json!({
                "whole": {"n": true}, "part": "<x|1>", "escaped": "${m.id}",
                "fill": "ababa", "arg": "--a", "plain": 1,
            })
        );
        assert_eq!(
            values.fill(&json!("${nope.x}")),
            Err("${nope.x} is not known here".to_owned())
        );
    }
}
