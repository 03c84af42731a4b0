//! The system's own keychain: Secret Service, macOS Keychain, Windows
//! Credential Manager, through `keyring`'s core and its stores.

use super::{Keychain, KeychainError};
use crate::Secret;
use keyring_core::api::CredentialStoreApi;
use keyring_core::{Entry, Error};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

#[cfg(target_os = "macos")]
use apple_native_keyring_store::keychain::Store;
#[cfg(all(unix, not(target_os = "macos")))]
use dbus_secret_service_keyring_store::Store;
#[cfg(windows)]
use windows_native_keyring_store::Store;

/// What all entries of Parley are filed under.
const SERVICE: &str = "Parley";

/// The bus that leads to the Secret Service.
#[cfg(all(unix, not(target_os = "macos")))]
mod bus {
    use std::env;
    use std::path::Path;

    /// Whether this session has a bus. Asked first, because the library starts a bus of
    /// its own where it finds none, and on that one nobody answers as a keychain.
    pub(super) fn is_there() -> bool {
        env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some_and(|address| !address.is_empty())
            || env::var_os("XDG_RUNTIME_DIR")
                .is_some_and(|run| Path::new(&run).join("bus").exists())
    }
}

/// The keychain of this session. Connected to at the first question, and anew
/// after one that failed: it may have been started since.
#[derive(Default)]
pub struct System {
    store: Mutex<Option<Arc<Store>>>,
}

impl System {
    fn store(&self) -> Result<Arc<Store>, KeychainError> {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = &*store {
            return Ok(Arc::clone(store));
        }
        #[cfg(all(unix, not(target_os = "macos")))]
        if !bus::is_there() {
            return Err(KeychainError::Missing);
        }
        // Whatever the reason is, nobody answers as a keychain.
        let fresh = Store::new().map_err(|_| KeychainError::Missing)?;
        *store = Some(Arc::clone(&fresh));
        Ok(fresh)
    }

    fn entry(&self, account: &str) -> Result<Entry, KeychainError> {
        let label = format!("Parley: {account}");
        let modifiers = HashMap::from([("label", label.as_str())]);
        // Only the Secret Service has labels.
        let modifiers = cfg!(all(unix, not(target_os = "macos"))).then_some(&modifiers);
        self.store()?
            .build(SERVICE, account, modifiers)
            .map_err(|error| self.told(&error))
    }

    /// Our word for an error, without a byte of it.
    fn told(&self, error: &Error) -> KeychainError {
        match error {
            Error::NoStorageAccess(_) => KeychainError::Locked,
            Error::BadEncoding(_) | Error::BadDataFormat(..) | Error::NoEntry => {
                KeychainError::NotAKey
            }
            Error::Ambiguous(_) => KeychainError::Ambiguous,
            Error::NoDefaultStore => KeychainError::Missing,
            Error::PlatformFailure(_) => {
                // The service may be gone or another one: the next question connects anew.
                *self.store.lock().unwrap_or_else(PoisonError::into_inner) = None;
                KeychainError::Refused
            }
            _ => KeychainError::Refused,
        }
    }
}

impl Keychain for System {
    fn probe(&self) -> Result<(), KeychainError> {
        self.store().map(drop)
    }

    fn set(&self, account: &str, secret: &Secret) -> Result<(), KeychainError> {
        self.entry(account)?
            .set_password(secret.expose())
            .map_err(|error| self.told(&error))
    }

    fn get(&self, account: &str) -> Result<Option<Secret>, KeychainError> {
        match self.entry(account)?.get_password() {
            Ok(value) => Secret::new(value)
                .map(Some)
                .map_err(|_| KeychainError::NotAKey),
            Err(Error::NoEntry) => Ok(None),
            Err(error) => Err(self.told(&error)),
        }
    }

    fn remove(&self, account: &str) -> Result<(), KeychainError> {
        match self.entry(account)?.delete_credential() {
            Ok(()) | Err(Error::NoEntry) => Ok(()),
            Err(error) => Err(self.told(&error)),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn f105_no_error_of_the_keychain_brings_a_byte_of_a_secret_along() {
        let secret = "sk-ant-very-secret";
        let boxed = || -> Box<dyn std::error::Error + Send + Sync> { secret.into() };
        let system = System::default();
        let errors = [
            Error::PlatformFailure(boxed()),
            Error::NoStorageAccess(boxed()),
            Error::NoEntry,
            Error::BadEncoding(secret.as_bytes().to_vec()),
            Error::BadDataFormat(secret.as_bytes().to_vec(), boxed()),
            Error::BadStoreFormat(secret.to_owned()),
            Error::TooLong(secret.to_owned(), 1),
            Error::Invalid(secret.to_owned(), secret.to_owned()),
            Error::Ambiguous(Vec::new()),
            Error::NoDefaultStore,
            Error::NotSupportedByStore(secret.to_owned()),
        ];
        for error in errors {
            let told = system.told(&error);
            let all = format!("{told} {told:?} {told:#?}");
            assert!(!all.contains("very-secret"), "{all}");
            assert!(!all.contains("115, 107"), "no bytes as numbers: {all}");
            assert!(std::error::Error::source(&told).is_none());
        }
    }
}
