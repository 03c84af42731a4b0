//! What is wrong with data, in words that a window has in its own language.

use boon::ErrorKind;
use serde_json::Value;

/// One kind of problem. What no data but a schema alone can bring about, such as references in a
/// circle, is said as the library says it.
pub(super) fn words(kind: &ErrorKind<'_, '_>) -> String {
    match kind {
        ErrorKind::Type { got, want } => {
            let want: Vec<String> = want.iter().map(|one| one.to_string()).collect();
            format!("must be {}, and is {got}", want.join(" / "))
        }
        ErrorKind::Required { want } => format!("lacks {}", quoted(want)),
        ErrorKind::AdditionalProperties { got } => {
            let got: Vec<&str> = got.iter().map(|name| &**name).collect();
            format!("has {}, which the schema does not know", quoted(&got))
        }
        ErrorKind::PropertyName { prop } => {
            format!("has “{prop}”, and the schema allows no such name")
        }
        ErrorKind::Dependency { prop, missing }
        | ErrorKind::DependentRequired { prop, missing } => {
            format!("has “{prop}”, and so lacks {}", quoted(missing))
        }
        ErrorKind::Enum { want } => match one_of(want) {
            Some(want) => format!("must be one of {want}"),
            None => "is none of what the schema allows here".to_owned(),
        },
        ErrorKind::Const { want } => match short(want) {
            Some(want) => format!("must be {want}"),
            None => "is not exactly what the schema asks for".to_owned(),
        },
        ErrorKind::Pattern { want, .. } => format!("does not fit the pattern {want}"),
        ErrorKind::Format { want, .. } => format!("is not of the form “{want}”"),
        ErrorKind::ContentEncoding { want, .. } => format!("is not encoded as “{want}”"),
        ErrorKind::ContentMediaType { want, .. } => format!("does not hold “{want}”"),
        ErrorKind::Minimum { got, want } => format!("must be at least {want}, and is {got}"),
        ErrorKind::Maximum { got, want } => format!("must be at most {want}, and is {got}"),
        ErrorKind::ExclusiveMinimum { got, want } => {
            format!("must be more than {want}, and is {got}")
        }
        ErrorKind::ExclusiveMaximum { got, want } => {
            format!("must be less than {want}, and is {got}")
        }
        ErrorKind::MultipleOf { got, want } => {
            format!("must be a multiple of {want}, and is {got}")
        }
        ErrorKind::MinItems { got, want } => {
            format!("must have at least {want} entries, and has {got}")
        }
        ErrorKind::MaxItems { got, want } => {
            format!("must have at most {want} entries, and has {got}")
        }
        ErrorKind::AdditionalItems { got } => {
            format!("has {got} entries more than the schema allows")
        }
        ErrorKind::UniqueItems { got: [one, other] } => {
            format!("must not have the same entry twice: {one} and {other} are equal")
        }
        ErrorKind::Contains => "has no entry of the kind that it must have".to_owned(),
        ErrorKind::MinContains { got, want } => {
            let got = got.len();
            format!("must have at least {want} entries of one kind, and has {got}")
        }
        ErrorKind::MaxContains { got, want } => {
            let got = got.len();
            format!("must have at most {want} entries of one kind, and has {got}")
        }
        ErrorKind::MinLength { got, want } => {
            format!("must have at least {want} characters, and has {got}")
        }
        ErrorKind::MaxLength { got, want } => {
            format!("must have at most {want} characters, and has {got}")
        }
        ErrorKind::MinProperties { got, want } => {
            format!("must have at least {want} fields, and has {got}")
        }
        ErrorKind::MaxProperties { got, want } => {
            format!("must have at most {want} fields, and has {got}")
        }
        ErrorKind::FalseSchema => "must not be there".to_owned(),
        ErrorKind::Not => "is what it must not be".to_owned(),
        ErrorKind::AnyOf | ErrorKind::OneOf(None) => {
            "is none of what the schema allows here".to_owned()
        }
        ErrorKind::OneOf(Some(_)) => "is more than one of what it may be only one of".to_owned(),
        other => other.to_string(),
    }
}

fn quoted(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("“{name}”")).collect();
    names.join(", ")
}

/// A value that can stand in a sentence.
fn short(value: &Value) -> Option<String> {
    match value {
        Value::Array(_) | Value::Object(_) => None,
        Value::String(text) => Some(format!("“{text}”")),
        other => Some(other.to_string()),
    }
}

fn one_of(values: &[Value]) -> Option<String> {
    let values: Option<Vec<String>> = values.iter().map(short).collect();
    values.map(|values| values.join(", "))
}
