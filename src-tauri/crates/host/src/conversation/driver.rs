//! The task that owns a conversation's process and alone changes its state.
//!
//! The mailbox goes before the agent's output: an answer to a request or a stop
//! never waits behind a stream (C39). Output is taken in handfuls, so that
//! deltas merge and a window's lock is taken once for many.

use super::agent::Agent;
use super::{Conversation, Message, Shared, State};
use crate::list::List;
use crate::options::HostOptions;
use archive::{Archive, Durability};
use model::view::Topic;
use process::Output;
use protocols::Effect;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

/// Deltas of this long become one event. What it costs of the time within which a word is
/// safe from a kill the archive leaves of it.
const MERGE: Duration = Duration::from_millis(30);
/// Pieces of output taken at a time.
const HANDFUL: usize = 256;

/// Requests are judged for so long before what was found of them is shown.
const JUDGING: Duration = Duration::from_millis(50);

/// What every conversation shares.
pub(crate) struct Context {
    pub options: HostOptions,
    pub archive: Archive,
    pub list: List,
    /// Told of every start: trees are weighed while agents live.
    pub memory: crate::processes::Watch,
    pub login_shell: crate::login_shell::LoginShell,
    pub topics: crate::topics::Topics,
    pub keys: crate::keys::Keys,
    pub rules: crate::approvals::rulebook::Rulebook,
    pub board: Arc<crate::tasks::Board>,
    pub settings: crate::settings::SettingsFile,
    pub last_answers: super::LastAnswers,
}

/// The driver of one conversation.
pub(super) struct Driver {
    pub shared: Arc<Shared>,
    pub context: Arc<Context>,
    pub agent: Option<Agent>,
    /// A message whose agent is not ready yet.
    pub waiting: Option<model::UserMessage>,
    /// A summary for an agent that is not ready yet.
    pub(super) to_tell: Option<String>,
    /// Words of the adapter that the next line may go on with.
    pub(super) heard: Vec<Effect>,
    /// Effects of the adapter not carried out yet.
    pub(super) effects: VecDeque<Effect>,
    /// The next queued message may go.
    pub(super) queue_due: bool,
    /// Requests that were not held against modes and rules yet.
    pub(super) to_judge: VecDeque<model::ApprovalKey>,
    /// The requests that wait, as windows were last told.
    waiting_shown: Vec<model::ApprovalKey>,
    /// What pages of tasks were last told of its turn.
    task_mark: crate::tasks::Mark,
    /// Why the rules do not count was said: the code.
    pub(super) held_told: String,
    pub(super) deliveries: mpsc::UnboundedSender<super::effects::Delivered>,
    flush_at: Option<Instant>,
    /// When an agent that ended by itself is started again, for the message that waits.
    pub(super) start_at: Option<Instant>,
    /// When it is looked whether a conversation that was left is still needed.
    pub(super) left_at: Option<Instant>,
    /// When it was last looked how much of it is in memory.
    pub(super) looked_at: Instant,
}

/// Starts the driver of a conversation.
pub(crate) fn spawn(state: State, context: Arc<Context>) -> Conversation {
    let shared = Arc::new(Shared::new(state));
    let (mailbox, inbox) = mpsc::unbounded_channel();
    let (deliveries, delivered) = mpsc::unbounded_channel();
    let driver = Driver {
        shared: Arc::clone(&shared),
        context,
        agent: None,
        waiting: None,
        to_tell: None,
        heard: Vec::new(),
        effects: VecDeque::new(),
        queue_due: false,
        to_judge: VecDeque::new(),
        waiting_shown: Vec::new(),
        task_mark: crate::tasks::Mark::default(),
        held_told: String::new(),
        deliveries,
        flush_at: None,
        start_at: None,
        left_at: None,
        looked_at: Instant::now(),
    };
    tokio::spawn(driver.run(inbox, delivered));
    Conversation { shared, mailbox }
}

// One lives at a time, on the driver's stack: a box for each would cost more.
#[allow(clippy::large_enum_variant)]
enum Happening {
    Asked(Message),
    Said(Vec<Output>),
    Delivered(super::effects::Delivered),
    Due,
    Abandoned,
}

impl Driver {
    async fn run(
        mut self,
        mut inbox: mpsc::UnboundedReceiver<Message>,
        mut delivered: mpsc::UnboundedReceiver<super::effects::Delivered>,
    ) {
        // What loading it closed.
        self.published();
        loop {
            let happening = self.next(&mut inbox, &mut delivered).await;
            match happening {
                Happening::Asked(Message::Close(done)) => {
                    self.end_process().await;
                    self.write(Durability::Now).await;
                    // Whoever asked may be gone; the work is done all the same.
                    let _ = done.send(());
                    return;
                }
                Happening::Asked(message) => self.asked(message).await,
                Happening::Said(outputs) => {
                    self.said_all(outputs);
                    // Once for all of them: a line may come every quarter of a millisecond.
                    self.context.topics.touch(Topic::Traffic);
                }
                Happening::Delivered(delivered) => self.delivered(delivered),
                Happening::Due => {
                    self.due();
                    self.start_due().await;
                    self.still_left().await;
                }
                Happening::Abandoned => {
                    self.end_process().await;
                    self.write(Durability::Now).await;
                    return;
                }
            }
            // A word from a window goes first.
            let until = Instant::now() + JUDGING;
            while !self.to_judge.is_empty() && inbox.is_empty() && Instant::now() < until {
                self.judge_next().await;
            }
            if std::mem::take(&mut self.queue_due) {
                self.next_from_queue().await;
            }
            self.left_idle().await;
            self.let_go().await;
            self.published();
        }
    }

