//! The start for a message: at once, later, or not at all.

use super::crashes::{self, Permit};
use super::driver::Driver;
use super::turns::message_item;
use model::{AgentFault, Delivery, NoticeLevel, TurnOutcome, UserMessage};
use tokio::time::Instant;

impl Driver {
    /// Hands a message to the agent, started first where none runs.
    pub(super) async fn start_for(&mut self, message: UserMessage) {
        if self.agent.is_none() {
            match self.permit() {
                Permit::Now => {
                    if let Err(fault) = self.launch(Some(&message)).await {
                        self.start_failed(&message.turn, fault);
                        return;
                    }
                }
                Permit::From(at) => {
                    let seconds = at.saturating_duration_since(Instant::now()).as_secs() + 1;
                    self.waiting = Some(message);
                    self.start_at = Some(at);
                    self.banner(
                        NoticeLevel::Warning,
                        "startsAgain",
                        format!("The agent ended by itself. It is started again in {seconds} s."),
                    );
                    return;
                }
                Permit::No(crashes) => {
                    let fault = AgentFault {
                        code: "agent.crashLoop".to_owned(),
                        message: crashes::refusal(crashes),
                        retryable: Some(false),
                        detail: None,
                    };
                    self.start_failed(&message.turn, fault);
                    return;
                }
            }
        }
        if self.agent.as_ref().is_some_and(|agent| agent.ready) {
            self.hand_over(message);
        } else {
            self.waiting = Some(message);
        }
    }

    /// Makes the start that waited, when its time has come.
    pub(super) async fn start_due(&mut self) {
        if self.start_at.is_none_or(|at| at > Instant::now()) {
            return;
        }
        self.start_at = None;
        self.clear_banner("startsAgain");
        if let Some(message) = self.waiting.take() {
            self.start_for(message).await;
        }
    }

    /// The start that waits is not made: its message was not delivered.
    pub(super) fn give_up_start(&mut self) {
        if self.start_at.take().is_none() {
            return;
        }
        self.clear_banner("startsAgain");
        self.never_handed_over();
    }

    /// No agent will get the message that waited for one: it can be sent again as it is.
    pub(super) fn never_handed_over(&mut self) {
        if let Some(message) = self.waiting.take() {
            let mut state = self.shared.lock();
            state.mark(message_item(&message.turn), Delivery::Undelivered);
        }
    }

    /// The conversation is put away while a start waits.
    pub(super) fn put_away_start(&mut self) {
        if self.start_at.is_none() {
            return;
        }
        self.give_up_start();
        let running = self.shared.lock().turn.clone();
        if let Some(turn) = running {
            self.turn_ended(turn.id, TurnOutcome::Interrupted, None);
        }
    }

    /// Says once for each process that its tree is large. Nothing is ended for it.
    pub(super) fn heavy(&mut self, bytes: u64, ceiling: u64) {
        {
            let mut state = self.shared.lock();
            if state.vitals.sight.is_none() || std::mem::replace(&mut state.vitals.warned, true) {
                return;
            }
        }
        let gib = |bytes: u64| {
            let tenths = bytes.div_ceil(1024 * 1024) * 10 / 1024;
            format!("{}.{} GiB", tenths / 10, tenths % 10)
        };
        self.banner(
            NoticeLevel::Warning,
            "memory",
            format!(
                "The agent and what it started take {} of memory; the ceiling is {}. Nothing is ended by itself: the process panel shows what takes it.",
                gib(bytes),
                gib(ceiling)
            ),
        );
    }

    /// Whether the agent may be started now.
    pub(super) fn permit(&self) -> Permit {
        self.shared.lock().vitals.crashes.permit()
    }
}
