//! Items and search index made again: from the events where they are lost, from the items where
//! only the index is.
//!
//! Of the events nothing is changed here. How events become items is `fold`'s, what a row of an
//! item is stands in `items`.

use crate::change::EncodedItem;
use crate::ledger::{Failure, refused};
use crate::{fold, items, reading, text};
use rusqlite::{Connection, params};
use std::collections::HashSet;

/// Makes items and index of a conversation again from its events (C60).
pub(crate) fn conversation(conn: &Connection, id: i64) -> Result<(), Failure> {
    let events = reading::events(conn, id, 0, u32::MAX)?;
    let items = fold::fold(&events);
    for placed in &items {
        let item = EncodedItem::new(placed).map_err(|error| refused(error.to_string()))?;
        items::put(conn, id, &item)?;
    }
    let kept = items.len() as i64;
    conn.execute(
        "DELETE FROM search WHERE rowid IN
         (SELECT id FROM items WHERE conversation = ?1 AND place >= ?2 AND indexed <> 0)",
        [id, kept],
    )?;
    conn.execute(
        "DELETE FROM items WHERE conversation = ?1 AND place >= ?2",
        [id, kept],
    )?;
    Ok(())
}

/// The same where events may be missing: items that are there and that no event
/// makes any more are kept, and what events make is put among them in its order.
pub(crate) fn around_gaps(conn: &Connection, id: i64) -> Result<(), Failure> {
    let there = items::all(conn, id)?;
    if there.is_empty() {
        return conversation(conn, id);
    }
    let events = reading::events(conn, id, 0, u32::MAX)?;
    let mut items = fold::fold(&events);
    let made: HashSet<_> = items.iter().map(|placed| placed.item.id.clone()).collect();
    items.extend(
        there
            .into_iter()
            .filter(|placed| !made.contains(&placed.item.id)),
    );
    model::order::sort_by_key(&mut items, |placed| placed.first_seq);
    conn.execute(
        "DELETE FROM search WHERE rowid IN
         (SELECT id FROM items WHERE conversation = ?1 AND indexed <> 0)",
        [id],
    )?;
    conn.execute("DELETE FROM items WHERE conversation = ?1", [id])?;
    for (place, mut placed) in (0..).zip(items) {
        placed.place = place;
        let item = EncodedItem::new(&placed).map_err(|error| refused(error.to_string()))?;
        items::put(conn, id, &item)?;
    }
    Ok(())
}

/// Makes the items of every conversation again.
pub(crate) fn all(conn: &Connection) -> rusqlite::Result<()> {
    let all: Vec<i64> = conn
        .prepare("SELECT id FROM conversations")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    for id in all {
        match conversation(conn, id) {
            Ok(()) => {}
            Err(Failure::Sqlite(error)) => return Err(error),
            Err(Failure::Refused(error)) => {
                tracing::error!(%error, "a conversation's items could not be made again");
            }
        }
    }
    Ok(())
}

/// Puts up to `limit` items after a row into the index; gives the last one's row.
pub(crate) fn index_after(
    conn: &Connection,
    after: i64,
    limit: u32,
) -> rusqlite::Result<Option<i64>> {
    let rows = items::unindexed(conn, after, limit)?;
    for (row, placed) in &rows {
        let searched = match EncodedItem::new(placed) {
            Ok(item) => item.text.unwrap_or_default(),
            Err(_) => continue,
        };
        if !searched.is_empty() {
            conn.prepare_cached("INSERT OR REPLACE INTO search (rowid, text) VALUES (?1, ?2)")?
                .execute(params![row, searched])?;
            conn.prepare_cached("UPDATE items SET indexed = ?2 WHERE id = ?1")?
                .execute([*row, text::hash(&searched)])?;
        }
    }
    Ok(rows.last().map(|(row, _)| *row))
}
