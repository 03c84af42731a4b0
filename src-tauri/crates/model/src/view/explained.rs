//! A start, worked out and not made: what would run, where, and with what environment.

use serde::{Deserialize, Serialize};

/// What a start of a profile would be. Secrets are masked; everything else is exact.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Explained {
    /// The program and its arguments, one by one, as they would be handed over.
    pub argv: Vec<String>,
    /// The file that would run; none where it was not found.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub program: Option<String>,
    /// The working directory.
    pub cwd: String,
    /// Every variable the agent would get, by name.
    pub environment: Vec<ExplainedVariable>,
    /// Variables that an agent might want and would not get, by name.
    pub withheld: Vec<WithheldVariable>,
    /// How the login shell's environment counts here.
    pub login_shell: LoginShellView,
    /// What the user should know before the first message.
    pub notes: Vec<String>,
    /// What would keep it from starting, and what to do about it.
    pub problems: Vec<String>,
}

/// One variable of an agent's environment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExplainedVariable {
    /// Its name.
    pub name: String,
    /// Its value, or dots in place of what is secret in it.
    pub value: String,
    /// True where something was put in place of a part of the value.
    pub masked: bool,
    /// Where it comes from.
    pub from: VariableOrigin,
    /// Where a different value was, which this one goes before.
    pub before: Vec<VariableOrigin>,
}

/// Where a variable comes from. A later one of this list goes before an earlier one; `PATH` is united
/// from all that have one, the later ones first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum VariableOrigin {
    /// Parley's own environment, by the list of what every agent gets.
    System,
    /// Parley's own environment, because the profile asks for it.
    OptIn,
    /// The login shell's environment: `PATH`, and what the profile asks for.
    LoginShell,
    /// A key of a provider, saved in Parley.
    Key,
    /// The profile's own variables.
    Profile,
    /// The protocol.
    Protocol,
    /// Parley, for each start anew.
    Parley,
}

/// A variable that an agent would not get.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WithheldVariable {
    /// Its name.
    pub name: String,
    /// Why.
    pub why: WithheldWhy,
}

/// Why a variable is not passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum WithheldWhy {
    /// It is meant for Parley itself: its bundle, its toolkit.
    HostOnly,
    /// The profile asks for it, and it is set nowhere.
    NotFound,
    /// It is set, agents of this kind may use it, and the profile does not ask for it.
    NotAsked,
    /// The protocol keeps it out.
    Protocol,
}

/// How the login shell's environment counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LoginShellView {
    /// How far it is.
    pub state: LoginShellState,
    /// The shell; empty where none is asked.
    pub shell: String,
    /// The rule, or what went wrong, for people; in English.
    pub text: String,
}

/// How far the login shell's environment is known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum LoginShellState {
    /// It is not asked: Parley was started from a terminal, or the setting says so.
    #[default]
    Unused,
    /// It was asked and has not answered yet.
    Asking,
    /// It is known and used.
    Used,
    /// It gave no answer.
    Failed,
}
