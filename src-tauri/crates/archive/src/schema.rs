//! The tables, and how an older file becomes a newer one.

use rusqlite::{Connection, TransactionBehavior};

/// Marks a SQLite file as an archive of Parley ("PARL").
pub(crate) const APPLICATION_ID: i32 = 0x5041_524C;

/// One step of the format. Each runs in a transaction of its own together with
/// the new version number, so a kill leaves the old format or the new one (F118).
#[derive(Clone, Copy)]
pub(crate) struct Step {
    /// The version it leads to; steps count from 1 without gaps.
    pub(crate) to: u32,
    /// What it does.
    pub(crate) run: fn(&Connection) -> rusqlite::Result<()>,
}

/// All steps, in order. A released step is never edited: add another.
pub(crate) const STEPS: &[Step] = &[
    Step {
        to: 1,
        run: |conn| conn.execute_batch(FIRST),
    },
    Step {
        to: 2,
        run: |conn| conn.execute_batch(MARKS_AND_FORMS),
    },
];

/// The newest format this build knows.
pub(crate) fn newest(steps: &[Step]) -> u32 {
    steps.last().map_or(0, |step| step.to)
}

/// Reads the version a file is in.
pub(crate) fn version(conn: &Connection) -> rusqlite::Result<u32> {
    conn.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Takes a file from its version to the newest.
pub(crate) fn migrate(conn: &mut Connection, steps: &[Step]) -> rusqlite::Result<()> {
    for step in steps {
        // The version is read inside the transaction: nobody migrates in between.
        let transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if version(&transaction)? >= step.to {
            transaction.rollback()?;
            continue;
        }
        (step.run)(&transaction)?;
        transaction.pragma_update(None, "user_version", step.to)?;
        transaction.commit()?;
    }
    Ok(())
}

/// Tables an archive must have; a file that lacks one is damaged.
pub(crate) const TABLES: &[&str] = &[
    "conversations",
    "events",
    "items",
    "approvals",
    "queue",
    "traffic",
    "traffic_use",
    "search",
];

/// Format 2: an operation's fields wait in the queue with its text, and a
/// conversation that is not open is marked as it stands (`model::Marks`, JSON).
const MARKS_AND_FORMS: &str = "
ALTER TABLE queue ADD COLUMN form TEXT NOT NULL DEFAULT '{}';
ALTER TABLE conversations ADD COLUMN marks TEXT NOT NULL DEFAULT '{}';
";

/// How text becomes search terms. `So` lets emoji be found; `Cn` those that are
/// younger than SQLite's Unicode tables.
pub(crate) const TOKENIZER: &str =
    r#"tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co So Cn'""#;

/// Format 1. Times are milliseconds since the Unix epoch, `conversation` is
/// `conversations.id`, bodies are JSON of the model's types.
///
/// - `events` is the truth and only ever grows; `items` and `search` are made
///   from it and can be made again.
/// - `items.indexed` is the hash of the text that `search` holds for the row, 0
///   for none, so that a rewritten row with the same text costs no index work.
/// - `search` keeps no copy of the text: snippets are cut from the items.
const FIRST: &str = r#"
CREATE TABLE conversations (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    name           TEXT    NOT NULL UNIQUE,
    title          TEXT    NOT NULL,
    titled_by_user INTEGER NOT NULL,
    profile        TEXT    NOT NULL,
    profile_name   TEXT    NOT NULL,
    protocol       TEXT    NOT NULL,
    workspace      TEXT    NOT NULL,
    created_at     INTEGER NOT NULL,
    updated_at     INTEGER NOT NULL,
    session_id     TEXT,
    epoch          INTEGER NOT NULL,
    draft          TEXT    NOT NULL,
    pinned         INTEGER NOT NULL,
    archived       INTEGER NOT NULL,
    seen_seq       INTEGER NOT NULL,
    preview        TEXT    NOT NULL
) STRICT;

CREATE TABLE events (
    conversation INTEGER NOT NULL,
    seq          INTEGER NOT NULL,
    at           INTEGER NOT NULL,
    kind         TEXT    NOT NULL,
    body         TEXT    NOT NULL,
    PRIMARY KEY (conversation, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE items (
    id           INTEGER PRIMARY KEY,
    conversation INTEGER NOT NULL,
    place        INTEGER NOT NULL,
    item         TEXT    NOT NULL,
    first_seq    INTEGER NOT NULL,
    complete     INTEGER NOT NULL,
    body         TEXT    NOT NULL,
    indexed      INTEGER NOT NULL DEFAULT 0,
    UNIQUE (conversation, place)
) STRICT;

CREATE TABLE approvals (
    conversation INTEGER NOT NULL,
    key          TEXT    NOT NULL,
    settled      INTEGER NOT NULL,
    request      TEXT    NOT NULL,
    requested_at INTEGER NOT NULL,
    state        TEXT    NOT NULL,
    answered_by  TEXT    NOT NULL,
    changed_at   INTEGER NOT NULL,
    PRIMARY KEY (conversation, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX approvals_open ON approvals (conversation, requested_at) WHERE settled = 0;

CREATE TABLE queue (
    conversation INTEGER NOT NULL,
    position     INTEGER NOT NULL,
    turn         TEXT    NOT NULL,
    text         TEXT    NOT NULL,
    attachments  TEXT    NOT NULL,
    PRIMARY KEY (conversation, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE traffic (
    id           INTEGER PRIMARY KEY,
    conversation INTEGER NOT NULL,
    at           INTEGER NOT NULL,
    epoch        INTEGER NOT NULL,
    direction    INTEGER NOT NULL,
    bytes        BLOB    NOT NULL
) STRICT;
CREATE INDEX traffic_by_conversation ON traffic (conversation, id);

CREATE TABLE traffic_use (
    conversation INTEGER PRIMARY KEY,
    bytes        INTEGER NOT NULL
) STRICT;

CREATE VIRTUAL TABLE search USING fts5 (
    text, content = '', contentless_delete = 1, prefix = '2 3',
    tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co So Cn'"
);
"#;
