//! What is read, each on a connection of its own: a reader never waits for the
//! writer, and never changes anything (C67). Items are read in `items`.

use crate::change::{direction, nat};
use crate::opening::Source;
use crate::{OpenApproval, QueuedRecord, TrafficRow, opening};
use model::{
    ApprovalRecord, ConversationId, ConversationMeta, Epoch, Event, ProfileId, ProtocolId,
    Recorded, Seq, TrafficLine, TurnId,
};
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::sync::{Mutex, PoisonError};

/// Connections kept open between reads.
const IDLE: usize = 4;

/// A small pool of reading connections.
pub(crate) struct Readers {
    source: Source,
    idle: Mutex<Vec<Connection>>,
}

impl Readers {
    pub(crate) fn new(source: Source) -> Self {
        Self {
            source,
            idle: Mutex::default(),
        }
    }

    /// Runs a read on a free connection, or a new one.
    pub(crate) fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        let free = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let conn = match free {
            Some(conn) => conn,
            None => opening::reader(&self.source)?,
        };
        let result = read(&conn);
        if result.is_ok() {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            if idle.len() < IDLE {
                idle.push(conn);
            }
        }
        result
    }

    /// Closes what is idle, so that the last one out can tidy the log away.
    pub(crate) fn close(&self) {
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
    }
}

pub(crate) fn conversation_number(
    conn: &Connection,
    name: &ConversationId,
) -> rusqlite::Result<Option<i64>> {
    conn.prepare_cached("SELECT id FROM conversations WHERE name = ?1")?
        .query_row([&name.0], |row| row.get(0))
        .optional()
}

const META: &str = "name, title, titled_by_user, profile, profile_name, protocol, workspace,
    created_at, updated_at, session_id, epoch, draft, pinned, archived, seen_seq, preview, marks";

fn meta(row: &Row<'_>) -> rusqlite::Result<ConversationMeta> {
    Ok(ConversationMeta {
        id: ConversationId(row.get(0)?),
        title: row.get(1)?,
        titled_by_user: row.get(2)?,
        profile: ProfileId(row.get(3)?),
        profile_name: row.get(4)?,
        protocol: ProtocolId(row.get(5)?),
        workspace: row.get(6)?,
        created_at: row.get(7).map(nat)?,
        updated_at: row.get(8).map(nat)?,
        session_id: row.get(9)?,
        epoch: row.get(10)?,
        draft: row.get(11)?,
        pinned: row.get(12)?,
        archived: row.get(13)?,
        seen_seq: row.get(14).map(nat)?,
        preview: row.get(15)?,
        marks: json(row, 16)?,
    })
}

/// All conversations: pinned ones first, then the last that had a message.
pub(crate) fn conversations(conn: &Connection) -> rusqlite::Result<Vec<ConversationMeta>> {
    conn.prepare_cached(&format!(
        "SELECT {META} FROM conversations ORDER BY pinned DESC, updated_at DESC, id DESC"
    ))?
    .query_map([], meta)?
    .collect()
}

pub(crate) fn conversation(
    conn: &Connection,
    name: &ConversationId,
) -> rusqlite::Result<Option<ConversationMeta>> {
    conn.prepare_cached(&format!("SELECT {META} FROM conversations WHERE name = ?1"))?
        .query_row([&name.0], meta)
        .optional()
}

/// Events of a conversation from a number on, in order.
pub(crate) fn events(
    conn: &Connection,
    id: i64,
    from: Seq,
    limit: u32,
) -> rusqlite::Result<Vec<Recorded>> {
    conn.prepare_cached(
        "SELECT seq, at, body FROM events WHERE conversation = ?1 AND seq >= ?2
         ORDER BY seq LIMIT ?3",
    )?
    .query_map(params![id, crate::change::int(from), limit], recorded)?
    .collect()
}

pub(crate) fn recorded(row: &Row<'_>) -> rusqlite::Result<Recorded> {
    let body = lossy(row, 2)?;
    let event = serde_json::from_str(&body).unwrap_or_else(|error| Event::Malformed {
        reason: format!("damaged in the archive: {error}"),
        line: body,
    });
    Ok(Recorded {
        seq: row.get(0).map(nat)?,
        at: row.get(1).map(nat)?,
        event,
    })
}

