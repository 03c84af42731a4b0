//! A tool call as the ledger keeps it.

use super::{arguments, risk};
use crate::conversation::sha256_hex;
use archive::DecisionRecord;
use model::view::LedgerOutcome;
use model::{
    ApprovalRecord, ApprovalRequest, ApprovalState, ConversationMeta, Decision, Epoch, Item,
    ItemBody, RiskClass, ToolCall, Transcript,
};
use std::path::Path;

/// Arguments over this are cut; their hash is of the whole.
const ARGS_CAP: usize = 64 * 1024;

/// The entry of a call that was asked about, or ran where it should have been;
/// none for any other item.
pub(crate) fn entry(
    item: &Item,
    transcript: &Transcript,
    meta: &ConversationMeta,
) -> Option<DecisionRecord> {
    let ItemBody::Tool(call) = &item.body else {
        return None;
    };
    let record = call.approval.as_deref();
    if record.is_none() && !call.unasked {
        return None;
    }
    let workspace = Path::new(&meta.workspace);
    let (raw, requested_at, risk) = match record {
        Some(record) => (
            record.request.raw_args.clone(),
            record.requested_at,
            risk::judge(&record.request, workspace).class,
        ),
        None => unasked(item, call, workspace),
    };
    // What an agent was told about the same call before.
    let earlier = record
        .is_none()
        .then(|| earlier(item, call, transcript))
        .flatten();
    let answered = record
        .or(earlier)
        .and_then(|record| record.answered.clone());
    let denied = matches!(
        answered.as_ref().map(|one| &one.decision),
        Some(Decision::Deny { .. })
    );
    let outcome = match record.map(|record| &record.state) {
        _ if call.unasked && denied => LedgerOutcome::RanAlthoughDenied,
        _ if call.unasked => LedgerOutcome::RanWithoutAsking,
        None => LedgerOutcome::RanWithoutAsking,
        Some(ApprovalState::Pending) => LedgerOutcome::Waiting,
        Some(ApprovalState::Sent { .. }) => LedgerOutcome::Sent,
        Some(ApprovalState::DeliveryUnknown { .. }) => LedgerOutcome::NeverConfirmed,
        Some(ApprovalState::Expired { .. }) => LedgerOutcome::Expired,
        Some(ApprovalState::Confirmed {
            decision: Decision::Deny { .. },
        }) => LedgerOutcome::NotRun,
        Some(ApprovalState::Confirmed { .. }) => LedgerOutcome::Ran,
    };
    let expiry = match record.map(|record| &record.state) {
        Some(ApprovalState::Expired { reason }) => Some(*reason),
        _ => None,
    };
    Some(DecisionRecord {
        item: item.id.clone(),
        title: meta.title.clone(),
        profile: meta.profile.clone(),
        agent: meta.profile_name.clone(),
        workspace: meta.workspace.clone(),
        tool: call.name.clone(),
        kind: call.kind,
        subject: arguments::headline(call.kind, &call.args, workspace),
        args: cut(&raw).to_owned(),
        args_bytes: raw.len() as u64,
        args_sha256: sha256_hex(raw.as_bytes()),
        risk,
        requested_at,
        answered,
        by: record
            .or(earlier)
            .map(|record| record.by.clone())
            .unwrap_or_default(),
        outcome,
        expiry,
    })
}

fn unasked(item: &Item, call: &ToolCall, workspace: &Path) -> (String, u64, RiskClass) {
    let raw = match &call.args {
        serde_json::Value::Null => String::new(),
        args => args.to_string(),
    };
    let request = ApprovalRequest {
        key: model::ApprovalKey {
            epoch: Epoch(0),
            call_id: call.call_id.clone(),
            request: 0,
        },
        item: item.id.clone(),
        turn: item.turn.clone(),
        tool: call.name.clone(),
        kind: call.kind,
        category: call.category.clone(),
        description: call.description.clone(),
        raw_args: raw.clone(),
        args: call.args.clone(),
    };
    (raw, item.started_at, risk::judge(&request, workspace).class)
}

/// The request that had the same call id in the same process.
fn earlier<'t>(
    item: &Item,
    call: &ToolCall,
    transcript: &'t Transcript,
) -> Option<&'t ApprovalRecord> {
    let epoch = item.id.0.split('/').next()?;
    transcript.items().iter().rev().find_map(|other| {
        let ItemBody::Tool(other_call) = &other.body else {
            return None;
        };
        let same = other.id != item.id
            && other_call.call_id == call.call_id
            && other.id.0.split('/').next() == Some(epoch);
        same.then_some(other_call.approval.as_deref()).flatten()
    })
}

fn cut(text: &str) -> &str {
    let mut end = text.len().min(ARGS_CAP);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
