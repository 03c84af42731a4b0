//! Operations as forms: what a project offers, and what was run in it.

use super::TaskState;
use crate::{ConversationId, ItemId, ProfileId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// An operation, and the fields its form has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OperationView {
    /// Its name on the wire.
    pub name: String,
    /// What it does, in a line, in English.
    pub about: String,
    /// It is talked with in a terminal.
    pub interactive: bool,
    /// Names of fields that must be filled.
    pub required: Vec<String>,
    /// Names of fields that may be filled.
    pub optional: Vec<String>,
    /// Its `paths` is exactly one file, given as an absolute path.
    pub one_file: bool,
}

/// A project's folder as a form needs it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ProjectView {
    /// Absolute path.
    pub folder: String,
    /// The same for people.
    pub label: String,
    /// The folder's name.
    pub name: String,
    /// Everything that can be run here.
    pub operations: Vec<OperationView>,
    /// The words of `effort`, from little to much.
    pub efforts: Vec<String>,
    /// Folders with texts in them, in order; a folder of scenes is a chapter.
    pub folders: Vec<ProjectFolder>,
    /// Identifiers of characters, from the files of its characters.
    pub characters: Vec<String>,
    /// There are more files than are listed.
    pub truncated: bool,
    /// What would do the work, found by itself.
    pub backend: BackendView,
    /// Profiles that could do it instead: id and name.
    pub profiles: Vec<(ProfileId, String)>,
    /// What was run here, the latest first.
    pub history: Vec<OperationRun>,
}

/// A folder with texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ProjectFolder {
    /// Relative to the project; empty for the project itself.
    pub path: String,
    /// Names of its files, in order.
    pub files: Vec<String>,
}

/// What was found to do the work.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BackendView {
    /// Its name: `claude`.
    pub name: String,
    /// Who chose it, in English.
    pub chosen_by: String,
    /// The program; empty where there is none.
    pub program: String,
    /// The project itself chose this program: the user has to agree first.
    pub unconfirmed: bool,
    /// Why there is none; empty where there is one.
    pub problem: String,
}

/// What is wrong with a field of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FieldProblem {
    /// The field's name on the wire.
    pub field: String,
    /// What is wrong: the words follow the field's name.
    pub message: String,
}

/// An operation that was run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OperationRun {
    /// Where it is written.
    pub conversation: ConversationId,
    /// The row it began with.
    pub item: ItemId,
    /// Its fields, to be run again.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub form: Map<String, Value>,
    /// When it began, milliseconds since the Unix epoch.
    pub at: u64,
    /// How it stands: running, waiting, done, failed or stopped.
    pub state: TaskState,
    /// How long it took, where it is over.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub duration_ms: Option<u64>,
    /// The first line of what it gave.
    pub gave: String,
}

/// What to run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OperationRequest {
    /// The project's folder.
    pub folder: String,
    /// By which profile; none for the backend found by itself.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub profile: Option<ProfileId>,
    /// The operation's name and fields.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub form: Map<String, Value>,
    /// The program of [`BackendView`] that the user agreed to, where it has to be.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub confirm: Option<String>,
}
