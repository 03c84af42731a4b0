//! Wire 0.1: "Output — stdout Protocol".

use super::AgentProc;
use crate::Frame;
use crate::agentproc::reply::Voice;
use crate::agentproc::wire::{self, Line, Payload};
use crate::out::Out;

impl AgentProc {
    /// A line, blank ones too: they part the paragraphs of the reply.
    pub(super) fn prefixed_line(&mut self, frame: Frame<'_>, out: &mut Out) {
        let text = String::from_utf8_lossy(frame.bytes);
        if matches!(text, std::borrow::Cow::Owned(_)) && frame.oversized.is_none() {
            self.repaired(out);
        }
        let line = wire::line(&text, &self.settings.session_prefix);
        if let Some(length) = frame.oversized {
            self.oversized(length, &line, out);
            return;
        }
        match line {
            Line::Session(id) => {
                let wire = self.settings.wire;
                self.sessions.take(id, wire, self.turn.as_ref(), out);
            }
            Line::Partial(payload) => self.on_partial(&payload, out),
            Line::Error(payload) => {
                self.not_json(&payload, "AGENT_ERROR", out);
                self.fails(&payload.text, out);
            }
            Line::Body(line) => {
                self.told.other_wire |= !self.told.other_wire && wire::is_of_0_4(line);
                self.body.line(line);
            }
        }
    }

    fn on_partial(&mut self, payload: &Payload<'_>, out: &mut Out) {
        self.not_json(payload, "AGENT_PARTIAL", out);
        if self.too_late("partial", out) || !self.settings.streaming {
            return;
        }
        self.speech
            .piece(Voice::Text, &payload.text, self.turn.as_ref(), out);
    }

    fn not_json(&mut self, payload: &Payload<'_>, prefix: &str, out: &mut Out) {
        if !payload.is_json && !std::mem::replace(&mut self.told.not_json, true) {
            out.quiet(
                self.turn.as_ref(),
                format!("The agent sent an {prefix} that is not a JSON string. It is taken as it stands."),
            );
        }
    }

    /// Only the head of the line is here.
    fn oversized(&mut self, length: u64, line: &Line<'_>, out: &mut Out) {
        let what = match line {
            Line::Body(head) => {
                self.body.line(head);
                self.body.cut_short();
                "Its head is shown."
            }
            Line::Error(_) => {
                self.fails("The agent reported an error too long to be taken.", out);
                "It was an error of the agent's."
            }
            Line::Session(_) | Line::Partial(_) => "It is left out.",
        };
        if !std::mem::replace(&mut self.told.oversized, true) {
            out.warning(
                self.turn.as_ref(),
                format!(
                    "A line of the agent has {length} bytes, more than is taken of one line. {what}"
                ),
            );
        }
    }
}
