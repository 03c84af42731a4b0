//! Reading on in a conversation: everything in it, whatever a window holds.

use super::{file, find};
use crate::host::Host;
use crate::problem::{problem, unreadable};
use model::view::{Found, FoundRow, NamedFile, Problem};
use model::{ConversationId, Item, ItemBody, ItemId};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Rows a search answers at most.
const FOUND: usize = 5_000;
/// Items read from the archive, or looked at while the conversation waits, at once.
const PAGE: u32 = 200;
/// The most text that is copied, in bytes.
const COPIED: usize = 32 * 1024 * 1024;

impl Host {
    /// Where a text occurs, whatever its case, in the whole conversation. Blocks:
    /// a long one is read from the disk.
    ///
    /// # Errors
    /// `unknownConversation`, or `io`: the archive could not be read.
    pub fn find(&self, id: &ConversationId, text: &str) -> Result<Found, Problem> {
        let needle = text.to_lowercase();
        let mut found = Found {
            rows: Vec::new(),
            cut: false,
        };
        if needle.trim().is_empty() {
            return Ok(found);
        }
        let mut look = |place, item: &Item| {
            let count = find::occurrences(&find::searched(item), &needle);
            if count > 0 {
                if found.rows.len() == FOUND {
                    found.cut = true;
                    return ControlFlow::Break(());
                }
                found.rows.push(FoundRow { place, count });
            }
            ControlFlow::Continue(())
        };
        let conversation = self.open_conversation(id)?;
        let first = conversation.state().transcript.first_place();
        let mut over = false;
        self.archive()
            .items_with(id, 0..first, find::piece(&needle), |placed| {
                let on = look(placed.place, &placed.item);
                over |= on.is_break();
                on
            })
            .map_err(|error| unreadable(&error))?;
        if !over {
            self.each_item(id, first, u32::MAX, look)?;
        }
        Ok(found)
    }

    /// The text of the rows `from` up to and not including `to`, for the
    /// clipboard. Blocks, as [`Self::find`].
    ///
    /// # Errors
    /// `unknownConversation`; `tooLarge`: more than 32 MiB; `io`.
    pub fn text_of_rows(&self, id: &ConversationId, from: u32, to: u32) -> Result<String, Problem> {
        let mut whole = String::new();
        let mut too_large = false;
        self.each_item(id, from, to, |_, item| {
            let text = find::copied(item);
            if whole.len() + text.len() > COPIED {
                too_large = true;
                return ControlFlow::Break(());
            }
            if !text.is_empty() {
                if !whole.is_empty() {
                    whole.push_str("\n\n");
                }
                whole.push_str(&text);
            }
            ControlFlow::Continue(())
        })?;
        if too_large {
            return Err(problem(
                "tooLarge",
                "This is over 32 MiB of text, more than the clipboard takes. Copy less of it, or export the conversation.",
            ));
        }
        Ok(whole)
    }

    /// A file that a row names, shown because the user asked for it. `index` is
    /// its place among the row's files.
    ///
    /// # Errors
    /// `unknownConversation`; `refused`, with why it is not shown.
    pub fn named_file(
        &self,
        id: &ConversationId,
        item: &ItemId,
        index: usize,
    ) -> Result<NamedFile, Problem> {
        let path = self.file_of(id, item, index)?;
        file::look(&path).map_err(|why| problem("refused", why))
    }

    /// Where a file that a row names lies, checked: for the file manager.
    ///
    /// # Errors
    /// As [`Self::named_file`].
    pub fn folder_of_named_file(
        &self,
        id: &ConversationId,
        item: &ItemId,
        index: usize,
    ) -> Result<PathBuf, Problem> {
        let path = self.file_of(id, item, index)?;
        path.parent()
            .map(PathBuf::from)
            .ok_or_else(|| problem("refused", "This file lies in no folder."))
    }

    fn file_of(
        &self,
        id: &ConversationId,
        item: &ItemId,
        index: usize,
    ) -> Result<PathBuf, Problem> {
        let conversation = self.open_conversation(id)?;
        let (named, workspace) = {
            let state = conversation.state();
            let place = state.transcript.place(item);
            let named = place
                .and_then(|place| state.transcript.item(place))
                .and_then(|item| match &item.body {
                    ItemBody::Media(media) if index == 0 => Some(media.path.clone()),
                    ItemBody::Result(result) => result.files.get(index).cloned(),
                    _ => None,
                });
            (named, PathBuf::from(&state.meta.workspace))
        };
        let named = match named {
            Some(named) => Some(named),
            None => self.changed_file(id, item, index)?,
        };
        let named = named.ok_or_else(|| problem("refused", "This row names no such file."))?;
        file::resolved(&workspace, &named).map_err(|why| problem("refused", why))
    }

    /// Calls `each` with the items of some places, in order: from the archive
    /// what is not held, the rest as it is now. The conversation never waits
    /// for more than a page.
    fn each_item(
        &self,
        id: &ConversationId,
        from: u32,
        to: u32,
        mut each: impl FnMut(u32, &Item) -> ControlFlow<()>,
    ) -> Result<(), Problem> {
        let conversation = self.open_conversation(id)?;
        let mut at = from;
        while at < to {
            let first = conversation.state().transcript.first_place();
            if at < first {
                let page = self
                    .archive()
                    .items_from(id, at, PAGE.min(first - at))
                    .map_err(|error| unreadable(&error))?;
                let Some(last) = page.last() else {
                    at = first;
                    continue;
                };
                let next = last.place + 1;
                for placed in &page {
                    if placed.place < to && each(placed.place, &placed.item).is_break() {
                        return Ok(());
                    }
                }
                at = next.max(at + 1);
                continue;
            }
            let state = conversation.state();
            let end = to.min(state.transcript.len()).min(at.saturating_add(PAGE));
            if at >= end {
                return Ok(());
            }
            for place in at..end {
                if let Some(item) = state.transcript.item(place)
                    && each(place, item).is_break()
                {
                    return Ok(());
                }
            }
            at = end;
        }
        Ok(())
    }
}
