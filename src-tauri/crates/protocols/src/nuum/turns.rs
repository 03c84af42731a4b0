//! The turn that runs, the messages behind it, and what a stopped turn still owes.

use model::TurnId;
use std::collections::VecDeque;

/// Names of ended turns that are remembered, so that none begins again.
const ENDED: usize = 256;
/// What was said in a turn is remembered up to so many bytes, to know it again in the result.
const SAID: usize = 1024 * 1024;

/// The open turn. An agent of this protocol runs one at a time.
#[derive(Debug, Default)]
pub(super) struct OpenTurn {
    pub(super) id: TurnId,
    /// The user's message that began it; empty in a turn of the agent's own.
    pub(super) message: String,
    /// It has no message of the user's that the agent might still put into its
    /// queue: it is the agent's own, or the agent said that it accepts it.
    pub(super) accepted: bool,
    /// The agent works on it: it said so, or said something of it.
    pub(super) taken_up: bool,
    /// The agent put its message behind a turn of its own, which has to end first.
    pub(super) behind: bool,
    /// A stop was sent.
    pub(super) stopping: bool,
    /// The agent said that it is interrupted, and so many steps were taken since.
    pub(super) interrupted: Option<usize>,
    /// An error the agent reported in it.
    pub(super) fault: Option<String>,
    /// Something of it was heard since the last heartbeat.
    pub(super) heard: bool,
    /// What the agent said in it.
    pub(super) said: Said,
}

/// A message that was sent while a turn ran.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) id: TurnId,
    pub(super) text: String,
}

/// The words of a turn, without white space: for comparison only.
#[derive(Debug, Default)]
pub(super) struct Said(String);

impl Said {
    pub(super) fn add(&mut self, text: &str) {
        self.0.extend(text.split_whitespace());
        if self.0.len() > SAID {
            let mut cut = self.0.len() - SAID;
            while !self.0.is_char_boundary(cut) {
                cut += 1;
            }
            self.0.drain(..cut);
        }
    }

    /// Whether this was said, however it was cut into messages.
    pub(super) fn contains(&self, text: &str) -> bool {
        let mut words = Self::default();
        words.add(text);
        self.0.contains(&words.0)
    }
}

/// All that is open or still to come.
#[derive(Debug, Default)]
pub(super) struct Turns {
    pub(super) open: Option<OpenTurn>,
    /// Messages the agent has and no turn has taken up, oldest first.
    pub(super) waiting: VecDeque<Waiting>,
    /// A turn was ended while the agent may still have been at it.
    pub(super) owed: bool,
    /// The agent is to be asked soon whether the open turn runs.
    pub(super) to_check: bool,
    /// Late words were announced as such.
    pub(super) late_told: bool,
    /// What was said late.
    pub(super) late_said: Said,
    ended: VecDeque<TurnId>,
    /// Turns named here, for their names.
    pub(super) named: u32,
}

impl Turns {
    /// The open turn's name.
    pub(super) fn id(&self) -> Option<&TurnId> {
        self.open.as_ref().map(|turn| &turn.id)
    }

    /// Whether what the agent says now belongs to a turn that was ended here.
    pub(super) fn is_late(&self) -> bool {
        self.owed && self.open.as_ref().is_none_or(|turn| !turn.taken_up)
    }

    /// Whether this name was used before.
    pub(super) fn is_used(&self, id: &TurnId) -> bool {
        self.id() == Some(id) || self.has_ended(id)
    }

    /// Whether a turn of this name has ended.
    pub(super) fn has_ended(&self, id: &TurnId) -> bool {
        self.ended.contains(id)
    }

    /// Takes the open turn out.
    pub(super) fn close(&mut self) -> Option<OpenTurn> {
        let turn = self.open.take()?;
        self.ended.push_back(turn.id.clone());
        if self.ended.len() > ENDED {
            self.ended.pop_front();
        }
        Some(turn)
    }
}

#[cfg(test)]
mod tests {
    use super::Said;

    #[test]
    fn what_was_said_is_known_however_it_was_cut() {
        let mut said = Said::default();
        said.add("The file\n\n");
        said.add("contains: Hello");
        for same in ["The file contains: Hello", "contains:\nHello", "", "  "] {
            assert!(said.contains(same), "{same}");
        }
        assert!(!said.contains("Done!"));
    }

    #[test]
    fn only_so_much_is_remembered() {
        let mut said = Said::default();
        said.add("first");
        for _ in 0..3 {
            said.add(&"é".repeat(400_000));
        }
        said.add("last");
        assert!(said.0.len() <= super::SAID);
        assert!(said.contains("last") && !said.contains("first"));
    }
}
