//! Where there is no notification service we speak to, the badge and the mark on
//! the window say it.

use super::Notice;
use model::ConversationId;

/// No notifications.
#[derive(Debug, Default)]
pub(super) struct Notices;

impl Notices {
    pub(super) async fn tell(&mut self, _conversation: &ConversationId, _notice: &Notice) {}

    pub(super) async fn withdraw(&mut self, _conversation: &ConversationId) {}

    pub(super) async fn pressed(&mut self) -> ConversationId {
        std::future::pending().await
    }
}
