//! The transcript: events folded into items. Pure, and the only fold there is:
//! the host folds what arrives, the archive what it finds after a kill.

use crate::{
    ApprovalRecord, Event, Item, ItemBody, ItemChange, ItemId, Recorded, ToolState, TurnId,
};
use std::collections::HashMap;

/// Items in order, from `first_place` on: a conversation opened at its end
/// does not hold what came before.
#[derive(Debug, Clone, Default)]
pub struct Transcript {
    first_place: u32,
    items: Vec<Item>,
    places: HashMap<ItemId, u32>,
    turns: HashMap<TurnId, u64>,
}

impl Transcript {
    /// A transcript that continues one whose last items are known.
    #[must_use]
    pub fn resumed(first_place: u32, items: Vec<Item>) -> Self {
        let places = items
            .iter()
            .zip(first_place..)
            .map(|(item, place)| (item.id.clone(), place))
            .collect();
        Self {
            first_place,
            items,
            places,
            turns: HashMap::new(),
        }
    }

    /// Puts older items in front of those held.
    pub fn prepend(&mut self, older: Vec<Item>) {
        let fits = u32::try_from(older.len()).is_ok_and(|n| n <= self.first_place);
        debug_assert!(fits, "older items must end where those held begin");
        if !fits {
            return;
        }
        let first = self.first_place - u32::try_from(older.len()).unwrap_or(0);
        for (item, place) in older.iter().zip(first..) {
            self.places.insert(item.id.clone(), place);
        }
        self.items.splice(0..0, older);
        self.first_place = first;
    }

    /// Lets go of the items before a place: whoever needs them reads them elsewhere.
    pub fn forget_before(&mut self, place: u32) {
        let gone = place.clamp(self.first_place, self.len()) - self.first_place;
        for item in self.items.drain(..gone as usize) {
            self.places.remove(&item.id);
        }
        self.first_place += gone;
        // Room for a little more than there is; not for all there was.
        self.items.shrink_to(2 * self.items.len());
        self.places.shrink_to(2 * self.items.len());
    }

    /// The place of the first item held.
    #[must_use]
    pub fn first_place(&self) -> u32 {
        self.first_place
    }

