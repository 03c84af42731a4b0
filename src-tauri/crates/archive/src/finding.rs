//! Looking through the records of a conversation's items without reading them: of
//! a hundred thousand only those that may hold a text are taken apart.

use crate::items::placed;
use crate::reading::conversation_number;
use crate::{Archive, PlacedItem, ReadError};
use model::{ConversationId, ItemId};
use rusqlite::{Connection, OptionalExtension, params};
use std::ops::{ControlFlow, Range};

impl Archive {
    /// Calls `each` with the items of some places in whose record a piece of ASCII
    /// occurs, whatever its case, in order. It may stand in the record's own words:
    /// who looks for a text looks again.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn items_with(
        &self,
        id: &ConversationId,
        places: Range<u32>,
        piece: &str,
        each: impl FnMut(PlacedItem) -> ControlFlow<()>,
    ) -> Result<(), ReadError> {
        self.read(|conn| items_with(conn, id, places, piece, each))
    }

    /// The place of an item in its conversation; none where there is no such item.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn place_of(&self, id: &ConversationId, item: &ItemId) -> Result<Option<u32>, ReadError> {
        self.read(|conn| place_of(conn, id, item))
    }
}

fn place_of(
    conn: &Connection,
    name: &ConversationId,
    item: &ItemId,
) -> rusqlite::Result<Option<u32>> {
    conn.prepare_cached(
        "SELECT items.place FROM items JOIN conversations ON conversations.id = items.conversation
         WHERE conversations.name = ?1 AND items.item = ?2",
    )?
    .query_row(params![name.0, item.0], |row| row.get(0))
    .optional()
}

fn items_with(
    conn: &Connection,
    name: &ConversationId,
    places: Range<u32>,
    piece: &str,
    mut each: impl FnMut(PlacedItem) -> ControlFlow<()>,
) -> rusqlite::Result<()> {
    let Some(id) = conversation_number(conn, name)? else {
        return Ok(());
    };
    let mut statement = conn.prepare_cached(
        "SELECT place, item, first_seq, complete, body FROM items
         WHERE conversation = ?1 AND place >= ?2 AND place < ?3 ORDER BY place",
    )?;
    let mut rows = statement.query(params![id, places.start, places.end])?;
    while let Some(row) = rows.next()? {
        let body = row.get_ref(4)?;
        if holds(body.as_bytes().unwrap_or_default(), piece.as_bytes())
            && each(placed(row)?).is_break()
        {
            break;
        }
    }
    Ok(())
}

/// Whether a piece occurs in bytes, whatever its case.
fn holds(bytes: &[u8], piece: &[u8]) -> bool {
    let Some((first, rest)) = piece.split_first() else {
        return true;
    };
    let (lower, upper) = (first.to_ascii_lowercase(), first.to_ascii_uppercase());
    memchr::memchr2_iter(lower, upper, bytes).any(|at| {
        bytes[at + 1..]
            .get(..rest.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(rest))
    })
}

#[cfg(test)]
mod tests {
    use super::holds;

    #[test]
    fn a_piece_is_found_whatever_its_case_and_wherever_it_stands() {
        let body = "{\"text\":\"Grüße an ANNA\"}".as_bytes();
        for (piece, found) in [
            ("anna", true),
            ("aNNa\"}", true),
            ("{", true),
            ("gr", true),
            ("annab", false),
            ("", true),
        ] {
            assert_eq!(holds(body, piece.as_bytes()), found, "{piece}");
        }
        assert!(!holds(b"", b"a"));
    }
}
