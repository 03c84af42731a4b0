//! The tool calls of one process: announced after they ran, closed by their result.

use crate::out::Out;
use model::{ItemChange, ItemId, Output, ToolState};
use std::collections::HashMap;

/// Calls that are over and remembered.
const REMEMBERED: usize = 4096;

/// One call, by the agent's id of it.
#[derive(Debug)]
pub(super) enum Call {
    /// Announced; its result is to come.
    Open {
        item: ItemId,
        /// Counts calls: the order they are closed in.
        order: u32,
    },
    /// Its result came before it was announced.
    Early { is_error: bool },
    /// It is over.
    Over,
}

/// All calls that may still be heard of.
#[derive(Debug, Default)]
pub(super) struct Calls {
    by_id: HashMap<String, Call>,
    count: u32,
    limit: usize,
}

impl Calls {
    pub(super) fn get(&self, id: &str) -> Option<&Call> {
        self.by_id.get(id)
    }

    /// A call that waits for its result. Without an id no result can find it: it
    /// is closed with its turn.
    pub(super) fn open(&mut self, id: &str, item: ItemId, out: &mut Out) {
        self.count += 1;
        let order = self.count;
        let key = if id.is_empty() {
            format!("\0{order}")
        } else {
            id.to_owned()
        };
        let before = self.put(key, Call::Open { item, order });
        if let Some(Call::Open { item, .. }) = before {
            cancel(&item, "the agent used its id for another call", out);
        }
    }

    /// A call whose result came first.
    pub(super) fn early(&mut self, id: &str, is_error: bool) {
        self.put(id.to_owned(), Call::Early { is_error });
    }

    /// A call that is over.
    pub(super) fn over(&mut self, id: &str) {
        self.put(id.to_owned(), Call::Over);
    }

    /// Closes every open call; no result of them is expected any more.
    pub(super) fn close(&mut self, reason: &str, out: &mut Out) {
        let mut open: Vec<(u32, String)> = self
            .by_id
            .iter()
            .filter_map(|(id, call)| match call {
                Call::Open { order, .. } => Some((*order, id.clone())),
                _ => None,
            })
            .collect();
        open.sort_unstable();
        for (_, id) in open {
            if let Some(Call::Open { item, .. }) = self.by_id.insert(id, Call::Over) {
                cancel(&item, reason, out);
            }
        }
    }

    fn put(&mut self, id: String, call: Call) -> Option<Call> {
        if self.by_id.len() >= self.limit.max(REMEMBERED) {
            self.by_id
                .retain(|_, call| matches!(call, Call::Open { .. }));
            // Doubling keeps a flood of open calls from being looked through each time.
            self.limit = self.by_id.len() * 2;
        }
        self.by_id.insert(id, call)
    }
}

/// Shows what a call gave, and that it is over.
pub(super) fn give(item: &ItemId, is_error: bool, output: Output, out: &mut Out) {
    let state = state(is_error);
    out.update(item, ItemChange::ToolOutput { state, output });
    out.complete(item);
}

/// The state of a call with a result.
pub(super) fn state(is_error: bool) -> ToolState {
    if is_error {
        ToolState::Failed
    } else {
        ToolState::Succeeded
    }
}

fn cancel(item: &ItemId, reason: &str, out: &mut Out) {
    let state = ToolState::Cancelled {
        reason: reason.to_owned(),
    };
    out.update(item, ItemChange::ToolState { state });
    out.complete(item);
}
