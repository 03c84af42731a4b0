//! How much of a conversation is in memory: its end while someone looks or an agent
//! runs, nothing while neither is so. What is let go is in the archive, and read
//! again when a window asks.

use super::State;
use super::driver::Driver;
use super::loading::TAIL;
use archive::{Durability, PlacedItem};
use model::{Item, ItemBody, TurnOutcome};
use serde_json::Value;
use std::time::Duration;
use tokio::time::Instant;

/// So many items more than [`TAIL`] are let grow before the first are let go.
const ROOM: u32 = 300;
/// What the items held may weigh, in bytes; half of it is let go at once.
const MOST_BYTES: usize = 2 * 1024 * 1024;
/// This many stay, whatever they weigh: about what a window shows at once.
const LEAST: u32 = 24;
/// How often a conversation that grows is looked at.
const EVERY: Duration = Duration::from_secs(2);
/// Older items that someone asked for stay so long.
const ASKED_FOR: Duration = Duration::from_secs(60);
/// A conversation that nobody looks at any more stays so long, for who comes back at once.
pub(super) const LEFT: Duration = Duration::from_secs(30);

/// How long after the end of a turn memory is given back.
const A_MOMENT: Duration = Duration::from_secs(2);

/// What is still known of items that were let go.
#[derive(Debug, Default)]
pub(crate) struct Forgotten {
    /// Windows with less than this revision get a snapshot: a row they lack is not held.
    pub rev: u64,
    /// A turn among them completed.
    completed: bool,
    /// Calls among them that ran without asking.
    unasked: u32,
    /// When older items were last asked for.
    asked: Option<Instant>,
    /// Not even the end is held.
    end_too: bool,
}

impl State {
    /// The place before which items can be let go; none where all of them stay.
    fn too_much(&self) -> Option<u32> {
        let items = self.transcript.items();
        let asked = self.forgotten.asked;
        if asked.is_some_and(|asked| asked.elapsed() < ASKED_FOR) {
            return None;
        }
        let len = u32::try_from(items.len()).unwrap_or(u32::MAX);
        let total: usize = items.iter().map(weight).sum();
        if len <= TAIL + ROOM && (total <= MOST_BYTES || len <= LEAST) {
            return None;
        }
        self.before(TAIL, MOST_BYTES / 2)
    }

    /// The place before which items can be let go, when so many or so heavy ones stay.
    fn before(&self, most: u32, bytes: usize) -> Option<u32> {
        let items = self.transcript.items();
        let mut stay = 0;
        let mut heavy = 0;
        for item in items.iter().rev() {
            heavy += weight(item);
            if stay >= most || (stay >= LEAST.min(most) && heavy > bytes) {
                break;
            }
            stay += 1;
        }
        let first = self.transcript.first_place();
        let wanted = self.transcript.len() - stay;
        // What still changes stays, and what comes after it; so does what began the turn.
        let begun = self.turn.as_ref().and_then(|turn| turn.message.as_ref());
        let fixed = items
            .iter()
            .zip(first..)
            .find(|(item, _)| item.completed_at.is_none() || waits(item))
            .map(|(_, place)| place);
        let begun = begun.and_then(|item| self.transcript.place(item));
        // A turn may be as long as a day: only its first words would be missed then.
        let begun = begun.filter(|place| wanted.saturating_sub(*place) < ROOM && most > 0);
        let end = [Some(wanted), fixed, begun].into_iter().flatten().min()?;
        (end > first).then_some(end)
    }

    /// Lets go of the items before a place. They must be in the archive.
    fn forget_before(&mut self, place: u32) {
        let (first, items) = (self.transcript.first_place(), self.transcript.items());
        let gone = items.iter().zip(first..).take_while(|(_, at)| *at < place);
        for (item, _) in gone {
            self.forgotten.completed |= completed(item);
            self.forgotten.unasked += u32::from(ran_unasked(item));
        }
        self.transcript.forget_before(place);
        self.first_seqs.retain(|at, _| *at >= place);
        let rev = self.revisions.forget_before(place);
        self.forgotten.rev = self.forgotten.rev.max(rev);
        // What a change was compared with is on no disk: it stays for the rows of the end.
        let end = self.transcript.len().saturating_sub(TAIL);
        self.rendered
            .retain(|at, row| *at >= place || (*at >= end && row.compared().is_some()));
    }

    /// Takes in items from before those held, from the archive.
    pub(crate) fn take_older(&mut self, page: Vec<PlacedItem>) {
        for placed in &page {
            self.first_seqs.insert(placed.place, placed.first_seq);
            let unasked = u32::from(ran_unasked(&placed.item));
            self.forgotten.unasked = self.forgotten.unasked.saturating_sub(unasked);
        }
        self.forgotten.asked = Some(Instant::now());
        self.transcript
            .prepend(page.into_iter().map(|placed| placed.item).collect());
    }

    /// The place before which the end was let go; none where it is held.
    pub(crate) fn lacks_end(&self) -> Option<u32> {
        let first = self.transcript.first_place();
        (self.forgotten.end_too && first > 0).then_some(first)
    }

