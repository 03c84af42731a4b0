//! What can be read of the archive: conversations, and what is in them.

use crate::{
    ApprovalRecord, Archive, Hit, ItemsPage, OpenApproval, PlacedItem, QueuedRecord, ReadError,
    TrafficRow, UserMessage, items, reading, search,
};
use model::{ConversationId, ConversationMeta, Item, ProtocolId, Recorded, Seq};

impl Archive {
    /// All conversations: pinned ones first, then by their last message.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn conversations(&self) -> Result<Vec<ConversationMeta>, ReadError> {
        self.read(reading::conversations)
    }

    /// One conversation; none where the archive has no such.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn conversation(&self, id: &ConversationId) -> Result<Option<ConversationMeta>, ReadError> {
        self.read(|conn| reading::conversation(conn, id))
    }

    /// The last `limit` items. An item that was open when Parley was killed has
    /// all the text that reached the archive.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn items_tail(&self, id: &ConversationId, limit: u32) -> Result<ItemsPage, ReadError> {
        self.read(|conn| items::tail(conn, id, limit))
    }

    /// The last `limit` items before a place, in order.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn items_before(
        &self,
        id: &ConversationId,
        place: u32,
        limit: u32,
    ) -> Result<Vec<PlacedItem>, ReadError> {
        self.read(|conn| items::before(conn, id, Some(place), limit))
    }

    /// The first `limit` items from a place on, in order.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn items_from(
        &self,
        id: &ConversationId,
        place: u32,
        limit: u32,
    ) -> Result<Vec<PlacedItem>, ReadError> {
        self.read(|conn| items::from(conn, id, place, limit))
    }

    /// Of the items `from` up to and not including `to` those that may have changed
    /// a file, and the user's messages, in order.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn file_calls(
        &self,
        id: &ConversationId,
        from: u32,
        to: u32,
    ) -> Result<Vec<PlacedItem>, ReadError> {
        self.read(|conn| items::file_calls(conn, id, from, to))
    }

    /// The first `limit` events from a number on, in order.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn events_from(
        &self,
        id: &ConversationId,
        first_seq: Seq,
        limit: u32,
    ) -> Result<Vec<Recorded>, ReadError> {
        self.read(|conn| match reading::conversation_number(conn, id)? {
            Some(id) => reading::events(conn, id, first_seq, limit),
            None => Ok(Vec::new()),
        })
    }

    /// The last `limit` raw lines before a row, in order; `None` for the end.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn traffic(
        &self,
        id: &ConversationId,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<TrafficRow>, ReadError> {
        self.read(|conn| reading::traffic(conn, id, before, limit))
    }

    /// The first `limit` raw lines after a row, in order; 0 for the first.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn traffic_after(
        &self,
        id: &ConversationId,
        after: i64,
        limit: u32,
    ) -> Result<Vec<TrafficRow>, ReadError> {
        self.read(|conn| reading::traffic_after(conn, id, after, limit))
    }

    /// Approvals that are not settled, of one conversation or of all.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn approvals_open(
        &self,
        id: Option<&ConversationId>,
    ) -> Result<Vec<OpenApproval>, ReadError> {
        self.read(|conn| reading::approvals(conn, id, true))
    }

    /// All approvals of a conversation, settled or not, in the order they were asked.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn approvals(&self, id: &ConversationId) -> Result<Vec<ApprovalRecord>, ReadError> {
        let all = self.read(|conn| reading::approvals(conn, Some(id), false))?;
        Ok(all.into_iter().map(|one| one.approval).collect())
    }

    /// The queue of a conversation, in order.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn queue(&self, id: &ConversationId) -> Result<Vec<QueuedRecord>, ReadError> {
        self.read(|conn| reading::queue(conn, id))
    }

    /// How many messages wait, of every conversation in which any do.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn queued_counts(&self) -> Result<Vec<(ConversationId, u32)>, ReadError> {
        self.read(reading::queued_counts)
    }

    /// Items of all conversations that hold every word of `text`, the youngest
    /// first. A word matches from its beginning, without regard to case and
    /// accents; no character of it is query syntax.
    ///
    /// # Errors
    /// Why it cannot be searched.
    pub fn search(&self, text: &str, limit: u32) -> Result<Vec<Hit>, ReadError> {
        self.search_before(text, None, limit)
    }

    /// The same, of items older than a hit of an earlier page.
    ///
    /// # Errors
    /// Why it cannot be searched.
    pub fn search_before(
        &self,
        text: &str,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<Hit>, ReadError> {
        self.search_as(text, before, limit, &|_, item| item)
    }

    /// The same, with items shown as a conversation's protocol says: a hit's words are cut from
    /// what `shown` makes of its item.
    ///
    /// # Errors
    /// Why it cannot be searched.
    pub fn search_as(
        &self,
        text: &str,
        before: Option<i64>,
        limit: u32,
        shown: &dyn Fn(&ProtocolId, Item) -> Item,
    ) -> Result<Vec<Hit>, ReadError> {
        self.read(|conn| search::search(conn, text, before, limit, shown))
    }

    /// The last `limit` messages of the user in a conversation, or of those before
    /// a place, in order.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn user_messages(
        &self,
        id: &ConversationId,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Vec<UserMessage>, ReadError> {
        self.read(|conn| items::user_messages(conn, id, before, limit))
    }
}
