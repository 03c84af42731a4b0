//! A message without a form, as a line: `OPERATION [paths…] [key=value…]`.
//!
//! - Words are paths. A key is a field's name (`range=1-5`, `effort=low`, `schema={…}`), or one
//!   of `character` (`character_slug`), `session` (its id), `resume` and `new` (`true`, `false`).
//! - A word or value in quotes is a JSON string: `"scenes/two words.md"`, `context="a\nb"`;
//!   the value of `schema` is JSON as it stands.
//! - `continuity-ask` has no paths: its words are the question, as they stand.
//! - Text whose first word is no operation is the question of a `continuity-ask`.

use super::operations::{self, Field, Operation, Paths};
use crate::PlanError;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// Reads a line. Whether the fields fit the operation is the request's to say.
///
/// # Errors
/// A quote that is not closed, a key that is none, one that comes twice.
pub fn read(text: &str) -> Result<Map<String, Value>, PlanError> {
    let text = text.trim();
    let word = text.split(char::is_whitespace).next().unwrap_or_default();
    let Some(operation) = operations::find(word) else {
        return Ok(ask(text, Map::new()));
    };
    let line = Line {
        operation,
        rest: &text[word.len()..],
    };
    if operation.paths == Paths::None && operation.required == [Field::Question] {
        line.read_question()
    } else {
        line.read_words()
    }
}

/// Writes a form as a line that [`read`] takes back. Fields that are no field's are left out.
#[must_use]
pub fn write(form: &Map<String, Value>) -> String {
    let mut line = form["operation"].as_str().unwrap_or_default().to_owned();
    let mut push = |word: String| {
        line.push(' ');
        line.push_str(&word);
    };
    for path in form
        .get("paths")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        let path = path.as_str().unwrap_or_default();
        let plain = !path.is_empty() && !path.contains(|c: char| c.is_whitespace() || c == '"');
        push(if plain && key_of(path).is_none() {
            path.to_owned()
        } else {
            quoted(path)
        });
    }
    for field in Field::ALL {
        let Some(value) = form.get(field.name()) else {
            continue;
        };
        match (field, value) {
            (Field::Paths, _) => {}
            (Field::Session, Value::Object(session)) => {
                for (name, value) in session {
                    let key = if name == "id" { "session" } else { name };
                    push(format!("{key}={value}"));
                }
            }
            (_, value) => push(format!("{}={value}", field.name())),
        }
    }
    line
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

fn ask(question: &str, mut form: Map<String, Value>) -> Map<String, Value> {
    form.insert("operation".to_owned(), json!("continuity-ask"));
    if !question.is_empty() {
        form.insert("question".to_owned(), json!(question));
    }
    form
}

/// `key=…` at the start of a word: the key.
fn key_of(word: &str) -> Option<&str> {
    let (key, _) = word.split_once('=')?;
    let is_key = |c: char| c.is_ascii_lowercase() || c == '_';
    (!key.is_empty() && key.chars().all(is_key)).then_some(key)
}

struct Line<'t> {
    operation: &'static Operation,
    rest: &'t str,
}

impl<'t> Line<'t> {
    /// Paths and keys.
    fn read_words(mut self) -> Result<Map<String, Value>, PlanError> {
        let mut form = Map::new();
        form.insert("operation".to_owned(), json!(self.operation.name));
        let mut paths = Vec::new();
        loop {
            self.rest = self.rest.trim_start();
            if self.rest.is_empty() {
                break;
            }
            if let Some(key) = key_of(self.rest) {
                self.rest = &self.rest[key.len() + 1..];
                let value = self.value(key)?;
                self.put(&mut form, key, value)?;
            } else {
                paths.push(Value::from(self.word()?));
            }
        }
        if !paths.is_empty() {
            form.insert("paths".to_owned(), Value::Array(paths));
        }
        Ok(form)
    }

    /// The question as it stands, its own keys taken out of it.
    fn read_question(mut self) -> Result<Map<String, Value>, PlanError> {
        let mut form = Map::new();
        let mut question = String::new();
        while !self.rest.is_empty() {
            let space = self.rest.len() - self.rest.trim_start().len();
            let (before, rest) = self.rest.split_at(space);
            self.rest = rest;
            let own =
                |key: &&str| Field::find(key).is_some_and(|field| self.operation.takes(field));
            if let Some(key) = key_of(rest).filter(own) {
                self.rest = &rest[key.len() + 1..];
                let value = self.value(key)?;
                self.put(&mut form, key, value)?;
                continue;
            }
            question.push_str(before);
            question.push_str(self.plain());
        }
        let question = question.trim();
        if form.contains_key("question") && !question.is_empty() {
            return Err(self.problem("the question is there twice, as words and as “question”"));
        }
        Ok(ask(question, form))
    }

    fn put(&self, form: &mut Map<String, Value>, key: &str, value: Value) -> Result<(), PlanError> {
        let twice = match key {
            "session" | "resume" | "new" => {
                let part = if key == "session" { "id" } else { key };
                let session = form.entry("session").or_insert_with(|| json!({}));
                session
                    .as_object_mut()
                    .and_then(|session| session.insert(part.to_owned(), value))
            }
            "character" => form.insert(Field::CharacterSlug.name().to_owned(), value),
            key => match Field::find(key).filter(|field| *field != Field::Paths) {
                Some(field) => form.insert(field.name().to_owned(), value),
                None => {
                    return Err(self.problem(&format!(
                        "“{key}=” is no key; a path that holds “=” is written in quotes"
                    )));
                }
            },
        };
        match twice {
            None => Ok(()),
            Some(_) => Err(self.problem(&format!("“{key}=” is there twice"))),
        }
    }

    fn value(&mut self, key: &str) -> Result<Value, PlanError> {
        let json = self.rest.starts_with('"') || (key == "schema" && !self.rest.is_empty());
        if json {
            return self.json(key);
        }
        let word = self.plain();
        Ok(match (key, word) {
            ("resume" | "new", "true") => json!(true),
            ("resume" | "new", "false") => json!(false),
            _ => json!(word),
        })
    }

    fn word(&mut self) -> Result<String, PlanError> {
        if self.rest.starts_with('"') {
            return self.json("");
        }
        Ok(self.plain().to_owned())
    }

    /// Up to the next space.
    fn plain(&mut self) -> &'t str {
        let end = self.rest.find(char::is_whitespace);
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        word
    }

    /// A JSON value, then a space or the end.
    fn json<T: DeserializeOwned>(&mut self, key: &str) -> Result<T, PlanError> {
        let mut values = serde_json::Deserializer::from_str(self.rest).into_iter();
        let value = values.next();
        let end = values.byte_offset();
        match value {
            Some(Ok(value))
                if self.rest[end..]
                    .chars()
                    .next()
                    .is_none_or(char::is_whitespace) =>
            {
                self.rest = &self.rest[end..];
                Ok(value)
            }
            _ => {
                let head: String = self.rest.chars().take(30).collect();
                let place = if key.is_empty() {
                    String::new()
                } else {
                    format!("“{key}=”: ")
                };
                Err(self.problem(&format!(
                    "{place}“{head}” can't be read; in quotes write \\\" for a quote, \\n for a line \
                     end, \\\\ for a backslash, and a space after the last quote"
                )))
            }
        }
    }

    fn problem(&self, problem: &str) -> PlanError {
        PlanError {
            problem: format!("{} can't be read: {problem}.", self.operation.name),
        }
    }
}
