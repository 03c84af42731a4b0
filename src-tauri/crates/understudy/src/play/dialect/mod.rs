//! The seam for protocols: a dialect translates neutral steps into a protocol's lines, and neutral
//! expectations into patterns. A protocol is added by a module here and a row in [`named`]; every
//! step that is not neutral works for all of them.

mod aionrs;

use serde_json::Value;

/// A neutral step. Its body is `true`, a text, or an object whose fields are laid over what the
/// dialect would send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Said {
    /// The agent is up.
    Ready,
    /// A turn begins.
    StartTurn,
    /// A piece of the answer.
    Text,
    /// A piece of thinking.
    Thinking,
    /// A tool call that waits for an answer: `{call_id, tool, args, category?, description?}`.
    Ask,
    /// A tool call runs: `call_id`, or an object.
    Running,
    /// A tool call's result: the output of the last call, or `{call_id, output, …}`.
    Result,
    /// A tool call is cancelled: `{call_id?, reason?}` or the reason.
    Cancel,
    /// The turn ends.
    EndTurn,
    /// Something failed: a message, or `{code, message, retryable}`.
    Fail,
    /// A remark.
    Info,
}

impl Said {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Ready,
        Self::StartTurn,
        Self::Text,
        Self::Thinking,
        Self::Ask,
        Self::Running,
        Self::Result,
        Self::Cancel,
        Self::EndTurn,
        Self::Fail,
        Self::Info,
    ];

    /// The step's name in a script.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::StartTurn => "start_turn",
            Self::Text => "text",
            Self::Thinking => "thinking",
            Self::Ask => "ask",
            Self::Running => "running",
            Self::Result => "result",
            Self::Cancel => "cancel",
            Self::EndTurn => "end_turn",
            Self::Fail => "fail",
            Self::Info => "info",
        }
    }

    /// The step of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|said| said.name() == name)
    }
}

/// A protocol as a script needs it.
pub trait Dialect: Send {
    /// Whether its agents stay alive until standard input ends. If not, the end of the script is
    /// the end of the process.
    fn lingers(&self) -> bool;

    /// What to write for a neutral step: whole lines, each with its end. `Err` says what the body
    /// lacks.
    fn say(&mut self, said: Said, body: &Value) -> Result<String, String>;

    /// The patterns that fit a neutral expectation. `Err` names those there are.
    fn awaits(&self, what: &str) -> Result<Vec<Value>, String>;

    /// Learns from what was received, such as the id of the turn it starts.
    fn heard(&mut self, frame: &Value);
}

/// The protocols there are.
pub const NAMES: &[&str] = &["aionrs"];

/// The dialect of a protocol.
pub fn named(protocol: &str) -> Option<Box<dyn Dialect>> {
    match protocol {
        "aionrs" => Some(Box::new(aionrs::Aionrs::default())),
        _ => None,
    }
}
