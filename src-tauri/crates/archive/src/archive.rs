//! The archive as the rest of Parley holds it.

use crate::change::{Change, EncodedBatch, EncodedMessage};
use crate::inbox::{self, Shared};
use crate::ledger::Ledger;
use crate::reading::Readers;
use crate::upkeep::Upkeep;
use crate::writer::Writer;
use crate::{
    AppendBatch, Health, OpenError, QueuedRecord, ReadError, Receipt, Retention, WriteError,
    opening, schema,
};
use model::{ConversationId, ConversationMeta};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use tokio::sync::watch;

/// An open archive. Clones are the same one; the last to go closes it.
#[derive(Clone)]
pub struct Archive {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) shared: Arc<Shared>,
    readers: Readers,
    path: PathBuf,
    made: bool,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl Inner {
    fn close(&self) {
        self.readers.close();
        self.shared.close();
        let writer = self
            .writer
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(writer) = writer
            && writer.join().is_err()
        {
            tracing::error!("the archive's writer panicked");
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.close();
    }
}

impl std::fmt::Debug for Archive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Archive")
            .field("path", &self.inner.path)
            .finish_non_exhaustive()
    }
}

impl Archive {
    /// Opens the archive in a folder; makes folder (0700) and files (0600) where
    /// there are none. Waits up to two seconds for another Parley that is ending.
    ///
    /// # Errors
    /// Why it cannot be opened. Whatever is there is left as it is.
    pub fn open(dir: &Path) -> Result<Self, OpenError> {
        Self::open_with(dir, schema::STEPS, Retention::default())
    }

    pub(crate) fn open_with(
        dir: &Path,
        steps: &[schema::Step],
        retention: Retention,
    ) -> Result<Self, OpenError> {
        let opening::Opened {
            conn,
            lock,
            path,
            made,
        } = opening::for_writing(dir, steps)?;
        let shared = Shared::new();
        let writer = Writer {
            conn,
            lock,
            shared: Arc::clone(&shared),
            ledger: Ledger::new(retention),
            upkeep: Upkeep::new(),
        };
        let thread = std::thread::Builder::new()
            .name("archive".to_owned())
            .spawn(move || writer.run())
            .map_err(|source| OpenError::Io {
                path: path.clone(),
                source,
            })?;
        Ok(Self {
            inner: Arc::new(Inner {
                shared,
                readers: Readers::new(opening::Source::Shared(path.clone())),
                path,
                made,
                writer: Mutex::new(Some(thread)),
            }),
        })
    }

    /// Opens the archive in a folder for reading alone: beside a Parley that
    /// writes it, or where it may not be written (unless its log is needed and
    /// cannot be read there). Makes, locks and changes
    /// nothing; every write is answered with [`WriteError::Closed`]. Only for a
    /// process that has not opened it for writing.
    ///
    /// # Errors
    /// Why it cannot be opened; also where there is none.
    pub fn open_read_only(dir: &Path) -> Result<Self, OpenError> {
        let source = opening::for_reading(dir, schema::STEPS)?;
        let shared = Shared::new();
        shared.close();
        Ok(Self {
            inner: Arc::new(Inner {
                shared,
                readers: Readers::new(source),
                path: dir.join(opening::FILE),
                made: false,
                writer: Mutex::new(None),
            }),
        })
    }

    /// Whether the folder held no archive, so that opening it made this one.
    #[must_use]
    pub fn was_made(&self) -> bool {
        self.inner.made
    }

