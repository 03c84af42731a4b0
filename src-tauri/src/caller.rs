//! Who calls a command. A window's label is what Tauri says, never what the
//! page says, and decides what it may touch: the main window everything, a
//! conversation's window that conversation (F086).

use crate::error::problem;
use model::ConversationId;
use model::view::{Problem, WindowKind};
use tauri::Runtime;
use tauri::ipc::{CommandArg, CommandItem, InvokeBody, InvokeError};

/// The label of the window with the list.
pub(crate) const MAIN: &str = "main";
const CONVERSATION: &str = "conversation-";

/// The label of a conversation's window. Ids come from the host (UUIDs); one
/// that does not fit into a label has no window.
pub(crate) fn label_of(conversation: &ConversationId) -> Option<String> {
    let id = conversation.as_str();
    let fits = !id.is_empty()
        && id.len() <= 64
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    fits.then(|| format!("{CONVERSATION}{id}"))
}

/// The window a command came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Caller {
    label: String,
}

impl Caller {
    /// The window with this label.
    pub(crate) fn of(label: &str) -> Self {
        Self {
            label: label.to_owned(),
        }
    }

    /// The label, which is also the host's name of the viewer.
    pub(crate) fn label(&self) -> &str {
        &self.label
    }

    /// What the window is for; `None` for a label nobody gives.
    pub(crate) fn kind(&self) -> Option<WindowKind> {
        if self.label == MAIN {
            Some(WindowKind::Main)
        } else {
            self.own().map(|_| WindowKind::Conversation)
        }
    }

    /// The one conversation of a conversation's window.
    pub(crate) fn own(&self) -> Option<ConversationId> {
        self.label
            .strip_prefix(CONVERSATION)
            .filter(|id| !id.is_empty())
            .map(ConversationId::from)
    }

    /// Fails where the window has no business with this conversation.
    pub(crate) fn may_use(&self, conversation: &ConversationId) -> Result<(), Problem> {
        let allowed = match self.kind() {
            Some(WindowKind::Main) => true,
            Some(WindowKind::Conversation) => self.own().as_ref() == Some(conversation),
            None => false,
        };
        if allowed {
            return Ok(());
        }
        tracing::warn!(
            window = self.label,
            "a window reached for another conversation"
        );
        Err(problem(
            "refused",
            "This window shows another conversation and can't act on this one. Use the main window.",
        ))
    }

    /// Fails where the window asks for the list and has none.
    pub(crate) fn may_list(&self) -> Result<(), Problem> {
        match self.kind() {
            Some(WindowKind::Main) => Ok(()),
            _ => Err(problem(
                "refused",
                "This window shows one conversation and has no list.",
            )),
        }
    }
}

impl<'de, R: Runtime> CommandArg<'de, R> for Caller {
    fn from_command(command: CommandItem<'de, R>) -> Result<Self, InvokeError> {
        Ok(Self::of(command.message.webview_ref().label()))
    }
}

/// The conversation a command names, after the caller's right to it was
/// checked: a command that takes this type can't forget to ask.
#[derive(Debug)]
pub(crate) struct Checked(pub(crate) ConversationId);

impl<'de, R: Runtime> CommandArg<'de, R> for Checked {
    fn from_command(command: CommandItem<'de, R>) -> Result<Self, InvokeError> {
        let named = match command.message.payload() {
            InvokeBody::Json(arguments) => arguments.get(command.key).and_then(|id| id.as_str()),
            InvokeBody::Raw(_) => None,
        };
        let Some(named) = named else {
            let message = format!("The command {} names no conversation.", command.name);
            return Err(InvokeError::from(problem("refused", message)));
        };
        let conversation = ConversationId::from(named);
        Caller::of(command.message.webview_ref().label())
            .may_use(&conversation)
            .map_err(InvokeError::from)?;
        Ok(Self(conversation))
    }
}

#[cfg(test)]
mod tests {
    use super::{Caller, label_of};
    use model::ConversationId;
    use model::view::WindowKind;

    #[test]
    fn f086_a_window_reaches_its_own_conversation_only() {
        let (one, two) = (ConversationId::from("1-a"), ConversationId::from("1-ab"));
        let reaches = |label: &str| {
            let caller = Caller::of(label);
            [&one, &two].map(|conversation| caller.may_use(conversation).is_ok())
        };
        assert_eq!(reaches("main"), [true, true]);
        assert_eq!(reaches("conversation-1-a"), [true, false]);
        assert_eq!(reaches("conversation-1-ab"), [false, true]);
        for label in [
            "",
            "conversation-",
            "main2",
            "Main",
            "conversation",
            "inspector",
        ] {
            assert_eq!(reaches(label), [false, false], "{label}");
            assert_eq!(Caller::of(label).kind(), None, "{label}");
        }
    }

    #[test]
    fn only_the_main_window_has_a_list() {
        assert!(Caller::of("main").may_list().is_ok());
        assert!(Caller::of("conversation-1").may_list().is_err());
    }

    #[test]
    fn labels_and_conversations_are_one_to_one() {
        let id = ConversationId::from("0199a0c4-7a5e-7cc2-9d3f-1b2c3d4e5f60");
        let label = label_of(&id).unwrap_or_default();
        assert_eq!(label, "conversation-0199a0c4-7a5e-7cc2-9d3f-1b2c3d4e5f60");
        let caller = Caller::of(&label);
        assert_eq!(caller.own(), Some(id));
        assert_eq!(caller.kind(), Some(WindowKind::Conversation));
        for odd in ["", "a b", "a*", "../x", "é", &"x".repeat(65)] {
            assert_eq!(label_of(&ConversationId::from(odd)), None, "{odd}");
        }
    }
}
