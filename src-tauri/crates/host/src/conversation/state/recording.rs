//! How an event becomes part of a conversation, and waits to be written.

use super::State;
use crate::clock::now_ms;
use archive::{AppendBatch, Durability, PlacedItem};
use model::{
    ApprovalState, Delivery, Event, ExpiryReason, ItemBody, ItemChange, ItemId, NoticeLevel,
    Recorded, TrafficLine,
};

impl State {
    /// Takes in an event without keys: numbers it, folds it, marks what changed,
    /// and puts it among what is to be written.
    pub(crate) fn record(&mut self, event: Event) {
        match secrets::known().redactor() {
            None => self.take_in(event),
            Some(redactor) => {
                for event in self.redaction.pass(&redactor, event) {
                    self.take_in(event);
                }
            }
        }
    }

    fn take_in(&mut self, mut event: Event) {
        if let Event::ItemStarted { item } = &mut event
            && item.started_at == 0
        {
            // Adapters have no clock.
            item.started_at = now_ms();
        }
        if let Event::ItemDelta { id, text } = event {
            self.record_delta(id, text);
            return;
        }
        self.flush_delta();
        let urgent = is_urgent(&event);
        let recorded = self.number(event);
        if is_news(&recorded.event) {
            self.meta.marks.news_seq = recorded.seq;
        }
        if let Some(place) = self.transcript.apply(&recorded) {
            self.first_seqs.entry(place).or_insert(recorded.seq);
            self.revisions.row(place);
            self.write_item(place);
        }
        self.revisions.header();
        if urgent {
            self.revisions.hurry();
        }
        self.keep(recorded);
    }

    /// Text is on screen at once; its event is merged with its neighbours.
    fn record_delta(&mut self, id: ItemId, text: String) {
        if let Some((open, merged)) = &mut self.open_delta
            && *open == id
        {
            merged.push_str(&text);
        } else {
            self.flush_delta();
            self.open_delta = Some((id.clone(), text.clone()));
        }
        self.unsettled = Some(id.clone());
        let bytes = text.len();
        let now = Recorded {
            seq: self.seq,
            at: now_ms(),
            event: Event::ItemDelta { id, text },
        };
        if let Some(place) = self.transcript.apply(&now) {
            self.revisions.grew(place, bytes);
        }
    }

    /// Makes one event of the text that came since the last one.
    pub(crate) fn flush_delta(&mut self) {
        if let Some((id, text)) = self.open_delta.take() {
            let recorded = self.number(Event::ItemDelta { id, text });
            self.keep(recorded);
        }
    }

    /// Text that grew and grows no more for now is rendered once more where that shows more of
    /// it: a long open block is not rendered for every word. What is shown as it is stays as it
    /// is: an answer that brings nothing would keep the next word waiting.
    pub(crate) fn settle(&mut self) {
        if self.open_delta.is_none()
            && let Some(id) = self.unsettled.take()
            && let Some(place) = self.transcript.place(&id)
            && let Some(rendered) = self.rendered.get(&place)
            && rendered.owes(self.revisions.of(place))
        {
            self.revisions.row(place);
        }
    }

    fn number(&mut self, event: Event) -> Recorded {
        self.seq += 1;
        Recorded {
            seq: self.seq,
            at: now_ms(),
            event,
        }
    }

    fn keep(&mut self, recorded: Recorded) {
        self.taps.retain(|tap| tap.send(recorded.clone()).is_ok());
        self.unwritten.events.push(recorded);
    }

    /// A message of the user got further.
    pub(crate) fn mark(&mut self, message: ItemId, delivery: Delivery) {
        self.record(Event::ItemUpdated {
            id: message,
            change: ItemChange::Delivery { delivery },
        });
    }

    pub(crate) fn traffic(&mut self, mut line: TrafficLine) {
        line.bytes = secrets::known().bytes(line.bytes);
        self.unwritten.traffic.push(line);
    }

    /// Puts an item among what is to be written, and what the ledger says of it.
    pub(in crate::conversation) fn write_item(&mut self, place: u32) {
        let Some(item) = self.transcript.item(place) else {
            return;
        };
        let item = item.clone();
        if let ItemBody::Tool(call) = &item.body
            && let Some(record) = &call.approval
        {
            self.unwritten.approvals.push((**record).clone());
        }
        // The ledger says of each that it waits for the user, or what became of it.
        if !self.is_judged(&item)
            && let Some(entry) =
                crate::approvals::ledger::entry(&item, &self.transcript, &self.meta)
        {
            self.decisions.retain(|other| other.item != entry.item);
            self.decisions.push(entry);
        }
        let placed = PlacedItem {
            place,
            first_seq: self.first_seqs.get(&place).copied().unwrap_or(self.seq),
            complete: item.completed_at.is_some(),
            item,
        };
        // Of several changes within one batch the last row is enough.
        self.unwritten.items.retain(|other| other.place != place);
        self.unwritten.items.push(placed);
    }

    /// The entries of the ledger that go with what is to be written.
    pub(crate) fn take_decisions(&mut self) -> Vec<archive::DecisionRecord> {
        std::mem::take(&mut self.decisions)
    }

    /// What is to be written, with this durability.
    pub(crate) fn take_unwritten(&mut self, durability: Durability) -> Option<AppendBatch> {
        if self.unwritten.is_empty() {
            return None;
        }
        let empty = AppendBatch::new(self.meta.id.clone(), Durability::Batched);
        let mut batch = std::mem::replace(&mut self.unwritten, empty);
        batch.durability = durability;
        Some(batch)
    }

    /// True where something waits to be written or merged.
    pub(crate) fn has_unwritten(&self) -> bool {
        self.open_delta.is_some() || self.unsettled.is_some() || !self.unwritten.is_empty()
    }
}

/// What a reader would want to see: it makes the conversation unread. Not the
/// end of a process, which comes with every end of Parley, and not a request
/// before the user is asked ([`State::ask_user`]).
fn is_news(event: &Event) -> bool {
    match event {
        Event::TurnEnded { .. } | Event::Fault { .. } => true,
        Event::ApprovalResolved { resolution, .. } => matches!(
            resolution.state,
            ApprovalState::Expired {
                reason: ExpiryReason::AgentExited | ExpiryReason::HostEnded
            }
        ),
        Event::Notice { level, .. } => *level != NoticeLevel::Quiet,
        Event::ItemStarted { item } => matches!(item.body, ItemBody::Text { .. }),
        _ => false,
    }
}

/// What is shown without waiting for the next beat.
fn is_urgent(event: &Event) -> bool {
    matches!(
        event,
        Event::ApprovalResolved { .. }
            | Event::TurnStarted { .. }
            | Event::TurnEnded { .. }
            | Event::Fault { .. }
            | Event::ProcessExited { .. }
            | Event::SessionReady { .. }
    )
}
