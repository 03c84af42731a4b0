//! Making conversations: with which agent, and in which folder.

use super::Host;
use crate::catalogue;
use crate::clock::now_ms;
use crate::conversation::{self, State};
use crate::problem::problem;
use model::view::Problem;
use model::{AgentProfile, ConversationId, ConversationMeta, ProfileId};
use std::path::PathBuf;
use std::sync::Arc;

impl Host {
    /// Makes a conversation. No process is started yet.
    ///
    /// # Errors
    /// `refused`: no such profile, or no such folder.
    pub async fn create_conversation(
        &self,
        profile: &ProfileId,
        workspace: &str,
    ) -> Result<ConversationId, Problem> {
        let found = self
            .profile(profile)
            .ok_or_else(|| problem("refused", format!("There is no agent profile “{profile}”.")))?;
        let id = self.create_with(found, workspace).await?;
        let mut settings = self.settings();
        settings.last_profile = profile.0.clone();
        workspace.clone_into(&mut settings.last_workspace);
        if let Err(refused) = self.change_settings(settings) {
            tracing::warn!(message = refused.message, "the last choice was not saved");
        }
        Ok(id)
    }

    /// Makes a conversation with a profile that need not be saved.
    ///
    /// # Errors
    /// `refused`: no such folder.
    pub async fn create_with(
        &self,
        profile: AgentProfile,
        workspace: &str,
    ) -> Result<ConversationId, Problem> {
        self.create_titled(profile, workspace, "").await
    }

    /// The same with a title of its own, which its first message does not change.
    pub(crate) async fn create_titled(
        &self,
        profile: AgentProfile,
        workspace: &str,
        title: &str,
    ) -> Result<ConversationId, Problem> {
        let folder = self.folder(workspace)?;
        let now = now_ms();
        let id = ConversationId(uuid::Uuid::now_v7().to_string());
        let meta = ConversationMeta {
            id: id.clone(),
            title: crate::titles::given(title),
            titled_by_user: false,
            profile: profile.id.clone(),
            profile_name: profile.name.clone(),
            protocol: profile.protocol.clone(),
            workspace: folder.to_string_lossy().into_owned(),
            created_at: now,
            updated_at: now,
            session_id: None,
            epoch: 0,
            draft: String::new(),
            pinned: false,
            archived: false,
            seen_seq: 0,
            preview: String::new(),
            marks: model::Marks::default(),
        };
        if let Err(error) = self.0.context.archive.put_conversation(meta.clone()).await {
            return Err(problem("io", error.to_string()));
        }
        let label = catalogue::label(&meta.workspace, &self.0.context.options.home);
        self.0.catalogue.give_profile(id.clone(), profile.clone());
        let state = State::new(meta, profile, label);
        self.list().put(state.summary(), false);
        let conversation = conversation::spawn(state, Arc::clone(&self.0.context));
        self.0.catalogue.put(id.clone(), conversation);
        Ok(id)
    }

    pub(crate) fn folder(&self, workspace: &str) -> Result<PathBuf, Problem> {
        let home = &self.0.context.options.home;
        let expanded = catalogue::expanded(workspace, home);
        let folder = expanded.canonicalize().map_err(|error| {
            problem(
                "refused",
                format!("The folder {} can't be used: {error}.", expanded.display()),
            )
        })?;
        if folder.is_dir() {
            Ok(folder)
        } else {
            Err(problem(
                "refused",
                format!("{} is a file, not a folder.", expanded.display()),
            ))
        }
    }
}
