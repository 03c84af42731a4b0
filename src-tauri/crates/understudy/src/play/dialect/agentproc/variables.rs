//! Wire 0.1: the message comes in `AGENT_*` variables, the answer is lines of text.
//!
//! With `stdin: message` standard input is read to its end, and is the text when `AGENT_MESSAGE`
//! is empty; without it (`none`, default) it is not touched. With `AGENT_STREAMING=1` a `text` is
//! an `AGENT_PARTIAL:` line, otherwise, or as `{"text": …, "body": true}`, it is body as it is. A
//! line of body that would read as a protocol line gets a space before it.

use serde_json::{Map, Value, json};

use super::super::{Carries, Dialect, Input, Said, Speech, Spoken, failure, message, text};
use super::urls;

pub(super) struct Variables {
    whole: bool,
    streaming: bool,
    session: String,
    /// The body so far ends with a line end.
    at_start: bool,
    over: bool,
}

const PREFIXES: [&str; 3] = ["AGENT_SESSION:", "AGENT_PARTIAL:", "AGENT_ERROR:"];

impl Variables {
    pub(super) fn new(speech: &Speech) -> Result<Self, String> {
        speech.only(&["wire", "stdin"])?;
        Ok(Self {
            whole: speech.choice("stdin", &["none", "message"])? == "message",
            streaming: variable("AGENT_STREAMING") == "1",
            session: variable("AGENT_SESSION_ID"),
            at_start: true,
            over: false,
        })
    }

    /// A protocol line, which begins in column 0.
    fn line(&mut self, prefix: &str, payload: &str) -> String {
        let before = if self.at_start { "" } else { "\n" };
        self.at_start = true;
        format!("{before}{prefix}{payload}\n")
    }

    fn body(&mut self, text: &str) -> String {
        let mut out = String::new();
        for line in text.split_inclusive('\n') {
            if self.at_start && PREFIXES.iter().any(|prefix| line.starts_with(prefix)) {
                out.push(' ');
            }
            out.push_str(line);
            self.at_start = line.ends_with('\n');
        }
        out
    }

    fn session(&mut self, body: &Value) -> String {
        if let Some(session) = body["session_id"].as_str() {
            session.clone_into(&mut self.session);
        } else if self.session.is_empty() {
            "understudy".clone_into(&mut self.session);
        }
        let session = self.session.clone();
        self.line(PREFIXES[0], &session)
    }
}

fn variable(name: &str) -> String {
    std::env::var_os(name).map_or_else(String::new, |value| value.to_string_lossy().into_owned())
}

/// The variables as one frame; `stdin`: what came there.
fn frame(stdin: Option<&str>) -> Value {
    let several = variable("AGENT_ATTACHMENTS");
    let attachments = match serde_json::from_str::<Value>(&several) {
        Ok(list @ Value::Array(_)) => list,
        _ => [("image", "AGENT_IMAGE_URL"), ("file", "AGENT_FILE_URL")]
            .into_iter()
            .map(|(kind, name)| (kind, variable(name)))
            .filter(|(_, url)| !url.is_empty())
            .map(|(kind, url)| json!({"type": kind, "url": url}))
            .collect(),
    };
    let text = match (variable("AGENT_MESSAGE"), stdin) {
        (text, Some(stdin)) if text.is_empty() => stdin.to_owned(),
        (text, _) => text,
    };
    let mut frame = json!({
        "type": "message",
        "message": text,
        "session_id": variable("AGENT_SESSION_ID"),
        "session_name": variable("AGENT_SESSION_NAME"),
        "from_user": variable("AGENT_FROM_USER"),
        "streaming": variable("AGENT_STREAMING"),
        "protocol_version": variable("AGENT_PROTOCOL_VERSION"),
        "attachments": attachments,
    });
    if let Some(stdin) = stdin {
        frame["stdin"] = json!(stdin);
    }
    frame
}

impl Dialect for Variables {
    fn lingers(&self) -> bool {
        false
    }

    fn input(&self) -> Input {
        if self.whole {
            Input::Whole
        } else {
            Input::Unread
        }
    }

    fn given(&mut self) -> Result<Vec<Value>, String> {
        Ok(if self.whole {
            Vec::new()
        } else {
            vec![frame(None)]
        })
    }

    fn parse(&self) -> fn(&str) -> Value {
        |text| frame(Some(text))
    }

    fn carries(&self, said: Said) -> Carries {
        match said {
            Said::Ready | Said::Text | Said::EndTurn | Said::Fail => Carries::Yes,
            Said::Ask => Carries::No("AgentProc 0.1 has no approvals; wire 0.4 has"),
            Said::Pong => Carries::No("AgentProc 0.1 has no ping"),
            _ => Carries::Silently,
        }
    }

    fn say(&mut self, said: Said, body: &Value) -> Result<Spoken, String> {
        Ok(match said {
            Said::Ready => Spoken::text(self.session(body)),
            Said::Text if self.streaming && body["body"] != true => {
                let payload = json!(text(body)).to_string();
                Spoken::text(self.line(PREFIXES[1], &payload))
            }
            Said::Text => Spoken::text(self.body(text(body))),
            Said::EndTurn => {
                self.over = true;
                let mut out = if self.at_start {
                    String::new()
                } else {
                    "\n".to_owned()
                };
                self.at_start = true;
                if body.get("session_id").is_some() {
                    out.push_str(&self.session(body));
                }
                Spoken::text(out)
            }
            Said::Fail => {
                self.over = true;
                let payload = json!(failure(body)?).to_string();
                Spoken {
                    exit: Some(1),
                    ..Spoken::text(self.line(PREFIXES[2], &payload))
                }
            }
            _ => Spoken::nothing(),
        })
    }

    fn awaits(&self, what: &str) -> Result<Vec<Value>, String> {
        match what {
            "message" => Ok(vec![json!({"type": "message"})]),
            _ => Err(format!(
                "{what:?} cannot be awaited in AgentProc 0.1; there is message (it is stopped by \
                 signals)"
            )),
        }
    }

    fn heard(&mut self, frame: &Value) -> Option<Map<String, Value>> {
        let field = |name: &str| frame[name].as_str().unwrap_or_default();
        message(
            field("message"),
            field("session_id"),
            urls(&frame["attachments"]),
        )
    }

    fn is_over(&self) -> bool {
        self.over
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn body_never_reads_as_a_protocol_line_and_protocol_lines_begin_in_column_0() {
        let mut d = Variables::new(&Speech::of("agentproc")).unwrap();
        d.streaming = false;
        let mut out = String::new();
        for (said, body) in [
            (Said::Text, json!("half ")),
            (
                Said::Text,
                json!("AGENT_ERROR:no\nAGENT_PARTIAL:\"x\"\nAGENT_PARTIALS:y"),
            ),
            (Said::EndTurn, json!({"session_id": "s2"})),
        ] {
            out.push_str(&d.say(said, &body).unwrap().out);
        }
        assert_eq!(
            out,
            "half AGENT_ERROR:no\n AGENT_PARTIAL:\"x\"\nAGENT_PARTIALS:y\nAGENT_SESSION:s2\n"
        );
        assert!(d.is_over());
    }
}
