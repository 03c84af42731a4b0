//! Starting the process, and its end by the ladder.

use super::agent::{Agent, Goal, Ladder};
use super::driver::Driver;
use super::state::ProcessPhase;
use model::view::Problem;
use model::{
    AgentFault, Capabilities, Epoch, Event, Framing, LaunchPlan, LaunchRequest, NoticeLevel,
    StdinPlan,
};
use process::{LINE_CAP, Output, SpawnSpec};
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;
use tokio::time::Instant;

/// How long the end of a process may take before its tree is killed whatever its ladder says.
const END_WITHIN: Duration = Duration::from_secs(4);

impl Driver {
    /// Starts the agent if it does not run.
    pub(super) async fn prepare(&mut self) -> Result<(), Problem> {
        if self.agent.as_ref().is_some_and(Agent::is_ending) {
            self.end_process().await;
        }
        if self.agent.is_some() {
            return Ok(());
        }
        self.launch().await.map_err(|fault| {
            self.shared.lock().record(Event::Fault {
                turn: None,
                fault: fault.clone(),
            });
            crate::problem("start", fault.message)
        })
    }

    /// Starts a process. The error says what to mend.
    pub(super) async fn launch(&mut self) -> Result<(), AgentFault> {
        let (plan, epoch) = self.plan()?;
        self.shared.lock().process = ProcessPhase::Starting;
        self.show();
        let started = process::spawn(self.spawn_spec(&plan)).await;
        let (process, output) = match started {
            Ok(started) => started,
            Err(error) => {
                let mut state = self.shared.lock();
                state.process = ProcessPhase::Asleep;
                state.revisions.header();
                return Err(AgentFault {
                    code: "agent.start".to_owned(),
                    message: error.to_string(),
                    retryable: Some(true),
                    detail: None,
                });
            }
        };
        let connect = self.protocol()?.connect;
        let mut state = self.shared.lock();
        state.meta.epoch = epoch.0;
        state.record(Event::ProcessStarted {
            epoch,
            pid: process.id(),
        });
        let ready = !plan.waits_for_ready;
        if ready {
            state.process = ProcessPhase::Ready;
        }
        drop(state);
        if plan.stdin == StdinPlan::Nothing {
            process.close_stdin();
        }
        let slow_at = plan
            .waits_for_ready
            .then(|| Instant::now() + Duration::from_millis(plan.slow_start_ms));
        self.agent = Some(Agent {
            epoch,
            process,
            output,
            adapter: connect(epoch),
            plan,
            ready,
            timers: HashMap::new(),
            ladder: None,
            slow_at,
        });
        Ok(())
    }

    fn protocol(&self) -> Result<&'static protocols::Protocol, AgentFault> {
        let id = self.shared.lock().profile.protocol.0.clone();
        protocols::find(&id).ok_or_else(|| AgentFault {
            code: "profile.protocol".to_owned(),
            message: format!("This version of Parley does not speak the protocol “{id}”."),
            retryable: Some(false),
            detail: None,
        })
    }

    fn plan(&self) -> Result<(LaunchPlan, Epoch), AgentFault> {
        let protocol = self.protocol()?;
        let state = self.shared.lock();
        let request = LaunchRequest {
            profile: &state.profile,
            conversation: &state.meta.id,
            workspace: &state.meta.workspace,
            resume: state.meta.session_id.as_deref(),
        };
        let plan = (protocol.plan)(&request).map_err(|error| AgentFault {
            code: "profile.plan".to_owned(),
            message: error.to_string(),
            retryable: Some(false),
            detail: None,
        })?;
        Ok((plan, Epoch(state.meta.epoch).next()))
    }

    fn spawn_spec(&self, plan: &LaunchPlan) -> SpawnSpec {
        let options = &self.context.options;
        let mut env = process::environment::minimal(options.environment.iter().cloned());
        let profile_env = self.shared.lock().profile.env.clone();
        for (name, value) in profile_env.iter().chain(&plan.env) {
            env.insert(OsString::from(name), OsString::from(value));
        }
        let mut spec = SpawnSpec::new(
            &plan.program,
            Path::new(&plan.cwd),
            &options.programs.guardian,
        );
        spec.args = plan.args.iter().map(OsString::from).collect();
        spec.env = env;
        spec.framing = match plan.framing {
            Framing::JsonLines | Framing::PrefixedLines | Framing::Text => {
                process::Framing::Lines { cap: LINE_CAP }
            }
            Framing::JsonDocument => process::Framing::Whole { cap: LINE_CAP },
            Framing::Terminal => process::Framing::Raw,
        };
        spec
    }

    /// The agent says that it is ready.
    pub(super) fn ready(
        &mut self,
        session_id: Option<String>,
        version: Option<String>,
        capabilities: Capabilities,
    ) {
        let first = self.agent.as_mut().is_some_and(|agent| {
            agent.slow_at = None;
            !std::mem::replace(&mut agent.ready, true)
        });
        let mut state = self.shared.lock();
        if state
            .banner
            .as_ref()
            .is_some_and(|banner| banner.code == "slowStart")
        {
            state.banner = None;
        }
        state.process = ProcessPhase::Ready;
        if let Some(mode) = &capabilities.current_mode {
            state.mode.clone_from(mode);
        }
        state.capabilities = capabilities.clone();
        // An agent without sessions must not wipe the id an earlier one gave (C62).
        let lost = match (&state.meta.session_id, &session_id) {
            (Some(before), Some(now)) => before != now,
            _ => false,
        };
        if session_id.is_some() {
            state.meta.session_id.clone_from(&session_id);
        }
        state.record(Event::SessionReady {
            session_id,
            version,
            capabilities,
        });
        if first && lost {
            state.record(Event::Notice {
                turn: None,
                level: NoticeLevel::Warning,
                text: "The agent could not take up the earlier session: it starts without what was said before. This transcript is whole.".to_owned(),
            });
        }
        let meta = state.meta.clone();
        drop(state);
        drop(self.context.archive.put_conversation(meta));
        if first && let Some(message) = self.waiting.take() {
            self.hand_over(message);
        }
    }

    /// Ends the process by its ladder and waits until it is gone.
    pub(super) async fn end_process(&mut self) {
        let Some(agent) = &mut self.agent else {
            return;
        };
        agent.ladder = Some(Ladder::new(Goal::Exit, &agent.plan.stop_process));
        let end = Instant::now() + END_WITHIN;
        while let Some(agent) = &mut self.agent {
            let due = agent.ladder.as_ref().and_then(Ladder::due).unwrap_or(end);
            tokio::select! {
                output = agent.output.recv() => match output {
                    Some(output) => self.said(output),
                    None => self.agent = None,
                },
                () = tokio::time::sleep_until(due.min(end)) => {
                    if Instant::now() >= end {
                        agent.process.kill();
                        agent.process.wait_gone().await;
                        self.drain_last().await;
                    } else {
                        self.ladder_due();
                    }
                }
            }
        }
        self.queue_due = false;
    }

    /// After a kill: takes what is still in the pipe, up to the exit.
    async fn drain_last(&mut self) {
        while let Some(agent) = &mut self.agent {
            let last = tokio::time::timeout(Duration::from_secs(3), agent.output.recv()).await;
            match last {
                Ok(Some(output)) => self.said(output),
                Ok(None) | Err(_) => {
                    self.said(Output::Exited(process::Exit::default()));
                    self.agent = None;
                }
            }
        }
    }
}
