//! Files a message goes with or names. What is attached belongs to the draft:
//! a window gives an id, never a path, so that no page decides what is handed
//! to an agent. Files go by their path; nothing is copied, and nothing is
//! turned into text.

mod checked;
mod kept;
mod thumbnail;
mod workspace;

pub(crate) use kept::{forget, kept_for};
pub(crate) use workspace::WorkspaceIndex;

use crate::Host;
use crate::problem::problem;
use archive::PlacedItem;
use checked::Unfit;
use model::view::{Attached, DraftFile, DraftFileKind, Problem, Sending, WorkspaceFiles};
use model::{Attachment, ConversationId};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::sync::Semaphore;

/// Files that go with one message at most.
const MOST: usize = 20;
/// How long looking at one file may take: it may lie on a drive that is gone.
const PATIENCE: Duration = Duration::from_secs(5);
/// The longest text that is pasted as a file, in bytes.
const LONGEST_TEXT: usize = 32 * 1024 * 1024;
/// The largest picture of the clipboard, in bytes.
const LARGEST_PICTURE: usize = 50_000_000;
/// The longest draft that is kept, in bytes. What is longer is a file.
const LONGEST_DRAFT: usize = 128 * 1024;
/// Pictures are made small one after the other: each may take much memory.
static DECODING: Semaphore = Semaphore::const_new(1);

/// What became a file by being pasted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A text.
    Text,
    /// A picture of the clipboard, as PNG.
    Png,
    /// A picture of the clipboard, as JPEG.
    Jpeg,
}

impl Origin {
    fn stem(self) -> &'static str {
        match self {
            Self::Text => "pasted-text",
            Self::Png | Self::Jpeg => "pasted-picture",
        }
    }

    fn ending(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Png => "png",
            Self::Jpeg => "jpg",
        }
    }
}

impl Host {
    /// Attaches files to the draft. Those that can't be are told with the reason.
    ///
    /// # Errors
    /// `unknownConversation`.
    pub async fn attach_files(
        &self,
        id: &ConversationId,
        paths: Vec<PathBuf>,
    ) -> Result<Attached, Problem> {
        let already = self.draft_files(id)?;
        let mut outcome = Attached::default();
        for path in paths {
            if already.len() + outcome.added.len() >= MOST {
                let name = checked::shown_name(&path);
                let many = Unfit::TooMany { name, most: MOST };
                outcome.refused.push(many.told(&path));
                continue;
            }
            match look(&path).await {
                Ok(fit) => {
                    let known = |file: &DraftFile| file.path == fit.path;
                    if already.iter().chain(&outcome.added).any(known) {
                        continue;
                    }
                    outcome.added.push(DraftFile {
                        id: new_id(),
                        path: fit.path,
                        name: fit.name,
                        bytes: fit.bytes,
                        kind: fit.kind,
                    });
                }
                Err(unfit) => outcome.refused.push(unfit.told(&path)),
            }
        }
        self.add_to_draft(id, outcome.added.clone()).await?;
        Ok(outcome)
    }

