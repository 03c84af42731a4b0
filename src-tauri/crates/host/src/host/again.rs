//! Sending again, branches, and what an agent is told of what was said before.
//!
//! No protocol takes a turn back. A branch is a conversation of its own, with a
//! copy of what was said and an agent that was not there: it is told by the
//! summary the user sends, or by nothing.

use super::Host;
use crate::catalogue;
use crate::clock::now_ms;
use crate::conversation::{self, Message, redaction};
use crate::files;
use crate::list;
use crate::problem::{problem, unreadable};
use crate::titles;
use archive::{AppendBatch, Durability, PlacedItem};
use model::view::{ContextSummary, Problem, Resend, Resent};
use model::{
    ApprovalState, Attachment, ContextLoss, ConversationId, ConversationMeta, Delivery, Event,
    ExpiryReason, Item, ItemBody, ItemId, Marks, NoticeLevel, Recorded, ResumeMeans, Spent,
    ToolState,
};
use serde_json::{Map, Value};

/// Items copied at a time.
const PAGE: u32 = 500;

impl Host {
    /// What an agent that knows nothing of a conversation could be told of it.
    ///
    /// # Errors
    /// `unknownConversation`, or `io`: the archive could not be read.
    pub fn context_summary(&self, id: &ConversationId) -> Result<ContextSummary, Problem> {
        let conversation = self.open_conversation(id)?;
        let state = conversation.state();
        let first = match state.transcript.first_place() {
            0 => None,
            _ => self
                .archive()
                .items_from(id, 0, PAGE)
                .map_err(|error| unreadable(&error))?
                .into_iter()
                .map(|placed| placed.item)
                .find(|item| matches!(item.body, ItemBody::User { .. })),
        };
        Ok(conversation::summary(
            first.as_ref(),
            state.transcript.items(),
            state.capabilities.history,
        ))
    }

    /// The user has decided what the agent is told of what was said before: this
    /// text, or nothing. Messages that waited for it go on.
    ///
    /// # Errors
    /// `refused`: the text is empty or too long. `start`: the agent did not start.
    pub async fn decide_context(
        &self,
        id: &ConversationId,
        tell: Option<String>,
    ) -> Result<(), Problem> {
        self.open_conversation(id)?
            .ask(|reply| Message::DecideContext(tell, reply))
            .await
    }

    /// Nobody is there to decide: the agent goes on without what was said before.
    pub(crate) fn goes_on_without_context(&self, id: &ConversationId) -> Result<(), Problem> {
        self.open_conversation(id)?.state().goes_on_without = true;
        Ok(())
    }

    /// Sends an earlier message again, with another text where one is given: in
    /// the same conversation where that is honest, else in a branch.
    ///
    /// # Errors
    /// `refused`: it is no message of the user's, or this agent can't. `fileGone`:
    /// a file of it can't be handed over any more.
    pub async fn resend(
        &self,
        id: &ConversationId,
        item: &ItemId,
        text: Option<String>,
    ) -> Result<Resent, Problem> {
        self.hold(id, item)?;
        let conversation = self.open_conversation(id)?;
        let (place, message, delivery, means) = {
            let state = conversation.state();
            let place = state.transcript.place(item).ok_or_else(no_message)?;
            let found = state.transcript.item(place).map(|item| &item.body);
            let Some(ItemBody::User {
                text: before,
                attachments,
                form,
                delivery,
                ..
            }) = found
            else {
                return Err(no_message());
            };
            let words = text.unwrap_or_else(|| before.clone());
            let message = (words, attachments.clone(), form.clone());
            (place, message, *delivery, state.resend())
        };
        let means = match delivery {
            // No agent has seen it: there is nothing to take back.
            Delivery::Undelivered => Resend::InPlace,
            _ => means,
        };
        if !matches!(means, Resend::Refused { .. }) {
            files::still_there(&message.1).await?;
        }
        match means {
            Resend::Refused { reason } => Err(problem("refused", reason)),
            Resend::InPlace => {
                self.again(id, message).await?;
                Ok(Resent {
                    conversation: id.clone(),
                    branch: false,
                })
            }
            Resend::Branch => {
                let branch = self.copy(id, place).await?;
                self.again(&branch, message).await?;
                Ok(Resent {
                    conversation: branch,
                    branch: true,
                })
            }
        }
    }

    async fn again(
        &self,
        id: &ConversationId,
        (text, attachments, form): (String, Vec<Attachment>, Map<String, Value>),
    ) -> Result<(), Problem> {
        self.send_form(id, text, attachments, form)
            .await
            .map(|_| ())
    }

    /// Makes a conversation of its own of one, up to and with an item, or whole.
    ///
    /// # Errors
    /// `refused`: there is no such item. `io`: the archive refused.
    pub async fn duplicate(
        &self,
        id: &ConversationId,
        until: Option<&ItemId>,
    ) -> Result<ConversationId, Problem> {
        if let Some(item) = until {
            self.hold(id, item)?;
        }
        let end = {
            let conversation = self.open_conversation(id)?;
            let state = conversation.state();
            match until {
                Some(item) => state.transcript.place(item).ok_or_else(no_message)? + 1,
                None => state.transcript.len(),
            }
        };
        self.copy(id, end).await
    }

