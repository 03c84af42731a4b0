//! The one place where an export's bytes leave: cleaned of known keys, counted,
//! stopped when the user says so, and under their name only when complete.

use super::ExportError;
use crate::whole_file::WholeFile;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// An export on its way: how far it is, and whether it is still wanted.
#[derive(Clone, Default)]
pub struct Job(Arc<State>);

#[derive(Default)]
struct State {
    done: AtomicU64,
    total: AtomicU64,
    bytes: AtomicU64,
    cancelled: AtomicBool,
}

impl Job {
    /// Stops it; no file is made.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
    }

    /// Items written, items in all, and bytes written.
    #[must_use]
    pub fn progress(&self) -> (u64, u64, u64) {
        let State {
            done, total, bytes, ..
        } = &*self.0;
        [done, total, bytes]
            .map(|number| number.load(Ordering::Relaxed))
            .into()
    }

    pub(super) fn expect(&self, total: u64) {
        self.0.total.store(total, Ordering::Relaxed);
    }

    /// One item further.
    pub(super) fn step(&self) -> Result<(), ExportError> {
        self.0.done.fetch_add(1, Ordering::Relaxed);
        self.wanted()
    }

    pub(super) fn wanted(&self) -> Result<(), ExportError> {
        if self.0.cancelled.load(Ordering::Relaxed) {
            return Err(ExportError::Cancelled);
        }
        Ok(())
    }
}

/// Where the bytes go.
pub(super) struct Outlet<'a> {
    to: Box<dyn Write + Send + 'a>,
    whole: Option<WholeFile>,
    job: Job,
    bytes: u64,
}

impl<'a> Outlet<'a> {
    pub(super) fn file(path: &Path, job: &Job) -> Result<Self, ExportError> {
        let (whole, file) = WholeFile::create(path).map_err(|reason| ExportError::Write {
            path: path.to_owned(),
            reason,
        })?;
        Ok(Self {
            to: Box::new(BufWriter::with_capacity(1 << 16, file)),
            whole: Some(whole),
            job: job.clone(),
            bytes: 0,
        })
    }

    pub(super) fn stream(to: &'a mut (dyn Write + Send), job: &Job) -> Self {
        Self {
            to: Box::new(BufWriter::new(to)),
            whole: None,
            job: job.clone(),
            bytes: 0,
        }
    }

    /// Writes a whole record: an item, a line, a heading.
    pub(super) fn record(&mut self, record: Vec<u8>) -> Result<(), ExportError> {
        self.job.wanted()?;
        // A record is never split, so no key hides across the seam of two.
        let clean = secrets::known().bytes(record);
        self.to
            .write_all(&clean)
            .map_err(|reason| self.failed(reason))?;
        self.bytes += clean.len() as u64;
        self.job.0.bytes.store(self.bytes, Ordering::Relaxed);
        Ok(())
    }

    /// Puts the file in its place; gives its size.
    pub(super) fn finish(mut self) -> Result<u64, ExportError> {
        self.job.wanted()?;
        self.to.flush().map_err(|reason| self.failed(reason))?;
        if let Some(whole) = self.whole.take() {
            let path = whole.path().to_owned();
            whole
                .place()
                .map_err(|reason| ExportError::Write { path, reason })?;
        }
        Ok(self.bytes)
    }

    fn failed(&self, reason: std::io::Error) -> ExportError {
        let path = self.whole.as_ref().map_or_else(
            || PathBuf::from("the standard output"),
            |whole| whole.path().to_owned(),
        );
        ExportError::Write { path, reason }
    }
}
