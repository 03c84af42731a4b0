//! What goes into the archive and what comes out of it.

use model::{
    ApprovalRecord, Attachment, ConversationId, Item, ItemId, Recorded, Seq, TrafficLine, TurnId,
};
use std::ops::Range;

/// How surely a batch is on disk when its receipt resolves (security §13).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Durability {
    /// Merged with its neighbours for at most 55 ms into one transaction that
    /// outlives a kill of the process. For deltas and everything the agent says.
    #[default]
    Batched,
    /// Written at once and forced to the disk: outlives a loss of power too. For
    /// messages of the user and approvals, before they are acted on.
    Now,
}

/// Everything one step of a conversation adds, written in one transaction.
#[derive(Debug, Clone)]
pub struct AppendBatch {
    /// The conversation.
    pub conversation: ConversationId,
    /// New events. The same event under the same number may come again.
    pub events: Vec<Recorded>,
    /// Items that began, changed or were completed by them. Deltas need no row.
    pub items: Vec<PlacedItem>,
    /// Approvals that were requested, answered or settled. The archive refuses a
    /// batch in which one goes back a step or gets a second answer.
    pub approvals: Vec<ApprovalRecord>,
    /// Raw lines, both directions.
    pub traffic: Vec<TrafficLine>,
    /// How surely.
    pub durability: Durability,
}

impl AppendBatch {
    /// An empty batch.
    #[must_use]
    pub fn new(conversation: ConversationId, durability: Durability) -> Self {
        Self {
            conversation,
            events: Vec::new(),
            items: Vec::new(),
            approvals: Vec::new(),
            traffic: Vec::new(),
            durability,
        }
    }

    /// True where it adds nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
            && self.items.is_empty()
            && self.approvals.is_empty()
            && self.traffic.is_empty()
    }
}

/// An item at its place in the transcript.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedItem {
    /// Its place, from 0 without gaps.
    pub place: u32,
    /// The number of its `ItemStarted` event.
    pub first_seq: Seq,
    /// The item. While it is not complete its text may lag: readers get it
    /// folded from its events.
    pub item: Item,
    /// True once it will not change any more.
    pub complete: bool,
}

/// The end of a transcript.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ItemsPage {
    /// Items in order.
    pub items: Vec<PlacedItem>,
    /// Items the conversation has.
    pub total: u32,
    /// The number of its last event; 0 where it has none.
    pub last_seq: Seq,
}

/// An approval that was not settled when the process that asked, or Parley, ended.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenApproval {
    /// Whose.
    pub conversation: ConversationId,
    /// It.
    pub approval: ApprovalRecord,
}

/// A message of the user that waits for its turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueuedRecord {
    /// The turn it will start: its name for ever, so that it is sent once.
    pub id: TurnId,
    /// The text.
    pub text: String,
    /// Files that go with it.
    pub attachments: Vec<Attachment>,
    /// An operation's fields; empty for a plain message.
    pub form: serde_json::Map<String, serde_json::Value>,
}

/// A raw line and its number in the archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrafficRow {
    /// Grows with time; give it as `before` to read on.
    pub row: i64,
    /// The line.
    pub line: TrafficLine,
}

/// A message of the user, as the beginning of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserMessage {
    /// Its place.
    pub place: u32,
    /// When it was written, in milliseconds since the Unix epoch.
    pub at: u64,
    /// The text.
    pub text: String,
    /// It is an operation: its text only names it.
    pub operation: bool,
}

/// An item in which a text was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// Grows with time; the last one's, given as `before`, continues the search.
    pub row: i64,
    /// The conversation.
    pub conversation: ConversationId,
    /// The item's place in it.
    pub place: u32,
    /// The item.
    pub item_id: ItemId,
    /// The conversation's title.
    pub title: String,
    /// When the item began, in milliseconds since the Unix epoch.
    pub at: u64,
    /// A few words around the first place where it was found.
    pub snippet: String,
    /// What was found, as byte ranges of `snippet`.
    pub marks: Vec<Range<usize>>,
}
