//! What can be asked of a conversation's driver, and what does it.

use super::driver::Driver;
use archive::Durability;
use model::view::{AgentsWithoutWindow, Problem, Sending};
use model::{ApprovalAnswer, Attachment, Recorded, TurnId};
use tokio::sync::{mpsc, oneshot};

type Reply<T> = oneshot::Sender<Result<T, Problem>>;

/// What can be asked of a conversation's driver.
pub(crate) enum Message {
    /// Send a user's message, or queue it.
    Send {
        text: String,
        attachments: Vec<Attachment>,
        form: serde_json::Map<String, serde_json::Value>,
        /// It is what was being written: the draft goes with it.
        draft: bool,
        reply: Reply<Sending>,
    },
    /// Start the agent if it does not run.
    Prepare(Reply<()>),
    /// Stop the running turn by the ladder.
    Stop(Reply<()>),
    /// End the process at once.
    ForceStop(Reply<()>),
    /// End the process and start a new one.
    Restart(Reply<()>),
    /// Change the approval mode.
    SetMode(String, Reply<()>),
    /// Change settings while the agent runs.
    SetConfig(serde_json::Map<String, serde_json::Value>, Reply<()>),
    /// Answer a request.
    Answer {
        viewer: String,
        answer: ApprovalAnswer,
        by: String,
        reply: Reply<()>,
    },
    /// Keep a rule and answer a request by it.
    AnswerByRule {
        viewer: String,
        answer: ApprovalAnswer,
        draft: model::RuleDraft,
        reply: Reply<model::Rule>,
    },
    /// Allow several calls that read the same.
    AllowTogether {
        viewer: String,
        keys: Vec<model::ApprovalKey>,
        args_sha256: String,
        reply: Reply<()>,
    },
    /// Deny everything that waits.
    DenyAll {
        viewer: String,
        reason: String,
        reply: Reply<u32>,
    },
    /// Change a queued message, or take it out.
    EditQueued(TurnId, Option<String>, Reply<()>),
    /// Put a queued message at another place, from 0.
    MoveQueued(TurnId, u32, Reply<()>),
    /// Let a queued message go now.
    SendNow(TurnId, Reply<Sending>),
    /// Let a held queue go on.
    ResumeQueue(Reply<()>),
    /// What an agent that does not know is told of what was said before; none for nothing.
    DecideContext(Option<String>, Reply<()>),
    /// Write everything there is, and answer when it is on disk.
    Settle(Reply<()>),
    /// Take out what has become known as a key, and answer when it is out of the archive.
    Clean(Reply<()>),
    /// A window has shown what was new.
    Seen,
    /// Its processes take more memory than they should.
    Heavy { bytes: u64, ceiling: u64 },
    /// Nobody may look at it from now on: see whether all of it is still needed.
    Left,
    /// No window shows it any more.
    Unwatched(AgentsWithoutWindow),
    /// Change the title, draft, marks: anything of the meta.
    ChangeMeta(
        Box<dyn FnOnce(&mut model::ConversationMeta) + Send>,
        Reply<()>,
    ),
    /// Hear every recorded event from now on.
    Tap(mpsc::UnboundedSender<Recorded>, Reply<()>),
    /// What the user typed into the agent's terminal.
    Type(Vec<u8>, Reply<()>),
    /// The terminal's new size.
    Resize(process::TerminalSize, Reply<()>),
    /// End the process by its ladder; the driver goes on.
    Sleep(Reply<()>),
    /// End the process by its ladder, write everything, and end the driver.
    Close(oneshot::Sender<()>),
}

