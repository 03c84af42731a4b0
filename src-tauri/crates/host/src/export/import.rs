//! Reading Parley's own JSON lines in again.
//!
//! Every line is judged by itself: one that cannot be used is reported and left
//! out, and costs nothing else. Events are the truth; items are made from them.
//! Nothing that is read in can act: requests that were open are closed, and
//! messages that waited go on waiting for the user.

use super::jsonl::{QueuedLine, VERSION};
use archive::{AppendBatch, Archive, Durability, QueuedRecord, WriteError};
use base64::Engine;
use model::{
    ApprovalRecord, ApprovalState, ConversationId, ConversationMeta, Direction, Epoch, Event,
    ExpiryReason, Item, ItemBody, NoticeLevel, Recorded, Spent, TrafficLine, Usage,
};
use serde::Deserialize;
use std::io::{BufRead, Read};

/// A line longer than this is no record of ours.
const LINE_CAP: u64 = 64 << 20;
/// Bad lines that are named; the others are counted.
const NAMED: usize = 50;
/// Records handed to the archive at once.
const BATCH: usize = 500;

/// What an import did.
#[derive(Debug, Default)]
pub struct Imported {
    /// The conversations, in the order of the file.
    pub conversations: Vec<ImportedConversation>,
    /// The first lines that were left out, with the reason.
    pub bad: Vec<BadLine>,
    /// How many were left out.
    pub bad_count: u64,
    /// Why it ended before the file did.
    pub broken_off: Option<ImportError>,
}

/// One conversation that was read in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedConversation {
    /// Its name here.
    pub id: ConversationId,
    /// Its title.
    pub title: String,
    /// Events.
    pub events: u64,
    /// True where its own name was taken, and it got a new one.
    pub renamed: bool,
    /// True where the file says less than it promised.
    pub incomplete: bool,
}

/// A line that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadLine {
    /// Its number, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub reason: String,
}

/// Why nothing, or nothing more, was read in.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file cannot be read.
    #[error("The file could not be read: {0}.")]
    Read(#[from] std::io::Error),
    /// It is something else.
    #[error(
        "This file is no export of Parley in JSON lines. Export with --format jsonl, or choose another file."
    )]
    Foreign,
    /// A newer Parley wrote it.
    #[error(
        "This file was written by a newer Parley (version {found}; this one reads up to {known}). Update Parley."
    )]
    Newer {
        /// The file's version.
        found: u64,
        /// The newest this build reads.
        known: u32,
    },
    /// The archive refused.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The archive cannot be read.
    #[error(transparent)]
    Archive(#[from] archive::ReadError),
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Line {
    Conversation {
        meta: Box<ConversationMeta>,
        #[serde(default)]
        whole: bool,
    },
    Event {
        event: Box<Recorded>,
    },
    Item {
        item: Box<Item>,
    },
    Approval {
        approval: Box<ApprovalRecord>,
    },
    Queued {
        message: QueuedLine,
    },
    Traffic {
        at: u64,
        epoch: Epoch,
        direction: Direction,
        #[serde(default)]
        text: Option<String>,
        #[serde(default)]
        base64: Option<String>,
    },
    End {
        #[serde(default)]
        events: u64,
    },
}

#[derive(Deserialize)]
struct Header {
    parley: String,
    version: u64,
}

/// Reads an export in. `now` is the moment, in milliseconds since the Unix epoch.
///
/// # Errors
/// See [`ImportError`]. Nothing was read in; where something was, it is told with
/// the reason why it is not all.
pub fn import(
    archive: &Archive,
    file: impl BufRead,
    name: &str,
    now: u64,
) -> Result<Imported, ImportError> {
    let mut imported = Imported::default();
    let mut current = None;
    let read = read_all(archive, file, name, now, &mut imported, &mut current);
    if let Err(error) = read {
        if let Err(error) = finish(current, &mut imported) {
            tracing::warn!(%error, "what was read of a conversation could not be kept");
        }
        if imported.conversations.is_empty() {
            return Err(error);
        }
        imported.broken_off = Some(error);
    }
    Ok(imported)
}

fn read_all<'a>(
    archive: &'a Archive,
    mut file: impl BufRead,
    name: &str,
    now: u64,
    imported: &mut Imported,
    current: &mut Option<Reading<'a>>,
) -> Result<(), ImportError> {
    let mut number = 0;
    let mut bytes = Vec::new();
    let mut header = false;
    loop {
        bytes.clear();
        let read = file.by_ref().take(LINE_CAP).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            break;
        }
        number += 1;
        let cut = read as u64 == LINE_CAP && bytes.last() != Some(&b'\n');
        // What was kept elsewhere may hold a key that is known here.
        bytes = secrets::known().bytes(bytes);
        if cut {
            skip_line(&mut file)?;
        }
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        if !header {
            check_header(&bytes)?;
            header = true;
            continue;
        }
        let outcome = if cut {
            Err(format!("it is longer than {} MiB", LINE_CAP >> 20))
        } else {
            serde_json::from_slice::<Line>(&bytes).map_err(|error| error.to_string())
        };
        let outcome = match outcome {
            Ok(Line::Conversation { meta, whole }) => {
                finish(current.take(), imported)?;
                *current = Some(Reading::begin(archive, *meta, whole, name, now)?);
                Ok(())
            }
            Ok(line) => match current.as_mut() {
                Some(reading) => reading.take(line)?,
                None => Err("it belongs to no conversation".to_owned()),
            },
            Err(reason) => Err(reason),
        };
        if let Err(reason) = outcome {
            imported.bad_count += 1;
            if imported.bad.len() < NAMED {
                imported.bad.push(BadLine {
                    line: number,
                    reason,
                });
            }
        }
    }
    if !header {
        return Err(ImportError::Foreign);
    }
    finish(current.take(), imported)?;
    archive.flush().wait()?;
    Ok(())
}

