//! How calls go on: `tool_running`, `tool_result`, `tool_cancelled`.

use super::{Aionrs, new_item};
use crate::aionrs::calls::{Call, Phase, interrupt_prose};
use crate::aionrs::capabilities::promises_to_ask;
use crate::aionrs::wire::ToolResult;
use crate::out::Out;
use crate::tools;
use model::{
    ApprovalState, ExpiryReason, ItemBody, Output, OutputKind, ToolCall, ToolState, TurnId,
};
use serde_json::Value;

impl Aionrs {
    pub(super) fn on_tool_running(
        &mut self,
        msg_id: Option<&str>,
        call_id: &str,
        tool_name: Option<&str>,
        out: &mut Out,
    ) {
        let turn = self.heard(msg_id, out);
        let phase = self.calls.get_mut(call_id).map(|call| call.phase.clone());
        let Some(call) = self.calls.get_mut(call_id).filter(|call| !call.is_over()) else {
            let refused = phase == Some(Phase::Over { may_not_run: true });
            let call = self.unasked(msg_id, call_id, tool_name, refused, out);
            if refused {
                let name = call.name.clone();
                out.warning(turn.as_ref(), ran_anyway(&name, call_id));
            }
            return;
        };
        match &call.phase {
            Phase::Allowed(_) => call.run(false, out),
            Phase::Running => {
                out.quiet(turn.as_ref(), format!("The call “{call_id}” runs already."))
            }
            Phase::Pending | Phase::Expired | Phase::Denied(_) | Phase::Over { .. } => {
                call.run(true, out);
                out.warning(turn.as_ref(), ran_anyway(&call.name, call_id));
            }
        }
    }

    pub(super) fn on_tool_result(&mut self, result: &ToolResult<'_>, out: &mut Out) {
        let msg_id = result.msg_id.as_deref();
        let turn = self.heard(msg_id, out);
        let id = result.call_id.as_ref();
        let output = output(result);
        let phase = self.calls.get_mut(id).map(|call| call.phase.clone());
        if phase == Some(Phase::Over { may_not_run: true }) && !result.succeeded {
            // Some builds tell a refusal twice: as cancelled, and as what the model is told.
            out.quiet(
                turn.as_ref(),
                format!("The refused call “{id}” gave: {}", output.text),
            );
            return;
        }
        let call = match self.calls.get_mut(id).filter(|call| !call.is_over()) {
            Some(_) => self.calls.get_mut(id),
            None => {
                let refused = phase == Some(Phase::Over { may_not_run: true });
                let call = self.unasked(msg_id, id, result.tool_name.as_deref(), refused, out);
                if refused {
                    let name = call.name.clone();
                    out.warning(turn.as_ref(), ran_anyway(&name, id));
                }
                self.calls.get_mut(id)
            }
        };
        let Some(call) = call else { return };
        let succeeded = result.succeeded;
        let mut state = if succeeded {
            ToolState::Succeeded
        } else {
            ToolState::Failed
        };
        match call.phase.clone() {
            Phase::Pending if !succeeded => {
                let reason = ExpiryReason::CancelledByAgent;
                call.resolve(ApprovalState::Expired { reason }, out);
            }
            Phase::Denied(reason) if !succeeded => {
                call.confirm(out);
                state = ToolState::Denied { reason };
                call.give(state, output, true, out);
                return;
            }
            Phase::Pending | Phase::Denied(_) | Phase::Expired if succeeded => {
                call.run(true, out);
                out.warning(turn.as_ref(), ran_anyway(&call.name, id));
            }
            Phase::Allowed(_) => call.confirm(out),
            _ => {}
        }
        call.give(state, output, false, out);
    }

    pub(super) fn on_tool_cancelled(
        &mut self,
        msg_id: Option<&str>,
        call_id: &str,
        reason: Option<&str>,
        out: &mut Out,
    ) {
        let turn = self.heard(msg_id, out);
        let said = reason.unwrap_or_default();
        let Some(call) = self.calls.get_mut(call_id).filter(|call| !call.is_over()) else {
            out.quiet(
                turn.as_ref(),
                format!("The agent cancelled the call “{call_id}”: {said}"),
            );
            return;
        };
        let cancelled = ToolState::Cancelled {
            reason: said.to_owned(),
        };
        let state = match call.phase.clone() {
            Phase::Denied(reason) => {
                call.confirm(out);
                ToolState::Denied { reason }
            }
            Phase::Pending | Phase::Allowed(_) => {
                let reason = ExpiryReason::CancelledByAgent;
                call.resolve(ApprovalState::Expired { reason }, out);
                cancelled
            }
            Phase::Expired | Phase::Running | Phase::Over { .. } => cancelled,
        };
        call.show(state, out);
        call.over(true, out);
    }

    /// A call that runs and was never asked about.
    fn unasked(
        &mut self,
        msg_id: Option<&str>,
        call_id: &str,
        tool_name: Option<&str>,
        refused: bool,
        out: &mut Out,
    ) -> &Call {
        let place = self.turns.place(msg_id);
        interrupt_prose(&mut self.turns, place, out);
        let turn = place.map(|index| self.turns.open[index].id.clone());
        let name = tool_name.unwrap_or("(unnamed tool)");
        let category = tools::category(name);
        let promised = promises_to_ask(&self.session.capabilities, category)
            && !self.calls.always.contains(category);
        let item = new_item(self.epoch, &mut self.items, "tool");
        let call = ToolCall {
            call_id: call_id.to_owned(),
            name: name.to_owned(),
            kind: tools::kind(name, None),
            category: None,
            description: None,
            args: Value::Null,
            state: ToolState::Running {
                unasked: promised || refused,
            },
            output: None,
            unasked: false,
            approval: None,
        };
        out.start(&item, turn.as_ref(), ItemBody::Tool(call));
        self.calls
            .put(call_id, item, turn, name.to_owned(), Phase::Running, None)
    }

    /// Something was heard of a turn: its name, where it is an open one.
    pub(super) fn heard(&mut self, msg_id: Option<&str>, out: &mut Out) -> Option<TurnId> {
        let index = self.turns.place(msg_id)?;
        self.turns.goes_on(index, out);
        Some(self.turns.open[index].id.clone())
    }
}

fn ran_anyway(name: &str, call_id: &str) -> String {
    format!(
        "{name} ran although it was not allowed (call “{call_id}”). Consider ending this agent."
    )
}

fn output(result: &ToolResult<'_>) -> Output {
    Output {
        kind: match result.output_type.as_deref() {
            Some("diff") => OutputKind::Diff,
            Some("image") => OutputKind::Image,
            _ => OutputKind::Text,
        },
        text: result.output.clone().into_owned(),
        metadata: result.metadata.clone(),
    }
}
