//! From a folder to an open file that is certainly an archive, or a reason why not.

use crate::{OpenError, mend, modes, rebuild, schema, upkeep};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, MAIN_DB, OpenFlags};
use std::fs::{self, File, TryLockError};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The archive's file in its folder.
pub(crate) const FILE: &str = "archive.db";
const LOCK: &str = "archive.lock";

/// Earlier versions can corrupt a write-ahead log when two connections
/// checkpoint at the same moment (security §13).
const NEEDED_SQLITE: (i32, &str) = (3_051_003, "3.51.3");

/// What is deleted within a page that is written all the same is overwritten: what a draft or a title
/// was stays nowhere.
pub(crate) const OVERWRITES: &str = "PRAGMA secure_delete = FAST";

/// How long another process may take to let go: a Parley that is just being ended.
const PATIENCE: Duration = Duration::from_secs(2);

/// An archive that may be written.
pub(crate) struct Opened {
    /// The writer's connection.
    pub(crate) conn: Connection,
    /// Held as long as the archive is open; the system frees it on any death.
    pub(crate) lock: File,
    /// The file.
    pub(crate) path: PathBuf,
    /// Whether there was none, so that this one was made.
    pub(crate) made: bool,
}

/// Opens the archive in `dir` for writing; makes a new one only where there is none.
pub(crate) fn for_writing(dir: &Path, steps: &[schema::Step]) -> Result<Opened, OpenError> {
    check_sqlite()?;
    modes::create_dir(dir).map_err(|error| OpenError::from_io(dir, error))?;
    let path = dir.join(FILE);
    let lock = lock_folder(dir)?;
    mend::finish(&path).map_err(|error| OpenError::from_io(&path, error))?;
    let made = !inspect(&path)?;
    if made {
        create(&path, steps)?;
    }
    for file in [path.clone(), beside(&path, "-wal"), beside(&path, "-shm")] {
        modes::tighten(&file).map_err(|error| OpenError::from_io(&file, error))?;
    }
    let fail = |error| OpenError::from_sqlite(&path, &error);
    let mut conn = connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(fail)?;
    // Until it is accepted, closing it again must leave the log alone.
    keep_log(&conn, true).map_err(fail)?;
    accept(&conn, &path, steps)?;
    if conn.is_readonly(MAIN_DB).map_err(fail)? {
        return Err(OpenError::ReadOnly { path });
    }
    // Shows now whether another program holds the file.
    conn.execute_batch("BEGIN IMMEDIATE; ROLLBACK")
        .map_err(fail)?;
    let mode: String = conn
        .query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))
        .map_err(fail)?;
    if mode != "wal" {
        let reason = format!("its folder does not allow a write-ahead log (it stays in {mode})");
        return Err(OpenError::Sqlite { path, reason });
    }
    schema::migrate(&mut conn, steps).map_err(fail)?;
    make_lost_again(&mut conn, &path)?;
    check_tables(&conn, &path)?;
    keep_log(&conn, false).map_err(fail)?;
    // 4,096 pages: a burst is not interrupted by a checkpoint every few hundred rows.
    conn.execute_batch("PRAGMA wal_autocheckpoint = 4096; PRAGMA journal_size_limit = 67108864")
        .and_then(|()| conn.execute_batch(OVERWRITES))
        .map_err(fail)?;
    Ok(Opened {
        conn,
        lock,
        path,
        made,
    })
}

/// How a file is reached for reading.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    /// As it is, its log included, beside a writer.
    Shared(PathBuf),
    /// A file nobody can write, in a folder where SQLite may not put its index
    /// of the log: read as if it never changed.
    Frozen(PathBuf),
}

/// Opens the archive in `dir` for reading only: nothing is created, locked or migrated.
pub(crate) fn for_reading(dir: &Path, steps: &[schema::Step]) -> Result<Source, OpenError> {
    check_sqlite()?;
    let path = dir.join(FILE);
    if !inspect(&path)? {
        let source = std::io::Error::from(std::io::ErrorKind::NotFound);
        return Err(OpenError::Io { path, source });
    }
    let open = |source: Source| -> Result<Source, OpenError> {
        let conn = reader(&source).map_err(|error| OpenError::from_sqlite(&path, &error))?;
        accept(&conn, &path, steps)?;
        check_tables(&conn, &path)?;
        Ok(source)
    };
    match open(Source::Shared(path.clone())) {
        // With something in the log the file alone is not the archive.
        Err(OpenError::ReadOnly { .. } | OpenError::Sqlite { .. })
            if fs::metadata(beside(&path, "-wal")).map_or(0, |meta| meta.len()) == 0 =>
        {
            open(Source::Frozen(path.clone()))
        }
        other => other,
    }
}