fn check_header(line: &[u8]) -> Result<(), ImportError> {
    let header: Header = serde_json::from_slice(line).map_err(|_| ImportError::Foreign)?;
    if header.parley != "export" {
        return Err(ImportError::Foreign);
    }
    if header.version > u64::from(VERSION) {
        return Err(ImportError::Newer {
            found: header.version,
            known: VERSION,
        });
    }
    Ok(())
}

fn skip_line(file: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let ahead = file.fill_buf()?;
        if ahead.is_empty() {
            return Ok(());
        }
        match ahead.iter().position(|byte| *byte == b'\n') {
            Some(end) => {
                file.consume(end + 1);
                return Ok(());
            }
            None => {
                let length = ahead.len();
                file.consume(length);
            }
        }
    }
}

/// One that can't be finished is taken out again: it would have nothing to show.
fn finish(reading: Option<Reading<'_>>, imported: &mut Imported) -> Result<(), ImportError> {
    let Some(reading) = reading else {
        return Ok(());
    };
    let (archive, id) = (reading.archive, reading.meta.id.clone());
    match reading.end() {
        Ok(done) => imported.conversations.push(done),
        Err(error) => {
            if let Err(error) = archive.delete_conversation(&id).wait() {
                tracing::error!(%error, "half a conversation is still in the archive");
            }
            return Err(error);
        }
    }
    Ok(())
}

/// A conversation while its lines are read.
struct Reading<'a> {
    archive: &'a Archive,
    meta: ConversationMeta,
    whole: bool,
    renamed: bool,
    /// The mark at its end.
    note: String,
    now: u64,
    batch: AppendBatch,
    queue: Vec<QueuedRecord>,
    /// The file's own number of the last event.
    last_seen: u64,
    seq: u64,
    promised: Option<u64>,
    taken: u64,
}

impl<'a> Reading<'a> {
    fn begin(
        archive: &'a Archive,
        mut meta: ConversationMeta,
        whole: bool,
        name: &str,
        now: u64,
    ) -> Result<Self, ImportError> {
        // Labels of windows are made of it.
        let usable = !meta.id.0.is_empty()
            && meta.id.0.len() <= 64
            && meta
                .id
                .0
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let renamed = !usable || !whole || archive.conversation(&meta.id)?.is_some();
        if renamed {
            meta.id = ConversationId(uuid::Uuid::now_v7().to_string());
        }
        meta.marks.spent = Spent::default();
        archive.put_conversation(meta.clone()).wait()?;
        Ok(Self {
            archive,
            batch: AppendBatch::new(meta.id.clone(), Durability::Batched),
            meta,
            whole,
            renamed,
            note: format!("Imported from {name}."),
            now,
            queue: Vec::new(),
            last_seen: 0,
            seq: 0,
            promised: None,
            taken: 0,
        })
    }

