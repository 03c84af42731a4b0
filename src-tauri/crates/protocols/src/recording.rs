//! A conversation's traffic as a transcript: what the agent said and what the
//! host asked for, in words that a person, a test and the scripted agent read.
//!
//! `< …` a line of the agent · `<x …` the same in hex · `<j …` the same as a JSON
//! string (for pieces with a line end in them) · `> message|allow|deny|history|mode|
//! config|mcp JSON`, `> stop`, `> probe` a command of the host · `~ elapsed TIMER` ·
//! `~ closed JSON` the process ended · `@ settings JSON`, `@ resume ID` how it was
//! started · `# …` a comment.

use crate::{Adapter, Effect, Frame, Timer};
use model::{
    AllowScope, ApprovalKey, Attachment, Command, Event, Exit, McpServer, Refusal, UserMessage,
};
use serde_json::{Map, Value, json};

/// A command as a line of a transcript.
#[must_use]
pub fn command_line(command: &Command) -> String {
    let (word, value) = match command {
        Command::Message(message) => ("message", message_words(message)),
        Command::Stop => return "> stop".to_owned(),
        Command::Probe => return "> probe".to_owned(),
        Command::Allow { key, scope } => {
            let mut words = key_words(key);
            if *scope == AllowScope::Always {
                words["scope"] = json!("always");
            }
            ("allow", words)
        }
        Command::Deny { key, reason } => {
            let mut words = key_words(key);
            words["reason"] = json!(reason);
            ("deny", words)
        }
        Command::History { text } => ("history", json!(text)),
        Command::SetMode { mode } => ("mode", json!(mode)),
        Command::SetConfig { settings } => ("config", Value::Object(settings.clone())),
        // What is in its environment and headers may be a key: their names only.
        Command::AddMcpServer(server) => ("mcp", server_words(server)),
    };
    format!("> {word} {value}")
}

fn message_words(message: &UserMessage) -> Value {
    let mut words = json!({"turn": message.turn.as_str(), "text": message.text});
    if !message.attachments.is_empty() {
        let files: Vec<&str> = message
            .attachments
            .iter()
            .map(|file| file.path.as_str())
            .collect();
        words["files"] = json!(files);
    }
    if !message.form.is_empty() {
        words["form"] = Value::Object(message.form.clone());
    }
    words
}

fn key_words(key: &ApprovalKey) -> Value {
    json!({"call": key.call_id, "request": key.request})
}

fn server_words(server: &McpServer) -> Value {
    let names = |of: &std::collections::BTreeMap<String, String>| -> Map<String, Value> {
        of.keys().map(|name| (name.clone(), json!("…"))).collect()
    };
    json!({
        "name": server.name,
        "transport": server.transport,
        "command": server.command,
        "args": server.args,
        "env": names(&server.env),
        "url": server.url,
        "headers": names(&server.headers),
    })
}

/// The end of a process as a line of a transcript.
#[must_use]
pub fn exit_line(exit: &Exit) -> String {
    let mut words = Map::new();
    if let Some(code) = exit.code {
        words.insert("code".to_owned(), json!(code));
    }
    if let Some(signal) = exit.signal {
        words.insert("signal".to_owned(), json!(signal));
    }
    for (name, text) in [("how", &exit.how), ("stderr", &exit.stderr_tail)] {
        if !text.is_empty() {
            words.insert(name.to_owned(), json!(text));
        }
    }
    for (name, is) in [("timed_out", exit.timed_out), ("stopped", exit.stopped)] {
        if is {
            words.insert(name.to_owned(), json!(true));
        }
    }
    format!("~ closed {}", Value::Object(words))
}

/// Bytes of the agent as a line of a transcript.
#[must_use]
pub fn agent_line(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if text.contains(['\n', '\r']) => format!("<j {}", json!(text)),
        Ok(text) => format!("< {text}"),
        Err(_) => {
            use std::fmt::Write;
            let mut line = String::with_capacity(3 + bytes.len() * 2);
            line.push_str("<x ");
            for byte in bytes {
                // Writing to a string does not fail.
                let _ = write!(line, "{byte:02x}");
            }
            line
        }
    }
}

/// Why a line of the agent was not understood, as a comment that stands before it.
#[must_use]
pub fn doubt(effects: &[Effect]) -> Option<String> {
    effects.iter().find_map(|effect| {
        let (word, reason) = match effect {
            Effect::Event(Event::Malformed { reason, .. }) => ("malformed", reason.as_str()),
            Effect::Event(Event::Unrecognized { type_name, .. }) => {
                ("unrecognized", type_name.as_str())
            }
            _ => return None,
        };
        Some(format!("# {word}: {}", reason.replace(['\n', '\r'], " ")))
    })
}

