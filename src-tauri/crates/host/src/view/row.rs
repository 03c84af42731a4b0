//! An item as a row.

use crate::approvals::{arguments, card};
use model::view::{Row, RowBody};
use model::{
    AgentFault, ApprovalState, Decider, Decision, Item, ItemBody, OperationResult, SchemaProblem,
    ToolCall, ToolState, TurnOutcome,
};
use serde_json::Value;
use std::path::Path;

/// The row of an item.
pub(super) fn row(item: &Item, preview: &card::Preview, workspace: &Path) -> Row {
    Row {
        id: item.id.clone(),
        turn: item.turn.clone(),
        started_at: item.started_at,
        open: item.completed_at.is_none(),
        body: body(item, preview, workspace),
    }
}

fn body(item: &Item, preview: &card::Preview, workspace: &Path) -> RowBody {
    match &item.body {
        ItemBody::User {
            text,
            attachments,
            form,
            delivery,
            ..
        } => RowBody::User {
            text: text.clone(),
            attachments: attachments.clone(),
            operation: !form.is_empty(),
            asked: None,
            delivery: *delivery,
        },
        ItemBody::Text { .. } => RowBody::Text,
        ItemBody::Thinking { .. } => RowBody::Thinking {
            duration_ms: item
                .completed_at
                .map(|at| at.saturating_sub(item.started_at)),
        },
        ItemBody::Tool(call) => tool(item, call, preview, workspace),
        ItemBody::Progress { text } => RowBody::Progress {
            text: render::visible(text),
        },
        ItemBody::Result(result) => self::result(result),
        ItemBody::Media(media) => RowBody::Media {
            path: render::visible(&media.path),
            media: media.kind,
        },
        ItemBody::Notice { level, text } => RowBody::Notice {
            level: *level,
            text: render::visible(text),
        },
        ItemBody::Error(fault) => RowBody::Error {
            fault: self::fault(fault),
        },
        ItemBody::TurnEnd {
            outcome,
            duration_ms,
            usage,
        } => RowBody::TurnEnd {
            outcome: self::outcome(outcome),
            duration_ms: *duration_ms,
            usage: *usage,
        },
        ItemBody::Raw {
            reason,
            malformed,
            line,
        } => RowBody::Raw {
            reason: render::visible(reason),
            malformed: *malformed,
            line: render::visible(line),
        },
    }
}

/// Plain text of the agent's goes to the page as text nodes, where a control
/// character would be neither seen nor told from the words (F093).
fn fault(fault: &AgentFault) -> AgentFault {
    AgentFault {
        code: render::visible(&fault.code),
        message: render::visible(&fault.message),
        detail: fault.detail.as_deref().map(render::visible),
        ..fault.clone()
    }
}

fn outcome(outcome: &TurnOutcome) -> TurnOutcome {
    match outcome {
        TurnOutcome::Failed { message } => TurnOutcome::Failed {
            message: render::visible(message),
        },
        other => other.clone(),
    }
}

fn state(state: &ToolState) -> ToolState {
    match state {
        ToolState::Denied { reason } => ToolState::Denied {
            reason: render::visible(reason),
        },
        ToolState::Cancelled { reason } => ToolState::Cancelled {
            reason: render::visible(reason),
        },
        other => other.clone(),
    }
}

fn result(result: &OperationResult) -> RowBody {
    let data = (!result.data.is_null())
        .then(|| Box::new(super::data::tree(&result.data, &result.problems)));
    let problems = result
        .problems
        .iter()
        .map(|problem| SchemaProblem {
            pointer: render::visible(&problem.pointer),
            message: render::visible(&problem.message),
        })
        .collect();
    RowBody::Result {
        operation: render::visible(&result.operation),
        data,
        problems,
        files: result
            .files
            .iter()
            .map(|file| render::visible(file))
            .collect(),
    }
}

fn tool(item: &Item, call: &ToolCall, preview: &card::Preview, workspace: &Path) -> RowBody {
    let approval = call.approval.as_deref();
    let allowed_by = approval
        .filter(|record| {
            matches!(
                record.state,
                ApprovalState::Sent {
                    decision: Decision::Allow { .. }
                } | ApprovalState::Confirmed {
                    decision: Decision::Allow { .. }
                }
            )
        })
        .and_then(|record| Decider::from_text(&record.by));
    // A call that waited for the user did not run meanwhile.
    let began = approval.map_or(item.started_at, |record| {
        record.changed_at.max(item.started_at)
    });
    RowBody::Tool {
        name: render::visible(&call.name),
        tool: call.kind,
        subject: render::visible(&arguments::headline(call.kind, &call.args, workspace)),
        state: state(&call.state),
        allowed_by,
        unasked: call.unasked,
        args: match &call.args {
            Value::Null => String::new(),
            args => card::pretty(&args.to_string()),
        },
        output: call.output.as_ref().map(|output| output.kind),
        changed: preview.changed,
        duration_ms: item.completed_at.map(|at| at.saturating_sub(began.min(at))),
        approval: approval.map(|record| Box::new(card::build(record, preview, workspace))),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::body;
    use crate::approvals::card::Preview;
    use model::{Item, ItemBody};
    use serde_json::{Value, json};
    use std::path::Path;

    #[test]
    fn f093_no_plain_text_of_a_row_holds_a_control_character() {
        let told = "a\u{1b}]52;c;eA==\u{7}\u{202e}b";
        for of in [
            json!({"kind": "notice", "level": "info", "text": told}),
            json!({"kind": "error", "code": told, "message": told, "retryable": null, "detail": told}),
            json!({"kind": "turnEnd", "outcome": {"kind": "failed", "message": told}, "durationMs": 1, "usage": null}),
            json!({"kind": "progress", "text": told}),
            json!({"kind": "raw", "reason": told, "malformed": true, "line": told}),
        ] {
            let of: ItemBody = serde_json::from_value(of).unwrap();
            let item = Item {
                id: "i".into(),
                turn: None,
                started_at: 0,
                completed_at: None,
                body: of,
            };
            let row: Value =
                serde_json::to_value(body(&item, &Preview::default(), Path::new("/w"))).unwrap();
            let text = row.to_string();
            assert!(
                text.contains("a⟨U+001B⟩]52;c;eA==⟨U+0007⟩⟨U+202E⟩b"),
                "{text}"
            );
            assert!(
                !text.contains("\\u001b") && !text.contains('\u{202e}'),
                "{text}"
            );
        }
    }
}
