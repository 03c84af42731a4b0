//! An aionrs agent as a test plays it: what it says, what it is told.

use crate::profile;
use model::{ApprovalKey, ApprovalState, Command, Event, ItemBody, UserMessage};
use parley_protocols::{Adapter, Effect, Frame};
use serde_json::{Value, json};

/// An adapter that remembers what it gave.
pub(crate) struct Agent {
    pub(crate) adapter: Box<dyn Adapter>,
    pub(crate) all: Vec<Effect>,
}

impl Agent {
    pub(crate) fn new() -> Self {
        let adapter = profile::adapter("aionrs", &Value::Null, 3);
        Self {
            adapter,
            all: Vec::new(),
        }
    }

    /// One that is ready and works on the turn `m1`.
    pub(crate) fn working() -> Self {
        let mut agent = Self::new();
        agent.says(
            &json!({"type": "ready", "version": "0.1.0", "session_id": "s",
            "capabilities": {"tool_approval": true, "thinking": true, "mcp": true}}),
        );
        agent.told(&message("m1", "Go")).unwrap();
        agent.says(&json!({"type": "stream_start", "msg_id": "m1"}));
        agent
    }

    pub(crate) fn line(&mut self, bytes: &[u8]) -> Vec<Effect> {
        let effects = self.adapter.decode(Frame {
            bytes,
            oversized: None,
        });
        self.all.extend(effects.iter().cloned());
        effects
    }

    pub(crate) fn says(&mut self, line: &Value) -> Vec<Effect> {
        self.line(line.to_string().as_bytes())
    }

    pub(crate) fn told(&mut self, command: &Command) -> Result<Vec<Effect>, model::Refusal> {
        let effects = self.adapter.encode(command)?;
        self.all.extend(effects.iter().cloned());
        Ok(effects)
    }

    pub(crate) fn asks(&mut self, call: &str) -> ApprovalKey {
        let effects = self.says(&request(call));
        effects
            .iter()
            .find_map(|effect| match effect {
                Effect::Event(Event::ApprovalRequested { request }) => Some(request.key.clone()),
                _ => None,
            })
            .unwrap()
    }

    pub(crate) fn events(&self) -> impl Iterator<Item = &Event> {
        self.all.iter().filter_map(|effect| match effect {
            Effect::Event(event) => Some(event),
            _ => None,
        })
    }

    pub(crate) fn resolutions(&self) -> Vec<(String, ApprovalState)> {
        self.events()
            .filter_map(|event| match event {
                Event::ApprovalResolved { key, resolution } => {
                    Some((key.call_id.clone(), resolution.state.clone()))
                }
                _ => None,
            })
            .collect()
    }
}

pub(crate) fn message(turn: &str, text: &str) -> Command {
    Command::Message(UserMessage {
        turn: turn.into(),
        text: text.into(),
        attachments: vec![],
        ..UserMessage::default()
    })
}

pub(crate) fn request(call: &str) -> Value {
    json!({"type": "tool_request", "msg_id": "m1", "call_id": call, "tool": {
        "name": "Bash", "category": "exec", "args": {"command": format!("echo {call}")},
        "description": "Run a command"}})
}

pub(crate) fn sent(effects: &[Effect]) -> Vec<Value> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Send(bytes) => Some(serde_json::from_slice(bytes).unwrap()),
            _ => None,
        })
        .collect()
}

pub(crate) fn malformed(effects: &[Effect]) -> Option<&str> {
    match effects {
        [Effect::Event(Event::Malformed { reason, .. })] => Some(reason),
        _ => None,
    }
}

pub(crate) fn text_of(effects: &[Effect]) -> Vec<String> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Event(Event::ItemDelta { text, .. }) => Some(text.clone()),
            Effect::Event(Event::ItemStarted { item }) => match &item.body {
                ItemBody::Text { text } => Some(text.clone()),
                _ => None,
            },
            _ => None,
        })
        .collect()
}

pub(crate) fn text_delta(text: &str) -> Value {
    json!({"type": "text_delta", "msg_id": "m1", "text": text})
}
