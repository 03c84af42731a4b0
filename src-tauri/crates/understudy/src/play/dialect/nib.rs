//! nib. `mode`: `pipe`, `interactive`, or `auto` (default), which is what the real backends do:
//! interactive when `NIB_AGENT_REQUEST_FILE` is set. `errors`: `answer` (default), the structured
//! `{"type":"error"}`, or `stderr` with exit code 1, the only kind real backends have (field
//! notes) and the only one there is in interactive mode.
//!
//! In pipe mode all `text` becomes the answer's `text` at `end_turn`, whose body may bring `data`
//! or `files` instead. In interactive mode the request file is read and deleted at the start, and
//! after the request each line that is typed is a message.

use serde_json::{Map, Value, json};

use super::{Carries, Dialect, Input, Said, Speech, Spoken, failure, message, over, text};

pub(super) struct Nib {
    interactive: bool,
    structured: bool,
    operation: String,
    session: String,
    said: String,
    at_start: bool,
    over: bool,
}

const REQUEST_FILE: &str = "NIB_AGENT_REQUEST_FILE";

impl Nib {
    pub(super) fn new(speech: &Speech) -> Result<Self, String> {
        speech.only(&["mode", "errors"])?;
        let interactive = match speech.choice("mode", &["auto", "pipe", "interactive"])? {
            "auto" => std::env::var_os(REQUEST_FILE).is_some(),
            mode => mode == "interactive",
        };
        Ok(Self {
            interactive,
            structured: speech.choice("errors", &["answer", "stderr"])? == "answer" && !interactive,
            operation: String::new(),
            session: String::new(),
            said: String::new(),
            at_start: true,
            over: false,
        })
    }

    fn end(&mut self, body: &Value) -> Spoken {
        if self.interactive {
            let end = if self.at_start { "" } else { "\n" };
            self.at_start = true;
            return Spoken::text(end);
        }
        self.over = true;
        let said = std::mem::take(&mut self.said);
        let mut event = json!({"type": "success", "operation": self.operation});
        let other = body.get("data").or(body.get("files")).is_some();
        if !said.is_empty() || !other {
            event["text"] = json!(said);
        }
        Spoken::line(&over(event, body, &[]))
    }
}

impl Dialect for Nib {
    fn lingers(&self) -> bool {
        false
    }

    fn input(&self) -> Input {
        if self.interactive {
            Input::Lines
        } else {
            Input::Whole
        }
    }

    fn given(&mut self) -> Result<Vec<Value>, String> {
        if !self.interactive {
            return Ok(Vec::new());
        }
        let file = std::env::var_os(REQUEST_FILE)
            .ok_or_else(|| format!("{REQUEST_FILE} is not set, so there is no request"))?;
        let file = std::path::PathBuf::from(file);
        let failed = |why: String| format!("the request {}: {why}", file.display());
        let request = std::fs::read_to_string(&file).map_err(|why| failed(why.to_string()))?;
        std::fs::remove_file(&file).map_err(|why| failed(why.to_string()))?;
        let request = serde_json::from_str(&request).map_err(|why| failed(why.to_string()))?;
        Ok(vec![request])
    }

    fn carries(&self, said: Said) -> Carries {
        match said {
            Said::Text | Said::EndTurn | Said::Fail => Carries::Yes,
            Said::Ask => Carries::No("nib has no approvals"),
            Said::Pong => Carries::No("nib has no ping"),
            _ => Carries::Silently,
        }
    }

    fn say(&mut self, said: Said, body: &Value) -> Result<Spoken, String> {
        Ok(match said {
            Said::Text if self.interactive => {
                let text = text(body);
                self.at_start = text.ends_with('\n') || text.is_empty() && self.at_start;
                Spoken::text(text)
            }
            Said::Text => {
                self.said.push_str(text(body));
                Spoken::nothing()
            }
            // After a failure there is no answer to give.
            Said::EndTurn if self.over => Spoken::nothing(),
            Said::EndTurn => self.end(body),
            Said::Fail => {
                self.over = true;
                let error = failure(body)?;
                if self.structured {
                    Spoken::line(&json!({"type": "error", "error": error}))
                } else {
                    Spoken {
                        err: format!("{error}\n"),
                        exit: Some(1),
                        ..Spoken::default()
                    }
                }
            }
            _ => Spoken::nothing(),
        })
    }

    fn awaits(&self, what: &str) -> Result<Vec<Value>, String> {
        match what {
            "message" if self.interactive => Ok(vec![json!("*")]),
            "message" => Ok(vec![json!({"operation": "*"})]),
            _ => Err(format!(
                "{what:?} cannot be awaited in nib; there is message (it is stopped by signals)"
            )),
        }
    }

    fn heard(&mut self, frame: &Value) -> Option<Map<String, Value>> {
        if let Some(line) = frame.as_str() {
            return message(line, &self.session, json!([]));
        }
        if let Some(operation) = frame["operation"].as_str() {
            operation.clone_into(&mut self.operation);
        }
        if let Some(session) = frame["session"]["id"].as_str() {
            session.clone_into(&mut self.session);
        }
        let text = frame["question"].as_str().or(frame["context"].as_str());
        let paths = match &frame["paths"] {
            Value::Null => json!([]),
            paths => paths.clone(),
        };
        message(text.unwrap_or_default(), &self.session, paths)
    }

    fn is_over(&self) -> bool {
        self.over
    }
}
