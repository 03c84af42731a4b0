//! Requests of the agent that nobody has answered yet.
//!
//! A mode or a rule may settle one before the user is asked, and that takes a moment. Until it is
//! known that none does, nothing shows that it waits: no row, no list, no count. It expires like
//! any other, so one that Parley is killed with is missed, and never passes.

use super::State;
use super::effects::sha256_hex;
use model::{ApprovalKey, ApprovalRequest, Item, ItemBody, ItemId};
use std::collections::{HashMap, HashSet};
use std::time::Instant;

/// A request that nobody has answered yet.
#[derive(Debug, Clone)]
pub(crate) struct Pending {
    pub item: ItemId,
    /// What the agent wants, in a few words for the list.
    pub wants: String,
    pub args_sha256: String,
    /// Its end must have been seen before it is allowed.
    pub must_scroll: bool,
    /// Windows in which it was.
    pub seen: HashSet<String>,
    /// When its turn's time runs out, milliseconds since the Unix epoch.
    pub expires_at: Option<u64>,
    /// When it was last shown or armed anew, by window.
    pub shown: HashMap<String, Instant>,
    /// No mode and no rule settled it: the user is asked.
    pub asked: bool,
}

impl Pending {
    /// One that has just come: it is held against modes and rules first.
    pub(super) fn new(request: &ApprovalRequest, expires_at: Option<u64>) -> Self {
        Self {
            item: request.item.clone(),
            wants: crate::titles::wants(request),
            args_sha256: sha256_hex(request.raw_args.as_bytes()),
            must_scroll: crate::approvals::card::is_long(request),
            seen: HashSet::new(),
            expires_at,
            shown: HashMap::new(),
            asked: false,
        }
    }
}

impl State {
    /// The requests that wait for the user.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = (&ApprovalKey, &Pending)> {
        self.pending.iter().filter(|(_, pending)| pending.asked)
    }

    /// The same, the oldest first.
    pub(crate) fn waiting_in_order(&self) -> Vec<(&ApprovalKey, &Pending)> {
        let mut waiting: Vec<_> = self.waiting().collect();
        model::order::sort_by_key(&mut waiting, |(key, _)| key.request);
        waiting
    }

    /// Whether an item's request is still held against modes and rules.
    pub(super) fn is_judged(&self, item: &Item) -> bool {
        let ItemBody::Tool(call) = &item.body else {
            return false;
        };
        let request = call.approval.as_ref().map(|record| &record.request.key);
        request
            .and_then(|key| self.pending.get(key))
            .is_some_and(|pending| !pending.asked)
    }

    /// No mode and no rule settled a request: from now on it waits for the user. Nothing where it
    /// does so already, or is settled.
    pub(super) fn ask_user(&mut self, key: &ApprovalKey) {
        let seq = self.seq();
        let Some(pending) = self.pending.get_mut(key).filter(|one| !one.asked) else {
            return;
        };
        pending.asked = true;
        let place = self.transcript.place(&pending.item);
        self.meta.marks.news_seq = seq;
        if let Some(place) = place {
            // Its card was not in it: a window gets the row anew, the ledger its entry.
            self.rendered.remove(&place);
            self.revisions.row(place);
            self.write_item(place);
        }
        self.revisions.header();
        self.revisions.hurry();
    }
}
