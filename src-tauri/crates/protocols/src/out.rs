//! Where an adapter puts its effects: a list with the words it uses most.

use crate::{Effect, Timer, lines};
use model::{AgentFault, Event, Item, ItemBody, ItemChange, ItemId, NoticeLevel, TurnId};

/// The effects of one line or command, in their order.
#[derive(Debug, Default)]
pub(crate) struct Out(pub(crate) Vec<Effect>);

impl Out {
    pub(crate) fn event(&mut self, event: Event) {
        self.0.push(Effect::Event(event));
    }

    /// The next words of a text.
    pub(crate) fn words(&mut self, id: &ItemId, text: &str) {
        if let Some(Effect::Event(Event::ItemDelta {
            id: last,
            text: words,
        })) = self.0.last_mut()
            && last == id
        {
            words.push_str(text);
            return;
        }
        self.event(Event::ItemDelta {
            id: id.clone(),
            text: text.to_owned(),
        });
    }

    /// These bytes are no line of the protocol, and why.
    pub(crate) fn malformed(&mut self, reason: String, bytes: &[u8]) {
        let line = lines::shown(bytes);
        self.event(Event::Malformed { reason, line });
    }

    /// A line for the agent: `json` and a line end. U+2028 and U+2029, which some
    /// readers take for line ends (C31), can only stand in strings and are escaped.
    pub(crate) fn send(&mut self, json: &serde_json::Value) {
        let mut line = format!("{json}\n");
        for (separator, escaped) in [('\u{2028}', "\\u2028"), ('\u{2029}', "\\u2029")] {
            if line.contains(separator) {
                line = line.replace(separator, escaped);
            }
        }
        self.0.push(Effect::Send(line.into_bytes()));
    }

    pub(crate) fn arm(&mut self, timer: Timer, after_ms: u64) {
        self.0.push(Effect::Arm { timer, after_ms });
    }

    pub(crate) fn disarm(&mut self, timer: Timer) {
        self.0.push(Effect::Disarm { timer });
    }

    pub(crate) fn notice(
        &mut self,
        turn: Option<&TurnId>,
        level: NoticeLevel,
        text: impl Into<String>,
    ) {
        self.event(Event::Notice {
            turn: turn.cloned(),
            level,
            text: text.into(),
        });
    }

    pub(crate) fn quiet(&mut self, turn: Option<&TurnId>, text: impl Into<String>) {
        self.notice(turn, NoticeLevel::Quiet, text);
    }

    pub(crate) fn warning(&mut self, turn: Option<&TurnId>, text: impl Into<String>) {
        self.notice(turn, NoticeLevel::Warning, text);
    }

    pub(crate) fn fault(&mut self, turn: Option<&TurnId>, fault: AgentFault) {
        self.event(Event::Fault {
            turn: turn.cloned(),
            fault,
        });
    }

    /// An item begins. The host puts its time.
    pub(crate) fn start(&mut self, id: &ItemId, turn: Option<&TurnId>, body: ItemBody) {
        self.event(Event::ItemStarted {
            item: Item {
                id: id.clone(),
                turn: turn.cloned(),
                started_at: 0,
                completed_at: None,
                body,
            },
        });
    }

    pub(crate) fn update(&mut self, id: &ItemId, change: ItemChange) {
        self.event(Event::ItemUpdated {
            id: id.clone(),
            change,
        });
    }

    pub(crate) fn complete(&mut self, id: &ItemId) {
        self.event(Event::ItemCompleted { id: id.clone() });
    }
}
