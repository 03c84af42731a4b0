//! Turns and the text in them: `stream_start`, `text_delta`, `thinking`, `info`.

use super::{Aionrs, new_item};
use crate::aionrs::turns::{OPEN_TURNS, OpenTurn, Prose, Voice};
use crate::aionrs::wire::{self, Streak};
use crate::out::Out;
use model::{Event, NoticeLevel, Turn, TurnId, TurnOrigin, TurnOutcome};

impl Aionrs {
    pub(super) fn on_stream_start(&mut self, msg_id: Option<&str>, out: &mut Out) {
        if let Some(index) = self.turns.place(msg_id) {
            self.turns.goes_on(index, out);
            out.event(Event::Alive);
            return;
        }
        self.turns.close_strays(out);
        let eldest = self.turns.open.iter().position(|turn| turn.by_agent);
        if self.turns.open.len() >= OPEN_TURNS
            && let Some(eldest) = eldest
        {
            self.end_turn(eldest, TurnOutcome::Unfinished, None, out);
        }
        self.turns.begun_by_agent += 1;
        let id = TurnId(format!(
            "e{}/turn-{}",
            self.epoch.0, self.turns.begun_by_agent
        ));
        self.turns.open.push(OpenTurn {
            msg_id: msg_id.unwrap_or_default().to_owned(),
            id: id.clone(),
            by_agent: true,
            seen: true,
            stopping: false,
            fault: None,
            in_grace: false,
            prose: Prose::default(),
        });
        // The time is the host's to put.
        out.event(Event::TurnStarted {
            turn: Turn {
                id,
                origin: TurnOrigin::Agent,
                started_at: 0,
            },
        });
    }

    /// A plain line that is nothing but words, as most are. False where it is another.
    pub(super) fn on_words(&mut self, line: &str, out: &mut Out) -> bool {
        if let Some(streak) = self.streak.take() {
            if let Some(text) = streak.text(line) {
                self.on_prose(streak.voice, streak.msg_id.as_deref(), text, out);
                self.streak = Some(streak);
                return true;
            }
            self.streak = Some(streak);
        }
        let Some(words) = wire::words(line) else {
            return false;
        };
        self.on_prose(words.voice, words.msg_id, words.text, out);
        self.streak = Streak::of(&words);
        true
    }

    pub(super) fn on_prose(
        &mut self,
        voice: Voice,
        msg_id: Option<&str>,
        text: &str,
        out: &mut Out,
    ) {
        let place = self.turns.place(msg_id);
        if let Some(index) = place {
            self.turns.goes_on(index, out);
        }
        if text.is_empty() {
            return;
        }
        let epoch = self.epoch;
        let items = &mut self.items;
        let what = match voice {
            Voice::Text => "text",
            Voice::Thinking => "thinking",
        };
        let new_id = || new_item(epoch, items, what);
        if let Some(turn) = place.and_then(|index| self.turns.open.get_mut(index)) {
            turn.prose.write(voice, text, Some(&turn.id), new_id, out);
            return;
        }
        // F030: never merged into what another turn says.
        let late = msg_id.is_some_and(|id| self.turns.has_ended(id));
        let (prose, first) = self.turns.stray(msg_id, out);
        if first {
            let of = msg_id.map_or("that names no turn".to_owned(), |id| {
                if late {
                    format!("of the turn “{id}”, which has ended")
                } else {
                    format!("of “{id}”, which is no turn known here")
                }
            });
            out.quiet(None, format!("Late text {of}."));
        }
        prose.write(voice, text, None, new_id, out);
    }

    /// §1.11. The second generation repeats each tool call as text, with an empty
    /// `msg_id`: folded away.
    pub(super) fn on_info(&mut self, msg_id: Option<&str>, message: &str, out: &mut Out) {
        let place = msg_id.and_then(|id| self.turns.place(Some(id)));
        if let Some(index) = place {
            self.turns.goes_on(index, out);
        }
        let turn = place
            .or_else(|| self.turns.only())
            .map(|index| &self.turns.open[index].id);
        let repeats = self.calls.last_name.as_deref().is_some_and(|name| {
            let start = message.trim_start_matches(|c: char| !c.is_alphanumeric());
            start
                .strip_prefix(name)
                .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        });
        let level = if msg_id.is_none() || repeats {
            NoticeLevel::Quiet
        } else {
            NoticeLevel::Info
        };
        out.notice(turn, level, message);
    }
}
