//! Known keys are taken out here: of every line before it is decoded and kept,
//! and of every event before it becomes part of a conversation. What is archived,
//! shown, searched, exported and printed is made from those, so this is the one
//! place (invariant 7). While no key is known none of it costs anything.

use model::{Event, Item, ItemBody, ItemId};
use secrets::{Redactor, Stream};
use std::collections::HashMap;

const UNSHOWN: &str = "This could not be shown without a key that Parley keeps.";

/// Texts that grow, whose last bytes may be the beginning of a key.
#[derive(Default)]
pub(crate) struct Redaction {
    growing: HashMap<ItemId, Stream>,
    terminal: Option<Stream>,
}

impl Redaction {
    /// The event without keys, and what was held back of a text that is at its
    /// end now before it. Nothing where all of a piece may belong to a key.
    pub(crate) fn pass(&mut self, redactor: &Redactor, event: Event) -> Vec<Event> {
        let mut events = Vec::new();
        match &event {
            Event::ItemDelta { id, text } => {
                let stream = self.growing.entry(id.clone()).or_insert_with(Stream::live);
                let text = stream.push_text(redactor, text);
                if !text.is_empty() {
                    let id = id.clone();
                    events.push(Event::ItemDelta { id, text });
                }
                return events;
            }
            Event::ItemCompleted { id } => {
                if let Some(stream) = self.growing.remove(id) {
                    events.extend(rest(redactor, id, stream));
                }
            }
            Event::TurnEnded { .. } | Event::ProcessExited { .. } => {
                for (id, stream) in self.growing.drain() {
                    events.extend(rest(redactor, &id, stream));
                }
            }
            _ => {}
        }
        events.push(clean(redactor, event));
        events
    }

    /// The next piece of a terminal's output, as it can be shown.
    pub(super) fn terminal(&mut self, piece: Vec<u8>) -> Vec<u8> {
        match secrets::known().redactor() {
            None => piece,
            Some(redactor) => self
                .terminal
                .get_or_insert_with(Stream::live)
                .push(&redactor, &piece),
        }
    }

    /// What was held back of a terminal's output when it ended.
    pub(super) fn terminal_end(&mut self) -> Vec<u8> {
        match (self.terminal.take(), secrets::known().redactor()) {
            (Some(mut stream), Some(redactor)) => stream.flush(&redactor),
            _ => Vec::new(),
        }
    }
}

fn rest(redactor: &Redactor, id: &ItemId, mut stream: Stream) -> Option<Event> {
    let text = stream.flush_text(redactor);
    (!text.is_empty()).then(|| Event::ItemDelta {
        id: id.clone(),
        text,
    })
}

/// An event of which something is used beside its being recorded: a request as it is shown, so
/// that what is answered is what was seen; what tasks and banners say.
pub(super) fn used(event: Event) -> Event {
    let Some(redactor) = secrets::known().redactor() else {
        return event;
    };
    match &event {
        Event::ApprovalRequested { .. } => clean(&redactor, event),
        Event::TasksChanged { .. } | Event::TurnEnded { .. } | Event::Fault { .. } => {
            match clean(&redactor, event.clone()) {
                // What an end does must be done, whatever a key is called.
                Event::Malformed { .. } => event,
                clean => clean,
            }
        }
        _ => event,
    }
}

/// An item that is taken over from where it was kept before a key was known.
pub(crate) fn item(item: Item) -> Item {
    match secrets::known().redactor() {
        None => item,
        Some(redactor) => without(&redactor, item),
    }
}

/// An item without these keys.
pub(crate) fn without(redactor: &Redactor, item: Item) -> Item {
    let (id, turn, started_at) = (item.id.clone(), item.turn.clone(), item.started_at);
    match clean(redactor, Event::ItemStarted { item }) {
        Event::ItemStarted { item } if item.id == id => item,
        _ => Item {
            id,
            turn,
            started_at,
            completed_at: Some(started_at),
            body: ItemBody::Raw {
                reason: UNSHOWN.to_owned(),
                malformed: true,
                line: secrets::MASK.to_owned(),
            },
        },
    }
}

/// An operation's fields, as they are kept while it waits and said in words.
pub(crate) fn form(
    form: &serde_json::Map<String, serde_json::Value>,
) -> serde_json::Map<String, serde_json::Value> {
    let mut value = serde_json::Value::Object(form.clone());
    if let Some(redactor) = secrets::known().redactor() {
        redactor.json(&mut value);
    }
    match value {
        serde_json::Value::Object(form) => form,
        _ => serde_json::Map::new(),
    }
}

