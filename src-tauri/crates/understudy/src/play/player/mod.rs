//! Plays the steps.

mod ending;
mod output;
mod replay;
mod say;
mod spawn;
mod waiting;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io;
use std::process::ExitCode;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::dialect::{self, Dialect};
use super::inbox::Inbox;
use super::journal::Journal;
use super::outlet::Outlet;
use super::script::{Script, Step};
use super::steps::Action;
use super::trouble::Trouble;
use super::values::Values;

/// What steps that play at the same time have in common.
pub(super) struct Common {
    name: String,
    inbox: Arc<Inbox>,
    outlet: Outlet,
    journal: Arc<Journal>,
    dialect: Mutex<Box<dyn Dialect>>,
    ignored: Mutex<BTreeSet<String>>,
    /// The exit code of an end that nothing else decides.
    code: AtomicI32,
}

/// One line of play. A background step has one of its own.
#[derive(Clone)]
pub(super) struct Player {
    common: Arc<Common>,
    values: Values,
    /// The ids of a recording's messages, and what this host calls them.
    ids: BTreeMap<String, String>,
}

/// What a single step may come to, before its line is added.
pub(super) enum Snag {
    Unmet(String),
    Failed(String),
    Eof,
}

impl From<String> for Snag {
    fn from(what: String) -> Self {
        Self::Failed(what)
    }
}

/// Plays a script to its end; ends the process itself.
pub(crate) fn play(name: &str, script: Script, journal: Journal, args: &[OsString]) -> ExitCode {
    let journal = Arc::new(journal);
    journal.write(
        "start",
        json!({
            "script": name,
            "pid": std::process::id(),
            "argv": std::env::args_os().map(|a| a.to_string_lossy().into_owned()).collect::<Vec<_>>(),
        }),
    );
    // A script that begins with it has not read a single byte.
    let reading = !matches!(
        script.steps.first(),
        Some(Step {
            action: Action::Read(false),
            ..
        })
    );
    let opened = dialect::named(&script.speech).and_then(|mut dialect| {
        let given = dialect.given()?;
        let inbox = Inbox::open(&journal, reading, dialect.input(), dialect.parse())
            .map_err(|error| format!("standard input cannot be read: {error}"))?;
        inbox.put_first(given);
        Ok((inbox, dialect))
    });
    let (inbox, dialect) = match opened {
        Ok(opened) => opened,
        Err(what) => {
            eprintln!("understudy play: {name}: {what}");
            journal.write("trouble", what);
            return ExitCode::from(5);
        }
    };
    let lingers = dialect.lingers();
    let values = Values::new(args, journal.started);
    let common = Arc::new(Common {
        name: name.to_owned(),
        inbox,
        outlet: Outlet::new(Arc::clone(&journal)),
        journal,
        dialect: Mutex::new(dialect),
        ignored: Mutex::new(BTreeSet::new()),
        code: AtomicI32::new(0),
    });
    ending::watch_signals(&common);
    let mut player = Player {
        common: Arc::clone(&common),
        values,
        ids: BTreeMap::new(),
    };
    if let Err(trouble) = player.steps(&script.steps) {
        common.leave(&trouble);
    }
    if lingers {
        // Nothing is expected any more, and an ignored end is no end.
        let _ = common.inbox.take(&[], None, false);
    }
    common.exit(common.code.load(Ordering::Relaxed))
}

impl Player {
    fn steps(&mut self, steps: &[Step]) -> Result<(), Trouble> {
        for step in steps {
            if let Action::Loop(times, inner) = &step.action {
                self.repeat(step.line, *times, inner)?;
                continue;
            }
            let line = step.line;
            self.step(step).map_err(|snag| match snag {
                Snag::Unmet(what) => Trouble::Unmet { line, what },
                Snag::Failed(what) => Trouble::Failed { line, what },
                Snag::Eof => Trouble::Eof { line },
            })?;
        }
        Ok(())
    }

