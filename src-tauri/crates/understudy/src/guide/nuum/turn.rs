//! One turn as the answering code sees it: say, use a tool. All of it ends at once when the host
//! interrupts.

use std::sync::atomic::Ordering;
use std::time::Instant;

use serde_json::{Value, json};

use super::Agent;
use super::voice::Ending;
use crate::guide::control::Stopped;
use crate::guide::tools::{Bench, Call, Output, OutputType, ToolError};

/// Why answering ended early.
pub(super) enum Halt {
    Interrupted,
    Failed(String),
}

impl From<Stopped> for Halt {
    fn from(_: Stopped) -> Self {
        Self::Interrupted
    }
}

/// One turn.
pub(super) struct Turn<'a> {
    pub(super) agent: &'a Agent,
    began: Instant,
    messages: u64,
    said: String,
    in_tool: bool,
}

/// A message is whole: it takes as long as so many words of a streamed one.
const WORDS: u32 = 25;

impl<'a> Turn<'a> {
    pub(super) fn begin(agent: &'a Agent) -> Self {
        Self {
            agent,
            began: Instant::now(),
            messages: 0,
            said: String::new(),
            in_tool: false,
        }
    }

    /// One message of Markdown.
    pub(super) fn say(&mut self, text: &str) -> Result<(), Halt> {
        let stage = &self.agent.stage;
        stage.control.rest(stage.pace * WORDS)?;
        text.clone_into(&mut self.said);
        self.send(&self.agent.voice.text(text));
        Ok(())
    }

    fn send(&mut self, event: &Value) {
        self.messages += u64::from(event["type"] == "assistant");
        self.agent.stage.outbox.send(event);
    }

    /// One of the other guide's tools, under nuum's name. `Err` in the result says why not.
    pub(super) fn use_tool(&mut self, call: &Call) -> Result<Result<Output, String>, Halt> {
        let (name, input) = in_nuums_words(call);
        let agent = self.agent;
        self.tool(
            name,
            &input,
            || {
                let stage = &agent.stage;
                let bench = Bench {
                    workspace: &stage.workspace,
                    control: &stage.control,
                    children: &stage.children,
                };
                match call.execute(&bench) {
                    Ok(output) => Ok(Ok(output)),
                    Err(ToolError::Stopped) => Err(Halt::Interrupted),
                    Err(error) => Ok(Err(error.to_string())),
                }
            },
            |done| match done {
                Ok(output) if output.kind == OutputType::Image => ("(an image)".to_owned(), false),
                Ok(output) => (output.text.clone(), output.failed),
                Err(why) => (why.clone(), true),
            },
        )
    }

    /// Any tool. It is announced before it runs, by newer builds after it.
    pub(super) fn tool<T>(
        &mut self,
        name: &str,
        input: &Value,
        run: impl FnOnce() -> Result<T, Halt>,
        told: impl FnOnce(&T) -> (String, bool),
    ) -> Result<T, Halt> {
        let agent = self.agent;
        let stage = &agent.stage;
        if stage.control.is_stopping() {
            return Err(Halt::Interrupted);
        }
        let number = stage.calls.fetch_add(1, Ordering::Relaxed) + 1;
        let id = format!("call_{}_{number}", stage.nonce);
        let announced = agent.voice.tool_use(&id, name, input);
        if !agent.voice.is_newer() {
            self.send(&announced);
        }
        self.in_tool = true;
        let done = run()?;
        self.in_tool = false;
        if agent.voice.is_newer() {
            self.send(&announced);
        }
        let (content, is_error) = told(&done);
        self.send(&agent.voice.tool_result(&id, &content, is_error));
        Ok(done)
    }

    /// The result. A newer build that was interrupted in a tool has none.
    pub(super) fn end(mut self, outcome: Result<(), Halt>) {
        let ending = match outcome {
            Ok(()) => Ending::Success,
            Err(Halt::Failed(why)) => Ending::Failed(why),
            Err(Halt::Interrupted) if self.agent.voice.is_newer() && self.in_tool => return,
            Err(Halt::Interrupted) => Ending::Cancelled,
        };
        let ms = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let said = std::mem::take(&mut self.said);
        let result = self.agent.voice.result(&ending, ms, self.messages, &said);
        self.agent.stage.outbox.send(&result);
    }
}

/// A call as nuum names it.
fn in_nuums_words(call: &Call) -> (&'static str, Value) {
    match call {
        Call::List { path, pattern } => ("glob", json!({"pattern": pattern, "path": path})),
        Call::Read { file_path } => ("read", json!({"filePath": file_path})),
        Call::Search { pattern, path } => ("grep", json!({"pattern": pattern, "path": path})),
        Call::Write { file_path, content } => {
            ("write", json!({"filePath": file_path, "content": content}))
        }
        Call::Edit {
            file_path,
            old,
            new,
        } => (
            "edit",
            json!({"filePath": file_path, "oldString": old, "newString": new}),
        ),
        Call::Run { .. } | Call::Picture { .. } => (call.name(), call.args()),
    }
}
