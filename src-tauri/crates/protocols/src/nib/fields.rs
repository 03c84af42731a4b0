//! One field of a form → its value on the wire, or what is wrong with it.

use super::operations::{EFFORTS, Field, Operation, Paths};
use super::paths;
use super::schema::Schema;
use serde_json::{Map, Value, json};

/// Bytes of an identifier (a slug, a session, a project), at most.
const LONGEST_IDENTIFIER: usize = 200;

/// Checks the value of a field; the words of an error follow the field's name.
pub(super) fn check(
    operation: &Operation,
    field: Field,
    value: &Value,
    conversation: &str,
) -> Result<Value, String> {
    match field {
        Field::Paths => check_paths(operation, value),
        Field::CharacterSlug => identifier(text(value)?),
        Field::Question | Field::Context => filled(text(value)?),
        Field::Range | Field::ProjectName => one_line(text(value)?),
        Field::Schema => Schema::read(value).map(|_| value.clone()),
        Field::Session => session(value, conversation),
        Field::Effort => match text(value)? {
            effort if EFFORTS.contains(&effort) => Ok(json!(effort)),
            _ => Err(format!("must be one of {}", EFFORTS.join(", "))),
        },
    }
}

/// Whether a field counts as not given: an empty box of a form.
pub(super) fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

fn text(value: &Value) -> Result<&str, String> {
    value.as_str().ok_or_else(|| "must be text".to_owned())
}

fn filled(text: &str) -> Result<Value, String> {
    if text.trim().is_empty() {
        return Err("is empty".to_owned());
    }
    Ok(json!(text))
}

fn one_line(text: &str) -> Result<Value, String> {
    if text.chars().any(char::is_control) {
        return Err("must be one line without control characters".to_owned());
    }
    filled(text.trim())
}

/// Backends make file names of identifiers.
fn identifier(text: &str) -> Result<Value, String> {
    let text = text.trim();
    if text.contains(['/', '\\']) || text == "." || text.contains("..") {
        return Err("must be a plain name, without slashes and “..”".to_owned());
    }
    if text.len() > LONGEST_IDENTIFIER {
        return Err(format!("is longer than {LONGEST_IDENTIFIER} bytes"));
    }
    one_line(text)
}

fn check_paths(operation: &Operation, value: &Value) -> Result<Value, String> {
    let Some(items) = value.as_array() else {
        return Err("must be a list of paths".to_owned());
    };
    if items.is_empty() {
        return Err("is empty".to_owned());
    }
    let absolute = operation.paths == Paths::OneAbsolute;
    if absolute && items.len() != 1 {
        return Err(format!(
            "must hold exactly one path, the absolute one of the whole manuscript in one file; \
             it holds {}",
            items.len()
        ));
    }
    for (number, item) in (1..).zip(items) {
        let Some(path) = item.as_str() else {
            return Err(format!("must be a list of paths; item {number} is no text"));
        };
        let problem = if absolute {
            paths::not_absolute(path)
        } else {
            paths::outside(path)
        };
        if let Some(problem) = problem {
            let path = path.escape_debug().take(100).collect::<String>();
            return Err(format!("names “{path}”, which {problem}"));
        }
    }
    Ok(value.clone())
}

/// `{id, resume, new}`, all three told; without an id it is the conversation's own.
fn session(value: &Value, conversation: &str) -> Result<Value, String> {
    let Some(session) = value.as_object() else {
        return Err("must be an object of “id”, “resume” and “new”".to_owned());
    };
    if let Some(unknown) = session
        .keys()
        .find(|name| !matches!(name.as_str(), "id" | "resume" | "new"))
    {
        return Err(format!(
            "has an unknown part “{}”; it has “id”, “resume” and “new”",
            unknown.escape_debug()
        ));
    }
    let id = match session.get("id") {
        Some(id) if !is_blank(id) => text(id)
            .and_then(identifier)
            .map_err(|problem| format!("has an “id” that {problem}"))?,
        _ => json!(conversation),
    };
    let resume = flag(session, "resume")?;
    let new = flag(session, "new")?;
    if resume && new {
        return Err("can't be resumed and new at once; choose one".to_owned());
    }
    Ok(json!({"id": id, "resume": resume, "new": new}))
}

fn flag(session: &Map<String, Value>, name: &str) -> Result<bool, String> {
    match session.get(name) {
        None | Some(Value::Null) => Ok(false),
        Some(Value::Bool(on)) => Ok(*on),
        Some(_) => Err(format!("has a “{name}” that must be true or false")),
    }
}
