//! Tasks Snapshot: the list, item by item. One that cannot be read costs itself.

use crate::fields::{Problems, name_of};
use crate::lines::{Object, nested};
use crate::nuum::time;
use model::Task;
use serde_json::value::RawValue;
use std::collections::HashMap;

/// The tasks in their order. Of several with the same id the last counts, in the
/// place of the first (F032); kinds and statuses nobody here knows are kept.
pub(super) fn read(items: &[&RawValue], problems: &mut Problems) -> Vec<Task> {
    let mut tasks: Vec<Task> = Vec::with_capacity(items.len());
    let mut places: HashMap<String, usize> = HashMap::with_capacity(items.len());
    for item in items {
        let Some(object) = nested(item) else {
            problems.note("a task that is no object was left out");
            continue;
        };
        let Some(task) = task(&object, problems) else {
            problems.note("a task without an “id” was left out");
            continue;
        };
        match places.get(&task.id) {
            Some(&place) => tasks[place] = task,
            None => {
                places.insert(task.id.clone(), tasks.len());
                tasks.push(task);
            }
        }
    }
    tasks
}

fn task(object: &Object<'_>, problems: &mut Problems) -> Option<Task> {
    let id = object
        .given("id")
        .and_then(name_of)
        .filter(|id| !id.is_empty())?;
    let mut text = |name| {
        object
            .text(name, problems)
            .map(Into::into)
            .unwrap_or_default()
    };
    Some(Task {
        id,
        kind: text("type"),
        description: text("description"),
        status: text("status"),
        created_at: moment(object, "createdAt", problems),
        fires_at: moment(object, "firesAt", problems),
    })
}

/// A time as text, or as milliseconds since 1970 as JavaScript counts.
fn moment(object: &Object<'_>, name: &str, problems: &mut Problems) -> Option<u64> {
    let value = object.given(name)?;
    if !value.get().starts_with('"') {
        return object.count(name, problems);
    }
    let text = object.text(name, problems)?;
    let moment = time::parse(&text);
    if moment.is_none() {
        problems.note(format!("“{name}” is no time: “{text}”"));
    }
    moment
}
