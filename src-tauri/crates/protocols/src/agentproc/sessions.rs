//! The session's id: told by the agent, kept by the host, meaningful to the agent alone.

use super::settings::Wire;
use crate::out::Out;
use model::{Event, TurnId};

/// What was told in this process.
#[derive(Debug, Default)]
pub(super) struct Sessions {
    told: Option<String>,
    warned: bool,
}

impl Sessions {
    /// Takes an id. Of several the last one counts on wire 0.1, the first one on 0.4;
    /// one that cannot be an id changes nothing.
    pub(super) fn take(&mut self, id: &str, wire: Wire, turn: Option<&TurnId>, out: &mut Out) {
        if !is_good(id, wire) {
            self.warn(
                turn,
                format!("The agent told a session id that can't be one (“{id:.80}”). The earlier one is kept."),
                out,
            );
            return;
        }
        if self.told.as_deref() == Some(id) {
            return;
        }
        if wire == Wire::V04
            && let Some(first) = &self.told
        {
            let text = format!(
                "The agent told a second session id (“{id:.80}”) in one turn. The first one is kept (“{first:.80}”)."
            );
            self.warn(turn, text, out);
            return;
        }
        self.told = Some(id.to_owned());
        out.event(Event::SessionChanged {
            session_id: id.to_owned(),
        });
    }

    /// Once for a process: an agent may repeat it with every event.
    fn warn(&mut self, turn: Option<&TurnId>, text: String, out: &mut Out) {
        if !std::mem::replace(&mut self.warned, true) {
            out.warning(turn, text);
        }
    }
}

fn is_good(id: &str, wire: Wire) -> bool {
    let named = !matches!(id, "" | "." | "..");
    named
        && match wire {
            Wire::V01 => id
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"._~=-".contains(&byte)),
            // Agents keep a file of this name.
            Wire::V04 => !id.contains(|c: char| matches!(c, '/' | '\\') || c.is_control()),
        }
}