impl Driver {
    /// Does what is asked, and answers.
    pub(super) async fn asked(&mut self, message: Message) {
        match message {
            Message::Send {
                text,
                attachments,
                form,
                draft,
                reply,
            } => {
                let answer = self.send(text, attachments, form, draft).await;
                let _ = reply.send(answer);
            }
            Message::Prepare(reply) => {
                let answer = self.prepare().await;
                let _ = reply.send(answer);
            }
            Message::Stop(reply) => {
                let answer = self.stop();
                let _ = reply.send(answer);
            }
            Message::ForceStop(reply) => {
                let answer = self.force_stop();
                let _ = reply.send(answer);
            }
            Message::Restart(reply) => {
                self.end_process().await;
                {
                    let mut state = self.shared.lock();
                    state.accepts_version = true;
                    state.host_mode = model::ApprovalMode::Ask;
                    state.vitals.crashes.forget();
                }
                self.start_at = None;
                let answer = self.prepare().await;
                let _ = reply.send(answer);
            }
            Message::SetMode(mode, reply) => {
                let answer = self.set_mode(mode);
                let _ = reply.send(answer);
            }
            Message::SetConfig(settings, reply) => {
                let answer = self.set_config(settings);
                let _ = reply.send(answer);
            }
            Message::Answer {
                viewer,
                answer,
                by,
                reply,
            } => {
                self.judge_first(std::slice::from_ref(&answer.key)).await;
                let answer = self.answer(&viewer, answer, &by).await;
                let _ = reply.send(answer);
            }
            Message::AnswerByRule {
                viewer,
                answer,
                draft,
                reply,
            } => {
                self.judge_first(std::slice::from_ref(&answer.key)).await;
                let answer = self.answer_by_rule(&viewer, answer, draft).await;
                let _ = reply.send(answer);
            }
            Message::AllowTogether {
                viewer,
                keys,
                args_sha256,
                reply,
            } => {
                self.judge_first(&keys).await;
                let answer = self.allow_together(&viewer, keys, args_sha256).await;
                let _ = reply.send(answer);
            }
            Message::DenyAll {
                viewer,
                reason,
                reply,
            } => {
                let answer = self.deny_all(&viewer, &reason).await;
                let _ = reply.send(answer);
            }
            Message::EditQueued(id, text, reply) => {
                let answer = self.edit_queued(&id, text);
                let _ = reply.send(answer);
            }
            Message::MoveQueued(id, to, reply) => {
                let answer = self.move_queued(&id, to as usize);
                let _ = reply.send(answer);
            }
            Message::SendNow(id, reply) => {
                let answer = self.send_now(&id).await;
                let _ = reply.send(answer);
            }
            Message::ResumeQueue(reply) => {
                self.resume_queue();
                let _ = reply.send(Ok(()));
            }
            Message::DecideContext(tell, reply) => {
                let answer = self.decide_context(tell).await;
                let _ = reply.send(answer);
            }
            Message::Settle(reply) => {
                self.write(Durability::Now).await;
                let _ = reply.send(Ok(()));
            }
            Message::Clean(reply) => {
                self.clean().await;
                let _ = reply.send(Ok(()));
            }
            Message::Seen => {
                let meta = self.shared.lock().meta.clone();
                drop(self.context.archive.put_conversation(meta));
            }
            Message::Heavy { bytes, ceiling } => self.heavy(bytes, ceiling),
            Message::Left => self.left(),
            Message::Unwatched(wish) => {
                self.left();
                self.unwatched(wish);
            }
            Message::ChangeMeta(change, reply) => {
                self.change_meta(change);
                // Who asked finds the list as it is now.
                self.published();
                let _ = reply.send(Ok(()));
            }
            Message::Tap(tap, reply) => {
                self.shared.lock().tap(tap);
                let _ = reply.send(Ok(()));
            }
            Message::Type(bytes, reply) => {
                let answer = self.terminal(|process| {
                    process
                        .write(bytes)
                        .map(drop)
                        .map_err(|error| error.to_string())
                });
                let _ = reply.send(answer);
            }
            Message::Resize(size, reply) => {
                let answer = self
                    .terminal(|process| process.resize(size).map_err(|error| error.to_string()));
                let _ = reply.send(answer);
            }
            Message::Sleep(reply) => {
                self.end_process().await;
                let _ = reply.send(Ok(()));
            }
            Message::Close(done) => {
                // Taken by `run`, which ends with it.
                drop(done);
            }
        }
    }

    /// Does something with the agent's terminal.
    fn terminal(
        &self,
        act: impl FnOnce(&process::Process) -> Result<(), String>,
    ) -> Result<(), Problem> {
        let agent = self
            .agent
            .as_ref()
            .filter(|agent| agent.plan.stdin == model::StdinPlan::Terminal)
            .ok_or_else(|| crate::problem("notReady", "No agent runs in a terminal here."))?;
        act(&agent.process).map_err(|reason| crate::problem("io", reason))
    }
}
