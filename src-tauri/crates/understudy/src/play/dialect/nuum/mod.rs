//! nuum. `generation`: `0.1`, the specification's (default), or `0.5`, what newer builds send
//! (field notes): other ids, tool results as user messages, `error_during_execution`,
//! `interrupted`, fields beside the bare ones.
//!
//! - `text` is a whole `assistant` message; the last one is the `result` of the turn.
//! - A tool call is announced by `running` with `tool` and `args`; nothing asks before it.
//! - `end_turn` after `fail` writes nothing: the turn has its result. After an interrupt it is a
//!   `cancelled` one; a 0.5 whose tool ran then has none, so a script leaves `end_turn` out.
//! - `stopped`: nothing in 0.1, which only has the result; `interrupted` in 0.5.

use std::time::Instant;

use serde_json::{Map, Value, json};

use super::{Carries, Dialect, Said, Speech, Spoken, failure, message, over, text, tokens};

pub(super) struct Nuum {
    newer: bool,
    session: String,
    calls: u64,
    last_call: String,
    turn: Turn,
}

struct Turn {
    began: Instant,
    said: String,
    assistant_messages: u64,
    input: u64,
    output: u64,
    failed: bool,
    interrupted: bool,
}

impl Turn {
    fn new() -> Self {
        Self {
            began: Instant::now(),
            said: String::new(),
            assistant_messages: 0,
            input: 0,
            output: 0,
            failed: false,
            interrupted: false,
        }
    }
}

const MODEL: &str = "understudy";

impl Nuum {
    pub(super) fn new(speech: &Speech) -> Result<Self, String> {
        speech.only(&["generation"])?;
        let newer = speech.choice("generation", &["0.1", "0.5"])? == "0.5";
        Ok(Self {
            newer,
            session: if newer {
                "ses_understudy"
            } else {
                "nuum_understudy"
            }
            .to_owned(),
            calls: 0,
            last_call: String::new(),
            turn: Turn::new(),
        })
    }

    /// Fields that newer builds put beside the bare ones.
    fn stamped(&self, mut event: Value) -> Value {
        if self.newer {
            event["session_id"] = json!(self.session);
            event["timestamp"] = json!("2026-01-01T00:00:00.000Z");
        }
        event
    }

    fn assistant(&mut self, block: &Value) -> Value {
        self.turn.assistant_messages += 1;
        json!({
            "type": "assistant",
            "message": {"role": "assistant", "content": [block], "model": MODEL},
            "session_id": self.session,
        })
    }

    fn running(&mut self, body: &Value) -> Value {
        self.calls += 1;
        let call = match body.as_str().or(body["call_id"].as_str()) {
            Some(call) => call.to_owned(),
            None => format!("call_{}", self.calls),
        };
        self.last_call.clone_from(&call);
        let input = match &body["args"] {
            Value::Null => json!({}),
            args => args.clone(),
        };
        let name = body["tool"].as_str().unwrap_or("bash");
        self.assistant(&json!({"type": "tool_use", "id": call, "name": name, "input": input}))
    }

    fn tool_result(&self, body: &Value) -> Value {
        let call = body["call_id"].as_str().unwrap_or(&self.last_call);
        let output = body.as_str().or(body["output"].as_str());
        let mut block = json!({"type": "tool_result", "tool_use_id": call,
                               "content": output.unwrap_or_default()});
        if body["status"] == "error" {
            block["is_error"] = json!(true);
        }
        if self.newer {
            json!({"type": "user", "message": {"role": "user", "content": [block]},
                   "session_id": self.session})
        } else {
            json!({"type": "system", "subtype": "tool_result", "tool_result": block})
        }
    }