    /// The archive's file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.inner.path
    }

    /// Adds a conversation, or puts everything that is kept of it besides its events.
    pub fn put_conversation(&self, meta: ConversationMeta) -> Receipt {
        let bytes = 512 + meta.title.len() + meta.draft.len() + meta.preview.len();
        self.submit(Change::Put(Box::new(meta)), bytes, 1, false, false)
    }

    /// Deletes a conversation and all of it. Nothing where it is not there.
    pub fn delete_conversation(&self, id: &ConversationId) -> Receipt {
        self.submit(Change::Delete(id.clone()), 64, 1, true, true)
    }

    /// Adds to a conversation, all of the batch or nothing.
    pub fn append(&self, batch: AppendBatch) -> Receipt {
        let now = batch.durability.is_now();
        match EncodedBatch::new(batch) {
            Ok((batch, bytes, rows)) => self.submit(Change::Append(batch), bytes, rows, now, now),
            Err(error) => Receipt::settled(Err(WriteError::Rejected {
                reason: error.to_string(),
            })),
        }
    }

    /// Puts the queue of a conversation: what the user wrote and was not yet
    /// sent. Forced to the disk like a message.
    pub fn set_queue(&self, id: &ConversationId, messages: Vec<QueuedRecord>) -> Receipt {
        let encoded: Result<Vec<_>, _> = messages.into_iter().map(EncodedMessage::new).collect();
        match encoded {
            Ok(messages) => {
                let bytes = 64
                    + messages
                        .iter()
                        .map(|one| one.text.len() + 128)
                        .sum::<usize>();
                let rows = messages.len() + 1;
                let conversation = id.clone();
                self.submit(
                    Change::Queue {
                        conversation,
                        messages,
                    },
                    bytes,
                    rows,
                    true,
                    true,
                )
            }
            Err(error) => Receipt::settled(Err(WriteError::Rejected {
                reason: error.to_string(),
            })),
        }
    }

    /// Makes the items and the search index of a conversation again from its events.
    pub fn rebuild_items(&self, id: &ConversationId) -> Receipt {
        self.submit(Change::Rebuild(id.clone()), 64, 1, true, false)
    }

    /// What is to be kept from now on. What is over it goes in small steps while
    /// nothing else is written.
    pub fn set_retention(&self, retention: Retention) -> Receipt {
        self.submit(Change::Retain(retention), 32, 1, false, false)
    }

    /// Resolves once everything handed over before is on the disk and in the main file.
    pub fn flush(&self) -> Receipt {
        self.submit(Change::Flush, 16, 0, true, true)
    }

    /// Whether writing works, now and from now on.
    #[must_use]
    pub fn health(&self) -> watch::Receiver<Health> {
        self.inner.shared.health.subscribe()
    }

    /// Resolves when there is room for more: at once, but for a flood that the
    /// disk does not keep up with. Await it before taking more from an agent.
    /// While writing fails it does not wait, as that may last.
    pub async fn ready(&self) {
        let shared = &self.inner.shared;
        let mut health = shared.health.subscribe();
        loop {
            let drained = shared.drained.notified();
            tokio::pin!(drained);
            drained.as_mut().enable();
            if shared.backlog() < inbox::HIGH_WATER || !health.borrow_and_update().is_ok() {
                return;
            }
            tokio::select! {
                () = drained => {}
                _ = health.changed() => {}
            }
        }
    }

    /// Transactions committed since it was opened.
    #[must_use]
    pub fn transactions(&self) -> u64 {
        self.inner.shared.transactions.load(Ordering::Relaxed)
    }

    /// Reads the whole file and names what is broken; empty where nothing is.
    /// Takes seconds for a large archive.
    ///
    /// # Errors
    /// Why it cannot be read at all.
    pub fn check(&self) -> Result<Vec<String>, ReadError> {
        self.read(|conn| {
            let mut found: Vec<String> = conn
                .prepare("PRAGMA integrity_check")?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            found.retain(|line| line != "ok");
            for table in ["events", "items"] {
                let broken: u64 = conn.query_row(
                    &format!("SELECT count(*) FROM {table} WHERE NOT json_valid(body)"),
                    [],
                    |row| row.get::<_, i64>(0).map(crate::change::nat),
                )?;
                if broken > 0 {
                    found.push(format!("{broken} rows of {table} hold broken text"));
                }
            }
            Ok(found)
        })
    }

    /// Writes what is pending, tidies the log into the main file and lets go of
    /// the archive, for all clones. Blocks; while the disk is full, for up to
    /// five seconds.
    pub fn close(self) {
        self.inner.close();
    }

    pub(crate) fn read<T>(
        &self,
        read: impl FnOnce(&rusqlite::Connection) -> rusqlite::Result<T>,
    ) -> Result<T, ReadError> {
        self.inner.readers.read(read).map_err(ReadError::from)
    }

    pub(crate) fn submit(
        &self,
        change: Change,
        bytes: usize,
        rows: usize,
        urgent: bool,
        durable: bool,
    ) -> Receipt {
        self.inner
            .shared
            .submit(change, bytes, rows, urgent, durable)
    }
}
