//! One turn as the answering code sees it: say, think, ask for tools. All of it ends at once when
//! the user stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::children::Children;
use super::control::{Answer, Control, Stopped};
use super::outbox::Outbox;
use super::tools::{Bench, Call, Output, OutputType, ToolError, Workspace};
use super::wire;

/// What became of one call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outcome {
    Done(Output),
    /// It was carried out, or tried, and failed; the text says why.
    Failed(String),
    /// The user said no, with these words (may be empty).
    Denied(String),
    /// It was cancelled and nobody said no: the input ended.
    Cancelled,
}

/// What all turns share.
pub(crate) struct Stage {
    pub(crate) outbox: Outbox,
    pub(crate) control: Control,
    pub(crate) workspace: Workspace,
    pub(crate) children: Arc<Children>,
    /// Time between two pieces of streamed text.
    pub(crate) pace: Duration,
    /// Makes call ids unique over the processes of one session.
    pub(crate) nonce: String,
    pub(crate) calls: AtomicU64,
}

/// One turn.
pub(crate) struct Turn<'a> {
    pub(crate) stage: &'a Stage,
    pub(crate) msg_id: &'a str,
}

impl Turn<'_> {
    /// Streams Markdown, a word at a time.
    pub(crate) fn say(&self, text: &str) -> Result<(), Stopped> {
        self.stream(text, wire::text_delta)
    }

    /// Streams thinking, if it is switched on.
    pub(crate) fn think(&self, text: &str) -> Result<(), Stopped> {
        if self.stage.control.thinking() {
            self.stream(text, wire::thinking)?;
        }
        Ok(())
    }

    fn stream(&self, text: &str, event: fn(&str, &str) -> Value) -> Result<(), Stopped> {
        for piece in text.split_inclusive([' ', '\n']) {
            self.stage.control.rest(self.stage.pace)?;
            self.stage.outbox.send(&event(self.msg_id, piece));
        }
        Ok(())
    }

    /// An error event (specification §1.10).
    pub(crate) fn error(&self, code: &str, message: &str, retryable: bool) {
        let event = wire::error(Some(self.msg_id), code, message, retryable);
        self.stage.outbox.send(&event);
    }

    /// Whether the host closed the input, so that there is no sense in going on for long.
    pub(crate) fn is_closing(&self) -> bool {
        self.stage.control.is_closed()
    }

    /// One call.
    pub(crate) fn use_tool(&self, call: Call) -> Result<Outcome, Stopped> {
        let mut outcomes = self.use_tools(std::slice::from_ref(&call))?;
        Ok(outcomes.pop().unwrap_or(Outcome::Cancelled))
    }

    /// Several calls at once. All are requested before any answer is awaited; each starts as soon
    /// as it is allowed, whatever the others wait for. The outcomes are in the order of the calls.
    pub(crate) fn use_tools(&self, calls: &[Call]) -> Result<Vec<Outcome>, Stopped> {
        let control = &self.stage.control;
        let ids: Vec<String> = calls.iter().map(|_| self.next_id()).collect();
        let asks: Vec<bool> = calls
            .iter()
            .map(|call| control.permission(|p| p.asks(call.category())))
            .collect();
        for ((call, id), _) in calls.iter().zip(&ids).zip(&asks).filter(|(_, asks)| **asks) {
            control.expect_answer(id, call.category());
            self.stage.outbox.send(&self.request(id, call));
        }
        let outcomes = thread::scope(|scope| {
            let mut running = Vec::new();
            let mut outcomes = vec![Outcome::Cancelled; calls.len()];
            for index in (0..calls.len()).filter(|index| !asks[*index]) {
                let (id, call) = (ids[index].as_str(), &calls[index]);
                running.push((index, scope.spawn(move || self.execute(id, call))));
            }
            for _ in asks.iter().filter(|asks| **asks) {
                let Ok((id, answer)) = control.next_answer() else {
                    for id in control.withdraw() {
                        self.cancelled(&id, STOPPED);
                    }
                    break;
                };
                let Some(index) = ids.iter().position(|own| *own == id) else {
                    continue;
                };
                match answer {
                    Answer::Approved => {
                        let (id, call) = (ids[index].as_str(), &calls[index]);
                        running.push((index, scope.spawn(move || self.execute(id, call))));
                    }
                    Answer::Denied(reason) => {
                        let shown = if reason.is_empty() {
                            "User denied"
                        } else {
                            &reason
                        };
                        self.cancelled(&id, shown);
                        outcomes[index] = Outcome::Denied(reason);
                    }
                    Answer::Abandoned => self.cancelled(&id, "The input ended before an answer"),
                }
            }
            for (index, thread) in running {
                outcomes[index] = thread
                    .join()
                    .unwrap_or_else(|_| Outcome::Failed("The tool broke down.".to_owned()));
            }
            outcomes
        });
        if control.is_stopping() {
            return Err(Stopped);
        }
        Ok(outcomes)
    }

    fn next_id(&self) -> String {
        let number = self.stage.calls.fetch_add(1, Ordering::Relaxed) + 1;
        format!("call-{}-{number}", self.stage.nonce)
    }

    fn request(&self, call_id: &str, call: &Call) -> Value {
        json!({
            "type": "tool_request",
            "msg_id": self.msg_id,
            "call_id": call_id,
            "tool": {
                "name": call.name(),
                "category": call.category().name(),
                "args": call.args(),
                "description": call.description(),
            },
        })
    }

    fn cancelled(&self, call_id: &str, reason: &str) {
        let event = wire::tool_cancelled(self.msg_id, call_id, reason);
        self.stage.outbox.send(&event);
    }

    fn execute(&self, call_id: &str, call: &Call) -> Outcome {
        let outbox = &self.stage.outbox;
        outbox.send(&wire::tool_running(self.msg_id, call_id, call.name()));
        let bench = Bench {
            workspace: &self.stage.workspace,
            control: &self.stage.control,
            children: &self.stage.children,
        };
        match call.execute(&bench) {
            Ok(output) => {
                outbox.send(&self.result(call_id, call, &output));
                Outcome::Done(output)
            }
            Err(ToolError::Stopped) => {
                self.cancelled(call_id, STOPPED);
                Outcome::Cancelled
            }
            Err(error) => {
                let output = Output {
                    text: error.to_string(),
                    kind: OutputType::Text,
                    metadata: None,
                    failed: true,
                };
                outbox.send(&self.result(call_id, call, &output));
                Outcome::Failed(output.text)
            }
        }
    }

    fn result(&self, call_id: &str, call: &Call, output: &Output) -> Value {
        let mut event = json!({
            "type": "tool_result",
            "msg_id": self.msg_id,
            "call_id": call_id,
            "tool_name": call.name(),
            "status": if output.failed { "error" } else { "success" },
            "output": output.text,
            "output_type": match output.kind {
                OutputType::Text => "text",
                OutputType::Diff => "diff",
                OutputType::Image => "image",
            },
        });
        if let Some(metadata) = &output.metadata {
            event["metadata"] = metadata.clone();
        }
        event
    }
}

const STOPPED: &str = "Stopped";