    /// How many items the conversation has, held or not.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.first_place + u32::try_from(self.items.len()).unwrap_or(u32::MAX)
    }

    /// True where the conversation has no item.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The item at a place, where it is held.
    #[must_use]
    pub fn item(&self, place: u32) -> Option<&Item> {
        self.items
            .get(place.checked_sub(self.first_place)? as usize)
    }

    /// The place of an item, where it is held.
    #[must_use]
    pub fn place(&self, id: &ItemId) -> Option<u32> {
        self.places.get(id).copied()
    }

    /// Puts other words in an item's place. It stays the same item.
    pub fn put(&mut self, place: u32, item: Item) {
        let at = place.checked_sub(self.first_place).map(|at| at as usize);
        let held = at.and_then(|at| self.items.get_mut(at));
        if let Some(held) = held.filter(|held| held.id == item.id) {
            *held = item;
        }
    }

    /// The items held, in order.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Takes in an event; answers the place of the item it made or changed.
    pub fn apply(&mut self, recorded: &Recorded) -> Option<u32> {
        let at = recorded.at;
        match &recorded.event {
            Event::ItemStarted { item } => {
                let mut item = item.clone();
                item.started_at = at;
                Some(self.push(item))
            }
            Event::ItemDelta { id, text } => self.change(id, |item| match &mut item.body {
                ItemBody::Text { text: whole } | ItemBody::Thinking { text: whole } => {
                    whole.push_str(text);
                }
                _ => {}
            }),
            Event::ItemUpdated { id, change } => self.change(id, |item| update(item, change)),
            Event::ItemCompleted { id } => self.change(id, |item| {
                item.completed_at.get_or_insert(at);
            }),
            Event::ApprovalRequested { request } => self.change(&request.item, |item| {
                if let ItemBody::Tool(call) = &mut item.body {
                    call.approval = Some(Box::new(ApprovalRecord::new(request.clone(), at)));
                }
            }),
            Event::ApprovalResolved { key, resolution } => {
                let place = self.approval_place(key)?;
                let id = self.item(place)?.id.clone();
                self.change(&id, |item| {
                    if let ItemBody::Tool(call) = &mut item.body
                        && let Some(record) = &mut call.approval
                    {
                        record.settle(resolution, at);
                    }
                })
            }
            Event::TurnStarted { turn } => {
                self.turns.insert(turn.id.clone(), turn.started_at);
                None
            }
            Event::TurnEnded {
                turn,
                outcome,
                usage,
            } => {
                let started = self.turns.remove(turn).unwrap_or(at);
                let body = ItemBody::TurnEnd {
                    outcome: outcome.clone(),
                    duration_ms: at.saturating_sub(started),
                    usage: *usage,
                };
                Some(self.push_whole(recorded, Some(turn.clone()), body))
            }
            Event::Notice { turn, level, text } => {
                let body = ItemBody::Notice {
                    level: *level,
                    text: text.clone(),
                };
                Some(self.push_whole(recorded, turn.clone(), body))
            }
            Event::Fault { turn, fault } => {
                let body = ItemBody::Error(fault.clone());
                Some(self.push_whole(recorded, turn.clone(), body))
            }
            Event::Malformed { reason, line } => {
                let body = ItemBody::Raw {
                    reason: reason.clone(),
                    malformed: true,
                    line: line.clone(),
                };
                Some(self.push_whole(recorded, None, body))
            }
            Event::Unrecognized {
                type_name, line, ..
            } => {
                let body = ItemBody::Raw {
                    reason: format!("unknown message “{type_name}”"),
                    malformed: false,
                    line: line.clone(),
                };
                Some(self.push_whole(recorded, None, body))
            }
            Event::ProcessStarted { .. }
            | Event::SessionReady { .. }
            | Event::CapabilitiesChanged { .. }
            | Event::ProcessExited { .. }
            | Event::ModeChanged { .. }
            | Event::UsageChanged { .. }
            | Event::SessionChanged { .. }
            | Event::TasksChanged { .. }
            | Event::QueuedByAgent { .. }
            | Event::Injected { .. }
            | Event::NotResponding { .. }
            | Event::Alive => None,
        }
    }

    /// True where a turn has begun and not ended.
    #[must_use]
    pub fn is_open(&self, turn: &TurnId) -> bool {
        self.turns.contains_key(turn)
    }

    /// The place of the tool call that a request belongs to. Looked for from the
    /// end: requests are young.
    #[must_use]
    pub fn approval_place(&self, key: &crate::ApprovalKey) -> Option<u32> {
        let index = self.items.iter().rposition(|item| {
            matches!(&item.body, ItemBody::Tool(call)
                if call.approval.as_ref().is_some_and(|record| record.request.key == *key))
        })?;
        Some(self.first_place + u32::try_from(index).ok()?)
    }

    fn push_whole(&mut self, recorded: &Recorded, turn: Option<TurnId>, body: ItemBody) -> u32 {
        self.push(Item {
            id: ItemId(format!("s{}", recorded.seq)),
            turn,
            started_at: recorded.at,
            completed_at: Some(recorded.at),
            body,
        })
    }

    fn push(&mut self, mut item: Item) -> u32 {
        if let ItemBody::Tool(call) = &mut item.body {
            call.unasked |= runs_unasked(&call.state);
        }
        let place = self.len();
        self.places.insert(item.id.clone(), place);
        self.items.push(item);
        place
    }

    fn change(&mut self, id: &ItemId, change: impl FnOnce(&mut Item)) -> Option<u32> {
        let place = self.place(id)?;
        change(&mut self.items[(place - self.first_place) as usize]);
        Some(place)
    }
}

fn update(item: &mut Item, change: &ItemChange) {
    match (&mut item.body, change) {
        (
            ItemBody::User { delivery, .. },
            ItemChange::Delivery {
                delivery: further, ..
            },
        ) => *delivery = *further,
        // A denied call stays so, but for one that runs all the same: that is shown.
        (ItemBody::Tool(call), ItemChange::ToolState { state })
            if !matches!(call.state, ToolState::Denied { .. })
                || matches!(state, ToolState::Running { .. }) =>
        {
            call.unasked |= runs_unasked(state);
            call.state = state.clone();
        }
        (ItemBody::Tool(call), ItemChange::ToolOutput { state, output }) => {
            call.state = state.clone();
            call.output = Some(output.clone());
        }
        _ => {}
    }
}

fn runs_unasked(state: &ToolState) -> bool {
    matches!(state, ToolState::Running { unasked: true })
}
