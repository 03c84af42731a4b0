//! The host: everything the shell asks for.

mod acting;
mod keeping;

use crate::catalogue::{self, Catalogue};
use crate::clock::now_ms;
use crate::conversation::{self, Context, Conversation, Message, State};
use crate::list::{self, List};
use crate::options::{HostOptions, OpenError};
use crate::problem::{problem, unknown_conversation, unreadable};
use crate::settings::SettingsFile;
use crate::topics::Topics;
use crate::viewers::Viewers;
use crate::{profiles, view};
use archive::Archive;
use model::view::{OlderRows, Problem, ProfileView, Settings};
use model::{AgentProfile, ConversationId, ConversationMeta, ProfileId, Recorded};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// How long the end of everything may take.
const SHUTDOWN: Duration = Duration::from_secs(5);

/// All conversations of one data folder. Cheap to clone.
#[derive(Clone)]
pub struct Host(Arc<Inner>);

struct Inner {
    context: Arc<Context>,
    catalogue: Catalogue,
    viewers: Viewers,
    settings: SettingsFile,
    deleted: Mutex<HashMap<ConversationId, ConversationMeta>>,
}

impl Host {
    /// Opens the data folder, and ends what a killed host left running.
    ///
    /// # Errors
    /// The folder or the archive in it can't be used; nothing was changed.
    pub async fn open(options: HostOptions) -> Result<Self, OpenError> {
        make_private(&options.data_dir)?;
        let archive = Archive::open(&options.data_dir)?;
        let swept = process::sweep("", process::host_is_alive).await;
        if swept.killed > 0 {
            tracing::warn!(
                count = swept.killed,
                "ended processes of a Parley that was killed"
            );
        }
        let settings = SettingsFile::open(&options.data_dir);
        let list = List::new();
        for meta in archive.conversations()? {
            let label = catalogue::label(&meta.workspace, &options.home);
            list.put(list::summary(&meta, &label), false);
        }
        let context = Context {
            options,
            archive,
            list,
            topics: Topics::default(),
        };
        Ok(Self(Arc::new(Inner {
            context: Arc::new(context),
            catalogue: Catalogue::default(),
            viewers: Viewers::default(),
            settings,
            deleted: Mutex::default(),
        })))
    }

    pub(crate) fn viewers(&self) -> &Viewers {
        &self.0.viewers
    }

    /// What pages outside a conversation watch: touch one when what it shows changed.
    #[must_use]
    pub fn topics(&self) -> &Topics {
        &self.0.context.topics
    }

    pub(crate) fn list(&self) -> &List {
        &self.0.context.list
    }

    /// The profiles there are, with whether each could be started now.
    #[must_use]
    pub fn profiles(&self) -> Vec<ProfileView> {
        profiles::agents(&self.0.context.options)
    }

    pub(crate) fn options(&self) -> &HostOptions {
        &self.0.context.options
    }

    pub(crate) fn profile(&self, id: &ProfileId) -> Option<AgentProfile> {
        profiles::all(&self.0.context.options)
            .into_iter()
            .find(|profile| profile.id == *id)
    }

    /// The user's choices.
    #[must_use]
    pub fn settings(&self) -> Settings {
        self.0.settings.get()
    }

