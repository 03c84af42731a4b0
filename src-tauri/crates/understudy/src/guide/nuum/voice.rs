//! The words of nuum as the agent says them, in both generations (specification "Output
//! Messages"; field notes).

use serde_json::{Value, json};

use super::clock::{iso, now_ms};

/// Which nuum the guide is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Generation {
    Specified,
    Newer,
}

impl Generation {
    /// `0.5` is the newer one, anything else the specification's.
    pub(super) fn of(name: Option<&str>) -> Self {
        match name {
            Some("0.5") => Self::Newer,
            _ => Self::Specified,
        }
    }
}

/// How a turn ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ending {
    Success,
    Failed(String),
    Cancelled,
}

/// Speaks for one identity.
pub(super) struct Voice {
    pub(super) generation: Generation,
    pub(super) session: String,
}

/// Stands where other agents name their language model.
const MODEL: &str = "none (the built-in guide is no language model)";

impl Voice {
    pub(super) fn is_newer(&self) -> bool {
        self.generation == Generation::Newer
    }

    pub(super) fn init(&self) -> Value {
        if self.is_newer() {
            return json!({"type": "system", "subtype": "init", "session_id": self.session,
                          "model": MODEL, "tools": []});
        }
        json!({"type": "system", "subtype": "init", "session_id": self.session,
               "version": "0.1.0",
               "tools": ["read", "write", "edit", "glob", "grep", "background_research",
                         "set_alarm"]})
    }

    pub(super) fn turn_accepted(&self) -> Value {
        json!({"type": "system", "subtype": "turn_accepted", "session_id": self.session,
               "timestamp": iso(now_ms())})
    }

    fn assistant(&self, block: &Value) -> Value {
        json!({"type": "assistant",
               "message": {"role": "assistant", "content": [block], "model": MODEL},
               "session_id": self.session})
    }

    pub(super) fn text(&self, text: &str) -> Value {
        self.assistant(&json!({"type": "text", "text": text}))
    }

    pub(super) fn tool_use(&self, id: &str, name: &str, input: &Value) -> Value {
        self.assistant(&json!({"type": "tool_use", "id": id, "name": name, "input": input}))
    }

    pub(super) fn tool_result(&self, id: &str, content: &str, is_error: bool) -> Value {
        let block = json!({"type": "tool_result", "tool_use_id": id, "content": content,
                           "is_error": is_error});
        if self.is_newer() {
            json!({"type": "user", "message": {"role": "user", "content": [block]},
                   "session_id": self.session})
        } else {
            json!({"type": "system", "subtype": "tool_result", "tool_result": block})
        }
    }

    /// `said` is the last text of the turn. No model, no tokens: the counts are truly nought.
    pub(super) fn result(&self, ending: &Ending, ms: u64, messages: u64, said: &str) -> Value {
        let (subtype, is_error, result) = match ending {
            Ending::Success => ("success", false, said),
            Ending::Failed(why) if self.is_newer() => {
                ("error_during_execution", true, why.as_str())
            }
            Ending::Failed(why) => ("error", true, why.as_str()),
            Ending::Cancelled => ("cancelled", false, said),
        };
        json!({"type": "result", "subtype": subtype, "duration_ms": ms, "is_error": is_error,
               "num_turns": messages, "session_id": self.session, "result": result,
               "usage": {"input_tokens": 0, "output_tokens": 0}})
    }

    pub(super) fn tasks(&self, tasks: &[Value]) -> Value {
        json!({"type": "system", "subtype": "tasks", "tasks": tasks, "session_id": self.session})
    }

    pub(super) fn error(message: &str) -> Value {
        json!({"type": "system", "subtype": "error", "message": message})
    }

    pub(super) fn queued(&self, position: usize, text: &str) -> Value {
        let length = json!({"content_length": text.len()});
        self.stamped(
            json!({"type": "system", "subtype": "queued", "position": position}),
            &length,
        )
    }

    pub(super) fn injected(&self, texts: &[String]) -> Value {
        let length = json!({"content_length": texts.iter().map(String::len).sum::<usize>()});
        let event = json!({"type": "system", "subtype": "injected", "message_count": texts.len()});
        self.stamped(event, &length)
    }

    pub(super) fn heartbeat_ack(&self) -> Value {
        self.stamped(
            json!({"type": "system", "subtype": "heartbeat_ack"}),
            &json!({}),
        )
    }

    pub(super) fn interrupted(&self) -> Value {
        self.stamped(
            json!({"type": "system", "subtype": "interrupted"}),
            &json!({}),
        )
    }

    pub(super) fn status(&self, running: bool, queued: usize) -> Value {
        if self.is_newer() {
            json!({"type": "system", "subtype": "status", "running": running,
                   "session_id": self.session, "queued_messages": queued})
        } else {
            json!({"type": "system", "subtype": "status_response", "running": running,
                   "session_id": self.session})
        }
    }

    /// What newer builds put beside the bare fields.
    fn stamped(&self, mut event: Value, more: &Value) -> Value {
        if self.is_newer() {
            event["session_id"] = json!(self.session);
            event["timestamp"] = json!(iso(now_ms()));
            for (key, value) in more.as_object().into_iter().flatten() {
                event[key] = value.clone();
            }
        }
        event
    }
}
