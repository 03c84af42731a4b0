//! What the writer does when nobody needs it: making a lost index again, and
//! dropping raw lines that are older than the user wants to keep. In small
//! steps, each a transaction of its own, so that nothing ever waits for it.

use crate::ledger::{self, Failure, Ledger};
use crate::{rebuild, rewrite};
use rusqlite::{Connection, OptionalExtension, params};
use std::time::{Duration, Instant};

/// What is kept how long. Conversations are never dropped by the archive itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Bytes of raw lines kept of each conversation; the oldest go first.
    pub traffic_bytes: u64,
    /// Bytes of raw lines kept of all conversations together; `None` for no limit.
    pub traffic_total: Option<u64>,
    /// Raw lines older than this many days go; `None` keeps them.
    pub traffic_days: Option<u32>,
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            traffic_bytes: 32 << 20,
            traffic_total: None,
            traffic_days: None,
        }
    }
}

/// Rows one step drops at most.
const STEP: u32 = 500;
/// Bytes of lines one step drops at most.
const STEP_BYTES: u64 = 4 << 20;
/// Between two rounds.
const ROUND: Duration = Duration::from_mins(10);
/// Between two steps, so that a reader or a message never waits for a whole round.
const PAUSE: Duration = Duration::from_millis(20);

/// When there is something to do.
pub(crate) struct Upkeep {
    next: Instant,
    /// The search index was merged since it was last asked.
    merged: bool,
}

impl Upkeep {
    /// The first look is soon after the start.
    pub(crate) fn new() -> Self {
        Self {
            next: Instant::now() + Duration::from_secs(1),
            merged: false,
        }
    }

    /// Whether the search index was merged: only the log has its new parts.
    pub(crate) fn take_merged(&mut self) -> bool {
        std::mem::take(&mut self.merged)
    }

    pub(crate) fn due(&self) -> Instant {
        self.next
    }

    /// Something changed what is to be kept.
    pub(crate) fn soon(&mut self) {
        self.next = Instant::now();
    }

    /// Does one step, inside a transaction of the caller's.
    pub(crate) fn step(
        &mut self,
        conn: &Connection,
        ledger: &mut Ledger,
        now_ms: u64,
    ) -> Result<(), Failure> {
        let more = index_next(conn)?
            || self.merge_next(conn)?
            || drop_old(conn, ledger, now_ms)?
            || drop_large(conn, ledger)?
            || drop_over_all(conn, ledger)?;
        self.next = Instant::now() + if more { PAUSE } else { ROUND };
        Ok(())
    }

    /// Merges some of the search index. True where there is more.
    fn merge_next(&mut self, conn: &Connection) -> Result<bool, Failure> {
        let begun: Option<bool> = conn
            .prepare_cached("SELECT value FROM upkeep WHERE name = ?1")?
            .query_row([MERGE], |row| row.get(0))
            .optional()?;
        let Some(begun) = begun else {
            return Ok(false);
        };
        // A negative number puts all parts into one merge, a positive one goes on with it.
        let pages = if begun { MERGE_PAGES } else { -MERGE_PAGES };
        let before = conn.total_changes();
        rewrite::thoroughly(conn, || {
            conn.execute(
                "INSERT INTO search (search, rank) VALUES ('merge', ?1)",
                [pages],
            )
        })?;
        // That statement itself is one change.
        let done = begun && conn.total_changes() - before < 2;
        self.merged |= done;
        conn.execute(
            if done {
                "DELETE FROM upkeep WHERE name = ?1"
            } else {
                "UPDATE upkeep SET value = 1 WHERE name = ?1"
            },
            [MERGE],
        )?;
        Ok(!done)
    }

    /// A step failed; it is tried again later.
    pub(crate) fn failed(&mut self) {
        self.next = Instant::now() + Duration::from_mins(1);
    }
}

const INDEX: &str = "index";
const MERGE: &str = "merge";
/// Pages of the search index that one step merges.
const MERGE_PAGES: i64 = 256;

/// Notes that the search index is new and empty.
pub(crate) fn note_index(conn: &Connection) -> rusqlite::Result<()> {
    conn.execute("UPDATE items SET indexed = 0", [])?;
    conn.execute(
        "INSERT INTO upkeep (name, value) VALUES (?1, 0)
         ON CONFLICT DO UPDATE SET value = 0",
        [INDEX],
    )?;
    Ok(())
}

/// Puts the next items into a new index (C60). True where there is more.
fn index_next(conn: &Connection) -> Result<bool, Failure> {
    let done: Option<i64> = conn
        .prepare_cached("SELECT value FROM upkeep WHERE name = ?1")?
        .query_row([INDEX], |row| row.get(0))
        .optional()?;
    let Some(done) = done else {
        return Ok(false);
    };
    match rebuild::index_after(conn, done, STEP)? {
        Some(last) => {
            conn.prepare_cached("UPDATE upkeep SET value = ?2 WHERE name = ?1")?
                .execute(params![INDEX, last])?;
            Ok(true)
        }
        None => {
            conn.execute("DELETE FROM upkeep WHERE name = ?1", [INDEX])?;
            Ok(false)
        }
    }
}

