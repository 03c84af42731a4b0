//! The traffic of a conversation, to be looked at: pages, one line with what
//! became of it, and the whole as a script that replays the agent's side.

mod script;

use crate::Host;
use crate::problem::{problem, unreadable};
use archive::{Archive, TrafficRow};
use model::view::{Block, Problem, TrafficDetail, TrafficEntry, TrafficPage, TrafficQuery};
use model::{ConversationId, Direction, Epoch, LaunchRequest};
use protocols::Effect;
use protocols::recording::Player;

/// Lines a page holds at most.
const PAGE: u32 = 500;
/// Lines looked through at once while one that fits is searched.
const STRIDE: u32 = 1_000;
/// Characters of a line in a page.
const HEAD: usize = 2_000;
/// Bytes of a line shown whole.
const WHOLE: usize = 1 << 20;
/// Lines of a process played again to show what became of one: more take a while.
const REPLAYED: u32 = 200_000;

impl Host {
    /// Lines of a conversation's traffic.
    ///
    /// # Errors
    /// `io`: the archive can't be read.
    pub fn traffic(
        &self,
        conversation: &ConversationId,
        query: &TrafficQuery,
    ) -> Result<TrafficPage, Problem> {
        let limit = match query.limit {
            0 => PAGE,
            some => some.min(PAGE),
        } as usize;
        let wanted = Wanted::of(query);
        match query.after {
            Some(after) => newer(self.archive(), conversation, after, limit, &wanted),
            None => older(self.archive(), conversation, query.before, limit, &wanted),
        }
    }

    /// One line of traffic, and the events it became.
    ///
    /// # Errors
    /// `unknown`: no such line, it may have been dropped for newer ones. `io`: the
    /// archive can't be read.
    pub fn traffic_line(
        &self,
        conversation: &ConversationId,
        row: i64,
    ) -> Result<TrafficDetail, Problem> {
        let found = self
            .archive()
            .traffic_after(conversation, row - 1, 1)
            .map_err(|error| unreadable(&error))?;
        let Some(found) = found.into_iter().find(|line| line.row == row) else {
            return Err(problem(
                "unknown",
                "This line is not kept any more: newer ones have taken its place.",
            ));
        };
        let text = String::from_utf8_lossy(&found.line.bytes);
        let mut raw = text.clone().into_owned();
        raw.truncate(raw.floor_char_boundary(WHOLE));
        let pretty = if text.starts_with(['{', '[']) {
            vec![render::json(&text)]
        } else {
            Vec::new()
        };
        Ok(TrafficDetail {
            lossy: text.contains('\u{fffd}'),
            pretty,
            events: self.events_of(conversation, &found)?,
            raw,
        })
    }

    /// What a line became: the process is played again up to it.
    fn events_of(
        &self,
        conversation: &ConversationId,
        wanted: &TrafficRow,
    ) -> Result<Vec<Block>, Problem> {
        if !matches!(
            wanted.line.direction,
            Direction::FromAgent | Direction::Host
        ) {
            return Ok(Vec::new());
        }
        let Some(mut player) = self.player(conversation, wanted.line.epoch)? else {
            return Ok(Vec::new());
        };
        let mut shown = Vec::new();
        self.each_line(conversation, wanted.line.epoch, |row| {
            let effects = match row.line.direction {
                Direction::FromAgent => player.heard(&row.line.bytes),
                // A refusal then is a refusal now; there is nothing to show of it.
                Direction::Host => player
                    .did(&String::from_utf8_lossy(&row.line.bytes))
                    .unwrap_or_default(),
                Direction::ToAgent | Direction::Stderr => Vec::new(),
            };
            if row.row == wanted.row {
                shown = events(&effects);
            }
            row.row < wanted.row
        })?;
        Ok(shown)
    }

    /// A fresh adapter as the process had one.
    fn player(
        &self,
        conversation: &ConversationId,
        epoch: Epoch,
    ) -> Result<Option<Player>, Problem> {
        let (profile, meta) = {
            let open = self.open_conversation(conversation)?;
            let state = open.state();
            (state.profile.clone(), state.meta.clone())
        };
        let Some(protocol) = protocols::find(&profile.protocol.0) else {
            return Ok(None);
        };
        let request = LaunchRequest::new(&profile, &meta.id, &meta.workspace);
        Ok(Some(Player::new((protocol.connect)(epoch, &request))))
    }

    /// Calls with each line of one process, in order, until it says no.
    fn each_line(
        &self,
        conversation: &ConversationId,
        epoch: Epoch,
        mut look: impl FnMut(&TrafficRow) -> bool,
    ) -> Result<(), Problem> {
        let mut after = 0;
        let mut seen = 0;
        loop {
            let rows = self
                .archive()
                .traffic_after(conversation, after, STRIDE)
                .map_err(|error| unreadable(&error))?;
            let Some(last) = rows.last() else {
                return Ok(());
            };
            after = last.row;
            for row in rows.iter().filter(|row| row.line.epoch == epoch) {
                seen += 1;
                if !look(row) || seen > REPLAYED {
                    return Ok(());
                }
            }
        }
    }
}