    /// Takes a line in; the inner error is the line's own fault.
    fn take(&mut self, line: Line) -> Result<Result<(), String>, ImportError> {
        match line {
            Line::Event { event } => {
                if !self.whole || event.seq <= self.last_seen {
                    return Ok(Err(format!("event {} is out of order", event.seq)));
                }
                self.last_seen = event.seq;
                self.taken += 1;
                self.event(event.at, event.event);
            }
            // Of a whole conversation items say again what the events say.
            Line::Item { .. } if self.whole => {}
            Line::Item { item } => {
                let id = item.id.clone();
                let at = item.started_at;
                self.event(at, Event::ItemStarted { item: *item });
                self.event(at, Event::ItemCompleted { id });
            }
            Line::Approval { approval } => self.batch.approvals.push(closed(*approval, self.now)),
            Line::Queued { message } => self.queue.push(QueuedRecord {
                id: message.id,
                text: message.text,
                attachments: message.attachments,
                form: message.form,
            }),
            Line::Traffic {
                at,
                epoch,
                direction,
                text,
                base64,
            } => {
                let bytes = match (text, base64) {
                    (Some(text), _) => text.into_bytes(),
                    (None, Some(encoded)) => {
                        match base64::engine::general_purpose::STANDARD.decode(encoded) {
                            Ok(bytes) => secrets::known().bytes(bytes),
                            Err(error) => return Ok(Err(error.to_string())),
                        }
                    }
                    (None, None) => return Ok(Err("a raw line without bytes".to_owned())),
                };
                self.batch.traffic.push(TrafficLine {
                    at,
                    epoch,
                    direction,
                    bytes,
                });
            }
            Line::End { events } => self.promised = Some(events),
            Line::Conversation { .. } => {}
        }
        let batch = &self.batch;
        if batch.events.len() + batch.approvals.len() + batch.traffic.len() >= BATCH {
            self.hand_over()?;
        }
        Ok(Ok(()))
    }

    /// Numbers are given anew, so that a line that was left out leaves no gap.
    fn event(&mut self, at: u64, event: Event) {
        self.seq += 1;
        if let Some(usage) = used(&event) {
            self.meta.marks.spent.add(self.seq, &usage);
        }
        self.batch.events.push(Recorded {
            seq: self.seq,
            at,
            event,
        });
    }

    fn hand_over(&mut self) -> Result<(), ImportError> {
        let next = AppendBatch::new(self.meta.id.clone(), Durability::Batched);
        let batch = std::mem::replace(&mut self.batch, next);
        if !batch.is_empty() {
            self.archive.append(batch).wait()?;
        }
        Ok(())
    }

    fn end(mut self) -> Result<ImportedConversation, ImportError> {
        let text = std::mem::take(&mut self.note);
        self.event(
            self.now,
            Event::Notice {
                turn: None,
                level: NoticeLevel::Info,
                text,
            },
        );
        self.hand_over()?;
        if !self.queue.is_empty() {
            let queue = std::mem::take(&mut self.queue);
            self.archive.set_queue(&self.meta.id, queue).wait()?;
        }
        // Nothing in it is news to whoever reads it in.
        self.meta.seen_seq = self.seq;
        self.meta.marks.news_seq = self.meta.marks.news_seq.min(self.seq);
        self.archive.put_conversation(self.meta.clone()).wait()?;
        self.archive.rebuild_items(&self.meta.id).wait()?;
        let incomplete = match self.promised {
            None => true,
            Some(events) => self.whole && events != self.taken,
        };
        Ok(ImportedConversation {
            id: self.meta.id,
            title: self.meta.title,
            events: self.taken,
            renamed: self.renamed,
            incomplete,
        })
    }
}

/// What a turn used, where this is its end.
fn used(event: &Event) -> Option<Usage> {
    match event {
        Event::TurnEnded { usage, .. } => *usage,
        Event::ItemStarted { item } => match &item.body {
            ItemBody::TurnEnd { usage, .. } => *usage,
            _ => None,
        },
        _ => None,
    }
}

/// Nobody can answer a request of another Parley.
fn closed(mut approval: ApprovalRecord, now: u64) -> ApprovalRecord {
    let state = match &approval.state {
        ApprovalState::Pending => ApprovalState::Expired {
            reason: ExpiryReason::HostEnded,
        },
        ApprovalState::Sent { decision } => ApprovalState::DeliveryUnknown {
            decision: decision.clone(),
        },
        _ => return approval,
    };
    approval.state = state;
    approval.changed_at = now;
    approval
}
