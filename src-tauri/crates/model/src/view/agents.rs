//! The page of agents: what is found on this machine, and profiles with their forms.

use super::ProfileView;
use crate::{ProfileId, ProfileOrigin, ProtocolId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Everything of the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AgentsPage {
    /// The agents, the built-in first, then the user's, then what was looked for.
    pub agents: Vec<AgentEntry>,
    /// The protocols, with the form of each.
    pub protocols: Vec<ProtocolForm>,
    /// The folders in which programs are looked for, in their order.
    pub searched: Vec<String>,
}

/// One agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AgentEntry {
    /// It and its state.
    pub profile: ProfileView,
    /// The protocol's id, for the form.
    pub protocol: ProtocolId,
    /// True where the user has turned it off, or not yet on after an import.
    pub disabled: bool,
}

/// A protocol's form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ProtocolForm {
    /// Its id.
    pub id: ProtocolId,
    /// Its name.
    pub title: String,
    /// The program it is usually spoken by; empty where there is none.
    pub usual_program: String,
    /// How people get that program, by language; empty where there is none.
    pub install: BTreeMap<String, String>,
    /// Its settings, in the order to show them.
    pub fields: Vec<FormField>,
    /// True where files of its own can be imported.
    pub imports: bool,
}

/// A setting of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FormField {
    /// Its key in the profile's settings.
    pub name: String,
    /// What it takes.
    pub kind: FormFieldKind,
    /// Its name, by language.
    pub label: BTreeMap<String, String>,
    /// What it does, by language.
    pub help: BTreeMap<String, String>,
}

/// What a setting takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum FormFieldKind {
    /// A line of text.
    Text,
    /// Several lines.
    LongText,
    /// A whole number.
    Number,
    /// On or off.
    Switch {
        /// What it is where nothing is said.
        usual: bool,
    },
    /// One of these; the first where nothing is said.
    Choice {
        /// The values.
        values: Vec<String>,
    },
    /// Names, in a list.
    Names,
    /// Any JSON.
    Json,
    /// Prices of models ([`crate::Price`]), in a list.
    Prices,
}

/// A profile as a form edits it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ProfileDraft {
    /// Its id; none for one that is new.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub id: Option<ProfileId>,
    /// The name shown.
    pub name: String,
    /// The protocol it speaks.
    pub protocol: ProtocolId,
    /// The program.
    pub command: String,
    /// Its arguments, before those the protocol adds.
    pub args: Vec<String>,
    /// Variables of its own.
    pub env: BTreeMap<String, String>,
    /// Settings of the protocol.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub settings: Map<String, Value>,
    /// True where it is not offered for new conversations.
    pub disabled: bool,
    /// Where it comes from; only the user's own can be changed.
    pub origin: ProfileOrigin,
}

/// A profile read from a file of a protocol's own kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ImportedProfile {
    /// It, turned off until the user has looked at it.
    pub draft: ProfileDraft,
    /// What the user should know: keys that are not understood, what was taken to mean what.
    pub notes: Vec<String>,
}

/// How a trial of a profile went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Trial {
    /// Nothing speaks against using it.
    pub ok: bool,
    /// What happened.
    pub outcome: String,
}
