//! What was said before it was known to be a key is taken out of what is kept of it (invariant 7).
//!
//! A key is known once it is kept in Parley or read for a start. Before that a user may have written
//! it into a message, and an agent may have said it.

use crate::conversation::{Message, redaction};
use crate::host::Host;
use crate::titles;
use archive::{Archive, ReadError, Rewrite};
use model::view::LedgerQuery;
use model::{ApprovalRecord, ConversationId, Event, ItemId, Recorded, Seq};
use secrets::{Redactor, Secret, Stream};
use std::collections::{HashMap, HashSet};

/// Events, lines and hits read at a time.
const PAGE: u32 = 500;

impl Host {
    /// A key is kept from now on: takes it out of every conversation in which it is found.
    pub(crate) async fn clean(&self, key: Secret) {
        let Some(redactor) = secrets::known().redactor() else {
            return;
        };
        let archive = self.archive().clone();
        // What was said a moment ago is to be found, too.
        if let Err(error) = archive.flush().await {
            tracing::warn!(%error, "a key may stay in what could not be written");
        }
        let open: Vec<ConversationId> = self
            .open_conversations()
            .iter()
            .filter_map(|conversation| {
                let state = conversation.state();
                state.holds(&redactor).then(|| state.meta.id.clone())
            })
            .collect();
        let found = tokio::task::spawn_blocking(move || found_in(&archive, &key, &redactor)).await;
        let mut all: HashSet<ConversationId> = open.into_iter().collect();
        match found {
            Ok(Ok(found)) => all.extend(found),
            Ok(Err(error)) => tracing::warn!(%error, "a key could not be looked for"),
            Err(error) => tracing::warn!(%error, "a key could not be looked for"),
        }
        for id in all {
            let cleaned = match self.open_conversation(&id) {
                Ok(conversation) => conversation.ask(Message::Clean).await,
                Err(problem) => Err(problem),
            };
            if let Err(problem) = cleaned {
                tracing::warn!(message = problem.message, "a key may stay in what was said");
            }
        }
    }
}

/// The conversations of an archive in which a key is found.
fn found_in(
    archive: &Archive,
    key: &Secret,
    redactor: &Redactor,
) -> Result<HashSet<ConversationId>, ReadError> {
    let mut found = HashSet::new();
    let mut before = None;
    loop {
        let hits = archive.search_before(key.expose(), before, PAGE)?;
        before = hits.last().map(|hit| hit.row);
        let full = hits.len() == PAGE as usize;
        found.extend(hits.into_iter().map(|hit| hit.conversation));
        if !full {
            break;
        }
    }
    for meta in archive.conversations()? {
        if titles::have_key(&meta, redactor) {
            found.insert(meta.id);
        }
    }
    for (id, _) in archive.queued_counts()? {
        let queue = archive.queue(&id)?;
        if queue
            .iter()
            .any(|queued| redactor.finds(queued.text.as_bytes()))
        {
            found.insert(id);
        }
    }
    Ok(found)
}

/// What of a conversation is to be written anew. Reads all of it.
pub(crate) fn rewrite_of(
    archive: &Archive,
    id: &ConversationId,
    redactor: &Redactor,
) -> Result<Rewrite, ReadError> {
    let mut rewrite = Rewrite::new(id.clone());
    events(archive, id, redactor, &mut rewrite)?;
    let mut next = 0;
    loop {
        let page = archive.items_from(id, next, PAGE)?;
        let Some(last) = page.last() else { break };
        next = last.place + 1;
        for mut placed in page {
            let clean = redaction::without(redactor, placed.item.clone());
            if clean != placed.item {
                placed.item = clean;
                rewrite.items.push(placed);
            }
        }
    }
    let approvals = archive.approvals(id)?.into_iter();
    rewrite.approvals = approvals
        .filter_map(|record| approval(redactor, record))
        .collect();
    let mut after = 0;
    loop {
        let page = archive.traffic_after(id, after, PAGE)?;
        let Some(last) = page.last() else { break };
        after = last.row;
        for mut row in page {
            if redactor.finds(&row.line.bytes) {
                row.line.bytes = redactor.bytes(&row.line.bytes).into_owned();
                rewrite.traffic.push(row);
            }
        }
    }
    let query = LedgerQuery {
        conversation: Some(id.clone()),
        ..LedgerQuery::default()
    };
    archive.each_decision(&query, &mut |entries| {
        for mut entry in entries {
            let texts = [
                &mut entry.title,
                &mut entry.subject,
                &mut entry.args,
                &mut entry.reason,
            ];
            let mut found = false;
            for text in texts {
                if redactor.finds(text.as_bytes()) {
                    *text = redactor.text(text).into_owned();
                    found = true;
                }
            }
            if found {
                rewrite.decisions.push(entry);
            }
        }
        true
    })?;
    Ok(rewrite)
}

/// A request without keys; none where it holds none.
fn approval(redactor: &Redactor, mut record: ApprovalRecord) -> Option<ApprovalRecord> {
    let asked = Event::ApprovalRequested {
        request: record.request.clone(),
    };
    match redaction::clean(redactor, asked) {
        Event::ApprovalRequested { request } if request != record.request => {
            record.request = request;
            Some(record)
        }
        _ => None,
    }
}

/// The events of a text that grew, until it is at its end.
type Growing = HashMap<ItemId, Vec<(Recorded, String)>>;

fn events(
    archive: &Archive,
    id: &ConversationId,
    redactor: &Redactor,
    rewrite: &mut Rewrite,
) -> Result<(), ReadError> {
    let mut growing = Growing::new();
    let mut next: Seq = 0;
    loop {
        let page = archive.events_from(id, next, PAGE)?;
        let Some(last) = page.last() else { break };
        next = last.seq + 1;
        for recorded in page {
            match &recorded.event {
                Event::ItemDelta { id, text } => {
                    let (id, text) = (id.clone(), text.clone());
                    growing.entry(id).or_default().push((recorded, text));
                    continue;
                }
                Event::ItemCompleted { id } => {
                    if let Some(deltas) = growing.remove(id) {
                        grown(redactor, deltas, rewrite);
                    }
                }
                _ => {}
            }
            let clean = redaction::clean(redactor, recorded.event.clone());
            if clean != recorded.event {
                rewrite.events.push(Recorded {
                    event: clean,
                    ..recorded
                });
            }
        }
    }
    for (_, deltas) in growing {
        grown(redactor, deltas, rewrite);
    }
    Ok(())
}

/// A key may lie across any of a text's pieces.
fn grown(redactor: &Redactor, mut deltas: Vec<(Recorded, String)>, rewrite: &mut Rewrite) {
    let whole: String = deltas.iter().map(|(_, text)| text.as_str()).collect();
    if !redactor.finds(whole.as_bytes()) {
        return;
    }
    let mut stream = Stream::default();
    let mut clean: Vec<String> = deltas
        .iter()
        .map(|(_, text)| stream.push_text(redactor, text))
        .collect();
    if let Some(last) = clean.last_mut() {
        last.push_str(&stream.flush_text(redactor));
    }
    for ((mut recorded, old), new) in deltas.drain(..).zip(clean) {
        if old != new
            && let Event::ItemDelta { text, .. } = &mut recorded.event
        {
            *text = new;
            rewrite.events.push(recorded);
        }
    }
}
