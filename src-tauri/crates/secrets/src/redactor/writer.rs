//! A way out for lines: a log, the standard error.

use crate::known::Known;
use std::io::{self, Write};

/// Writes what it is given without the keys that are known at that moment. One
/// call is one line, as `tracing` writes them.
#[derive(Debug)]
pub struct Writer<W> {
    known: &'static Known,
    into: W,
}

impl<W> Writer<W> {
    /// Before `into`.
    pub fn new(known: &'static Known, into: W) -> Self {
        Self { known, into }
    }
}

impl<W: Write> Write for Writer<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        match self.known.redactor() {
            None => self.into.write(line),
            Some(redactor) => {
                self.into.write_all(&redactor.bytes(line))?;
                Ok(line.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.into.flush()
    }
}
