//! How the adapters of this crate are written: each method puts its effects into
//! a list it is given.

use crate::out::Out;
use crate::{Adapter, Effect, Frame, Timer};
use model::{Command, Exit, Refusal};

/// An [`Adapter`], from the inside: the same four questions.
pub(crate) trait Translator: Send {
    fn frame(&mut self, frame: Frame<'_>, out: &mut Out);

    /// # Errors
    /// As [`Adapter::encode`]; what is in the list by then is thrown away.
    fn command(&mut self, command: &Command, out: &mut Out) -> Result<(), Refusal>;

    /// Only a protocol that arms timers has anything to say here.
    fn timer(&mut self, _timer: Timer, _out: &mut Out) {}

    fn exited(&mut self, exit: &Exit, out: &mut Out);
}

impl<T: Translator> Adapter for T {
    fn decode_onto(&mut self, frame: Frame<'_>, effects: &mut Vec<Effect>) {
        let mut out = Out(std::mem::take(effects));
        self.frame(frame, &mut out);
        *effects = out.0;
    }

    fn encode(&mut self, command: &Command) -> Result<Vec<Effect>, Refusal> {
        let mut out = Out::default();
        self.command(command, &mut out)?;
        Ok(out.0)
    }

    fn elapsed(&mut self, timer: Timer) -> Vec<Effect> {
        let mut out = Out::default();
        self.timer(timer, &mut out);
        out.0
    }

    fn closed(&mut self, exit: &Exit) -> Vec<Effect> {
        let mut out = Out::default();
        self.exited(exit, &mut out);
        out.0
    }
}
