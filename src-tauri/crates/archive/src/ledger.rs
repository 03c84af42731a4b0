//! One change, as statements inside the writer's transaction.

use crate::change::{Change, EncodedBatch, EncodedLine, EncodedMessage, int};
use crate::{Retention, WriteError, approvals, decisions, items, reading, rebuild, rewrite, rules};
use model::{ConversationId, ConversationMeta};
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashMap;

/// Why a change was not applied.
pub(crate) enum Failure {
    /// SQLite failed: perhaps the whole transaction.
    Sqlite(rusqlite::Error),
    /// The change itself is wrong; its neighbours are not.
    Refused(WriteError),
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

pub(crate) fn refused(reason: impl Into<String>) -> Failure {
    Failure::Refused(WriteError::Rejected {
        reason: reason.into(),
    })
}

/// What the writer remembers of the file. Forgotten whenever a transaction is rolled back.
pub(crate) struct Ledger {
    conversations: HashMap<ConversationId, i64>,
    /// Bytes of traffic kept, by conversation.
    traffic: HashMap<i64, u64>,
    /// What of it is to be kept.
    retention: Retention,
}

/// Added to each line's length: its row is not free.
pub(crate) const LINE_COST: u64 = 48;

impl Ledger {
    pub(crate) fn new(retention: Retention) -> Self {
        Self {
            conversations: HashMap::new(),
            traffic: HashMap::new(),
            retention,
        }
    }

    pub(crate) fn retention(&self) -> Retention {
        self.retention
    }

    /// The counts in the file were changed by another way.
    pub(crate) fn forget_traffic(&mut self) {
        self.traffic.clear();
    }

    pub(crate) fn forget(&mut self) {
        self.conversations.clear();
        self.traffic.clear();
    }

    /// Applies one change.
    pub(crate) fn apply(&mut self, conn: &Connection, change: &Change) -> Result<(), Failure> {
        match change {
            Change::Put(meta) => put(conn, meta).map_err(Failure::from),
            Change::Delete(id) => self.delete(conn, id),
            Change::Append(batch) => self.append(conn, batch),
            Change::Queue {
                conversation,
                messages,
            } => {
                let id = self.conversation(conn, conversation)?;
                queue(conn, id, messages).map_err(Failure::from)
            }
            Change::Rebuild(conversation) => {
                let id = self.conversation(conn, conversation)?;
                rebuild::conversation(conn, id)
            }
            Change::Rewrite(new) => {
                let id = self.conversation(conn, &new.conversation)?;
                rewrite::apply(conn, id, new)
            }
            Change::Retain(retention) => {
                self.retention = *retention;
                Ok(())
            }
            Change::Rules(rules) => rules::put(conn, rules).map_err(Failure::from),
            Change::RuleMatched(rule, at) => rules::matched(conn, rule, *at).map_err(Failure::from),
            Change::Decisions(conversation, records) => records
                .iter()
                .try_for_each(|record| decisions::put(conn, conversation, record))
                .map_err(Failure::from),
            Change::Flush => Ok(()),
            #[cfg(test)]
            Change::Do(_) => Ok(()),
        }
    }

    fn conversation(&mut self, conn: &Connection, name: &ConversationId) -> Result<i64, Failure> {
        if let Some(id) = self.conversations.get(name) {
            return Ok(*id);
        }
        let id = reading::conversation_number(conn, name)?.ok_or_else(|| {
            Failure::Refused(WriteError::UnknownConversation {
                conversation: name.0.clone(),
            })
        })?;
        self.conversations.insert(name.clone(), id);
        Ok(id)
    }

    fn append(&mut self, conn: &Connection, batch: &EncodedBatch) -> Result<(), Failure> {
        let id = self.conversation(conn, &batch.conversation)?;
        let mut insert = conn.prepare_cached(
            "INSERT INTO events (conversation, seq, at, kind, body) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT DO NOTHING",
        )?;
        for event in &batch.events {
            let new = insert.execute(params![id, event.seq, event.at, event.kind(), event.body])?;
            if new == 0 && !is_same(conn, id, event.seq, &event.body)? {
                return Err(refused(format!(
                    "another event has the number {}",
                    event.seq
                )));
            }
        }
        for item in &batch.items {
            items::put(conn, id, item)?;
        }
        for approval in &batch.approvals {
            approvals::put(conn, id, approval)?;
        }
        self.put_traffic(conn, id, &batch.traffic)?;
        Ok(())
    }