/// A connection that can't write.
pub(crate) fn reader(source: &Source) -> rusqlite::Result<Connection> {
    let conn = match source {
        Source::Shared(path) => connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?,
        Source::Frozen(path) => connect(
            Path::new(&frozen_uri(path)),
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI,
        )?,
    };
    keep_log(&conn, true)?;
    Ok(conn)
}

/// SQLite's URI of a file that never changes.
fn frozen_uri(path: &Path) -> String {
    let mut uri = "file:".to_owned();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' => uri.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(*byte)),
            byte => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri + "?immutable=1"
}

pub(crate) fn connect(path: &Path, access: OpenFlags) -> rusqlite::Result<Connection> {
    let conn = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    conn.busy_timeout(PATIENCE)?;
    conn.set_prepared_statement_cache_capacity(64);
    // A damaged file must not run what its schema says.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    Ok(conn)
}

fn keep_log(conn: &Connection, keep: bool) -> rusqlite::Result<()> {
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep)
        .map(|_| ())
}

fn check_sqlite() -> Result<(), OpenError> {
    if rusqlite::version_number() < NEEDED_SQLITE.0 {
        let found = rusqlite::version().to_owned();
        return Err(OpenError::OldSqlite {
            found,
            needed: NEEDED_SQLITE.1,
        });
    }
    Ok(())
}

/// The folder for this process alone.
pub(crate) fn lock_folder(dir: &Path) -> Result<File, OpenError> {
    lock(&dir.join(LOCK), &dir.join(FILE))
}

