//! A keychain that always answers in time.
//!
//! A locked keychain asks for its password, and nobody may be there to give it;
//! a bus may take a call and never answer. Each question is asked on a thread of
//! its own and given up on after a while. A thread that is stuck stays stuck, so
//! while one is, the next questions are refused at once: there is never more
//! than one.

use super::{Keychain, KeychainError};
use crate::Secret;
use std::sync::{Arc, Condvar, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

/// How long a question may take: time to type a password, not to hang.
const LIMIT: Duration = Duration::from_secs(15);

/// A keychain with a time limit.
pub struct Limited {
    inner: Arc<dyn Keychain>,
    limit: Duration,
    turn: Arc<Turn>,
}

/// Whose question is being answered.
#[derive(Default)]
struct Turn {
    /// When the running question began.
    since: Mutex<Option<Instant>>,
    free: Condvar,
}

impl Limited {
    /// With the usual limit.
    #[must_use]
    pub fn new(inner: Arc<dyn Keychain>) -> Self {
        Self::with_limit(inner, LIMIT)
    }

    /// With a limit of its own.
    #[must_use]
    pub fn with_limit(inner: Arc<dyn Keychain>, limit: Duration) -> Self {
        Self {
            inner,
            limit,
            turn: Arc::default(),
        }
    }

    fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&dyn Keychain) -> Result<T, KeychainError> + Send + 'static,
    ) -> Result<T, KeychainError> {
        let no_answer = KeychainError::NoAnswer(self.limit.as_secs());
        let end = Instant::now() + self.limit;
        self.take_turn(end).ok_or(no_answer)?;
        let (reply, answer) = mpsc::channel();
        let inner = Arc::clone(&self.inner);
        let turn = Arc::clone(&self.turn);
        let asked = std::thread::Builder::new()
            .name("keychain".to_owned())
            .spawn(move || {
                // Also if the question panics: the next one gets its turn.
                let _back = GiveBack(turn);
                let said = question(&*inner);
                // Whoever asked may have given up.
                let _ = reply.send(said);
            });
        if asked.is_err() {
            drop(GiveBack(Arc::clone(&self.turn)));
            return Err(KeychainError::Refused);
        }
        match answer.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(said) => said,
            Err(mpsc::RecvTimeoutError::Timeout) => Err(no_answer),
            Err(mpsc::RecvTimeoutError::Disconnected) => Err(KeychainError::Refused),
        }
    }

    /// Waits for the running question, unless it is stuck.
    fn take_turn(&self, end: Instant) -> Option<()> {
        let mut since = self
            .turn
            .since
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        loop {
            let Some(began) = *since else {
                *since = Some(Instant::now());
                return Some(());
            };
            let now = Instant::now();
            if now >= end || now.duration_since(began) >= self.limit {
                return None;
            }
            let left = (end - now).min(self.limit.saturating_sub(now.duration_since(began)));
            since = self
                .turn
                .free
                .wait_timeout(since, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }
}

/// Ends a turn when it is dropped.
struct GiveBack(Arc<Turn>);

impl Drop for GiveBack {
    fn drop(&mut self) {
        *self.0.since.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.0.free.notify_one();
    }
}

impl Keychain for Limited {
    fn probe(&self) -> Result<(), KeychainError> {
        self.ask(|inner| inner.probe())
    }

    fn set(&self, account: &str, secret: &Secret) -> Result<(), KeychainError> {
        let (account, secret) = (account.to_owned(), secret.clone());
        self.ask(move |inner| inner.set(&account, &secret))
    }

    fn get(&self, account: &str) -> Result<Option<Secret>, KeychainError> {
        let account = account.to_owned();
        self.ask(move |inner| inner.get(&account))
    }

    fn remove(&self, account: &str) -> Result<(), KeychainError> {
        let account = account.to_owned();
        self.ask(move |inner| inner.remove(&account))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Answers "none" to names that begin with `quick`, and nothing ever to others.
    struct Stuck {
        asked: AtomicUsize,
    }

    impl Keychain for Stuck {
        fn probe(&self) -> Result<(), KeychainError> {
            Ok(())
        }
        fn set(&self, _: &str, _: &Secret) -> Result<(), KeychainError> {
            Ok(())
        }
        fn get(&self, account: &str) -> Result<Option<Secret>, KeychainError> {
            self.asked.fetch_add(1, Ordering::SeqCst);
            while !account.starts_with("quick") {
                std::thread::park();
            }
            Ok(None)
        }
        fn remove(&self, _: &str) -> Result<(), KeychainError> {
            Ok(())
        }
    }

    fn limited(limit: Duration) -> (Arc<Stuck>, Arc<Limited>) {
        let stuck = Arc::new(Stuck {
            asked: AtomicUsize::new(0),
        });
        let limited = Limited::with_limit(Arc::clone(&stuck) as Arc<dyn Keychain>, limit);
        (stuck, Arc::new(limited))
    }

    #[test]
    fn f104_a_prompt_that_is_never_answered_hangs_nobody() {
        let (stuck, limited) = limited(Duration::from_millis(300));
        let begin = Instant::now();
        for _ in 0..50 {
            assert_eq!(limited.get("key"), Err(KeychainError::NoAnswer(0)));
        }
        assert!(begin.elapsed() < Duration::from_secs(10));
        assert_eq!(
            stuck.asked.load(Ordering::SeqCst),
            1,
            "one thread is stuck, not fifty"
        );
    }

    #[test]
    fn questions_at_the_same_time_are_all_answered() {
        let (_, limited) = limited(Duration::from_secs(60));
        let barrier = Arc::new(Barrier::new(8));
        let askers: Vec<_> = (0..8)
            .map(|_| {
                let (limited, barrier) = (Arc::clone(&limited), Arc::clone(&barrier));
                std::thread::spawn(move || {
                    barrier.wait();
                    limited.get("quick")
                })
            })
            .collect();
        for asker in askers {
            assert_eq!(asker.join().unwrap(), Ok(None));
        }
    }
}