    /// The end is held again.
    pub(crate) fn has_end(&mut self, page: Vec<PlacedItem>) {
        self.take_older(page);
        self.forgotten.asked = None;
        self.forgotten.end_too = false;
    }

    /// Whether a turn completed among what was let go.
    pub(super) fn completed_before(&self) -> bool {
        self.forgotten.completed
    }

    /// Calls that ran without asking, of those in memory and those that were let go.
    pub(crate) fn unasked(&self) -> u32 {
        let held = self.transcript.items().iter().map(ran_unasked);
        self.forgotten.unasked + held.map(u32::from).sum::<u32>()
    }

    /// Whether nothing is to happen in it before a window asks for something.
    fn rests(&self) -> bool {
        !self.has_process()
            && self.turn.is_none()
            && self.pending.is_empty()
            && !self.has_unwritten()
            && !self.is_heard()
            && !self.deleted
            // Shown in the inbox while it is news.
            && !(self.summary().unread && self.transcript.items().iter().any(waited_in_vain))
    }
}

impl Driver {
    /// Lets go of the first of a conversation that has grown.
    pub(super) async fn let_go(&mut self) {
        if self.looked_at.elapsed() < EVERY {
            return;
        }
        self.looked_at = Instant::now();
        let place = self.shared.lock().too_much();
        self.forget(place).await;
    }

    /// Nobody looks at it any more; for good, or for a moment.
    pub(super) fn left(&mut self) {
        self.left_at = Some(Instant::now() + LEFT);
    }

    /// It was left a while ago.
    pub(super) async fn still_left(&mut self) {
        if self.left_at.is_none_or(|at| at > Instant::now()) {
            return;
        }
        self.left_at = None;
        if self.shared.changed.receiver_count() > 0 {
            return;
        }
        let busy = self.agent.is_some() || self.waiting.is_some() || self.start_at.is_some();
        let (place, rests) = {
            let mut state = self.shared.lock();
            state.rendered.retain(|_, row| row.compared().is_some());
            let rests = !busy && state.rests();
            (
                state.before(if rests { 0 } else { TAIL }, MOST_BYTES / 2),
                rests,
            )
        };
        give_back_soon();
        self.forget(place).await;
        let mut state = self.shared.lock();
        state.forgotten.end_too = rests && state.transcript.items().is_empty();
    }

    /// Lets go of what comes before a place, once all of it is on disk.
    async fn forget(&mut self, place: Option<u32>) {
        let Some(place) = place else { return };
        self.write(Durability::Now).await;
        // A disk that refuses: the memory is the only place where it is.
        if self.context.archive.health().borrow().is_ok() {
            self.shared.lock().forget_before(place);
            give_back();
        }
    }
}

/// Gives back what a turn needed and no longer does, a moment after its end: what it still does
/// for its last words comes first.
pub(super) fn give_back_soon() {
    drop(tokio::spawn(async {
        tokio::time::sleep(A_MOMENT).await;
        give_back();
    }));
}

/// Beside the runtime: it walks through all memory there is.
fn give_back() {
    drop(tokio::task::spawn_blocking(process::memory::give_back));
}

/// A request in it waits for an answer, or for the agent's word on one.
fn waits(item: &Item) -> bool {
    use model::ApprovalState::{Pending, Sent};
    approval(item).is_some_and(|state| matches!(state, Pending | Sent { .. }))
}

fn waited_in_vain(item: &Item) -> bool {
    approval(item).is_some_and(|state| matches!(state, model::ApprovalState::Expired { .. }))
}

fn approval(item: &Item) -> Option<&model::ApprovalState> {
    match &item.body {
        ItemBody::Tool(call) => call.approval.as_deref().map(|record| &record.state),
        _ => None,
    }
}

fn completed(item: &Item) -> bool {
    let ItemBody::TurnEnd { outcome, .. } = &item.body else {
        return false;
    };
    matches!(outcome, TurnOutcome::Completed)
}

fn ran_unasked(item: &Item) -> bool {
    matches!(&item.body, ItemBody::Tool(call) if call.unasked)
}

/// About what an item takes, in bytes.
fn weight(item: &Item) -> usize {
    /// What is there of any item.
    const EACH: usize = 300;
    EACH + match &item.body {
        ItemBody::User { text, .. }
        | ItemBody::Text { text }
        | ItemBody::Thinking { text }
        | ItemBody::Progress { text }
        | ItemBody::Notice { text, .. } => text.len(),
        ItemBody::Tool(call) => {
            let asked = call.approval.as_ref();
            call.output.as_ref().map_or(0, |output| output.text.len())
                + size(&call.args)
                + asked.map_or(0, |record| 2 * record.request.raw_args.len())
        }
        ItemBody::Result(result) => result.text.len() + size(&result.data),
        ItemBody::Raw { line, .. } => line.len(),
        ItemBody::Error(fault) => fault.detail.as_ref().map_or(0, String::len),
        ItemBody::Media(_) | ItemBody::TurnEnd { .. } => 0,
    }
}

fn size(value: &Value) -> usize {
    /// A value's own, whatever is in it.
    const OWN: usize = 32;
    OWN + match value {
        Value::String(text) => text.len(),
        Value::Array(entries) => entries.iter().map(size).sum(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, one)| name.len() + size(one))
            .sum(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests;
