//! What is said: `assistant` and `user` messages, block by block. A text is whole
//! when it comes.

use super::Nuum;
use crate::lines;
use crate::nuum::wire::Block;
use crate::out::Out;
use model::{Event, ItemBody, NoticeLevel, TurnId};

impl Nuum {
    pub(super) fn on_assistant(
        &mut self,
        blocks: Vec<Block<'_>>,
        model: Option<&str>,
        out: &mut Out,
    ) {
        if let Some(model) = model {
            self.told_model(model, out);
        }
        let turn = self.turn_of_output(out);
        let before = out.0.len();
        for block in blocks {
            self.block(block, turn.as_ref(), out);
        }
        if out.0.len() == before {
            // Nothing in it: a sign of life.
            out.event(Event::Alive);
        }
    }

    /// In newer builds the results of tools; else words the agent was given,
    /// which are shown where they are not the user's own.
    pub(super) fn on_user(&mut self, blocks: Vec<Block<'_>>, out: &mut Out) {
        if blocks.is_empty() {
            out.event(Event::Alive);
        }
        for block in blocks {
            match block {
                Block::Text(text) if self.is_the_users(&text) => out.event(Event::Alive),
                Block::Text(text) => {
                    let turn = self.turns.id().cloned();
                    let told = format!("The agent was told: {text}");
                    out.notice(turn.as_ref(), NoticeLevel::Info, told);
                }
                Block::ToolResult(result) => self.on_tool_result(result, out),
                block => {
                    let turn = self.turns.id().cloned();
                    self.block(block, turn.as_ref(), out);
                }
            }
        }
    }

    fn is_the_users(&self, text: &str) -> bool {
        let turns = &self.turns;
        let open = turns.open.as_ref().map(|turn| turn.message.as_str());
        open.into_iter()
            .chain(turns.waiting.iter().map(|waiting| waiting.text.as_str()))
            .any(|message| message.trim() == text.trim())
    }

    fn block(&mut self, block: Block<'_>, turn: Option<&TurnId>, out: &mut Out) {
        match block {
            Block::Text(text) => self.show_text(&text, turn, out),
            Block::Thinking(text) => {
                if !text.is_empty() {
                    let text = text.into_owned();
                    self.whole("thinking", turn, ItemBody::Thinking { text }, out);
                }
            }
            Block::ToolUse { id, name, input } => self.on_tool_use(&id, &name, input, turn, out),
            Block::ToolResult(result) => self.on_tool_result(result, out),
            Block::Unknown { kind, raw } => out.event(Event::Unrecognized {
                type_name: format!("content block {kind}"),
                needs_attention: false,
                line: lines::shown(raw.as_bytes()),
            }),
            Block::IllFormed { reason, raw } => out.event(Event::Malformed {
                reason: format!("an ill-formed content block: {reason}"),
                line: lines::shown(raw.as_bytes()),
            }),
        }
    }

    /// Shows a text of the agent.
    pub(super) fn show_text(&mut self, text: &str, turn: Option<&TurnId>, out: &mut Out) {
        if text.is_empty() {
            return;
        }
        match &mut self.turns.open {
            Some(open) if turn.is_some() => open.said.add(text),
            _ => self.turns.late_said.add(text),
        }
        let text = text.to_owned();
        self.whole("text", turn, ItemBody::Text { text }, out);
    }

    /// An item that is complete when it comes.
    fn whole(&mut self, what: &str, turn: Option<&TurnId>, body: ItemBody, out: &mut Out) {
        let id = self.new_item(what);
        out.start(&id, turn, body);
        out.complete(&id);
    }
}
