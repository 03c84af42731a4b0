//! aionrs JSON Stream. The turn's `msg_id` is that of the last `message` received, or the empty
//! string; a call's tool name is that of its `ask` or `running`. An approval for `always` is
//! ignored, as all real programs do: `ask` asks again.
//!
//! Without `generation` the agent does what the specification says. `0.1` and `0.2` do what the
//! programs do (field notes):
//!
//! | | specification | 0.1 | 0.2 |
//! |---|---|---|---|
//! | text of a message | `content` or `input` | `input` only | `content` only |
//! | `ready` | protocol's version | 0.1.7 | 0.2.10, more capabilities |
//! | `Bash`, `command` | as they are | as they are | `ExecCommand`, `cmd` |
//! | `running` | | | an `info` repeats the call |
//! | `end_turn` after `fail` | `stream_end` | nothing | `stream_end` with zero usage |
//! | `end_turn`, `stopped` after a stop | `stream_end` | nothing | nothing |
//! | usage | per turn | sum over the process | sum over the process |
//! | a message during a turn | stays for later | dropped | dropped |
//! | code of `fail` | `provider_error` | `engine_error`, no `msg_id` | `engine_error` |

mod call;
mod usage;

use serde_json::{Map, Value, json};

use super::{Carries, Dialect, Said, Speech, Spoken, answer, failure, message, over, text, tokens};
use call::Calls;
use usage::Usage;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Generation {
    Specified,
    V01,
    V02,
}

pub(super) struct Aionrs {
    generation: Generation,
    session: String,
    msg_id: String,
    calls: Calls,
    usage: Usage,
    failed: bool,
    stopped: bool,
}

/// Fields of `running`, `result` and `fail` that are not the event's.
const NEUTRAL: &[&str] = &["tool", "args", "category", "exit"];

impl Aionrs {
    pub(super) fn new(speech: &Speech) -> Result<Self, String> {
        speech.only(&["generation"])?;
        let generation = match speech.choice("generation", &["", "0.1", "0.2"])? {
            "0.1" => Generation::V01,
            "0.2" => Generation::V02,
            _ => Generation::Specified,
        };
        Ok(Self {
            generation,
            session: "understudy".to_owned(),
            msg_id: String::new(),
            calls: Calls::default(),
            usage: Usage::default(),
            failed: false,
            stopped: false,
        })
    }

    fn real(&self) -> bool {
        self.generation != Generation::Specified
    }

    fn ready(&mut self, body: &Value) -> Value {
        if let Some(session) = body["session_id"].as_str() {
            session.clone_into(&mut self.session);
        }
        let version = match self.generation {
            Generation::Specified => "0.1.0",
            Generation::V01 => "0.1.7",
            Generation::V02 => "0.2.10",
        };
        let mut capabilities = json!({"tool_approval": true, "thinking": true, "mcp": false});
        if self.generation == Generation::V02 {
            capabilities["effort"] = json!(false);
            capabilities["effort_levels"] = json!([]);
            capabilities["modes"] = json!(["default", "auto_edit", "yolo"]);
            capabilities["current_mode"] = json!("default");
            capabilities["image_input"] = json!(false);
        }
        json!({"type": "ready", "version": version, "session_id": self.session,
               "capabilities": capabilities})
    }

    fn end(&mut self, body: &Value) -> Spoken {
        let (failed, stopped) = (
            std::mem::take(&mut self.failed),
            std::mem::take(&mut self.stopped),
        );
        let silent = match self.generation {
            Generation::Specified => false,
            Generation::V01 => failed || stopped,
            Generation::V02 => stopped,
        };
        let said = self.usage.turn(body.get("usage"));
        if silent {
            return Spoken::nothing();
        }
        let usage = match self.generation {
            Generation::V02 if failed => json!({"input_tokens": 0, "output_tokens": 0}),
            Generation::Specified => match body.get("usage") {
                Some(usage) => usage.clone(),
                None => json!({"input_tokens": 0, "output_tokens": 0}),
            },
            _ => said,
        };
        let event = json!({"type": "stream_end", "msg_id": self.msg_id, "usage": usage});
        Spoken::line(&over(event, body, &["usage"]))
    }

    fn fail(&mut self, body: &Value) -> Result<Value, String> {
        let message = failure(body)?;
        self.failed = true;
        let code = if self.real() {
            "engine_error"
        } else {
            "provider_error"
        };
        let error = json!({
            "code": body["code"].as_str().unwrap_or(code),
            "message": message,
            "retryable": body["retryable"].as_bool().unwrap_or(false),
        });
        let msg_id = match body.get("msg_id") {
            Some(msg_id) => msg_id.clone(),
            None if self.generation == Generation::V01 => {
                return Ok(json!({"type": "error", "error": error}));
            }
            None => json!(self.msg_id),
        };
        Ok(json!({"type": "error", "msg_id": msg_id, "error": error}))
    }
}

