//! Partial match: an object fits when each of its fields fits; everything else of the input is
//! free. The text `"*"` fits anything that is there; `{"$contains": "x"}` a text that contains it;
//! `{"$absent": true}` a field that is not there. Arrays must have the same length.

use serde_json::Value;

pub(crate) fn fits(pattern: &Value, value: &Value) -> bool {
    match (pattern, value) {
        (Value::String(any), _) if any == "*" => true,
        (Value::Object(wanted), _) if wanted.contains_key("$contains") => {
            let part = wanted["$contains"].as_str().unwrap_or_default();
            value.as_str().is_some_and(|text| text.contains(part))
        }
        (Value::Object(wanted), Value::Object(there)) => {
            wanted.iter().all(|(key, pattern)| match there.get(key) {
                Some(value) => fits(pattern, value),
                None => pattern.get("$absent") == Some(&Value::Bool(true)),
            })
        }
        (Value::Array(wanted), Value::Array(there)) => {
            wanted.len() == there.len() && wanted.iter().zip(there).all(|(w, t)| fits(w, t))
        }
        _ => pattern == value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_pattern_says_only_what_matters() {
        let value = json!({"type": "message", "n": 1, "files": ["a"], "text": "hello"});
        let good = [
            json!({}),
            json!({"type": "message"}),
            json!({"n": "*", "files": ["*"]}),
            json!({"text": {"$contains": "ell"}, "x": {"$absent": true}}),
        ];
        let bad = [
            json!({"type": "stop"}),
            json!({"x": "*"}),
            json!({"files": []}),
            json!({"text": {"$contains": "z"}}),
            json!({"n": {"$absent": true}}),
        ];
        assert!(good.iter().all(|pattern| fits(pattern, &value)));
        assert!(bad.iter().all(|pattern| !fits(pattern, &value)));
    }
}
