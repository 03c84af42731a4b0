//! The changes of a conversation after a revision.

use super::Rendered;
use crate::approvals::modes;
use crate::asked;
use crate::conversation::{Pending, State};
use crate::own_fields;
use model::view::{ApprovalCard, ConversationPatch, Header, QueuedMessage, RowBody, RowPatch};
use model::{ApprovalKey, Capabilities, Item, ItemBody, TurnOutcome};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Rows of a snapshot: more than a window shows at once. Each is rendered before the first of
/// them is on the screen; a window that is higher asks for more.
const SNAPSHOT: u32 = 80;
/// A window that missed more rows than this gets a snapshot.
const TOO_FAR: usize = 400;

/// What changed after `after`; `None` where nothing did.
pub(crate) fn patch(state: &mut State, after: u64) -> Option<ConversationPatch> {
    let now = state.revisions.now();
    if after == now {
        return None;
    }
    let places = state.revisions.rows_after(after);
    let lacks = after < state.forgotten.rev;
    let reset = after == 0 || after > now || lacks || places.len() > TOO_FAR;
    let (places, after) = if reset {
        let first = state.transcript.first_place();
        let len = state.transcript.len();
        ((first.max(len.saturating_sub(SNAPSHOT))..len).collect(), 0)
    } else {
        (places, after)
    };
    Some(ConversationPatch {
        id: state.meta.id.clone(),
        rev: now,
        reset,
        header: (reset || state.revisions.header_after(after)).then(|| header(state)),
        rows: rows(state, &places, after),
    })
}

/// The rows held from a place up to and not including another.
pub(crate) fn between(state: &mut State, from: u32, to: u32) -> Vec<RowPatch> {
    let places: Vec<u32> = (from..to.min(state.transcript.len())).collect();
    rows(state, &places, 0)
}

/// What is made of a row that is held, and what it is made of.
pub(crate) fn with_row<T>(
    state: &mut State,
    place: u32,
    read: impl FnOnce(&mut Rendered, &Item) -> T,
) -> Option<T> {
    let workspace = PathBuf::from(&state.meta.workspace);
    let item = state.transcript.item(place)?;
    let rev = state.revisions.of(place);
    let rendered = state
        .rendered
        .entry(place)
        .and_modify(|rendered| rendered.update(item, rev, &workspace))
        .or_insert_with(|| Rendered::new(item, rev, &workspace));
    Some(read(rendered, item))
}

fn rows(state: &mut State, places: &[u32], after: u64) -> Vec<RowPatch> {
    let workspace = PathBuf::from(&state.meta.workspace);
    places
        .iter()
        .filter_map(|&place| {
            let item = state.transcript.item(place)?;
            let rev = state.revisions.of(place);
            let rendered = state
                .rendered
                .entry(place)
                .and_modify(|rendered| rendered.update(item, rev, &workspace))
                .or_insert_with(|| Rendered::new(item, rev, &workspace));
            if after == 0 {
                // Who asks for rows alone keeps the revision it has.
                rendered.were_seen();
            }
            let mut patch = rendered.patch(place, after, item)?;
            if let Some(row) = &mut patch.row {
                let above = (place.saturating_sub(3)..place)
                    .filter_map(|before| state.transcript.item(before));
                said_above(&mut row.body, above);
                asked::tell(&mut row.body, item, &state.meta.protocol);
                if let RowBody::Tool { approval, .. } = &mut row.body {
                    asks(approval, &state.pending);
                }
            }
            Some(patch)
        })
        .collect()
}

/// The card as its request stands: none before the user is asked.
fn asks(card: &mut Option<Box<ApprovalCard>>, pending: &BTreeMap<ApprovalKey, Pending>) {
    let Some(shown) = card else { return };
    match pending.get(&shown.key) {
        Some(pending) if !pending.asked => *card = None,
        Some(pending) => shown.expires_at = pending.expires_at,
        None => {}
    }
}

/// The footer of a failed turn leaves out what the error above it says.
pub(super) fn said_above<'i>(body: &mut RowBody, mut above: impl Iterator<Item = &'i Item>) {
    let RowBody::TurnEnd {
        outcome: TurnOutcome::Failed { message },
        ..
    } = body
    else {
        return;
    };
    let said =
        above.any(|item| matches!(&item.body, ItemBody::Error(fault) if fault.message == *message));
    if said {
        message.clear();
    }
}

/// The agent's abilities as a window shows them, with the commands its profile names.
fn capabilities(state: &State) -> Capabilities {
    let mut shown = modes::shown(&state.capabilities);
    for command in own_fields::commands(&state.profile) {
        if shown
            .commands
            .iter()
            .all(|other| other.name != command.name)
        {
            shown.commands.push(command);
        }
    }
    shown
}

fn header(state: &State) -> Header {
    let pending = state
        .waiting_in_order()
        .into_iter()
        .map(|(_, pending)| pending.item.clone())
        .collect();
    let spent = &state.meta.marks.spent;
    Header {
        title: state.meta.title.clone(),
        profile: state.profile.id.clone(),
        agent: state.profile.name.clone(),
        protocol: state.profile.protocol.clone(),
        workspace: state.meta.workspace.clone(),
        workspace_label: state.workspace_label.clone(),
        workspace_gone: state.workspace_gone,
        activity: state.activity(),
        turn_started_at: state.turn.as_ref().map(|turn| turn.started_at),
        agent_ended: state.agent_ended,
        can_force_stop: state
            .turn
            .as_ref()
            .is_some_and(|turn| turn.stopping && turn.stop_overdue),
        capabilities: capabilities(state),
        mode: if modes::are_the_hosts(&state.capabilities) {
            modes::id(state.host_mode).to_owned()
        } else {
            state.mode.clone()
        },
        queue: state
            .queue
            .iter()
            .map(|queued| QueuedMessage {
                id: queued.id.clone(),
                text: secrets::known().text(&queued.text).into_owned(),
                attachments: queued.attachments.clone(),
                operation: !queued.form.is_empty(),
                asked: asked::by_language(&state.meta.protocol, &queued.form, &queued.text),
            })
            .collect(),
        queue_held: state.queue_held,
        forgets: state.meta.marks.forgets,
        resend: state.resend(),
        pending,
        unasked: state.unasked(),
        usage: (spent.usage != model::Usage::default()).then_some(spent.usage),
        costs: spent.costs.clone(),
        context_used: state.context_used,
        terminal: model::view::TerminalState {
            shown: state.screen.shown(),
            live: state.in_terminal,
        },
        draft: state.meta.draft.clone(),
        draft_files: state.meta.marks.draft_files.clone(),
        first_row: 0,
        row_count: state.transcript.len(),
        banner: state.banner.clone(),
    }
}
