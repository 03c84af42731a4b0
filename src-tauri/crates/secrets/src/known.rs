//! The keys this process knows.
//!
//! One for the whole process: a key that one conversation's agent got may be
//! printed by another's, and the log belongs to all. A key is never forgotten
//! while the process lives, since an agent that still runs may still have it.

use crate::{Redactor, SHORTEST, Secret};
use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use zeroize::Zeroizing;

static KNOWN: Known = Known::new();

/// The keys this process knows.
pub fn known() -> &'static Known {
    &KNOWN
}

/// A growing set of keys and the redactor of them.
pub struct Known {
    /// False until the first key: asking costs one read then.
    any: AtomicBool,
    redactor: RwLock<Option<Arc<Redactor>>>,
    values: Mutex<Vec<Zeroizing<String>>>,
}

impl Known {
    /// None yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            any: AtomicBool::new(false),
            redactor: RwLock::new(None),
            values: Mutex::new(Vec::new()),
        }
    }

    /// From now on this key is taken out of everything.
    pub fn learn(&self, secret: &Secret) {
        self.learn_text(secret.expose());
    }

    /// The same for a value that an agent gets by another way and whose variable's
    /// name says that it is a key. Values under [`SHORTEST`] characters are left
    /// alone: they are in ordinary text too.
    pub fn learn_text(&self, value: &str) {
        if value.chars().count() < SHORTEST {
            return;
        }
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        if values.iter().any(|known| known.as_str() == value) {
            return;
        }
        values.push(Zeroizing::new(value.to_owned()));
        let built = Redactor::new(values.iter().map(|value| value.as_str())).map(Arc::new);
        *self
            .redactor
            .write()
            .unwrap_or_else(PoisonError::into_inner) = built;
        self.any.store(true, Ordering::Release);
    }

    /// The redactor; none while no key is known.
    pub fn redactor(&self) -> Option<Arc<Redactor>> {
        if !self.any.load(Ordering::Acquire) {
            return None;
        }
        self.redactor
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// A text without keys.
    pub fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match self.redactor() {
            None => Cow::Borrowed(text),
            Some(redactor) => redactor.text(text),
        }
    }

    /// A text of one's own without keys.
    #[must_use]
    pub fn string(&self, text: String) -> String {
        match self.text(&text) {
            Cow::Borrowed(_) => text,
            Cow::Owned(clean) => clean,
        }
    }

    /// Bytes of one's own without keys.
    #[must_use]
    pub fn bytes(&self, bytes: Vec<u8>) -> Vec<u8> {
        let Some(redactor) = self.redactor() else {
            return bytes;
        };
        match redactor.bytes(&bytes) {
            Cow::Borrowed(_) => bytes,
            Cow::Owned(clean) => clean,
        }
    }
}

impl Default for Known {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Known").finish_non_exhaustive()
    }
}
