//! Reading what is left of a damaged archive, row by row.
//!
//! A broken page ends a scan. The walk then looks for the next key that can be
//! reached and goes on from there, so a broken page costs its own rows. Where
//! the table of tables itself is broken, it is taken from a fresh archive: its
//! tables lie in the same pages.

use crate::salvage_graft::{self, Scratch};
use crate::{ledger, opening, reading};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};
use std::collections::BTreeSet;
use std::path::Path;

/// What a repair could save.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Salvaged {
    /// Conversations in the new archive.
    pub conversations: u64,
    /// Of them, those whose own row was lost: found by their events.
    pub nameless: u64,
    /// Events.
    pub events: u64,
    /// Raw lines.
    pub traffic: u64,
    /// Conversations in which events are missing, by name, and how many.
    pub missing: Vec<(String, u64)>,
    /// Places in the old file that could not be read.
    pub broken: u64,
}

/// Rows written in one transaction.
const STEP: u64 = 20_000;

/// Copies what can be read of `old` into the new, empty archive `new`.
pub(crate) fn into(old: &Path, new: &Path) -> rusqlite::Result<Salvaged> {
    let mut salvaged = Salvaged::default();
    let target = opening::connect(new, rusqlite::OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    // The whole file is forced to the disk once it is complete.
    target.execute_batch("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")?;
    let scratch = Scratch::beside(new);
    if let Some(source) = salvage_graft::readable(old, &scratch) {
        copy(&source, &target, &mut salvaged)?;
    } else {
        salvaged.broken = 1;
    }
    target.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    target.close().map_err(|(_, error)| error)?;
    Ok(salvaged)
}

const CONVERSATIONS: &str = "id, name, title, titled_by_user, profile, profile_name, protocol,
    workspace, created_at, updated_at, session_id, epoch, draft, pinned, archived, seen_seq, preview";
const ITEMS: &str = "id, conversation, place, item, first_seq, complete, body";
const TRAFFIC: &str = "id, conversation, at, epoch, direction, bytes";

fn copy(source: &Connection, target: &Connection, salvaged: &mut Salvaged) -> rusqlite::Result<()> {
    target.execute_batch("BEGIN")?;
    let mut known = BTreeSet::new();
    salvaged.broken += walk(source, "conversations", "id", CONVERSATIONS, None, |row| {
        if insert(target, "conversations", CONVERSATIONS, row)? {
            known.insert(row_number(row, 0));
        }
        Ok(())
    })?;
    for lost in strangers(source, &known) {
        name(target, lost)?;
        salvaged.nameless += 1;
        known.insert(lost);
    }
    salvaged.conversations = known.len() as u64;
    let mut gappy = BTreeSet::new();
    for conversation in &known {
        let mut count = 0;
        let mut last = 0;
        salvaged.broken += walk(
            source,
            "events",
            "seq",
            "seq, conversation, at, kind, body",
            Some(*conversation),
            |row| {
                if insert(target, "events", "seq, conversation, at, kind, body", row)? {
                    count += 1;
                    last = row_number(row, 0).max(last);
                    breathe(target, salvaged.events + count)?;
                }
                Ok(())
            },
        )?;
        salvaged.events += count;
        let missing = u64::try_from(last).unwrap_or(0).saturating_sub(count);
        if missing > 0 || count == 0 {
            gappy.insert(*conversation);
        }
        if missing > 0 {
            let name = target.query_row(
                "SELECT coalesce(nullif(title, ''), name) FROM conversations WHERE id = ?1",
                [conversation],
                |row| row.get(0),
            )?;
            salvaged.missing.push((name, missing));
        }
        for (table, columns) in [
            ("approvals", "conversation, key, settled, request, requested_at, state, answered_by, changed_at"),
            ("queue", "conversation, position, turn, text, attachments"),
        ] {
            salvaged.broken += few(source, target, table, columns, *conversation)?;
        }
    }
    // Where events are missing, the items that were made of them are worth more.
    if !gappy.is_empty() {
        salvaged.broken += walk(source, "items", "id", ITEMS, None, |row| {
            if gappy.contains(&row_number(row, 1)) {
                insert(target, "items", ITEMS, row)?;
            }
            Ok(())
        })?;
    }
    let mut lines = 0;
    salvaged.broken += walk(source, "traffic", "id", TRAFFIC, None, |row| {
        if known.contains(&row_number(row, 1)) && insert(target, "traffic", TRAFFIC, row)? {
            lines += 1;
            breathe(target, lines)?;
        }
        Ok(())
    })?;
    salvaged.traffic = lines;
    target.execute_batch(
        "INSERT INTO traffic_use (conversation, bytes)
         SELECT conversation, sum(length(bytes) + 48) FROM traffic GROUP BY conversation;
         COMMIT",
    )?;
    for conversation in &known {
        target.execute_batch("BEGIN")?;
        let made = if gappy.contains(conversation) {
            ledger::rebuild_around(target, *conversation)
        } else {
            ledger::rebuild(target, *conversation)
        };
        // A conversation whose items cannot be made keeps its events.
        if let Err(ledger::Failure::Sqlite(error)) = made {
            return Err(error);
        }
        target.execute_batch("COMMIT")?;
    }
    Ok(())
}

fn breathe(target: &Connection, rows: u64) -> rusqlite::Result<()> {
    if rows.is_multiple_of(STEP) {
        target.execute_batch("COMMIT; BEGIN")?;
    }
    Ok(())
}

fn row_number(row: &[Value], column: usize) -> i64 {
    match row.get(column) {
        Some(Value::Integer(number)) => *number,
        _ => 0,
    }
}

/// True where the row was taken: one of a wrong shape, or of a number that is
/// there already, is not.
fn insert(
    target: &Connection,
    table: &str,
    columns: &str,
    row: &[Value],
) -> rusqlite::Result<bool> {
    let places: Vec<String> = (1..=row.len()).map(|n| format!("?{n}")).collect();
    let sql = format!(
        "INSERT OR IGNORE INTO {table} ({columns}) VALUES ({})",
        places.join(", ")
    );
    match target.prepare_cached(&sql)?.execute(params_from_iter(row)) {
        Ok(taken) => Ok(taken == 1),
        Err(error) if crate::error::Trouble::of(&error) == crate::error::Trouble::Other => {
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

/// Reads a table by a whole-number key from its first row to its last, around
/// what is broken. Gives the number of broken places.
fn walk(
    source: &Connection,
    table: &str,
    key: &str,
    columns: &str,
    conversation: Option<i64>,
    mut each: impl FnMut(&[Value]) -> rusqlite::Result<()>,
) -> rusqlite::Result<u64> {
    let filter = conversation.map_or(String::new(), |id| format!("conversation = {id} AND"));
    let forward = format!("SELECT {columns} FROM {table} WHERE {filter} {key} > ?1 ORDER BY {key}");
    let next = format!("SELECT {key} FROM {table} WHERE {filter} {key} > ?1 ORDER BY {key} LIMIT 1");
    let reaches = |after: i64| -> rusqlite::Result<Option<i64>> {
        source
            .prepare_cached(&next)?
            .query_row([after], |row| row.get::<_, i64>(0))
            .optional()
    };
    let mut after = -1_i64;
    let mut broken = 0;
    loop {
        match run(source, &forward, &mut after, &mut each) {
            Ok(()) => return Ok(broken),
            Err(Stopped::Target(error)) => return Err(error),
            Err(Stopped::Source) => broken += 1,
        }
        // The nearest key from which reading goes on: by leaps, then by halves.
        let mut works = None;
        for power in 0..48 {
            let to = after.saturating_add(1 << power);
            if reaches(to).is_ok() {
                works = Some(to);
                break;
            }
        }
        let Some(mut high) = works else {
            return Ok(broken);
        };
        let mut low = after;
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if reaches(middle).is_ok() {
                high = middle;
            } else {
                low = middle;
            }
        }
        after = high;
    }
}

enum Stopped {
    /// The old file could not be read any further.
    Source,
    /// The new file could not be written.
    Target(rusqlite::Error),
}

fn run(
    source: &Connection,
    sql: &str,
    after: &mut i64,
    each: &mut impl FnMut(&[Value]) -> rusqlite::Result<()>,
) -> Result<(), Stopped> {
    let mut statement = source.prepare_cached(sql).map_err(|_| Stopped::Source)?;
    let columns = statement.column_count();
    let mut rows = statement.query([*after]).map_err(|_| Stopped::Source)?;
    while let Some(row) = rows.next().map_err(|_| Stopped::Source)? {
        let mut values = Vec::with_capacity(columns);
        for column in 0..columns {
            values.push(value(row, column));
        }
        // Keys that do not grow are a broken tree that leads in circles.
        let key = row_number(&values, 0);
        if key <= *after {
            *after = after.saturating_add(1);
            return Err(Stopped::Source);
        }
        *after = key;
        each(&values).map_err(Stopped::Target)?;
    }
    Ok(())
}

/// A column as it is, with text made valid.
fn value(row: &rusqlite::Row<'_>, column: usize) -> Value {
    use rusqlite::types::ValueRef;
    match row.get_ref(column) {
        Ok(ValueRef::Integer(number)) => Value::Integer(number),
        Ok(ValueRef::Real(number)) => Value::Real(number),
        Ok(ValueRef::Text(bytes)) => Value::Text(String::from_utf8_lossy(bytes).into_owned()),
        Ok(ValueRef::Blob(bytes)) => Value::Blob(bytes.to_vec()),
        Ok(ValueRef::Null) | Err(_) => Value::Null,
    }
}

/// The rows of a small table that belong to a conversation.
fn few(
    source: &Connection,
    target: &Connection,
    table: &str,
    columns: &str,
    conversation: i64,
) -> rusqlite::Result<u64> {
    let sql = format!("SELECT {columns} FROM {table} WHERE conversation = ?1");
    let Ok(mut statement) = source.prepare_cached(&sql) else {
        return Ok(1);
    };
    let count = statement.column_count();
    let Ok(mut rows) = statement.query([conversation]) else {
        return Ok(1);
    };
    loop {
        match rows.next() {
            Ok(Some(row)) => {
                let values: Vec<Value> = (0..count).map(|column| value(row, column)).collect();
                insert(target, table, columns, &values)?;
            }
            Ok(None) => return Ok(0),
            Err(_) => return Ok(1),
        }
    }
}

/// Conversations that have events and no row of their own.
fn strangers(source: &Connection, known: &BTreeSet<i64>) -> Vec<i64> {
    let next = |after: i64| -> rusqlite::Result<Option<i64>> {
        source
            .prepare_cached(
                "SELECT conversation FROM events WHERE conversation > ?1
                 ORDER BY conversation LIMIT 1",
            )?
            .query_row([after], |row| row.get(0))
            .optional()
    };
    let mut found = Vec::new();
    let (mut after, mut failures) = (0, 0);
    while failures < 10_000 {
        match next(after) {
            Ok(Some(id)) if id > after => {
                after = id;
                if !known.contains(&id) {
                    found.push(id);
                }
            }
            Ok(_) => break,
            Err(_) => {
                after += 1;
                failures += 1;
            }
        }
    }
    found
}

/// A row for a conversation whose own is lost.
fn name(target: &Connection, id: i64) -> rusqlite::Result<()> {
    target.execute(
        "INSERT INTO conversations (id, name, title, titled_by_user, profile, profile_name,
             protocol, workspace, created_at, updated_at, session_id, epoch, draft, pinned,
             archived, seen_seq, preview)
         VALUES (?1, 'recovered-' || ?1 || '-' || lower(hex(randomblob(4))),
             'Recovered conversation ' || ?1, 1, '', '', '', '', 0, 0, NULL, 0, '', 0, 0, 0, '')",
        params![id],
    )?;
    Ok(())
}

/// True where a connection can read the tables at all.
pub(crate) fn reads(conn: &Connection) -> bool {
    conn.query_row("SELECT count(*) FROM (SELECT 1 FROM conversations LIMIT 1)", [], |row| {
        row.get::<_, i64>(0)
    })
    .is_ok()
        || reading::conversations(conn).is_ok()
        || conn
            .query_row("SELECT seq FROM events LIMIT 1", [], |_| Ok(()))
            .optional()
            .is_ok()
}
