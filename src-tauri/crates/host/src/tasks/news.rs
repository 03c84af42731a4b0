//! What may be told where no window of Parley is looked at.

use model::{ConversationId, TurnOutcome};

/// Something happened by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// Where.
    pub conversation: ConversationId,
    /// What.
    pub kind: NewsKind,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewsKind {
    /// An alarm's time came.
    Alarm {
        /// What it was about.
        about: String,
    },
    /// A turn has ended.
    TurnEnded {
        /// How.
        outcome: TurnOutcome,
        /// How long it took, milliseconds.
        took_ms: u64,
    },
}
