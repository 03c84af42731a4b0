//! The user's saved profiles: `profiles.json` in the data folder, a list of
//! profiles. Written whole and put in place at once; entries and fields that this
//! build does not know stay as they are.

use crate::problem::problem;
use model::view::Problem;
use model::{AgentProfile, ProfileId};
use secrets::private_file;
use serde_json::Value;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Two changes at once would lose one of them.
static CHANGING: Mutex<()> = Mutex::new(());

fn file(data_dir: &Path) -> PathBuf {
    data_dir.join("profiles.json")
}

/// Adds a profile, or takes the place of the one with its id.
///
/// # Errors
/// `io`: the list can't be read or written; it is as it was.
pub(crate) fn put(data_dir: &Path, profile: &AgentProfile, disabled: bool) -> Result<(), Problem> {
    let mut entry = serde_json::to_value(profile)
        .map_err(|error| problem("io", format!("The profile can't be written: {error}.")))?;
    entry["disabled"] = Value::Bool(disabled);
    change(data_dir, |list| {
        match list.iter_mut().find(|one| is(one, &profile.id)) {
            Some(known) => merge(known, entry),
            None => list.push(entry),
        }
    })
}

/// Takes a profile out of the list. Nothing happens where it is not in it.
///
/// # Errors
/// `io`: the list can't be read or written; it is as it was.
pub(crate) fn remove(data_dir: &Path, id: &ProfileId) -> Result<(), Problem> {
    change(data_dir, |list| list.retain(|one| !is(one, id)))
}

fn is(entry: &Value, id: &ProfileId) -> bool {
    entry["id"].as_str() == Some(id.as_str())
}

/// The new values over the old entry, so that fields of a newer build stay.
fn merge(known: &mut Value, new: Value) {
    match (known.as_object_mut(), new) {
        (Some(known), Value::Object(new)) => known.extend(new),
        (_, new) => *known = new,
    }
}

fn change(data_dir: &Path, edit: impl FnOnce(&mut Vec<Value>)) -> Result<(), Problem> {
    let _one_at_a_time = CHANGING.lock().unwrap_or_else(PoisonError::into_inner);
    let path = file(data_dir);
    let mut list: Vec<Value> = match fs::read(&path) {
        Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| {
            problem(
                "io",
                format!(
                    "{} is not a list of profiles ({error}). It is left as it is: mend it or move it away, then try again.",
                    path.display()
                ),
            )
        })?,
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(failed(&path, &error)),
    };
    edit(&mut list);
    let mut text = serde_json::to_vec_pretty(&list)
        .map_err(|error| failed(&path, &std::io::Error::other(error)))?;
    text.push(b'\n');
    private_file::replace(&path, &text).map_err(|error| failed(&path, &error))
}

fn failed(path: &Path, error: &std::io::Error) -> Problem {
    problem(
        "io",
        format!(
            "The profiles can't be saved in {}: {error}. Nothing was changed.",
            path.display()
        ),
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{file, put, remove};
    use model::{AgentProfile, ProfileId, ProfileOrigin, ProtocolId};
    use serde_json::{Value, json};
    use std::os::unix::fs::PermissionsExt;

    fn profile(id: &str, command: &str) -> AgentProfile {
        AgentProfile {
            id: ProfileId::from(id),
            name: id.to_owned(),
            protocol: ProtocolId("aionrs".to_owned()),
            command: command.to_owned(),
            args: Vec::new(),
            env: Default::default(),
            settings: Default::default(),
            origin: ProfileOrigin::User,
        }
    }

    fn list(dir: &std::path::Path) -> Vec<Value> {
        serde_json::from_slice(&std::fs::read(file(dir)).unwrap()).unwrap()
    }

    #[test]
    fn c65_a_change_keeps_what_it_does_not_know() {
        let dir = tempfile::tempdir().unwrap();
        let foreign = json!([{"id": "b", "colour": "red"}, 7]);
        std::fs::write(file(dir.path()), foreign.to_string()).unwrap();
        put(dir.path(), &profile("a", "/bin/a"), false).unwrap();
        put(dir.path(), &profile("b", "/bin/b"), false).unwrap();
        let now = list(dir.path());
        assert_eq!(now.len(), 3);
        assert_eq!(now[0]["colour"], "red");
        assert_eq!(now[0]["command"], "/bin/b");
        assert_eq!(now[1], 7);
        remove(dir.path(), &ProfileId::from("b")).unwrap();
        assert_eq!(list(dir.path()).len(), 2);
        let mode = std::fs::metadata(file(dir.path())).unwrap().permissions();
        assert_eq!(mode.mode() & 0o777, 0o600);
    }

    #[test]
    fn a_list_that_is_none_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(file(dir.path()), "{ not a list").unwrap();
        let refusal = put(dir.path(), &profile("a", "/bin/a"), false).unwrap_err();
        assert!(refusal.message.contains("not a list of profiles"));
        let text = std::fs::read_to_string(file(dir.path())).unwrap();
        assert_eq!(text, "{ not a list");
    }
}