    async fn next(
        &mut self,
        inbox: &mut mpsc::UnboundedReceiver<Message>,
        delivered: &mut mpsc::UnboundedReceiver<super::effects::Delivered>,
    ) -> Happening {
        let deadline = self
            .agent
            .as_ref()
            .and_then(Agent::next_deadline)
            .into_iter()
            .chain(self.flush_at)
            .chain(self.start_at)
            .chain(self.left_at)
            .min();
        let judging = !self.to_judge.is_empty();
        let output = async {
            match &mut self.agent {
                Some(agent) => {
                    // A full disk slows the agent before it fills the memory.
                    self.context.archive.ready().await;
                    let mut outputs = Vec::new();
                    agent.output.recv_many(&mut outputs, HANDFUL).await;
                    outputs
                }
                None => std::future::pending().await,
            }
        };
        let due = async {
            match deadline {
                Some(at) => sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            message = inbox.recv() => message.map_or(Happening::Abandoned, Happening::Asked),
            Some(delivered) = delivered.recv() => Happening::Delivered(delivered),
            () = std::future::ready(()), if judging => Happening::Due,
            () = due => Happening::Due,
            outputs = output => Happening::Said(outputs),
        }
    }

    fn due(&mut self) {
        let now = Instant::now();
        if self.flush_at.is_some_and(|at| at <= now) {
            self.flush_at = None;
            {
                let mut state = self.shared.lock();
                state.settle();
                state.flush_delta();
            }
            self.submit(Durability::Batched);
        }
        self.timers_due();
        self.ladder_due();
    }

    /// Readers learn what changed, and what is to be written gets its time.
    pub(super) fn published(&mut self) {
        self.archive_banner();
        let (changed, summary, unwritten, waiting, mark) = {
            let state = self.shared.lock();
            (
                state.revisions.changed(),
                state.summary(),
                state.has_unwritten(),
                state
                    .waiting()
                    .map(|(key, _)| key.clone())
                    .collect::<Vec<_>>(),
                crate::tasks::mark(&state),
            )
        };
        self.shared.publish(changed);
        if mark != self.task_mark {
            self.task_mark = mark;
            self.context.topics.touch(model::view::Topic::Tasks);
        }
        if waiting != self.waiting_shown {
            self.waiting_shown = waiting;
            self.context.topics.touch(model::view::Topic::Inbox);
        }
        let running = self.agent.is_some();
        self.context.list.update(summary, running);
        if unwritten && self.flush_at.is_none() {
            self.flush_at = Some(Instant::now() + MERGE);
        }
    }

    /// Tells readers now, in the middle of something that takes a while.
    pub(super) fn show(&mut self) {
        self.published();
    }

    /// Hands what is unwritten to the archive.
    pub(super) fn submit(&mut self, durability: Durability) -> Option<archive::Receipt> {
        let (batch, decisions) = {
            let mut state = self.shared.lock();
            let batch = state.take_unwritten(durability)?;
            (batch, state.take_decisions())
        };
        let conversation = batch.conversation.clone();
        let receipt = self.context.archive.append(batch);
        if !decisions.is_empty() {
            let durable = durability == Durability::Now;
            let written = self
                .context
                .archive
                .put_decisions(&conversation, decisions, durable);
            let context = Arc::clone(&self.context);
            tokio::spawn(async move {
                // A write that failed is told by the archive's health.
                let _ = written.await;
                context.topics.touch(model::view::Topic::Ledger);
            });
        }
        Some(receipt)
    }

    /// Writes everything and waits for it. A failure shows as a banner, raised
    /// by the archive's health; nothing is lost from memory.
    pub(super) async fn write(&mut self, durability: Durability) {
        self.shared.lock().flush_delta();
        if let Some(receipt) = self.submit(durability) {
            self.on_disk(receipt).await;
        }
        let meta = self.shared.lock().meta.clone();
        let receipt = self.context.archive.put_conversation(meta);
        self.on_disk(receipt).await;
    }

    /// Waits until a write is on disk, or the disk is known to refuse. Then the
    /// user's word counts all the same: it is kept in memory and tried again,
    /// and the archive's banner says so (F114).
    pub(super) async fn on_disk(&mut self, receipt: archive::Receipt) {
        let mut health = self.context.archive.health();
        tokio::select! {
            written = receipt => if let Err(error) = written {
                tracing::error!(%error, "the archive did not take a write");
            },
            _ = health.wait_for(|health| !health.is_ok()) => {}
        }
        self.show();
    }

    /// The banner of a disk that refuses, for as long as it does.
    fn archive_banner(&mut self) {
        let health = self.context.archive.health().borrow().clone();
        let shown = self
            .shared
            .lock()
            .banner
            .as_ref()
            .is_some_and(|banner| banner.code == "archive");
        if let archive::Health::Failing { reason, .. } = health {
            if !shown {
                self.banner(model::NoticeLevel::Warning, "archive", reason);
            }
        } else if shown {
            self.clear_banner("archive");
        }
    }

    pub(super) fn change_meta(
        &mut self,
        change: Box<dyn FnOnce(&mut model::ConversationMeta) + Send>,
    ) {
        let meta = {
            let mut state = self.shared.lock();
            change(&mut state.meta);
            state.revisions.header();
            state.meta.clone()
        };
        drop(self.context.archive.put_conversation(meta));
    }
}
