//! What was pasted and became a file: private files in Parley's own folder,
//! one folder a conversation, gone with it.

use super::Origin;
use crate::leftovers;
use model::{ConversationId, Item, ItemBody};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const FOLDER: &str = "attached";

/// The folder of a conversation's files; none for an id that is no name of a folder.
fn folder(data_dir: &Path, conversation: &ConversationId) -> Option<PathBuf> {
    let id = conversation.as_str();
    plain(id).then(|| data_dir.join(FOLDER).join(id))
}

fn plain(id: &str) -> bool {
    !id.is_empty()
        && id.len() <= 64
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// The conversations that have a folder of files, whether they are there or not.
pub(crate) fn kept_for(data_dir: &Path) -> Vec<ConversationId> {
    leftovers::named(&data_dir.join(FOLDER), plain, fs::FileType::is_dir)
        .iter()
        .filter_map(|path| path.file_name()?.to_str())
        .map(|id| ConversationId(id.to_owned()))
        .collect()
}

/// Writes a new file that only the user can read.
pub(super) fn write(
    data_dir: &Path,
    conversation: &ConversationId,
    origin: Origin,
    bytes: &[u8],
) -> io::Result<PathBuf> {
    let folder = folder(data_dir, conversation)
        .ok_or_else(|| io::Error::other("the conversation has no folder for files"))?;
    make_private(&folder)?;
    let name = uuid::Uuid::now_v7().simple().to_string();
    let path = folder.join(format!("{}-{name}.{}", origin.stem(), origin.ending()));
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let written = options
        .open(&path)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()));
    if let Err(error) = written {
        // Half a file is of no use.
        let _ = fs::remove_file(&path);
        return Err(error);
    }
    Ok(path)
}

/// Gives another conversation a file of its own where this one was kept for one; any other
/// stays where it is. `None` where there is nothing to change.
fn taken(data_dir: &Path, path: &Path, to: &ConversationId) -> Option<PathBuf> {
    let from = path.parent()?.file_name()?.to_str()?;
    let from = folder(data_dir, &ConversationId(from.to_owned()))?;
    let own = folder(data_dir, to)?;
    if path.parent() != Some(&from) || own == from {
        return None;
    }
    let copy = own.join(path.file_name()?);
    // Nothing here writes to a kept file, so one may have two names.
    let copied = make_private(&own).and_then(|()| match fs::hard_link(path, &copy) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(error),
        Err(_) => fs::copy(path, &copy).map(drop),
        Ok(()) => Ok(()),
    });
    match copied {
        Ok(()) => Some(copy),
        Err(error) => {
            tracing::warn!(%error, "a pasted file stays with the conversation it was copied from");
            None
        }
    }
}

/// Makes the kept files a message goes with, or names at the end of a line, files
/// of the conversation it was copied to.
pub(super) fn take_along(data_dir: &Path, item: &mut Item, to: &ConversationId) {
    let ItemBody::User {
        text, attachments, ..
    } = &mut item.body
    else {
        return;
    };
    for attachment in attachments {
        if let Some(own) = taken(data_dir, Path::new(&attachment.path), to) {
            attachment.path = own.to_string_lossy().into_owned();
        }
    }
    let kept = data_dir.join(FOLDER);
    let Some(kept) = kept.to_str().filter(|kept| text.contains(*kept)) else {
        return;
    };
    let lines: Vec<String> = text
        .split('\n')
        .map(|line| {
            let path = line.find(kept).map(|at| line.split_at(at));
            path.and_then(|(before, path)| {
                let own = taken(data_dir, Path::new(path), to)?;
                Some(format!("{before}{}", own.display()))
            })
            .unwrap_or_else(|| line.to_owned())
        })
        .collect();
    *text = lines.join("\n");
}

/// Removes a file that [`write`] made; any other stays.
pub(super) fn remove(data_dir: &Path, conversation: &ConversationId, path: &Path) {
    let ours = folder(data_dir, conversation).is_some_and(|own| path.parent() == Some(&own));
    if ours && let Err(error) = fs::remove_file(path) {
        tracing::debug!(%error, "a pasted file is gone already");
    }
}

/// The conversation is gone for good: so are its files.
pub(crate) fn forget(data_dir: &Path, conversation: &ConversationId) {
    let Some(folder) = folder(data_dir, conversation) else {
        return;
    };
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            tracing::warn!(%error, "files of a deleted conversation are still there");
        }
        Ok(()) | Err(_) => {}
    }
}

fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(folder)
}
