//! Which files a conversation's agent changed: kept beside the conversation while
//! it is open, so that a question costs what changed since the last one.

use super::call;
use model::view::{ChangedFile, FileChange};
use model::{Item, ItemBody, ItemId, ToolKind, ToolState, TurnId};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

/// The beginning of a message that names its turn, in characters.
const MESSAGE: usize = 80;

/// What is known of the changes.
#[derive(Debug, Default)]
pub(crate) struct ChangeIndex {
    /// The conversation's revision at which it was last looked at.
    pub seen: u64,
    /// Items below this place have been looked at.
    pub read_to: u32,
    /// Places of calls that may still become changes, or be none after all.
    unsettled: BTreeSet<u32>,
    files: Vec<File>,
    by_path: HashMap<PathBuf, usize>,
    /// The files of a call that has been counted.
    by_place: HashMap<u32, Vec<usize>>,
    /// What began the user's turns, in their order.
    turns: Vec<String>,
    by_turn: HashMap<TurnId, usize>,
}

#[derive(Debug)]
struct File {
    path: PathBuf,
    /// In order of their places.
    changes: Vec<Change>,
}

#[derive(Debug)]
struct Change {
    place: u32,
    item: ItemId,
    index: u32,
    tool: ToolKind,
    at: u64,
    lines: Option<(u32, u32)>,
    turn: Option<TurnId>,
}

impl ChangeIndex {
    /// Takes in an item as it is now; `compared` as for [`call::touched`].
    pub(crate) fn look(
        &mut self,
        place: u32,
        item: &Item,
        workspace: &Path,
        compared: Option<(u32, u32)>,
    ) {
        if let ItemBody::User { text, .. } = &item.body {
            self.message(item.turn.as_ref(), text);
            return;
        }
        self.forget(place);
        // One without a diff so far may still get one; a denied one may run all the same.
        let denied = matches!(&item.body, ItemBody::Tool(call) if matches!(call.state, ToolState::Denied { .. }));
        if denied || item.completed_at.is_none() {
            self.unsettled.insert(place);
        } else {
            self.unsettled.remove(&place);
        }
        let Some(call) = call::call_of(item) else {
            return;
        };
        for (index, file) in (0..).zip(call::touched(call, compared)) {
            let change = Change {
                place,
                item: item.id.clone(),
                index,
                tool: call.kind,
                at: item.completed_at.unwrap_or(item.started_at),
                lines: file.lines,
                turn: item.turn.clone(),
            };
            self.add(change, call::whole(&file.path, workspace));
        }
    }

    /// The places to look at again, of those that changed: they were looked at before.
    pub(crate) fn doubtful(&self, changed: &[u32]) -> Vec<u32> {
        let before = changed.iter().copied().filter(|at| *at < self.read_to);
        let mut places: BTreeSet<u32> = before.collect();
        places.extend(&self.unsettled);
        places.into_iter().collect()
    }

    /// This call is as it will be.
    pub(crate) fn settled(&mut self, place: u32) {
        self.unsettled.remove(&place);
    }

    fn message(&mut self, turn: Option<&TurnId>, text: &str) {
        // One that went into a running turn, or got further, begins none.
        let Some(turn) = turn.filter(|turn| !self.by_turn.contains_key(*turn)) else {
            return;
        };
        let line = text.lines().find(|line| !line.trim().is_empty());
        let line = line.unwrap_or_default().trim();
        let mut short: String = line.chars().take(MESSAGE).collect();
        if short.len() < line.len() {
            short.push('…');
        }
        self.by_turn.insert(turn.clone(), self.turns.len());
        self.turns.push(render::visible(&short));
    }

    fn forget(&mut self, place: u32) {
        for file in self.by_place.remove(&place).unwrap_or_default() {
            self.files[file].changes.retain(|one| one.place != place);
        }
    }

    fn add(&mut self, change: Change, path: PathBuf) {
        let at = match self.by_path.get(&path) {
            Some(at) => *at,
            None => {
                self.by_path.insert(path.clone(), self.files.len());
                self.files.push(File {
                    path,
                    changes: Vec::new(),
                });
                self.files.len() - 1
            }
        };
        let here = (change.place, change.index);
        self.by_place.entry(change.place).or_default().push(at);
        let changes = &mut self.files[at].changes;
        let before = changes.partition_point(|one| (one.place, one.index) < here);
        changes.insert(before, change);
    }

    /// The files that were changed, the last changed first.
    pub(crate) fn newest(&self) -> Vec<usize> {
        let mut order: Vec<(u32, usize)> = self
            .files
            .iter()
            .enumerate()
            .filter_map(|(at, file)| Some((file.changes.last()?.place, at)))
            .collect();
        order.sort_unstable_by(|a, b| b.cmp(a));
        order.into_iter().map(|(_, at)| at).collect()
    }

    /// Lines added and removed by all changes.
    pub(crate) fn lines(&self) -> (u32, u32) {
        sum(self.files.iter().flat_map(|file| &file.changes))
    }

    /// A file of [`Self::newest`].
    pub(crate) fn file(&self, at: usize, workspace: &Path) -> Option<ChangedFile> {
        let file = self.files.get(at)?;
        let (added, removed) = sum(&file.changes);
        Some(ChangedFile {
            path: file.path.to_string_lossy().into_owned(),
            label: call::label(&file.path, workspace),
            changes: number(file.changes.len()),
            added,
            removed,
            last: self.shown(file.changes.last()?),
        })
    }

    /// Changes of a file, the newest first, and how many there are.
    pub(crate) fn of_file(&self, path: &str, from: usize, limit: usize) -> (Vec<FileChange>, u32) {
        let Some(file) = self.by_path(path) else {
            return (Vec::new(), 0);
        };
        let part = file.changes.iter().rev().skip(from).take(limit);
        let part = part.map(|change| self.shown(change)).collect();
        (part, number(file.changes.len()))
    }

    /// The place of a call that changed a file.
    pub(crate) fn place(&self, path: &str, item: &ItemId) -> Option<u32> {
        let file = self.by_path(path)?;
        let change = file.changes.iter().find(|change| change.item == *item)?;
        Some(change.place)
    }

    /// The place of a call that changed any file.
    pub(crate) fn place_of(&self, item: &ItemId) -> Option<u32> {
        let mut changes = self.files.iter().flat_map(|file| &file.changes);
        let change = changes.find(|change| change.item == *item)?;
        Some(change.place)
    }

    fn by_path(&self, path: &str) -> Option<&File> {
        let at = *self.by_path.get(Path::new(path))?;
        self.files.get(at)
    }

    fn shown(&self, change: &Change) -> FileChange {
        let named = change
            .turn
            .as_ref()
            .and_then(|turn| self.by_turn.get(turn))
            .copied();
        FileChange {
            item: change.item.clone(),
            index: change.index,
            tool: change.tool,
            at: change.at,
            lines: change.lines,
            turn: named.map(|at| number(at + 1)),
            message: named
                .and_then(|at| self.turns.get(at))
                .cloned()
                .unwrap_or_default(),
        }
    }
}

fn sum<'c>(changes: impl IntoIterator<Item = &'c Change>) -> (u32, u32) {
    changes.into_iter().filter_map(|change| change.lines).fold(
        (0, 0),
        |(added, removed): (u32, u32), lines| {
            (
                added.saturating_add(lines.0),
                removed.saturating_add(lines.1),
            )
        },
    )
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
