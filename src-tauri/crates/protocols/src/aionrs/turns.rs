//! The open turns of one process, and the text that is being written in each.

use super::AFTER_ERROR;
use crate::out::Out;
use model::{ItemBody, ItemId, TurnId};
use std::collections::VecDeque;

/// Turns an agent may hold open; the oldest it began itself is ended beyond it.
pub(super) const OPEN_TURNS: usize = 64;
/// Ids of ended turns that are remembered, to call their late text late.
const ENDED: usize = 64;
/// Texts outside any turn that may be open at once.
const STRAYS: usize = 64;

/// One open turn.
#[derive(Debug)]
pub(super) struct OpenTurn {
    /// The wire's name of it; the turn's own name where the host began it.
    pub(super) msg_id: String,
    pub(super) id: TurnId,
    /// True where the agent began it by itself.
    pub(super) by_agent: bool,
    /// The agent has said something of it.
    pub(super) seen: bool,
    /// A stop was sent while it ran.
    pub(super) stopping: bool,
    /// An error that makes it fail, unless the agent goes on.
    pub(super) fault: Option<TurnFault>,
    /// The timer after an error runs for it.
    pub(super) in_grace: bool,
    pub(super) prose: Prose,
}

/// An error seen in a turn.
#[derive(Debug)]
pub(super) struct TurnFault {
    pub(super) message: String,
    /// The agent called it final: the turn fails even if more comes.
    pub(super) is_final: bool,
}

/// What kind of text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Voice {
    Text,
    Thinking,
}

/// The text item that is open in a turn, if any.
#[derive(Debug, Default)]
pub(super) struct Prose(Option<(ItemId, Voice)>);

impl Prose {
    /// Appends to the open item where it is of the same voice, else begins one.
    pub(super) fn write(
        &mut self,
        voice: Voice,
        text: &str,
        turn: Option<&TurnId>,
        new_id: impl FnOnce() -> ItemId,
        out: &mut Out,
    ) {
        if let Some((id, open)) = &self.0
            && *open == voice
        {
            out.words(id, text);
            return;
        }
        self.close(out);
        let id = new_id();
        let text = text.to_owned();
        let body = match voice {
            Voice::Text => ItemBody::Text { text },
            Voice::Thinking => ItemBody::Thinking { text },
        };
        out.start(&id, turn, body);
        self.0 = Some((id, voice));
    }

    /// Completes the open item.
    pub(super) fn close(&mut self, out: &mut Out) {
        if let Some((id, _)) = self.0.take() {
            out.complete(&id);
        }
    }
}

/// All that is open, by the wire's name.
#[derive(Debug, Default)]
pub(super) struct Turns {
    pub(super) open: Vec<OpenTurn>,
    ended: VecDeque<String>,
    /// Texts of no open turn.
    strays: VecDeque<(Option<String>, Prose)>,
    /// Turns the agent began, counted for their names.
    pub(super) begun_by_agent: u32,
}

impl Turns {
    /// The open turn an event belongs to: the one it names, or the only one
    /// where it names none (§3.4's examples do).
    pub(super) fn place(&self, msg_id: Option<&str>) -> Option<usize> {
        match msg_id {
            Some(id) => self.open.iter().position(|turn| turn.msg_id == id),
            None => self.only(),
        }
    }

    /// The open turn where there is exactly one.
    pub(super) fn only(&self) -> Option<usize> {
        (self.open.len() == 1).then_some(0)
    }

    /// Whether this name belongs to a turn that has ended.
    pub(super) fn has_ended(&self, msg_id: &str) -> bool {
        self.ended.iter().any(|ended| ended == msg_id)
    }

    /// The agent goes on in this turn: an error before was none that ends it.
    pub(super) fn goes_on(&mut self, index: usize, out: &mut Out) {
        let Some(turn) = self.open.get_mut(index) else {
            return;
        };
        turn.seen = true;
        if turn.fault.as_ref().is_some_and(|fault| !fault.is_final) {
            turn.fault = None;
        }
        if std::mem::take(&mut turn.in_grace) {
            self.rest(out);
        }
    }

    /// Forgets the timer where no turn needs it any more.
    pub(super) fn rest(&self, out: &mut Out) {
        if !self.open.iter().any(|turn| turn.in_grace) {
            out.disarm(AFTER_ERROR);
        }
    }

    /// Takes a turn out of the open ones.
    pub(super) fn remove(&mut self, index: usize) -> OpenTurn {
        let turn = self.open.remove(index);
        self.ended.push_back(turn.msg_id.clone());
        if self.ended.len() > ENDED {
            self.ended.pop_front();
        }
        turn
    }

    /// The text of no open turn that goes by this name, and whether it is new.
    pub(super) fn stray(&mut self, msg_id: Option<&str>, out: &mut Out) -> (&mut Prose, bool) {
        let known = self
            .strays
            .iter()
            .position(|(id, _)| id.as_deref() == msg_id);
        let index = known.unwrap_or_else(|| {
            if self.strays.len() >= STRAYS
                && let Some((_, mut oldest)) = self.strays.pop_front()
            {
                oldest.close(out);
            }
            self.strays
                .push_back((msg_id.map(str::to_owned), Prose::default()));
            self.strays.len() - 1
        });
        (&mut self.strays[index].1, known.is_none())
    }

    /// Completes the strays of this name.
    pub(super) fn close_stray(&mut self, msg_id: Option<&str>, out: &mut Out) {
        self.strays.retain_mut(|(id, prose)| {
            let hit = id.as_deref() == msg_id;
            if hit {
                prose.close(out);
            }
            !hit
        });
    }

    /// Completes every stray: a turn begins, or the process ended.
    pub(super) fn close_strays(&mut self, out: &mut Out) {
        for (_, mut prose) in std::mem::take(&mut self.strays) {
            prose.close(out);
        }
    }
}
