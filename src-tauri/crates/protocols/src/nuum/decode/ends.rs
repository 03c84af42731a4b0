//! How turns end: `result` in all its subtypes; `error`, which ends none by itself.

use super::Nuum;
use crate::nuum::turns::Said;
use crate::nuum::wire::Ended;
use crate::nuum::{CHECK_AFTER_ERROR_MS, CHECK_AFTER_QUEUE_MS};
use crate::out::Out;
use model::{AgentFault, NoticeLevel, TurnOutcome};

impl Nuum {
    pub(super) fn on_result(&mut self, ended: &Ended<'_>, out: &mut Out) {
        let is_cancelled = ended.subtype.as_deref() == Some("cancelled");
        let owed = self.nothing_is_owed(out);
        let of_another = match &mut self.turns.open {
            None => is_cancelled || owed,
            // What nobody stopped and nothing was heard of is not what was cancelled.
            Some(turn) => {
                let untouched = !turn.taken_up && !turn.stopping && turn.interrupted.is_none();
                std::mem::take(&mut turn.behind) || is_cancelled && untouched
            }
        };
        if of_another {
            self.result_of_another(ended, out);
            return;
        }
        if self.turns.open.is_none() {
            self.begin(out);
        }
        let outcome = self.outcome(ended, out);
        self.end_turn(outcome, ended.usage, out);
    }

    /// A result that ends no open turn: of one that was ended here before, or of
    /// the agent's own that a message waits behind. The message is what comes next.
    fn result_of_another(&mut self, ended: &Ended<'_>, out: &mut Out) {
        if let Some(text) = &ended.text
            && !self.turns.late_said.contains(text)
            && !self.was_said(text)
        {
            self.show_text(text, None, out);
        }
        let subtype = ended.subtype.as_deref().unwrap_or("no subtype");
        out.quiet(None, format!("Another turn has ended ({subtype})."));
        self.calls.close("the turn ended", out);
        if let Some(turn) = &mut self.turns.open {
            turn.said = Said::default();
            self.check_in(CHECK_AFTER_QUEUE_MS, out);
        }
    }

    /// What the result says of the open turn; shows its text where nothing said it.
    fn outcome(&mut self, ended: &Ended<'_>, out: &mut Out) -> TurnOutcome {
        let id = self.turns.id().cloned();
        let turn = id.as_ref();
        let subtype = ended.subtype.as_deref().unwrap_or_default();
        let failing = subtype.starts_with("error");
        let is_cancelled = subtype == "cancelled";
        let fault = self.turns.open.as_mut().and_then(|turn| turn.fault.take());
        // Newer builds declare more words than are known: trust `is_error`.
        let failed = ended
            .is_error
            .unwrap_or(failing || fault.is_some() && subtype != "success")
            && !is_cancelled;
        if failed {
            return self.failed(subtype, ended, fault, out);
        }
        if failing {
            out.warning(
                turn,
                format!(
                    "The agent calls the turn's end “{subtype}”, and says that it is no error."
                ),
            );
        } else if !matches!(subtype, "success" | "cancelled") {
            out.quiet(
                turn,
                format!("The turn's end is of an unknown kind: “{subtype}”."),
            );
        }
        if let Some(text) = &ended.text
            && !self.was_said(text)
        {
            self.show_text(text, turn, out);
        }
        let interrupted = self
            .turns
            .open
            .as_ref()
            .is_some_and(|turn| turn.interrupted.is_some());
        if is_cancelled || interrupted {
            TurnOutcome::Stopped
        } else {
            TurnOutcome::Completed
        }
    }

    fn was_said(&self, text: &str) -> bool {
        self.turns
            .open
            .as_ref()
            .is_some_and(|turn| turn.said.contains(text))
    }

    fn failed(
        &mut self,
        subtype: &str,
        ended: &Ended<'_>,
        told: Option<String>,
        out: &mut Out,
    ) -> TurnOutcome {
        let told_now = ended
            .text
            .as_deref()
            .map(str::trim)
            .filter(|text| !text.is_empty());
        let message = match (told_now, &told, subtype) {
            (Some(text), ..) => text.to_owned(),
            (None, Some(told), _) => told.clone(),
            (None, None, "error_max_turns") => {
                "The agent reached the number of model calls it may make in one turn.".to_owned()
            }
            (None, None, _) => "The turn failed, and the agent did not say why.".to_owned(),
        };
        // Where the agent reported the same error already, it is shown once.
        if told.as_ref() != Some(&message) {
            let fault = AgentFault {
                code: format!("nuum.{}", word(subtype)),
                message: message.clone(),
                retryable: None,
                detail: Some(how_to_go_on(subtype, ended)),
            };
            out.fault(self.turns.id(), fault);
        }
        TurnOutcome::Failed { message }
    }

    /// Shown at once. A result should follow; where none does, the agent is asked.
    pub(super) fn on_error(&mut self, message: &str, out: &mut Out) {
        let fault = AgentFault {
            code: "nuum.error".to_owned(),
            message: message.to_owned(),
            retryable: None,
            detail: None,
        };
        if self.turns.is_late() {
            out.fault(None, fault);
            return;
        }
        out.fault(self.turns.id(), fault);
        if let Some(turn) = &mut self.turns.open {
            turn.fault = Some(message.to_owned());
            turn.heard = true;
            self.check_in(CHECK_AFTER_ERROR_MS, out);
        }
    }

    /// The agent says that nothing runs: the open turn is over without a result.
    pub(super) fn ended_by_status(&mut self, out: &mut Out) {
        let Some(turn) = &mut self.turns.open else {
            return;
        };
        let outcome = if turn.stopping || turn.interrupted.is_some() {
            TurnOutcome::Stopped
        } else if let Some(message) = turn.fault.take() {
            TurnOutcome::Failed { message }
        } else {
            let id = turn.id.clone();
            let text = "The agent says that nothing runs, and never said how this turn ended.";
            out.notice(Some(&id), NoticeLevel::Info, text);
            TurnOutcome::Unfinished
        };
        self.end_turn(outcome, None, out);
    }
}

/// The agent's word for a failure, where it is one.
fn word(subtype: &str) -> &str {
    let is_word = subtype
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    if is_word && !matches!(subtype, "" | "success") {
        subtype
    } else {
        "error"
    }
}

fn how_to_go_on(subtype: &str, ended: &Ended<'_>) -> String {
    let mut words = Vec::new();
    if let Some(calls) = ended.num_turns {
        words.push(format!("{calls} model calls"));
    }
    if let Some(ms) = ended.duration_ms {
        words.push(format!("{}.{} s", ms / 1000, ms % 1000 / 100));
    }
    let after = if words.is_empty() {
        String::new()
    } else {
        format!("After {}. ", words.join(" and "))
    };
    let advice = if subtype == "error_max_turns" {
        "Send “continue” to let it go on."
    } else {
        "The agent still runs: send the message again, or another one."
    };
    format!("{after}{advice}")
}
