//! What of a conversation can be chosen for an export: its turns, by the
//! message that began each.

use archive::{Archive, ReadError};
use model::ConversationId;
use model::view::{ExportOutline, ExportTurn};

/// Turns an outline names; of a longer conversation the last ones.
const MOST: u32 = 2000;
/// Characters of a message that name its turn.
const NAME: usize = 120;

/// The turns of a conversation, oldest first.
///
/// # Errors
/// Why it cannot be read.
pub fn outline(archive: &Archive, id: &ConversationId) -> Result<ExportOutline, ReadError> {
    let total = archive.items_tail(id, 1)?.total;
    let messages = archive.user_messages(id, None, MOST)?;
    let ends = messages
        .iter()
        .skip(1)
        .map(|message| message.place)
        .chain([total]);
    let turns = messages
        .iter()
        .zip(ends)
        .map(|(message, end)| ExportTurn {
            from: message.place,
            to: end,
            text: name(&message.text),
            at: message.at,
        })
        .collect();
    Ok(ExportOutline {
        items: total,
        turns,
    })
}

fn name(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= NAME {
        return line;
    }
    line.chars().take(NAME).chain(['…']).collect()
}
