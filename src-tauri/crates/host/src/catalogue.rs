//! The conversations that are open, and how one is opened.

use crate::conversation::{self, Context, Conversation, Message};
use crate::problem::{busy, unreadable};
use crate::profiles;
use archive::ReadError;
use model::view::Problem;
use model::{AgentProfile, ConversationId, ConversationMeta, ProfileOrigin};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Every open conversation, and the profiles given for this run only.
#[derive(Default)]
pub(crate) struct Catalogue {
    open: Mutex<Open>,
    given: Mutex<HashMap<ConversationId, AgentProfile>>,
}

#[derive(Default)]
struct Open {
    conversations: HashMap<ConversationId, Conversation>,
    /// No other is opened: what was open is being ended, and still writes.
    closed: bool,
}

impl Catalogue {
    /// The conversation, opened from the archive if it is not open. `None` where there is none.
    ///
    /// # Errors
    /// `io`: it can't be read. `notReady`: everything is being closed.
    pub(crate) fn open(
        &self,
        id: &ConversationId,
        context: &Arc<Context>,
    ) -> Result<Option<Conversation>, Problem> {
        // The lock is held while reading, so that two windows open one state.
        let mut open = self.lock();
        if open.closed {
            return Err(busy());
        }
        self.read(&mut open.conversations, id, context)
            .map_err(|error| unreadable(&error))
    }

    fn read(
        &self,
        open: &mut HashMap<ConversationId, Conversation>,
        id: &ConversationId,
        context: &Arc<Context>,
    ) -> Result<Option<Conversation>, ReadError> {
        if let Some(conversation) = open.get(id) {
            whole(conversation, id, context)?;
            return Ok(Some(conversation.clone()));
        }
        if !context.list.contains(id) {
            return Ok(None);
        }
        let Some(meta) = context.archive.conversation(id)? else {
            return Ok(None);
        };
        let profile = self.profile(&meta, context);
        let label = label(&meta.workspace, &context.options.home);
        let state = conversation::load(&context.archive, meta, profile, label)?;
        let conversation = conversation::spawn(state, Arc::clone(context));
        // Who only asks for something does not look at it.
        conversation.tell(Message::Left);
        open.insert(id.clone(), conversation.clone());
        Ok(Some(conversation))
    }

    /// The conversation, if it is open already.
    pub(crate) fn opened(&self, id: &ConversationId) -> Option<Conversation> {
        self.lock().conversations.get(id).cloned()
    }

    /// Takes in a conversation that was just made; once all are closed it ends by itself.
    pub(crate) fn put(&self, id: ConversationId, conversation: Conversation) {
        let mut open = self.lock();
        if !open.closed {
            open.conversations.insert(id, conversation);
        }
    }

    /// Uses this profile for a conversation, whatever is saved under its name.
    pub(crate) fn give_profile(&self, id: ConversationId, profile: AgentProfile) {
        self.given
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(id, profile);
    }

    pub(crate) fn take(&self, id: &ConversationId) -> Option<Conversation> {
        self.lock().conversations.remove(id)
    }

    /// Takes out all that are open, to be closed. From now on none is opened.
    pub(crate) fn take_all(&self) -> Vec<Conversation> {
        let mut open = self.lock();
        open.closed = true;
        open.conversations
            .drain()
            .map(|(_, conversation)| conversation)
            .collect()
    }

    /// Every conversation that is open.
    pub(crate) fn all_open(&self) -> Vec<(ConversationId, Conversation)> {
        let open = self.lock();
        open.conversations
            .iter()
            .map(|(id, conversation)| (id.clone(), conversation.clone()))
            .collect()
    }

    fn profile(&self, meta: &ConversationMeta, context: &Context) -> AgentProfile {
        if let Some(given) = self
            .given
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&meta.id)
        {
            return given.clone();
        }
        profiles::one_offered(&context.options, &meta.profile)
            // The profile is gone; a start will say that its program is missing.
            .unwrap_or_else(|| AgentProfile {
                id: meta.profile.clone(),
                name: meta.profile_name.clone(),
                protocol: meta.protocol.clone(),
                command: meta.profile.0.clone(),
                args: Vec::new(),
                env: BTreeMap::new(),
                settings: serde_json::Map::new(),
                origin: ProfileOrigin::User,
            })
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads the end of a conversation that was let go while nobody looked at it.
fn whole(
    conversation: &Conversation,
    id: &ConversationId,
    context: &Context,
) -> Result<(), ReadError> {
    let Some(first) = conversation.state().lacks_end() else {
        return Ok(());
    };
    let page = context
        .archive
        .items_before(id, first, conversation::TAIL)?;
    let mut state = conversation.state();
    if state.lacks_end() == Some(first) {
        state.has_end(page);
        conversation.tell(Message::Left);
    }
    Ok(())
}

/// A folder for people: `~/code/atlas`.
pub(crate) fn label(folder: &str, home: &Path) -> String {
    match Path::new(folder).strip_prefix(home) {
        Ok(inner) if inner.as_os_str().is_empty() => "~".to_owned(),
        Ok(inner) => format!("~/{}", inner.display()),
        Err(_) => folder.to_owned(),
    }
}

/// The other way round: a folder as it was written, with `~` as the home folder.
pub(crate) fn expanded(folder: &str, home: &Path) -> PathBuf {
    match folder.strip_prefix('~') {
        Some("") => home.to_path_buf(),
        Some(rest) if rest.starts_with('/') => home.join(rest.trim_start_matches('/')),
        _ => PathBuf::from(folder),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_folder_may_begin_with_the_home() {
        let home = Path::new("/home/ann");
        for (written, folder) in [
            ("~", "/home/ann"),
            ("~/a", "/home/ann/a"),
            ("~ann/a", "~ann/a"),
            ("/a", "/a"),
        ] {
            assert_eq!(expanded(written, home), Path::new(folder), "{written}");
        }
    }

    #[test]
    fn folders_in_the_home_are_shown_from_there() {
        let home = Path::new("/home/ann");
        assert_eq!(label("/home/ann/code/atlas", home), "~/code/atlas");
        assert_eq!(label("/home/ann", home), "~");
        assert_eq!(label("/home/anna/x", home), "/home/anna/x");
    }
}
