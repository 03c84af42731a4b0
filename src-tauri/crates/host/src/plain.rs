//! A conversation as plain text, straight from the archive: nothing is rendered,
//! no row is long, and the conversation is not even opened. For one whose window
//! died while it showed it.

use crate::host::Host;
use crate::problem::{unknown_conversation, unreadable};
use model::view::{PlainKind, PlainPage, PlainRow, Problem};
use model::{ConversationId, Item, ItemBody, ToolCall};

/// Rows of a page at most.
const ROWS: u32 = 50;
/// Characters of a row that are shown.
const SHOWN: usize = 2000;

impl Host {
    /// The rows before a place, or the last ones.
    ///
    /// # Errors
    /// `unknownConversation`, or `io`: the archive could not be read.
    pub fn plain_page(
        &self,
        id: &ConversationId,
        before: Option<u32>,
    ) -> Result<PlainPage, Problem> {
        let summary = self.list().get(id).ok_or_else(unknown_conversation)?;
        let archive = self.archive();
        let tail = archive
            .items_tail(id, if before.is_none() { ROWS } else { 1 })
            .map_err(|error| unreadable(&error))?;
        let items = match before {
            None => tail.items,
            Some(before) => archive
                .items_before(id, before, ROWS)
                .map_err(|error| unreadable(&error))?,
        };
        Ok(PlainPage {
            title: summary.title,
            rows: items
                .into_iter()
                .filter_map(|placed| row(placed.place, &placed.item))
                .collect(),
            first: 0,
            end: tail.total,
        })
    }
}

fn row(place: u32, item: &Item) -> Option<PlainRow> {
    let (kind, whole) = words(item)?;
    let text: String = whole.chars().take(SHOWN).collect();
    let more = whole.chars().count() - text.chars().count();
    Some(PlainRow {
        place,
        kind,
        at: item.started_at,
        text,
        more: u32::try_from(more).unwrap_or(u32::MAX),
    })
}

fn words(item: &Item) -> Option<(PlainKind, String)> {
    Some(match &item.body {
        ItemBody::User { text, .. } => (PlainKind::User, text.clone()),
        ItemBody::Text { text } => (PlainKind::Agent, text.clone()),
        ItemBody::Thinking { text } => (PlainKind::Thinking, text.clone()),
        ItemBody::Tool(call) => (PlainKind::Tool, call_words(call)),
        ItemBody::Result(result) => (PlainKind::Agent, json(result)),
        ItemBody::Media(media) => (PlainKind::Note, json(media)),
        ItemBody::Progress { text } | ItemBody::Notice { text, .. } => {
            (PlainKind::Note, text.clone())
        }
        ItemBody::Error(fault) => (PlainKind::Note, fault.message.clone()),
        ItemBody::Raw { line, .. } => (PlainKind::Note, line.clone()),
        ItemBody::TurnEnd { .. } => return None,
    })
}

fn call_words(call: &ToolCall) -> String {
    let mut words = call.name.clone();
    if !call.args.is_null() {
        words.push(' ');
        words.push_str(&call.args.to_string());
    }
    if let Some(output) = &call.output {
        words.push('\n');
        words.push_str(&output.text);
    }
    words
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{SHOWN, row};
    use model::view::PlainKind;
    use model::{Item, ItemBody, ItemId};

    #[test]
    fn a_long_row_is_cut_between_characters_and_says_how_much_is_missing() {
        let item = Item {
            id: ItemId::from("i"),
            turn: None,
            started_at: 7,
            completed_at: None,
            body: ItemBody::Text {
                text: "ü".repeat(SHOWN + 5),
            },
        };
        let shown = row(3, &item).map(|row| (row.place, row.kind, row.at, row.text, row.more));
        assert_eq!(shown, Some((3, PlainKind::Agent, 7, "ü".repeat(SHOWN), 5)));
    }
}
