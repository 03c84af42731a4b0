//! An adapter whose doings are noted in Traffic, so that a conversation's traffic
//! is a transcript: it can be played again, by a test or by the scripted agent.

use super::Shared;
use crate::clock::now_ms;
use model::{Command, Direction, Epoch, Exit, Refusal, TrafficLine};
use protocols::{Adapter, Effect, Frame, Timer, recording};
use std::sync::Arc;

/// An adapter and where its doings are noted.
///
/// It takes the conversation's lock for each note: nobody may hold it while
/// calling an adapter.
pub(super) struct Recorded {
    inner: Box<dyn Adapter>,
    shared: Arc<Shared>,
    epoch: Epoch,
    /// How the process was started, noted before the first thing that happens.
    start: Option<Vec<String>>,
}

impl Recorded {
    /// Around the adapter of one process, started with these settings of its profile
    /// and, where an earlier session is taken up, its id.
    pub(super) fn new(
        inner: Box<dyn Adapter>,
        shared: Arc<Shared>,
        epoch: Epoch,
        settings: &serde_json::Map<String, serde_json::Value>,
        resume: Option<&str>,
    ) -> Self {
        let mut start = Vec::new();
        if !settings.is_empty() {
            start.push(format!(
                "@ settings {}",
                serde_json::Value::Object(settings.clone())
            ));
        }
        if let Some(id) = resume {
            start.push(format!("@ resume {id}"));
        }
        Self {
            inner,
            shared,
            epoch,
            start: Some(start),
        }
    }

    fn note(&mut self, line: String) {
        let start = self.start.take().unwrap_or_default();
        let at = now_ms();
        let mut state = self.shared.lock();
        for line in start.into_iter().chain([line]) {
            state.traffic(TrafficLine {
                at,
                epoch: self.epoch,
                direction: Direction::Host,
                bytes: line.into_bytes(),
            });
        }
    }
}

impl Adapter for Recorded {
    fn decode_onto(&mut self, frame: Frame<'_>, effects: &mut Vec<Effect>) {
        let before = effects.len();
        self.inner.decode_onto(frame, effects);
        if let Some(doubt) = recording::doubt(effects.get(before..).unwrap_or_default()) {
            self.note(doubt);
        } else if self.start.as_ref().is_some_and(|start| !start.is_empty()) {
            self.note("# the agent speaks first".to_owned());
        }
    }

    fn encode(&mut self, command: &Command) -> Result<Vec<Effect>, Refusal> {
        let effects = self.inner.encode(command)?;
        self.note(recording::command_line(command));
        Ok(effects)
    }

    fn elapsed(&mut self, timer: Timer) -> Vec<Effect> {
        let effects = self.inner.elapsed(timer);
        if !effects.is_empty() {
            self.note(format!("~ elapsed {}", timer.0));
        }
        effects
    }

    fn closed(&mut self, exit: &Exit) -> Vec<Effect> {
        self.note(recording::exit_line(exit));
        self.inner.closed(exit)
    }
}
