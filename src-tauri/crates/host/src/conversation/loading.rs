//! Opening a conversation from the archive, and closing what a kill left open.

use super::State;
use archive::{Archive, ReadError};
use model::{
    AgentProfile, ApprovalState, ConversationMeta, Delivery, Event, ExpiryReason, ItemBody,
    ItemChange, Resolution, ToolState, TurnId, TurnOutcome,
};
use std::collections::HashSet;

/// Items read from the end; older ones are read when a window asks.
pub(crate) const TAIL: u32 = 300;

/// Reads a conversation's end. Blocks on the disk for a moment.
pub(crate) fn load(
    archive: &Archive,
    meta: ConversationMeta,
    profile: AgentProfile,
    label: String,
) -> Result<State, ReadError> {
    let page = archive.items_tail(&meta.id, TAIL)?;
    let queue = archive.queue(&meta.id)?;
    let mut state = State::new(meta, profile, label);
    let ends = turn_ends(&page);
    state.resume_from(page, queue);
    state.catch_up_spent(&ends);
    close_what_is_open(&mut state);
    Ok(state)
}

/// What the turns of a page used, each with the number of its end.
fn turn_ends(page: &archive::ItemsPage) -> Vec<(model::Seq, model::Usage)> {
    let used = |placed: &archive::PlacedItem| match &placed.item.body {
        ItemBody::TurnEnd {
            usage: Some(usage), ..
        } => Some((placed.first_seq, *usage)),
        _ => None,
    };
    page.items.iter().filter_map(used).collect()
}

/// No process runs: what still looks open ended with Parley. The words say so,
/// and a request that was answered but not confirmed is "delivery unknown".
fn close_what_is_open(state: &mut State) {
    let mut events = Vec::new();
    let mut ended: HashSet<TurnId> = HashSet::new();
    let mut open_turn: Option<TurnId> = None;
    for item in state.transcript.items().iter().rev() {
        if let Some(turn) = &item.turn {
            if matches!(item.body, ItemBody::TurnEnd { .. }) {
                ended.insert(turn.clone());
            } else if !ended.contains(turn) && open_turn.is_none() {
                open_turn = Some(turn.clone());
            }
        }
        if let ItemBody::Tool(call) = &item.body {
            let key = call.approval.as_ref().map(|record| {
                (
                    record.request.key.clone(),
                    match &record.state {
                        ApprovalState::Pending => Some(ApprovalState::Expired {
                            reason: ExpiryReason::HostEnded,
                        }),
                        ApprovalState::Sent { decision } => Some(ApprovalState::DeliveryUnknown {
                            decision: decision.clone(),
                        }),
                        _ => None,
                    },
                )
            });
            if let Some((key, Some(state))) = key {
                events.push(Event::ApprovalResolved {
                    key,
                    resolution: Resolution {
                        state,
                        by: String::new(),
                    },
                });
            }
            if matches!(
                call.state,
                ToolState::AwaitingApproval | ToolState::Allowed | ToolState::Running { .. }
            ) {
                events.push(Event::ItemUpdated {
                    id: item.id.clone(),
                    change: ItemChange::ToolState {
                        state: ToolState::Cancelled {
                            reason: "Parley was closed".to_owned(),
                        },
                    },
                });
            }
        }
        if let ItemBody::User { delivery, .. } = &item.body {
            let further = match delivery {
                // Whether its bytes were taken was not written down in time.
                Delivery::Waiting => Some(Delivery::Unknown),
                Delivery::QueuedByAgent => Some(Delivery::Undelivered),
                _ => None,
            };
            events.extend(further.map(|delivery| Event::ItemUpdated {
                id: item.id.clone(),
                change: ItemChange::Delivery { delivery },
            }));
        }
        if item.completed_at.is_none() {
            events.push(Event::ItemCompleted {
                id: item.id.clone(),
            });
        }
    }
    for event in events {
        state.record(event);
    }
    if let Some(turn) = open_turn {
        let outcome = TurnOutcome::Unfinished;
        state.ended_with(outcome.clone());
        state.record(Event::TurnEnded {
            turn,
            outcome,
            usage: None,
        });
    }
    // A message that was begun before the kill is in the transcript: its copy in the queue goes.
    let transcript = &state.transcript;
    state.queue.retain(|queued| {
        transcript
            .place(&super::turns::message_item(&queued.id))
            .is_none()
    });
    state.queue_held = !state.queue.is_empty();
}
