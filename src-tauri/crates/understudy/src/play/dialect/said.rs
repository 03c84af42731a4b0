//! The neutral steps: what an agent says, in no protocol's words.

/// A neutral step. Its body is `true`, a text, or an object whose fields are laid over what the
/// dialect would send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Said {
    /// The agent is up: `{session_id?}`.
    Ready,
    /// A turn begins.
    StartTurn,
    /// A piece of the answer.
    Text,
    /// A piece of thinking.
    Thinking,
    /// A tool call that waits for an answer: `{call_id?, tool, args, category?, description?}`.
    Ask,
    /// A tool call runs: `call_id`, or `{call_id?, tool?, args?}`; `tool` for one nobody asked about.
    Running,
    /// A tool call's result: the output of the last call, or `{call_id?, output, status?}`.
    Result,
    /// A tool call is cancelled: `{call_id?, reason?}` or the reason.
    Cancel,
    /// The turn ends.
    EndTurn,
    /// The turn fails: a message, or `{message, code?, retryable?}`.
    Fail,
    /// A remark.
    Info,
    /// The agent's own word that it was stopped.
    Stopped,
    /// The answer to `await ping`.
    Pong,
}

impl Said {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Ready,
        Self::StartTurn,
        Self::Text,
        Self::Thinking,
        Self::Ask,
        Self::Running,
        Self::Result,
        Self::Cancel,
        Self::EndTurn,
        Self::Fail,
        Self::Info,
        Self::Stopped,
        Self::Pong,
    ];

    /// The step's name in a script.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::StartTurn => "start_turn",
            Self::Text => "text",
            Self::Thinking => "thinking",
            Self::Ask => "ask",
            Self::Running => "running",
            Self::Result => "result",
            Self::Cancel => "cancel",
            Self::EndTurn => "end_turn",
            Self::Fail => "fail",
            Self::Info => "info",
            Self::Stopped => "stopped",
            Self::Pong => "pong",
        }
    }

    /// The step of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|said| said.name() == name)
    }
}

/// Whether a protocol has words for a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carries {
    /// It has.
    Yes,
    /// It has none, and nobody waits for them: the step writes nothing.
    Silently,
    /// It has none, and a script that needs them makes no sense in it; why.
    No(&'static str),
}
