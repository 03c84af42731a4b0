//! Identifiers. Each is a type of its own, so that one cannot stand for another.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            /// The text of the identifier.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text)
            }
        }
    };
}

text_id!(
    /// A conversation: made by the host, unique for ever, sortable by time of creation (UUID v7).
    ConversationId
);
text_id!(
    /// A turn, unique in its conversation. Turns that a user's message starts
    /// are named by the host and travel to the agent as the message's id where
    /// the protocol has one; turns an agent starts by itself are named by the adapter.
    TurnId
);
text_id!(
    /// An item of the transcript, unique in its conversation. Adapters put the
    /// epoch in front (`e3/…`), because agents use their ids again after a restart.
    ItemId
);
text_id!(
    /// A saved agent profile.
    ProfileId
);
text_id!(
    /// A rule of approvals (UUID v7).
    RuleId
);
text_id!(
    /// One approval request in one window's eyes: the text form of an `ApprovalKey`.
    ApprovalId
);

/// The number of an event in its conversation, from 1, without gaps.
pub type Seq = u64;

/// Counts the processes a conversation has had, from 1. It grows at every
/// spawn, so nothing that belonged to a dead process can be answered by a new one.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Epoch(pub u32);

impl Epoch {
    /// The epoch of the next process.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// An item's id in this epoch.
    #[must_use]
    pub fn item(self, key: &str) -> ItemId {
        ItemId(format!("e{}/{key}", self.0))
    }
}
