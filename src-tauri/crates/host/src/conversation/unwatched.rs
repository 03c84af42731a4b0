//! A conversation that no window shows any more.

use super::driver::Driver;
use model::view::AgentsWithoutWindow;

impl Driver {
    /// The last window on it was closed: the setting says what becomes of its agent.
    pub(super) fn unwatched(&mut self, wish: AgentsWithoutWindow) {
        self.shared.lock().unwatched = Some(wish);
        if wish == AgentsWithoutWindow::Stop
            && let Err(refused) = self.stop()
        {
            tracing::warn!(
                message = refused.message,
                "an agent without a window goes on"
            );
        }
    }

    /// Ends an agent that has nothing left to do and that nobody looks at. One with
    /// tasks or alarms is never idle (F060).
    pub(super) async fn left_idle(&mut self) {
        let idle = {
            let state = self.shared.lock();
            let ends = matches!(
                state.unwatched,
                Some(AgentsWithoutWindow::WhileBusy | AgentsWithoutWindow::Stop)
            );
            ends && state.turn.is_none()
                && state.pending.is_empty()
                && state.tasks.is_empty()
                && (state.queue.is_empty()
                    || state.queue_held
                    || state.meta.marks.forgets.is_some())
        };
        if idle && self.agent.is_some() {
            self.end_process().await;
        }
    }
}
