//! Turns: from a message to an explicit ending, and the queue between them.

use super::driver::Driver;
use super::effects::Delivered;
use super::state::{Queued, RunningTurn};
use crate::clock::now_ms;
use archive::Durability;
use model::{
    AgentFault, Attachment, Command, Delivery, Event, Item, ItemBody, ItemId, StdinPlan, Turn,
    TurnId, TurnOrigin, TurnOutcome, Usage, UserMessage,
};
use protocols::Effect;

impl Driver {
    /// Begins a turn with a message of the user: on disk first, then to the agent.
    pub(super) async fn begin(&mut self, message: Queued) {
        // Before the turn is there: its end would be taken for the turn's.
        if self
            .agent
            .as_ref()
            .is_some_and(|agent| agent.is_ending() || agent.is_for_one_turn())
        {
            self.end_process().await;
        }
        let item = message_item(&message.id);
        {
            let mut state = self.shared.lock();
            let now = now_ms();
            state.record(Event::TurnStarted {
                turn: Turn {
                    id: message.id.clone(),
                    origin: TurnOrigin::User,
                    started_at: now,
                },
            });
            state.record(Event::ItemStarted {
                item: Item {
                    id: item.clone(),
                    turn: Some(message.id.clone()),
                    started_at: now,
                    completed_at: Some(now),
                    body: ItemBody::User {
                        text: message.text.clone(),
                        attachments: message.attachments.clone(),
                        form: message.form.clone(),
                        delivery: Delivery::Waiting,
                    },
                },
            });
            state.told_usage = None;
            state.turn = Some(RunningTurn {
                id: message.id.clone(),
                started_at: now,
                message: Some(item),
                stopping: false,
                stop_overdue: false,
            });
            state.meta.updated_at = now;
            let asked = self
                .context
                .in_words(&state.meta.protocol, &message.form, &message.text);
            let said = asked.as_deref().unwrap_or(&message.text);
            state.meta.preview = one_line(said, 120);
            if state.meta.title.is_empty() && !state.meta.titled_by_user {
                state.meta.title = title(said, &message.attachments);
            }
        }
        self.show();
        self.write(Durability::Now).await;
        let message = UserMessage {
            turn: message.id,
            text: message.text,
            attachments: message.attachments,
            form: message.form,
        };
        self.start_for(message).await;
    }

    pub(super) fn start_failed(&mut self, turn: &TurnId, fault: AgentFault) {
        let outcome = TurnOutcome::Failed {
            message: fault.message.clone(),
        };
        {
            let mut state = self.shared.lock();
            state.mark(message_item(turn), Delivery::Undelivered);
            state.record(Event::Fault {
                turn: Some(turn.clone()),
                fault,
            });
            state.agent_ended = self.agent.is_none();
        }
        self.turn_ended(turn.clone(), outcome, None);
    }

    /// Gives a message to the ready agent.
    pub(super) fn hand_over(&mut self, message: UserMessage) {
        let turn = message.turn.clone();
        let Some(agent) = &mut self.agent else { return };
        agent.start_clock();
        let stdin = agent.plan.stdin;
        match agent.adapter.encode(&Command::Message(message)) {
            Ok(effects) => {
                let writes = effects
                    .iter()
                    .any(|effect| matches!(effect, Effect::Send(_)));
                for effect in effects {
                    match effect {
                        Effect::Send(bytes) => self.write_line(bytes, Some(message_item(&turn))),
                        other => self.effects.push_back(other),
                    }
                }
                if !writes {
                    // It went with the start itself: in an argument, a variable or a file.
                    self.delivered(Delivered {
                        item: message_item(&turn),
                        delivery: Delivery::Sent,
                    });
                }
                if stdin == StdinPlan::Document
                    && let Some(agent) = &self.agent
                {
                    agent.process.close_stdin();
                }
                self.carry_out(Vec::new());
            }
            Err(refusal) => {
                let fault = AgentFault {
                    code: "agent.refused".to_owned(),
                    message: refusal.reason,
                    retryable: Some(false),
                    detail: None,
                };
                self.start_failed(&turn, fault);
            }
        }
    }