    /// Copies the items before a place into a new conversation, and opens it.
    async fn copy(&self, id: &ConversationId, end: u32) -> Result<ConversationId, Problem> {
        let source = self.open_conversation(id)?;
        source.ask(Message::Settle).await?;
        let (meta, profile, promised) = {
            let state = source.state();
            (
                state.meta.clone(),
                state.profile.clone(),
                conversation::promised(&state.profile),
            )
        };
        let now = now_ms();
        let new = ConversationId(uuid::Uuid::now_v7().to_string());
        let knows_nothing = promised.resume != ResumeMeans::None && !promised.one_memory;
        let mut copy = ConversationMeta {
            id: new.clone(),
            title: self.numbered(&meta.title),
            created_at: now,
            updated_at: now,
            session_id: None,
            draft: String::new(),
            pinned: false,
            archived: false,
            seen_seq: 0,
            marks: Marks {
                forgets: (knows_nothing && end > 0).then_some(ContextLoss::Branch),
                branch_of: Some(id.clone()),
                // What was copied was paid for there.
                spent: Spent {
                    seq: u64::from(end) + 1,
                    ..Spent::default()
                },
                ..Marks::default()
            },
            // Its processes count on from there: requests and items keep their names.
            ..meta.clone()
        };
        titles::clean(&mut copy);
        self.archive()
            .put_conversation(copy.clone())
            .await
            .map_err(|error| problem("io", error.to_string()))?;
        let mut place = 0;
        while place < end {
            let page = self
                .archive()
                .items_from(id, place, PAGE.min(end - place))
                .map_err(|error| unreadable(&error))?;
            if page.is_empty() {
                break;
            }
            place += u32::try_from(page.len()).unwrap_or(u32::MAX);
            let page = files::take_along(&self.options().data_dir, page, &new).await?;
            self.append(
                &new,
                page.into_iter()
                    .map(|placed| (placed.place, copied(placed.item))),
            )
            .await?;
        }
        if place > 0 {
            let text = branch_words(&meta.title, promised.one_memory);
            let notice = Item {
                id: ItemId::from("branch"),
                turn: None,
                started_at: now,
                completed_at: Some(now),
                body: ItemBody::Notice {
                    level: NoticeLevel::Info,
                    text,
                },
            };
            self.append(&new, [(place, notice)].into_iter()).await?;
        }
        self.give_profile(new.clone(), profile);
        let label = catalogue::label(&copy.workspace, &self.options().home);
        self.list().put(list::summary(&copy, &label), false);
        let opened = self.open_conversation(&new)?;
        let summary = opened.state().summary();
        self.list().put(summary, false);
        Ok(new)
    }

    async fn append(
        &self,
        id: &ConversationId,
        items: impl Iterator<Item = (u32, Item)>,
    ) -> Result<(), Problem> {
        let mut batch = AppendBatch::new(id.clone(), Durability::Now);
        for (place, item) in items {
            let item = redaction::item(item);
            // One event makes each item, so that their numbers follow their places.
            let seq = u64::from(place) + 1;
            batch.events.push(Recorded {
                seq,
                at: item.started_at,
                event: Event::ItemStarted { item: item.clone() },
            });
            batch.items.push(PlacedItem {
                place,
                first_seq: seq,
                item,
                complete: true,
            });
        }
        self.archive()
            .append(batch)
            .await
            .map_err(|error| problem("io", error.to_string()))
    }

    /// A title that no other conversation has: “Fix the build (2)”.
    fn numbered(&self, title: &str) -> String {
        if title.is_empty() {
            return String::new();
        }
        let stem = title
            .strip_suffix(')')
            .and_then(|rest| rest.rsplit_once(" ("))
            .filter(|(_, number)| number.parse::<u32>().is_ok())
            .map_or(title, |(stem, _)| stem);
        let titles = self.list().titles();
        (2..)
            .map(|number: u32| format!("{stem} ({number})"))
            .find(|title| !titles.contains(title))
            .unwrap_or_else(|| title.to_owned())
    }
}

fn no_message() -> Problem {
    problem(
        "refused",
        "This is no message that could be sent again. Look whether it is still there.",
    )
}

/// An item as it stands in a copy: nothing in it goes on.
fn copied(mut item: Item) -> Item {
    // Names made from event numbers are taken again in the copy.
    if item.id.as_str().starts_with('s') {
        item.id = ItemId(format!("copy/{}", item.id));
    }
    item.completed_at.get_or_insert(item.started_at);
    match &mut item.body {
        ItemBody::Tool(call) => {
            if matches!(
                call.state,
                ToolState::AwaitingApproval | ToolState::Allowed | ToolState::Running { .. }
            ) {
                call.state = ToolState::Cancelled {
                    reason: "the copy was made while it ran".to_owned(),
                };
            }
            if let Some(record) = &mut call.approval
                && matches!(record.state, ApprovalState::Pending)
            {
                record.state = ApprovalState::Expired {
                    reason: ExpiryReason::HostEnded,
                };
            }
        }
        ItemBody::User { delivery, .. } if *delivery == Delivery::Waiting => {
            *delivery = Delivery::Unknown;
        }
        _ => {}
    }
    item
}

fn branch_words(title: &str, one_memory: bool) -> String {
    let known = if one_memory {
        "Its agent is the same and remembers everything, also what was said after this point."
    } else {
        "Its agent does not know it, until it is told."
    };
    format!("What stands above was copied from “{title}”. {known}")
}
