//! What comes from an agent, and what its adapter wants done.

use super::driver::Driver;
use super::redaction;
use super::requests::Pending;
use super::state::RunningTurn;
use super::turns::message_item;
use crate::clock::now_ms;
use model::view::Banner;
use model::view::Topic;
use model::{
    Delivery, Direction, Event, ItemBody, ItemChange, ItemId, NoticeLevel, ToolState, TrafficLine,
    TurnOrigin,
};
use process::{FrameKind, Output};
use protocols::{Effect, Frame};
use sha2::{Digest, Sha256};
use std::time::Duration;
use tokio::time::Instant;

/// The code of a fault by which an adapter says that it may misread the agent.
const UNKNOWN_VERSION: &str = "protocol.version";

/// What became of a message's bytes.
pub(super) struct Delivered {
    pub item: ItemId,
    pub delivery: Delivery,
}

impl Driver {
    /// Takes what the process did since the last time.
    pub(super) fn said_all(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            self.hear(output);
        }
        self.take_up();
    }

    /// Takes one piece of what the process did.
    pub(super) fn said(&mut self, output: Output) {
        self.hear(output);
        self.take_up();
    }

    /// Words may wait for those that follow.
    fn hear(&mut self, output: Output) {
        if !matches!(output, Output::Frame(_)) {
            self.take_up();
        }
        match output {
            Output::Frame(mut frame) => {
                frame.bytes = if self.in_terminal() {
                    self.shared.lock().redaction.terminal(frame.bytes)
                } else {
                    without_keys(frame.bytes, frame.kind)
                };
                self.frame(frame);
            }
            Output::Stderr(text) => {
                let Some(agent) = &self.agent else { return };
                let text = secrets::known().string(text);
                self.shared.lock().vitals.said(&text);
                let line = TrafficLine {
                    at: now_ms(),
                    epoch: agent.epoch,
                    direction: Direction::Stderr,
                    bytes: text.into_bytes(),
                };
                self.shared.lock().traffic(line);
            }
            Output::StdinStalled { since } => self.banner(
                NoticeLevel::Warning,
                "notReading",
                format!(
                    "The agent has not read its input for {} s. Stop it if it stays so.",
                    since.as_secs()
                ),
            ),
            Output::StdoutClosed => {
                let bytes = self.shared.lock().redaction.terminal_end();
                if !bytes.is_empty() {
                    let kind = FrameKind::Chunk;
                    self.frame(process::Frame { bytes, kind });
                }
            }
            Output::StdinClosed => {}
            Output::Exited(mut exit) => {
                exit.stderr_tail = secrets::known().string(exit.stderr_tail);
                self.exited(exit);
            }
        }
    }

    fn in_terminal(&self) -> bool {
        self.agent
            .as_ref()
            .is_some_and(|agent| agent.plan.framing == model::Framing::Terminal)
    }

    /// A piece of stdout, without keys.
    fn frame(&mut self, frame: process::Frame) {
        let in_terminal = self.in_terminal();
        let Some(agent) = &mut self.agent else { return };
        let piece = Frame {
            bytes: &frame.bytes,
            oversized: match frame.kind {
                FrameKind::Oversized { total } => Some(total),
                FrameKind::Line | FrameKind::Chunk | FrameKind::Document => None,
            },
        };
        agent.adapter.decode_onto(piece, &mut self.heard);
        let line = TrafficLine {
            at: now_ms(),
            epoch: agent.epoch,
            direction: Direction::FromAgent,
            bytes: frame.bytes,
        };
        {
            let mut state = self.shared.lock();
            if in_terminal {
                state.screen.push(&line.bytes);
                state.revisions.header();
            }
            state.traffic(line);
        }
        // Nothing but words: nobody answers them, so the next line may add to them.
        if !matches!(
            self.heard[..],
            [Effect::Event(Event::ItemDelta { .. })] | []
        ) {
            self.take_up();
        }
    }

    /// Carries out what the lines so far brought.
    fn take_up(&mut self) {
        if !self.heard.is_empty() {
            let heard = std::mem::take(&mut self.heard);
            self.carry_out(heard);
        }
    }

    /// Carries out what an adapter wants, in order. What a step brings up itself
    /// (a message that waited for "ready") joins the end of the same line.
    pub(super) fn carry_out(&mut self, effects: Vec<Effect>) {
        self.effects.extend(effects);
        while let Some(effect) = self.effects.pop_front() {
            match effect {
                Effect::Event(event) => self.happened(event),
                Effect::Send(bytes) => self.write_line(bytes, None),
                Effect::Arm { timer, after_ms } => {
                    if let Some(agent) = &mut self.agent {
                        let at = Instant::now() + Duration::from_millis(after_ms);
                        agent.timers.insert(timer, at);
                    }
                }
                Effect::Disarm { timer } => {
                    if let Some(agent) = &mut self.agent {
                        agent.timers.remove(&timer);
                    }
                }
            }
        }
    }

    /// Writes to the agent. With `item`, that message's delivery mark follows the bytes.
    pub(super) fn write_line(&mut self, bytes: Vec<u8>, item: Option<ItemId>) {
        let Some(agent) = &self.agent else { return };
        let mut logged = bytes.clone();
        if logged.last() == Some(&b'\n') {
            logged.pop();
        }
        let line = TrafficLine {
            at: now_ms(),
            epoch: agent.epoch,
            direction: Direction::ToAgent,
            bytes: logged,
        };
        self.shared.lock().traffic(line);
        self.context.topics.touch(Topic::Traffic);
        let written = agent.process.write(bytes);
        let Some(item) = item else { return };
        match written {
            Ok(ticket) => {
                let deliveries = self.deliveries.clone();
                tokio::spawn(async move {
                    let delivery = match ticket.await {
                        process::Delivery::Delivered => Delivery::Sent,
                        process::Delivery::Undelivered => Delivery::Undelivered,
                    };
                    // The driver may have ended with its conversation.
                    let _ = deliveries.send(Delivered { item, delivery });
                });
            }
            Err(error) => {
                tracing::warn!(%error, "a message could not be handed over");
                self.delivered(Delivered {
                    item,
                    delivery: Delivery::Undelivered,
                });
            }
        }
    }

    /// A message's bytes were taken by the agent's pipe, or never will be.
    pub(super) fn delivered(&mut self, delivered: Delivered) {
        let mut state = self.shared.lock();
        let before = state.delivery(&delivered.item);
        if before == Some(Delivery::Waiting)
            || (before.is_some() && delivered.delivery == Delivery::Undelivered)
        {
            state.mark(delivered.item, delivered.delivery);
        }
    }

    fn happened(&mut self, event: Event) {
        match redaction::used(event) {
            Event::SessionReady {
                session_id,
                version,
                capabilities,
            } => {
                self.ready(session_id, version, capabilities);
            }
            Event::CapabilitiesChanged { capabilities } => {
                let mut state = self.shared.lock();
                state.capabilities = capabilities.clone();
                state.record(Event::CapabilitiesChanged { capabilities });
            }
            Event::ModeChanged { mode } => {
                let mut state = self.shared.lock();
                state.mode.clone_from(&mode);
                state.record(Event::ModeChanged { mode });
            }
            Event::UsageChanged { usage } => {
                let mut state = self.shared.lock();
                state.told_usage = Some(usage);
                state.record(Event::UsageChanged { usage });
            }
            Event::Alive => {
                self.clear_banner("notResponding");
                self.seen();
            }
            Event::NotResponding { seconds } => {
                self.shared.lock().record(Event::NotResponding { seconds });
                self.banner(
                    NoticeLevel::Warning,
                    "notResponding",
                    format!("The agent has not answered for {seconds} s. It may still be working; nothing is ended by itself."),
                );
            }
            Event::SessionChanged { session_id } => {
                let mut state = self.shared.lock();
                state.meta.session_id = Some(session_id.clone());
                state.record(Event::SessionChanged { session_id });
                let meta = state.meta.clone();
                drop(state);
                drop(self.context.archive.put_conversation(meta));
            }
            Event::TasksChanged { tasks } => {
                let mut state = self.shared.lock();
                let row = state.transcript.items().last().map(|item| item.id.clone());
                self.context
                    .board
                    .snapshot(&state.meta.id, &tasks, row.as_ref(), now_ms());
                state.tasks.clone_from(&tasks);
                state.record(Event::TasksChanged { tasks });
                self.context.topics.touch(Topic::Tasks);
            }
            Event::QueuedByAgent { position } => {
                self.shared.lock().record(Event::QueuedByAgent { position });
                self.queued_by_agent();
            }
            Event::Injected { count } => {
                self.shared.lock().record(Event::Injected { count });
                self.injected(count);
            }
            Event::TurnStarted { mut turn } => {
                let mut state = self.shared.lock();
                turn.started_at = now_ms();
                if state.turn.is_none() {
                    // The user's: of a message that the agent had kept in its own queue.
                    let of_user = turn.origin == TurnOrigin::User;
                    state.turn = Some(RunningTurn {
                        id: turn.id.clone(),
                        started_at: turn.started_at,
                        message: of_user.then(|| message_item(&turn.id)),
                        stopping: false,
                        stop_overdue: false,
                    });
                }
                state.record(Event::TurnStarted { turn });
            }
            Event::TurnEnded {
                turn,
                outcome,
                usage,
            } => self.turn_ended(turn, outcome, usage),
            Event::ApprovalRequested { request } => {
                let pending = Pending::new(&request, self.turn_ends_at());
                self.to_judge.push_back(request.key.clone());
                let mut state = self.shared.lock();
                state.pending.insert(request.key.clone(), pending);
                state.record(Event::ApprovalRequested { request });
                drop(state);
                // A request is on disk before anyone can act on it.
                drop(self.submit(archive::Durability::Now));
            }
            Event::ApprovalResolved { key, resolution } => {
                let mut state = self.shared.lock();
                state.pending.remove(&key);
                state.record(Event::ApprovalResolved { key, resolution });
            }
            Event::Fault { turn, fault } if fault.code == UNKNOWN_VERSION => {
                self.unknown_version(turn, fault);
            }
            other => {
                let unasked = runs_unasked(&other);
                let item = crate::changes::item_of(&other);
                let changes = {
                    let mut state = self.shared.lock();
                    state.record(other);
                    item.is_some_and(|item| crate::changes::has_changed_files(&item, &state))
                };
                if changes {
                    self.context.topics.touch(Topic::Changes);
                }
                if unasked {
                    self.ran_unasked();
                }
            }
        }
    }

    /// When the running turn's time is over, milliseconds since the Unix epoch.
    fn turn_ends_at(&self) -> Option<u64> {
        let left = self
            .agent
            .as_ref()?
            .limit_at?
            .checked_duration_since(Instant::now())?;
        Some(now_ms() + u64::try_from(left.as_millis()).ok()?)
    }

    /// Said once a process, in words; each call carries its mark besides (F077).
    fn ran_unasked(&mut self) {
        let told = self
            .agent
            .as_mut()
            .is_none_or(|agent| std::mem::replace(&mut agent.unasked_told, true));
        if !told {
            self.shared.lock().record(Event::Notice {
                turn: None,
                level: NoticeLevel::Warning,
                text: "The agent ran a tool without asking, although it promised to ask. Its own settings, or a file in this folder, may allow that.".to_owned(),
            });
        }
    }

    /// The agent began to work on the message.
    fn seen(&mut self) {
        let mut state = self.shared.lock();
        let message = state.turn.as_ref().and_then(|turn| turn.message.clone());
        let Some(id) = message else { return };
        if matches!(
            state.delivery(&id),
            Some(Delivery::Waiting | Delivery::Sent | Delivery::QueuedByAgent)
        ) {
            state.mark(id, Delivery::Seen);
        }
    }

    pub(super) fn clear_banner(&mut self, code: &str) {
        let mut state = self.shared.lock();
        if state
            .banner
            .as_ref()
            .is_some_and(|banner| banner.code == code)
        {
            state.banner = None;
            state.revisions.header();
        }
    }

    pub(super) fn banner(&mut self, level: NoticeLevel, code: &str, text: String) {
        let mut state = self.shared.lock();
        state.banner = Some(Banner {
            level,
            code: code.to_owned(),
            text,
        });
        state.revisions.header();
        state.revisions.hurry();
    }
}

/// A line without keys. One that was cut ends before what may be half a key.
fn without_keys(bytes: Vec<u8>, kind: FrameKind) -> Vec<u8> {
    match (secrets::known().redactor(), kind) {
        (None, _) => bytes,
        (Some(redactor), FrameKind::Oversized { .. }) => redactor.cut_bytes(&bytes),
        (Some(_), _) => secrets::known().bytes(bytes),
    }
}

fn runs_unasked(event: &Event) -> bool {
    let state = match event {
        Event::ItemStarted { item } => match &item.body {
            ItemBody::Tool(call) => &call.state,
            _ => return false,
        },
        Event::ItemUpdated {
            change: ItemChange::ToolState { state },
            ..
        } => state,
        _ => return false,
    };
    matches!(state, ToolState::Running { unasked: true })
}

/// SHA-256 as lower-case hex.
pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    Sha256::digest(bytes)
        .iter()
        .fold(String::with_capacity(64), |mut text, byte| {
            // Writing to a String cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
}