    /// A turn has ended: said once, whatever says it again.
    pub(super) fn turn_ended(&mut self, id: TurnId, outcome: TurnOutcome, usage: Option<Usage>) {
        let prices = self.prices();
        let mut state = self.shared.lock();
        match &state.turn {
            Some(turn) if turn.id == id => {}
            // A turn of the agent's own, beside the user's.
            _ if state.transcript.is_open(&id) => {
                let usage = state.metered(usage, &prices);
                state.record(Event::TurnEnded {
                    turn: id.clone(),
                    outcome,
                    usage,
                });
                state.spend(&id, usage);
                return;
            }
            _ => {
                tracing::debug!(turn = %id, "the end of a turn that does not run");
                return;
            }
        }
        let task = crate::tasks::running(&state);
        state.turn = None;
        let told = state.told_usage.take();
        let usage = state.metered(usage.or(told), &prices);
        let now = now_ms();
        state.meta.updated_at = now;
        if let Some(preview) = last_words(&state.transcript) {
            state.meta.preview = preview;
        }
        state.hold_after(&outcome);
        state.ended_with(outcome.clone());
        if let Some(task) = task {
            self.context
                .board
                .turn_ended(&state.meta.id, task, outcome.clone(), now);
        }
        state.record(Event::TurnEnded {
            turn: id.clone(),
            outcome,
            usage,
        });
        state.spend(&id, usage);
        let meta = state.meta.clone();
        drop(state);
        if let Some(agent) = &mut self.agent {
            agent.limit_at = None;
            if !agent.is_ending() {
                agent.ladder = None;
            } else if let Some(ladder) = &mut agent.ladder {
                ladder.turn_is_over();
            }
        }
        drop(self.submit(Durability::Now));
        drop(self.context.archive.put_conversation(meta));
        self.queue_due = true;
    }
}

/// The item of the message that begins a turn.
pub(super) fn message_item(turn: &TurnId) -> ItemId {
    ItemId(format!("u/{turn}"))
}

pub(super) fn new_turn_id() -> TurnId {
    TurnId(uuid::Uuid::now_v7().simple().to_string())
}

/// The first line of a text, cut at so many characters.
pub(super) fn one_line(text: &str, most: usize) -> String {
    // Before it is cut: half a key is not found.
    let text = secrets::known().text(text);
    let line = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .unwrap_or("");
    if line.chars().count() <= most {
        return line.to_owned();
    }
    let mut cut: String = line.chars().take(most - 1).collect();
    cut.truncate(cut.trim_end().len());
    cut.push('…');
    cut
}

/// An automatic title: the first line of the first message without Markdown's
/// marks, cut between two words; a file's name where nothing was written.
fn title(text: &str, attachments: &[Attachment]) -> String {
    let line = one_line(text, usize::MAX);
    let plain = line
        .trim_start_matches(['#', '>', '-', '*', '`', ' '])
        .trim();
    if plain.is_empty() {
        return attachments
            .first()
            .map(|file| one_line(&file.name, TITLE))
            .unwrap_or(line);
    }
    if plain.chars().count() <= TITLE {
        return plain.to_owned();
    }
    let cut = one_line(plain, TITLE);
    let whole = cut.trim_end_matches('…');
    // The cut fell into a word: it ends before it, where that leaves enough.
    let in_word = plain[whole.len()..].starts_with(|next: char| !next.is_whitespace());
    match whole.rfind(char::is_whitespace) {
        Some(space) if in_word && whole[..space].chars().count() >= TITLE / 2 => {
            let kept = whole[..space].trim_end_matches(|c: char| c.is_whitespace() || c == ',');
            format!("{kept}…")
        }
        _ => cut,
    }
}

/// Characters of an automatic title at most.
const TITLE: usize = 60;

/// The last thing the agent said, as one line without Markdown's marks.
fn last_words(transcript: &model::Transcript) -> Option<String> {
    transcript
        .items()
        .iter()
        .rev()
        .take_while(|item| !matches!(item.body, ItemBody::User { .. }))
        .find_map(|item| match &item.body {
            ItemBody::Text { text } if !text.trim().is_empty() => {
                let plain: String = text
                    .lines()
                    .map(str::trim)
                    .find(|line| !line.is_empty() && !line.starts_with("```"))?
                    .trim_start_matches(['#', '>', '-', '*', ' '])
                    .replace(['*', '`'], "");
                Some(one_line(&plain, 120))
            }
            ItemBody::Error(fault) => Some(one_line(&fault.message, 120)),
            _ => None,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_ends_between_two_words() {
        let cases = [
            ("hello there", "hello there"),
            ("# Fix `main`\nplease", "Fix `main`"),
            ("---", "---"),
            (
                "Please have a look at the tests of the archive and tell me why they fail",
                "Please have a look at the tests of the archive and tell me…",
            ),
            (
                "Please have a look at the tests of the archive, and, tell me xyzxyz",
                "Please have a look at the tests of the archive, and, tell…",
            ),
        ];
        for (text, wanted) in cases {
            assert_eq!(title(text, &[]), wanted);
        }
        let long = "x".repeat(100);
        assert_eq!(title(&long, &[]).chars().count(), TITLE);
        let file = Attachment {
            path: "/a/plan.md".to_owned(),
            name: "plan.md".to_owned(),
        };
        assert_eq!(title("  ", &[file]), "plan.md");
    }

    #[test]
    fn a_line_is_cut_at_so_many_characters() {
        assert_eq!(one_line("\n  Hello there  \nmore", 60), "Hello there");
        assert_eq!(one_line("aaaa bbbb cccc", 10), "aaaa bbbb…");
        assert_eq!(one_line("", 10), "");
        assert_eq!(one_line("äöüäöü", 4), "äöü…");
    }
}
