//! Stopping a turn, step by step, and timers.

use super::agent::{Goal, Ladder};
use super::driver::Driver;
use crate::approvals::modes;
use model::view::Problem;
use model::{Command, Event, NoticeLevel, StopStep};
use protocols::Timer;
use tokio::time::Instant;

impl Driver {
    /// Stops the running turn: by the protocol first, then as the ladder says.
    pub(super) fn stop(&mut self) -> Result<(), Problem> {
        let mut state = self.shared.lock();
        let Some(turn) = &mut state.turn else {
            return Ok(());
        };
        if turn.stopping {
            return Ok(());
        }
        turn.stopping = true;
        let id = turn.id.clone();
        state.revisions.header();
        state.revisions.hurry();
        drop(state);
        if self.stop_undecided() {
            return Ok(());
        }
        match &mut self.agent {
            // Not started yet, or not ready: nothing of the turn has reached an agent.
            None => {
                self.give_up_start();
                self.turn_ended(id, model::TurnOutcome::Stopped, None);
            }
            Some(agent) if !agent.ready => {
                agent.process.kill();
                self.never_handed_over();
            }
            Some(agent) => {
                agent.ladder = Some(Ladder::new(Goal::TurnEnd, &agent.plan.stop_turn));
                self.ladder_due();
            }
        }
        Ok(())
    }

    /// Ends the process at once, whatever it is doing.
    pub(super) fn force_stop(&mut self) -> Result<(), Problem> {
        if self.agent.is_none() {
            return self.stop();
        }
        if let Some(turn) = &mut self.shared.lock().turn {
            turn.stopping = true;
        }
        if let Some(agent) = &mut self.agent {
            agent.ladder = Some(Ladder::new(Goal::TurnEnd, &[]));
            agent.process.kill();
        }
        Ok(())
    }

    /// Takes the ladder's next step if it is due.
    pub(super) fn ladder_due(&mut self) {
        let Some(agent) = &mut self.agent else { return };
        let Some(ladder) = &mut agent.ladder else {
            return;
        };
        if ladder.due().is_none_or(|at| at > Instant::now()) {
            return;
        }
        match ladder.step() {
            Some(StopStep::Command { .. }) => {
                let idle = self.shared.lock().turn.is_none();
                // Where no turn runs there is nothing to stop by it.
                let stopped = if idle {
                    None
                } else {
                    match agent.adapter.encode(&Command::Stop) {
                        Ok(effects) => Some(effects),
                        Err(refusal) => {
                            tracing::debug!(%refusal, "no stop command");
                            None
                        }
                    }
                };
                match stopped {
                    Some(effects) => self.carry_out(effects),
                    // The next step is stronger, and its turn has come.
                    None => {
                        ladder.turn_is_over();
                        self.ladder_due();
                    }
                }
            }
            Some(StopStep::CloseStdin { .. }) => {
                agent.process.close_stdin();
                self.overdue();
            }
            Some(StopStep::Terminate { .. }) => {
                agent.process.terminate();
                self.overdue();
            }
            Some(StopStep::Kill) => {
                agent.process.kill();
                self.overdue();
            }
            None => {}
        }
    }

    fn overdue(&mut self) {
        let mut state = self.shared.lock();
        if let Some(turn) = &mut state.turn
            && turn.stopping
        {
            turn.stop_overdue = true;
            state.revisions.header();
            state.revisions.hurry();
        }
    }

    pub(super) fn timers_due(&mut self) {
        let Some(agent) = &mut self.agent else { return };
        let elapsed: Vec<Timer> = agent.elapsed();
        if agent.limit_at.is_some_and(|at| at <= Instant::now()) {
            agent.limit_at = None;
            agent.timed_out = true;
            let steps = match &agent.plan.time_limit {
                Some(limit) => &limit.steps,
                None => &agent.plan.stop_process,
            };
            agent.ladder = Some(Ladder::new(Goal::TurnEnd, steps));
        }
        let slow = agent.slow_at.is_some_and(|at| at <= Instant::now());
        let effects: Vec<_> = elapsed
            .into_iter()
            .flat_map(|timer| agent.adapter.elapsed(timer))
            .collect();
        if slow {
            agent.slow_at = None;
            let seconds = agent.plan.slow_start_ms / 1000;
            self.banner(
                NoticeLevel::Warning,
                "slowStart",
                format!("The agent has not become ready within {seconds} s. It may still be loading; stop it if it stays so."),
            );
        }
        self.carry_out(effects);
    }

    /// Changes the approval mode: at once where an agent runs, else with its start.
    pub(super) fn set_mode(&mut self, mode: String) -> Result<(), Problem> {
        let known = {
            let mut state = self.shared.lock();
            if modes::are_the_hosts(&state.capabilities)
                && let Some(named) = modes::named(&mode)
            {
                if state.host_mode != named {
                    state.host_mode = named;
                    state.record(Event::ModeChanged { mode });
                    state.revisions.hurry();
                }
                return Ok(());
            }
            state.capabilities.modes.iter().any(|one| one.id == mode)
        };
        if !known {
            return Err(crate::problem(
                "refused",
                format!("This agent has no mode “{mode}”."),
            ));
        }
        let Some(agent) = &mut self.agent else {
            return Err(crate::problem(
                "notReady",
                "The agent does not run yet. Send a message first, then change the mode.",
            ));
        };
        match agent
            .adapter
            .encode(&Command::SetMode { mode: mode.clone() })
        {
            Ok(effects) => {
                self.carry_out(effects);
                let mut state = self.shared.lock();
                if state.mode != mode {
                    state.record(Event::ModeChanged { mode: mode.clone() });
                    state.mode = mode;
                }
                Ok(())
            }
            Err(refusal) => Err(crate::problem("refused", refusal.reason)),
        }
    }

    /// Changes settings of the running agent, such as its model.
    pub(super) fn set_config(
        &mut self,
        settings: serde_json::Map<String, serde_json::Value>,
    ) -> Result<(), Problem> {
        let Some(agent) = &mut self.agent else {
            return Err(crate::problem(
                "notReady",
                "The agent does not run yet. Send a message first, then change its settings.",
            ));
        };
        let command = Command::SetConfig {
            settings: settings.clone(),
        };
        match agent.adapter.encode(&command) {
            Ok(effects) => {
                self.carry_out(effects);
                self.change_meta(Box::new(move |meta| meta.marks.chosen.extend(settings)));
                Ok(())
            }
            Err(refusal) => Err(crate::problem("refused", refusal.reason)),
        }
    }

    /// A new process is told what was chosen in an earlier one (C68).
    pub(super) fn choose_again(&mut self) {
        let settings = self.shared.lock().meta.marks.chosen.clone();
        let Some(agent) = self.agent.as_mut().filter(|_| !settings.is_empty()) else {
            return;
        };
        match agent.adapter.encode(&Command::SetConfig { settings }) {
            Ok(effects) => self.carry_out(effects),
            Err(refusal) => self.shared.lock().record(Event::Notice {
                turn: None,
                level: NoticeLevel::Warning,
                text: format!(
                    "The agent was started anew and does not take what was chosen for it before: {}",
                    refusal.reason
                ),
            }),
        }
    }
}
