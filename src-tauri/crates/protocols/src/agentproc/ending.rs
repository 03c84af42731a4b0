//! The exit ends the turn: time limit, then the agent's error, then the exit code.

use super::decode::AgentProc;
use super::reply::Reply;
use super::settings::Wire;
use crate::out::Out;
use model::{AgentFault, Event, Exit, TurnOutcome};

impl AgentProc {
    /// The process is gone: what was held is shown, what is open is closed.
    pub(super) fn end(&mut self, exit: &Exit, out: &mut Out) {
        self.permissions.close(out);
        self.speech.close(out);
        let body = std::mem::replace(&mut self.body, Reply::new(0));
        // An error discards the reply; a limit or a stop does not.
        if self.error.is_none() {
            let body = body.finish(&self.settings.truncation_suffix);
            self.show(body, &exit.stderr_tail, out);
        }
        if self.told.other_wire {
            out.warning(self.turn.as_ref(), other_wire(self.settings.wire));
        }
        if exit.timed_out || exit.stopped {
            // The host ends the turn; what was used is told all the same.
            if let Some(usage) = self.usage {
                out.event(Event::UsageChanged { usage });
            }
            return;
        }
        let outcome = match self.error.take() {
            Some(message) => TurnOutcome::Failed { message },
            None => self.by_exit(exit, out),
        };
        if let Some(turn) = self.turn.clone() {
            out.event(Event::TurnEnded {
                turn,
                outcome,
                usage: self.usage,
            });
        }
    }

    /// The reply, with the last of stderr where the profile wants it there.
    fn show(&mut self, mut body: String, stderr: &str, out: &mut Out) {
        let stderr = stderr.trim_end();
        if self.settings.include_stderr && !stderr.is_empty() {
            let longest = stderr.split(|c| c != '`').map(str::len).max();
            let fence = "`".repeat(longest.unwrap_or(0).max(2) + 1);
            if !body.is_empty() {
                body.push_str("\n\n");
            }
            body.push_str(&format!("{fence}text\n{stderr}\n{fence}"));
        }
        self.speech.reply(body, false, self.turn.as_ref(), out);
    }

    /// What an exit says that no error of the agent's explains.
    fn by_exit(&self, exit: &Exit, out: &mut Out) -> TurnOutcome {
        let outcome = outcome(exit);
        let message = match &outcome {
            TurnOutcome::Failed { message } => message.clone(),
            TurnOutcome::AgentExited { how } => {
                format!("The agent ended before it was done: {how}.")
            }
            _ => {
                if !self.speech.anything {
                    out.quiet(self.turn.as_ref(), "The agent ended well and said nothing.");
                }
                return outcome;
            }
        };
        if self.settings.send_error_reply {
            let stderr = exit.stderr_tail.trim_end();
            out.fault(
                self.turn.as_ref(),
                AgentFault {
                    code: "agentproc.exit".to_owned(),
                    message: format!("{message} Send the message again to try once more."),
                    retryable: Some(true),
                    detail: (!stderr.is_empty()).then(|| stderr.to_owned()),
                },
            );
        }
        outcome
    }
}

/// "Exit Codes", and 128 + n for the signal n.
fn outcome(exit: &Exit) -> TurnOutcome {
    let exited = |how: &str| TurnOutcome::AgentExited {
        how: how.to_owned(),
    };
    let failed = |message: &str| TurnOutcome::Failed {
        message: message.to_owned(),
    };
    match exit.code {
        Some(0) => TurnOutcome::Completed,
        Some(1) => failed("The agent failed and did not say why (exit code 1)."),
        Some(124) => failed("The agent ran into a time limit of its own (exit code 124)."),
        Some(125) => exited("cancelled (exit code 125)"),
        Some(130) => exited("interrupted by SIGINT (exit code 130)"),
        Some(143) => exited("terminated by SIGTERM (exit code 143)"),
        Some(code @ 129..=192) => exited(&format!("signal {} (exit code {code})", code - 128)),
        Some(code) => failed(&format!(
            "The agent failed and did not say why (exit code {code})."
        )),
        None => exited(&exit.how),
    }
}

fn other_wire(spoken: Wire) -> &'static str {
    match spoken {
        Wire::V01 => {
            "The reply looks like AgentProc wire 0.4. If the agent speaks it, set `wire: \"0.4\"` \
             in the profile."
        }
        Wire::V04 => {
            "The agent's output looks like an older AgentProc wire. For lines with AGENT_SESSION: \
             and the like set `wire: \"0.1\"` in the profile; for “session” and “text” events \
             update the agent's AgentProc SDK to 0.10 or newer."
        }
    }
}
