//! Conversations as files: Markdown and HTML to read, JSON lines to keep and to
//! read in again.
//!
//! An export is streamed (C92): a page of items is read, written and forgotten.
//! The file appears under its name when it is whole, and not at all where the
//! export failed or was cancelled. Every byte leaves through one [`outlet`],
//! and there known keys are taken out.

pub mod folder;
mod html;
mod import;
mod jsonl;
mod markdown;
mod outlet;
mod outline;
mod stamp;
mod words;

pub use archive::{Repaired, Salvaged};
pub use import::{BadLine, ImportError, Imported, ImportedConversation, import};
pub use outlet::Job;
pub use outline::outline;

use archive::{Archive, PlacedItem, ReadError};
use model::view::{ExportFormat, ExportRequest, LedgerOutcome, LedgerQuery};
use model::{ConversationId, ConversationMeta, ItemBody, ItemId, ToolState};
use outlet::Outlet;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Items read at a time.
const PAGE: u32 = 64;

/// What an export made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// The file; none where it went to a stream.
    pub path: Option<PathBuf>,
    /// Conversations in it.
    pub conversations: u32,
    /// Items in it.
    pub items: u64,
    /// Its bytes.
    pub bytes: u64,
}

/// Why an export did not come about. No file of that name was made or changed.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The file cannot be written.
    #[error("The export could not be written to {}: {reason}. Choose another place.", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: std::io::Error,
    },
    /// The archive cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// There is no such conversation.
    #[error("There is no conversation {0} in this archive.")]
    Unknown(ConversationId),
    /// Nothing was asked for.
    #[error("There is nothing to export: no conversation was chosen.")]
    Nothing,
    /// The user cancelled it.
    #[error("The export was cancelled; no file was made.")]
    Cancelled,
}

/// Exports to a file, which appears when it is whole.
///
/// # Errors
/// See [`ExportError`]; whatever was at the path before is still there.
pub fn to_file(
    archive: &Archive,
    request: &ExportRequest,
    path: &Path,
    job: &Job,
) -> Result<Exported, ExportError> {
    let mut outlet = Outlet::file(path, job)?;
    let mut exported = write(archive, request, &mut outlet, job)?;
    exported.bytes = outlet.finish()?;
    exported.path = Some(path.to_owned());
    Ok(exported)
}

/// Exports to a stream, such as the standard output.
///
/// # Errors
/// See [`ExportError`].
pub fn to_stream(
    archive: &Archive,
    request: &ExportRequest,
    stream: &mut (dyn std::io::Write + Send),
    job: &Job,
) -> Result<Exported, ExportError> {
    let mut outlet = Outlet::stream(stream, job);
    let mut exported = write(archive, request, &mut outlet, job)?;
    exported.bytes = outlet.finish()?;
    Ok(exported)
}

fn write(
    archive: &Archive,
    request: &ExportRequest,
    outlet: &mut Outlet<'_>,
    job: &Job,
) -> Result<Exported, ExportError> {
    let mut chosen = Vec::with_capacity(request.conversations.len());
    for id in &request.conversations {
        let meta = archive
            .conversation(id)?
            .ok_or_else(|| ExportError::Unknown(id.clone()))?;
        chosen.push(meta);
    }
    if chosen.is_empty() {
        return Err(ExportError::Nothing);
    }
    let mut total = 0;
    for meta in &chosen {
        total += Selection::of(archive, request, meta)?.count();
    }
    job.expect(total);
    let mut sheet: Box<dyn Sheet> = match request.format {
        ExportFormat::Markdown => Box::new(markdown::Markdown),
        ExportFormat::Html => Box::new(html::Html),
        ExportFormat::Jsonl => Box::new(jsonl::Jsonl),
    };
    sheet.begin(&chosen, outlet)?;
    let mut items = 0;
    for meta in &chosen {
        let selection = Selection::of(archive, request, meta)?;
        let source = Source {
            archive,
            meta,
            selection: &selection,
            job,
            traffic: request.traffic,
        };
        items += sheet.conversation(&source, outlet)?;
    }
    sheet.end(outlet)?;
    Ok(Exported {
        path: None,
        conversations: u32::try_from(chosen.len()).unwrap_or(u32::MAX),
        items,
        bytes: 0,
    })
}

