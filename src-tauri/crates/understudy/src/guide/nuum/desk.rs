//! Reads lines and answers each at once (specification "Input Messages"). Fields of newer builds
//! (`system_prompt`, `environment`, `mcp_servers`) are accepted; without a model they change
//! nothing.

use std::io::{self, BufRead as _};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use serde_json::Value;

use super::voice::Voice;
use super::{Agent, worker};
use crate::guide::desk::lock;

/// Says `init`, serves until the input ends, lets the turn finish.
pub(super) fn run(agent: &Arc<Agent>) -> ExitCode {
    agent.stage.outbox.send(&agent.voice.init());
    let waiting = lock(&agent.identity).alarms.clone();
    if !waiting.is_empty() {
        agent.agenda.change(|state| {
            state.alarms = waiting;
            agent
                .stage
                .outbox
                .send(&agent.voice.tasks(&state.snapshot()));
        });
    }
    let working = Arc::clone(agent);
    let worker = thread::spawn(move || worker::work(&working));
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while let Ok(1..) = input.read_until(b'\n', &mut line) {
        agent.line(&String::from_utf8_lossy(&line));
        line.clear();
    }
    agent.stage.control.close();
    agent.agenda.close();
    let _ = worker.join();
    agent.stage.children.kill_all();
    ExitCode::SUCCESS
}

impl Agent {
    fn line(&self, line: &str) {
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() {
            return;
        }
        if let Err(why) = self.read(line) {
            self.stage.outbox.send(&Voice::error(&why));
        }
    }

    fn read(&self, line: &str) -> Result<(), String> {
        let value: Value = serde_json::from_str(line)
            .map_err(|error| format!("This line is not JSON ({error}). Send one object a line."))?;
        match value["type"].as_str() {
            Some("user") => {
                let text = text(&value["message"]["content"])?;
                self.agenda.hear(text, |position, text| {
                    self.stage.outbox.send(&self.voice.queued(position, text));
                });
                Ok(())
            }
            Some("control") => self.control(&value["action"]),
            Some(other) => Err(format!("Unknown message type: {other}")),
            None => Err("A message is a JSON object with a string field \"type\".".to_owned()),
        }
    }

    fn control(&self, action: &Value) -> Result<(), String> {
        let outbox = &self.stage.outbox;
        match action.as_str() {
            Some("interrupt") => {
                // Under the lock, so that it cannot hit the next turn.
                let state = self.agenda.lock();
                // Before the turn can say that it is cancelled.
                if self.voice.is_newer() {
                    outbox.send(&self.voice.interrupted());
                }
                if state.running {
                    self.stage.control.stop();
                }
                Ok(())
            }
            Some("status") => {
                let state = self.agenda.lock();
                let waiting = state.queue.len();
                let running = state.running || waiting > 0;
                outbox.send(&self.voice.status(running, waiting));
                Ok(())
            }
            Some("heartbeat") => {
                outbox.send(&self.voice.heartbeat_ack());
                Ok(())
            }
            _ => Err(format!("Unknown control action: {action}")),
        }
    }
}

/// A text, or blocks of which those with text count: an image is dropped, as by nuum.
fn text(content: &Value) -> Result<String, String> {
    match content {
        Value::String(text) => Ok(text.clone()),
        Value::Array(blocks) => {
            let texts: Vec<&str> = blocks
                .iter()
                .filter(|block| block["type"] == "text")
                .filter_map(|block| block["text"].as_str())
                .collect();
            Ok(texts.join("\n"))
        }
        _ => Err("message.content must be a text or an array of content blocks.".to_owned()),
    }
}
