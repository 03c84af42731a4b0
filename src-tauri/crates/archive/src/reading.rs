//! What is read, each on a connection of its own: a reader never waits for the
//! writer, and never changes anything (C67).

use crate::change::{direction, nat};
use crate::opening::Source;
use crate::{
    ItemsPage, OpenApproval, PlacedItem, QueuedRecord, TrafficRow, UserMessage, fold, opening,
};
use model::{
    ApprovalRecord, ConversationId, ConversationMeta, Epoch, Event, Item, ItemBody, ItemId,
    ProfileId, ProtocolId, Recorded, Seq, TrafficLine, TurnId,
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

/// The last `limit` items before `before`, in order.
pub(crate) fn items_before(
    conn: &Connection,
    name: &ConversationId,
    before: Option<u32>,
    limit: u32,
) -> rusqlite::Result<Vec<PlacedItem>> {
    let Some(id) = conversation_number(conn, name)? else {
        return Ok(Vec::new());
    };
    let before = before.map_or(i64::MAX, i64::from);
    let mut items: Vec<PlacedItem> = conn
        .prepare_cached(
            "SELECT place, item, first_seq, complete, body FROM items
             WHERE conversation = ?1 AND place < ?2 ORDER BY place DESC LIMIT ?3",
        )?
        .query_map(params![id, before, limit], placed)?
        .collect::<rusqlite::Result<_>>()?;
    items.reverse();
    catch_up(conn, id, &mut items)?;
    Ok(items)
}

/// Items that the index does not hold, after a row.
pub(crate) fn item_rows(
    conn: &Connection,
    after: i64,
    limit: u32,
) -> rusqlite::Result<Vec<(i64, PlacedItem)>> {
    conn.prepare_cached(
        "SELECT place, item, first_seq, complete, body, id FROM items
         WHERE id > ?1 AND indexed = 0 ORDER BY id LIMIT ?2",
    )?
    .query_map([after, i64::from(limit)], |row| {
        Ok((row.get(5)?, placed(row)?))
    })?
    .collect()
}

/// All items of a conversation, as their rows have them.
pub(crate) fn items_of(conn: &Connection, id: i64) -> rusqlite::Result<Vec<PlacedItem>> {
    conn.prepare_cached(
        "SELECT place, item, first_seq, complete, body FROM items
         WHERE conversation = ?1 ORDER BY place",
    )?
    .query_map([id], placed)?
    .collect()
}

/// The last `limit` messages of the user before a place, in order.
pub(crate) fn user_messages(
    conn: &Connection,
    name: &ConversationId,
    before: Option<u32>,
    limit: u32,
) -> rusqlite::Result<Vec<UserMessage>> {
    let Some(id) = conversation_number(conn, name)? else {
        return Ok(Vec::new());
    };
    // In JSON a quote inside a text is escaped, so these words are structure. They
    // may stand deeper than the item's own tag: what was read decides.
    let mut statement = conn.prepare_cached(
        "SELECT place, item, first_seq, complete, body FROM items
         WHERE conversation = ?1 AND place < ?2 AND instr(body, '\"kind\":\"user\"') > 0
         ORDER BY place DESC",
    )?;
    let before = before.map_or(i64::MAX, i64::from);
    let mut rows = statement.query(params![id, before])?;
    let mut messages = Vec::new();
    while messages.len() < limit as usize
        && let Some(row) = rows.next()?
    {
        let placed = placed(row)?;
        if let ItemBody::User { text, form, .. } = placed.item.body {
            messages.push(UserMessage {
                place: placed.place,
                at: placed.item.started_at,
                text,
                operation: !form.is_empty(),
            });
        }
    }
    messages.reverse();
    Ok(messages)
}

/// The first `limit` items from `from` on, in order.
pub(crate) fn items_from(
    conn: &Connection,
    name: &ConversationId,
    from: u32,
    limit: u32,
) -> rusqlite::Result<Vec<PlacedItem>> {
    let Some(id) = conversation_number(conn, name)? else {
        return Ok(Vec::new());
    };
    let mut items: Vec<PlacedItem> = conn
        .prepare_cached(
            "SELECT place, item, first_seq, complete, body FROM items
             WHERE conversation = ?1 AND place >= ?2 ORDER BY place LIMIT ?3",
        )?
        .query_map(params![id, from, limit], placed)?
        .collect::<rusqlite::Result<_>>()?;
    catch_up(conn, id, &mut items)?;
    Ok(items)
}

/// Of the items `from` up to and not including `to` those that may have changed
/// a file, and the user's messages, in order.
pub(crate) fn file_calls(
    conn: &Connection,
    name: &ConversationId,
    from: u32,
    to: u32,
) -> rusqlite::Result<Vec<PlacedItem>> {
    let Some(id) = conversation_number(conn, name)? else {
        return Ok(Vec::new());
    };
    // As for `user_messages`: words that are structure, and what was read decides.
    conn.prepare_cached(
        r#"SELECT place, item, first_seq, complete, body FROM items
           WHERE conversation = ?1 AND place >= ?2 AND place < ?3
             AND (instr(body, '"kind":"user"') > 0
               OR instr(body, '"toolKind":"write"') > 0
               OR instr(body, '"toolKind":"edit"') > 0
               OR instr(body, '"kind":"diff"') > 0)
           ORDER BY place"#,
    )?
    .query_map(params![id, from, to], placed)?
    .collect()
}

pub(crate) fn items_tail(
    conn: &Connection,
    name: &ConversationId,
    limit: u32,
) -> rusqlite::Result<ItemsPage> {
    // One transaction: the page and the numbers belong together.
    let transaction = conn.unchecked_transaction()?;
    let Some(id) = conversation_number(&transaction, name)? else {
        return Ok(ItemsPage::default());
    };
    let items = items_before(&transaction, name, None, limit)?;
    // Places have no gaps, so the last one counts them.
    let total = transaction
        .prepare_cached("SELECT coalesce(max(place) + 1, 0) FROM items WHERE conversation = ?1")?
        .query_row([id], |row| row.get(0))?;
    let last_seq = transaction
        .prepare_cached("SELECT coalesce(max(seq), 0) FROM events WHERE conversation = ?1")?
        .query_row([id], |row| row.get(0).map(nat))?;
    transaction.finish()?;
    Ok(ItemsPage {
        items,
        total,
        last_seq,
    })
}

pub(crate) fn placed(row: &Row<'_>) -> rusqlite::Result<PlacedItem> {
    let id: String = row.get(1)?;
    let body = lossy(row, 4)?;
    Ok(PlacedItem {
        place: row.get(0)?,
        first_seq: row.get(2).map(nat)?,
        complete: row.get(3)?,
        item: serde_json::from_str(&body).unwrap_or_else(|error| unreadable(id, &error, body)),
    })
}

/// A damaged row is shown as what is left of it; the page is not lost for it.
fn unreadable(id: String, error: &serde_json::Error, line: String) -> Item {
    Item {
        id: ItemId(id),
        turn: None,
        started_at: 0,
        completed_at: None,
        body: ItemBody::Raw {
            reason: format!("damaged in the archive: {error}"),
            malformed: true,
            line,
        },
    }
}

/// The text of a column, even where a damaged file left none of valid UTF-8.
fn lossy(row: &Row<'_>, column: usize) -> rusqlite::Result<String> {
    let value = row.get_ref(column)?;
    match value.as_bytes() {
        Ok(bytes) => Ok(String::from_utf8_lossy(bytes).into_owned()),
        Err(_) => Ok(String::new()),
    }
}

/// Gives items that were open at the end of the last process the text their
/// deltas hold.
fn catch_up(conn: &Connection, id: i64, items: &mut [PlacedItem]) -> rusqlite::Result<()> {
    let lagging = items.iter().filter(|placed| fold::lags(placed));
    let Some(from) = lagging.map(|placed| placed.first_seq).min() else {
        return Ok(());
    };
    let events: Vec<Recorded> = conn
        .prepare_cached(
            "SELECT seq, at, body FROM events
             WHERE conversation = ?1 AND seq >= ?2
               AND kind IN ('itemStarted', 'itemDelta', 'itemUpdated', 'itemCompleted')
             ORDER BY seq",
        )?
        .query_map(params![id, crate::change::int(from)], recorded)?
        .collect::<rusqlite::Result<_>>()?;
    fold::catch_up(items, &events);
    Ok(())
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

fn recorded(row: &Row<'_>) -> rusqlite::Result<Recorded> {
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