    /// Takes over and saves the user's choices.
    ///
    /// # Errors
    /// `io`: they could not be saved.
    pub fn change_settings(&self, settings: Settings) -> Result<Settings, Problem> {
        self.0.settings.change(settings)
    }

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
        let folder = self.folder(workspace)?;
        let now = now_ms();
        let id = ConversationId(uuid::Uuid::now_v7().to_string());
        let meta = ConversationMeta {
            id: id.clone(),
            title: String::new(),
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

    fn folder(&self, workspace: &str) -> Result<PathBuf, Problem> {
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

    pub(crate) fn open_conversation(&self, id: &ConversationId) -> Result<Conversation, Problem> {
        self.0
            .catalogue
            .open(id, &self.0.context)
            .map_err(|error| unreadable(&error))?
            .ok_or_else(unknown_conversation)
    }

    /// Rows before a place.
    ///
    /// # Errors
    /// `unknownConversation`, or `io`: the archive could not be read.
    pub fn older_rows(
        &self,
        id: &ConversationId,
        before: u32,
        limit: u32,
    ) -> Result<OlderRows, Problem> {
        let conversation = self.open_conversation(id)?;
        let limit = limit.clamp(1, 500);
        let mut state = conversation.state();
        let first = state.transcript.first_place();
        if before.saturating_sub(limit) < first && first > 0 {
            let page = self
                .0
                .context
                .archive
                .items_before(
                    id,
                    first,
                    limit.max(first.saturating_sub(before.saturating_sub(limit))),
                )
                .map_err(|error| unreadable(&error))?;
            state
                .transcript
                .prepend(page.into_iter().map(|placed| placed.item).collect());
        }
        Ok(view::older(&mut state, before, limit))
    }

    /// A window was opened.
    pub fn viewer_opened(&self, viewer: &str, shows: Option<ConversationId>) {
        self.0.viewers.shows(viewer, shows);
    }

    /// A window is gone: the setting says whether its agent goes on.
    pub fn viewer_closed(&self, viewer: &str) {
        let Some(id) = self.0.viewers.gone(viewer) else {
            return;
        };
        if self.settings().keep_agents_without_window {
            return;
        }
        if let Ok(conversation) = self.open_conversation(&id) {
            let (reply, _) = oneshot::channel();
            conversation.tell(Message::Sleep(reply));
        }
    }

    /// Whether there is such a conversation.
    #[must_use]
    pub fn conversation_exists(&self, id: &ConversationId) -> bool {
        self.list().contains(id)
    }

    /// A conversation's title; empty before its first message.
    #[must_use]
    pub fn title(&self, id: &ConversationId) -> Option<String> {
        let conversation = self.open_conversation(id).ok()?;
        let title = conversation.state().meta.title.clone();
        Some(title)
    }

    /// Agents that run now.
    #[must_use]
    pub fn running_agents(&self) -> u32 {
        self.list().running()
    }

    /// Takes up a session the agent told of earlier.
    pub(crate) async fn set_session(
        &self,
        id: &ConversationId,
        session: String,
    ) -> Result<(), Problem> {
        self.change_meta(id, move |meta| meta.session_id = Some(session))
            .await
    }

    /// Every recorded event of a conversation from now on.
    pub(crate) async fn tap(
        &self,
        id: &ConversationId,
    ) -> Result<mpsc::UnboundedReceiver<Recorded>, Problem> {
        let (tap, events) = mpsc::unbounded_channel();
        self.open_conversation(id)?
            .ask(|reply| Message::Tap(tap, reply))
            .await?;
        Ok(events)
    }

    /// Ends all agents by their ladders, in parallel, and writes everything.
    pub async fn shutdown(&self) {
        let deleted: Vec<ConversationId> = self.deleted().keys().cloned().collect();
        let conversations = self.0.catalogue.take_all();
        let mut closing = tokio::task::JoinSet::new();
        for conversation in conversations {
            closing.spawn(async move { close(&conversation).await });
        }
        let all = async { while closing.join_next().await.is_some() {} };
        if tokio::time::timeout(SHUTDOWN, all).await.is_err() {
            tracing::warn!("an agent did not end in time; its guardian ends it");
        }
        for id in deleted {
            if let Err(error) = self.0.context.archive.delete_conversation(&id).await {
                tracing::error!(%error, "a deleted conversation is still in the archive");
            }
        }
        self.0.context.archive.clone().close();
    }
}

async fn close(conversation: &Conversation) {
    let (done, closed) = oneshot::channel();
    conversation.tell(Message::Close(done));
    // An error means that the driver has ended already.
    let _ = closed.await;
}

fn make_private(dir: &Path) -> Result<(), OpenError> {
    let fail = |error: std::io::Error| OpenError::DataDir {
        path: dir.display().to_string(),
        reason: error.to_string(),
    };
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir).map_err(fail)
}
