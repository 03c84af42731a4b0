//! A window without pixels: pulls, applies, and is asked what it shows.

use host::Host;
use model::view::{
    ApprovalCard, Batch, Block, BlockKind, Grown, Header, PullRequest, Row, RowBody,
};
use model::{
    Activity, AllowScope, ApprovalAnswer, ConversationId, ConversationSummary, Decision,
    TurnOutcome,
};
use std::collections::BTreeMap;
use std::time::Duration;

/// How long a test waits for a state. Long: machines are loaded.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// What is waited for may be none of the window's: it is asked again so often without its news.
const LOOK: Duration = Duration::from_millis(250);

/// What stands for a block that is not sent unasked.
fn not_sent() -> Block {
    Block {
        kind: BlockKind::Omitted,
        html: String::new(),
        label: String::new(),
    }
}

pub struct Window {
    pub host: Host,
    pub label: String,
    pub id: ConversationId,
    pub rev: u64,
    pub list_rev: u64,
    pub header: Option<Header>,
    pub rows: BTreeMap<u32, (Row, Vec<Block>)>,
    pub list: BTreeMap<ConversationId, ConversationSummary>,
}

impl Window {
    pub fn new(host: &Host, label: &str, id: &ConversationId) -> Self {
        Self {
            host: host.clone(),
            label: label.to_owned(),
            id: id.clone(),
            rev: 0,
            list_rev: 0,
            header: None,
            rows: BTreeMap::new(),
            list: BTreeMap::new(),
        }
    }

    /// One pull, applied.
    pub async fn pull(&mut self) {
        let batch = self.batch().await;
        self.apply(batch);
    }

    /// One pull.
    pub async fn batch(&self) -> Batch {
        let request = PullRequest {
            conversation: Some(self.id.clone()),
            after: self.rev,
            list: true,
            list_after: self.list_rev,
            topics: std::collections::BTreeMap::default(),
            plain: false,
        };
        let bytes = self.host.pull(&self.label, request).await;
        serde_json::from_slice(&bytes).unwrap()
    }

    /// Takes one batch in.
    pub fn apply(&mut self, batch: Batch) {
        if let Some(patch) = batch.list {
            if patch.reset {
                self.list.clear();
            }
            self.list_rev = patch.rev;
            for summary in patch.changed {
                self.list.insert(summary.id.clone(), summary);
            }
            for id in patch.removed {
                self.list.remove(&id);
            }
        }
        let Some(patch) = batch.conversation else {
            return;
        };
        if patch.reset {
            self.rows.clear();
        }
        assert!(patch.rev > self.rev || patch.reset, "revisions grow");
        self.rev = patch.rev;
        if let Some(header) = patch.header {
            self.header = Some(header);
        }
        for change in patch.rows {
            let (row, blocks) = match (change.row, self.rows.remove(&change.place)) {
                (Some(row), Some((_, blocks))) => (row, blocks),
                (Some(row), None) => (row, Vec::new()),
                (None, Some(known)) => known,
                (None, None) => panic!("row {} was never sent whole", change.place),
            };
            let mut blocks = blocks;
            // What is not sent of a long row is asked for by who reads there.
            let from = change.from.unwrap_or_default() as usize;
            blocks.resize_with(from.max(blocks.len()), not_sent);
            for Grown(index, units, rest) in change.grown {
                if let Some(block) = blocks.get_mut(index as usize) {
                    let kept: Vec<u16> = block.html.encode_utf16().take(units as usize).collect();
                    block.html = String::from_utf16(&kept).unwrap() + &rest;
                }
            }
            for (index, block) in change.blocks {
                let index = index as usize;
                let head = change.head.map_or(usize::MAX, |head| head as usize);
                if index < blocks.len() {
                    blocks[index] = block;
                } else if index == blocks.len() {
                    blocks.push(block);
                } else {
                    assert!(index >= head, "blocks come in order");
                }
            }
            blocks.truncate(change.block_count as usize);
            let least = change.head.unwrap_or(change.block_count) as usize;
            assert!(blocks.len() >= least, "the head is whole");
            self.rows.insert(change.place, (row, blocks));
        }
    }

