//! One line → what happened. The match is here, what it leads to in `decode/`.

mod ends;
mod interrupt;
mod liveness;
mod queue;
mod session;
mod speech;
mod tools;
mod turns;

use super::calls::Calls;
use super::settings::{self, MessageSettings};
use super::turns::Turns;
use super::wire::{self, Said};
use super::{ANSWER, CHECK, HEARTBEAT, INTERRUPTED, LATE, encode};
use crate::fields::Problems;
use crate::lines::Object;
use crate::out::Out;
use crate::translator::Translator;
use crate::{Adapter, Frame, Timer, attention, lines};
use liveness::Liveness;
use model::{
    Capabilities, Command, Epoch, Event, Exit, ItemId, LaunchRequest, NoticeLevel, Refusal,
};
use std::borrow::Cow;

/// The state of one process.
#[derive(Debug)]
pub(super) struct Nuum {
    pub(super) epoch: Epoch,
    /// What goes with every message.
    pub(super) settings: MessageSettings,
    pub(super) session: Session,
    pub(super) turns: Turns,
    pub(super) calls: Calls,
    pub(super) liveness: Liveness,
    /// Items so far, for their names.
    items: u32,
}

/// What holds for the whole process.
#[derive(Debug)]
pub(super) struct Session {
    /// `init` was seen.
    pub(super) ready: bool,
    /// It was said that something came before `init`.
    early_told: bool,
    /// The identity the agent told last.
    id: Option<String>,
    capabilities: Capabilities,
}

/// A fresh adapter for one process.
pub(super) fn connect(epoch: Epoch, request: &LaunchRequest<'_>) -> Box<dyn Adapter> {
    Box::new(Nuum {
        epoch,
        // The plan has refused what cannot be read.
        settings: settings::read(request.profile).unwrap_or_default(),
        session: Session {
            ready: false,
            early_told: false,
            id: None,
            capabilities: super::capabilities::promised(request.profile),
        },
        turns: Turns::default(),
        calls: Calls::default(),
        liveness: Liveness::default(),
        items: 0,
    })
}

impl Translator for Nuum {
    fn frame(&mut self, frame: Frame<'_>, out: &mut Out) {
        if let Err(reason) = self.line(frame, out) {
            out.malformed(reason, frame.bytes);
        }
    }

    fn command(&mut self, command: &Command, out: &mut Out) -> Result<(), Refusal> {
        encode::encode(self, command, out)
    }

    fn timer(&mut self, timer: Timer, out: &mut Out) {
        match timer {
            HEARTBEAT => self.beat(out),
            ANSWER => self.no_answer(out),
            INTERRUPTED => self.after_interrupted(out),
            CHECK => self.check(out),
            LATE => self.late_is_over(),
            _ => {}
        }
    }

    /// Exit 0 is no sign of success (field notes): a turn that is open stays so,
    /// and the host ends it as the process ended.
    fn exited(&mut self, _exit: &Exit, out: &mut Out) {
        self.calls.close("the agent ended", out);
        self.turns = Turns::default();
        if std::mem::take(&mut self.session.ready) {
            for timer in [HEARTBEAT, ANSWER, INTERRUPTED, CHECK, LATE] {
                out.disarm(timer);
            }
        }
    }
}

impl Nuum {
    /// The name of the next item.
    pub(super) fn new_item(&mut self, what: &str) -> ItemId {
        self.items += 1;
        self.epoch.item(&format!("{what}-{}", self.items))
    }

    /// # Errors
    /// Why the line is no message: its text for a `Malformed`.
    fn line(&mut self, frame: Frame<'_>, out: &mut Out) -> Result<(), String> {
        let Some(line) = lines::text(frame)? else {
            return Ok(());
        };
        let object = lines::object(&line.text)?;
        let mut problems = Problems::default();
        let name = wire::name(&object, &mut problems)?;
        if line.repaired {
            out.quiet(
                None,
                format!(
                    "A “{name}” line held bytes that are not UTF-8. They are shown as \u{FFFD}."
                ),
            );
        }
        let Some(said) = wire::read(&name, &object, &mut problems) else {
            self.is_there(out);
            out.event(Event::Unrecognized {
                needs_attention: attention::needed(&name, &object),
                type_name: name,
                line: lines::shown(frame.bytes),
            });
            return Ok(());
        };
        let said = said.map_err(|problem| format!("an ill-formed “{name}”: {problem}"))?;
        self.told_session(&name, &object, &mut problems, out);
        if let Some(problems) = problems.text() {
            out.quiet(
                None,
                format!("A “{name}” was not wholly understood: {problems}."),
            );
        }
        if name != "system/heartbeat_ack" {
            self.is_there(out);
        }
        self.take(said, out);
        Ok(())
    }

    /// What every message may carry: the session, and that it came before `init`.
    fn told_session(
        &mut self,
        name: &str,
        object: &Object<'_>,
        problems: &mut Problems,
        out: &mut Out,
    ) {
        let id = wire::session_id(object, problems).map(Cow::into_owned);
        if name == "system/init" {
            self.session.id = id.or_else(|| self.session.id.take());
            return;
        }
        if !self.session.ready && !std::mem::replace(&mut self.session.early_told, true) {
            out.quiet(None, format!("The agent sent “{name}” before “init”."));
        }
        let Some(id) = id else { return };
        match &self.session.id {
            Some(known) if *known != id => self.session_changed(id, out),
            Some(_) => {}
            None => self.session.id = Some(id),
        }
    }

    fn take(&mut self, said: Said<'_>, out: &mut Out) {
        match said {
            Said::Init {
                version,
                model,
                tools,
                commands,
            } => {
                self.session.capabilities.commands = commands.unwrap_or_default();
                self.on_init(version.as_deref(), model.as_deref(), &tools, out);
            }
            Said::Assistant { blocks, model } => self.on_assistant(blocks, model.as_deref(), out),
            Said::User { blocks } => self.on_user(blocks, out),
            Said::ToolResult(result) => self.on_tool_result(result, out),
            Said::Result(ended) => self.on_result(&ended, out),
            Said::TurnAccepted => self.on_turn_accepted(out),
            Said::Tasks(tasks) => out.event(Event::TasksChanged { tasks }),
            Said::Error { message } => self.on_error(&message, out),
            Said::Queued { position } => self.on_queued(position, out),
            Said::Injected { count } => self.on_injected(count, out),
            Said::Status { running, queued } => self.on_status(running, queued, out),
            Said::HeartbeatAck => self.on_heartbeat_ack(out),
            Said::Interrupted => self.on_interrupted(out),
            Said::Consolidation { counts } => {
                let turn = self.turns.id().cloned();
                let told = if counts.is_empty() {
                    "The agent consolidated its memory.".to_owned()
                } else {
                    format!("The agent consolidated its memory: {counts}.")
                };
                out.notice(turn.as_ref(), NoticeLevel::Quiet, told);
            }
        }
    }
}
