//! Standard input: lines that were received and not yet expected. Reading can be paused and the
//! descriptor closed while the script plays on.

mod reader;

use std::collections::VecDeque;
use std::io;
#[cfg(unix)]
use std::io::{PipeWriter, Write as _};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::dialect::Input;
use super::journal::Journal;
use super::pattern::fits;

/// What came of waiting.
#[derive(Debug, PartialEq)]
pub(crate) enum Taken {
    Frame(Value),
    /// `strict`: something else came first.
    Unexpected(Value),
    TimedOut,
    Eof,
}

#[derive(Default)]
struct State {
    frames: VecDeque<Value>,
    eof: bool,
    ignore_eof: bool,
    reading: bool,
    close: bool,
    closed: bool,
}

/// The mailbox.
pub(crate) struct Inbox {
    state: Mutex<State>,
    bell: Condvar,
    parse: fn(&str) -> Value,
    /// One frame of all there is, instead of one a line.
    whole: bool,
    #[cfg(unix)]
    wake: Mutex<PipeWriter>,
}

impl Inbox {
    /// Starts the reader, if there is anything to read. Where there is no poll, reading cannot be
    /// paused or closed.
    pub(crate) fn open(
        journal: &Arc<Journal>,
        reading: bool,
        input: Input,
        parse: fn(&str) -> Value,
    ) -> io::Result<Arc<Self>> {
        #[cfg(unix)]
        let (woken, wake) = io::pipe()?;
        let inbox = Arc::new(Self {
            state: Mutex::new(State {
                reading,
                eof: input == Input::Unread,
                ..State::default()
            }),
            bell: Condvar::new(),
            parse,
            whole: input == Input::Whole,
            #[cfg(unix)]
            wake: Mutex::new(wake),
        });
        if input != Input::Unread {
            let (reader, journal) = (Arc::clone(&inbox), Arc::clone(journal));
            #[cfg(unix)]
            thread::spawn(move || reader.read(&journal, woken));
            #[cfg(not(unix))]
            thread::spawn(move || reader.read(&journal));
        }
        Ok(inbox)
    }

    /// What was there before any input.
    pub(crate) fn put_first(&self, given: Vec<Value>) {
        let mut state = self.lock();
        for frame in given.into_iter().rev() {
            state.frames.push_front(frame);
        }
    }

    /// Throws away every frame that fits.
    pub(crate) fn drop_all(&self, pattern: &Value) {
        self.lock().frames.retain(|frame| !fits(pattern, frame));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first frame that fits one of the patterns; those before it stay.
    pub(crate) fn take(
        &self,
        patterns: &[Value],
        timeout: Option<Duration>,
        strict: bool,
    ) -> Taken {
        let until = timeout.map(|timeout| Instant::now() + timeout);
        let mut state = self.lock();
        loop {
            let found = state
                .frames
                .iter()
                .position(|frame| patterns.iter().any(|pattern| fits(pattern, frame)));
            match found {
                Some(at) if at == 0 || !strict => {
                    if let Some(frame) = state.frames.remove(at) {
                        return Taken::Frame(frame);
                    }
                }
                _ if strict => {
                    if let Some(first) = state.frames.front() {
                        return Taken::Unexpected(first.clone());
                    }
                }
                _ => {}
            }
            if state.eof && !state.ignore_eof {
                return Taken::Eof;
            }
            state = match self.wait(state, until) {
                Some(state) => state,
                None => return Taken::TimedOut,
            };
        }
    }

    /// Waits for the end of input, ignored or not.
    pub(crate) fn wait_eof(&self, timeout: Option<Duration>) -> Taken {
        let until = timeout.map(|timeout| Instant::now() + timeout);
        let mut state = self.lock();
        while !state.eof {
            state = match self.wait(state, until) {
                Some(state) => state,
                None => return Taken::TimedOut,
            };
        }
        Taken::Eof
    }

    fn wait<'a>(
        &self,
        state: MutexGuard<'a, State>,
        until: Option<Instant>,
    ) -> Option<MutexGuard<'a, State>> {
        let Some(until) = until else {
            return Some(
                self.bell
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner),
            );
        };
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return None;
        }
        let waited = self.bell.wait_timeout(state, left);
        Some(waited.unwrap_or_else(PoisonError::into_inner).0)
    }

    /// Whether input ended and that is not ignored.
    pub(crate) fn is_over(&self) -> bool {
        let state = self.lock();
        state.eof && !state.ignore_eof
    }

    pub(crate) fn ignore_eof(&self) {
        self.lock().ignore_eof = true;
        self.bell.notify_all();
    }

    /// Reads on, or leaves what comes in the pipe.
    pub(crate) fn set_reading(&self, reading: bool) {
        self.lock().reading = reading;
        self.rouse();
    }

    /// Closes the descriptor: whoever writes gets a broken pipe. Returns when that is so.
    pub(crate) fn close(&self) {
        self.lock().close = true;
        self.rouse();
        let mut state = self.lock();
        while !state.closed && !state.eof {
            state = self
                .bell
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn rouse(&self) {
        #[cfg(unix)]
        let _ = self
            .wake
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .write_all(b".");
        self.bell.notify_all();
    }

    fn line(&self, journal: &Journal, line: &[u8]) {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_end_matches(['\n', '\r']);
        journal.write("in", text);
        let frame = (self.parse)(text);
        self.lock().frames.push_back(frame);
        self.bell.notify_all();
    }

    /// `rest`: what came after the last line end.
    fn ended(&self, journal: &Journal, rest: &[u8]) {
        if self.whole || !rest.is_empty() {
            self.line(journal, rest);
        }
        journal.write("eof", true);
        self.lock().eof = true;
        self.bell.notify_all();
    }
}