/// One format.
trait Sheet {
    fn begin(&mut self, all: &[ConversationMeta], out: &mut Outlet<'_>) -> Result<(), ExportError>;
    /// Writes a conversation; gives the items it wrote.
    fn conversation(
        &mut self,
        source: &Source<'_>,
        out: &mut Outlet<'_>,
    ) -> Result<u64, ExportError>;
    fn end(&mut self, out: &mut Outlet<'_>) -> Result<(), ExportError>;
}

/// Places of a conversation, in order: the whole, or what was chosen.
struct Selection {
    ranges: Vec<(u32, u32)>,
    whole: bool,
}

impl Selection {
    fn of(
        archive: &Archive,
        request: &ExportRequest,
        meta: &ConversationMeta,
    ) -> Result<Self, ReadError> {
        let total = archive.items_tail(&meta.id, 1)?.total;
        let mut ranges: Vec<(u32, u32)> = request
            .ranges
            .iter()
            .map(|range| (range.from, range.to.min(total)))
            .filter(|(from, to)| from < to)
            .collect();
        let whole = request.ranges.is_empty();
        if whole {
            ranges = vec![(0, total)];
        }
        ranges.sort_unstable();
        // Ranges that overlap say an item once.
        let mut last = 0;
        for range in &mut ranges {
            range.0 = range.0.max(last);
            last = last.max(range.1);
        }
        ranges.retain(|(from, to)| from < to);
        Ok(Self { ranges, whole })
    }

    fn count(&self) -> u64 {
        self.ranges
            .iter()
            .map(|(from, to)| u64::from(to - from))
            .sum()
    }
}

/// A conversation as an export reads it: a page at a time.
struct Source<'a> {
    archive: &'a Archive,
    meta: &'a ConversationMeta,
    selection: &'a Selection,
    job: &'a Job,
    traffic: bool,
}

impl Source<'_> {
    /// Every chosen item, in order, and whether the user was asked about it and has not answered.
    /// Gives their number.
    fn items(
        &self,
        mut each: impl FnMut(PlacedItem, bool) -> Result<(), ExportError>,
    ) -> Result<u64, ExportError> {
        let mut count = 0;
        for (from, to) in &self.selection.ranges {
            let mut next = *from;
            while next < *to {
                let limit = PAGE.min(to - next);
                let page = self.archive.items_from(&self.meta.id, next, limit)?;
                let Some(last) = page.last() else {
                    break;
                };
                next = last.place + 1;
                let waiting = self.waiting(&page)?;
                for placed in page {
                    self.job.step()?;
                    count += 1;
                    let waits = waiting.contains(&placed.item.id);
                    each(placed, waits)?;
                }
            }
        }
        Ok(count)
    }

    /// Which of them wait for the user. An item does not tell: a mode or a rule may settle its
    /// request yet. The ledger gets its entry when the user is asked.
    fn waiting(&self, page: &[PlacedItem]) -> Result<HashSet<ItemId>, ExportError> {
        let undecided = |placed: &PlacedItem| {
            matches!(&placed.item.body, ItemBody::Tool(call)
                if call.state == ToolState::AwaitingApproval)
        };
        let mut waiting = HashSet::new();
        if page.iter().any(undecided) {
            let query = LedgerQuery {
                conversation: Some(self.meta.id.clone()),
                outcome: Some(LedgerOutcome::Waiting),
                ..LedgerQuery::default()
            };
            self.archive.each_decision(&query, &mut |entries| {
                waiting.extend(entries.into_iter().map(|entry| entry.item));
                true
            })?;
        }
        Ok(waiting)
    }
}
