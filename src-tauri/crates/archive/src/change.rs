//! Changes on their way to the writer, encoded already: that work is done by
//! whoever appends, and the writer only binds.

use crate::receipt::Promise;
use crate::{AppendBatch, Durability, PlacedItem, QueuedRecord, text};
use model::{
    ApprovalRecord, ApprovalState, ConversationId, ConversationMeta, Direction, ItemBody, Recorded,
};
use serde::Serialize;

/// What is to be done.
pub(crate) enum Change {
    Put(Box<ConversationMeta>),
    Delete(ConversationId),
    Append(EncodedBatch),
    Queue {
        conversation: ConversationId,
        messages: Vec<EncodedMessage>,
    },
    Rebuild(ConversationId),
    /// All rules, in place of those there are.
    Rules(crate::rules::EncodedRules),
    RuleMatched(model::RuleId, u64),
    Decisions(ConversationId, Vec<crate::DecisionRecord>),
    Rewrite(crate::rewrite::Encoded),
    /// What is to be kept from now on.
    Retain(crate::Retention),
    /// Everything before it is to be in the main file.
    Flush,
    /// Runs on the writer's connection, so that a test can break it.
    #[cfg(test)]
    Do(Box<dyn FnOnce(&mut rusqlite::Connection) + Send>),
}

/// A change and what the writer must know to batch it.
pub(crate) struct Pending {
    pub(crate) change: Change,
    /// About what it takes in memory.
    pub(crate) bytes: usize,
    pub(crate) rows: usize,
    /// To be forced to the disk.
    pub(crate) durable: bool,
    pub(crate) promise: Promise,
}

pub(crate) struct EncodedBatch {
    pub(crate) conversation: ConversationId,
    pub(crate) events: Vec<EncodedEvent>,
    pub(crate) items: Vec<EncodedItem>,
    pub(crate) approvals: Vec<EncodedApproval>,
    pub(crate) traffic: Vec<EncodedLine>,
}

pub(crate) struct EncodedEvent {
    pub(crate) seq: i64,
    pub(crate) at: i64,
    pub(crate) body: String,
}

pub(crate) struct EncodedItem {
    pub(crate) place: u32,
    pub(crate) item: String,
    pub(crate) first_seq: i64,
    pub(crate) complete: bool,
    pub(crate) body: String,
    /// What is to be found; none while it changes too often to be indexed.
    pub(crate) text: Option<String>,
}

pub(crate) struct EncodedApproval {
    pub(crate) key: String,
    pub(crate) request: String,
    pub(crate) requested_at: i64,
    pub(crate) state: ApprovalState,
    pub(crate) state_json: String,
    pub(crate) answered_by: String,
    pub(crate) changed_at: i64,
}

pub(crate) struct EncodedMessage {
    pub(crate) turn: String,
    pub(crate) text: String,
    pub(crate) attachments: String,
    pub(crate) form: String,
}

pub(crate) struct EncodedLine {
    pub(crate) at: i64,
    pub(crate) epoch: u32,
    pub(crate) direction: u8,
    pub(crate) bytes: Vec<u8>,
}

type Encoded<T> = Result<T, serde_json::Error>;

fn json<T: Serialize>(value: &T) -> Encoded<String> {
    serde_json::to_string(value)
}

impl EncodedBatch {
    /// Encodes a batch; gives its bytes and rows as well.
    pub(crate) fn new(batch: AppendBatch) -> Encoded<(Self, usize, usize)> {
        let encoded = Self {
            conversation: batch.conversation,
            events: batch
                .events
                .iter()
                .map(EncodedEvent::new)
                .collect::<Encoded<_>>()?,
            items: batch
                .items
                .iter()
                .map(EncodedItem::new)
                .collect::<Encoded<_>>()?,
            approvals: batch
                .approvals
                .iter()
                .map(EncodedApproval::new)
                .collect::<Encoded<_>>()?,
            traffic: batch
                .traffic
                .into_iter()
                .map(|line| EncodedLine {
                    at: int(line.at),
                    epoch: line.epoch.0,
                    direction: direction_number(line.direction),
                    bytes: line.bytes,
                })
                .collect(),
        };
        let bytes = encoded
            .events
            .iter()
            .map(|event| event.body.len() + 64)
            .sum::<usize>()
            + encoded
                .items
                .iter()
                .map(|item| item.body.len() + item.text.as_ref().map_or(0, String::len) + 128)
                .sum::<usize>()
            + encoded
                .approvals
                .iter()
                .map(|one| one.request.len() + 256)
                .sum::<usize>()
            + encoded
                .traffic
                .iter()
                .map(|line| line.bytes.len() + 64)
                .sum::<usize>();
        let rows = encoded.events.len() + encoded.items.len() + encoded.approvals.len();
        Ok((encoded, bytes, rows))
    }
}

impl EncodedEvent {
    pub(crate) fn new(recorded: &Recorded) -> Encoded<Self> {
        Ok(Self {
            seq: int(recorded.seq),
            at: int(recorded.at),
            body: json(&recorded.event)?,
        })
    }

    /// The family of the event, as its JSON names it first: lets SQL pass over the rest.
    pub(crate) fn kind(&self) -> &str {
        self.body
            .strip_prefix("{\"event\":\"")
            .and_then(|rest| rest.split_once('"'))
            .map_or("", |(kind, _)| kind)
    }
}

impl EncodedItem {
    pub(crate) fn new(placed: &PlacedItem) -> Encoded<Self> {
        let searched = placed.complete || matches!(placed.item.body, ItemBody::User { .. });
        Ok(Self {
            place: placed.place,
            item: placed.item.id.0.clone(),
            first_seq: int(placed.first_seq),
            complete: placed.complete,
            body: json(&placed.item)?,
            text: searched.then(|| text::segment(&text::of(&placed.item))),
        })
    }
}

impl EncodedApproval {
    fn new(record: &ApprovalRecord) -> Encoded<Self> {
        Ok(Self {
            key: record.request.key.id().0,
            request: json(&record.request)?,
            requested_at: int(record.requested_at),
            state: record.state.clone(),
            state_json: json(&record.state)?,
            answered_by: record.by.clone(),
            changed_at: int(record.changed_at),
        })
    }
}

impl EncodedMessage {
    pub(crate) fn new(message: QueuedRecord) -> Encoded<Self> {
        Ok(Self {
            turn: message.id.0,
            text: message.text,
            attachments: json(&message.attachments)?,
            form: json(&message.form)?,
        })
    }
}

impl Durability {
    pub(crate) fn is_now(self) -> bool {
        self == Self::Now
    }
}

/// SQLite's integers are signed; no time or number of ours reaches their end.
pub(crate) fn int(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The way back; a damaged negative number becomes 0.
pub(crate) fn nat(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

pub(crate) fn direction_number(direction: Direction) -> u8 {
    match direction {
        Direction::FromAgent => 0,
        Direction::ToAgent => 1,
        Direction::Stderr => 2,
        Direction::Host => 3,
    }
}

pub(crate) fn direction(number: u8) -> Direction {
    match number {
        1 => Direction::ToAgent,
        2 => Direction::Stderr,
        3 => Direction::Host,
        _ => Direction::FromAgent,
    }
}
