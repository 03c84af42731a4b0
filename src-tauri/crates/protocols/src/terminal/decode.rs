//! One line of stdout → what happened. Frames are shown in `decode/frames.rs`,
//! how the process ends in `decode/end.rs`.

mod end;
mod frames;

use super::encode::{self, Surroundings};
use super::gathered::Gathered;
use super::settings::{Mode, Settings, Stdin};
use super::wire::{self, Kind};
use crate::fields::Problems;
use crate::lines::{self, Object};
use crate::out::Out;
use crate::translator::Translator;
use crate::{Adapter, Frame, attention};
use model::{Command, Epoch, Event, Exit, ItemBody, ItemId, LaunchRequest, Refusal, TurnId};

/// The state of one process.
#[derive(Debug)]
pub(super) struct Terminal {
    epoch: Epoch,
    mode: Mode,
    pub(super) stdin: Stdin,
    reveal_errors: bool,
    pub(super) surroundings: Surroundings,
    /// The turn of the message it was started for, once it was handed over.
    pub(super) turn: Option<TurnId>,
    /// The process has ended.
    pub(super) gone: bool,
    /// Plain: all of stdout. Rich: what is no frame.
    gathered: Gathered,
    /// Plain: the item that grows.
    growing: Option<ItemId>,
    /// The latest progress.
    progress: Option<ItemId>,
    /// What the last `error` said.
    error: Option<String>,
    /// Something came that is a row of its own.
    came: bool,
    /// The user was told of bytes that are not UTF-8.
    repaired_told: bool,
    items: u32,
}

/// A fresh adapter for one process. Settings that `plan` refuses count as not set.
pub(super) fn connect(epoch: Epoch, request: &LaunchRequest<'_>) -> Box<dyn Adapter> {
    let settings = Settings::read(request.profile).unwrap_or_default();
    Box::new(Terminal {
        epoch,
        mode: settings.mode,
        stdin: settings.stdin,
        reveal_errors: settings.reveal_errors,
        surroundings: Surroundings::new(request, &settings),
        turn: None,
        gone: false,
        gathered: Gathered::default(),
        growing: None,
        progress: None,
        error: None,
        came: false,
        repaired_told: false,
        items: 0,
    })
}

impl Translator for Terminal {
    fn frame(&mut self, frame: Frame<'_>, out: &mut Out) {
        match lines::text(frame) {
            Ok(None) => self.gathered.blank(),
            Ok(Some(line)) => {
                if line.repaired && !self.repaired_told {
                    self.repaired_told = true;
                    out.quiet(
                        self.turn.as_ref(),
                        "The agent's output held bytes that are not UTF-8. They are shown as \u{FFFD}.",
                    );
                }
                match self.mode {
                    Mode::Plain => self.grow(&line.text, out),
                    Mode::Rich => self.rich(&line.text, frame, out),
                }
            }
            Err(reason) => self.malformed(reason, frame, out),
        }
    }

    fn command(&mut self, command: &Command, out: &mut Out) -> Result<(), Refusal> {
        encode::encode(self, command, out)
    }

    fn exited(&mut self, exit: &Exit, out: &mut Out) {
        if !std::mem::replace(&mut self.gone, true) {
            self.end(exit, out);
        }
    }
}

impl Terminal {
    /// "Plain mode": the one response, as it grows.
    fn grow(&mut self, line: &str, out: &mut Out) {
        let Some(more) = self.gathered.line(line) else {
            return;
        };
        self.came = true;
        if let Some(id) = &self.growing {
            out.words(id, more);
        } else {
            let text = more.to_owned();
            let id = self.new_item("text");
            out.start(&id, self.turn.as_ref(), ItemBody::Text { text });
            self.growing = Some(id);
        }
    }

    /// "Rich mode": a frame, or text.
    fn rich(&mut self, line: &str, frame: Frame<'_>, out: &mut Out) {
        let Ok(object) = lines::object(line) else {
            self.gathered.line(line);
            return;
        };
        match wire::kind(&object) {
            Kind::None => {
                self.gathered.line(line);
            }
            Kind::Odd(reason) => self.malformed(reason, frame, out),
            Kind::Named(kind) => self.frame(&kind, &object, frame, out),
        }
    }

    fn frame(&mut self, kind: &str, object: &Object<'_>, frame: Frame<'_>, out: &mut Out) {
        let mut problems = Problems::default();
        match wire::read(kind, object, &mut problems) {
            None => {
                self.came = true;
                out.event(Event::Unrecognized {
                    type_name: kind.to_owned(),
                    needs_attention: attention::needed(kind, object),
                    line: lines::shown(frame.bytes),
                });
            }
            Some(Err(problem)) => {
                self.malformed(format!("an ill-formed “{kind}”: {problem}"), frame, out);
            }
            Some(Ok(said)) => {
                if let Some(problems) = problems.text() {
                    out.quiet(
                        self.turn.as_ref(),
                        format!("A frame “{kind}” was not wholly understood: {problems}."),
                    );
                }
                self.take(said, out);
            }
        }
    }

    fn malformed(&mut self, reason: String, frame: Frame<'_>, out: &mut Out) {
        self.came = true;
        out.malformed(reason, frame.bytes);
    }

    /// The name of the next item.
    fn new_item(&mut self, what: &str) -> ItemId {
        self.items += 1;
        self.epoch.item(&format!("{what}-{}", self.items))
    }
}
