//! The state of one process, and which wire a line of it is read by.

mod events;
mod prefixed;

use super::permissions::Permissions;
use super::reply::{Reply, Speech};
use super::sessions::Sessions;
use super::settings::{Settings, Wire};
use super::{encode, environment};
use crate::out::Out;
use crate::translator::Translator;
use crate::{Adapter, Frame};
use model::{AgentFault, Command, Epoch, Exit, LaunchRequest, Refusal, TurnId, Usage};

/// One process: one turn.
#[derive(Debug)]
pub(super) struct AgentProc {
    pub(super) epoch: Epoch,
    pub(super) settings: Settings,
    /// The session id the turn goes on with; empty for a new one.
    pub(super) resumed: String,
    pub(super) session_name: String,
    pub(super) turn: Option<TurnId>,
    pub(super) sessions: Sessions,
    pub(super) speech: Speech,
    /// The body of wire 0.1, held until the exit.
    pub(super) body: Reply,
    pub(super) permissions: Permissions,
    /// The last error the agent told: the turn has failed, whatever comes.
    pub(super) error: Option<String>,
    pub(super) usage: Option<Usage>,
    /// A `result` has come.
    pub(super) result: bool,
    pub(super) told: Told,
    pub(super) ended: bool,
}

/// What the user was told already: each once for a process.
#[derive(Debug, Default)]
pub(super) struct Told {
    not_utf8: bool,
    not_json: bool,
    after_error: bool,
    oversized: bool,
    /// Output of the other wire was seen.
    pub(super) other_wire: bool,
}

/// A fresh adapter for one process.
pub(super) fn connect(epoch: Epoch, request: &LaunchRequest<'_>) -> Box<dyn Adapter> {
    let settings = Settings::read(request.profile).unwrap_or_default();
    Box::new(AgentProc {
        epoch,
        resumed: request.resume.unwrap_or_default().to_owned(),
        session_name: environment::session_name(request).to_owned(),
        turn: None,
        sessions: Sessions::default(),
        speech: Speech::new(epoch),
        body: Reply::new(settings.max_reply_chars),
        permissions: Permissions::default(),
        error: None,
        usage: None,
        result: false,
        told: Told::default(),
        ended: false,
        settings,
    })
}

impl Translator for AgentProc {
    fn frame(&mut self, frame: Frame<'_>, out: &mut Out) {
        match self.settings.wire {
            Wire::V01 => self.prefixed_line(frame, out),
            Wire::V04 => self.event_line(frame, out),
        }
    }

    fn command(&mut self, command: &Command, out: &mut Out) -> Result<(), Refusal> {
        encode::encode(self, command, out)
    }

    fn exited(&mut self, exit: &Exit, out: &mut Out) {
        if !std::mem::replace(&mut self.ended, true) {
            self.end(exit, out);
        }
    }
}

impl AgentProc {
    /// The agent tells an error: pieces end, and the turn has failed.
    fn fails(&mut self, message: &str, out: &mut Out) {
        self.speech.close(out);
        let silent = message.trim().is_empty();
        let message = if silent {
            "The agent reported an error without a word about it."
        } else {
            message
        };
        out.fault(
            self.turn.as_ref(),
            AgentFault {
                code: "agentproc.error".to_owned(),
                message: message.to_owned(),
                retryable: None,
                detail: None,
            },
        );
        if !silent || self.error.is_none() {
            self.error = Some(message.to_owned());
        }
    }

    /// What comes after an error is not part of a reply.
    fn too_late(&mut self, what: &str, out: &mut Out) -> bool {
        if self.error.is_none() {
            return false;
        }
        if !std::mem::replace(&mut self.told.after_error, true) {
            out.quiet(
                self.turn.as_ref(),
                format!("The agent sent a {what} after its error. It is in the traffic only."),
            );
        }
        true
    }

    /// Bytes that are not UTF-8 are shown as U+FFFD, and said to be.
    fn repaired(&mut self, out: &mut Out) {
        if !std::mem::replace(&mut self.told.not_utf8, true) {
            out.quiet(
                self.turn.as_ref(),
                "The agent's output held bytes that are not UTF-8. They are shown as \u{FFFD}.",
            );
        }
    }
}
