//! A message → the request of an operation: exactly its fields (specification, "Request
//! format" and "Operations").

use super::fields;
use super::language;
use super::operations::{self, Field, OPERATIONS, Operation};
use super::schema::Schema;
use crate::PlanError;
use model::UserMessage;
use serde_json::{Map, Value, json};

/// What a request is made of besides the message.
#[derive(Debug, Clone, Default)]
pub(super) struct Setting {
    /// The project's folder.
    pub(super) dir: String,
    /// The session of `character-talk` where the message names none.
    pub(super) conversation: String,
    /// The profile's effort, for messages that say none.
    pub(super) effort: Option<String>,
}

/// A request that may be sent.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) operation: &'static Operation,
    /// It as one line of JSON, without a line end.
    pub(super) json: String,
    /// What its answer's data must be.
    pub(super) schema: Option<Schema>,
    /// The session to resume, which the backend may not know any more.
    pub(super) resumes: Option<String>,
}

/// Makes the request of a message.
///
/// # Errors
/// Every field that is missing, wrong or not the operation's, by name.
pub(super) fn of(message: &UserMessage, setting: &Setting) -> Result<Request, PlanError> {
    if !message.attachments.is_empty() {
        return Err(PlanError {
            problem: "A nib backend takes no attachments. Name files of the project as the \
                      operation's paths instead."
                .to_owned(),
        });
    }
    let read;
    let form = if message.form.is_empty() {
        read = language::read(&message.text)?;
        &read
    } else {
        &message.form
    };
    let operation = operation(form)?;
    let Collected {
        mut given,
        problems,
        resumes,
    } = Collected::of(operation, form, setting);
    if !problems.is_empty() {
        return Err(refused(operation, &problems));
    }
    let mut json = Map::new();
    json.insert("operation".to_owned(), json!(operation.name));
    json.insert("dir".to_owned(), json!(setting.dir));
    for field in Field::ALL {
        if let Some(value) = given.remove(field.name()) {
            json.insert(field.name().to_owned(), value);
        }
    }
    Ok(Request {
        operation,
        schema: json
            .get("schema")
            .and_then(|schema| Schema::read(schema).ok()),
        json: Value::Object(json).to_string(),
        resumes,
    })
}

/// What is wrong with a form, a field at a time, so that it can be said while it is filled in.
/// The words of a problem follow the field's name; `operation` where that is none.
#[must_use]
pub fn problems(form: &Map<String, Value>, dir: &str) -> Vec<(String, String)> {
    let operation = match operation(form) {
        Ok(operation) => operation,
        Err(error) => return vec![("operation".to_owned(), error.problem)],
    };
    let setting = Setting {
        dir: dir.to_owned(),
        ..Setting::default()
    };
    Collected::of(operation, form, &setting)
        .problems
        .into_iter()
        .map(|(field, words)| (field.to_owned(), words))
        .collect()
}

fn operation(form: &Map<String, Value>) -> Result<&'static Operation, PlanError> {
    let name = form.get("operation").and_then(Value::as_str);
    name.and_then(operations::find).ok_or_else(|| {
        let known: Vec<_> = OPERATIONS.iter().map(|known| known.name).collect();
        let what = match name {
            Some(name) => format!("“{}” is no operation of nib", cut(name)),
            None => "The form names no “operation”".to_owned(),
        };
        PlanError {
            problem: format!("{what}. Choose one of: {}.", known.join(", ")),
        }
    })
}

type Problems<'f> = Vec<(&'f str, String)>;

/// Everything that can be said of a form.
struct Collected<'f> {
    given: Map<String, Value>,
    problems: Problems<'f>,
    resumes: Option<String>,
}

impl<'f> Collected<'f> {
    fn of(operation: &Operation, form: &'f Map<String, Value>, setting: &Setting) -> Self {
        let mut problems = Vec::new();
        let mut given = collect(operation, form, setting, &mut problems);
        let resumes = session(&mut given, &mut problems);
        for field in operation.required {
            if !given.contains_key(field.name()) && !problems.iter().any(|p| p.0 == field.name()) {
                problems.push((field.name(), "is missing".to_owned()));
            }
        }
        Self {
            given,
            problems,
            resumes,
        }
    }
}

/// The fields that are given and good.
fn collect<'f>(
    operation: &Operation,
    form: &'f Map<String, Value>,
    setting: &Setting,
    problems: &mut Problems<'f>,
) -> Map<String, Value> {
    let mut given = Map::new();
    for (name, value) in form {
        match (name.as_str(), Field::find(name)) {
            ("operation", _) => {}
            ("dir", _) if fields::is_blank(value) || *value == setting.dir.as_str() => {}
            ("dir", _) => problems.push((
                name,
                format!("is always the workspace, {}; leave it out", setting.dir),
            )),
            // What is empty is not given.
            (_, Some(_)) if fields::is_blank(value) => {}
            (_, Some(field)) if operation.takes(field) => {
                match fields::check(operation, field, value, &setting.conversation) {
                    Ok(value) => drop(given.insert(name.clone(), value)),
                    Err(problem) => problems.push((name, problem)),
                }
            }
            (_, Some(_)) => problems.push((name, "is not one of its fields".to_owned())),
            (_, None) => problems.push((name, "is no field of the protocol".to_owned())),
        }
    }
    if let Some(effort) = &setting.effort
        && operation.takes(Field::Effort)
    {
        given
            .entry(Field::Effort.name())
            .or_insert_with(|| json!(effort));
    }
    if operation.takes(Field::Session) && !problems.iter().any(|p| p.0 == "session") {
        given
            .entry(Field::Session.name())
            .or_insert_with(|| json!({"id": setting.conversation, "resume": false, "new": false}));
    }
    given
}

/// With a session to resume the context is empty. Answers that session's id.
fn session(given: &mut Map<String, Value>, problems: &mut Problems<'_>) -> Option<String> {
    let session = given.get(Field::Session.name())?;
    if session["resume"] != true {
        return None;
    }
    let id = session["id"].as_str().map(str::to_owned);
    let context = Field::Context.name();
    if given.insert(context.to_owned(), json!("")).is_some() {
        let problem = "must be empty where a session is resumed: the session has it";
        problems.push((context, problem.to_owned()));
    }
    id
}

fn refused(operation: &Operation, problems: &Problems<'_>) -> PlanError {
    let told: Vec<_> = problems
        .iter()
        .map(|(name, problem)| format!("“{}” {problem}", cut(name)))
        .collect();
    PlanError {
        problem: format!(
            "{} can't be sent: {}. It takes {}.",
            operation.name,
            told.join("; "),
            operation.fields()
        ),
    }
}

fn cut(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}
