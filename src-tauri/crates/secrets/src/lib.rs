//! Keys of providers: where they are kept, and that nothing of them is seen.
//!
//! [`Vault`] keeps keys in the system's keychain ([`keychain`]), for this
//! session, or, where the user says so, in a file of their own. [`Redactor`]
//! takes known keys out of bytes and text that are about to be stored or shown,
//! in every form they are commonly written in; [`known`] is the one of this
//! process, which knows every key that was read or entered.
//!
//! No error, `Debug` or list of this crate holds a key's value.

mod forms;
pub mod keychain;
mod known;
mod name;
pub mod private_file;
pub mod providers;
mod redactor;
mod secret;
mod vault;

pub use keychain::{Keychain, KeychainError};
pub use known::{Known, known};
pub use name::{BadName, KeyName};
pub use redactor::{MASK, Redactor, Stream, Writer};
pub use secret::{BadSecret, SHORTEST, Secret};
pub use vault::{Found, Place, Saved, Stored, Vault, VaultError, Wanted};
