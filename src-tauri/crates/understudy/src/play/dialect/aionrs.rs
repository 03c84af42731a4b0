//! aionrs JSON Stream. The turn's `msg_id` is that of the last `message` received, or the empty
//! string; a call's tool name is that of its `ask`.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Dialect, Said};

#[derive(Default)]
pub(super) struct Aionrs {
    msg_id: String,
    tools: BTreeMap<String, String>,
    last_call: String,
}

impl Dialect for Aionrs {
    fn lingers(&self) -> bool {
        true
    }

    fn say(&mut self, said: Said, body: &Value) -> Result<String, String> {
        let event = self.event(said, body)?;
        Ok(format!("{event}\n"))
    }

    fn awaits(&self, what: &str) -> Result<Vec<Value>, String> {
        let one = |kind: &str| Ok(vec![json!({"type": kind})]);
        match what {
            "message" | "stop" | "set_mode" | "set_config" | "init_history" | "add_mcp_server"
            | "ping" => one(what),
            "approve" => one("tool_approve"),
            "deny" => one("tool_deny"),
            "mode" => one("set_mode"),
            "answer" => Ok(vec![
                json!({"type": "tool_approve"}),
                json!({"type": "tool_deny"}),
            ]),
            _ => Err(format!(
                "{what:?} cannot be awaited; there are message, answer, approve, deny, stop, \
                 mode, set_config, init_history, add_mcp_server, ping"
            )),
        }
    }

    fn heard(&mut self, frame: &Value) {
        if frame["type"] == "message"
            && let Some(msg_id) = frame["msg_id"].as_str()
        {
            msg_id.clone_into(&mut self.msg_id);
        }
    }
}

impl Aionrs {
    fn event(&mut self, said: Said, body: &Value) -> Result<Value, String> {
        let msg_id = self.msg_id.clone();
        let text = body.as_str();
        let event = match said {
            Said::Ready => json!({
                "type": "ready",
                "version": "0.1.0",
                "session_id": "understudy",
                "capabilities": {"tool_approval": true, "thinking": true, "mcp": false},
            }),
            Said::StartTurn => json!({"type": "stream_start", "msg_id": msg_id}),
            Said::Text => json!({"type": "text_delta", "text": text, "msg_id": msg_id}),
            Said::Thinking => json!({"type": "thinking", "text": text, "msg_id": msg_id}),
            Said::Info => json!({"type": "info", "msg_id": msg_id, "message": text}),
            Said::EndTurn => json!({
                "type": "stream_end",
                "msg_id": msg_id,
                "usage": {"input_tokens": 0, "output_tokens": 0},
            }),
            Said::Ask => return self.ask(body),
            Said::Running => {
                let call = self.call(text.or(body["call_id"].as_str()));
                json!({"type": "tool_running", "msg_id": msg_id, "call_id": call,
                       "tool_name": self.tool(&call)})
            }
            Said::Result => {
                let call = self.call(body["call_id"].as_str());
                json!({"type": "tool_result", "msg_id": msg_id, "call_id": call,
                       "tool_name": self.tool(&call), "status": "success",
                       "output": text.unwrap_or_default(), "output_type": "text"})
            }
            Said::Cancel => {
                let call = self.call(body["call_id"].as_str());
                json!({"type": "tool_cancelled", "msg_id": msg_id, "call_id": call,
                       "reason": text.unwrap_or("User denied")})
            }
            Said::Fail => return fail(&msg_id, body),
        };
        Ok(over(event, body))
    }

    fn ask(&mut self, body: &Value) -> Result<Value, String> {
        let Some(tool) = body["tool"].as_str() else {
            return Err("`ask` needs an object with at least `tool` and `args`".to_owned());
        };
        let call = match body["call_id"].as_str() {
            Some(id) => id.to_owned(),
            None => format!("t{}", self.tools.len() + 1),
        };
        self.tools.insert(call.clone(), tool.to_owned());
        self.last_call.clone_from(&call);
        let category = body["category"].as_str().unwrap_or(match tool {
            "Read" | "Glob" | "Grep" => "info",
            "Write" | "Edit" => "edit",
            "Bash" | "Spawn" | "ExecCommand" => "exec",
            _ => "mcp",
        });
        let description = match body["description"].as_str() {
            Some(description) => description.to_owned(),
            None => format!("Use {tool}"),
        };
        let msg_id = body["msg_id"].as_str().unwrap_or(&self.msg_id);
        Ok(json!({
            "type": "tool_request",
            "msg_id": msg_id,
            "call_id": call,
            "tool": {"name": tool, "category": category, "args": body["args"],
                     "description": description},
        }))
    }

    /// The call named, or the last one asked for.
    fn call(&mut self, named: Option<&str>) -> String {
        named.map_or_else(|| self.last_call.clone(), str::to_owned)
    }

    fn tool(&self, call: &str) -> &str {
        self.tools.get(call).map_or("", String::as_str)
    }
}

fn fail(msg_id: &str, body: &Value) -> Result<Value, String> {
    let message = body.as_str().or(body["message"].as_str());
    let Some(message) = message else {
        return Err("`fail` needs a message".to_owned());
    };
    let msg_id = body.get("msg_id").cloned().unwrap_or_else(|| json!(msg_id));
    Ok(json!({
        "type": "error",
        "msg_id": msg_id,
        "error": {
            "code": body["code"].as_str().unwrap_or("provider_error"),
            "message": message,
            "retryable": body["retryable"].as_bool().unwrap_or(false),
        },
    }))
}

/// The event with the body's fields laid over it.
fn over(mut event: Value, body: &Value) -> Value {
    if let (Some(event), Some(body)) = (event.as_object_mut(), body.as_object()) {
        for (key, value) in body {
            event.insert(key.clone(), value.clone());
        }
    }
    event
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn said(dialect: &mut Aionrs, said: Said, body: Value) -> Value {
        serde_json::from_str(&dialect.say(said, &body).unwrap()).unwrap()
    }

    #[test]
    fn a_turn_takes_its_id_from_the_message_and_a_result_its_tool_from_the_request() {
        let mut d = Aionrs::default();
        d.heard(&json!({"type": "message", "msg_id": "m7", "content": "x"}));
        assert_eq!(
            said(&mut d, Said::StartTurn, json!(true)),
            json!({"type": "stream_start", "msg_id": "m7"})
        );
        assert_eq!(
            said(
                &mut d,
                Said::Ask,
                json!({"tool": "Bash", "args": {"command": "ls"}})
            ),
            json!({"type": "tool_request", "msg_id": "m7", "call_id": "t1", "tool":
                   {"name": "Bash", "category": "exec", "args": {"command": "ls"},
                    "description": "Use Bash"}})
        );
        assert_eq!(
            said(&mut d, Said::Result, json!("out")),
            json!({"type": "tool_result", "msg_id": "m7", "call_id": "t1", "tool_name": "Bash",
                   "status": "success", "output": "out", "output_type": "text"})
        );
        assert_eq!(
            said(&mut d, Said::Text, json!({"text": "a", "msg_id": "other"})),
            json!({"type": "text_delta", "text": "a", "msg_id": "other"})
        );
    }
}
