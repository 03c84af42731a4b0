//! The Terminal Protocol. `mode`: `rich` (default), `plain`, or `inject`, which is rich with
//! standard input kept open for follow-ups (field notes).
//!
//! In rich mode a `text` is a whole `message`, `running` and `info` are `progress`, `thinking` and
//! `result` are `log`. In plain mode there is only text, written as it is, and a failure goes to
//! standard error.

use serde_json::{Map, Value, json};

use super::{Carries, Dialect, Said, Speech, Spoken, failure, message, over, text};

pub(super) struct Terminal {
    plain: bool,
    inject: bool,
    session: String,
    at_start: bool,
    over: bool,
}

impl Terminal {
    pub(super) fn new(speech: &Speech) -> Result<Self, String> {
        speech.only(&["mode"])?;
        let mode = speech.choice("mode", &["rich", "plain", "inject"])?;
        Ok(Self {
            plain: mode == "plain",
            inject: mode == "inject",
            session: String::new(),
            at_start: true,
            over: false,
        })
    }

    fn plain(&mut self, said: Said, body: &Value) -> Result<Spoken, String> {
        Ok(match said {
            Said::Text => {
                let text = text(body);
                self.at_start = text.ends_with('\n') || text.is_empty() && self.at_start;
                Spoken::text(text)
            }
            Said::EndTurn => {
                let end = if self.at_start { "" } else { "\n" };
                self.at_start = true;
                Spoken::text(end)
            }
            Said::Fail => Spoken {
                err: format!("{}\n", failure(body)?),
                exit: Some(1),
                ..Spoken::default()
            },
            _ => Spoken::nothing(),
        })
    }

    fn rich(said: Said, body: &Value) -> Result<Spoken, String> {
        let frame = |kind: &str, text: &str| json!({"type": kind, "text": text});
        let calls = ["call_id", "tool", "args", "category", "output", "status"];
        Ok(Spoken::line(&match said {
            Said::Text => over(frame("message", text(body)), body, &[]),
            Said::Info => over(frame("progress", text(body)), body, &[]),
            Said::Thinking => over(frame("log", text(body)), body, &[]),
            Said::Running => {
                let call = body.as_str().or(body["call_id"].as_str());
                let name = body["tool"].as_str().or(call).unwrap_or("a tool");
                over(frame("progress", &format!("Running {name}")), body, &calls)
            }
            Said::Result => {
                let output = body.as_str().or(body["output"].as_str());
                over(frame("log", output.unwrap_or_default()), body, &calls)
            }
            Said::Fail => {
                let event = frame("error", failure(body)?);
                let event = over(event, body, &["message", "retryable", "exit"]);
                return Ok(Spoken {
                    exit: Some(1),
                    ..Spoken::line(&event)
                });
            }
            _ => return Ok(Spoken::nothing()),
        }))
    }
}

impl Dialect for Terminal {
    fn lingers(&self) -> bool {
        false
    }

    fn carries(&self, said: Said) -> Carries {
        match said {
            Said::Text | Said::EndTurn | Said::Fail => Carries::Yes,
            Said::Info | Said::Thinking | Said::Running | Said::Result if !self.plain => {
                Carries::Yes
            }
            Said::Ask => Carries::No("the Terminal Protocol has no approvals"),
            Said::Pong => Carries::No("the Terminal Protocol has no ping"),
            _ => Carries::Silently,
        }
    }

    fn say(&mut self, said: Said, body: &Value) -> Result<Spoken, String> {
        if matches!(said, Said::EndTurn | Said::Fail) {
            self.over = true;
        }
        if self.plain {
            self.plain(said, body)
        } else {
            Self::rich(said, body)
        }
    }

    fn awaits(&self, what: &str) -> Result<Vec<Value>, String> {
        let envelope = json!({"version": "*", "text": "*", "type": {"$absent": true}});
        let inject = json!({"type": "inject"});
        match what {
            "message" if self.inject => Ok(vec![envelope, inject]),
            "message" => Ok(vec![envelope]),
            "inject" if self.inject => Ok(vec![inject]),
            _ => Err(format!(
                "{what:?} cannot be awaited in the Terminal Protocol; there is message, and \
                 inject in mode inject (it is stopped by signals)"
            )),
        }
    }

    fn heard(&mut self, frame: &Value) -> Option<Map<String, Value>> {
        if let Some(session) = frame["session_key"].as_str() {
            session.clone_into(&mut self.session);
        }
        let media = match &frame["media"] {
            Value::Null => json!([]),
            media => media.clone(),
        };
        message(frame["text"].as_str()?, &self.session, media)
    }

    fn is_over(&self) -> bool {
        self.over && !self.inject
    }
}