/// The event without keys in any of its texts.
pub(crate) fn clean(redactor: &Redactor, event: Event) -> Event {
    let Ok(text) = serde_json::to_string(&event) else {
        return event;
    };
    // A key is in it only if it is in its JSON, where a key's JSON forms are known.
    if !redactor.finds(text.as_bytes()) {
        return event;
    }
    let whole = serde_json::to_value(&event).map(|mut value| {
        redactor.json(&mut value);
        serde_json::from_value(value)
    });
    match whole {
        Ok(Ok(clean)) => clean,
        // A key that is a word of our own: nothing of the event may stay.
        Ok(Err(_)) | Err(_) => Event::Malformed {
            reason: UNSHOWN.to_owned(),
            line: secrets::MASK.to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use model::{AgentFault, TurnId, TurnOutcome};
    use serde_json::json;

    const KEY: &str = "sk-ant-api03-across-two-deltas";

    fn delta(text: &str) -> Event {
        Event::ItemDelta {
            id: ItemId("a".to_owned()),
            text: text.to_owned(),
        }
    }

    fn said(events: Vec<Event>) -> String {
        events
            .into_iter()
            .filter_map(|event| match event {
                Event::ItemDelta { text, .. } => Some(text),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn f102_a_key_cut_at_any_place_is_taken_out_and_nothing_else() {
        let redactor = Redactor::new([KEY]).unwrap();
        for cut in 0..=KEY.len() {
            let mut redaction = Redaction::default();
            let (a, b) = KEY.split_at(cut);
            let mut out = said(redaction.pass(&redactor, delta(&format!("my key is {a}"))));
            out += &said(redaction.pass(&redactor, delta(&format!("{b}, ask"))));
            let completed = Event::ItemCompleted {
                id: ItemId("a".to_owned()),
            };
            out += &said(redaction.pass(&redactor, completed));
            assert!(!out.contains(&KEY[4..]), "{cut}: {out}");
            assert!(
                out.starts_with("my key is ") && out.ends_with("[redacted], ask"),
                "{out}"
            );
        }
    }

    #[test]
    fn what_is_used_before_it_is_recorded_has_no_key_in_it() {
        secrets::known().learn_text(KEY);
        let told = |fault: &str| -> AgentFault {
            serde_json::from_value(json!({"code": "c", "message": fault, "detail": fault})).unwrap()
        };
        let task = json!({"id": "1", "kind": "alarm", "description": KEY, "status": "pending"});
        let failed = TurnOutcome::Failed {
            message: format!("refused {KEY}"),
        };
        for event in [
            Event::TasksChanged {
                tasks: vec![serde_json::from_value(task).unwrap()],
            },
            Event::Fault {
                turn: None,
                fault: told(KEY),
            },
            Event::TurnEnded {
                turn: TurnId("t".to_owned()),
                outcome: failed,
                usage: None,
            },
        ] {
            let used = format!("{:?}", used(event));
            assert!(!used.contains(KEY) && used.contains("[redacted]"), "{used}");
        }
    }

    #[test]
    fn what_looked_like_a_key_and_was_none_comes_with_the_end_of_the_turn() {
        let redactor = Redactor::new([KEY]).unwrap();
        let mut redaction = Redaction::default();
        assert_eq!(
            said(redaction.pass(&redactor, delta("it begins sk-ant-api"))),
            "it begins "
        );
        let ended = Event::TurnEnded {
            turn: TurnId("t".to_owned()),
            outcome: TurnOutcome::Completed,
            usage: None,
        };
        let events = redaction.pass(&redactor, ended.clone());
        assert_eq!(events, [delta("sk-ant-api"), ended]);
    }

    #[test]
    fn f102_a_key_that_was_escaped_in_the_line_is_taken_out_of_the_event() {
        let redactor = Redactor::new([KEY]).unwrap();
        let line: String = KEY
            .chars()
            .map(|c| format!("\\u{:04x}", c as u32))
            .collect();
        let text: String = serde_json::from_str(&format!("\"{line}\"")).unwrap();
        let notice = Event::Notice {
            turn: None,
            level: model::NoticeLevel::Info,
            text,
        };
        let events = Redaction::default().pass(&redactor, notice);
        assert!(!format!("{events:?}").contains(KEY));
        assert!(format!("{events:?}").contains("[redacted]"));
    }
}
