//! Wire 0.4: one JSON event a line.

use super::AgentProc;
use crate::agentproc::permissions::{AMBIGUOUS, ILL_FORMED};
use crate::agentproc::reply::{Reply, Voice};
use crate::agentproc::wire::{self, Asks, BadAsks, Said};
use crate::fields::Problems;
use crate::out::Out;
use crate::{Frame, attention, lines, tools};
use model::{ApprovalKey, ApprovalRequest, Event, ItemBody, ToolCall, ToolState, Usage};
use std::borrow::Cow;

impl AgentProc {
    pub(super) fn event_line(&mut self, frame: Frame<'_>, out: &mut Out) {
        if let Err(reason) = self.event(frame, out) {
            self.speech.anything = true;
            out.malformed(reason, frame.bytes);
        }
    }

    /// # Errors
    /// Why the line is no event: its text for a `Malformed`.
    fn event(&mut self, frame: Frame<'_>, out: &mut Out) -> Result<(), String> {
        let Some(line) = lines::text(frame)? else {
            return Ok(());
        };
        if line.repaired {
            self.repaired(out);
        }
        if wire::is_of_0_1(&line.text) {
            self.told.other_wire = true;
            return Err("a line of wire 0.1".to_owned());
        }
        let object = lines::object(&line.text)?;
        let mut problems = Problems::default();
        let kind = object.text("type", &mut problems).ok_or_else(|| {
            problems
                .text()
                .unwrap_or_else(|| "an object without a “type”".to_owned())
        })?;
        if let Some(id) = object.text("session_id", &mut problems)
            && !id.is_empty()
        {
            let wire = self.settings.wire;
            self.sessions.take(&id, wire, self.turn.as_ref(), out);
        }
        let Some(said) = wire::event(&kind, &object, &mut problems) else {
            self.told.other_wire |= matches!(kind.as_ref(), "session" | "text");
            self.speech.anything = true;
            out.event(Event::Unrecognized {
                needs_attention: attention::needed(&kind, &object),
                type_name: kind.into_owned(),
                line: lines::shown(frame.bytes),
            });
            return Ok(());
        };
        let said = said.map_err(|lack| {
            let more = problems
                .text()
                .map_or(String::new(), |text| format!(" ({text})"));
            format!("an ill-formed “{kind}”: {lack}{more}")
        })?;
        if let Some(problems) = problems.text() {
            out.quiet(
                self.turn.as_ref(),
                format!("The event “{kind}” was not wholly understood: {problems}."),
            );
        }
        self.take(said, frame, out)
    }

    fn take(&mut self, said: Said<'_>, frame: Frame<'_>, out: &mut Out) -> Result<(), String> {
        self.permissions.goes_on(out);
        match said {
            Said::Partial { text, role } => {
                if !self.too_late("partial", out) && self.settings.streaming {
                    let voice = voice(role.as_deref());
                    self.speech.piece(voice, &text, self.turn.as_ref(), out);
                }
            }
            Said::Result { text, usage } => self.on_result(&text, usage, out),
            Said::Error { message, usage } => {
                self.usage = usage.or(self.usage);
                self.fails(&message, out);
            }
            Said::Asks(_) if !self.settings.permission => {
                out.event(Event::Unrecognized {
                    type_name: "permission_request".to_owned(),
                    needs_attention: true,
                    line: lines::shown(frame.bytes),
                });
                out.warning(
                    self.turn.as_ref(),
                    "The agent asks for leave, but this profile has it closed off: nobody can \
                     answer. Set `permission: true` in the profile and send the message again.",
                );
            }
            Said::Asks(Ok(asks)) => self.on_asks(asks, out),
            Said::Asks(Err(BadAsks { reason, request_id })) => {
                if let Some(id) = request_id {
                    self.permissions.refuse_unseen(&id, ILL_FORMED, out);
                }
                return Err(format!("an ill-formed “permission_request”: {reason}"));
            }
        }
        Ok(())
    }

    fn on_result(&mut self, text: &str, usage: Option<Usage>, out: &mut Out) {
        let late = self.too_late("result", out);
        if !late && self.result {
            out.warning(
                self.turn.as_ref(),
                "The agent sent a second result. A turn has one: this one is in the traffic only.",
            );
            return;
        }
        if !late || self.usage.is_none() {
            self.usage = usage.or(self.usage);
        }
        if late {
            return;
        }
        self.result = true;
        let mut reply = Reply::new(self.settings.max_reply_chars);
        reply.push(text);
        let text = reply.finish(&self.settings.truncation_suffix);
        self.speech.reply(text, true, self.turn.as_ref(), out);
    }

    fn on_asks(&mut self, asks: Asks<'_>, out: &mut Out) {
        let turn = self.turn.clone();
        let raw = asks.input.get();
        let (id, tool) = (asks.request_id.as_ref(), asks.tool.as_ref());
        let repeats = self.permissions.repeats(id, tool, raw);
        if repeats == Some(true) {
            out.quiet(turn.as_ref(), format!("The agent asked “{id}” twice."));
            return;
        }
        if repeats == Some(false) {
            // One answer would stand for two questions.
            self.permissions.violate(id, out);
            self.permissions.refuse_unseen(id, AMBIGUOUS, out);
            out.warning(
                turn.as_ref(),
                format!(
                    "The agent asked “{id}” again for something else ({tool}) before the first was \
                     answered. Both were refused."
                ),
            );
            return;
        }
        self.speech.close(out);
        let item = self.speech.new_item("tool");
        self.permissions.count += 1;
        let key = ApprovalKey {
            epoch: self.epoch,
            call_id: id.to_owned(),
            request: self.permissions.count,
        };
        let kind = tools::kind(tool, None);
        let description = asks.description.map(Cow::into_owned);
        let args: serde_json::Value = serde_json::from_str(raw).unwrap_or_default();
        let call = ToolCall {
            call_id: asks.tool_use_id.as_deref().unwrap_or(id).to_owned(),
            name: tool.to_owned(),
            kind,
            category: None,
            description: description.clone(),
            args: args.clone(),
            state: ToolState::AwaitingApproval,
            output: None,
            unasked: false,
            approval: None,
        };
        out.start(&item, turn.as_ref(), ItemBody::Tool(call));
        self.permissions
            .asked(key.clone(), item.clone(), tool.to_owned(), raw.to_owned());
        out.event(Event::ApprovalRequested {
            request: ApprovalRequest {
                key,
                item,
                turn,
                tool: tool.to_owned(),
                kind,
                category: None,
                description,
                raw_args: raw.to_owned(),
                args,
            },
        });
    }
}

fn voice(role: Option<&str>) -> Voice {
    match role {
        Some("thinking" | "reasoning" | "thought") => Voice::Thinking,
        _ => Voice::Text,
    }
}
