//! The output is kept as it comes and judged when the process is gone: only the exit tells
//! whether it can be trusted.

use super::answer::{self, Bad, Good, Kept, Stdout};
use super::encode;
use super::operations::Mode;
use super::plan;
use super::request::{Request, Setting};
use super::settings::Settings;
use crate::lines;
use crate::out::Out;
use crate::translator::Translator;
use crate::{Adapter, Frame};
use model::{
    AgentFault, Command, Epoch, Event, Exit, ItemBody, LaunchRequest, Refusal, TurnId, TurnOutcome,
};

/// The state of one process, which does one operation.
#[derive(Debug)]
pub(super) struct Nib {
    pub(super) epoch: Epoch,
    pub(super) setting: Setting,
    /// A request was sent, or lies in the file.
    pub(super) begun: bool,
    /// It, until it has ended.
    pub(super) run: Option<Run>,
    pub(super) stdout: Stdout,
}

/// The operation that runs.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) turn: TurnId,
    pub(super) request: Request,
}

/// A fresh adapter for one process.
pub(super) fn connect(epoch: Epoch, request: &LaunchRequest<'_>) -> Box<dyn Adapter> {
    let setting = match Settings::read(request.profile) {
        Ok(settings) => plan::setting(request, &settings),
        Err(_) => Setting {
            dir: request.workspace.to_owned(),
            conversation: request.conversation.to_string(),
            effort: None,
        },
    };
    Box::new(Nib {
        epoch,
        setting,
        begun: false,
        run: None,
        stdout: Stdout::default(),
    })
}

impl Translator for Nib {
    fn frame(&mut self, frame: Frame<'_>, _out: &mut Out) {
        // A terminal's bytes are the terminal's.
        let is_answer = self
            .run
            .as_ref()
            .is_none_or(|run| run.request.operation.mode == Mode::Pipe);
        if is_answer {
            self.stdout.bytes.extend_from_slice(frame.bytes);
            self.stdout.oversized = self.stdout.oversized.or(frame.oversized);
        }
    }

    fn command(&mut self, command: &Command, out: &mut Out) -> Result<(), Refusal> {
        encode::encode(self, command, out)
    }

    fn exited(&mut self, exit: &Exit, out: &mut Out) {
        let stdout = std::mem::take(&mut self.stdout);
        match self.run.take() {
            Some(run) => self.ended(&run, &stdout, exit, out),
            None if stdout.is_blank() => {}
            None => out.malformed(
                "the backend wrote this before anything was asked".to_owned(),
                &stdout.bytes,
            ),
        }
    }
}

impl Nib {
    fn ended(&self, run: &Run, stdout: &Stdout, exit: &Exit, out: &mut Out) {
        let judged = match run.request.operation.mode {
            Mode::Pipe => answer::judge(&run.request, stdout, exit),
            Mode::Interactive => answer::judge_session(&run.request, exit),
        };
        // Ended by the user or a limit: the host says so. An answer that came before is no less good.
        let ended_by_us = exit.timed_out || exit.stopped;
        let outcome = match judged {
            Ok(good) => {
                self.tell(run, good, out);
                TurnOutcome::Completed
            }
            Err(_) if ended_by_us => {
                if !stdout.is_blank() {
                    let length = stdout.oversized.unwrap_or(stdout.bytes.len() as u64);
                    out.quiet(
                        Some(&run.turn),
                        format!(
                            "The backend was ended before it was done; the {length} bytes it had \
                             written are no answer."
                        ),
                    );
                }
                return;
            }
            Err(bad) => {
                let message = bad.message.clone();
                fail(run, bad, stdout, exit, out);
                TurnOutcome::Failed { message }
            }
        };
        if !ended_by_us {
            out.event(Event::TurnEnded {
                turn: run.turn.clone(),
                outcome,
                usage: None,
            });
        }
    }

    fn tell(&self, run: &Run, good: Good, out: &mut Out) {
        for note in good.quiet {
            out.quiet(Some(&run.turn), note);
        }
        if let Some(result) = good.result {
            let id = self.epoch.item("result");
            out.start(&id, Some(&run.turn), ItemBody::Result(result));
            out.complete(&id);
        }
        for warning in good.warnings {
            out.warning(Some(&run.turn), warning);
        }
    }
}

fn fail(run: &Run, bad: Bad, stdout: &Stdout, exit: &Exit, out: &mut Out) {
    let line = || lines::shown(&stdout.bytes);
    match bad.kept {
        Kept::Not => {}
        Kept::Malformed(reason) => out.event(Event::Malformed {
            reason,
            line: line(),
        }),
        Kept::Unrecognized(type_name) => out.event(Event::Unrecognized {
            type_name,
            needs_attention: false,
            line: line(),
        }),
    }
    out.fault(
        Some(&run.turn),
        AgentFault {
            code: bad.code.to_owned(),
            message: bad.message,
            retryable: None,
            detail: Some(exit.stderr_tail.clone()).filter(|tail| !tail.trim().is_empty()),
        },
    );
}