/// Notes that words which were taken out are in the search index still: it forgets them when its
/// parts are merged.
pub(crate) fn note_merge(conn: &Connection) -> rusqlite::Result<()> {
    conn.execute(
        "INSERT INTO upkeep (name, value) VALUES (?1, 0) ON CONFLICT DO UPDATE SET value = 0",
        [MERGE],
    )?;
    Ok(())
}

/// Drops the oldest lines that are over their time.
fn drop_old(conn: &Connection, ledger: &mut Ledger, now_ms: u64) -> rusqlite::Result<bool> {
    let Some(days) = ledger.retention().traffic_days else {
        return Ok(false);
    };
    let limit = now_ms.saturating_sub(u64::from(days) * 86_400_000);
    // Numbers grow with time, so the oldest are the first.
    let oldest: Vec<(i64, i64, i64)> = conn
        .prepare_cached("SELECT id, conversation, at FROM traffic ORDER BY id LIMIT ?1")?
        .query_map([STEP], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let old: Vec<&(i64, i64, i64)> = oldest
        .iter()
        .take_while(|(_, _, at)| crate::change::nat(*at) < limit)
        .collect();
    let Some((last, ..)) = old.last() else {
        return Ok(false);
    };
    drop_until(conn, ledger, *last)?;
    Ok(old.len() == oldest.len())
}

/// Drops the oldest lines of all, while together they are more than may be kept.
fn drop_over_all(conn: &Connection, ledger: &mut Ledger) -> rusqlite::Result<bool> {
    let Some(cap) = ledger.retention().traffic_total else {
        return Ok(false);
    };
    let kept: i64 = conn
        .prepare_cached("SELECT coalesce(sum(bytes), 0) FROM traffic_use")?
        .query_row([], |row| row.get(0))?;
    let mut over = crate::change::nat(kept).saturating_sub(cap);
    if over == 0 {
        return Ok(false);
    }
    let mut last = None;
    let mut oldest =
        conn.prepare_cached("SELECT id, length(bytes) FROM traffic ORDER BY id LIMIT ?1")?;
    let mut rows = oldest.query([STEP])?;
    while over > 0
        && let Some(row) = rows.next()?
    {
        last = Some(row.get::<_, i64>(0)?);
        over =
            over.saturating_sub(row.get::<_, i64>(1).map(crate::change::nat)? + ledger::LINE_COST);
    }
    drop(rows);
    match last {
        Some(last) => drop_until(conn, ledger, last)?,
        // There is no line: the sums were off.
        None => {
            conn.execute("UPDATE traffic_use SET bytes = 0", [])?;
            ledger.forget_traffic();
        }
    }
    Ok(last.is_some())
}

/// Drops all lines up to this one, of whatever conversation.
fn drop_until(conn: &Connection, ledger: &mut Ledger, last: i64) -> rusqlite::Result<()> {
    conn.prepare_cached(
        "UPDATE traffic_use SET bytes = max(0, bytes - (
             SELECT coalesce(sum(length(t.bytes) + ?2), 0) FROM traffic t
             WHERE t.conversation = traffic_use.conversation AND t.id <= ?1))
         WHERE conversation IN (SELECT conversation FROM traffic WHERE id <= ?1)",
    )?
    .execute(params![last, crate::change::int(ledger::LINE_COST)])?;
    conn.prepare_cached("DELETE FROM traffic WHERE id <= ?1")?
        .execute([last])?;
    ledger.forget_traffic();
    Ok(())
}

/// Takes lines from a conversation that keeps more of them than it may.
fn drop_large(conn: &Connection, ledger: &mut Ledger) -> rusqlite::Result<bool> {
    let cap = ledger.retention().traffic_bytes;
    let large: Option<(i64, i64)> = conn
        .prepare_cached("SELECT conversation, bytes FROM traffic_use WHERE bytes > ?1 LIMIT 1")?
        .query_row([crate::change::int(cap)], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?;
    let Some((conversation, kept)) = large else {
        return Ok(false);
    };
    let kept = crate::change::nat(kept);
    let goal = cap.max(kept.saturating_sub(STEP_BYTES));
    let kept = ledger::trim(conn, conversation, kept, goal)?;
    // The sum is the truth: an older one may have been off.
    let left = if kept > goal { 0 } else { kept };
    conn.prepare_cached("UPDATE traffic_use SET bytes = ?2 WHERE conversation = ?1")?
        .execute(params![conversation, crate::change::int(left)])?;
    ledger.forget_traffic();
    Ok(true)
}
