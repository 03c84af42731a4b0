//! The running process with its adapter, timers and ladder.

use model::{Epoch, LaunchPlan, StopStep};
use process::{Output, Process};
use protocols::{Adapter, Timer};
use std::collections::{HashMap, VecDeque};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// One process of a conversation.
pub(super) struct Agent {
    pub epoch: Epoch,
    pub process: Process,
    pub output: mpsc::Receiver<Output>,
    pub adapter: Box<dyn Adapter>,
    pub plan: LaunchPlan,
    /// Said that it is ready, or need not.
    pub ready: bool,
    pub timers: HashMap<Timer, Instant>,
    pub ladder: Option<Ladder>,
    /// When a start is called slow; none once it is ready.
    pub slow_at: Option<Instant>,
    /// When the running turn has taken too long.
    pub limit_at: Option<Instant>,
    /// The running turn took too long.
    pub timed_out: bool,
    /// It was said that it runs what it promised to ask about.
    pub unasked_told: bool,
    /// Given back when the process is gone.
    pub _provisions: super::provisions::Provisions,
}

/// A stop on its way down.
pub(super) struct Ladder {
    pub goal: Goal,
    steps: VecDeque<StopStep>,
    next_at: Instant,
    /// A step was taken after which the process ends, whatever the turn does.
    ending: bool,
    /// The last step asked the agent to end its turn.
    asked: bool,
}

/// What a stop wants to reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// The turn has ended.
    TurnEnd,
    /// The process is gone.
    Exit,
}

impl Ladder {
    pub(super) fn new(goal: Goal, steps: &[StopStep]) -> Self {
        Self {
            goal,
            steps: steps.iter().copied().collect(),
            next_at: Instant::now(),
            ending: goal == Goal::Exit || steps.is_empty(),
            asked: false,
        }
    }

    /// When the next step is due; none after the last.
    pub(super) fn due(&self) -> Option<Instant> {
        (!self.steps.is_empty()).then_some(self.next_at)
    }

    /// Takes the next step, and sets when the one after it is due.
    pub(super) fn step(&mut self) -> Option<StopStep> {
        let step = self.steps.pop_front()?;
        self.asked = matches!(step, StopStep::Command { .. });
        self.ending |= !self.asked;
        let wait_ms = match step {
            StopStep::Command { wait_ms }
            | StopStep::CloseStdin { wait_ms }
            | StopStep::Terminate { wait_ms } => wait_ms,
            StopStep::Kill => 0,
        };
        self.next_at = Instant::now() + Duration::from_millis(wait_ms);
        Some(step)
    }

    /// What the protocol's own stop is for is done, or it cannot be asked: the next step is due now.
    pub(super) fn turn_is_over(&mut self) {
        if self.asked {
            self.next_at = Instant::now();
        }
    }
}

impl Agent {
    /// It lives for one turn: its end is no accident.
    pub(super) fn is_for_one_turn(&self) -> bool {
        super::for_one_turn(&self.plan)
    }

    /// The turn's time begins, or begins anew.
    pub(super) fn start_clock(&mut self) {
        let now = Instant::now();
        let limit = self.plan.time_limit.as_ref().map(|limit| limit.after_ms);
        let deadline = self
            .plan
            .deadline
            .map(|at| at.saturating_sub(crate::clock::now_ms()));
        self.limit_at = limit
            .into_iter()
            .chain(deadline)
            .min()
            .map(|after_ms| now + Duration::from_millis(after_ms));
    }

    /// The process is on its way out: nothing more can be sent to it.
    pub(super) fn is_ending(&self) -> bool {
        self.ladder.as_ref().is_some_and(|ladder| ladder.ending)
    }

    /// The next moment at which something is due.
    pub(super) fn next_deadline(&self) -> Option<Instant> {
        self.timers
            .values()
            .copied()
            .chain(self.ladder.as_ref().and_then(Ladder::due))
            .chain(self.slow_at)
            .chain(self.limit_at)
            .min()
    }

    /// Takes the timers that have run out.
    pub(super) fn elapsed(&mut self) -> Vec<Timer> {
        let now = Instant::now();
        let done: Vec<Timer> = self
            .timers
            .iter()
            .filter(|(_, at)| **at <= now)
            .map(|(timer, _)| *timer)
            .collect();
        for timer in &done {
            self.timers.remove(timer);
        }
        done
    }
}
