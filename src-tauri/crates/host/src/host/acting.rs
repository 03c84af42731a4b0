//! What a window asks of one conversation: messages, stops, answers, its terminal.

use super::Host;
use crate::conversation::{Message, Pending};
use crate::problem::problem;
use model::view::{Problem, Sending};
use model::{ApprovalAnswer, ApprovalKey, Attachment, ConversationId, Decider, TurnId};
use std::time::Instant;

impl Host {
    /// Starts the agent, so that it is ready when the message is written.
    ///
    /// # Errors
    /// `start`: it could not be started; the text says what to mend.
    pub async fn prepare(&self, id: &ConversationId) -> Result<(), Problem> {
        self.open_conversation(id)?.ask(Message::Prepare).await
    }

    /// Sends a message, or queues it while a turn runs.
    ///
    /// # Errors
    /// `refused`: there is nothing to send.
    pub async fn send_message(
        &self,
        id: &ConversationId,
        text: String,
        attachments: Vec<Attachment>,
    ) -> Result<Sending, Problem> {
        self.send_form(id, text, attachments, serde_json::Map::new())
            .await
    }

    /// The same with what was being written: the draft is gone with it.
    pub(crate) async fn send_written(
        &self,
        id: &ConversationId,
        text: String,
        attachments: Vec<Attachment>,
    ) -> Result<Sending, Problem> {
        self.say(id, text, attachments, serde_json::Map::new(), true)
            .await
    }

    /// Sends an operation: its fields, and a text for the transcript.
    ///
    /// # Errors
    /// `refused`: there is nothing to send.
    pub async fn send_form(
        &self,
        id: &ConversationId,
        text: String,
        attachments: Vec<Attachment>,
        form: serde_json::Map<String, serde_json::Value>,
    ) -> Result<Sending, Problem> {
        self.say(id, text, attachments, form, false).await
    }

    async fn say(
        &self,
        id: &ConversationId,
        text: String,
        attachments: Vec<Attachment>,
        form: serde_json::Map<String, serde_json::Value>,
        draft: bool,
    ) -> Result<Sending, Problem> {
        let conversation = self.open_conversation(id)?;
        self.look_for_workspace(&conversation);
        let gone = {
            let state = conversation.state();
            state
                .workspace_gone
                .then(|| crate::workspace::gone_words(&state.meta.workspace))
        };
        if let Some(words) = gone {
            return Err(problem("workspaceGone", words));
        }
        conversation
            .ask(|reply| Message::Send {
                text,
                attachments,
                form,
                draft,
                reply,
            })
            .await
    }

    /// Stops the running turn.
    ///
    /// # Errors
    /// `unknownConversation`.
    pub async fn stop(&self, id: &ConversationId) -> Result<(), Problem> {
        self.open_conversation(id)?.ask(Message::Stop).await
    }

    /// Ends the process at once.
    ///
    /// # Errors
    /// `unknownConversation`.
    pub async fn force_stop(&self, id: &ConversationId) -> Result<(), Problem> {
        self.open_conversation(id)?.ask(Message::ForceStop).await
    }

    /// Ends the process and starts a new one.
    ///
    /// # Errors
    /// `start`: it could not be started.
    pub async fn restart(&self, id: &ConversationId) -> Result<(), Problem> {
        self.open_conversation(id)?.ask(Message::Restart).await
    }

    /// Changes the approval mode.
    ///
    /// # Errors
    /// `refused`: the agent has no such mode. `notReady`: it does not run.
    pub async fn set_mode(&self, id: &ConversationId, mode: &str) -> Result<(), Problem> {
        let mode = mode.to_owned();
        self.open_conversation(id)?
            .ask(|reply| Message::SetMode(mode, reply))
            .await
    }

    /// Changes settings while the agent runs: its model, its effort.
    ///
    /// # Errors
    /// `refused`: the agent or its protocol does not take them; the text says why.
    /// `notReady`: it does not run.
    pub async fn set_config(
        &self,
        id: &ConversationId,
        settings: serde_json::Map<String, serde_json::Value>,
    ) -> Result<(), Problem> {
        self.open_conversation(id)?
            .ask(|reply| Message::SetConfig(settings, reply))
            .await
    }

    /// A card came into view, or is armed anew: "allow" counts 700 ms later.
    ///
    /// # Errors
    /// `expired`, or `argumentsDiffer`.
    pub fn approval_shown(
        &self,
        viewer: &str,
        id: &ConversationId,
        key: &ApprovalKey,
        args_sha256: &str,
    ) -> Result<(), Problem> {
        self.at_pending(id, key, args_sha256, |pending| {
            pending.shown.insert(viewer.to_owned(), Instant::now());
        })
    }

    /// The end of a card's arguments was reached in a window: where they are
    /// long, "allow" counts only then.
    ///
    /// # Errors
    /// `expired`, or `argumentsDiffer`.
    pub fn approval_seen(
        &self,
        viewer: &str,
        id: &ConversationId,
        key: &ApprovalKey,
        args_sha256: &str,
    ) -> Result<(), Problem> {
        self.at_pending(id, key, args_sha256, |pending| {
            pending.seen.insert(viewer.to_owned());
        })
    }

