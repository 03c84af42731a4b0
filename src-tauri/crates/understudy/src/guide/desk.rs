//! Reads commands, one a line, and answers each at once; a message starts a turn on a thread of
//! its own, so that a ping, a stop or an approval is never kept waiting.

use std::io::{self, BufRead as _};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use serde_json::Value;

use super::Args;
use super::control::Answer;
use super::permission::{Mode, capabilities};
use super::respond;
use super::session::Session;
use super::turn::{Stage, Turn};
use super::wire::{self, BadLine, Command};

/// What a turn needs besides the stage.
pub(crate) struct Memory {
    pub(crate) session: Mutex<Session>,
    pub(crate) args: Mutex<Args>,
}

struct Desk {
    stage: Arc<Stage>,
    memory: Arc<Memory>,
    turn: Option<(String, JoinHandle<()>)>,
    commands: usize,
}

/// Says `ready`, serves until the input ends, lets the turn finish, kills what still runs.
pub(crate) fn run(stage: Arc<Stage>, session: Session, args: Args) -> ExitCode {
    let mut desk = Desk {
        memory: Arc::new(Memory {
            session: Mutex::new(session),
            args: Mutex::new(args),
        }),
        stage,
        turn: None,
        commands: 0,
    };
    let session_id = lock(&desk.memory.session).id.clone();
    let ready = wire::ready(&session_id, desk.capabilities());
    desk.stage.outbox.send(&ready);

    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(1..) => desk.line(&String::from_utf8_lossy(&line)),
            Ok(0) | Err(_) => break,
        }
    }
    desk.stage.control.close();
    if let Some((_, turn)) = desk.turn.take() {
        let _ = turn.join();
    }
    desk.stage.children.kill_all();
    ExitCode::SUCCESS
}

impl Desk {
    fn line(&mut self, line: &str) {
        let line = line
            .trim_end_matches(['\r', '\n'])
            .trim_start_matches('\u{feff}');
        if line.trim().is_empty() {
            return;
        }
        match wire::read(line) {
            Ok(command) => {
                self.command(command);
                self.commands += 1;
            }
            Err(error) => self.refuse(None, &error),
        }
    }

    fn command(&mut self, command: Command) {
        match command {
            Command::Message {
                msg_id,
                content,
                input,
                files,
            } => match content.or(input) {
                Some(text) => self.message(msg_id, text, files),
                None => self.refuse(
                    Some(&msg_id),
                    &BadLine::IllFormed {
                        kind: "message".to_owned(),
                        why: "it has neither \"content\" nor \"input\"".to_owned(),
                    },
                ),
            },
            // A stop that comes after the turn's end is no mistake of the host's.
            Command::Stop => {
                if self.busy_with().is_some() {
                    self.stage.control.stop();
                }
            }
            Command::ToolApprove { call_id, scope } => {
                let taken = self.stage.control.answer(&call_id, Answer::Approved, scope);
                self.unless_taken(taken, "tool_approve", &call_id);
            }
            Command::ToolDeny { call_id, reason } => {
                let answer = Answer::Denied(reason);
                let taken = self
                    .stage
                    .control
                    .answer(&call_id, answer, wire::Scope::Once);
                self.unless_taken(taken, "tool_deny", &call_id);
            }
            Command::InitHistory { text } => {
                let mut session = lock(&self.memory.session);
                session.context.push(text);
                self.save(&session);
            }
            Command::SetMode { mode } => self.set_mode(&mode),
            Command::SetConfig {
                model,
                thinking,
                rest,
            } => self.set_config(model, thinking, &rest),
            Command::AddMcpServer { name } => self.add_mcp_server(&name),
            Command::Ping => self.stage.outbox.send(&wire::pong()),
        }
    }

