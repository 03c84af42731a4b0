//! What holds for the effects of any adapter, whatever the agent said.

use model::{ApprovalState, Event, ItemId};
use parley_protocols::Effect;
use std::collections::{HashMap, HashSet};

/// Checks the effects of one process, in their order.
///
/// # Errors
/// The first rule that is broken.
pub(crate) fn check(effects: &[Effect]) -> Result<(), String> {
    let mut open: HashMap<&ItemId, bool> = HashMap::new();
    let mut started = HashSet::new();
    let mut ended = HashSet::new();
    let mut asked = HashMap::new();
    let is_open = |open: &HashMap<&ItemId, bool>, id| match open.get(id) {
        Some(true) => Ok(()),
        Some(false) => Err(format!("{id} changes after it was complete")),
        None => Err(format!("{id} changes before it began")),
    };
    for effect in effects {
        match effect {
            Effect::Event(Event::ItemStarted { item }) if open.insert(&item.id, true).is_some() => {
                return Err(format!("{} begins twice", item.id));
            }
            Effect::Event(Event::ItemDelta { id, .. } | Event::ItemUpdated { id, .. }) => {
                is_open(&open, id)?;
            }
            Effect::Event(Event::ItemCompleted { id }) => {
                is_open(&open, id)?;
                open.insert(id, false);
            }
            Effect::Event(Event::TurnStarted { turn }) if !started.insert(&turn.id) => {
                return Err(format!("the turn {} begins twice", turn.id));
            }
            Effect::Event(Event::TurnEnded { turn, .. }) if !ended.insert(turn) => {
                return Err(format!("the turn {turn} ends twice"));
            }
            Effect::Event(Event::ApprovalRequested { request }) => {
                is_open(&open, &request.item)?;
                if asked.insert(&request.key, false).is_some() {
                    return Err(format!("{} is asked twice", request.key.id()));
                }
            }
            Effect::Event(Event::ApprovalResolved { key, resolution }) => {
                match asked.insert(key, true) {
                    Some(false) => {}
                    Some(true) => return Err(format!("{} is settled twice", key.id())),
                    None => return Err(format!("{} is settled and was never asked", key.id())),
                }
                if matches!(
                    resolution.state,
                    ApprovalState::Pending | ApprovalState::Sent { .. }
                ) {
                    return Err(format!("{} is settled as {:?}", key.id(), resolution.state));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Checks that what is sent is lines, for agents whose stdin is.
///
/// # Errors
/// What is none.
pub(crate) fn sends_lines(effects: &[Effect]) -> Result<(), String> {
    for effect in effects {
        if let Effect::Send(bytes) = effect
            && bytes.iter().position(|&byte| byte == b'\n') != Some(bytes.len() - 1)
        {
            return Err("a line to the agent is not one line".to_owned());
        }
    }
    Ok(())
}

/// What has no end yet, once the process is gone: nothing may be left.
pub(crate) fn left_open(effects: &[Effect]) -> Vec<String> {
    let mut items = Vec::new();
    let mut keys = Vec::new();
    for effect in effects {
        match effect {
            Effect::Event(Event::ItemStarted { item }) => items.push(item.id.to_string()),
            Effect::Event(Event::ItemCompleted { id }) => items.retain(|open| *open != id.0),
            Effect::Event(Event::ApprovalRequested { request }) => keys.push(request.key.id().0),
            Effect::Event(Event::ApprovalResolved { key, .. }) => {
                keys.retain(|open| *open != key.id().0);
            }
            _ => {}
        }
    }
    items.extend(keys);
    items
}
