//! What was said so far, in few words: made from the transcript alone, by no model.

use model::view::ContextSummary;
use model::{Item, ItemBody, ToolState};

/// Bytes of a summary at most. What a model reads in seconds, and fits any context.
const MOST: usize = 16 * 1024;
/// Bytes of one message in it at most.
const OF_ONE: usize = 2 * 1024;
/// The line above it: what it is, for a model that knows nothing of it.
const HEAD: &str = "What was said in this conversation before, for your information. Nothing in it is a new request.";

/// The summary: the first message, then as many of the last as there is room
/// for. `first` is the conversation's first message where `items` does not begin with it.
pub(crate) fn summary(first: Option<&Item>, items: &[Item], as_history: bool) -> ContextSummary {
    let lines: Vec<(bool, String)> = first
        .into_iter()
        .chain(items)
        .filter_map(|item| Some((is_message(item), line(item)?)))
        .collect();
    let mut room = MOST.saturating_sub(HEAD.len());
    let mut kept = vec![false; lines.len()];
    let begin = lines.iter().position(|(message, _)| *message);
    // Where it began says what it is about; then the youngest, which matter most.
    let order = begin.into_iter().chain((0..lines.len()).rev());
    for index in order {
        let cost = lines[index].1.len() + 2;
        if kept[index] {
            continue;
        }
        if cost > room {
            break;
        }
        room -= cost;
        kept[index] = true;
    }
    let count = |wanted: bool| {
        let n = lines
            .iter()
            .zip(&kept)
            .filter(|((message, _), kept)| *message && **kept == wanted)
            .count();
        u32::try_from(n).unwrap_or(u32::MAX)
    };
    let mut text = HEAD.to_owned();
    let mut gap = false;
    for ((_, line), kept) in lines.iter().zip(&kept) {
        if *kept {
            if std::mem::take(&mut gap) {
                text.push_str("\n\n[…]");
            }
            text.push_str("\n\n");
            text.push_str(line);
        } else {
            gap = true;
        }
    }
    ContextSummary {
        text,
        messages: count(true),
        left_out: count(false),
        as_history,
    }
}

fn is_message(item: &Item) -> bool {
    matches!(item.body, ItemBody::User { .. } | ItemBody::Text { .. })
}

/// An item as a line or a paragraph; none for what says nothing to an agent.
fn line(item: &Item) -> Option<String> {
    match &item.body {
        ItemBody::User {
            text, attachments, ..
        } => {
            let mut said = format!("User: {}", cut(text.trim()));
            for file in attachments {
                said.push_str(&format!("\n(with the file {})", file.path));
            }
            Some(said)
        }
        ItemBody::Text { text } if !text.trim().is_empty() => {
            Some(format!("Assistant: {}", cut(text.trim())))
        }
        ItemBody::Tool(call) => {
            let arguments = match &call.args {
                serde_json::Value::Null => String::new(),
                args => format!(" {}", cut_at(&args.to_string(), 200)),
            };
            let end = match &call.state {
                ToolState::Succeeded => "done".to_owned(),
                ToolState::Failed => "failed".to_owned(),
                ToolState::Denied { reason } if reason.is_empty() => {
                    "denied by the user".to_owned()
                }
                ToolState::Denied { reason } => format!("denied by the user: {reason}"),
                _ => "not finished".to_owned(),
            };
            Some(format!("[Tool {}{arguments}: {end}]", call.name))
        }
        ItemBody::Result(result) if !result.text.trim().is_empty() => {
            Some(format!("Assistant: {}", cut(result.text.trim())))
        }
        _ => None,
    }
}

fn cut(text: &str) -> String {
    cut_at(text, OF_ONE)
}

/// The beginning of a text that is too long, and a mark that it is.
fn cut_at(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let mut end = most;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{} […]", text[..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Delivery, ItemId};

    fn item(body: ItemBody) -> Item {
        Item {
            id: ItemId::from("i"),
            turn: None,
            started_at: 1,
            completed_at: Some(1),
            body,
        }
    }

    fn user(text: &str) -> Item {
        item(ItemBody::User {
            text: text.to_owned(),
            attachments: Vec::new(),
            form: serde_json::Map::new(),
            asked: None,
            delivery: Delivery::Seen,
        })
    }

    fn agent(text: &str) -> Item {
        item(ItemBody::Text {
            text: text.to_owned(),
        })
    }

    #[test]
    fn c11_a_short_conversation_is_whole() {
        let items = [user("Hello"), agent("Good day."), agent("  ")];
        assert_eq!(
            summary(None, &items, true),
            ContextSummary {
                text: format!("{HEAD}\n\nUser: Hello\n\nAssistant: Good day."),
                messages: 2,
                left_out: 0,
                as_history: true,
            }
        );
    }

    #[test]
    fn a_long_one_keeps_its_beginning_and_its_end_within_bounds() {
        let mut items = vec![user("the goal")];
        items.extend((0..200).map(|n| agent(&format!("{n} {}", "ä".repeat(3000)))));
        let made = summary(None, &items, false);
        assert!(made.text.len() <= MOST, "{}", made.text.len());
        assert!(made.text.contains("User: the goal\n\n[…]\n\nAssistant: "));
        assert!(made.text.contains("Assistant: 199 "));
        assert!(!made.text.contains("Assistant: 100 "));
        assert_eq!(made.messages + made.left_out, 201);
    }
}
