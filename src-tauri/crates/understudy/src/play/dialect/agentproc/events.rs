//! Wire 0.4: one `turn` object on standard input, which stays open for answers; events as lines.
//! `ready` tells its `session_id` in the next event. `end_turn` is the `result`, with all the text
//! there was.

use serde_json::{Map, Value, json};

use super::super::{Carries, Dialect, Said, Speech, Spoken, answer, failure, message, over, text};
use super::urls;

pub(super) struct Events {
    /// Not told yet.
    session: Option<String>,
    heard_session: String,
    said: String,
    asked: u64,
    over: bool,
}

impl Events {
    pub(super) fn new(speech: &Speech) -> Result<Self, String> {
        speech.only(&["wire"])?;
        Ok(Self {
            session: None,
            heard_session: String::new(),
            said: String::new(),
            asked: 0,
            over: false,
        })
    }

    fn event(&mut self, mut event: Value, body: &Value, neutral: &[&str]) -> Spoken {
        if let Some(session) = self.session.take() {
            event["session_id"] = json!(session);
        }
        Spoken::line(&over(event, body, neutral))
    }

    fn ask(&mut self, body: &Value) -> Result<Spoken, String> {
        let Some(tool) = body["tool"].as_str() else {
            return Err("`ask` needs an object with at least `tool` and `args`".to_owned());
        };
        self.asked += 1;
        let id = match body["call_id"].as_str() {
            Some(id) => id.to_owned(),
            None => format!("t{}", self.asked),
        };
        let event = json!({"type": "permission_request", "request_id": id, "tool_name": tool,
                           "input": body["args"]});
        Ok(self.event(event, body, &["call_id", "tool", "args", "category"]))
    }
}

impl Dialect for Events {
    fn lingers(&self) -> bool {
        false
    }

    fn carries(&self, said: Said) -> Carries {
        match said {
            Said::Ready | Said::Text | Said::Ask | Said::EndTurn | Said::Fail => Carries::Yes,
            Said::Pong => Carries::No("AgentProc has no ping"),
            _ => Carries::Silently,
        }
    }

    fn say(&mut self, said: Said, body: &Value) -> Result<Spoken, String> {
        match said {
            Said::Ready => {
                let session = match body["session_id"].as_str() {
                    Some(session) => session.to_owned(),
                    None if self.heard_session.is_empty() => "understudy".to_owned(),
                    None => self.heard_session.clone(),
                };
                self.session = Some(session);
                Ok(Spoken::nothing())
            }
            Said::Text => {
                let text = text(body).to_owned();
                self.said.push_str(&text);
                Ok(self.event(json!({"type": "partial", "text": text}), body, &["text"]))
            }
            Said::Ask => self.ask(body),
            Said::EndTurn => {
                self.over = true;
                let said = std::mem::take(&mut self.said);
                Ok(self.event(json!({"type": "result", "text": said}), body, &[]))
            }
            Said::Fail => {
                self.over = true;
                let event = json!({"type": "error", "message": failure(body)?});
                let neutral = ["message", "code", "retryable", "exit"];
                let spoken = self.event(event, body, &neutral);
                Ok(Spoken {
                    exit: Some(1),
                    ..spoken
                })
            }
            _ => Ok(Spoken::nothing()),
        }
    }

    fn awaits(&self, what: &str) -> Result<Vec<Value>, String> {
        let response = json!({"type": "permission_response"});
        let with = |behavior: &str| json!({"type": "permission_response", "behavior": behavior});
        Ok(vec![match what {
            "message" => json!({"type": "turn"}),
            "answer" => response,
            "approve" => with("allow"),
            "deny" => with("deny"),
            _ => {
                return Err(format!(
                    "{what:?} cannot be awaited in AgentProc 0.4; there are message, answer, \
                     approve, deny (it is stopped by signals)"
                ));
            }
        }])
    }

    fn heard(&mut self, frame: &Value) -> Option<Map<String, Value>> {
        match frame["type"].as_str()? {
            "turn" => {
                let session = frame["session_id"].as_str().unwrap_or_default();
                session.clone_into(&mut self.heard_session);
                let text = frame["message"].as_str().unwrap_or_default();
                message(text, session, urls(&frame["attachments"]))
            }
            "permission_response" => {
                let allow = frame["behavior"] == "allow";
                answer(&frame["request_id"], allow, &frame["message"])
            }
            _ => None,
        }
    }

    fn is_over(&self) -> bool {
        self.over
    }
}
