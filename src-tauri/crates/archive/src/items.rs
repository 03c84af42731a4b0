//! The items of a conversation as rows, written with what the search index has of them, and the
//! pages that are read.
//!
//! A row lags behind its events where the last process ended in the middle of a text, so what is
//! shown of texts ends with [`catch_up`]. What else a conversation has is in `reading`.

use crate::change::{EncodedItem, int, nat};
use crate::reading::{conversation_number, lossy, recorded};
use crate::{ItemsPage, PlacedItem, UserMessage, fold, text};
use model::{ConversationId, Item, ItemBody, ItemId, Recorded};
use rusqlite::{Connection, OptionalExtension, Row, params};

/// Puts an item in its place, and into the index where what is searched of it changed.
pub(crate) fn put(conn: &Connection, id: i64, item: &EncodedItem) -> rusqlite::Result<()> {
    let there: Option<(i64, i64)> = conn
        .prepare_cached("SELECT id, indexed FROM items WHERE conversation = ?1 AND place = ?2")?
        .query_row(params![id, item.place], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?;
    let (row, was) = match there {
        Some((row, was)) => {
            conn.prepare_cached(
                "UPDATE items SET item = ?2, first_seq = ?3, complete = ?4, body = ?5
                 WHERE id = ?1",
            )?
            .execute(params![
                row,
                item.item,
                item.first_seq,
                item.complete,
                item.body
            ])?;
            (row, was)
        }
        None => {
            conn.prepare_cached(
                "INSERT INTO items (conversation, place, item, first_seq, complete, body)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                id,
                item.place,
                item.item,
                item.first_seq,
                item.complete,
                item.body
            ])?;
            (conn.last_insert_rowid(), 0)
        }
    };
    let Some(searched) = &item.text else {
        return Ok(());
    };
    let now = if searched.is_empty() {
        0
    } else {
        text::hash(searched)
    };
    if now == was {
        return Ok(());
    }
    if was != 0 {
        conn.prepare_cached("DELETE FROM search WHERE rowid = ?1")?
            .execute([row])?;
    }
    if now != 0 {
        conn.prepare_cached("INSERT INTO search (rowid, text) VALUES (?1, ?2)")?
            .execute(params![row, searched])?;
    }
    conn.prepare_cached("UPDATE items SET indexed = ?2 WHERE id = ?1")?
        .execute([row, now])?;
    Ok(())
}

/// The last `limit` items before a place, in order.
pub(crate) fn before(
    conn: &Connection,
    name: &ConversationId,
    place: Option<u32>,
    limit: u32,
) -> rusqlite::Result<Vec<PlacedItem>> {
    let Some(id) = conversation_number(conn, name)? else {
        return Ok(Vec::new());
    };
    let place = place.map_or(i64::MAX, i64::from);
    let mut items: Vec<PlacedItem> = conn
        .prepare_cached(
            "SELECT place, item, first_seq, complete, body FROM items
             WHERE conversation = ?1 AND place < ?2 ORDER BY place DESC LIMIT ?3",
        )?
        .query_map(params![id, place, limit], placed)?
        .collect::<rusqlite::Result<_>>()?;
    items.reverse();
    catch_up(conn, id, &mut items)?;
    Ok(items)
}

/// The first `limit` items from `from` on, in order.
pub(crate) fn from(
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

/// The last `limit` items, with the numbers that belong to them.
pub(crate) fn tail(
    conn: &Connection,
    name: &ConversationId,
    limit: u32,
) -> rusqlite::Result<ItemsPage> {
    // One transaction: the page and the numbers belong together.
    let transaction = conn.unchecked_transaction()?;
    let Some(id) = conversation_number(&transaction, name)? else {
        return Ok(ItemsPage::default());
    };
    let items = before(&transaction, name, None, limit)?;
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

/// All items of a conversation, as their rows have them.
pub(crate) fn all(conn: &Connection, id: i64) -> rusqlite::Result<Vec<PlacedItem>> {
    conn.prepare_cached(
        "SELECT place, item, first_seq, complete, body FROM items
         WHERE conversation = ?1 ORDER BY place",
    )?
    .query_map([id], placed)?
    .collect()
}

/// Items that the index does not hold, after a row.
pub(crate) fn unindexed(
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
        .query_map(params![id, int(from)], recorded)?
        .collect::<rusqlite::Result<_>>()?;
    fold::catch_up(items, &events);
    Ok(())
}
