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
    Step {
        to: 3,
        run: |conn| conn.execute_batch(UPKEEP),
    },
    Step {
        to: 4,
        run: |conn| conn.execute_batch(DECIDING),
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
    "upkeep",
];

/// Makes the search index again, empty: the writer fills it from the items.
pub(crate) fn make_search(conn: &Connection) -> rusqlite::Result<()> {
    conn.execute_batch("DROP TABLE IF EXISTS search")?;
    conn.execute_batch(part_of_first("CREATE VIRTUAL TABLE search"))
}

/// Makes the table of items again, empty.
pub(crate) fn make_items(conn: &Connection) -> rusqlite::Result<()> {
    conn.execute_batch("DROP TABLE IF EXISTS items")?;
    conn.execute_batch(part_of_first("CREATE TABLE items"))
}

fn part_of_first(start: &str) -> &'static str {
    let from = FIRST.find(start).unwrap_or(FIRST.len());
    let rest = &FIRST[from..];
    let length = rest.find(";\n").map_or(rest.len(), |end| end + 1);
    &rest[..length]
}

/// Format 2: an operation's fields wait in the queue with its text, and a
/// conversation that is not open is marked as it stands (`model::Marks`, JSON).
const MARKS_AND_FORMS: &str = "
ALTER TABLE queue ADD COLUMN form TEXT NOT NULL DEFAULT '{}';
ALTER TABLE conversations ADD COLUMN marks TEXT NOT NULL DEFAULT '{}';
";

/// Format 3: what the writer has still to do when it is idle. `index` is the
/// number of the last item that a new search index holds.
const UPKEEP: &str = "
CREATE TABLE upkeep (
    name  TEXT    PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
";

/// How text becomes search terms. `So` lets emoji be found; `Cn` those that are
/// younger than SQLite's Unicode tables.
pub(crate) const TOKENIZER: &str =
    r#"tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co So Cn'""#;

/// Format 4: rules of approvals and the ledger of decisions. They are not among
/// `TABLES`: where the rules are lost every request asks, and the rest works.
///
/// - `rules.body` is JSON; `rule_seal` is over all of them. `rule_use` stands
///   apart, so that counting needs no new seal.
/// - `decisions.conversation` is `conversations.name`: an entry outlives its
///   conversation, without its words. `found_in` is lower case.
const DECIDING: &str = "
CREATE TABLE rules (
    id       TEXT    PRIMARY KEY,
    position INTEGER NOT NULL,
    body     TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE rule_seal (
    one  INTEGER PRIMARY KEY CHECK (one = 1),
    seal TEXT    NOT NULL
) STRICT;

CREATE TABLE rule_use (
    rule    TEXT    PRIMARY KEY,
    matched INTEGER NOT NULL,
    last    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE decisions (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation TEXT    NOT NULL,
    item         TEXT    NOT NULL,
    title        TEXT    NOT NULL,
    profile      TEXT    NOT NULL,
    agent        TEXT    NOT NULL,
    workspace    TEXT    NOT NULL,
    tool         TEXT    NOT NULL,
    kind         TEXT    NOT NULL,
    subject      TEXT    NOT NULL,
    args         TEXT    NOT NULL,
    args_bytes   INTEGER NOT NULL,
    args_sha256  TEXT    NOT NULL,
    risk         TEXT    NOT NULL,
    requested_at INTEGER NOT NULL,
    decided_at   INTEGER,
    decision     TEXT    NOT NULL,
    always       INTEGER NOT NULL,
    reason       TEXT    NOT NULL,
    decided_by   TEXT    NOT NULL,
    by_kind      TEXT    NOT NULL,
    outcome      TEXT    NOT NULL,
    expiry       TEXT    NOT NULL,
    found_in     TEXT    NOT NULL,
    UNIQUE (conversation, item)
) STRICT;
CREATE INDEX decisions_by_time ON decisions (requested_at);
";

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
