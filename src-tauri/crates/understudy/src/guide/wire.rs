//! The words of the aionrs JSON Stream protocol as an agent uses them: commands in, events out
//! (specification §1 and §2, and the commands the 0.2 generation added).

use serde::Deserialize;
use serde_json::{Map, Value, json};

/// What the host may send, one JSON object a line.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Command {
    /// §2.1; the text is `input` in the specification and `content` from 0.1.11 on.
    Message {
        msg_id: String,
        #[serde(default)]
        content: Option<String>,
        #[serde(default)]
        input: Option<String>,
        #[serde(default)]
        files: Vec<String>,
    },
    /// §2.2
    Stop,
    /// §2.3
    ToolApprove {
        call_id: String,
        #[serde(default)]
        scope: Scope,
    },
    /// §2.4
    ToolDeny {
        call_id: String,
        #[serde(default)]
        reason: String,
    },
    /// §2.5
    InitHistory { text: String },
    /// §2.6
    SetMode { mode: String },
    /// 0.2: settings of a running agent.
    SetConfig {
        #[serde(default)]
        model: Option<String>,
        #[serde(default)]
        thinking: Option<Value>,
        #[serde(flatten)]
        rest: Map<String, Value>,
    },
    /// 0.2: only before any other command.
    AddMcpServer { name: String },
    /// 0.2: answered also during a turn.
    Ping,
}

/// How far an approval reaches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Scope {
    /// This call.
    #[default]
    Once,
    /// The call's category, until the process ends.
    Always,
}

/// Why a line is no command; the text goes into a `protocol_error`.
#[derive(Debug, thiserror::Error, PartialEq)]
pub(crate) enum BadLine {
    #[error("This line is not JSON ({0}). Send one JSON object a line.")]
    NotJson(String),
    #[error("A command is a JSON object with a string field \"type\".")]
    NoType,
    #[error("Unknown command type: {0}")]
    Unknown(String),
    #[error("The command {kind} cannot be used: {why}")]
    IllFormed { kind: String, why: String },
}

const KNOWN: &[&str] = &[
    "message",
    "stop",
    "tool_approve",
    "tool_deny",
    "init_history",
    "set_mode",
    "set_config",
    "add_mcp_server",
    "ping",
];

/// Reads one line in two steps, so that an ill-formed known command is told from an unknown one.
pub(crate) fn read(line: &str) -> Result<Command, BadLine> {
    let value: Value =
        serde_json::from_str(line).map_err(|error| BadLine::NotJson(error.to_string()))?;
    let Some(kind) = value.get("type").and_then(Value::as_str) else {
        return Err(BadLine::NoType);
    };
    let kind = kind.to_owned();
    if !KNOWN.contains(&kind.as_str()) {
        return Err(BadLine::Unknown(kind));
    }
    serde_json::from_value(value).map_err(|error| BadLine::IllFormed {
        kind,
        why: error.to_string(),
    })
}

/// §1.1. `version` is the protocol's.
pub(crate) fn ready(session_id: &str, capabilities: Value) -> Value {
    json!({"type": "ready", "version": "0.1.0", "session_id": session_id, "capabilities": capabilities})
}

/// §1.2
pub(crate) fn stream_start(msg_id: &str) -> Value {
    json!({"type": "stream_start", "msg_id": msg_id})
}

/// §1.3
pub(crate) fn text_delta(msg_id: &str, text: &str) -> Value {
    json!({"type": "text_delta", "text": text, "msg_id": msg_id})
}

/// §1.4
pub(crate) fn thinking(msg_id: &str, text: &str) -> Value {
    json!({"type": "thinking", "text": text, "msg_id": msg_id})
}

/// §1.6
pub(crate) fn tool_running(msg_id: &str, call_id: &str, tool: &str) -> Value {
    json!({"type": "tool_running", "msg_id": msg_id, "call_id": call_id, "tool_name": tool})
}

/// §1.8
pub(crate) fn tool_cancelled(msg_id: &str, call_id: &str, reason: &str) -> Value {
    json!({"type": "tool_cancelled", "msg_id": msg_id, "call_id": call_id, "reason": reason})
}

/// §1.9. No model, no tokens: the counts are truly nought.
pub(crate) fn stream_end(msg_id: &str) -> Value {
    json!({"type": "stream_end", "msg_id": msg_id, "usage": {"input_tokens": 0, "output_tokens": 0}})
}

/// §1.10
pub(crate) fn error(msg_id: Option<&str>, code: &str, message: &str, retryable: bool) -> Value {
    json!({"type": "error", "msg_id": msg_id,
           "error": {"code": code, "message": message, "retryable": retryable}})
}

/// §1.11
pub(crate) fn info(msg_id: &str, message: &str) -> Value {
    json!({"type": "info", "msg_id": msg_id, "message": message})
}

/// 0.2
pub(crate) fn config_changed(capabilities: Value) -> Value {
    json!({"type": "config_changed", "capabilities": capabilities})
}

/// 0.2
pub(crate) fn mcp_ready(name: &str) -> Value {
    json!({"type": "mcp_ready", "name": name, "tools": []})
}

/// 0.2
pub(crate) fn pong() -> Value {
    json!({"type": "pong"})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_may_carry_both_names_of_its_text() {
        assert_eq!(
            read(r#"{"type":"message","msg_id":"m","content":"a","input":"a"}"#),
            Ok(Command::Message {
                msg_id: "m".into(),
                content: Some("a".into()),
                input: Some("a".into()),
                files: vec![],
            })
        );
    }

    #[test]
    fn ill_formed_and_unknown_commands_are_told_apart() {
        assert_eq!(
            read(r#"{"type":"foo"}"#),
            Err(BadLine::Unknown("foo".into()))
        );
        assert_eq!(read("[1]"), Err(BadLine::NoType));
        assert!(matches!(read("{"), Err(BadLine::NotJson(_))));
        assert!(matches!(
            read(r#"{"type":"tool_approve"}"#),
            Err(BadLine::IllFormed { .. })
        ));
    }
}
