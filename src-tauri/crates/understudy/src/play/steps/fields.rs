//! Reading the fields of a step, with errors that say what is wrong.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{Action, VERBS};
use crate::play::dialect::Said;

pub(super) fn typed<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| error.to_string())
}

pub(super) fn options<T: DeserializeOwned>(rest: Map<String, Value>) -> Result<T, String> {
    typed(Value::Object(rest))
}

pub(super) fn option(mut rest: Map<String, Value>, name: &str) -> Result<Option<String>, String> {
    let value = rest.shift_remove(name);
    none_left(&rest)?;
    value.map(typed).transpose()
}

pub(super) fn none_left(rest: &Map<String, Value>) -> Result<(), String> {
    match rest.keys().next() {
        None => Ok(()),
        Some(key) => Err(format!("unknown field `{key}`")),
    }
}

pub(super) fn yes(body: Value, action: Action) -> Result<Action, String> {
    if body == Value::Bool(true) {
        Ok(action)
    } else {
        Err("its value must be true".to_owned())
    }
}

pub(crate) fn hex(text: &str) -> Result<Vec<u8>, String> {
    let digits: Vec<u32> = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| {
            c.to_digit(16)
                .ok_or_else(|| format!("{c:?} is no hexadecimal digit"))
        })
        .collect::<Result<_, _>>()?;
    if !digits.len().is_multiple_of(2) {
        return Err("an odd number of digits".to_owned());
    }
    Ok(digits
        .chunks(2)
        .map(|pair| u8::try_from(pair[0] * 16 + pair[1]).unwrap_or_default())
        .collect())
}

pub(super) fn unknown(verb: &str) -> String {
    let all = VERBS
        .iter()
        .copied()
        .chain(Said::ALL.iter().map(|said| said.name()));
    let near = all.min_by_key(|known| distance(known, verb));
    match near.filter(|near| distance(near, verb) <= 2) {
        Some(near) => format!("unknown step `{verb}`; did you mean `{near}`?"),
        None => format!("unknown step `{verb}`"),
    }
}

/// How many letters must be changed, added or taken away.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = corner + usize::from(x != *y);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}
