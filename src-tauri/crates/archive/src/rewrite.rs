//! What is kept in other words: what became known as a key after it was written is taken out.
//!
//! The one way to change an event. Nothing of the old words stays in the file: what is deleted is
//! overwritten, the log emptied, and the search index merged anew when there is time.

use crate::change::{Change, EncodedEvent, EncodedItem};
use crate::ledger::Failure;
use crate::{Archive, PlacedItem, Receipt, TrafficRow, WriteError, decisions, items, upkeep};
use model::view::LedgerEntry;
use model::{ApprovalRecord, ConversationId, Recorded};
use rusqlite::{Connection, params};

/// Rows of a conversation as they should have been written: each takes the place of the one there
/// is. What is not there any more stays away.
#[derive(Debug, Clone)]
pub struct Rewrite {
    /// The conversation.
    pub conversation: ConversationId,
    /// Events, by their numbers.
    pub events: Vec<Recorded>,
    /// Items, by their places.
    pub items: Vec<PlacedItem>,
    /// Approvals, by their keys; only what was asked is taken.
    pub approvals: Vec<ApprovalRecord>,
    /// Raw lines, by their rows.
    pub traffic: Vec<TrafficRow>,
    /// Entries of the ledger, by their numbers; only their words are taken.
    pub decisions: Vec<LedgerEntry>,
}

impl Rewrite {
    /// One of nothing.
    #[must_use]
    pub fn new(conversation: ConversationId) -> Self {
        Self {
            conversation,
            events: Vec::new(),
            items: Vec::new(),
            approvals: Vec::new(),
            traffic: Vec::new(),
            decisions: Vec::new(),
        }
    }

    /// True where it changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
            && self.items.is_empty()
            && self.approvals.is_empty()
            && self.traffic.is_empty()
            && self.decisions.is_empty()
    }
}

impl Archive {
    /// Puts rows in the place of those there are, all or none. Forced to the disk. Whoever writes
    /// the conversation must not write the same rows meanwhile.
    pub fn rewrite(&self, rewrite: Rewrite) -> Receipt {
        match Encoded::new(rewrite) {
            Ok(encoded) => {
                let (bytes, rows) = encoded.size();
                self.submit(Change::Rewrite(encoded), bytes, rows, true, true)
            }
            Err(error) => Receipt::settled(Err(WriteError::Rejected {
                reason: error.to_string(),
            })),
        }
    }
}

/// The same on its way to the writer.
pub(crate) struct Encoded {
    pub(crate) conversation: ConversationId,
    events: Vec<EncodedEvent>,
    items: Vec<EncodedItem>,
    approvals: Vec<(String, String)>,
    traffic: Vec<TrafficRow>,
    decisions: Vec<LedgerEntry>,
}

impl Encoded {
    fn new(rewrite: Rewrite) -> Result<Self, serde_json::Error> {
        let approvals = rewrite.approvals.iter().map(|record| {
            let request = serde_json::to_string(&record.request)?;
            Ok((record.request.key.id().0, request))
        });
        Ok(Self {
            events: rewrite
                .events
                .iter()
                .map(EncodedEvent::new)
                .collect::<Result<_, _>>()?,
            items: rewrite
                .items
                .iter()
                .map(EncodedItem::new)
                .collect::<Result<_, _>>()?,
            approvals: approvals.collect::<Result<_, serde_json::Error>>()?,
            conversation: rewrite.conversation,
            traffic: rewrite.traffic,
            decisions: rewrite.decisions,
        })
    }

    /// About what it takes in memory, and its rows.
    fn size(&self) -> (usize, usize) {
        let events = self.events.iter().map(|event| event.body.len());
        let items = self.items.iter().map(|item| 2 * item.body.len());
        let approvals = self.approvals.iter().map(|(_, request)| request.len());
        let traffic = self.traffic.iter().map(|row| row.line.bytes.len());
        let decisions = self.decisions.iter().map(|entry| 2 * entry.args.len());
        let bytes = events
            .chain(items)
            .chain(approvals)
            .chain(traffic)
            .chain(decisions);
        let (bytes, rows) = bytes.fold((0, 0), |(sum, rows), one| (sum + one, rows + 1));
        (bytes + 64 * rows, rows)
    }
}

pub(crate) fn apply(conn: &Connection, id: i64, new: &Encoded) -> Result<(), Failure> {
    thoroughly(conn, || {
        let mut events = conn.prepare_cached(
            "UPDATE events SET kind = ?3, body = ?4 WHERE conversation = ?1 AND seq = ?2",
        )?;
        for event in &new.events {
            events.execute(params![id, event.seq, event.kind(), event.body])?;
        }
        for item in &new.items {
            items::put(conn, id, item)?;
        }
        let mut approvals = conn.prepare_cached(
            "UPDATE approvals SET request = ?3 WHERE conversation = ?1 AND key = ?2",
        )?;
        for (key, request) in &new.approvals {
            approvals.execute(params![id, key, request])?;
        }
        let mut traffic = conn
            .prepare_cached("UPDATE traffic SET bytes = ?3 WHERE conversation = ?1 AND id = ?2")?;
        for row in &new.traffic {
            traffic.execute(params![id, row.row, row.line.bytes])?;
        }
        for entry in &new.decisions {
            decisions::put_words(conn, entry)?;
        }
        if !new.items.is_empty() {
            upkeep::note_merge(conn)?;
        }
        Ok(())
    })
}

/// What is deleted meanwhile is overwritten, wherever it lay.
pub(crate) fn thoroughly<T>(
    conn: &Connection,
    act: impl FnOnce() -> rusqlite::Result<T>,
) -> Result<T, Failure> {
    let done = conn
        .execute_batch("PRAGMA secure_delete = ON")
        .and_then(|()| act());
    conn.execute_batch(crate::opening::OVERWRITES)?;
    Ok(done?)
}
