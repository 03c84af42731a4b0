//! An agent's terminal, read by windows. A window asks for what came after the
//! place it has; how far the terminal is, it learns from the header it pulls.

use crate::host::Host;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use model::ConversationId;
use model::view::{Problem, TerminalPart};

/// Bytes in one answer: what a window takes in without a stutter.
const PART: usize = 128 * 1024;

impl Host {
    /// What an agent's terminal showed after a place, or the first part of it.
    ///
    /// # Errors
    /// `unknownConversation`.
    pub fn terminal_part(&self, id: &ConversationId, place: u64) -> Result<TerminalPart, Problem> {
        let (end, mut bytes) = self.terminal_after(id, place)?;
        let from = end - bytes.len() as u64;
        bytes.truncate(PART);
        let to = from + bytes.len() as u64;
        Ok(TerminalPart {
            from,
            to,
            more: to < end,
            bytes: STANDARD.encode(bytes),
        })
    }
}
