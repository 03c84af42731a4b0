//! Conversations that leave as files and come in from them, and search over all.

use super::Host;
use crate::clock::now_ms;
use crate::export::{self, Imported, Job};
use crate::problem::problem;
use crate::{catalogue, list};
use archive::Hit;
use model::ConversationId;
use model::view::{ExportOutline, ExportRequest, ImportReport, Problem, SearchHit, SearchPage};
use std::path::PathBuf;
use std::sync::Arc;

/// Hits of one page at most.
const HITS: u32 = 100;

impl Host {
    /// Writes conversations to a file, beside everything else that happens.
    ///
    /// # Errors
    /// `cancelled`, or `io`: why there is no file.
    pub async fn export(
        &self,
        request: ExportRequest,
        path: PathBuf,
        job: Job,
    ) -> Result<export::Exported, Problem> {
        let archive = self.0.context.archive.clone();
        // What was shown a moment ago is to be in it.
        if let Err(error) = archive.flush().await {
            tracing::warn!(%error, "the export lacks what could not be written");
        }
        blocking(move || {
            export::to_file(&archive, &request, &path, &job).map_err(|error| match error {
                export::ExportError::Cancelled => problem("cancelled", error.to_string()),
                other => problem("io", other.to_string()),
            })
        })
        .await
    }

    /// The parts of a conversation that can be chosen for an export.
    ///
    /// # Errors
    /// `io`: the archive could not be read.
    pub async fn export_outline(&self, id: &ConversationId) -> Result<ExportOutline, Problem> {
        let (archive, id) = (self.0.context.archive.clone(), id.clone());
        blocking(move || {
            export::outline(&archive, &id).map_err(|error| problem("io", error.to_string()))
        })
        .await
    }

    /// Reads an export in; its conversations are in the list then, also where it broke off.
    ///
    /// # Errors
    /// `io`: why nothing was read.
    pub async fn import(&self, path: PathBuf) -> Result<ImportReport, Problem> {
        let archive = self.0.context.archive.clone();
        let imported = blocking(move || {
            let name = path
                .file_name()
                .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            std::fs::File::open(&path)
                .map_err(export::ImportError::Read)
                .and_then(|file| {
                    let file = std::io::BufReader::with_capacity(1 << 16, file);
                    export::import(&archive, file, &name, now_ms())
                })
                .map_err(|error| problem("io", error.to_string()))
        })
        .await?;
        Ok(self.taken_in(imported))
    }

    /// Lists what was read in, and tells of it.
    fn taken_in(&self, imported: Imported) -> ImportReport {
        let mut broken_off = imported.broken_off.map(|reason| reason.to_string());
        for one in &imported.conversations {
            match self.archive().conversation(&one.id) {
                Ok(Some(meta)) => {
                    let label = catalogue::label(&meta.workspace, &self.0.context.options.home);
                    self.list().put(list::summary(&meta, &label), false);
                }
                Ok(None) => {}
                Err(error) => {
                    broken_off.get_or_insert_with(|| error.to_string());
                }
            }
        }
        let count = |of: fn(&export::ImportedConversation) -> bool| {
            let found = imported.conversations.iter().filter(|one| of(one)).count();
            u32::try_from(found).unwrap_or(u32::MAX)
        };
        ImportReport {
            renamed: count(|one| one.renamed),
            incomplete: count(|one| one.incomplete),
            bad: imported.bad_count,
            reasons: imported
                .bad
                .iter()
                .map(|bad| format!("Line {}: {}", bad.line, bad.reason))
                .collect(),
            conversations: imported
                .conversations
                .into_iter()
                .map(|one| one.id)
                .collect(),
            broken_off,
        }
    }

    /// Items of all conversations that hold every word of a text, youngest
    /// first; the next page is asked for with the `next` of the one before.
    ///
    /// # Errors
    /// `io`: the archive could not be read.
    pub async fn search(
        &self,
        text: &str,
        after: Option<i64>,
        limit: u32,
    ) -> Result<SearchPage, Problem> {
        let (context, text) = (Arc::clone(&self.0.context), text.to_owned());
        let limit = limit.clamp(1, HITS);
        let found = blocking(move || {
            context
                .archive
                .search_as(&text, after, limit, &|protocol, item| {
                    context.as_found(protocol, item)
                })
                .map_err(|error| problem("io", error.to_string()))
        })
        .await?;
        let next = (found.len() == limit as usize)
            .then(|| found.last().map(|hit| hit.row))
            .flatten();
        let hits = found
            .into_iter()
            // One that was deleted a moment ago is there until it cannot come back.
            .filter(|hit| self.list().contains(&hit.conversation))
            .map(shown)
            .collect();
        Ok(SearchPage { hits, next })
    }
}

fn shown(hit: Hit) -> SearchHit {
    let units = |end: usize| {
        let before = hit.snippet.get(..end).unwrap_or(&hit.snippet);
        u32::try_from(before.encode_utf16().count()).unwrap_or(u32::MAX)
    };
    let marks = hit
        .marks
        .iter()
        .map(|mark| (units(mark.start), units(mark.end)))
        .collect();
    SearchHit {
        marks,
        conversation: hit.conversation,
        title: secrets::known().string(hit.title),
        place: hit.place,
        item: hit.item_id,
        at: hit.at,
        snippet: hit.snippet,
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => Err(problem(
            "io",
            format!("Parley could not finish this: {error}. Try again."),
        )),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::export::ImportError;
    use crate::export::{Imported, ImportedConversation};
    use crate::quiet::options;
    use crate::{Host, quiet};

    #[tokio::test]
    async fn what_was_read_in_before_it_broke_off_is_in_the_list() {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::open(options(folder.path())).await.unwrap();
        let meta = quiet::meta("half", 1);
        host.archive().put_conversation(meta.clone()).await.unwrap();
        let report = host.taken_in(Imported {
            conversations: vec![ImportedConversation {
                id: meta.id.clone(),
                title: meta.title,
                events: 1,
                renamed: false,
                incomplete: true,
            }],
            broken_off: Some(ImportError::Read(std::io::Error::other("no disk"))),
            ..Imported::default()
        });
        assert!(host.conversation_exists(&meta.id));
        assert_eq!((report.conversations.len(), report.incomplete), (1, 1));
        assert!(report.broken_off.unwrap().contains("no disk"));
        host.shutdown().await;
    }
}
