//! A workspace whose folder is gone: its conversations can be read, nothing is
//! started in them, and the user says where the folder is now.

use crate::catalogue;
use crate::host::Host;
use crate::list;
use crate::problem::{problem, unknown_conversation, unreadable};
use model::ConversationId;
use model::view::Problem;
use std::path::Path;

/// Whether a folder is not there.
pub(crate) fn is_gone(folder: &str) -> bool {
    !Path::new(folder).is_dir()
}

/// Why nothing is started in a folder that is not there.
pub(crate) fn gone_words(folder: &str) -> String {
    format!(
        "The folder {folder} is not there any more, so nothing was started in it. Say where it is now, or put it back."
    )
}

impl Host {
    /// Takes a folder for the workspace of a conversation, and of all others
    /// that were in the same one. Rules that name the old folder do not follow.
    ///
    /// # Errors
    /// `refused`: the old folder is there, or the new one can't be used.
    /// `unknownConversation`; `io`.
    pub async fn locate_workspace(&self, id: &ConversationId, folder: &str) -> Result<(), Problem> {
        let before = self
            .list()
            .get(id)
            .ok_or_else(unknown_conversation)?
            .workspace;
        if !is_gone(&before) {
            return Err(problem(
                "refused",
                format!("The folder {before} is there. Only one that is gone can be located anew."),
            ));
        }
        let now = self.folder(folder)?.to_string_lossy().into_owned();
        for one in self.list().in_folder(&before) {
            self.move_to(&one, &now).await?;
        }
        Ok(())
    }

    async fn move_to(&self, id: &ConversationId, folder: &str) -> Result<(), Problem> {
        let label = catalogue::label(folder, &self.options().home);
        if let Some(conversation) = self.open_already(id) {
            {
                let mut state = conversation.state();
                state.workspace_label.clone_from(&label);
                state.workspace_gone = false;
            }
            let folder = folder.to_owned();
            return self
                .change_meta(id, move |meta| meta.workspace = folder)
                .await;
        }
        let archive = self.archive();
        let Some(mut meta) = archive
            .conversation(id)
            .map_err(|error| unreadable(&error))?
        else {
            return Ok(());
        };
        folder.clone_into(&mut meta.workspace);
        archive
            .put_conversation(meta.clone())
            .await
            .map_err(|error| problem("io", error.to_string()))?;
        // Its row as it was, in the other folder: marks are not the folder's.
        let summary = match self.list().get(id) {
            Some(shown) => model::ConversationSummary {
                workspace: meta.workspace,
                workspace_label: label,
                ..shown
            },
            None => list::summary(&meta, &label),
        };
        self.list().put(summary, false);
        Ok(())
    }

    /// Looks whether the folder of an open conversation is there.
    pub(crate) fn look_for_workspace(&self, conversation: &crate::conversation::Conversation) {
        let mut state = conversation.state();
        let gone = is_gone(&state.meta.workspace);
        if state.workspace_gone != gone {
            state.workspace_gone = gone;
            state.revisions.header();
        }
    }
}