    fn repeat(&mut self, line: usize, times: Option<u64>, steps: &[Step]) -> Result<(), Trouble> {
        let mut index = 0;
        while times.is_none_or(|times| index < times) {
            if times.is_none() && self.common.inbox.is_over() {
                return Err(Trouble::Eof { line });
            }
            self.values.bind("i", json!(index));
            self.steps(steps)?;
            index += 1;
        }
        Ok(())
    }

    fn step(&mut self, step: &Step) -> Result<(), Snag> {
        match &step.action {
            Action::Say(said, body) => {
                let body = self.values.fill(body)?;
                self.say(*said, &body)
            }
            Action::Emit(value) => {
                let line = format!("{}\n", self.values.fill(value)?);
                self.send(line.as_bytes())
            }
            Action::Raw(text) => {
                let text = self.values.fill_string(text)?;
                self.send(text.as_bytes())
            }
            Action::Bytes(bytes) => self.send(bytes),
            Action::Burst(burst) => self.burst(burst),
            Action::Split(split) => self.split(split),
            Action::Expect(patterns, waiting) => {
                let patterns = self.filled(patterns)?;
                self.expect(&patterns, waiting, false)
            }
            Action::Await(what, with, waiting) => self.await_word(what, with.as_ref(), waiting),
            Action::WaitEof(timeout) => self.wait_eof(*timeout),
            Action::Echo(name, field) => self.echo(name, field.as_deref()),
            Action::Set(values) => {
                for (name, value) in values {
                    let value = self.values.fill(value)?;
                    self.values.bind(name, value);
                }
                Ok(())
            }
            Action::Note(text) => {
                let text = self.values.fill_string(text)?;
                self.common.journal.write("note", text);
                Ok(())
            }
            Action::Stderr(text) => self.stderr(text),
            Action::StderrFlood(flood) => self.flood(flood),
            Action::Spawn(wanted, name) => self.spawn(wanted, name.as_deref()),
            Action::Ignore(what) => self.ignore(what),
            Action::Read(reading) => {
                self.common.inbox.set_reading(*reading);
                Ok(())
            }
            Action::CloseStdin => {
                self.common.inbox.close();
                Ok(())
            }
            Action::CloseStdout => {
                self.common
                    .outlet
                    .close()
                    .map_err(|error| error.to_string())?;
                self.common.journal.write("note", "closed standard output");
                Ok(())
            }
            Action::Sleep(ms) => {
                thread::sleep(Duration::from_millis(*ms));
                Ok(())
            }
            Action::Exit(code) => self.common.exit(*code),
            Action::Crash(signal) => ending::crash(&self.common, signal).map_err(Snag::Failed),
            Action::Dump(what, to) => self.dump(what, to),
            Action::Replay(replay) => self.replay(replay),
            Action::Loop(..) | Action::IfCan(..) => Err(Snag::Failed(
                "steps within are played one by one".to_owned(),
            )),
            Action::Background(steps) => {
                let mut player = self.clone();
                let steps = steps.clone();
                thread::spawn(move || {
                    if let Err(trouble) = player.steps(&steps) {
                        player.common.leave(&trouble);
                    }
                });
                Ok(())
            }
        }
    }

    fn ignore(&self, what: &[String]) -> Result<(), Snag> {
        for name in what {
            match name.as_str() {
                "EOF" => self.common.inbox.ignore_eof(),
                "EPIPE" | "SIGTERM" | "SIGINT" | "SIGHUP" | "SIGQUIT" | "SIGUSR1" | "SIGUSR2" => {
                    lock(&self.common.ignored).insert(name.clone());
                }
                other => {
                    return Err(Snag::Failed(format!(
                        "{other:?} cannot be ignored; there are EOF, EPIPE, SIGTERM, SIGINT, \
                         SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2"
                    )));
                }
            }
        }
        Ok(())
    }

    /// A reader that went away ends the agent, as SIGPIPE would.
    fn sent(&self, result: io::Result<()>) -> Result<(), Snag> {
        match result {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                if lock(&self.common.ignored).contains("EPIPE") {
                    return Ok(());
                }
                self.common
                    .journal
                    .write("note", "standard output is broken");
                self.common.exit(141)
            }
            Err(error) => Err(Snag::Failed(format!("standard output: {error}"))),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
