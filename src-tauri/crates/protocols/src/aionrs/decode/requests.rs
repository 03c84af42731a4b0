//! `tool_request`: the agent asks, and pauses.

use super::{Aionrs, new_item};
use crate::aionrs::calls::{Asked, Ending, Phase, interrupt_prose};
use crate::aionrs::wire::ToolRequest;
use crate::out::Out;
use crate::tools;
use model::{
    ApprovalKey, ApprovalRequest, Event, ExpiryReason, ItemBody, ToolCall, ToolState, TurnId,
};
use serde_json::json;

/// What the agent is told where it used a call's id for two things.
const VIOLATION: &str = "Refused by the host: the same call_id was used again with other arguments \
                         while it waited for an answer. Ask again under a new call_id.";

impl Aionrs {
    pub(super) fn on_tool_request(&mut self, asked: ToolRequest<'_>, out: &mut Out) {
        let turn = self.heard(asked.msg_id.as_deref(), out);
        let id = asked.call_id.as_ref();
        let mut violation = false;
        if let Some(call) = self.calls.get_mut(id) {
            if call.phase == Phase::Pending {
                if call.name == asked.name
                    && call
                        .asked
                        .as_ref()
                        .is_some_and(|first| first.raw_args == asked.raw_args)
                {
                    out.quiet(
                        turn.as_ref(),
                        format!("The agent asked about the call “{id}” twice."),
                    );
                    return;
                }
                violation = true;
                call.violate("its id was used again with other arguments", out);
            } else {
                let words = "the agent used its id for another call";
                call.end(
                    Ending {
                        words,
                        expiry: ExpiryReason::CancelledByAgent,
                    },
                    out,
                );
            }
        }
        let place = self.turns.place(asked.msg_id.as_deref());
        interrupt_prose(&mut self.turns, place, out);
        if turn.is_none() {
            // C43: a helper of the agent's perhaps. It waits all the same.
            let of = asked.msg_id.as_deref().unwrap_or("");
            out.quiet(
                None,
                format!("The agent asks outside the known turns (msg_id “{of}”)."),
            );
        }
        let key = self.request(asked, turn.clone(), out);
        if violation {
            if let Some(call) = self.calls.get_mut(&key.call_id) {
                call.violate("its id was in use for a call with other arguments", out);
            }
            out.warning(
                turn.as_ref(),
                format!(
                    "The agent asked about the call “{}” again with other arguments before the \
                     first was answered. Both were refused.",
                    key.call_id
                ),
            );
            let id = &key.call_id;
            out.send(&json!({"type": "tool_deny", "call_id": id, "reason": VIOLATION}));
        }
    }

    /// Shows the call and asks.
    fn request(
        &mut self,
        asked: ToolRequest<'_>,
        turn: Option<TurnId>,
        out: &mut Out,
    ) -> ApprovalKey {
        let item = new_item(self.epoch, &mut self.items, "tool");
        self.calls.requests += 1;
        let key = ApprovalKey {
            epoch: self.epoch,
            call_id: asked.call_id.into_owned(),
            request: self.calls.requests,
        };
        let name = asked.name.into_owned();
        let category = asked.category.map(Into::into);
        let description = asked.description.map(Into::into);
        let kind = tools::kind(&name, category.as_deref());
        let call = ToolCall {
            call_id: key.call_id.clone(),
            name: name.clone(),
            kind,
            category: category.clone(),
            description: description.clone(),
            args: asked.args.clone(),
            state: ToolState::AwaitingApproval,
            output: None,
            unasked: false,
            approval: None,
        };
        out.start(&item, turn.as_ref(), ItemBody::Tool(call));
        out.event(Event::ApprovalRequested {
            request: ApprovalRequest {
                key: key.clone(),
                item: item.clone(),
                turn: turn.clone(),
                tool: name.clone(),
                kind,
                category: category.clone(),
                description,
                raw_args: asked.raw_args.to_owned(),
                args: asked.args,
            },
        });
        let raw_args = asked.raw_args.to_owned();
        let asked = Asked {
            key: key.clone(),
            raw_args,
            category,
        };
        self.calls
            .put(&key.call_id, item, turn, name, Phase::Pending, Some(asked));
        key
    }
}
