//! Plays one line of a recording.

use serde_json::{Value, json};

use super::{Player, Snag, lock};
use crate::play::inbox::Taken;
use crate::play::transcript::Replay;

/// What a host sends by itself, at any time: no answer to anything in the recording.
fn is_probe(frame: &Value) -> bool {
    frame["type"] == "ping"
        || frame["type"] == "control"
            && (frame["action"] == "heartbeat" || frame["action"] == "status")
}

impl Player {
    pub(super) fn replay(&mut self, replay: &Replay) -> Result<(), Snag> {
        match replay {
            Replay::Line(line) => {
                let line = self.with_ids(line);
                self.send(format!("{line}\n").as_bytes())
            }
            Replay::Command { word, turn } => self.command(word, turn.as_deref()),
        }
    }

    /// Waits for one frame of the host, whatever it says.
    fn command(&mut self, word: &str, turn: Option<&str>) -> Result<(), Snag> {
        loop {
            let frame = match self.common.inbox.take(&[json!("*")], None, false) {
                Taken::Frame(frame) => frame,
                Taken::Unexpected(_) | Taken::TimedOut | Taken::Eof => return Err(Snag::Eof),
            };
            if is_probe(&frame) != (word == "probe") {
                continue;
            }
            lock(&self.common.dialect).heard(&frame);
            if let (Some(turn), Some(id)) = (turn, frame["msg_id"].as_str()) {
                self.ids.insert(turn.to_owned(), id.to_owned());
            }
            return Ok(());
        }
    }

    /// The recorded line, with the ids that this host gave its messages.
    fn with_ids(&self, line: &str) -> String {
        let Ok(mut value) = serde_json::from_str::<Value>(line) else {
            return line.to_owned();
        };
        match value["msg_id"].as_str().and_then(|id| self.ids.get(id)) {
            Some(id) => {
                value["msg_id"] = json!(id);
                value.to_string()
            }
            None => line.to_owned(),
        }
    }
}
