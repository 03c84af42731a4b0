//! Reading what is left of a damaged archive, row by row.
//!
//! A broken page ends a scan. The walk then looks for the next key that can be
//! reached and goes on from there, so a broken page costs its own rows. Where
//! the table of tables itself is broken, it is taken from a fresh archive: its
//! tables lie in the same pages.

use crate::error::Trouble;
use crate::salvage_graft::{self, Scratch};
use crate::{ledger, opening, reading, rebuild};
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
/// Broken places of one table after which the rest of it is given up.
const MOST_BROKEN: u64 = 10_000;

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

fn copy(source: &Connection, target: &Connection, salvaged: &mut Salvaged) -> rusqlite::Result<()> {
    target.execute_batch("BEGIN")?;
    let known = conversations(source, target, salvaged)?;
    let mut gappy = BTreeSet::new();
    for conversation in &known {
        events(source, target, *conversation, salvaged, &mut gappy)?;
    }
    let items = Table::shared(source, target, "items", "id")?;
    let place = items.position("conversation");
    // Where events are missing, the items that were made of them are worth more.
    if !gappy.is_empty() {
        salvaged.broken += items.walk(source, None, |row| {
            if gappy.contains(&number(row, place)) {
                items.insert(target, row)?;
            }
            Ok(())
        })?;
    }
    let traffic = Table::shared(source, target, "traffic", "id")?;
    let place = traffic.position("conversation");
    salvaged.broken += traffic.walk(source, None, |row| {
        if known.contains(&number(row, place)) && traffic.insert(target, row)? {
            salvaged.traffic += 1;
            breathe(target, salvaged.traffic)?;
        }
        Ok(())
    })?;
    for table in small_tables(target)? {
        salvaged.broken += Table::shared(source, target, &table, "")?.whole(source, target)?;
    }
    target.execute_batch(
        "DELETE FROM approvals WHERE conversation NOT IN (SELECT id FROM conversations);
         DELETE FROM queue WHERE conversation NOT IN (SELECT id FROM conversations);
         INSERT OR REPLACE INTO traffic_use (conversation, bytes)
         SELECT conversation, sum(length(bytes) + 48) FROM traffic GROUP BY conversation;
         COMMIT",
    )?;
    for conversation in &known {
        target.execute_batch("BEGIN")?;
        let made = if gappy.contains(conversation) {
            rebuild::around_gaps(target, *conversation)
        } else {
            rebuild::conversation(target, *conversation)
        };
        // A conversation whose items cannot be made keeps its events.
        if let Err(ledger::Failure::Sqlite(error)) = made {
            return Err(error);
        }
        target.execute_batch("COMMIT")?;
    }
    Ok(())
}

fn conversations(
    source: &Connection,
    target: &Connection,
    salvaged: &mut Salvaged,
) -> rusqlite::Result<BTreeSet<i64>> {
    let mut known = BTreeSet::new();
    let table = Table::shared(source, target, "conversations", "id")?;
    salvaged.broken += table.walk(source, None, |row| {
        if table.insert(target, row)? {
            known.insert(number(row, 0));
        }
        Ok(())
    })?;
    for lost in strangers(source, &known) {
        name(target, lost)?;
        salvaged.nameless += 1;
        known.insert(lost);
    }
    salvaged.conversations = known.len() as u64;
    Ok(known)
}

fn events(
    source: &Connection,
    target: &Connection,
    conversation: i64,
    salvaged: &mut Salvaged,
    gappy: &mut BTreeSet<i64>,
) -> rusqlite::Result<()> {
    let table = Table::shared(source, target, "events", "seq")?;
    let (mut count, mut last) = (0, 0);
    salvaged.broken += table.walk(source, Some(conversation), |row| {
        if table.insert(target, row)? {
            count += 1;
            last = number(row, 0).max(last);
            breathe(target, salvaged.events + count)?;
        }
        Ok(())
    })?;
    salvaged.events += count;
    let missing = crate::change::nat(last).saturating_sub(count);
    if missing > 0 || count == 0 {
        gappy.insert(conversation);
    }
    if missing > 0 {
        let name = target.query_row(
            "SELECT coalesce(nullif(title, ''), name) FROM conversations WHERE id = ?1",
            [conversation],
            |row| row.get(0),
        )?;
        salvaged.missing.push((name, missing));
    }
    Ok(())
}

/// Tables that have few rows and are read as a whole, of this format and later ones.
fn small_tables(target: &Connection) -> rusqlite::Result<Vec<String>> {
    target
        .prepare(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
             AND name NOT LIKE 'sqlite_%' AND name NOT IN
             ('conversations', 'events', 'items', 'traffic', 'traffic_use', 'upkeep')",
        )?
        .query_map([], |row| row.get(0))?
        .collect()
}