    /// Makes a private file of what was pasted, and attaches it.
    ///
    /// # Errors
    /// `refused`: it is empty or too large. `io`: it could not be written.
    pub async fn attach_pasted(
        &self,
        id: &ConversationId,
        origin: Origin,
        bytes: Vec<u8>,
    ) -> Result<Attached, Problem> {
        let most = match origin {
            Origin::Text => LONGEST_TEXT,
            Origin::Png | Origin::Jpeg => LARGEST_PICTURE,
        };
        if bytes.is_empty() || bytes.len() > most {
            return Err(problem(
                "refused",
                format!(
                    "What was pasted has {} MB; up to {} MB can be. Save it as a file and attach that.",
                    bytes.len() / 1_000_000,
                    most / 1_000_000
                ),
            ));
        }
        if self.draft_files(id)?.len() >= MOST {
            let words = format!("{MOST} files go with one message at most.");
            return Err(problem("refused", words));
        }
        let data_dir = self.options().data_dir.clone();
        let conversation = id.clone();
        let written = tokio::task::spawn_blocking(move || {
            // A key that Parley keeps is in no file of its own.
            let bytes = match origin {
                Origin::Text => secrets::known().bytes(bytes),
                Origin::Png | Origin::Jpeg => bytes,
            };
            let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
            kept::write(&data_dir, &conversation, origin, &bytes).map(|path| (path, size))
        });
        let (path, bytes) = written
            .await
            .map_err(|error| problem("internal", error.to_string()))?
            .map_err(|error| {
                problem(
                    "io",
                    format!("What was pasted could not be kept: {error}. Is the disk full?"),
                )
            })?;
        let file = DraftFile {
            id: new_id(),
            name: checked::shown_name(&path),
            path: path.to_string_lossy().into_owned(),
            bytes,
            kind: match origin {
                Origin::Text => DraftFileKind::Text,
                Origin::Png | Origin::Jpeg => DraftFileKind::Image,
            },
        };
        self.add_to_draft(id, vec![file.clone()]).await?;
        Ok(Attached {
            added: vec![file],
            refused: Vec::new(),
        })
    }

    /// Takes a file out of the draft. One that was made by pasting is gone with it.
    ///
    /// # Errors
    /// `unknownConversation`.
    pub async fn detach(&self, id: &ConversationId, file: &str) -> Result<(), Problem> {
        let gone = self
            .draft_files(id)?
            .into_iter()
            .find(|known| known.id == file);
        let name = file.to_owned();
        self.change_meta(id, move |meta| {
            meta.marks.draft_files.retain(|known| known.id != name);
        })
        .await?;
        if let Some(gone) = gone {
            kept::remove(&self.options().data_dir, id, Path::new(&gone.path));
        }
        Ok(())
    }

    /// A small picture of an attached file, as a `data:` address; none where it has none.
    ///
    /// # Errors
    /// `expired`: it is not attached any more.
    pub async fn draft_thumbnail(
        &self,
        id: &ConversationId,
        file: &str,
    ) -> Result<Option<String>, Problem> {
        let found = self
            .draft_files(id)?
            .into_iter()
            .find(|known| known.id == file);
        let Some(found) = found else {
            return Err(problem("expired", "This file is not attached any more."));
        };
        let Ok(_turn) = DECODING.acquire().await else {
            return Ok(None);
        };
        tokio::task::spawn_blocking(move || thumbnail::of(Path::new(&found.path)))
            .await
            .map_err(|error| problem("internal", error.to_string()))
    }

    /// Sends what was written with the files of the draft that are named. An
    /// agent that takes no files is told their paths in the text.
    ///
    /// # Errors
    /// `refused`: there is nothing to send. `fileGone`: a file can't be handed over any more.
    pub async fn send_draft(
        &self,
        id: &ConversationId,
        text: String,
        files: &[String],
    ) -> Result<Sending, Problem> {
        let chosen: Vec<DraftFile> = self
            .draft_files(id)?
            .into_iter()
            .filter(|file| files.contains(&file.id))
            .collect();
        if chosen.len() < files.len() {
            return Err(problem(
                "fileGone",
                "A file is not attached any more: it was removed in another window.",
            ));
        }
        if let Err(unfit) = all_there(chosen.iter().map(|file| &file.path)).await {
            return Err(problem(
                "fileGone",
                format!("{unfit} Remove it from the message, or attach it again."),
            ));
        }
        let takes_files = {
            let conversation = self.open_conversation(id)?;
            let state = conversation.state();
            state.capabilities.attachments
        };
        let sending = if takes_files || chosen.is_empty() {
            let attachments = chosen
                .iter()
                .map(|file| Attachment {
                    path: file.path.clone(),
                    name: file.name.clone(),
                })
                .collect();
            self.send_written(id, text, attachments).await?
        } else {
            self.send_written(id, with_paths(text, &chosen), Vec::new())
                .await?
        };
        let files = files.to_vec();
        self.change_meta(id, move |meta| {
            meta.marks
                .draft_files
                .retain(|file| !files.contains(&file.id));
        })
        .await?;
        Ok(sending)
    }