    fn message(&mut self, msg_id: String, text: String, files: Vec<String>) {
        if let Some(busy) = self.busy_with() {
            let note = format!(
                "The guide is still answering {busy}, so this message was not taken. Send it again after the answer, or stop first."
            );
            self.stage.outbox.send(&wire::info(&msg_id, &note));
            return;
        }
        // Over, but perhaps still sending its `stream_end`, which must come first.
        if let Some((_, turn)) = self.turn.take() {
            let _ = turn.join();
        }
        self.stage.control.begin_turn();
        {
            let mut session = lock(&self.memory.session);
            session.heard(&text);
            self.save(&session);
        }
        let (stage, memory) = (Arc::clone(&self.stage), Arc::clone(&self.memory));
        let id = msg_id.clone();
        let thread = thread::spawn(move || {
            let turn = Turn {
                stage: &stage,
                msg_id: &id,
            };
            stage.outbox.send(&wire::stream_start(&id));
            // A stopped turn ends like any other: the host waits for the end, not for a reason.
            if respond::respond(&turn, &memory, &text, &files).is_err() {
                lock(&memory.session).did("was stopped");
            }
            let _ = lock(&memory.session).save();
            stage.control.end_turn();
            stage.outbox.send(&wire::stream_end(&id));
        });
        self.turn = Some((msg_id, thread));
    }

    /// The message being answered.
    fn busy_with(&self) -> Option<&str> {
        let (msg_id, _) = self.turn.as_ref()?;
        self.stage.control.is_busy().then_some(msg_id)
    }

    fn set_mode(&self, mode: &str) {
        let Some(known) = Mode::named(mode) else {
            let why = format!(
                "{mode:?} is no mode; there are {}",
                Mode::ALL.map(Mode::name).join(", ")
            );
            self.refuse(
                None,
                &BadLine::IllFormed {
                    kind: "set_mode".to_owned(),
                    why,
                },
            );
            return;
        };
        self.stage
            .control
            .permission(|permission| permission.mode = known);
        self.stage
            .outbox
            .send(&wire::info("", &format!("Approval mode: {mode}")));
        self.stage
            .outbox
            .send(&wire::config_changed(self.capabilities()));
    }

    fn set_config(
        &self,
        model: Option<String>,
        thinking: Option<Value>,
        rest: &serde_json::Map<String, Value>,
    ) {
        let mut notes = Vec::new();
        if let Some(model) = model {
            notes.push(format!(
                "Noted the model {model}; the guide has none, so nothing changes."
            ));
            lock(&self.memory.args).model = Some(model);
        }
        if let Some(thinking) = thinking {
            let on = match &thinking {
                Value::Bool(on) => *on,
                Value::String(word) => {
                    !matches!(word.as_str(), "disabled" | "off" | "false" | "none")
                }
                other => !other.is_null(),
            };
            self.stage.control.set_thinking(on);
            notes.push(format!("Thinking is {}.", if on { "on" } else { "off" }));
        }
        let ignored: Vec<&str> = rest.keys().map(String::as_str).collect();
        if !ignored.is_empty() {
            notes.push(format!("Without effect here: {}.", ignored.join(", ")));
        }
        if !notes.is_empty() {
            self.stage.outbox.send(&wire::info("", &notes.join(" ")));
        }
        self.stage
            .outbox
            .send(&wire::config_changed(self.capabilities()));
    }

    fn add_mcp_server(&self, name: &str) {
        if self.commands > 0 {
            let why = "it must come before any other command".to_owned();
            self.refuse(
                None,
                &BadLine::IllFormed {
                    kind: "add_mcp_server".to_owned(),
                    why,
                },
            );
            return;
        }
        let note =
            format!("The guide uses no MCP servers: {name} was not started and gives it no tools.");
        self.stage.outbox.send(&wire::info("", &note));
        self.stage.outbox.send(&wire::mcp_ready(name));
    }

    fn capabilities(&self) -> Value {
        let mode = self.stage.control.permission(|permission| permission.mode);
        capabilities(mode, self.stage.control.thinking())
    }

    fn unless_taken(&self, taken: bool, kind: &str, call_id: &str) {
        if !taken {
            let why = format!("no call {call_id:?} waits for an answer");
            self.refuse(
                None,
                &BadLine::IllFormed {
                    kind: kind.to_owned(),
                    why,
                },
            );
        }
    }

    fn refuse(&self, msg_id: Option<&str>, error: &BadLine) {
        let event = wire::error(msg_id, "protocol_error", &error.to_string(), false);
        self.stage.outbox.send(&event);
    }

    fn save(&self, session: &Session) {
        if let Err(error) = session.save() {
            let note = format!(
                "The session could not be saved ({error}); it goes on, but cannot be resumed."
            );
            self.stage.outbox.send(&wire::info("", &note));
        }
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
