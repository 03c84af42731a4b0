//! The one way out: whole lines, in order, flushed one by one.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use super::children::Children;

/// Standard output, shared by the threads of the guide.
pub(crate) struct Outbox {
    out: Mutex<io::Stdout>,
    children: Arc<Children>,
}

impl Outbox {
    pub(crate) fn new(children: Arc<Children>) -> Self {
        Self {
            out: Mutex::new(io::stdout()),
            children,
        }
    }

    /// Writes one event. When the host is gone there is nobody left to work for: commands that
    /// still run are killed and the process ends with 1.
    pub(crate) fn send(&self, event: &Value) {
        let mut line = event.to_string();
        line.push('\n');
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        if out
            .write_all(line.as_bytes())
            .and_then(|()| out.flush())
            .is_err()
        {
            self.children.kill_all();
            std::process::exit(1);
        }
    }
}