/// One process writes an archive: a second would take the first's open
/// approvals for those of a dead host.
fn lock(file: &Path, archive: &Path) -> Result<File, OpenError> {
    let handle = modes::open_private(file).map_err(|error| OpenError::from_io(archive, error))?;
    let deadline = Instant::now() + PATIENCE;
    loop {
        match handle.try_lock() {
            Ok(()) => return Ok(handle),
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(TryLockError::WouldBlock) => {
                return Err(OpenError::Locked {
                    path: archive.to_owned(),
                });
            }
            Err(TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => {
                tracing::warn!(%error, "this file system has no locks; the archive goes without");
                return Ok(handle);
            }
            Err(TryLockError::Error(error)) => return Err(OpenError::from_io(archive, error)),
        }
    }
}

/// Looks at the file's first bytes, so that SQLite never meets something it
/// would take for a new, empty database. False where there is no file.
fn inspect(path: &Path) -> Result<bool, OpenError> {
    let damaged = |reason: String| {
        Err(OpenError::Damaged {
            path: path.to_owned(),
            reason,
        })
    };
    let log = fs::metadata(beside(path, "-wal")).map_or(0, |meta| meta.len());
    let meta = match fs::metadata(path) {
        Ok(meta) => meta,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && log == 0 => {
            return Ok(false);
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return damaged("its main file is gone while its log is still there".to_owned());
        }
        Err(error) => return Err(OpenError::from_io(path, error)),
    };
    if !meta.is_file() {
        let reason = "it is not a regular file".to_owned();
        return Err(OpenError::NotADatabase {
            path: path.to_owned(),
            reason,
        });
    }
    if meta.len() == 0 {
        return damaged("it is empty (0 bytes)".to_owned());
    }
    let mut head = Vec::with_capacity(100);
    File::open(path)
        .and_then(|file| file.take(100).read_to_end(&mut head))
        .map_err(|error| OpenError::from_io(path, error))?;
    if !head.starts_with(b"SQLite format 3\0") {
        let reason = "its first bytes are not those of a database".to_owned();
        return Err(OpenError::NotADatabase {
            path: path.to_owned(),
            reason,
        });
    }
    let Some(header) = head.first_chunk::<100>() else {
        return damaged(format!("it is cut short ({} bytes)", meta.len()));
    };
    let number = |at: usize| {
        u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
    };
    let page = match u32::from(u16::from_be_bytes([header[16], header[17]])) {
        1 => 65_536,
        size => size,
    };
    if !page.is_power_of_two() || page < 512 {
        return damaged(format!("its header names an impossible page size ({page})"));
    }
    if !matches!((header[18], header[19]), (1 | 2, 1 | 2)) {
        return damaged("its header names an unknown file format".to_owned());
    }
    // The count is the file's own only where both change counters agree; with a
    // log, the newest pages may be there still.
    let whole = u64::from(page) * u64::from(number(28));
    if log == 0 && number(24) == number(92) && meta.len() < whole {
        return damaged(format!("it is cut short ({} of {whole} bytes)", meta.len()));
    }
    Ok(true)
}

/// Refuses what is no archive, or a newer one. Writes nothing.
fn accept(conn: &Connection, path: &Path, steps: &[schema::Step]) -> Result<(), OpenError> {
    let fail = |error| OpenError::from_sqlite(path, &error);
    let id: i32 = conn
        .query_row("PRAGMA application_id", [], |row| row.get(0))
        .map_err(fail)?;
    if id != schema::APPLICATION_ID {
        let reason = "it is a database of another program".to_owned();
        return Err(OpenError::NotADatabase {
            path: path.to_owned(),
            reason,
        });
    }
    let found = schema::version(conn).map_err(fail)?;
    let known = schema::newest(steps);
    if found > known {
        return Err(OpenError::NewerSchema {
            path: path.to_owned(),
            found,
            known,
        });
    }
    if found == 0 {
        let reason = "it holds no tables".to_owned();
        return Err(OpenError::Damaged {
            path: path.to_owned(),
            reason,
        });
    }
    Ok(())
}

/// Items and index are made of the events: where one of them is lost, it is made
/// again (C60). Items now, as nothing may be added behind a gap; the index by
/// the writer, while the app runs.
fn make_lost_again(conn: &mut Connection, path: &Path) -> Result<(), OpenError> {
    let lost = |conn: &Connection, table: &str| {
        touch(conn, table).is_err_and(|error| {
            matches!(
                OpenError::from_sqlite(path, &error),
                OpenError::Damaged { .. } | OpenError::Sqlite { .. }
            )
        })
    };
    let items = lost(conn, "items");
    // Only where the rest is whole: otherwise the user decides.
    if !(items || lost(conn, "search")) || lost(conn, "events") || lost(conn, "conversations") {
        return Ok(());
    }
    tracing::warn!(items, "what is made of the events is lost, and made again");
    let again = |conn: &mut Connection| -> rusqlite::Result<()> {
        let transaction = conn.transaction()?;
        schema::make_search(&transaction)?;
        if items {
            schema::make_items(&transaction)?;
            rebuild::all(&transaction)?;
        } else {
            upkeep::note_index(&transaction)?;
        }
        transaction.commit()
    };
    if let Err(error) = again(conn) {
        // The check that follows names what is broken.
        tracing::error!(%error, "items or search index could not be made again");
    }
    Ok(())
}

fn touch(conn: &Connection, table: &str) -> rusqlite::Result<bool> {
    conn.prepare(&format!("SELECT 1 FROM {table} LIMIT 1"))?
        .exists([])
}

/// Touches every table once: finds a broken schema or root page, in constant time.
fn check_tables(conn: &Connection, path: &Path) -> Result<(), OpenError> {
    for table in schema::TABLES {
        if let Err(error) = touch(conn, table) {
            let reason = format!("its table {table} cannot be read ({error})");
            return match OpenError::from_sqlite(path, &error) {
                OpenError::Sqlite { path, .. } => Err(OpenError::Damaged { path, reason }),
                other => Err(other),
            };
        }
    }
    Ok(())
}

/// Makes a new archive beside its place and moves it there when it is whole: a
/// kill in between leaves none, never an empty one.
fn create(path: &Path, steps: &[schema::Step]) -> Result<(), OpenError> {
    let draft = beside(path, ".new");
    build(&draft, steps)?;
    File::open(&draft)
        .and_then(|file| file.sync_all())
        .and_then(|()| fs::rename(&draft, path))
        .and_then(|()| modes::sync_dir(path))
        .map_err(|error| OpenError::from_io(path, error))
}

/// Makes an empty archive under this name, in place of whatever has it. It is
/// not yet forced to the disk.
pub(crate) fn build(draft: &Path, steps: &[schema::Step]) -> Result<(), OpenError> {
    for suffix in ["", "-journal", "-wal", "-shm"] {
        let file = beside(draft, suffix);
        match fs::remove_file(&file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(OpenError::from_io(&file, error));
            }
            _ => {}
        }
    }
    modes::open_private(draft).map_err(|error| OpenError::from_io(draft, error))?;
    let fill = || -> rusqlite::Result<()> {
        let mut conn = connect(draft, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        conn.execute_batch("PRAGMA synchronous = OFF")?;
        conn.pragma_update(None, "application_id", schema::APPLICATION_ID)?;
        schema::migrate(&mut conn, steps)?;
        conn.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
        conn.close().map_err(|(_, error)| error)
    };
    fill().map_err(|error| OpenError::from_sqlite(draft, &error))
}

/// `archive.db` and `-wal` make `archive.db-wal`.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
