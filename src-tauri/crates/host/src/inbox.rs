//! Requests of all conversations in one place.

use crate::approvals::card;
use crate::conversation::{Conversation, State};
use crate::host::Host;
use crate::problem::unreadable;
use model::view::{Inbox, InboxEntry, Problem};
use model::{ApprovalRecord, ApprovalState, ExpiryReason, Item, ItemBody, ToolCall};
use std::path::Path;

/// Cards given at a time; more are only counted.
const CARDS: usize = 100;
const MISSED: usize = 50;

impl Host {
    /// All requests that wait, of conversations that are open in a window or
    /// not, and those that nobody could answer any more.
    ///
    /// # Errors
    /// `io`: what is left of an earlier run could not be read.
    pub fn inbox(&self) -> Result<Inbox, Problem> {
        self.open_unsettled()?;
        let mut inbox = Inbox::default();
        let mut waiting: Vec<(u64, u32, Conversation, model::ApprovalKey)> = Vec::new();
        for conversation in self.open_conversations() {
            let state = conversation.state();
            if state.deleted {
                continue;
            }
            for (key, pending) in state.waiting() {
                let at = record_of(&state, &pending.item).map_or(0, |record| record.requested_at);
                waiting.push((at, key.request, conversation.clone(), key.clone()));
            }
            if state.summary().unread {
                inbox.missed.extend(missed(&state));
            }
        }
        inbox.total = u32::try_from(waiting.len()).unwrap_or(u32::MAX);
        model::order::sort_by_key(&mut waiting, |(at, request, ..)| (*at, *request));
        inbox.waiting = waiting
            .into_iter()
            .take(CARDS)
            .filter_map(|(.., conversation, key)| waiting_entry(&conversation.state(), &key))
            .collect();
        model::order::sort_by_key(&mut inbox.missed, |entry| {
            std::cmp::Reverse(entry.card.requested_at)
        });
        inbox.missed.truncate(MISSED);
        Ok(inbox)
    }

    /// What waited when Parley ended is settled, as expired, by opening its conversation.
    fn open_unsettled(&self) -> Result<(), Problem> {
        let open = self
            .archive()
            .approvals_open(None)
            .map_err(|error| unreadable(&error))?;
        for one in open {
            // Gone meanwhile, or being deleted: nothing is left to settle.
            let _ = self.open_conversation(&one.conversation);
        }
        Ok(())
    }
}

fn call_of<'s>(state: &'s State, item: &model::ItemId) -> Option<(&'s Item, &'s ToolCall)> {
    let item = state.transcript.item(state.transcript.place(item)?)?;
    match &item.body {
        ItemBody::Tool(call) => Some((item, call)),
        _ => None,
    }
}

fn record_of<'s>(state: &'s State, item: &model::ItemId) -> Option<&'s ApprovalRecord> {
    call_of(state, item)?.1.approval.as_deref()
}

fn waiting_entry(state: &State, key: &model::ApprovalKey) -> Option<InboxEntry> {
    let pending = state.pending.get(key)?;
    let (item, call) = call_of(state, &pending.item)?;
    let mut entry = entry(state, item, call)?;
    entry.card.expires_at = pending.expires_at;
    Some(entry)
}

/// The youngest requests that expired without the user's doing.
fn missed(state: &State) -> Vec<InboxEntry> {
    let unanswered = |call: &ToolCall| {
        call.approval.as_ref().is_some_and(|record| {
            matches!(
                record.state,
                ApprovalState::Expired {
                    reason: ExpiryReason::HostEnded | ExpiryReason::AgentExited
                }
            )
        })
    };
    state
        .transcript
        .items()
        .iter()
        .rev()
        .filter_map(|item| match &item.body {
            ItemBody::Tool(call) if unanswered(call) => entry(state, item, call),
            _ => None,
        })
        .take(MISSED)
        .collect()
}

fn entry(state: &State, item: &Item, call: &ToolCall) -> Option<InboxEntry> {
    let record = call.approval.as_deref()?;
    let workspace = Path::new(&state.meta.workspace);
    let waits = matches!(record.state, ApprovalState::Pending);
    let preview = card::preview(call.kind, &call.args, waits.then_some(workspace));
    Some(InboxEntry {
        conversation: state.meta.id.clone(),
        title: state.meta.title.clone(),
        agent: state.meta.profile_name.clone(),
        workspace: state.meta.workspace.clone(),
        workspace_label: state.workspace_label.clone(),
        item: item.id.clone(),
        tool: render::visible(&call.name),
        kind: call.kind,
        card: card::build(record, &preview, workspace),
    })
}
