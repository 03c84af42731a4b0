//! The end of a process, wanted or not: everything that hung on it ends, in words.

use super::agent::{Goal, Ladder};
use super::driver::Driver;
use super::state::{ProcessPhase, RunningTurn, promised};
use model::{AgentFault, ApprovalState, Delivery, Event, NoticeLevel, Resolution, TurnOutcome};

impl Driver {
    /// The process is gone: everything that hung on it ends, in words.
    pub(super) fn exited(&mut self, exit: process::Exit) {
        let Some(mut agent) = self.agent.take() else {
            return;
        };
        let how = exit.describe();
        let wanted = agent.ladder.as_ref().map(|ladder| ladder.goal);
        let tail = exit.stderr_tail.clone();
        let stopping = self
            .shared
            .lock()
            .turn
            .as_ref()
            .is_some_and(|turn| turn.stopping);
        let effects = agent.adapter.closed(&model::Exit {
            code: exit.code,
            signal: exit.signal,
            how: how.clone(),
            stderr_tail: exit.stderr_tail.clone(),
            timed_out: agent.timed_out,
            // Ended on purpose: an adapter takes no exit of that for the agent's own.
            stopped: stopping || wanted.is_some(),
        });
        self.carry_out(effects);
        let running = {
            let mut state = self.shared.lock();
            state.process = ProcessPhase::Asleep;
            state.in_terminal = false;
            state.banner = None;
            // What was decided was for this process.
            state.context_decided = false;
            let wanted = wanted.is_some() || stopping;
            state.vitals.ended(&exit, wanted);
            self.context.topics.touch(model::view::Topic::Processes);
            let idle = agent.ready && state.turn.is_none() && exit.code == Some(0);
            if !wanted && !idle && !agent.is_for_one_turn() {
                state.vitals.crashes.add();
            }
            // A mode that lets things pass is never kept over a restart (F084).
            state.capabilities = promised(&state.profile);
            state.mode = state.capabilities.current_mode.clone().unwrap_or_default();
            if !agent.is_for_one_turn() {
                state.host_mode = model::ApprovalMode::Ask;
            }
            state.record(Event::ProcessExited {
                epoch: agent.epoch,
                code: exit.code,
                signal: exit.signal,
                stderr_tail: exit.stderr_tail,
            });
            let expired: Vec<_> = std::mem::take(&mut state.pending).into_keys().collect();
            for key in expired {
                state.record(Event::ApprovalResolved {
                    key,
                    resolution: Resolution {
                        state: ApprovalState::Expired {
                            reason: model::ExpiryReason::AgentExited,
                        },
                        by: String::new(),
                    },
                });
            }
            state.turn.clone()
        };
        self.never_handed_over();
        self.to_tell = None;
        self.never_taken_up();
        match running {
            Some(turn) if agent.timed_out => {
                let limit_ms = agent
                    .plan
                    .time_limit
                    .as_ref()
                    .map_or(0, |limit| limit.after_ms);
                let outcome = TurnOutcome::TimedOut {
                    limit_secs: limit_ms.div_ceil(1000),
                };
                self.turn_ended(turn.id, outcome, None);
            }
            // For a process of one turn, ending it is how it is stopped.
            Some(turn) if turn.stopping && agent.is_for_one_turn() => {
                self.turn_ended(turn.id, TurnOutcome::Stopped, None);
            }
            Some(turn) if turn.stopping || wanted.is_some() => {
                self.turn_ended(turn.id, TurnOutcome::Interrupted, None);
            }
            Some(turn) => {
                self.undelivered_if_waiting(&turn);
                let (code, message, retryable) = if agent.ready {
                    (
                        "agent.exited",
                        format!(
                            "The agent ended before it was done ({how}). The next message starts it again."
                        ),
                        true,
                    )
                } else {
                    (
                        "agent.start",
                        format!(
                            "The agent ended before it was ready ({how}). What it wrote last says why; check the profile's arguments and variables."
                        ),
                        false,
                    )
                };
                let fault = AgentFault {
                    code: code.to_owned(),
                    message,
                    retryable: Some(retryable),
                    detail: Some(tail).filter(|tail| !tail.is_empty()),
                };
                let mut state = self.shared.lock();
                state.agent_ended = !agent.is_for_one_turn();
                state.record(Event::Fault {
                    turn: Some(turn.id.clone()),
                    fault,
                });
                drop(state);
                self.turn_ended(turn.id, TurnOutcome::AgentExited { how }, None);
            }
            None if wanted.is_some() || exit.code == Some(0) || agent.is_for_one_turn() => {}
            None => {
                let mut state = self.shared.lock();
                state.agent_ended = true;
                state.record(Event::Notice {
                    turn: None,
                    level: NoticeLevel::Warning,
                    text: format!("The agent ended ({how}). The next message starts it again."),
                });
            }
        }
        // Whoever ends the process on purpose takes this back.
        self.queue_due = true;
    }

    fn undelivered_if_waiting(&mut self, turn: &RunningTurn) {
        if let Some(item) = turn.message.clone() {
            let mut state = self.shared.lock();
            if state.delivery(&item) == Some(Delivery::Waiting) {
                state.mark(item, Delivery::Undelivered);
            }
        }
    }

    /// An agent of a version that may be misread is refused, and the user may
    /// choose it all the same: by a restart (F029).
    pub(super) fn unknown_version(&mut self, turn: Option<model::TurnId>, fault: AgentFault) {
        let mut state = self.shared.lock();
        if state.accepts_version {
            state.record(Event::Notice {
                turn,
                level: NoticeLevel::Warning,
                text: fault.message,
            });
            return;
        }
        let outcome = TurnOutcome::Failed {
            message: fault.message.clone(),
        };
        let running = state.turn.clone();
        state.agent_ended = true;
        state.record(Event::Fault { turn, fault });
        drop(state);
        self.waiting = None;
        if let Some(agent) = &mut self.agent {
            agent.ladder = Some(Ladder::new(Goal::Exit, &agent.plan.stop_process));
        }
        if let Some(turn) = running {
            self.undelivered_if_waiting(&turn);
            self.turn_ended(turn.id, outcome, None);
        }
    }
}
