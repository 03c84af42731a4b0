//! Rows far from the end: shown straight from the archive, and not held. A reader
//! who jumps to one loads what stands around it, not all that lies between.

use super::Rendered;
use super::patch::{between, said_above, with_row};
use crate::asked;
use crate::host::Host;
use crate::problem::{problem, unknown_conversation, unreadable};
use archive::PlacedItem;
use model::view::{FoundBlock, MoreOfRow, OlderRows, Problem, RowPatch, SentMessage};
use model::{ConversationId, Item, ItemId, ProtocolId};
use std::path::Path;

/// Rows of an answer at most.
const MOST: u32 = 500;
/// Messages of an answer.
const MESSAGES: u32 = 50;

impl Host {
    /// The rows from a place on, wherever it is.
    ///
    /// # Errors
    /// `unknownConversation`, or `io`: the archive could not be read.
    pub fn rows_at(
        &self,
        id: &ConversationId,
        from: u32,
        limit: u32,
    ) -> Result<OlderRows, Problem> {
        let conversation = self.open_conversation(id)?;
        let (first, workspace, protocol) = {
            let state = conversation.state();
            let meta = &state.meta;
            let first = state.transcript.first_place();
            (first, meta.workspace.clone(), meta.protocol.clone())
        };
        let end = from.saturating_add(limit.clamp(1, MOST));
        let mut rows = Vec::new();
        if from < first {
            let page = self
                .archive()
                .items_from(id, from, end.min(first) - from)
                .map_err(|error| unreadable(&error))?;
            // Rendered outside of the conversation: it never waits for a reader.
            rows = apart(&page, Path::new(&workspace), &protocol);
        }
        if end > first {
            let mut state = conversation.state();
            if state.transcript.first_place() > first.max(from) {
                // Its first were let go meanwhile: they are in the archive now.
                drop(state);
                return self.rows_at(id, from, limit);
            }
            rows.extend(between(&mut state, from.max(first), end));
        }
        Ok(OlderRows { rows })
    }

    /// Blocks of a row from the place `from` on: no more than are wanted, and as much as is
    /// sent at once.
    ///
    /// # Errors
    /// `unknownConversation`; `io`; or `refused`: there is no such row.
    pub fn more_of_row(
        &self,
        id: &ConversationId,
        place: u32,
        from: u32,
        most: Option<u32>,
    ) -> Result<MoreOfRow, Problem> {
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        let most = most.and_then(|most| usize::try_from(most).ok());
        self.of_row(id, place, |rendered, item| {
            rendered.more(item, from, most.unwrap_or(usize::MAX))
        })
    }

    /// Which block of a row shows an occurrence of a text, counted as `find` does.
    ///
    /// # Errors
    /// `unknownConversation`; `io`; or `refused`: there is no such row.
    pub fn find_in_row(
        &self,
        id: &ConversationId,
        place: u32,
        text: &str,
        nth: u32,
    ) -> Result<Option<FoundBlock>, Problem> {
        if text.trim().is_empty() {
            return Ok(None);
        }
        let nth = usize::try_from(nth).unwrap_or(usize::MAX);
        self.of_row(id, place, |rendered, item| rendered.find(item, text, nth))
    }

    /// What is made of a row, wherever it is.
    fn of_row<T>(
        &self,
        id: &ConversationId,
        place: u32,
        read: impl FnOnce(&mut Rendered, &Item) -> T,
    ) -> Result<T, Problem> {
        let conversation = self.open_conversation(id)?;
        let gone = || problem("refused", "This row is not there any more.");
        let workspace = {
            let mut state = conversation.state();
            if place >= state.transcript.first_place() {
                return with_row(&mut state, place, read).ok_or_else(gone);
            }
            state.meta.workspace.clone()
        };
        let page = self
            .archive()
            .items_from(id, place, 1)
            .map_err(|error| unreadable(&error))?;
        let placed = page.first().filter(|placed| placed.place == place);
        let item = &placed.ok_or_else(gone)?.item;
        Ok(read(
            &mut Rendered::new(item, 0, Path::new(&workspace)),
            item,
        ))
    }

    /// Messages the user sent before a place, or the last ones, in order; operations
    /// are not among them.
    ///
    /// # Errors
    /// `unknownConversation`, or `io`: the archive could not be read.
    pub fn sent_messages(
        &self,
        id: &ConversationId,
        before: Option<u32>,
    ) -> Result<Vec<SentMessage>, Problem> {
        if !self.conversation_exists(id) {
            return Err(unknown_conversation());
        }
        let messages = self
            .archive()
            .user_messages(id, before, MESSAGES)
            .map_err(|error| unreadable(&error))?;
        Ok(messages
            .into_iter()
            .map(|message| SentMessage {
                place: message.place,
                text: if message.operation {
                    String::new()
                } else {
                    message.text
                },
            })
            .collect())
    }

    /// Where an item stands in its conversation; none where it is not there.
    ///
    /// # Errors
    /// `unknownConversation`, or `io`: the archive could not be read.
    pub fn place_of_item(
        &self,
        id: &ConversationId,
        item: &ItemId,
    ) -> Result<Option<u32>, Problem> {
        let conversation = self.open_conversation(id)?;
        if let Some(place) = conversation.state().transcript.place(item) {
            return Ok(Some(place));
        }
        self.archive()
            .place_of(id, item)
            .map_err(|error| unreadable(&error))
    }

    /// Loads an item that is further up than what is held, and what lies between:
    /// for what is done with it, not for looking at it.
    pub(crate) fn hold(&self, id: &ConversationId, item: &ItemId) -> Result<(), Problem> {
        let conversation = self.open_conversation(id)?;
        if conversation.state().transcript.place(item).is_some() {
            return Ok(());
        }
        let place = self.place_of_item(id, item)?;
        let first = conversation.state().transcript.first_place();
        if let Some(place) = place.filter(|place| *place < first) {
            let page = self
                .archive()
                .items_before(id, first, first - place)
                .map_err(|error| unreadable(&error))?;
            let mut state = conversation.state();
            if state.transcript.first_place() == first {
                state.take_older(page);
            }
        }
        Ok(())
    }
}

/// Rows of items that nobody holds.
fn apart(page: &[PlacedItem], workspace: &Path, protocol: &ProtocolId) -> Vec<RowPatch> {
    page.iter()
        .enumerate()
        .filter_map(|(at, placed)| {
            let rendered = Rendered::new(&placed.item, 0, workspace);
            let mut patch = rendered.patch(placed.place, 0, &placed.item)?;
            if let Some(row) = &mut patch.row {
                let above = page[at.saturating_sub(3)..at].iter();
                said_above(&mut row.body, above.map(|placed| &placed.item));
                asked::tell(&mut row.body, &placed.item, protocol);
            }
            Some(patch)
        })
        .collect()
}