/// Which lines are wanted.
struct Wanted<'a> {
    directions: &'a [Direction],
    text: String,
    doubtful: bool,
}

impl<'a> Wanted<'a> {
    fn of(query: &'a TrafficQuery) -> Self {
        Self {
            directions: &query.directions,
            text: query.text.to_lowercase(),
            doubtful: query.doubtful,
        }
    }

    fn fits(&self, row: &TrafficRow, doubt: Option<&String>) -> bool {
        (self.directions.is_empty() || self.directions.contains(&row.line.direction))
            && (!self.doubtful || doubt.is_some())
            && (self.text.is_empty()
                || String::from_utf8_lossy(&row.line.bytes)
                    .to_lowercase()
                    .contains(&self.text))
    }
}

/// The newest lines that fit, before a row.
fn older(
    archive: &Archive,
    conversation: &ConversationId,
    before: Option<i64>,
    limit: usize,
    wanted: &Wanted<'_>,
) -> Result<TrafficPage, Problem> {
    let mut before = before;
    let mut found: Vec<TrafficEntry> = Vec::new();
    loop {
        let rows = archive
            .traffic(conversation, before, STRIDE)
            .map_err(|error| unreadable(&error))?;
        let at_the_start = rows.len() < STRIDE as usize;
        let doubts = doubts(&rows);
        for (row, doubt) in rows.iter().zip(&doubts).rev() {
            before = Some(row.row);
            if wanted.fits(row, doubt.as_ref()) {
                found.push(entry(row, doubt.clone()));
                if found.len() == limit {
                    found.reverse();
                    return Ok(TrafficPage {
                        lines: found,
                        earlier: before,
                    });
                }
            }
        }
        if at_the_start {
            found.reverse();
            return Ok(TrafficPage {
                lines: found,
                earlier: None,
            });
        }
    }
}

/// The first lines that fit, after a row.
fn newer(
    archive: &Archive,
    conversation: &ConversationId,
    after: i64,
    limit: usize,
    wanted: &Wanted<'_>,
) -> Result<TrafficPage, Problem> {
    let mut after = after;
    let mut lines = Vec::new();
    loop {
        let rows = archive
            .traffic_after(conversation, after, STRIDE)
            .map_err(|error| unreadable(&error))?;
        let doubts = doubts(&rows);
        for (row, doubt) in rows.iter().zip(doubts) {
            after = row.row;
            if wanted.fits(row, doubt.as_ref()) {
                lines.push(entry(row, doubt));
                if lines.len() == limit {
                    break;
                }
            }
        }
        if lines.len() == limit || rows.len() < STRIDE as usize {
            return Ok(TrafficPage {
                lines,
                earlier: None,
            });
        }
    }
}

/// For each line why it was not understood: the host notes that before the line.
fn doubts(rows: &[TrafficRow]) -> Vec<Option<String>> {
    let mut noted: Option<String> = None;
    rows.iter()
        .map(|row| match row.line.direction {
            Direction::Host => {
                let text = String::from_utf8_lossy(&row.line.bytes);
                noted = text
                    .strip_prefix("# ")
                    .filter(|text| {
                        text.starts_with("malformed:") || text.starts_with("unrecognized:")
                    })
                    .map(str::to_owned);
                None
            }
            Direction::FromAgent => noted.take(),
            Direction::ToAgent | Direction::Stderr => None,
        })
        .collect()
}

fn entry(row: &TrafficRow, doubt: Option<String>) -> TrafficEntry {
    let text = String::from_utf8_lossy(&row.line.bytes);
    let head: String = text.chars().take(HEAD).collect();
    TrafficEntry {
        row: row.row,
        at: row.line.at,
        epoch: row.line.epoch.0,
        direction: row.line.direction,
        text: render::visible(&head),
        bytes: row.line.bytes.len() as u64,
        doubt,
    }
}

/// Effects as they are shown: the events, then what was sent and which timers changed.
fn events(effects: &[Effect]) -> Vec<Block> {
    effects
        .iter()
        .map(|effect| {
            let value = match effect {
                Effect::Event(event) => serde_json::to_string(event)
                    .unwrap_or_else(|error| format!("an event that can't be shown: {error}")),
                Effect::Send(bytes) => {
                    serde_json::json!({"sends": String::from_utf8_lossy(bytes).trim_end()})
                        .to_string()
                }
                Effect::Arm { timer, after_ms } => {
                    serde_json::json!({"waits": timer.0, "milliseconds": after_ms}).to_string()
                }
                Effect::Disarm { timer } => {
                    serde_json::json!({"waitsNoMoreFor": timer.0}).to_string()
                }
            };
            render::json(&value)
        })
        .collect()
}
