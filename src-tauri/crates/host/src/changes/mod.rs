//! What an agent changed in files, over a whole conversation: from its tool calls,
//! held or in the archive. What it did by commands nobody can know.

mod call;
mod index;
#[cfg(test)]
mod tests;

use call::{call_of, touched};
pub(crate) use index::ChangeIndex;

use crate::conversation::{Conversation, State};
use crate::host::Host;
use crate::problem::{problem, unreadable};
use crate::view::Rendered;
use model::view::{Block, ChangeDiff, ChangesPage, FileChanges, Problem};
use model::{ConversationId, Event, Item, ItemId, ToolState};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::MutexGuard;

/// Files, or changes of one file, in one answer.
const PART: u32 = 200;
/// Places that are read from the archive at once.
const STRETCH: u32 = 4_000;
/// Items that are looked at while the conversation waits.
const AT_ONCE: usize = 200;
/// What one answer holds of a diff, in bytes of HTML.
const DIFF_BYTES: usize = 256 * 1024;

impl Host {
    /// A part of the files that the agent changed. Blocks: the first look reads
    /// the conversation from the disk.
    ///
    /// # Errors
    /// `unknownConversation`, or `io`: the archive could not be read.
    pub fn changes(
        &self,
        id: &ConversationId,
        from: u32,
        limit: u32,
    ) -> Result<ChangesPage, Problem> {
        let conversation = self.open_conversation(id)?;
        let workspace = workspace_of(&conversation);
        let index = self.index_of(id, &conversation)?;
        let order = index.newest();
        let (added, removed) = index.lines();
        let total = u32::try_from(order.len()).unwrap_or(u32::MAX);
        let from = from.min(total);
        Ok(ChangesPage {
            from,
            files: order
                .iter()
                .skip(from as usize)
                .take(limit.min(PART) as usize)
                .filter_map(|at| index.file(*at, &workspace))
                .collect(),
            total,
            added,
            removed,
        })
    }

    /// Changes of one file, the newest first, without the first `from`. Blocks, as
    /// [`Self::changes`].
    ///
    /// # Errors
    /// As [`Self::changes`].
    pub fn file_changes(
        &self,
        id: &ConversationId,
        path: &str,
        from: u32,
        limit: u32,
    ) -> Result<FileChanges, Problem> {
        let conversation = self.open_conversation(id)?;
        let index = self.index_of(id, &conversation)?;
        let (changes, total) = index.of_file(path, from as usize, limit.min(PART) as usize);
        Ok(FileChanges { changes, total })
    }

    /// The diff of one change, from a block on. Blocks, as [`Self::changes`].
    ///
    /// # Errors
    /// As [`Self::changes`]; `refused`: the call changed no such file.
    pub fn change_diff(
        &self,
        id: &ConversationId,
        path: &str,
        item: &ItemId,
        from: u32,
    ) -> Result<ChangeDiff, Problem> {
        let conversation = self.open_conversation(id)?;
        let place = self.index_of(id, &conversation)?.place(path, item);
        let blocks = match place {
            Some(place) => self.blocks_at(id, &conversation, place, path)?,
            None => None,
        };
        let blocks = blocks.ok_or_else(|| {
            problem(
                "refused",
                "This change is not in the conversation any more.",
            )
        })?;
        let total = u32::try_from(blocks.len()).unwrap_or(u32::MAX);
        let mut bytes = 0;
        let part = blocks
            .into_iter()
            .skip(from as usize)
            .take_while(|block| {
                let first = bytes == 0;
                bytes += block.html.len().max(1);
                first || bytes <= DIFF_BYTES
            })
            .collect();
        Ok(ChangeDiff {
            blocks: part,
            total,
        })
    }

    fn blocks_at(
        &self,
        id: &ConversationId,
        conversation: &Conversation,
        place: u32,
        path: &str,
    ) -> Result<Option<Vec<Block>>, Problem> {
        let (workspace, compared) = {
            let state = conversation.state();
            let compared = state.rendered.get(&place).and_then(Rendered::compared);
            (
                PathBuf::from(&state.meta.workspace),
                compared.map(<[_]>::to_vec),
            )
        };
        let item = self.item_at(id, conversation, place)?;
        Ok(item.as_ref().and_then(call_of).and_then(|call| {
            let file = touched(call, None)
                .into_iter()
                .find(|file| call::whole(&file.path, &workspace) == Path::new(path))?;
            Some(call::blocks(call, &file.path, compared))
        }))
    }

