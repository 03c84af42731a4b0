//! An item as a row.

use crate::approvals::{arguments, card};
use model::view::{Row, RowBody};
use model::{ApprovalState, Decider, Decision, Item, ItemBody, OperationResult, SchemaProblem, ToolCall};
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
        } => RowBody::User {
            text: text.clone(),
            attachments: attachments.clone(),
            operation: !form.is_empty(),
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
            text: text.clone(),
        },
        ItemBody::Error(fault) => RowBody::Error {
            fault: fault.clone(),
        },
        ItemBody::TurnEnd {
            outcome,
            duration_ms,
            usage,
        } => RowBody::TurnEnd {
            outcome: outcome.clone(),
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
        operation: result.operation.clone(),
        data,
        problems,
        files: result.files.iter().map(|file| render::visible(file)).collect(),
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
        state: call.state.clone(),
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