    /// Does something to a request that waits, if it is the one that was shown.
    fn at_pending(
        &self,
        id: &ConversationId,
        key: &ApprovalKey,
        args_sha256: &str,
        act: impl FnOnce(&mut Pending),
    ) -> Result<(), Problem> {
        let conversation = self.open_conversation(id)?;
        let mut state = conversation.state();
        let pending = state
            .pending
            .get_mut(key)
            .filter(|pending| pending.asked)
            .ok_or_else(|| problem("expired", "This request can't be answered any more."))?;
        if pending.args_sha256 != args_sha256 {
            return Err(problem(
                "argumentsDiffer",
                "What is shown is not what the agent asked for. Close the window and open it again.",
            ));
        }
        act(pending);
        Ok(())
    }

    /// What an agent's terminal showed after a place, and the place after it.
    ///
    /// # Errors
    /// `unknownConversation`.
    pub fn terminal_after(
        &self,
        id: &ConversationId,
        place: u64,
    ) -> Result<(u64, Vec<u8>), Problem> {
        Ok(self.open_conversation(id)?.state().screen.after(place))
    }

    /// Types into an agent's terminal.
    ///
    /// # Errors
    /// `notReady`: no agent runs in a terminal here.
    pub async fn terminal_write(&self, id: &ConversationId, bytes: Vec<u8>) -> Result<(), Problem> {
        self.open_conversation(id)?
            .ask(|reply| Message::Type(bytes, reply))
            .await
    }

    /// Tells the size of the terminal that is shown.
    ///
    /// # Errors
    /// `notReady`: no agent runs in a terminal here.
    pub async fn terminal_resize(
        &self,
        id: &ConversationId,
        rows: u16,
        columns: u16,
    ) -> Result<(), Problem> {
        self.open_conversation(id)?
            .ask(|reply| Message::Resize(process::TerminalSize { rows, columns }, reply))
            .await
    }

    /// Answers a request, once.
    ///
    /// # Errors
    /// `alreadyDecided`, `expired`, `argumentsDiffer`, `tooEarly`.
    pub async fn answer_approval(
        &self,
        viewer: &str,
        answer: ApprovalAnswer,
    ) -> Result<(), Problem> {
        self.answer_as(viewer, answer, &Decider::You.to_text())
            .await
    }

    pub(crate) async fn answer_as(
        &self,
        viewer: &str,
        answer: ApprovalAnswer,
        by: &str,
    ) -> Result<(), Problem> {
        let conversation = self.open_conversation(&answer.conversation)?;
        let (viewer, by) = (viewer.to_owned(), by.to_owned());
        conversation
            .ask(|reply| Message::Answer {
                viewer,
                answer,
                by,
                reply,
            })
            .await
    }

    /// Changes a message that waits.
    ///
    /// # Errors
    /// `expired`: it was sent already.
    pub async fn edit_queued(
        &self,
        id: &ConversationId,
        queued: &TurnId,
        text: String,
    ) -> Result<(), Problem> {
        let queued = queued.clone();
        self.open_conversation(id)?
            .ask(|reply| Message::EditQueued(queued, Some(text), reply))
            .await
    }

    /// Puts a message that waits at another place, counted from 0.
    ///
    /// # Errors
    /// `expired`: it was sent already.
    pub async fn move_queued(
        &self,
        id: &ConversationId,
        queued: &TurnId,
        to: u32,
    ) -> Result<(), Problem> {
        let queued = queued.clone();
        self.open_conversation(id)?
            .ask(|reply| Message::MoveQueued(queued, to, reply))
            .await
    }

    /// Lets a message that waits go now: into the running turn where the agent
    /// takes it, else by stopping that turn.
    ///
    /// # Errors
    /// `expired`: it was sent already. `refused`: the agent is to be told first
    /// what was said before.
    pub async fn send_now(&self, id: &ConversationId, queued: &TurnId) -> Result<Sending, Problem> {
        let queued = queued.clone();
        self.open_conversation(id)?
            .ask(|reply| Message::SendNow(queued, reply))
            .await
    }

    /// Lets a queue go on that was held.
    ///
    /// # Errors
    /// `unknownConversation`.
    pub async fn resume_queue(&self, id: &ConversationId) -> Result<(), Problem> {
        self.open_conversation(id)?.ask(Message::ResumeQueue).await
    }

    /// Takes a message out of the queue.
    ///
    /// # Errors
    /// `expired`: it was sent already.
    pub async fn remove_queued(&self, id: &ConversationId, queued: &TurnId) -> Result<(), Problem> {
        let queued = queued.clone();
        self.open_conversation(id)?
            .ask(|reply| Message::EditQueued(queued, None, reply))
            .await
    }
}