    /// The file of a call that changed it, as the call names it, wherever the call is.
    pub(crate) fn changed_file(
        &self,
        id: &ConversationId,
        item: &ItemId,
        index: usize,
    ) -> Result<Option<String>, Problem> {
        let conversation = self.open_conversation(id)?;
        let Some(place) = self.index_of(id, &conversation)?.place_of(item) else {
            return Ok(None);
        };
        let item = self.item_at(id, &conversation, place)?;
        Ok(item.as_ref().and_then(call_of).and_then(|call| {
            let file = touched(call, None).into_iter().nth(index)?;
            Some(file.path)
        }))
    }

    fn item_at(
        &self,
        id: &ConversationId,
        conversation: &Conversation,
        place: u32,
    ) -> Result<Option<Item>, Problem> {
        let held = conversation.state().transcript.item(place).cloned();
        if held.is_some() {
            return Ok(held);
        }
        let found = self
            .archive()
            .items_from(id, place, 1)
            .map_err(|error| unreadable(&error))?;
        Ok(found
            .into_iter()
            .find(|placed| placed.place == place)
            .map(|placed| placed.item))
    }

    /// The index, brought up to the conversation as it is.
    fn index_of<'c>(
        &self,
        id: &ConversationId,
        conversation: &'c Conversation,
    ) -> Result<MutexGuard<'c, ChangeIndex>, Problem> {
        let mut index = conversation.changes();
        let workspace = workspace_of(conversation);
        let (now, len, held, mut places) = {
            let state = conversation.state();
            let len = state.transcript.len();
            let places = index.doubtful(&state.revisions.rows_after(index.seen));
            (
                state.revisions.now(),
                len,
                state.transcript.first_place(),
                places,
            )
        };
        // What is not held does not change any more.
        while index.read_to < held {
            let from = index.read_to;
            let to = held.min(from.saturating_add(STRETCH));
            self.look_into_archive(id, &mut index, from..to, &workspace)?;
            index.read_to = to;
        }
        places.extend(index.read_to..len);
        let mut let_go = Vec::new();
        // The conversation never waits for more than a few.
        for some in places.chunks(AT_ONCE) {
            let state = conversation.state();
            for &place in some {
                match state.transcript.item(place) {
                    Some(item) => {
                        let compared = state.rendered.get(&place).and_then(Rendered::changed);
                        index.look(place, item, &workspace, compared);
                    }
                    None => let_go.push(place),
                }
            }
        }
        // What was let go meanwhile is on the disk.
        for place in let_go {
            index.settled(place);
            self.look_into_archive(id, &mut index, place..place + 1, &workspace)?;
        }
        index.seen = now;
        index.read_to = index.read_to.max(len);
        Ok(index)
    }

    fn look_into_archive(
        &self,
        id: &ConversationId,
        index: &mut ChangeIndex,
        places: Range<u32>,
        workspace: &Path,
    ) -> Result<(), Problem> {
        let calls = self
            .archive()
            .file_calls(id, places.start, places.end)
            .map_err(|error| unreadable(&error))?;
        for placed in &calls {
            index.look(placed.place, &placed.item, workspace, None);
            index.settled(placed.place);
        }
        Ok(())
    }
}

fn workspace_of(conversation: &Conversation) -> PathBuf {
    PathBuf::from(&conversation.state().meta.workspace)
}

/// The item that an event begins, changes or ends, where it is a call perhaps.
pub(crate) fn item_of(event: &Event) -> Option<ItemId> {
    match event {
        Event::ItemStarted { item } => call_of(item).map(|_| item.id.clone()),
        Event::ItemUpdated { id, .. } | Event::ItemCompleted { id } => Some(id.clone()),
        _ => None,
    }
}

/// Whether an item is a call that changed files, as far as anybody can know.
pub(crate) fn has_changed_files(item: &ItemId, state: &State) -> bool {
    let place = state.transcript.place(item);
    place
        .and_then(|place| state.transcript.item(place))
        .and_then(call_of)
        .is_some_and(|call| call.state == ToolState::Succeeded)
}
