//! The seam for protocols: a dialect translates neutral steps into a protocol's words, and neutral
//! expectations into patterns. A protocol is added by a module here, a row in [`named`] and a name
//! in [`NAMES`]; every step that is not neutral works for all of them.
//!
//! What becomes of each step; `–` writes nothing, `✗` is an error of the script:
//!
//! | step | aionrs | nuum | agentproc 0.1 | agentproc 0.4 | terminal rich | terminal plain | nib pipe | nib interactive |
//! |---|---|---|---|---|---|---|---|---|
//! | `ready` | `ready` | `init` | session line | `session_id` of the next event | – | – | – | – |
//! | `start_turn` | `stream_start` | `turn_accepted` | – | – | – | – | – | – |
//! | `text` | `text_delta` | an `assistant` message | partial, or body | `partial` | `message` | body | `text` of the answer | text |
//! | `thinking` | `thinking` | – | – | – | `log` | – | – | – |
//! | `ask` | `tool_request` | ✗ | ✗ | `permission_request` | ✗ | ✗ | ✗ | ✗ |
//! | `running` | `tool_running` | `tool_use` | – | – | `progress` | – | – | – |
//! | `result` | `tool_result` | `tool_result` | – | – | `log` | – | – | – |
//! | `cancel` | `tool_cancelled` | – | – | – | – | – | – | – |
//! | `info` | `info` | – | – | – | `progress` | – | – | – |
//! | `end_turn` | `stream_end` | `result` | end of the body | `result` | – | – | the answer | – |
//! | `fail` | `error` | failed `result` | error line, exit 1 | `error`, exit 1 | `error`, exit 1 | stderr, exit 1 | `error` | stderr, exit 1 |
//! | `stopped` | see there | see there | – | – | – | – | – | – |
//! | `pong` | `pong` | `heartbeat_ack` | ✗ | ✗ | ✗ | ✗ | ✗ | ✗ |
//!
//! A message that was awaited under a name has, whatever carried it, the fields `text` (a text),
//! `session` (an id, or empty) and `attachments` (paths or addresses), the fields of the protocol
//! beside them, and all of it as it came in `frame`. An answer has `call_id`, `allow`, `reason`.

mod agentproc;
mod aionrs;
mod nib;
mod nuum;
mod options;
mod said;
mod terminal;

use serde_json::{Map, Value, json};

pub use options::Speech;
pub use said::{Carries, Said};

/// What a step writes, and where.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Spoken {
    /// To standard output, as it is.
    pub out: String,
    /// To standard error, as it is.
    pub err: String,
    /// The process's exit code, once it ends by itself.
    pub exit: Option<i32>,
}

impl Spoken {
    /// One JSON value as a line.
    fn line(value: &Value) -> Self {
        Self::text(format!("{value}\n"))
    }

    /// Text, as it is.
    fn text(out: impl Into<String>) -> Self {
        Self {
            out: out.into(),
            ..Self::default()
        }
    }

    /// No word for it.
    fn nothing() -> Self {
        Self::default()
    }
}

/// How a protocol uses standard input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// One frame a line.
    Lines,
    /// One frame, which ends with the input.
    Whole,
    /// It is not read: everything came another way.
    Unread,
}

/// A protocol as a script needs it.
pub trait Dialect: Send {
    /// Whether its agents stay alive until standard input ends. If not, the end of the script is
    /// the end of the process.
    fn lingers(&self) -> bool;

    /// How it reads.
    fn input(&self) -> Input {
        Input::Lines
    }

    /// What is there when the process starts, before standard input: variables, files. `Err` ends
    /// the play.
    fn given(&mut self) -> Result<Vec<Value>, String> {
        Ok(Vec::new())
    }

    /// How a received text becomes a frame.
    fn parse(&self) -> fn(&str) -> Value {
        as_json
    }

    /// Whether it has words for a step. Does not change while a script plays.
    fn carries(&self, said: Said) -> Carries;

    /// What to write for a step it carries. `Err` says what the body lacks.
    fn say(&mut self, said: Said, body: &Value) -> Result<Spoken, String>;

    /// The patterns that fit a neutral expectation. `Err` names those there are. Does not change
    /// while a script plays.
    fn awaits(&self, what: &str) -> Result<Vec<Value>, String>;

    /// Learns from what was received, such as the id of the turn it starts, and tells its neutral
    /// fields, if it is a message or an answer.
    fn heard(&mut self, frame: &Value) -> Option<Map<String, Value>>;

    /// Whether no message can come any more, because the process is for one turn.
    fn is_over(&self) -> bool {
        false
    }

    /// Frames of the running turn that such an agent throws away when the turn ends.
    fn drops(&self) -> Option<Value> {
        None
    }
}

/// The protocols there are.
pub const NAMES: &[&str] = &["aionrs", "nuum", "nib", "agentproc", "terminal"];

/// The dialect of a protocol. `Err` says which protocols or options there are.
pub fn named(speech: &Speech) -> Result<Box<dyn Dialect>, String> {
    Ok(match speech.protocol.as_str() {
        "aionrs" => Box::new(aionrs::Aionrs::new(speech)?),
        "nuum" => Box::new(nuum::Nuum::new(speech)?),
        "nib" => Box::new(nib::Nib::new(speech)?),
        "agentproc" => agentproc::new(speech)?,
        "terminal" => Box::new(terminal::Terminal::new(speech)?),
        other => {
            return Err(format!(
                "unknown protocol {other:?}; known: {}",
                NAMES.join(", ")
            ));
        }
    })
}

/// JSON, or the text itself.
fn as_json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

/// The neutral fields of a message.
fn message(text: &str, session: &str, attachments: Value) -> Option<Map<String, Value>> {
    match json!({"text": text, "session": session, "attachments": attachments}) {
        Value::Object(fields) => Some(fields),
        _ => None,
    }
}

/// The neutral fields of an answer.
fn answer(call_id: &Value, allow: bool, reason: &Value) -> Option<Map<String, Value>> {
    let reason = reason.as_str().unwrap_or_default();
    match json!({"call_id": call_id, "allow": allow, "reason": reason}) {
        Value::Object(fields) => Some(fields),
        _ => None,
    }
}

/// The value with the body's fields laid over it, without those of `neutral`.
fn over(mut value: Value, body: &Value, neutral: &[&str]) -> Value {
    if let (Some(value), Some(body)) = (value.as_object_mut(), body.as_object()) {
        for (key, laid) in body {
            if !neutral.contains(&key.as_str()) {
                value.insert(key.clone(), laid.clone());
            }
        }
    }
    value
}

/// The message of a `fail`.
fn failure(body: &Value) -> Result<&str, String> {
    body.as_str()
        .or(body["message"].as_str())
        .ok_or_else(|| "`fail` needs a message".to_owned())
}

/// The text of a `text`, `thinking` or `info`.
fn text(body: &Value) -> &str {
    body.as_str().or(body["text"].as_str()).unwrap_or_default()
}

/// A number of tokens for a text, so that usage adds up to something: its words.
fn tokens(text: &str) -> u64 {
    text.split_whitespace().count() as u64
}
