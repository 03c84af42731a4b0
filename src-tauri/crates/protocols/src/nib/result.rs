//! The fields of a success → the result of its operation.

use super::answer::{Bad, Good, bad_answer};
use super::operations::{Answer, Operation};
use super::request::Request;
use super::{paths, wire};
use crate::fields::Problems;
use crate::lines::Object;
use model::OperationResult;
use serde_json::Value;
use serde_json::value::RawValue;

/// Files refused that are told by name.
const TOLD: usize = 5;

/// The result; `problems` are those met so far.
///
/// # Errors
/// What the operation promises is missing or cannot be read.
pub(super) fn of(
    request: &Request,
    object: &Object<'_>,
    mut problems: Problems,
) -> Result<Good, Bad> {
    let operation = request.operation;
    let mut good = Good::default();
    let text = object.text("text", &mut problems);
    let data = object.value("data", &mut problems);
    let files = object.list("files", &mut problems);
    let (promised, is_there) = match operation.answer {
        Answer::Text | Answer::Terminal => ("text", text.is_some()),
        Answer::Data => ("data", data.is_some()),
        Answer::Files => ("files", files.is_some()),
    };
    if !is_there {
        missing(operation, promised, object, &problems, &mut good)?;
    }
    if let Some(problems) = problems.text() {
        good.quiet
            .push(format!("The answer was not wholly understood: {problems}."));
    }
    let unknown = wire::unknown_fields(object);
    if !unknown.is_empty() {
        good.quiet.push(format!(
            "The answer also held {}, which the protocol does not know.",
            quoted(&unknown)
        ));
    }
    let data = data.unwrap_or_default();
    let judged = request.schema.as_ref().map(|schema| schema.problems(&data));
    good.result = Some(OperationResult {
        operation: operation.name.to_owned(),
        text: text.unwrap_or_default().into_owned(),
        problems: judged.unwrap_or_default(),
        data,
        files: files.map_or_else(Vec::new, |files| inside(&files, &mut good.warnings)),
    });
    Ok(good)
}

/// What was promised is not there. Without data, or with something unreadable in its place, there
/// is no result; the original takes a missing text for an empty one.
fn missing(
    operation: &Operation,
    promised: &str,
    object: &Object<'_>,
    problems: &Problems,
    good: &mut Good,
) -> Result<(), Bad> {
    if object.given(promised).is_some() {
        let problem = problems.text().unwrap_or_default();
        return Err(bad_answer(
            "nib.answer",
            format!("cannot be used: {problem}"),
        ));
    }
    if operation.answer == Answer::Data {
        let problem = format!("to {} holds no “data”", operation.name);
        return Err(bad_answer("nib.answer", problem));
    }
    good.warnings.push(format!(
        "The backend says that {} is done, and its answer holds no “{promised}”.",
        operation.name
    ));
    Ok(())
}

/// Files that are relative and inside the project; the others are told and left out.
fn inside(items: &[&RawValue], warnings: &mut Vec<String>) -> Vec<String> {
    let mut kept = Vec::new();
    let mut refused = Vec::new();
    for item in items {
        match serde_json::from_str::<Value>(item.get()) {
            Ok(Value::String(path)) => match paths::outside(&path) {
                None => kept.push(path),
                Some(problem) => {
                    let path: String = path
                        .chars()
                        .take(100)
                        .flat_map(char::escape_debug)
                        .collect();
                    refused.push(format!("“{path}” {problem}"));
                }
            },
            _ => refused.push("an entry is no text".to_owned()),
        }
    }
    if !refused.is_empty() {
        let more = refused.len().saturating_sub(TOLD);
        refused.truncate(TOLD);
        if more > 0 {
            refused.push(format!("and {more} more"));
        }
        warnings.push(format!(
            "The backend names files that are not shown: {}.",
            refused.join("; ")
        ));
    }
    kept
}

fn quoted(names: &[String]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("“{name}”")).collect();
    names.join(", ")
}
