//! The ledger of approvals: what was asked, answered and settled.

use crate::change::EncodedApproval;
use crate::ledger::{Failure, refused};
use model::{ApprovalState, Decision};
use rusqlite::{Connection, OptionalExtension, params};

/// Keeps an approval from going backwards or being answered twice (design §5, 3),
/// whatever the caller does.
pub(crate) fn put(conn: &Connection, id: i64, new: &EncodedApproval) -> Result<(), Failure> {
    let there: Option<String> = conn
        .prepare_cached("SELECT state FROM approvals WHERE conversation = ?1 AND key = ?2")?
        .query_row(params![id, new.key], |row| row.get(0))
        .optional()?;
    if let Some(there) = there {
        let there: ApprovalState = serde_json::from_str(&there)
            .map_err(|error| refused(format!("the approval {} is damaged: {error}", new.key)))?;
        if rank(&new.state) < rank(&there) {
            return Err(refused(format!(
                "the approval {} is settled or sent already",
                new.key
            )));
        }
        if let (Some(first), second) = (decision(&there), decision(&new.state))
            && second != Some(first)
        {
            return Err(refused(format!(
                "the approval {} has another answer already",
                new.key
            )));
        }
    }
    conn.prepare_cached(
        "INSERT INTO approvals (conversation, key, settled, request, requested_at, state,
             answered_by, changed_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT DO UPDATE SET settled = excluded.settled, state = excluded.state,
             answered_by = excluded.answered_by, changed_at = excluded.changed_at",
    )?
    .execute(params![
        id,
        new.key,
        rank(&new.state) == 2,
        new.request,
        new.requested_at,
        new.state_json,
        new.answered_by,
        new.changed_at,
    ])?;
    Ok(())
}

/// 0 waits, 1 on its way, 2 settled.
fn rank(state: &ApprovalState) -> u8 {
    match state {
        ApprovalState::Pending => 0,
        ApprovalState::Sent { .. } => 1,
        ApprovalState::Confirmed { .. }
        | ApprovalState::DeliveryUnknown { .. }
        | ApprovalState::Expired { .. } => 2,
    }
}

fn decision(state: &ApprovalState) -> Option<&Decision> {
    match state {
        ApprovalState::Sent { decision }
        | ApprovalState::Confirmed { decision }
        | ApprovalState::DeliveryUnknown { decision } => Some(decision),
        ApprovalState::Pending | ApprovalState::Expired { .. } => None,
    }
}