/// A table and the columns that both files have, its key first.
struct Table {
    name: String,
    key: String,
    columns: Vec<String>,
}

impl Table {
    fn shared(
        source: &Connection,
        target: &Connection,
        name: &str,
        key: &str,
    ) -> rusqlite::Result<Self> {
        let columns = |conn: &Connection| -> rusqlite::Result<Vec<String>> {
            conn.prepare("SELECT name FROM pragma_table_info(?1)")?
                .query_map([name], |row| row.get(0))?
                .collect()
        };
        let theirs = columns(source).unwrap_or_default();
        let mut both = columns(target)?;
        both.retain(|column| theirs.contains(column) && column != "indexed");
        if let Some(at) = both.iter().position(|column| column == key) {
            both[..=at].rotate_right(1);
        }
        Ok(Self {
            name: name.to_owned(),
            key: key.to_owned(),
            columns: both,
        })
    }

    fn position(&self, column: &str) -> usize {
        self.columns
            .iter()
            .position(|own| own == column)
            .unwrap_or(usize::MAX)
    }

    /// True where the row was taken: one of a wrong shape, or of a number that
    /// is there already, is not.
    fn insert(&self, target: &Connection, row: &[Value]) -> rusqlite::Result<bool> {
        let places: Vec<String> = (1..=row.len()).map(|n| format!("?{n}")).collect();
        let sql = format!(
            "INSERT OR IGNORE INTO {} ({}) VALUES ({})",
            self.name,
            self.columns.join(", "),
            places.join(", ")
        );
        match target.prepare_cached(&sql)?.execute(params_from_iter(row)) {
            Ok(taken) => Ok(taken == 1),
            Err(error) if Trouble::of(&error) == Trouble::Other => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Copies the whole table, as far as it can be read. Gives the number of broken places.
    fn whole(&self, source: &Connection, target: &Connection) -> rusqlite::Result<u64> {
        let sql = format!("SELECT {} FROM {}", self.columns.join(", "), self.name);
        let Ok(mut statement) = source.prepare(&sql) else {
            return Ok(1);
        };
        let count = statement.column_count();
        let Ok(mut rows) = statement.query([]) else {
            return Ok(1);
        };
        loop {
            match rows.next() {
                Ok(Some(row)) => {
                    let values: Vec<Value> = (0..count).map(|at| value(row, at)).collect();
                    self.insert(target, &values)?;
                }
                Ok(None) => return Ok(0),
                Err(_) => return Ok(1),
            }
        }
    }

    /// Reads the table by its key from the first row to the last, around what is
    /// broken. Gives the number of broken places.
    fn walk(
        &self,
        source: &Connection,
        conversation: Option<i64>,
        mut each: impl FnMut(&[Value]) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<u64> {
        let Self { name, key, .. } = self;
        let filter = conversation.map_or(String::new(), |id| format!("conversation = {id} AND"));
        let rest = format!("FROM {name} WHERE {filter} {key} > ?1 ORDER BY {key}");
        let forward = format!("SELECT {} {rest}", self.columns.join(", "));
        let next = format!("SELECT {key} {rest} LIMIT 1");
        let reaches = |after: i64| {
            source
                .prepare_cached(&next)
                .and_then(|mut statement| statement.query([after])?.next().map(|_| ()))
                .is_ok()
        };
        let mut after = -1_i64;
        let mut broken = 0;
        while broken < MOST_BROKEN {
            match run(source, &forward, &mut after, &mut each) {
                Ok(()) => return Ok(broken),
                Err(Stopped::Target(error)) => return Err(error),
                Err(Stopped::Source) => broken += 1,
            }
            // The nearest key from which reading goes on: by leaps, then by halves.
            let leap = (0..48)
                .map(|power| after.saturating_add(1 << power))
                .find(|to| reaches(*to));
            let Some(mut high) = leap else {
                break;
            };
            let mut low = after;
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                if reaches(middle) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            after = high;
        }
        Ok(broken)
    }
}

fn breathe(target: &Connection, rows: u64) -> rusqlite::Result<()> {
    if rows.is_multiple_of(STEP) {
        target.execute_batch("COMMIT; BEGIN")?;
    }
    Ok(())
}

fn number(row: &[Value], column: usize) -> i64 {
    match row.get(column) {
        Some(Value::Integer(number)) => *number,
        _ => 0,
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
        let key = number(&values, 0);
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
    conn.query_row(
        "SELECT count(*) FROM (SELECT 1 FROM conversations LIMIT 1)",
        [],
        |row| row.get::<_, i64>(0),
    )
    .is_ok()
        || reading::conversations(conn).is_ok()
        || conn
            .query_row("SELECT seq FROM events LIMIT 1", [], |_| Ok(()))
            .optional()
            .is_ok()
}
