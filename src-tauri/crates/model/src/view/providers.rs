//! The page of providers: which keys there are, never their values.

use crate::ProfileId;
use serde::{Deserialize, Serialize};

/// Everything the page shows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ProvidersView {
    /// Why new keys can't go to the system's keychain, in a sentence. None where they can.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub no_keychain: Option<String>,
    /// What was wrong with Parley's own list of keys when it was read.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub trouble: Option<String>,
    /// Providers with the names of their keys.
    pub providers: Vec<ProviderView>,
    /// The keys there are.
    pub keys: Vec<KeyView>,
    /// Agents a key can be for.
    pub agents: Vec<KeyAgent>,
}

/// A provider of models.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ProviderView {
    /// A short id: `anthropic`.
    pub id: String,
    /// Its name.
    pub title: String,
    /// The variables agents read its keys from, the usual one first.
    pub variables: Vec<String>,
}

/// An agent a key can be for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct KeyAgent {
    /// Its profile.
    pub id: ProfileId,
    /// Its name.
    pub name: String,
    /// The variables it takes a shared key in without being told.
    pub asks_for: Vec<String>,
}

/// A key, without its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct KeyView {
    /// The variable agents get it in.
    pub variable: String,
    /// The one profile it is for; none for a shared one.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub profile: Option<ProfileId>,
    /// Where it is.
    pub place: KeyPlace,
    /// Why it could not be read the last time.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub problem: Option<String>,
    /// The agents that get it.
    pub used_by: Vec<KeyUse>,
}

/// An agent that gets a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct KeyUse {
    /// Its profile.
    pub profile: ProfileId,
    /// Its name.
    pub name: String,
    /// The user gave it the key; otherwise it asks for it, or the key is its own.
    pub given: bool,
    /// Where it sends the key, if not to the provider itself.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub address: Option<String>,
    /// The user confirmed that address, or there is none.
    pub confirmed: bool,
}

/// Where a key is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum KeyPlace {
    /// In the system's keychain.
    Keychain,
    /// In memory until Parley ends.
    Session,
    /// In a file only the user may read.
    File,
}

/// What became of a key that was entered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct KeySaved {
    /// Where it is now.
    pub place: KeyPlace,
    /// Why it is not in the keychain, where that was wanted.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub why: Option<String>,
}
