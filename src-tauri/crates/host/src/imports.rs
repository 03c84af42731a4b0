//! Profiles from files: the user's own list, and files of a protocol's own kind.

use crate::problem::problem;
use model::view::{Problem, ProfileDraft};
use model::{AgentProfile, ProfileId, ProfileOrigin};
use protocols::{Imported, Protocol};
use std::path::Path;

/// A profile's file over this is no profile: 1 MiB.
const CAP: u64 = 1024 * 1024;

/// Whether a name means a file and not a saved profile.
pub(crate) fn is_file(name: &str) -> bool {
    name.contains('/')
        || [".yaml", ".yml", ".json"]
            .iter()
            .any(|ending| name.ends_with(ending))
}

/// Reads a profile from a file of any protocol's own kind.
pub(crate) fn import(path: &Path) -> Result<Imported, Problem> {
    let refuse = |text: String| problem("profile", text);
    let shown = path.display();
    let absolute = path
        .canonicalize()
        .map_err(|error| refuse(format!("The profile {shown} can't be read: {error}.")))?;
    let meta = std::fs::metadata(&absolute)
        .map_err(|error| refuse(format!("The profile {shown} can't be read: {error}.")))?;
    if !meta.is_file() || meta.len() > CAP {
        return Err(refuse(format!(
            "{shown} is no profile: it is not a file, or larger than 1 MiB."
        )));
    }
    let text = std::fs::read_to_string(&absolute)
        .map_err(|error| refuse(format!("The profile {shown} can't be read: {error}.")))?;
    if let Some(profile) = exported(&text) {
        return Ok(Imported {
            profile,
            notes: Vec::new(),
        });
    }
    let ending = absolute.extension().unwrap_or_default();
    let (usual, unusual): (Vec<&Protocol>, Vec<&Protocol>) = protocols::PROTOCOLS
        .iter()
        .partition(|protocol| protocol.import_endings.iter().any(|one| ending == *one));
    let mut reasons = Vec::new();
    for protocol in usual.into_iter().chain(unusual) {
        let Some(import) = protocol.import else {
            continue;
        };
        match import(&text, &absolute.to_string_lossy()) {
            Ok(imported) => return Ok(imported),
            Err(error) => reasons.push(format!("as {}: {error}", protocol.title)),
        }
    }
    Err(refuse(format!(
        "{shown} is no profile that Parley knows. {}",
        reasons.join(" ")
    )))
}

/// What Parley itself exported.
fn exported(text: &str) -> Option<AgentProfile> {
    let draft: ProfileDraft = serde_json::from_str(text).ok()?;
    protocols::find(&draft.protocol.0)?;
    Some(crate::agents::profile_of(
        &draft,
        ProfileId::from("imported"),
    ))
}

/// A profile of the user's, and whether it is offered.
pub(crate) struct Saved {
    pub(crate) profile: AgentProfile,
    /// Turned off, or not yet on after an import.
    pub(crate) disabled: bool,
}

/// All of the user's saved profiles: `profiles.json` in the data folder, a list. One
/// that can't be read is left out and told; the others count.
pub(crate) fn saved(data_dir: &Path) -> Vec<Saved> {
    let path = data_dir.join("profiles.json");
    let Ok(text) = std::fs::read_to_string(&path) else {
        return Vec::new();
    };
    let entries: Vec<serde_json::Value> = match serde_json::from_str(&text) {
        Ok(entries) => entries,
        Err(error) => {
            tracing::warn!(%error, "profiles.json could not be read");
            return Vec::new();
        }
    };
    entries
        .into_iter()
        .filter_map(|entry| {
            let disabled = entry["disabled"] == true;
            match serde_json::from_value::<AgentProfile>(entry) {
                Ok(profile) => Some(Saved {
                    profile: AgentProfile {
                        // Whatever the file says: what is built in cannot be replaced by it.
                        origin: ProfileOrigin::User,
                        ..profile
                    },
                    disabled,
                }),
                Err(error) => {
                    tracing::warn!(%error, "a saved profile could not be read");
                    None
                }
            }
        })
        .collect()
}
