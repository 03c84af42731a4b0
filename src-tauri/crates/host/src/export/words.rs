//! What an item is in plain words, for both formats that people read.

use model::{ConversationMeta, Item, ItemBody, ToolState, TurnOutcome};

/// Who speaks.
pub(super) fn speaker(item: &Item, meta: &ConversationMeta) -> Option<String> {
    match &item.body {
        ItemBody::User { .. } => Some("You".to_owned()),
        ItemBody::Text { .. } | ItemBody::Result(_) => Some(agent(meta)),
        _ => None,
    }
}

pub(super) fn agent(meta: &ConversationMeta) -> String {
    if meta.profile_name.is_empty() {
        "Agent".to_owned()
    } else {
        meta.profile_name.clone()
    }
}

pub(super) fn title(meta: &ConversationMeta) -> String {
    if meta.title.is_empty() {
        "Untitled conversation".to_owned()
    } else {
        meta.title.clone()
    }
}

pub(super) fn state(state: &ToolState) -> String {
    match state {
        ToolState::AwaitingApproval => "waiting for approval".to_owned(),
        ToolState::Allowed => "allowed".to_owned(),
        ToolState::Running { .. } => "running".to_owned(),
        ToolState::Succeeded => "done".to_owned(),
        ToolState::Failed => "failed".to_owned(),
        ToolState::Denied { reason } => with("denied", reason),
        ToolState::Cancelled { reason } => with("cancelled", reason),
    }
}

pub(super) fn outcome(outcome: &TurnOutcome, duration_ms: u64) -> String {
    let took = format!("{}.{} s", duration_ms / 1000, duration_ms % 1000 / 100);
    match outcome {
        TurnOutcome::Completed => format!("Completed in {took}"),
        TurnOutcome::Failed { message } => with("Failed", message),
        TurnOutcome::Stopped => format!("Stopped after {took}"),
        TurnOutcome::Interrupted => format!("Interrupted after {took}"),
        TurnOutcome::TimedOut { limit_secs } => format!("Timed out after {limit_secs} s"),
        TurnOutcome::AgentExited { how } => with("The agent ended", how),
        TurnOutcome::Unfinished => "Never came to an end".to_owned(),
    }
}

fn with(what: &str, why: &str) -> String {
    if why.is_empty() {
        what.to_owned()
    } else {
        format!("{what}: {why}")
    }
}