    fn put_traffic(
        &mut self,
        conn: &Connection,
        id: i64,
        lines: &[EncodedLine],
    ) -> rusqlite::Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        let mut kept = match self.traffic.get(&id) {
            Some(kept) => *kept,
            None => conn
                .prepare_cached("SELECT bytes FROM traffic_use WHERE conversation = ?1")?
                .query_row([id], |row| row.get::<_, i64>(0))
                .optional()?
                .map_or(0, crate::change::nat),
        };
        let mut insert = conn.prepare_cached(
            "INSERT INTO traffic (conversation, at, epoch, direction, bytes)
             VALUES (?1, ?2, ?3, ?4, ?5)",
        )?;
        for line in lines {
            insert.execute(params![id, line.at, line.epoch, line.direction, line.bytes])?;
            kept += line.bytes.len() as u64 + LINE_COST;
        }
        if kept > self.retention.traffic_bytes {
            // An eighth at a time, so that a full log is not trimmed at every line.
            kept = trim(conn, id, kept, self.retention.traffic_bytes / 8 * 7)?;
        }
        conn.prepare_cached(
            "INSERT INTO traffic_use (conversation, bytes) VALUES (?1, ?2)
             ON CONFLICT DO UPDATE SET bytes = excluded.bytes",
        )?
        .execute(params![id, int(kept)])?;
        self.traffic.insert(id, kept);
        Ok(())
    }

    fn delete(&mut self, conn: &Connection, name: &ConversationId) -> Result<(), Failure> {
        let Some(id) = reading::conversation_number(conn, name)? else {
            return Ok(());
        };
        decisions::forget_words(conn, &name.0)?;
        conn.execute(
            "DELETE FROM search WHERE rowid IN
             (SELECT id FROM items WHERE conversation = ?1 AND indexed <> 0)",
            [id],
        )?;
        for table in [
            "items",
            "events",
            "approvals",
            "queue",
            "traffic",
            "traffic_use",
        ] {
            conn.execute(
                &format!("DELETE FROM {table} WHERE conversation = ?1"),
                [id],
            )?;
        }
        conn.execute("DELETE FROM conversations WHERE id = ?1", [id])?;
        self.conversations.remove(name);
        self.traffic.remove(&id);
        Ok(())
    }
}

fn put(conn: &Connection, meta: &ConversationMeta) -> rusqlite::Result<()> {
    conn.prepare_cached(
        "INSERT INTO conversations (name, title, titled_by_user, profile, profile_name, protocol,
             workspace, created_at, updated_at, session_id, epoch, draft, pinned, archived,
             seen_seq, preview, marks)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
         ON CONFLICT (name) DO UPDATE SET
             title = excluded.title, titled_by_user = excluded.titled_by_user,
             profile = excluded.profile, profile_name = excluded.profile_name,
             protocol = excluded.protocol, workspace = excluded.workspace,
             created_at = excluded.created_at, updated_at = excluded.updated_at,
             session_id = excluded.session_id, epoch = excluded.epoch, draft = excluded.draft,
             pinned = excluded.pinned, archived = excluded.archived,
             seen_seq = excluded.seen_seq, preview = excluded.preview,
             marks = excluded.marks",
    )?
    .execute(params![
        meta.id.0,
        meta.title,
        meta.titled_by_user,
        meta.profile.0,
        meta.profile_name,
        meta.protocol.0,
        meta.workspace,
        int(meta.created_at),
        int(meta.updated_at),
        meta.session_id,
        meta.epoch,
        meta.draft,
        meta.pinned,
        meta.archived,
        int(meta.seen_seq),
        meta.preview,
        marks(meta)?,
    ])?;
    Ok(())
}

fn marks(meta: &ConversationMeta) -> rusqlite::Result<String> {
    serde_json::to_string(&meta.marks)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
}

/// A batch may be handed over again after a failure that left it unclear
/// whether it was committed.
fn is_same(conn: &Connection, id: i64, seq: i64, body: &str) -> rusqlite::Result<bool> {
    let there: String = conn
        .prepare_cached("SELECT body FROM events WHERE conversation = ?1 AND seq = ?2")?
        .query_row([id, seq], |row| row.get(0))?;
    Ok(there == body)
}

fn queue(conn: &Connection, id: i64, messages: &[EncodedMessage]) -> rusqlite::Result<()> {
    conn.prepare_cached("DELETE FROM queue WHERE conversation = ?1")?
        .execute([id])?;
    let mut insert = conn.prepare_cached(
        "INSERT INTO queue (conversation, position, turn, text, attachments, form)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for (position, message) in (0_i64..).zip(messages) {
        insert.execute(params![
            id,
            position,
            message.turn,
            message.text,
            message.attachments,
            message.form
        ])?;
    }
    Ok(())
}

/// Drops the oldest lines until at most `goal` bytes are kept; gives what is.
pub(crate) fn trim(conn: &Connection, id: i64, mut kept: u64, goal: u64) -> rusqlite::Result<u64> {
    let mut last = None;
    let mut oldest = conn.prepare_cached(
        "SELECT id, length(bytes) FROM traffic WHERE conversation = ?1 ORDER BY id",
    )?;
    let mut rows = oldest.query([id])?;
    while kept > goal
        && let Some(row) = rows.next()?
    {
        last = Some(row.get::<_, i64>(0)?);
        kept = kept.saturating_sub(row.get::<_, i64>(1).map(crate::change::nat)? + LINE_COST);
    }
    drop(rows);
    if let Some(last) = last {
        conn.prepare_cached("DELETE FROM traffic WHERE conversation = ?1 AND id <= ?2")?
            .execute([id, last])?;
    }
    Ok(kept)
}