    /// Files of the conversation's workspace whose path fits what was typed.
    ///
    /// # Errors
    /// `unknownConversation`.
    pub async fn workspace_files(
        &self,
        id: &ConversationId,
        text: String,
    ) -> Result<WorkspaceFiles, Problem> {
        let root = {
            let conversation = self.open_conversation(id)?;
            let state = conversation.state();
            PathBuf::from(&state.meta.workspace)
        };
        let index = self.workspace_index().clone();
        let text: String = text.chars().take(200).collect();
        tokio::task::spawn_blocking(move || index.search(&root, &text))
            .await
            .map_err(|error| problem("internal", error.to_string()))
    }

    fn draft_files(&self, id: &ConversationId) -> Result<Vec<DraftFile>, Problem> {
        let conversation = self.open_conversation(id)?;
        let state = conversation.state();
        Ok(state.meta.marks.draft_files.clone())
    }

    async fn add_to_draft(
        &self,
        id: &ConversationId,
        files: Vec<DraftFile>,
    ) -> Result<(), Problem> {
        if files.is_empty() {
            return Ok(());
        }
        self.change_meta(id, move |meta| {
            meta.marks.draft_files.extend(files);
            meta.marks.draft_files.truncate(MOST);
        })
        .await
    }
}

/// A draft that no box and no archive chokes on (C87).
pub(crate) fn capped(mut draft: String) -> String {
    if draft.len() > LONGEST_DRAFT {
        let mut end = LONGEST_DRAFT;
        while !draft.is_char_boundary(end) {
            end -= 1;
        }
        draft.truncate(end);
    }
    draft
}

/// Makes the files that were kept for a conversation files of its copy too.
pub(crate) async fn take_along(
    data_dir: &Path,
    mut items: Vec<PlacedItem>,
    to: &ConversationId,
) -> Result<Vec<PlacedItem>, Problem> {
    let (data_dir, to) = (data_dir.to_owned(), to.clone());
    tokio::task::spawn_blocking(move || {
        for placed in &mut items {
            kept::take_along(&data_dir, &mut placed.item, &to);
        }
        items
    })
    .await
    .map_err(|error| problem("internal", error.to_string()))
}

/// Whether the files of a message can be handed over once more.
pub(crate) async fn still_there(attachments: &[Attachment]) -> Result<(), Problem> {
    all_there(attachments.iter().map(|file| &file.path))
        .await
        .map_err(|unfit| {
            problem(
                "fileGone",
                format!(
                    "{unfit} To send this message again, put the file back, or write a new message."
                ),
            )
        })
}

/// The first of them that can't be handed over, if any.
async fn all_there(paths: impl Iterator<Item = &String>) -> Result<(), Unfit> {
    for path in paths {
        within_patience(Path::new(path), checked::still_there).await?;
    }
    Ok(())
}

async fn look(path: &Path) -> Result<checked::Fit, Unfit> {
    within_patience(path, checked::look).await
}

/// Looks at a file from a thread of its own, and not for ever.
async fn within_patience<T: Send + 'static>(
    path: &Path,
    work: impl FnOnce(&Path) -> Result<T, Unfit> + Send + 'static,
) -> Result<T, Unfit> {
    let own = path.to_owned();
    let looking = tokio::task::spawn_blocking(move || work(&own));
    match tokio::time::timeout(PATIENCE, looking).await {
        Ok(Ok(looked)) => looked,
        Ok(Err(_)) | Err(_) => Err(Unfit::Slow(checked::shown_name(path))),
    }
}

/// The text, and after it where the files are.
fn with_paths(mut text: String, files: &[DraftFile]) -> String {
    text.truncate(text.trim_end().len());
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    let lines: Vec<String> = files
        .iter()
        .map(|file| format!("Attached file: {}", file.path))
        .collect();
    text + &lines.join("\n")
}

fn new_id() -> String {
    uuid::Uuid::now_v7().simple().to_string()
}
