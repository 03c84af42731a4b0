//! Data against the JSON Schema it was asked for. No schema is fetched: what a
//! schema refers to is in it.

use jsonschema::Validator;
use model::SchemaProblem;
use serde_json::Value;

/// Problems of one answer that are told; more would help nobody.
const TOLD: usize = 100;
/// Bytes of one problem's words: they quote the data.
const WORDS: usize = 400;
/// Levels a schema may have; the validator's own work goes as deep.
const DEEPEST: usize = 100;

/// A schema, ready to judge data.
#[derive(Debug)]
pub(super) struct Schema(Validator);

impl Schema {
    /// Reads a schema.
    ///
    /// # Errors
    /// Why it is none, and where.
    pub(super) fn read(schema: &Value) -> Result<Self, String> {
        if !schema.is_object() {
            return Err("is not an object".to_owned());
        }
        if deeper_than(schema, DEEPEST) {
            return Err(format!("is nested deeper than {DEEPEST} levels"));
        }
        jsonschema::options()
            .offline()
            .build(schema)
            .map(Self)
            .map_err(|error| {
                let place = error.instance_path().as_str();
                let place = if place.is_empty() { "its top" } else { place };
                cut(format!("is no JSON Schema, at {place}: {error}"))
            })
    }

    /// What is wrong with the data. The specification wants an object, whatever the schema says.
    pub(super) fn problems(&self, data: &Value) -> Vec<SchemaProblem> {
        let mut problems: Vec<_> = self
            .0
            .iter_errors(data)
            .take(TOLD + 1)
            .map(|error| SchemaProblem {
                pointer: error.instance_path().as_str().to_owned(),
                message: cut(error.to_string()),
            })
            .collect();
        if problems.is_empty() && !data.is_object() {
            problems.push(SchemaProblem {
                pointer: String::new(),
                message: "it is not an object".to_owned(),
            });
        }
        if problems.len() > TOLD {
            problems.truncate(TOLD);
            problems.push(SchemaProblem {
                pointer: String::new(),
                message: format!("there are more than {TOLD} problems; these are the first"),
            });
        }
        problems
    }
}

fn deeper_than(value: &Value, levels: usize) -> bool {
    let inside = |value: &Value| levels == 0 || deeper_than(value, levels - 1);
    match value {
        Value::Object(fields) => fields.values().any(inside),
        Value::Array(items) => items.iter().any(inside),
        _ => false,
    }
}

fn cut(mut text: String) -> String {
    if text.len() > WORDS {
        text.truncate(text.floor_char_boundary(WORDS));
        text.push('…');
    }
    text
}
