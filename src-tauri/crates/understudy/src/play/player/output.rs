//! Steps that write.

use std::io::{self, Write as _};
use std::thread;
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::{Player, Snag};
use crate::play::dialect::Said;
use crate::play::outlet::at_rate;
use crate::play::steps::{Burst, Flood, Split};

/// Writes of a burst are gathered up to this size.
const GATHER: usize = 64 * 1024;

impl Player {
    pub(super) fn send(&self, bytes: &[u8]) -> Result<(), Snag> {
        self.sent(self.common.outlet.write(bytes))
    }

    /// A text stands for itself, anything else for its JSON.
    fn as_line(value: Value) -> String {
        match value {
            Value::String(text) => text + "\n",
            other => format!("{other}\n"),
        }
    }

    /// Logged as a whole: a line of log for each would be slower than the burst.
    pub(super) fn burst(&mut self, burst: &Burst) -> Result<(), Snag> {
        let mut gathered: Vec<u8> = Vec::new();
        let mut total = 0_usize;
        let mut values = self.values.clone();
        {
            let gathered = std::cell::RefCell::new(&mut gathered);
            let flush = || {
                let bytes = std::mem::take(&mut **gathered.borrow_mut());
                self.sent(self.common.outlet.quietly(&bytes))
            };
            at_rate(
                burst.count,
                burst.per_second,
                |n| {
                    values.bind("n", json!(n));
                    let line = Self::as_line(values.fill(&burst.line)?);
                    total += line.len();
                    gathered.borrow_mut().extend_from_slice(line.as_bytes());
                    let full = gathered.borrow().len() >= GATHER;
                    if burst.each || full { flush() } else { Ok(()) }
                },
                flush,
            )?;
        }
        self.common
            .journal
            .write("burst", json!({"count": burst.count, "bytes": total}));
        Ok(())
    }

    pub(super) fn split(&mut self, split: &Split) -> Result<(), Snag> {
        let line = Self::as_line(self.values.fill(&split.line)?).into_bytes();
        let mut cuts: Vec<usize> = split
            .at
            .iter()
            .copied()
            .filter(|at| *at < line.len())
            .collect();
        if let Some(every) = split.every.filter(|every| *every > 0) {
            cuts.extend((every..line.len()).step_by(every));
        }
        cuts.push(line.len());
        cuts.sort_unstable();
        let mut from = 0;
        for cut in cuts {
            self.sent(self.common.outlet.quietly(&line[from..cut]))?;
            from = cut;
            if split.pause_ms > 0 && from < line.len() {
                thread::sleep(Duration::from_millis(split.pause_ms));
            }
        }
        self.common.journal.sent(&line);
        Ok(())
    }

    pub(super) fn echo(&mut self, name: &str, field: Option<&str>) -> Result<(), Snag> {
        let path = field.map_or_else(|| name.to_owned(), |field| format!("{name}.{field}"));
        let value = self.values.fill(&Value::String(format!("${{{path}}}")))?;
        let text = match value {
            Value::String(text) => text,
            other => other.to_string(),
        };
        self.say(Said::Text, &Value::String(text))
    }

    pub(super) fn stderr(&mut self, text: &str) -> Result<(), Snag> {
        let text = self.values.fill_string(text)?;
        // Nobody may be listening there.
        let _ = io::stderr()
            .lock()
            .write_all(format!("{text}\n").as_bytes());
        self.common.journal.write("err", text);
        Ok(())
    }

    pub(super) fn flood(&mut self, flood: &Flood) -> Result<(), Snag> {
        let line = flood
            .line
            .as_deref()
            .unwrap_or("the quick brown fox writes to standard error");
        let line = format!("{}\n", self.values.fill_string(line)?);
        let block = line.repeat(GATHER.div_ceil(line.len()));
        let size = block.len() as u64;
        let blocks = flood.bytes.div_ceil(size);
        #[allow(clippy::cast_precision_loss)]
        let rate = flood.per_second.map(|bytes| bytes / size as f64);
        let mut left = flood.bytes;
        at_rate(
            blocks,
            rate,
            |_| {
                let now = usize::try_from(left.min(size)).unwrap_or(block.len());
                left -= now as u64;
                let _ = io::stderr().lock().write_all(&block.as_bytes()[..now]);
                Ok::<(), Snag>(())
            },
            || Ok(()),
        )?;
        self.common
            .journal
            .write("note", format!("{} bytes on standard error", flood.bytes));
        Ok(())
    }

    pub(super) fn dump(&mut self, what: &[String], to: &str) -> Result<(), Snag> {
        let mut dumped = Map::new();
        for word in what {
            let value = match word.as_str() {
                "argv" => json!(
                    std::env::args_os()
                        .map(|arg| arg.to_string_lossy().into_owned())
                        .collect::<Vec<_>>()
                ),
                "env" => Value::Object(
                    std::env::vars_os()
                        .map(|(k, v)| {
                            (k.to_string_lossy().into_owned(), json!(v.to_string_lossy()))
                        })
                        .collect(),
                ),
                "pid" => json!(std::process::id()),
                _ => {
                    let cwd = std::env::current_dir()
                        .map_err(|error| format!("the working directory: {error}"))?;
                    #[cfg(unix)]
                    if cwd.to_str().is_none() {
                        use std::os::unix::ffi::OsStrExt as _;
                        let hex: String = cwd
                            .as_os_str()
                            .as_bytes()
                            .iter()
                            .map(|b| format!("{b:02x}"))
                            .collect();
                        dumped.insert("cwd_hex".to_owned(), json!(hex));
                    }
                    json!(cwd.to_string_lossy())
                }
            };
            dumped.insert(word.clone(), value);
        }
        let dumped = Value::Object(dumped);
        match to {
            "stdout" => self.send(format!("{dumped}\n").as_bytes()),
            "text" => {
                let text = Value::String(dumped.to_string());
                self.say(Said::Text, &text)
            }
            file => {
                let file = self.values.fill_string(file)?;
                // Renamed when whole: a test waits for the file to appear.
                let part = format!("{file}.part");
                std::fs::write(&part, format!("{dumped}\n"))
                    .and_then(|()| std::fs::rename(&part, &file))
                    .map_err(|error| Snag::Failed(format!("{file}: {error}")))
            }
        }
    }
}