    /// Pulls until the window shows something.
    pub async fn until<T>(&mut self, what: &str, show: impl Fn(&Self) -> Option<T>) -> T {
        let waited = tokio::time::timeout(PATIENCE, async {
            loop {
                if let Some(found) = show(self) {
                    return found;
                }
                // A pull that is given up has told nothing that the next one does not.
                let _ = tokio::time::timeout(LOOK, self.pull()).await;
            }
        })
        .await;
        match waited {
            Ok(found) => found,
            Err(_) => panic!("never saw {what}; the window shows:\n{}", self.text()),
        }
    }

    /// The pending request, oldest first.
    pub fn card(&self) -> Option<ApprovalCard> {
        let first = self.header.as_ref()?.pending.first()?.clone();
        self.rows.values().find_map(|(row, _)| match &row.body {
            RowBody::Tool {
                approval: Some(card),
                ..
            } if row.id == first => Some((**card).clone()),
            _ => None,
        })
    }

    /// Every card, settled or not, in order.
    pub fn cards(&self) -> Vec<ApprovalCard> {
        let of = |(row, _): &(Row, Vec<Block>)| match &row.body {
            RowBody::Tool {
                approval: Some(card),
                ..
            } => Some((**card).clone()),
            _ => None,
        };
        self.rows.values().filter_map(of).collect()
    }

    /// The cards that wait.
    pub fn pending_cards(&self) -> Vec<ApprovalCard> {
        let mut cards = self.cards();
        cards.retain(|card| card.state == model::ApprovalState::Pending);
        cards
    }

    /// Waits until its agent is in a turn.
    pub async fn running(&mut self) {
        self.until("the turn", |window| {
            let header = window.header.as_ref()?;
            (header.activity == Activity::Running).then_some(())
        })
        .await;
    }

    /// How the n-th turn ended, from 0.
    pub fn outcome(&self, n: usize) -> Option<TurnOutcome> {
        self.rows
            .values()
            .filter_map(|(row, _)| match &row.body {
                RowBody::TurnEnd { outcome, .. } => Some(outcome.clone()),
                _ => None,
            })
            .nth(n)
    }

    pub async fn ended(&mut self, n: usize) -> TurnOutcome {
        self.until(&format!("the end of turn {n}"), |window| window.outcome(n))
            .await
    }

    pub async fn asked(&mut self) -> ApprovalCard {
        self.until("a request", Self::card).await
    }

    pub fn answer(&self, card: &ApprovalCard, decision: Decision) -> ApprovalAnswer {
        ApprovalAnswer {
            conversation: self.id.clone(),
            key: card.key.clone(),
            args_sha256: card.args_sha256.clone(),
            decision,
        }
    }

    /// Looks at a card for long enough, then allows it.
    pub async fn allow(&mut self, card: &ApprovalCard) {
        self.host
            .approval_shown(&self.label, &self.id, &card.key, &card.args_sha256)
            .unwrap();
        tokio::time::sleep(Duration::from_millis(720)).await;
        let answer = self.answer(card, allow());
        self.host
            .answer_approval(&self.label, answer)
            .await
            .unwrap();
    }

    pub async fn deny(&mut self, card: &ApprovalCard, reason: &str) {
        let answer = self.answer(
            card,
            Decision::Deny {
                reason: reason.to_owned(),
            },
        );
        self.host
            .answer_approval(&self.label, answer)
            .await
            .unwrap();
    }

    pub async fn send(&self, text: &str) -> model::view::Sending {
        self.host
            .send_message(&self.id, text.to_owned(), Vec::new())
            .await
            .unwrap()
    }

    /// Everything the window shows, as text.
    pub fn text(&self) -> String {
        use std::fmt::Write;
        let mut out = String::new();
        for (place, (row, blocks)) in &self.rows {
            writeln!(out, "{place} {}: {:?}", row.id, row.body).unwrap();
            for block in blocks {
                writeln!(out, "    {:?} {}", block.kind, block.html).unwrap();
            }
        }
        out
    }
}

pub fn allow() -> Decision {
    Decision::Allow {
        scope: AllowScope::Once,
    }
}