/// The last `limit` lines before row `before`, in order.
pub(crate) fn traffic(
    conn: &Connection,
    name: &ConversationId,
    before: Option<i64>,
    limit: u32,
) -> rusqlite::Result<Vec<TrafficRow>> {
    let Some(id) = conversation_number(conn, name)? else {
        return Ok(Vec::new());
    };
    let mut rows: Vec<TrafficRow> = conn
        .prepare_cached(
            "SELECT id, at, epoch, direction, bytes FROM traffic
             WHERE conversation = ?1 AND id < ?2 ORDER BY id DESC LIMIT ?3",
        )?
        .query_map(params![id, before.unwrap_or(i64::MAX), limit], traffic_row)?
        .collect::<rusqlite::Result<_>>()?;
    rows.reverse();
    Ok(rows)
}

/// The first `limit` lines after row `after`, in order.
pub(crate) fn traffic_after(
    conn: &Connection,
    name: &ConversationId,
    after: i64,
    limit: u32,
) -> rusqlite::Result<Vec<TrafficRow>> {
    let Some(id) = conversation_number(conn, name)? else {
        return Ok(Vec::new());
    };
    conn.prepare_cached(
        "SELECT id, at, epoch, direction, bytes FROM traffic
         WHERE conversation = ?1 AND id > ?2 ORDER BY id LIMIT ?3",
    )?
    .query_map(params![id, after, limit], traffic_row)?
    .collect()
}

fn traffic_row(row: &Row<'_>) -> rusqlite::Result<TrafficRow> {
    Ok(TrafficRow {
        row: row.get(0)?,
        line: TrafficLine {
            at: row.get(1).map(nat)?,
            epoch: Epoch(row.get(2)?),
            direction: direction(row.get(3)?),
            bytes: row.get(4)?,
        },
    })
}

/// Approvals of one conversation or all, in the order they were asked.
pub(crate) fn approvals(
    conn: &Connection,
    of: Option<&ConversationId>,
    open_only: bool,
) -> rusqlite::Result<Vec<OpenApproval>> {
    conn.prepare_cached(
        "SELECT c.name, a.request, a.requested_at, a.state, a.answered_by, a.changed_at
         FROM approvals a JOIN conversations c ON c.id = a.conversation
         WHERE (?1 IS NULL OR c.name = ?1) AND (NOT ?2 OR a.settled = 0)
         ORDER BY a.requested_at, c.id, a.key",
    )?
    .query_map(params![of.map(|id| &id.0), open_only], |row| {
        Ok(OpenApproval {
            conversation: ConversationId(row.get(0)?),
            approval: ApprovalRecord {
                answered: None,
                request: json(row, 1)?,
                requested_at: row.get(2).map(nat)?,
                state: json(row, 3)?,
                by: row.get(4)?,
                changed_at: row.get(5).map(nat)?,
            },
        })
    })?
    .collect()
}

pub(crate) fn queue(
    conn: &Connection,
    name: &ConversationId,
) -> rusqlite::Result<Vec<QueuedRecord>> {
    let Some(id) = conversation_number(conn, name)? else {
        return Ok(Vec::new());
    };
    conn.prepare_cached(
        "SELECT turn, text, attachments, form FROM queue WHERE conversation = ?1 ORDER BY position",
    )?
    .query_map([id], |row| {
        Ok(QueuedRecord {
            id: TurnId(row.get(0)?),
            text: row.get(1)?,
            attachments: json(row, 2)?,
            form: json(row, 3)?,
        })
    })?
    .collect()
}

/// How many messages wait, of the conversations in which any do.
pub(crate) fn queued_counts(conn: &Connection) -> rusqlite::Result<Vec<(ConversationId, u32)>> {
    conn.prepare_cached(
        "SELECT c.name, count(*) FROM queue q JOIN conversations c ON c.id = q.conversation
         GROUP BY q.conversation",
    )?
    .query_map([], |row| Ok((ConversationId(row.get(0)?), row.get(1)?)))?
    .collect()
}

fn json<T: serde::de::DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(
            column,
            rusqlite::types::Type::Text,
            Box::new(error),
        )
    })
}

/// The text of a column, even where a damaged file left none of valid UTF-8.
pub(crate) fn lossy(row: &Row<'_>, column: usize) -> rusqlite::Result<String> {
    let value = row.get_ref(column)?;
    match value.as_bytes() {
        Ok(bytes) => Ok(String::from_utf8_lossy(bytes).into_owned()),
        Err(_) => Ok(String::new()),
    }
}
