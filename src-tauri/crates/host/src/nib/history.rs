//! What was run in a project, read from its conversations.

use crate::conversation::TAIL;
use crate::host::Host;
use model::view::{OperationRun, TaskState};
use model::{
    Activity, AgentProfile, ConversationId, ConversationMeta, Item, ItemBody, ProfileId,
    ProfileOrigin, TurnOutcome,
};
use protocols::nib::language;
use std::collections::BTreeMap;

/// Conversations of a project that are looked into.
const CONVERSATIONS: usize = 20;
/// Operations shown.
const RUNS: usize = 200;

impl Host {
    /// Operations run in a folder, the latest first.
    pub(super) fn operations_run(&self, folder: &str) -> Vec<OperationRun> {
        let mut runs = Vec::new();
        for meta in self.operating_conversations(folder) {
            let Ok(conversation) = self.open_conversation(&meta.id) else {
                continue;
            };
            let state = conversation.state();
            let waiting = state.activity() == Activity::Waiting;
            let held = state.transcript.items();
            let more = TAIL.saturating_sub(u32::try_from(held.len()).unwrap_or(TAIL));
            let first = state.transcript.first_place();
            // Large results are let go before there are many.
            let older = match more.min(first) {
                0 => Vec::new(),
                more => self
                    .archive()
                    .items_before(&meta.id, first, more)
                    .unwrap_or_default(),
            };
            let mut items: Vec<Item> = older.into_iter().map(|placed| placed.item).collect();
            items.extend_from_slice(held);
            runs.extend(of(&meta.id, &items, waiting));
        }
        model::order::sort_by_key(&mut runs, |run| std::cmp::Reverse(run.at));
        runs.truncate(RUNS);
        runs
    }

    /// The conversation that goes on for this project and profile: the latest.
    pub(super) fn project_conversation(
        &self,
        folder: &str,
        profile: &ProfileId,
    ) -> Option<ConversationId> {
        self.operating_conversations(folder)
            .into_iter()
            .find(|meta| meta.profile == *profile && !meta.archived)
            .map(|meta| meta.id)
    }

    fn operating_conversations(&self, folder: &str) -> Vec<ConversationMeta> {
        let mut found: Vec<ConversationMeta> = self
            .list()
            .in_folder(folder)
            .iter()
            .filter_map(|id| self.archive().conversation(id).ok().flatten())
            .filter(operates)
            .collect();
        model::order::sort_by_key(&mut found, |meta| std::cmp::Reverse(meta.updated_at));
        found.truncate(CONVERSATIONS);
        found
    }
}

/// Whether its agent takes operations, whatever became of its profile.
fn operates(meta: &ConversationMeta) -> bool {
    crate::conversation::promised(&AgentProfile {
        id: meta.profile.clone(),
        name: meta.profile_name.clone(),
        protocol: meta.protocol.clone(),
        command: String::new(),
        args: Vec::new(),
        env: BTreeMap::new(),
        settings: serde_json::Map::new(),
        origin: ProfileOrigin::User,
    })
    .operations
}

fn of(conversation: &ConversationId, items: &[Item], waiting: bool) -> Vec<OperationRun> {
    let mut runs: Vec<OperationRun> = Vec::new();
    for item in items {
        match &item.body {
            ItemBody::User { text, form, .. } => {
                let form = if form.is_empty() {
                    language::read(text).unwrap_or_default()
                } else {
                    form.clone()
                };
                runs.push(OperationRun {
                    conversation: conversation.clone(),
                    item: item.id.clone(),
                    form,
                    at: item.started_at,
                    state: if waiting {
                        TaskState::Waiting
                    } else {
                        TaskState::Running
                    },
                    duration_ms: None,
                    gave: String::new(),
                });
            }
            ItemBody::Result(result) => {
                if let Some(run) = runs.last_mut() {
                    run.gave = first_line(&result.text);
                }
            }
            ItemBody::Error(fault) => {
                if let Some(run) = runs.last_mut() {
                    run.gave = first_line(&fault.message);
                }
            }
            ItemBody::TurnEnd {
                outcome,
                duration_ms,
                ..
            } => {
                if let Some(run) = runs.last_mut() {
                    run.duration_ms = Some(*duration_ms);
                    run.state = match outcome {
                        TurnOutcome::Completed => TaskState::Done,
                        TurnOutcome::Stopped | TurnOutcome::Interrupted => TaskState::Stopped,
                        _ => TaskState::Failed,
                    };
                }
            }
            _ => {}
        }
    }
    runs
}

/// The first line with words in it, without the marks of Markdown.
fn first_line(text: &str) -> String {
    text.lines()
        .map(|line| {
            let words = line.trim().trim_start_matches(['#', '>', '-', '*', ' ']);
            let words = words.replace("**", "").replace('`', "");
            words.trim_end_matches('*').to_owned()
        })
        .find(|line| line.chars().any(char::is_alphanumeric))
        .map(|line| line.trim().chars().take(200).collect())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::first_line;

    #[test]
    fn a_line_of_the_history_is_words_without_marks() {
        for (text, line) in [
            ("\n**3 findings**\n\n1. a", "3 findings"),
            ("## What `it` says", "What it says"),
            ("---\n- *first*", "first"),
            ("2 * 3 is 6", "2 * 3 is 6"),
            ("", ""),
        ] {
            assert_eq!(first_line(text), line, "{text:?}");
        }
    }
}
