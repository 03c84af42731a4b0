//! `--log`: what happened and when, one JSON object a line, each flushed at once. `ms` counts from
//! the start. Lines: `{"start":{…}}`, `{"in":"…"}`, `{"out":"…"}` (whole lines without their end),
//! `{"out_hex":"…"}`, `{"burst":{…}}`, `{"err":"…"}`, `{"signal":"SIGTERM"}`, `{"eof":true}`,
//! `{"note":"…"}`, `{"spawned":N}`, `{"trouble":"…"}`, `{"exit":N}`.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use serde_json::{Value, json};

/// The log, or nothing.
#[derive(Debug)]
pub(crate) struct Journal {
    file: Option<Mutex<File>>,
    pub(crate) started: Instant,
}

impl Journal {
    pub(crate) fn none() -> Self {
        Self {
            file: None,
            started: Instant::now(),
        }
    }

    /// Appends: a restarted agent goes on in the same log.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self {
            file: Some(Mutex::new(file)),
            started: Instant::now(),
        })
    }

    pub(crate) fn write(&self, key: &str, value: impl Into<Value>) {
        let Some(file) = &self.file else { return };
        let ms = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let mut line = json!({"ms": ms, key: value.into()}).to_string();
        line.push('\n');
        // One write, so that the lines of two processes do not mix.
        let _ = file
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .write_all(line.as_bytes());
    }

    /// Bytes that were sent: as text when they are whole lines of UTF-8.
    pub(crate) fn sent(&self, bytes: &[u8]) {
        if self.file.is_none() {
            return;
        }
        match std::str::from_utf8(bytes)
            .ok()
            .and_then(|text| text.strip_suffix('\n'))
        {
            Some(text) => text.split('\n').for_each(|line| self.write("out", line)),
            None => {
                let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                self.write("out_hex", hex);
            }
        }
    }
}
