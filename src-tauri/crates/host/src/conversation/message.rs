//! What can be asked of a conversation's driver.

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
