//! The host: everything the shell asks for.

mod acting;
mod again;
mod creating;
mod deciding;
mod keeping;
mod ledger;
mod moving;

use crate::approvals::rulebook::Rulebook;
use crate::catalogue::{self, Catalogue};
use crate::conversation::{self, Context, Conversation, Message};
use crate::keys::Keys;
use crate::leftovers::{self, Leftovers};
use crate::list::{self, List};
use crate::login_shell::LoginShell;
use crate::options::{HostOptions, OpenError};
use crate::problem::unknown_conversation;
use crate::settings::{SettingsFile, SettingsMemory};
use crate::tasks::{self, Board};
use crate::topics::Topics;
use crate::viewers::Viewers;
use crate::{expiry, processes, profiles};
use archive::Archive;
use model::view::{OlderRows, Problem, ProfileView, Settings};
use model::{AgentProfile, ConversationId, ConversationSummary, ProfileId, Recorded};
use secrets::Vault;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};

/// How long the end of everything may take.
const SHUTDOWN: Duration = Duration::from_secs(5);

/// All conversations of one data folder. Cheap to clone.
#[derive(Clone)]
pub struct Host(Arc<Inner>);

struct Inner {
    context: Arc<Context>,
    catalogue: Catalogue,
    viewers: Viewers,
    deleted: Mutex<HashMap<ConversationId, keeping::Deleted>>,
    samples: processes::Samples,
    workspace_index: crate::files::WorkspaceIndex,
}

/// A host that may be gone.
pub(crate) struct WeakHost(Weak<Inner>);

impl WeakHost {
    pub(crate) fn upgrade(&self) -> Option<Host> {
        self.0.upgrade().map(Host)
    }
}

impl Host {
    /// Opens the data folder, and ends what a killed host left running.
    ///
    /// # Errors
    /// The folder or the archive in it can't be used; nothing was changed.
    pub async fn open(options: HostOptions) -> Result<Self, OpenError> {
        let keychain = secrets::keychain::of_session(&options.environment);
        let vault = Vault::open(&options.shared_dir, keychain);
        Self::open_with(options, Arc::new(vault)).await
    }

    /// A host with files of its own and the keys of this one.
    pub(crate) async fn beside(&self, data_dir: PathBuf) -> Result<Self, OpenError> {
        let options = HostOptions {
            data_dir,
            ..self.options().clone()
        };
        Self::open_with(options, Arc::clone(self.keys().vault())).await
    }

    async fn open_with(options: HostOptions, vault: Arc<Vault>) -> Result<Self, OpenError> {
        make_private(&options.data_dir)?;
        let archive = Archive::open(&options.data_dir)?;
        let swept = process::sweep("", process::host_is_alive).await;
        if swept.killed > 0 {
            tracing::warn!(
                count = swept.killed,
                "ended processes of a Parley that was killed"
            );
        }
        let left = Leftovers::of(&options.data_dir);
        let settings = SettingsFile::open(&options.data_dir);
        // Carried out by the writer before anything that comes after it.
        drop(archive.set_retention(expiry::retention(&settings.get())));
        let list = List::new();
        let queued: HashMap<_, _> = archive.queued_counts()?.into_iter().collect();
        let mut kept = archive.conversations()?;
        // The list numbers them so; a window's first patch has those it shows first.
        model::order::sort_by_key(&mut kept, |meta| {
            (!meta.pinned, std::cmp::Reverse(meta.updated_at))
        });
        for meta in kept {
            let label = catalogue::label(&meta.workspace, &options.home);
            let mut summary = list::summary(&meta, &label);
            summary.queued = queued.get(&meta.id).copied().unwrap_or(0);
            list.put(summary, false);
        }
        let board = Arc::new(Board::open(&options.data_dir));
        tokio::spawn(tasks::keep(Arc::downgrade(&board)));
        let rules = Rulebook::open(archive.clone(), &options.data_dir);
        let context = Context {
            options,
            archive,
            list,
            topics: Topics::default(),
            keys: Keys::new(vault),
            rules,
            board,
            settings,
            last_answers: conversation::LastAnswers::default(),
            login_shell: LoginShell::default(),
            memory: processes::Watch::default(),
        };
        let wanted = context.settings.get().login_shell;
        context.login_shell.apply(wanted, &context.options);
        let memory = context.memory.clone();
        let host = Self(Arc::new(Inner {
            context: Arc::new(context),
            catalogue: Catalogue::default(),
            viewers: Viewers::default(),
            deleted: Mutex::default(),
            samples: processes::Samples::default(),
            workspace_index: crate::files::WorkspaceIndex::default(),
        }));
        let weak = WeakHost(Arc::downgrade(&host.0));
        tokio::spawn(processes::watch_memory(weak, memory));
        tokio::spawn(expiry::keep(WeakHost(Arc::downgrade(&host.0))));
        tokio::spawn(leftovers::sweep(WeakHost(Arc::downgrade(&host.0)), left));
        Ok(host)
    }

    pub(crate) fn catalogue(&self) -> &Catalogue {
        &self.0.catalogue
    }

