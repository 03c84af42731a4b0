//! Data against the JSON Schema it was asked for. No schema is fetched: what a
//! schema refers to is in it.

use boon::{CompileError, Compiler, ErrorKind, SchemaIndex, Schemas, UrlLoader, ValidationError};
use model::SchemaProblem;
use serde_json::Value;
use std::error::Error;
use std::fmt;
use words::words;

/// Problems of one answer that are told; more would help nobody.
const TOLD: usize = 100;
/// Bytes of one problem's words: they quote the data.
const WORDS: usize = 400;
/// Levels a schema may have; the validator's own work goes as deep.
const DEEPEST: usize = 100;
/// What a schema is called while nobody else calls it anything.
const NAME: &str = "schema:///asked";

/// A schema, ready to judge data.
pub(super) struct Schema {
    all: Schemas,
    whole: SchemaIndex,
    /// Patterns that look ahead or back, which nothing here can do.
    unchecked: Vec<String>,
}

impl fmt::Debug for Schema {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Schema").finish_non_exhaustive()
    }
}

/// Refuses every schema that is elsewhere, in a file or on the network.
struct Offline;

impl UrlLoader for Offline {
    fn load(&self, url: &str) -> Result<Value, Box<dyn Error>> {
        Err(url.into())
    }
}

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
        let mut schema = schema.clone();
        let mut unchecked = Vec::new();
        loop {
            let mut all = Schemas::new();
            match compiled(schema.clone(), &mut all) {
                Ok(whole) => {
                    return Ok(Self {
                        all,
                        whole,
                        unchecked,
                    });
                }
                Err(error) => match looks_around(&error) {
                    Some(pattern) if drop_pattern(&mut schema, &pattern) => {
                        unchecked.push(pattern);
                    }
                    _ => return Err(why_none(&error)),
                },
            }
        }
    }

    /// What is wrong with the data. The specification wants an object, whatever the schema says.
    pub(super) fn problems(&self, data: &Value) -> Vec<SchemaProblem> {
        let mut problems = Vec::new();
        if let Err(error) = self.all.validate(data, self.whole) {
            each(&error, &mut |error| {
                problems.push(SchemaProblem {
                    pointer: error.instance_location.to_string(),
                    message: cut(words(&error.kind)),
                });
            });
        }
        if problems.is_empty() && !data.is_object() {
            problems.push(SchemaProblem {
                pointer: String::new(),
                message: "it is not an object".to_owned(),
            });
        }
        problems.extend(self.unchecked.iter().map(|pattern| SchemaProblem {
            pointer: String::new(),
            message: cut(format!(
                "the pattern {pattern} was not checked: it looks ahead or back"
            )),
        }));
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

fn compiled(schema: Value, all: &mut Schemas) -> Result<SchemaIndex, Box<CompileError>> {
    let mut compiler = Compiler::new();
    compiler.use_loader(Box::new(Offline));
    compiler.add_resource(NAME, schema)?;
    Ok(compiler.compile(NAME, all)?)
}

/// Every error that stands for itself. One of several schemas that may fit is none: what each
/// of them lacks would say nothing.
fn each(error: &ValidationError<'_, '_>, tell: &mut impl FnMut(&ValidationError<'_, '_>)) {
    match error.kind {
        ErrorKind::Group
        | ErrorKind::Schema { .. }
        | ErrorKind::Reference { .. }
        | ErrorKind::ContentSchema
        | ErrorKind::AllOf
            if !error.causes.is_empty() =>
        {
            for cause in &error.causes {
                each(cause, tell);
            }
        }
        _ => tell(error),
    }
}

/// The pattern that is refused only because it looks around.
fn looks_around(error: &CompileError) -> Option<String> {
    let mut refused = None;
    match error {
        CompileError::InvalidRegex { regex, .. } => refused = Some(regex.clone()),
        CompileError::ValidationError { src, .. } => each(src, &mut |error| {
            if let ErrorKind::Format {
                got, want: "regex", ..
            } = &error.kind
            {
                refused = got.as_str().map(str::to_owned);
            }
        }),
        _ => {}
    }
    refused.filter(|pattern| {
        let groups = ["(?=", "(?!", "(?<=", "(?<!"];
        groups.iter().any(|group| pattern.contains(group))
    })
}

/// Takes a pattern out of a schema, wherever it is asked for; whether it was.
fn drop_pattern(schema: &mut Value, pattern: &str) -> bool {
    match schema {
        Value::Object(fields) => {
            let asked = |value: &Value| value.as_str() == Some(pattern);
            let mut found = fields.get("pattern").is_some_and(asked);
            if found {
                fields.shift_remove("pattern");
            }
            for value in fields.values_mut() {
                found |= drop_pattern(value, pattern);
            }
            found
        }
        Value::Array(items) => {
            let mut found = false;
            for item in items {
                found |= drop_pattern(item, pattern);
            }
            found
        }
        _ => false,
    }
}

fn why_none(error: &CompileError) -> String {
    let (place, error) = match error {
        CompileError::ValidationError { src, .. } => {
            let mut first = None;
            each(src, &mut |error| {
                first.get_or_insert_with(|| {
                    (error.instance_location.to_string(), words(&error.kind))
                });
            });
            first.unwrap_or_else(|| (String::new(), src.to_string()))
        }
        CompileError::LoadUrlError { url, .. } | CompileError::UnsupportedUrlScheme { url } => (
            String::new(),
            format!("it refers to {url}, and what it refers to must be in it"),
        ),
        other => {
            let text = format!("{other:#}");
            (String::new(), text.replace(&format!("{NAME}#"), ""))
        }
    };
    let place = if place.is_empty() {
        "its top"
    } else {
        place.as_str()
    };
    cut(format!("is no JSON Schema, at {place}: {error}"))
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

#[cfg(test)]
mod tests;
mod words;