/// Plays lines of a transcript to an adapter, so that each line's events can be seen again.
pub struct Player {
    adapter: Box<dyn Adapter>,
    /// Requests so far: a command names its request by the call.
    keys: Vec<ApprovalKey>,
}

impl Player {
    /// A player at the start of a process.
    #[must_use]
    pub fn new(adapter: Box<dyn Adapter>) -> Self {
        Self {
            adapter,
            keys: Vec::new(),
        }
    }

    /// Bytes of the agent.
    pub fn heard(&mut self, bytes: &[u8]) -> Vec<Effect> {
        let effects = self.adapter.decode(Frame {
            bytes,
            oversized: None,
        });
        self.note(&effects);
        effects
    }

    /// A line of the host; empty for what is none, and for a timer or an end: what
    /// came of those is seen in what was sent after them.
    ///
    /// # Errors
    /// The adapter refuses the command, as it did then.
    pub fn did(&mut self, line: &str) -> Result<Vec<Effect>, Refusal> {
        match line
            .strip_prefix("> ")
            .and_then(|words| self.command(words))
        {
            Some(command) => self.asked(&command),
            None => Ok(Vec::new()),
        }
    }

    /// A command of the host.
    ///
    /// # Errors
    /// The adapter refuses it.
    pub fn asked(&mut self, command: &Command) -> Result<Vec<Effect>, Refusal> {
        let effects = self.adapter.encode(command)?;
        self.note(&effects);
        Ok(effects)
    }

    /// A timer ran out.
    pub fn elapsed(&mut self, timer: Timer) -> Vec<Effect> {
        let effects = self.adapter.elapsed(timer);
        self.note(&effects);
        effects
    }

    /// The process ended.
    pub fn closed(&mut self, exit: &Exit) -> Vec<Effect> {
        self.adapter.closed(exit)
    }

    fn note(&mut self, effects: &[Effect]) {
        self.keys
            .extend(effects.iter().filter_map(|effect| match effect {
                Effect::Event(Event::ApprovalRequested { request }) => Some(request.key.clone()),
                _ => None,
            }));
    }

    /// The command of `WORD JSON`; none where it is not one, lacks a word it needs, or
    /// is about a request that did not come.
    #[must_use]
    pub fn command(&self, text: &str) -> Option<Command> {
        let (word, json) = text.split_once(' ').unwrap_or((text, "null"));
        let json: Value = serde_json::from_str(json).ok()?;
        Some(match word {
            "message" => Command::Message(message(&json)?),
            "stop" => Command::Stop,
            "probe" => Command::Probe,
            "allow" => Command::Allow {
                key: self.key(&json)?,
                scope: match json["scope"].as_str() {
                    Some("always") => AllowScope::Always,
                    _ => AllowScope::Once,
                },
            },
            "deny" => Command::Deny {
                key: self.key(&json)?,
                reason: text_of(&json["reason"])?,
            },
            "history" => Command::History {
                text: text_of(&json)?,
            },
            "mode" => Command::SetMode {
                mode: text_of(&json)?,
            },
            "config" => Command::SetConfig {
                settings: json.as_object()?.clone(),
            },
            "mcp" => Command::AddMcpServer(serde_json::from_value(json).ok()?),
            _ => return None,
        })
    }

    /// The newest request about a call, or the one with this number.
    fn key(&self, json: &Value) -> Option<ApprovalKey> {
        let wanted = json["request"].as_u64();
        let fits = |key: &&ApprovalKey| {
            json["call"] == *key.call_id
                && wanted.is_none_or(|wanted| wanted == u64::from(key.request))
        };
        self.keys.iter().rev().find(fits).cloned()
    }
}

fn text_of(json: &Value) -> Option<String> {
    json.as_str().map(str::to_owned)
}

fn message(json: &Value) -> Option<UserMessage> {
    let files = json["files"].as_array().map(Vec::as_slice);
    let attachment = |file: &Value| {
        let path = text_of(file)?;
        Some(Attachment {
            name: path.clone(),
            path,
        })
    };
    Some(UserMessage {
        turn: text_of(&json["turn"])?.into(),
        // With a form there may be no text.
        text: text_of(&json["text"]).unwrap_or_default(),
        form: json["form"].as_object().cloned().unwrap_or_default(),
        attachments: files
            .unwrap_or_default()
            .iter()
            .map(attachment)
            .collect::<Option<_>>()?,
    })
}
