//! Tool calls: `tool_use` blocks, announced after the tool has run, and their results.

use super::Nuum;
use crate::nuum::calls::{Call, give, state};
use crate::nuum::tools;
use crate::nuum::wire::ToolResult;
use crate::out::Out;
use model::{ItemBody, ItemId, ToolCall, ToolState, TurnId};
use serde_json::Value;

impl Nuum {
    pub(super) fn on_tool_use(
        &mut self,
        id: &str,
        name: &str,
        input: Value,
        turn: Option<&TurnId>,
        out: &mut Out,
    ) {
        if let Some(Call::Early { is_error }) = self.calls.get(id) {
            // Its output is shown already, without a name.
            let state = state(*is_error);
            let item = self.show_call(id, name, input, state, turn, out);
            out.complete(&item);
            self.calls.over(id);
            return;
        }
        // The protocol never asks, so that nothing ran unasked.
        let running = ToolState::Running { unasked: false };
        let item = self.show_call(id, name, input, running, turn, out);
        self.calls.open(id, item, out);
    }

    pub(super) fn on_tool_result(&mut self, result: ToolResult<'_>, out: &mut Out) {
        let turn = self.turn_of_output(out);
        let id = result.tool_use_id.as_ref();
        match self.calls.get(id) {
            Some(Call::Open { item, .. }) => {
                give(&item.clone(), result.is_error, result.output, out);
                self.calls.over(id);
            }
            Some(Call::Over | Call::Early { .. }) => {
                let text = &result.output.text;
                out.quiet(
                    turn.as_ref(),
                    format!("Another result of the call “{id}”, which was over: {text}"),
                );
            }
            None => {
                let running = ToolState::Running { unasked: false };
                let unnamed = "(unnamed tool)";
                let item = self.show_call(id, unnamed, Value::Null, running, turn.as_ref(), out);
                give(&item, result.is_error, result.output, out);
                self.calls.early(id, result.is_error);
            }
        }
    }

    fn show_call(
        &mut self,
        id: &str,
        name: &str,
        args: Value,
        state: ToolState,
        turn: Option<&TurnId>,
        out: &mut Out,
    ) -> ItemId {
        let item = self.new_item("tool");
        let call = ToolCall {
            call_id: id.to_owned(),
            name: name.to_owned(),
            kind: tools::kind(name),
            category: None,
            description: None,
            args,
            state,
            output: None,
            unasked: false,
            approval: None,
        };
        out.start(&item, turn, ItemBody::Tool(call));
        item
    }
}
