//! The process has ended ("Lifecycle" 7 and 8, "stderr", "Exit codes"): what was
//! gathered, stderr, and how the turn ended.

use super::Terminal;
use crate::out::Out;
use crate::terminal::settings::Mode;
use crate::terminal::{SHOWN_TEXT, media};
use model::{AgentFault, Event, Exit, NoticeLevel, TurnOutcome};

/// What shells exit with where the command is not there, or is no program.
const NOT_FOUND: i32 = 127;
const NOT_RUNNABLE: i32 = 126;

impl Terminal {
    pub(super) fn end(&mut self, exit: &Exit, out: &mut Out) {
        self.close_text(out);
        self.close_progress(out);
        let tells_stderr = self.tell_stderr(exit, out);
        let ended_by_host = exit.timed_out || exit.stopped;
        let failure = self.failure(exit);
        if !self.came && !tells_stderr && !ended_by_host && failure.is_none() {
            out.notice(
                self.turn.as_ref(),
                NoticeLevel::Info,
                "No output: the agent ended without saying anything.",
            );
        }
        // A time limit or a stop is the host's to tell; so is an end nobody knows how.
        if ended_by_host || (exit.code.is_none() && exit.signal.is_none() && failure.is_none()) {
            return;
        }
        let outcome = match failure {
            None => TurnOutcome::Completed,
            Some(message) => {
                if self.error.is_none() {
                    self.tell_exit(exit, &message, out);
                }
                TurnOutcome::Failed { message }
            }
        };
        if let Some(turn) = self.turn.clone() {
            out.event(Event::TurnEnded {
                turn,
                outcome,
                usage: None,
            });
        }
    }

    /// Plain: the item is whole. Rich: what was no frame is one message. Then
    /// the files it names.
    fn close_text(&mut self, out: &mut Out) {
        let gathered = std::mem::take(&mut self.gathered);
        match self.mode {
            Mode::Plain => {
                if let Some(id) = self.growing.take() {
                    out.complete(&id);
                }
            }
            Mode::Rich => self.show_text(gathered.text(), out),
        }
        let paths = media::found(gathered.text());
        for path in paths.iter().take(media::MOST) {
            self.show_media(path, out);
        }
        if paths.len() > media::MOST {
            out.quiet(
                self.turn.as_ref(),
                format!(
                    "The text names more files; the first {} are shown.",
                    media::MOST
                ),
            );
        }
        if gathered.lost() > 0 {
            self.came = true;
            out.warning(
                self.turn.as_ref(),
                format!(
                    "The agent wrote more text than is shown: the first {} MiB are here, {} more \
                     bytes are in Traffic only.",
                    SHOWN_TEXT / (1024 * 1024),
                    gathered.lost()
                ),
            );
        }
    }

    /// "If non-empty, it is appended to the final response."
    fn tell_stderr(&self, exit: &Exit, out: &mut Out) -> bool {
        let stderr = exit.stderr_tail.trim_end();
        let tells = self.reveal_errors && !stderr.trim().is_empty();
        if tells {
            out.notice(
                self.turn.as_ref(),
                NoticeLevel::Info,
                format!("STDERR: {stderr}"),
            );
        }
        tells
    }

    /// Why the turn failed: an `error` frame's words with the exit code
    /// appended, or the exit itself.
    fn failure(&self, exit: &Exit) -> Option<String> {
        let bad_exit = exit.signal.is_some() || exit.code.is_some_and(|code| code != 0);
        match (&self.error, bad_exit) {
            (None, false) => None,
            (None, true) if !self.reveal_errors => Some("the agent failed".to_owned()),
            (None, true) => Some(how(exit)),
            (Some(said), true) if self.reveal_errors => Some(format!("{said} ({})", how(exit))),
            (Some(said), _) => Some(said.clone()),
        }
    }

    /// An exit that no `error` frame explained.
    fn tell_exit(&self, exit: &Exit, how: &str, out: &mut Out) {
        let next = match exit.code {
            Some(NOT_FOUND) => {
                "The shell did not find the command: correct it in the agent's settings."
            }
            Some(NOT_RUNNABLE) => {
                "The shell could not run the command: correct it in the agent's settings."
            }
            _ if self.came => "What it said before is here. The next message starts it again.",
            _ => "The next message starts it again.",
        };
        let message = if self.reveal_errors {
            format!("The agent did not end well ({how}). {next}")
        } else {
            format!("The agent failed. {next}")
        };
        out.fault(
            self.turn.as_ref(),
            AgentFault {
                code: "terminal.exit".to_owned(),
                message,
                retryable: None,
                detail: None,
            },
        );
    }
}

fn how(exit: &Exit) -> String {
    match (exit.how.as_str(), exit.code, exit.signal) {
        ("", Some(code), _) => format!("exit code {code}"),
        ("", None, Some(signal)) => format!("killed by signal {signal}"),
        (how, _, _) => how.to_owned(),
    }
}