    pub(crate) fn samples(&self) -> &processes::Samples {
        &self.0.samples
    }

    pub(crate) fn workspace_index(&self) -> &crate::files::WorkspaceIndex {
        &self.0.workspace_index
    }

    pub(crate) fn viewers(&self) -> &Viewers {
        &self.0.viewers
    }

    /// What pages outside a conversation watch: touch one when what it shows changed.
    #[must_use]
    pub fn topics(&self) -> &Topics {
        &self.0.context.topics
    }

    pub(crate) fn keys(&self) -> &Keys {
        &self.0.context.keys
    }

    pub(crate) fn login_shell(&self) -> &LoginShell {
        &self.0.context.login_shell
    }

    pub(crate) fn archive(&self) -> &Archive {
        &self.0.context.archive
    }

    pub(crate) fn board(&self) -> &Board {
        &self.0.context.board
    }

    pub(crate) fn rulebook(&self) -> &Rulebook {
        &self.0.context.rules
    }

    /// Conversations that are in memory, in a window or not.
    pub(crate) fn open_conversations(&self) -> Vec<Conversation> {
        let open = self.0.catalogue.all_open();
        open.into_iter()
            .map(|(_, conversation)| conversation)
            .collect()
    }

    /// A folder for people.
    pub(crate) fn workspace_label(&self, folder: &str) -> String {
        catalogue::label(folder, &self.0.context.options.home)
    }

    pub(crate) fn list(&self) -> &List {
        &self.0.context.list
    }

    /// The profiles there are, with whether each could be started now.
    #[must_use]
    pub fn profiles(&self) -> Vec<ProfileView> {
        let shell = self.login_shell().known();
        let options = &self.0.context.options;
        profiles::all(options)
            .iter()
            .map(|profile| {
                profiles::view(profile, options, shell.as_deref(), &self.kept_keys(profile))
            })
            .collect()
    }

    /// The variables a profile would get a kept key in. The keychain is not asked.
    pub(crate) fn kept_keys(&self, profile: &AgentProfile) -> Vec<String> {
        let named = self.keys().named(profile).into_iter();
        named.map(|one| one.name.variable).collect()
    }

    pub(crate) fn options(&self) -> &HostOptions {
        &self.0.context.options
    }

    pub(crate) fn profile(&self, id: &ProfileId) -> Option<AgentProfile> {
        profiles::one_offered(&self.0.context.options, id)
    }

    /// The user's choices.
    #[must_use]
    pub fn settings(&self) -> Settings {
        self.0.context.settings.get()
    }

    /// Takes over and saves the user's choices.
    ///
    /// # Errors
    /// `io`: they could not be saved.
    pub fn change_settings(&self, settings: Settings) -> Result<Settings, Problem> {
        let settings = self.0.context.settings.change(settings)?;
        let wanted = settings.login_shell;
        self.login_shell().apply(wanted, self.options());
        // The newest is the one that counts.
        drop(self.archive().set_retention(expiry::retention(&settings)));
        Ok(settings)
    }

    /// The settings live in this memory from now on; Parley writes their file as before.
    pub fn keep_settings_in(&self, memory: Box<dyn SettingsMemory>) {
        self.0.context.settings.live_in(memory);
    }

    /// What was wrong with the settings' file, once, to be told.
    #[must_use]
    pub fn settings_trouble(&self) -> Option<String> {
        self.0.context.settings.take_trouble()
    }

    /// The conversation, if it is open already.
    pub(crate) fn open_already(&self, id: &ConversationId) -> Option<Conversation> {
        self.0.catalogue.opened(id)
    }

    pub(crate) fn open_conversation(&self, id: &ConversationId) -> Result<Conversation, Problem> {
        self.0
            .catalogue
            .open(id, &self.0.context)?
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
        let from = before.saturating_sub(limit.clamp(1, 500));
        if before == from {
            return Ok(OlderRows { rows: Vec::new() });
        }
        self.rows_at(id, from, before - from)
    }

    /// A window was opened.
    pub fn viewer_opened(&self, viewer: &str, shows: Option<ConversationId>) {
        self.shows(viewer, shows);
    }

    /// A window is gone: the setting says whether its agent goes on.
    pub fn viewer_closed(&self, viewer: &str) {
        let Some(id) = self.0.viewers.gone(viewer) else {
            return;
        };
        if let Ok(conversation) = self.open_conversation(&id) {
            conversation.tell(Message::Unwatched(self.settings().agents_without_window));
        }
    }

    /// Uses this profile for a conversation, whatever is saved under its name.
    fn give_profile(&self, id: ConversationId, profile: AgentProfile) {
        self.0.catalogue.give_profile(id, profile);
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

    /// Conversations whose agent has something to do, or waits for the user, the newest first.
    #[must_use]
    pub fn busy(&self) -> Vec<ConversationSummary> {
        self.list().busy()
    }

    /// Changes whenever anything in the list does.
    #[must_use]
    pub fn list_changes(&self) -> watch::Receiver<u64> {
        self.list().watch()
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
            self.erase(&id).await;
        }
        self.board().write();
        self.0.context.archive.clone().close();
        self.0.context.memory.look();
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
