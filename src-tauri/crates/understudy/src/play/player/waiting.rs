//! The steps that wait for input.

use std::time::Duration;

use serde_json::{Map, Value};

use super::{Player, Snag, lock};
use crate::play::inbox::Taken;
use crate::play::steps::Waiting;

impl Player {
    pub(super) fn await_word(
        &mut self,
        what: &str,
        with: Option<&Value>,
        waiting: &Waiting,
    ) -> Result<(), Snag> {
        let mut patterns = {
            let dialect = lock(&self.common.dialect);
            if what == "message" && dialect.is_over() {
                return Err(Snag::Eof);
            }
            dialect.awaits(what)?
        };
        if let Some(with) = with {
            let with = self.values.fill(with)?;
            patterns
                .iter_mut()
                .for_each(|pattern| lay_over(pattern, &with));
        }
        self.expect(&patterns, waiting, true)
    }

    pub(super) fn wait_eof(&self, timeout: Option<u64>) -> Result<(), Snag> {
        match self
            .common
            .inbox
            .wait_eof(timeout.map(Duration::from_millis))
        {
            Taken::TimedOut => Err(Snag::Unmet("standard input did not end in time".to_owned())),
            _ => Ok(()),
        }
    }

    pub(super) fn filled(&self, patterns: &[Value]) -> Result<Vec<Value>, String> {
        patterns
            .iter()
            .map(|pattern| self.values.fill(pattern))
            .collect()
    }

    /// `neutral`: what is bound has the neutral fields too.
    pub(super) fn expect(
        &mut self,
        patterns: &[Value],
        waiting: &Waiting,
        neutral: bool,
    ) -> Result<(), Snag> {
        let timeout = waiting.timeout_ms.map(Duration::from_millis);
        let wanted = || {
            patterns
                .iter()
                .map(Value::to_string)
                .collect::<Vec<_>>()
                .join(" or ")
        };
        match self.common.inbox.take(patterns, timeout, waiting.strict) {
            Taken::Frame(frame) => {
                let fields = lock(&self.common.dialect).heard(&frame);
                if let Some(name) = &waiting.name {
                    let bound = match fields.filter(|_| neutral) {
                        Some(fields) => beside(frame, fields),
                        None => frame,
                    };
                    self.values.bind(name, bound);
                }
                Ok(())
            }
            Taken::Unexpected(other) => Err(Snag::Unmet(format!(
                "expected {}, received {other}",
                wanted()
            ))),
            Taken::TimedOut => Err(Snag::Unmet(format!(
                "nothing that fits {} within {} ms",
                wanted(),
                waiting.timeout_ms.unwrap_or_default()
            ))),
            Taken::Eof => Err(Snag::Eof),
        }
    }
}

/// The frame's own fields, the neutral ones, and the frame as it came.
fn beside(frame: Value, fields: Map<String, Value>) -> Value {
    let mut bound = frame.as_object().cloned().unwrap_or_default();
    bound.extend(fields);
    bound.insert("frame".to_owned(), frame);
    Value::Object(bound)
}

fn lay_over(pattern: &mut Value, with: &Value) {
    if let (Some(pattern), Some(with)) = (pattern.as_object_mut(), with.as_object()) {
        pattern.extend(with.clone());
    }
}
