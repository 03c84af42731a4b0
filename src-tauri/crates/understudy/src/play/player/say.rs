//! The neutral steps, as the protocol says them.

use std::io::{self, Write as _};
use std::sync::atomic::Ordering;

use serde_json::Value;

use super::{Player, Snag, lock};
use crate::play::dialect::{Carries, Said};

impl Player {
    pub(super) fn say(&mut self, said: Said, body: &Value) -> Result<(), Snag> {
        let spoken = {
            let mut dialect = lock(&self.common.dialect);
            if dialect.carries(said) != Carries::Yes {
                let note = format!("`{}` has no words here", said.name());
                self.common.journal.write("note", note);
                return Ok(());
            }
            // Before the end is told: the next message may follow at once.
            if said == Said::EndTurn
                && let Some(pattern) = dialect.drops()
            {
                self.common.inbox.drop_all(&pattern);
            }
            dialect.say(said, body)?
        };
        if let Some(code) = spoken.exit {
            let code = body["exit"]
                .as_i64()
                .and_then(|code| i32::try_from(code).ok())
                .unwrap_or(code);
            self.common.code.store(code, Ordering::Relaxed);
        }
        if !spoken.err.is_empty() {
            // Nobody may be listening there.
            let _ = io::stderr().lock().write_all(spoken.err.as_bytes());
            self.common
                .journal
                .write("err", spoken.err.trim_end_matches('\n'));
        }
        if spoken.out.is_empty() {
            return Ok(());
        }
        self.send(spoken.out.as_bytes())
    }
}
