//! Starting the process, and its end by the ladder.

use super::agent::{Agent, Goal, Ladder};
use super::crashes::{self, Permit};
use super::driver::Driver;
use super::provisions::Provisions;
use super::recorded::Recorded;
use super::state::ProcessPhase;
use crate::environment::{Environment, Sources};
use crate::keys::in_settings;
use crate::login_shell::Variables;
use model::view::{Problem, Topic};
use model::{
    AgentFault, AgentProfile, Capabilities, ContextLoss, Epoch, Event, Framing, LaunchPlan,
    LaunchRequest, Lifetime, NoticeLevel, StdinPlan, UserMessage,
};
use process::{LINE_CAP, Output, SpawnError, SpawnSpec};
use std::collections::HashMap;
use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// A terminal's size until a window tells its own.
const TERMINAL: process::TerminalSize = process::TerminalSize {
    rows: 24,
    columns: 80,
};
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
        if let Permit::No(crashes) = self.permit() {
            return Err(crate::problem("start", crashes::refusal(crashes)));
        }
        if self.permit() != Permit::Now {
            // The next message waits for the time that is right.
            return Ok(());
        }
        // A protocol that starts a process for each message has nothing to start ahead.
        let profile = self.shared.lock().profile.clone();
        match self.plan(&in_settings::masked(&profile), None) {
            Ok(planned) if for_one_turn(&planned.plan) => return Ok(()),
            Err(fault) => return Err(crate::problem("start", fault.message)),
            Ok(_) => {}
        }
        self.launch(None).await.map_err(|fault| {
            self.shared.lock().record(Event::Fault {
                turn: None,
                fault: fault.clone(),
            });
            crate::problem("start", fault.message)
        })
    }

    /// Starts a process. The error says what to mend.
    pub(super) async fn launch(&mut self, message: Option<&UserMessage>) -> Result<(), AgentFault> {
        let launched = self.launch_process(message).await;
        // Keys are read for a start, whatever comes of it.
        self.look_for_keys().await;
        launched
    }

    async fn launch_process(&mut self, message: Option<&UserMessage>) -> Result<(), AgentFault> {
        self.require_workspace()?;
        let profile = self.shared.lock().profile.clone();
        let mut keys = self.context.keys.of_profile(&profile).await?;
        let profile = in_settings::filled(&profile, &keys)?;
        keys.retain(|(variable, _)| !in_settings::is_for_a_setting(variable));
        let Planned {
            plan,
            epoch,
            adapter,
        } = self.plan(&profile, message)?;
        let provisions = Provisions::make(&plan, &self.context.options)?;
        let shell = self.context.login_shell.variables().await;
        let spec = self.spawn_spec(&plan, &provisions, shell.as_deref(), &keys)?;
        self.shared.lock().process = ProcessPhase::Starting;
        self.show();
        let program = self.program_stamp(&spec);
        let started = process::spawn(spec).await;
        let (process, output) = match started {
            Ok(started) => started,
            Err(error) => {
                let mut state = self.shared.lock();
                state.process = ProcessPhase::Asleep;
                state.revisions.header();
                return Err(AgentFault {
                    code: "agent.start".to_owned(),
                    message: match error {
                        // Of a short PATH the login shell may be the reason (C19).
                        SpawnError::ProgramMissing { .. } => {
                            format!("{error}.{}", self.context.login_shell.remark())
                        }
                        _ => error.to_string(),
                    },
                    retryable: Some(true),
                    detail: None,
                });
            }
        };
        let profile = self.shared.lock().profile.id.clone();
        self.context.rules.started(&profile, &program).await;
        let mut state = self.shared.lock();
        state.program = program;
        state.meta.epoch = epoch.0;
        state.agent_ended = false;
        state.vitals.started(process.sight());
        self.context.memory.look();
        self.context.topics.touch(Topic::Processes);
        state.record(Event::ProcessStarted {
            epoch,
            pid: process.id(),
        });
        if epoch.0 == 1 {
            for text in &plan.warnings {
                state.record(Event::Notice {
                    turn: None,
                    level: NoticeLevel::Warning,
                    text: text.clone(),
                });
            }
        }
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
        if plan.stdin == StdinPlan::Terminal {
            let mut state = self.shared.lock();
            state.in_terminal = true;
            state.screen.begin();
        }
        self.agent = Some(Agent {
            epoch,
            process,
            output,
            adapter,
            plan,
            ready,
            timers: HashMap::new(),
            ladder: None,
            slow_at,
            limit_at: None,
            timed_out: false,
            unasked_told: false,
            _provisions: provisions,
        });
        Ok(())
    }

    /// Nothing is started in a folder that is not there, nor in another one.
    fn require_workspace(&self) -> Result<(), AgentFault> {
        let mut state = self.shared.lock();
        let gone = crate::workspace::is_gone(&state.meta.workspace);
        if state.workspace_gone != gone {
            state.workspace_gone = gone;
            state.revisions.header();
        }
        if !gone {
            return Ok(());
        }
        Err(AgentFault {
            code: "workspace.gone".to_owned(),
            message: crate::workspace::gone_words(&state.meta.workspace),
            retryable: Some(false),
            detail: None,
        })
    }

    /// What is started, so that a rule made for another program asks again (F080).
    fn program_stamp(&self, spec: &SpawnSpec) -> String {
        let path = spec.env.iter().find(|(name, _)| *name == "PATH");
        let path = path.map(|(_, value)| value.clone()).unwrap_or_default();
        let found = process::environment::find_program(spec.program.as_os_str(), &path);
        let state = self.shared.lock();
        crate::approvals::program::stamp(
            &state.profile,
            &found.unwrap_or_else(|_| spec.program.clone()),
            std::path::Path::new(&state.meta.workspace),
        )
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

    /// From the profile with the keys of its settings in place ([`in_settings`]).
    pub(super) fn plan(
        &self,
        profile: &AgentProfile,
        message: Option<&UserMessage>,
    ) -> Result<Planned, AgentFault> {
        let protocol = self.protocol()?;
        let data_dir = self.context.options.data_dir.to_string_lossy();
        let state = self.shared.lock();
        let request = LaunchRequest {
            profile,
            conversation: &state.meta.id,
            workspace: &state.meta.workspace,
            resume: state.meta.session_id.as_deref(),
            message,
            session_name: &state.meta.title,
            data_dir: &data_dir,
        };
        let plan = (protocol.plan)(&request).map_err(|error| AgentFault {
            code: "profile.plan".to_owned(),
            message: error.to_string(),
            retryable: Some(false),
            detail: None,
        })?;
        let epoch = Epoch(state.meta.epoch).next();
        let adapter = (protocol.connect)(epoch, &request);
        Ok(Planned {
            adapter: Box::new(Recorded::new(
                adapter,
                Arc::clone(&self.shared),
                epoch,
                &state.profile.settings,
                request.resume,
            )),
            plan,
            epoch,
        })
    }

    fn spawn_spec(
        &self,
        plan: &LaunchPlan,
        provisions: &Provisions,
        shell: Option<&Variables>,
        keys: &[(String, String)],
    ) -> Result<SpawnSpec, AgentFault> {
        let options = &self.context.options;
        let profile = self.shared.lock().profile.clone();
        let sources = Sources {
            own: &options.environment,
            shell,
            keys,
        };
        let made = Environment::of(plan, &sources)?;
        self.context.keys.check_addresses(&profile, &made)?;
        crate::keys::learn(&made);
        let mut env = made.values();
        env.extend(provisions.variable(plan));
        let mut spec = SpawnSpec::new(
            &plan.program,
            crate::catalogue::expanded(&plan.cwd, &options.home),
            &options.programs.guardian,
        );
        spec.args = plan.args.iter().map(OsString::from).collect();
        spec.env = env;
        spec.framing = match plan.framing {
            Framing::PrefixedLines | Framing::Text => process::Framing::Text { cap: LINE_CAP },
            Framing::JsonLines => process::Framing::Lines { cap: LINE_CAP },
            Framing::JsonDocument => process::Framing::Whole { cap: LINE_CAP },
            Framing::Terminal => process::Framing::Raw,
        };
        if plan.stdin == StdinPlan::Terminal {
            spec.terminal = Some(TERMINAL);
        }
        Ok(spec)
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
        if first {
            self.choose_again();
            if lost {
                self.context_lost(ContextLoss::OtherSession);
            }
            self.first_words();
        }
    }

    /// Ends the process by its ladder and waits until it is gone.
    pub(super) async fn end_process(&mut self) {
        self.put_away_start();
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

/// A start that is worked out and not made yet.
pub(super) struct Planned {
    pub(super) plan: LaunchPlan,
    epoch: Epoch,
    adapter: Box<dyn protocols::Adapter>,
}

/// Whether a process is started for each message.
pub(crate) fn for_one_turn(plan: &LaunchPlan) -> bool {
    matches!(plan.lifetime, Lifetime::Turn | Lifetime::Operation)
}
