//! The conversation that is ready at the very first start: the built-in guide, in a folder of
//! Parley's own, where nothing of the user's lies.
//!
//! Nothing but the archive says whether it was made: only a start that made the archive makes it.
//! So one that was deleted does not come back, and an archive from before never gets one.

use crate::host::Host;
use crate::problem::problem;
use crate::profiles::GUIDE;
use model::view::Problem;
use model::{ConversationId, ProfileId};
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The folder beside the archive.
const FOLDER: &str = "playground";
/// The file in it, so that there is something to list and to read.
const NOTE: &str = "README.md";

/// What is said in the first conversation, in the user's language.
#[derive(Debug, Clone, Copy)]
pub struct FirstWords<'a> {
    /// The conversation's title.
    pub title: &'a str,
    /// What the file in its folder says.
    pub note: &'a str,
}

impl Host {
    /// Makes the first conversation, where opening this host made the archive; to be asked once,
    /// by who shows windows. No process is started. `None`: the archive was there before.
    ///
    /// # Errors
    /// `io`: its folder, the file in it, or the conversation could not be written.
    pub async fn make_first_conversation(
        &self,
        words: FirstWords<'_>,
    ) -> Result<Option<ConversationId>, Problem> {
        if !self.archive().was_made() {
            return Ok(None);
        }
        let folder = self.playground();
        furnish(&folder, words.note).map_err(|error| {
            let words = format!("The folder {} can't be used: {error}.", folder.display());
            problem("io", words)
        })?;
        let id = ProfileId::from(GUIDE);
        let profile = self
            .profile(&id)
            .ok_or_else(|| problem("refused", format!("There is no agent profile “{id}”.")))?;
        self.create_titled(profile, &folder.to_string_lossy(), words.title)
            .await
            .map(Some)
    }

    /// The conversation that the first start made, while it is there and not put away.
    #[must_use]
    pub fn first_conversation(&self) -> Option<ConversationId> {
        let folder = self.playground().canonicalize().ok()?;
        let mut here = self.list().in_folder(&folder.to_string_lossy());
        // Ids grow with time.
        model::order::sort_by(&mut here, |one, other| one.0.cmp(&other.0));
        here.into_iter().find(|id| {
            let put_away = self.list().get(id).is_none_or(|row| row.archived);
            let meta = self.archive().conversation(id);
            !put_away && matches!(meta, Ok(Some(meta)) if meta.profile.as_str() == GUIDE)
        })
    }

    fn playground(&self) -> PathBuf {
        self.options().data_dir.join(FOLDER)
    }
}

fn furnish(folder: &Path, note: &str) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let path = folder.join(NOTE);
    // Whatever is there under that name stays as it is.
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(mut file) => file.write_all(note.as_bytes()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}