impl Dialect for Aionrs {
    fn lingers(&self) -> bool {
        true
    }

    fn carries(&self, said: Said) -> Carries {
        match said {
            Said::Stopped if self.real() => Carries::Silently,
            Said::Pong if self.generation == Generation::V01 => {
                Carries::No("aionrs 0.1 knows no ping")
            }
            _ => Carries::Yes,
        }
    }

    fn say(&mut self, said: Said, body: &Value) -> Result<Spoken, String> {
        let msg_id = self.msg_id.clone();
        let words = body.as_str();
        let shell = self.generation == Generation::V02;
        let event = match said {
            Said::Ready => self.ready(body),
            Said::StartTurn => {
                (self.failed, self.stopped) = (false, false);
                json!({"type": "stream_start", "msg_id": msg_id})
            }
            Said::Text => {
                self.usage.output(tokens(text(body)));
                json!({"type": "text_delta", "text": words, "msg_id": msg_id})
            }
            Said::Thinking => json!({"type": "thinking", "text": words, "msg_id": msg_id}),
            Said::Info => json!({"type": "info", "msg_id": msg_id, "message": words}),
            Said::EndTurn => return Ok(self.end(body)),
            Said::Stopped if self.real() => return Ok(Spoken::nothing()),
            Said::Stopped => {
                let usage = json!({"input_tokens": 0, "output_tokens": 0});
                json!({"type": "stream_end", "msg_id": msg_id, "usage": usage})
            }
            Said::Pong => json!({"type": "pong"}),
            Said::Ask => return Ok(Spoken::line(&self.calls.ask(body, &msg_id, shell)?)),
            Said::Running => {
                let call = self.calls.running(body, shell);
                let mut spoken = Spoken::line(&over(
                    json!({"type": "tool_running", "msg_id": msg_id, "call_id": call,
                           "tool_name": self.calls.tool(&call)}),
                    body,
                    NEUTRAL,
                ));
                if shell {
                    let repeated = self.calls.as_text(&call);
                    let info = json!({"type": "info", "msg_id": "", "message": repeated});
                    spoken.out.push_str(&format!("{info}\n"));
                }
                return Ok(spoken);
            }
            Said::Result => {
                let call = self.calls.named(body["call_id"].as_str());
                json!({"type": "tool_result", "msg_id": msg_id, "call_id": call,
                       "tool_name": self.calls.tool(&call), "status": "success",
                       "output": words.unwrap_or_default(), "output_type": "text"})
            }
            Said::Cancel => {
                let call = self.calls.named(body["call_id"].as_str());
                json!({"type": "tool_cancelled", "msg_id": msg_id, "call_id": call,
                       "reason": words.unwrap_or("User denied")})
            }
            Said::Fail => return Ok(Spoken::line(&self.fail(body)?)),
        };
        Ok(Spoken::line(&over(event, body, &[])))
    }

    fn awaits(&self, what: &str) -> Result<Vec<Value>, String> {
        let one = |kind: &str| Ok(vec![json!({"type": kind})]);
        match what {
            "message" => Ok(vec![match self.generation {
                Generation::Specified => json!({"type": "message"}),
                Generation::V01 => json!({"type": "message", "input": "*"}),
                Generation::V02 => json!({"type": "message", "content": "*"}),
            }]),
            "stop" | "set_mode" | "set_config" | "init_history" | "add_mcp_server" | "ping" => {
                one(what)
            }
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

    fn heard(&mut self, frame: &Value) -> Option<Map<String, Value>> {
        match frame["type"].as_str()? {
            "message" => {
                if let Some(msg_id) = frame["msg_id"].as_str() {
                    msg_id.clone_into(&mut self.msg_id);
                }
                let (content, input) = (frame["content"].as_str(), frame["input"].as_str());
                let text = match self.generation {
                    Generation::V01 => input,
                    Generation::V02 => content,
                    Generation::Specified => content.or(input),
                };
                let text = text.unwrap_or_default();
                self.usage.input(tokens(text));
                let files = match &frame["files"] {
                    Value::Null => json!([]),
                    files => files.clone(),
                };
                message(text, &self.session, files)
            }
            "stop" => {
                self.stopped = true;
                None
            }
            "tool_approve" => answer(&frame["call_id"], true, &Value::Null),
            "tool_deny" => answer(&frame["call_id"], false, &frame["reason"]),
            _ => None,
        }
    }

    fn drops(&self) -> Option<Value> {
        self.real().then(|| json!({"type": "message"}))
    }
}

#[cfg(test)]
mod tests;