    /// The end of a turn, good or bad.
    fn outcome(&mut self, subtype: &str, is_error: bool, result: &str) -> Value {
        let turn = std::mem::replace(&mut self.turn, Turn::new());
        let ms = u64::try_from(turn.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        json!({
            "type": "result", "subtype": subtype, "duration_ms": ms, "is_error": is_error,
            "num_turns": turn.assistant_messages.max(1), "session_id": self.session,
            "result": result,
            "usage": {"input_tokens": turn.input, "output_tokens": turn.output},
        })
    }

    fn end(&mut self, body: &Value) -> Spoken {
        if self.turn.failed {
            self.turn = Turn::new();
            return Spoken::nothing();
        }
        let said = self.turn.said.clone();
        let subtype = if self.turn.interrupted {
            "cancelled"
        } else {
            "success"
        };
        Spoken::line(&over(self.outcome(subtype, false, &said), body, &[]))
    }

    fn fail(&mut self, body: &Value) -> Result<Spoken, String> {
        let subtype = if self.newer {
            "error_during_execution"
        } else {
            "error"
        };
        let event = self.outcome(subtype, true, failure(body)?);
        self.turn.failed = true;
        Ok(Spoken::line(&over(
            event,
            body,
            &["message", "code", "retryable", "exit"],
        )))
    }

    fn init(&mut self, body: &Value) -> Value {
        if let Some(session) = body["session_id"].as_str() {
            session.clone_into(&mut self.session);
        }
        if self.newer {
            json!({"type": "system", "subtype": "init", "session_id": self.session,
                   "model": MODEL, "tools": []})
        } else {
            json!({"type": "system", "subtype": "init", "session_id": self.session,
                   "version": "0.1.0",
                   "tools": ["read", "write", "edit", "bash", "glob", "grep"]})
        }
    }
}

impl Dialect for Nuum {
    fn lingers(&self) -> bool {
        true
    }

    fn carries(&self, said: Said) -> Carries {
        match said {
            Said::Ask => Carries::No(
                "nuum has no approvals: every tool runs. `running` and `result` show it",
            ),
            Said::Thinking | Said::Cancel | Said::Info => Carries::Silently,
            Said::Stopped if !self.newer => Carries::Silently,
            _ => Carries::Yes,
        }
    }

    fn say(&mut self, said: Said, body: &Value) -> Result<Spoken, String> {
        let event = match said {
            Said::Ready => self.init(body),
            Said::StartTurn => {
                let input = self.turn.input;
                self.turn = Turn {
                    input,
                    ..Turn::new()
                };
                json!({"type": "system", "subtype": "turn_accepted", "session_id": self.session,
                       "timestamp": "2026-01-01T00:00:00.000Z"})
            }
            Said::Text => {
                let text = text(body);
                text.clone_into(&mut self.turn.said);
                self.turn.output += tokens(text);
                let event = self.assistant(&json!({"type": "text", "text": text}));
                return Ok(Spoken::line(&over(event, body, &["text"])));
            }
            Said::Running => {
                let event = self.running(body);
                return Ok(Spoken::line(&over(
                    event,
                    body,
                    &["call_id", "tool", "args", "category"],
                )));
            }
            Said::Result => {
                let event = self.tool_result(body);
                return Ok(Spoken::line(&over(
                    event,
                    body,
                    &["call_id", "output", "status"],
                )));
            }
            Said::EndTurn => return Ok(self.end(body)),
            Said::Fail => return self.fail(body),
            Said::Stopped => self.stamped(json!({"type": "system", "subtype": "interrupted"})),
            Said::Pong => self.stamped(json!({"type": "system", "subtype": "heartbeat_ack"})),
            Said::Ask | Said::Thinking | Said::Cancel | Said::Info => return Ok(Spoken::nothing()),
        };
        Ok(Spoken::line(&over(event, body, &[])))
    }

    fn awaits(&self, what: &str) -> Result<Vec<Value>, String> {
        let control = |action: &str| Ok(vec![json!({"type": "control", "action": action})]);
        match what {
            "message" => Ok(vec![json!({"type": "user"})]),
            "stop" | "interrupt" => control("interrupt"),
            "ping" | "heartbeat" => control("heartbeat"),
            "status" => control("status"),
            _ => Err(format!(
                "{what:?} cannot be awaited in nuum; there are message, stop (interrupt), \
                 ping (heartbeat), status"
            )),
        }
    }

    fn heard(&mut self, frame: &Value) -> Option<Map<String, Value>> {
        if frame["type"] == "control" && frame["action"] == "interrupt" {
            self.turn.interrupted = true;
        }
        if frame["type"] != "user" {
            return None;
        }
        let content = &frame["message"]["content"];
        let text = match content {
            Value::String(text) => text.clone(),
            blocks => {
                let blocks = blocks.as_array().map(Vec::as_slice).unwrap_or_default();
                let texts: Vec<&str> = blocks.iter().filter_map(|b| b["text"].as_str()).collect();
                texts.join("\n")
            }
        };
        self.turn.input += tokens(&text);
        message(&text, &self.session, json!([]))
    }
}

#[cfg(test)]
mod tests;
