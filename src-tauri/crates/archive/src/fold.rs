//! Items made again from events, by the model's one fold.

use crate::PlacedItem;
use model::{Event, ItemBody, ItemId, Recorded, Transcript};

/// The items a conversation's events make, from its first event on.
#[must_use]
pub fn fold(events: &[Recorded]) -> Vec<PlacedItem> {
    let mut transcript = Transcript::default();
    let mut first_seqs = Vec::new();
    for event in events {
        let before = transcript.len();
        transcript.apply(event);
        if transcript.len() > before {
            first_seqs.push(event.seq);
        }
    }
    (0..)
        .zip(transcript.items())
        .zip(first_seqs)
        .map(|((place, item), first_seq)| PlacedItem {
            place,
            first_seq,
            complete: item.completed_at.is_some(),
            item: item.clone(),
        })
        .collect()
}

/// True where the row's text may lag behind the events: deltas come without rows.
pub(crate) fn lags(placed: &PlacedItem) -> bool {
    !placed.complete
        && matches!(
            placed.item.body,
            ItemBody::Text { .. } | ItemBody::Thinking { .. }
        )
}

/// The item that an event is about, where it is one that [`catch_up`] needs.
pub(crate) fn subject(event: &Event) -> Option<&ItemId> {
    match event {
        Event::ItemStarted { item } => Some(&item.id),
        Event::ItemDelta { id, .. }
        | Event::ItemUpdated { id, .. }
        | Event::ItemCompleted { id } => Some(id),
        _ => None,
    }
}

/// Brings items whose text lags up to their events, which begin at the first
/// item's start. What the row holds counts only where its start is missing.
pub(crate) fn catch_up(items: &mut [PlacedItem], events: &[Recorded]) {
    for placed in items.iter_mut().filter(|placed| lags(placed)) {
        let mut own = events
            .iter()
            .filter(|event| {
                event.seq >= placed.first_seq && subject(&event.event) == Some(&placed.item.id)
            })
            .peekable();
        let started = own
            .peek()
            .is_some_and(|event| matches!(event.event, Event::ItemStarted { .. }));
        let mut transcript = if started {
            Transcript::resumed(placed.place, Vec::new())
        } else {
            Transcript::resumed(placed.place, vec![placed.item.clone()])
        };
        own.for_each(|event| {
            transcript.apply(event);
        });
        if let Some(item) = transcript.item(placed.place) {
            placed.item = item.clone();
        }
    }
}
