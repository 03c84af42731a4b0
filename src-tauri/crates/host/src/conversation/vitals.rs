//! What is known of a conversation's process beside the conversation: for the process panel.

use super::crashes::Crashes;
use crate::clock::now_ms;
use model::view::ProcessEnd;
use process::Sight;
use std::collections::VecDeque;

/// Lines of standard error that are kept.
const LINES: usize = 200;

/// Of the process that runs, or of the last one.
#[derive(Debug, Default)]
pub(crate) struct Vitals {
    /// A look at the process that runs.
    pub sight: Option<Sight>,
    /// How the last one ended.
    pub last_end: Option<ProcessEnd>,
    /// Its last lines of standard error.
    pub stderr: VecDeque<String>,
    /// The ends nobody wanted.
    pub crashes: Crashes,
    /// Its memory was warned of already.
    pub warned: bool,
}

impl Vitals {
    pub(super) fn started(&mut self, sight: Sight) {
        self.sight = Some(sight);
        self.stderr.clear();
        self.warned = false;
    }

    pub(super) fn said(&mut self, line: &str) {
        if self.stderr.len() == LINES {
            self.stderr.pop_front();
        }
        self.stderr.push_back(line.to_owned());
    }

    pub(super) fn ended(&mut self, exit: &process::Exit, wanted: bool) {
        self.sight = None;
        self.last_end = Some(ProcessEnd {
            at: now_ms(),
            how: exit.describe(),
            code: exit.code,
            signal: exit.signal,
            survivors_killed: exit.survivors_killed,
            wanted,
        });
    }
}
