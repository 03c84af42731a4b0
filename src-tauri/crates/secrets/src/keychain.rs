//! Where keys are kept: the system's keychain, asked under a time limit.

mod limited;
mod system;

pub use limited::Limited;
pub use system::System;

use crate::Secret;
use std::ffi::OsString;
use std::sync::Arc;

/// Turns the keychain off with the value `off`.
pub const SWITCH: &str = "PARLEY_KEYCHAIN";

/// A place that keeps secrets under names.
pub trait Keychain: Send + Sync {
    /// Whether it is there. Asks the user nothing.
    ///
    /// # Errors
    /// [`KeychainError`].
    fn probe(&self) -> Result<(), KeychainError>;

    /// Stores a secret, over an earlier one of that name.
    ///
    /// # Errors
    /// [`KeychainError`].
    fn set(&self, account: &str, secret: &Secret) -> Result<(), KeychainError>;

    /// The secret of that name, if there is one.
    ///
    /// # Errors
    /// [`KeychainError`].
    fn get(&self, account: &str) -> Result<Option<Secret>, KeychainError>;

    /// Removes the secret of that name, if there is one.
    ///
    /// # Errors
    /// [`KeychainError`].
    fn remove(&self, account: &str) -> Result<(), KeychainError>;
}

/// Why the keychain does not help. The texts are all of it: what the keychain's
/// own errors say may hold secret bytes and is dropped where they come in (F105).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KeychainError {
    /// No session bus, so no Secret Service.
    #[error("This session has no message bus (D-Bus), so there is no keychain to keep keys in.")]
    NoBus,
    /// Turned off by the user.
    #[error("The keychain is turned off ({SWITCH}=off).")]
    Off,
    /// Nothing answers as a keychain.
    #[error(
        "No keychain answers on this system. Install one, such as GNOME Keyring or KWallet, and log in again."
    )]
    Missing,
    /// It is locked, or the user closed its question.
    #[error("The keychain is locked. Unlock it and try again.")]
    Locked,
    /// The time limit ran out.
    #[error(
        "The keychain did not answer within {0} s. It may be waiting for its password in another window."
    )]
    NoAnswer(u64),
    /// What was read back is not what was stored.
    #[error("The keychain did not give back what was stored in it, so it can't be relied on.")]
    ReadBack,
    /// What is stored is no key.
    #[error("What the keychain holds under this name is not a key. Enter the key again.")]
    NotAKey,
    /// Two secrets under one name.
    #[error(
        "The keychain holds more than one key under this name. Remove them with the system's keychain program and enter the key again."
    )]
    Ambiguous,
    /// It refused for a reason of its own.
    #[error("The keychain refused.")]
    Refused,
}

/// The keychain of the session that this environment describes, asked under a
/// time limit. Nothing is connected to yet.
#[must_use]
pub fn of_session(environment: &[(OsString, OsString)]) -> Arc<dyn Keychain> {
    let set = |name: &str| {
        environment
            .iter()
            .any(|(known, value)| known == name && !value.is_empty())
    };
    if environment
        .iter()
        .any(|(name, value)| name == SWITCH && value == "off")
    {
        return Arc::new(Without(KeychainError::Off));
    }
    let needs_bus = cfg!(all(unix, not(target_os = "macos")));
    if needs_bus && !set("DBUS_SESSION_BUS_ADDRESS") && !set("XDG_RUNTIME_DIR") {
        return Arc::new(Without(KeychainError::NoBus));
    }
    Arc::new(Limited::new(Arc::new(System::default())))
}

/// No keychain, for a reason that is known.
struct Without(KeychainError);

impl Keychain for Without {
    fn probe(&self) -> Result<(), KeychainError> {
        Err(self.0)
    }

    fn set(&self, _: &str, _: &Secret) -> Result<(), KeychainError> {
        Err(self.0)
    }

    fn get(&self, _: &str) -> Result<Option<Secret>, KeychainError> {
        Err(self.0)
    }

    fn remove(&self, _: &str) -> Result<(), KeychainError> {
        Err(self.0)
    }
}
