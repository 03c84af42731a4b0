//! Agent profiles: a program, its protocol, its settings.

use crate::ProfileId;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The name of a protocol, as its folder spells it: `aionrs`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct ProtocolId(pub String);

/// A program that is an agent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AgentProfile {
    /// Its id: `guide`, or made from the name.
    pub id: ProfileId,
    /// The name shown.
    pub name: String,
    /// The protocol it speaks.
    pub protocol: ProtocolId,
    /// The program: an absolute path, or a name looked up on PATH.
    pub command: String,
    /// Arguments before those the protocol adds.
    #[serde(default)]
    pub args: Vec<String>,
    /// Variables for its environment.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// Settings of the protocol (`provider`, `model`, …), as the adapter knows them.
    #[serde(default)]
    pub settings: Map<String, Value>,
    /// Where it comes from.
    pub origin: ProfileOrigin,
}

/// Where a profile comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ProfileOrigin {
    /// Comes with Parley.
    BuiltIn,
    /// Found on this machine.
    Found,
    /// Made by the user.
    User,
    /// Given on the command line.
    CommandLine,
}
