//! What the agent says to the user: pieces as they come, and the reply.

use crate::out::Out;
use model::{Epoch, ItemBody, ItemId, TurnId};

/// Bytes of shown text that are remembered, to know a reply that repeats it.
const REMEMBERED: usize = 1024 * 1024;

/// A reply of bounded length (F024): what is beyond it is read and dropped.
#[derive(Debug)]
pub(super) struct Reply {
    text: String,
    chars: usize,
    most: usize,
    begun: bool,
    cut: bool,
}

impl Reply {
    pub(super) fn new(most: usize) -> Self {
        Self {
            text: String::new(),
            chars: 0,
            most,
            begun: false,
            cut: false,
        }
    }

    /// Takes the next line.
    pub(super) fn line(&mut self, line: &str) {
        if std::mem::replace(&mut self.begun, true) {
            self.push("\n");
        }
        self.push(line);
    }

    /// Takes more text, up to the limit, and never half a character.
    pub(super) fn push(&mut self, text: &str) {
        if self.cut {
            return;
        }
        let room = self.most - self.chars;
        match text.char_indices().nth(room) {
            Some((end, _)) => {
                self.text.push_str(&text[..end]);
                self.chars = self.most;
                self.cut = true;
            }
            None => {
                self.text.push_str(text);
                self.chars += text.chars().count();
            }
        }
    }

    /// Something is missing at the end, for another reason than the limit.
    pub(super) fn cut_short(&mut self) {
        self.cut = true;
    }

    /// The whole, with `suffix` where something is missing. Empty where there
    /// is nothing to see.
    pub(super) fn finish(self, suffix: &str) -> String {
        let mut text = self.text;
        if self.cut {
            text.push_str(suffix);
        }
        if text.trim().is_empty() {
            text.clear();
        }
        text
    }
}

/// What kind of text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Voice {
    Text,
    Thinking,
}

/// The texts of one turn, as items.
#[derive(Debug)]
pub(super) struct Speech {
    epoch: Epoch,
    items: u32,
    open: Option<(ItemId, Voice)>,
    /// What pieces showed as text, without white space.
    shown: String,
    /// More was shown than is remembered.
    overflowed: bool,
    /// Anything at all was shown.
    pub(super) anything: bool,
}

impl Speech {
    pub(super) fn new(epoch: Epoch) -> Self {
        Self {
            epoch,
            items: 0,
            open: None,
            shown: String::new(),
            overflowed: false,
            anything: false,
        }
    }

    /// The name of the next item.
    pub(super) fn new_item(&mut self, what: &str) -> ItemId {
        self.items += 1;
        self.epoch.item(&format!("{what}-{}", self.items))
    }

    /// A piece, shown at once.
    pub(super) fn piece(&mut self, voice: Voice, text: &str, turn: Option<&TurnId>, out: &mut Out) {
        if text.is_empty() {
            return;
        }
        if voice == Voice::Text {
            self.remember(text);
        }
        if let Some((id, open)) = &self.open
            && *open == voice
        {
            out.words(id, text);
            return;
        }
        self.begin(voice, text.to_owned(), turn, out);
    }

    /// The reply, unless the pieces said it already. `within`: a part of what
    /// they said is a repetition too.
    pub(super) fn reply(
        &mut self,
        text: String,
        within: bool,
        turn: Option<&TurnId>,
        out: &mut Out,
    ) {
        let plain = without_space(&text);
        let repeats = if within {
            self.overflowed || self.shown.contains(&plain)
        } else {
            !self.overflowed && self.shown == plain
        };
        self.close(out);
        if !plain.is_empty() && !repeats {
            self.begin(Voice::Text, text, turn, out);
            self.close(out);
        }
    }

    /// Completes the open text.
    pub(super) fn close(&mut self, out: &mut Out) {
        if let Some((id, _)) = self.open.take() {
            out.complete(&id);
        }
    }

    fn begin(&mut self, voice: Voice, text: String, turn: Option<&TurnId>, out: &mut Out) {
        self.close(out);
        self.anything = true;
        let (what, body) = match voice {
            Voice::Text => ("text", ItemBody::Text { text }),
            Voice::Thinking => ("thinking", ItemBody::Thinking { text }),
        };
        let id = self.new_item(what);
        out.start(&id, turn, body);
        self.open = Some((id, voice));
    }

    fn remember(&mut self, text: &str) {
        if self.overflowed {
            return;
        }
        self.shown.push_str(&without_space(text));
        if self.shown.len() > REMEMBERED {
            self.overflowed = true;
            self.shown = String::new();
        }
    }
}

fn without_space(text: &str) -> String {
    text.split_whitespace().collect()
}
