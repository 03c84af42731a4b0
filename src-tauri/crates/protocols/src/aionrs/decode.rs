//! One line → what happened. The match is here, what it leads to in `decode/`.

mod calls;
mod ends;
mod requests;
mod session;
mod stream;

use super::calls::{Calls, Ending};
use super::session::Session;
use super::turns::Turns;
use super::wire::{self, Said, Streak};
use super::{AFTER_ERROR, encode};
use crate::fields::Problems;
use crate::out::Out;
use crate::translator::Translator;
use crate::{Adapter, Frame, Timer};
use crate::{attention, lines};
use model::{Command, Epoch, Event, ExpiryReason, ItemId, LaunchRequest, NoticeLevel, Refusal};

/// The state of one process.
#[derive(Debug)]
pub(super) struct Aionrs {
    pub(super) epoch: Epoch,
    pub(super) session: Session,
    pub(super) turns: Turns,
    pub(super) calls: Calls,
    /// Items so far, for their names.
    pub(super) items: u32,
    /// The answer or thought whose words the last line held.
    pub(super) streak: Option<Streak>,
}

/// A fresh adapter for one process.
pub(super) fn connect(epoch: Epoch, request: &LaunchRequest<'_>) -> Box<dyn Adapter> {
    Box::new(Aionrs {
        epoch,
        session: Session::new(request.profile),
        turns: Turns::default(),
        calls: Calls::default(),
        items: 0,
        streak: None,
    })
}

/// The name of the next item.
pub(super) fn new_item(epoch: Epoch, items: &mut u32, what: &str) -> ItemId {
    *items += 1;
    epoch.item(&format!("{what}-{items}"))
}

impl Translator for Aionrs {
    fn frame(&mut self, frame: Frame<'_>, out: &mut Out) {
        if let Err(reason) = self.line(frame, out) {
            out.malformed(reason, frame.bytes);
        }
    }

    fn command(&mut self, command: &Command, out: &mut Out) -> Result<(), Refusal> {
        encode::encode(self, command, out)
    }

    fn timer(&mut self, timer: Timer, out: &mut Out) {
        if timer == AFTER_ERROR {
            self.after_error(out);
        }
    }

    fn exited(&mut self, _exit: &model::Exit, out: &mut Out) {
        let turns = std::mem::take(&mut self.turns.open);
        if turns.iter().any(|turn| turn.in_grace) {
            out.disarm(AFTER_ERROR);
        }
        for mut turn in turns {
            turn.prose.close(out);
        }
        self.turns.close_strays(out);
        let ending = Ending {
            words: "the agent ended",
            expiry: ExpiryReason::AgentExited,
        };
        self.calls.close(None, ending, out);
    }
}

impl Aionrs {
    /// # Errors
    /// Why the line is no event: its text for a `Malformed`.
    fn line(&mut self, frame: Frame<'_>, out: &mut Out) -> Result<(), String> {
        let Some(line) = lines::text(frame)? else {
            return Ok(());
        };
        if self.session.ready && !line.repaired && self.on_words(&line.text, out) {
            return Ok(());
        }
        let object = lines::object(&line.text)?;
        let mut problems = Problems::default();
        let kind = object.text("type", &mut problems).ok_or_else(|| {
            problems
                .text()
                .unwrap_or_else(|| "an object without a “type”".to_owned())
        })?;
        if line.repaired {
            // Arguments that are not what the agent will use are worth a louder word.
            let asks = kind == "tool_request";
            let level = if asks {
                NoticeLevel::Warning
            } else {
                NoticeLevel::Quiet
            };
            out.notice(
                None,
                level,
                format!(
                    "A “{kind}” line held bytes that are not UTF-8. They are shown as \u{FFFD}."
                ),
            );
        }
        let Some(said) = wire::read(&kind, &object, &mut problems) else {
            out.event(Event::Unrecognized {
                needs_attention: attention::needed(&kind, &object),
                type_name: kind.into_owned(),
                line: lines::shown(frame.bytes),
            });
            return Ok(());
        };
        let said = said.map_err(|problem| format!("an ill-formed “{kind}”: {problem}"))?;
        if !self.session.ready && kind != "ready" && !self.session.early_told {
            self.session.early_told = true;
            out.quiet(None, format!("The agent sent “{kind}” before “ready”."));
        }
        if let Some(problems) = problems.text() {
            out.quiet(
                None,
                format!("A “{kind}” was not wholly understood: {problems}."),
            );
        }
        self.take(said, out);
        Ok(())
    }

    fn take(&mut self, said: Said<'_>, out: &mut Out) {
        use super::turns::Voice;
        match said {
            Said::Ready {
                version,
                session_id,
                capabilities,
            } => {
                self.on_ready(
                    version.as_deref(),
                    session_id.as_deref(),
                    &capabilities,
                    out,
                );
            }
            Said::ConfigChanged { capabilities } => self.on_config_changed(&capabilities, out),
            Said::McpReady { name, tools } => Self::on_mcp_ready(name.as_deref(), &tools, out),
            Said::Pong => out.event(Event::Alive),
            Said::StreamStart { msg_id } => self.on_stream_start(msg_id.as_deref(), out),
            Said::Text { msg_id, text } => {
                self.on_prose(Voice::Text, msg_id.as_deref(), &text, out);
            }
            Said::Thinking { msg_id, text } => {
                self.on_prose(Voice::Thinking, msg_id.as_deref(), &text, out);
            }
            Said::StreamEnd { msg_id, usage } => self.on_stream_end(msg_id.as_deref(), usage, out),
            Said::Info { msg_id, message } => self.on_info(msg_id.as_deref(), &message, out),
            Said::Error {
                msg_id,
                code,
                message,
                retryable,
            } => {
                self.on_error(msg_id.as_deref(), &code, &message, retryable, out);
            }
            Said::ToolRequest(request) => self.on_tool_request(request, out),
            Said::ToolRunning {
                msg_id,
                call_id,
                tool_name,
            } => {
                self.on_tool_running(msg_id.as_deref(), &call_id, tool_name.as_deref(), out);
            }
            Said::ToolResult(result) => self.on_tool_result(&result, out),
            Said::ToolCancelled {
                msg_id,
                call_id,
                reason,
            } => {
                self.on_tool_cancelled(msg_id.as_deref(), &call_id, reason.as_deref(), out);
            }
        }
    }
}
