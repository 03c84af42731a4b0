//! What turns used and cost: an agent's counter becomes a turn's share of it, and
//! gets a price where the user has set one.

use super::State;
use super::driver::Driver;
use model::{ItemBody, Price, Seq, Transcript, TurnId, Usage};

impl Driver {
    /// The prices in force now: those of the profile as it is saved, else as it was given.
    pub(super) fn prices(&self) -> Vec<Price> {
        let given = self.shared.lock().profile.clone();
        let saved = crate::profiles::one(&self.context.options, &given.id);
        let settings = saved.map_or(given, |saved| saved.profile).settings;
        Price::of(&settings).unwrap_or_else(|error| {
            tracing::warn!(%error, "the prices of a profile are left out");
            Vec::new()
        })
    }
}

impl State {
    /// What a turn used, of what its agent told at its end or before.
    pub(super) fn metered(&mut self, told: Option<Usage>, prices: &[Price]) -> Option<Usage> {
        let session = self.counted_session();
        let mut usage = self.meta.marks.spent.of_turn(told?, &session);
        if usage.cost.is_none() {
            usage.cost = Price::find(prices, self.model()).map(|price| price.cost(&usage));
        }
        Some(usage)
    }

    /// Adds a turn that has just been recorded to the sums.
    pub(super) fn spend(&mut self, turn: &TurnId, usage: Option<Usage>) {
        let Some(usage) = usage else { return };
        let seq = self.seq();
        self.meta.marks.spent.add(seq, &usage);
        self.context_used = context_used(&self.transcript, turn, &usage).or(self.context_used);
        self.revisions.header();
    }

    /// After a kill: turns whose end was written and whose sum was not are added,
    /// and the agent's counter is taken to have gone on by them.
    pub(super) fn catch_up_spent(&mut self, ends: &[(Seq, Usage)]) {
        let session = self.counted_session();
        for (seq, usage) in ends {
            self.meta.marks.spent.catch_up(*seq, usage, &session);
        }
        let last = self.transcript.items().iter().rev().find_map(|item| {
            let ItemBody::TurnEnd { usage, .. } = &item.body else {
                return None;
            };
            Some((item.turn.clone()?, (*usage)?))
        });
        self.context_used =
            last.and_then(|(turn, usage)| context_used(&self.transcript, &turn, &usage));
    }

    /// What an agent's counter belongs to: its session, or its process where it tells none.
    fn counted_session(&self) -> String {
        let process = || format!("process {}", self.meta.epoch);
        self.meta.session_id.clone().unwrap_or_else(process)
    }

    /// The model in use: as the agent tells, as the user chose, as the profile says.
    fn model(&self) -> Option<&str> {
        let chosen = || self.meta.marks.chosen.get("model");
        let set = || self.profile.settings.get("model");
        self.capabilities
            .current_model
            .as_deref()
            .or_else(|| chosen().or_else(set).and_then(|model| model.as_str()))
            .filter(|model| !model.is_empty())
    }
}

/// About how full the context was at a turn's end. A turn goes to the model once
/// and once more for each call of a tool, each time with all of the context; what
/// it read and wrote in all is the sum.
fn context_used(transcript: &Transcript, turn: &TurnId, usage: &Usage) -> Option<u64> {
    let calls = transcript
        .items()
        .iter()
        .rev()
        .skip_while(|item| item.turn.as_ref() != Some(turn))
        .take_while(|item| item.turn.is_none() || item.turn.as_ref() == Some(turn))
        .filter(|item| matches!(item.body, ItemBody::Tool(_)))
        .count();
    let rounds = u64::try_from(calls).unwrap_or(u64::MAX).saturating_add(1);
    (usage.input_tokens > 0).then(|| (usage.input_tokens + usage.output_tokens) / rounds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Item, ItemId, ToolCall, ToolKind, ToolState};

    fn item(name: &str, turn: Option<&str>, body: ItemBody) -> Item {
        Item {
            id: ItemId::from(name),
            turn: turn.map(|turn| TurnId(turn.to_owned())),
            started_at: 0,
            completed_at: Some(0),
            body,
        }
    }

    fn call(name: &str, turn: &str) -> Item {
        let call = ToolCall {
            call_id: name.to_owned(),
            name: "Read".to_owned(),
            kind: ToolKind::Read,
            args: serde_json::Value::Null,
            category: None,
            description: None,
            state: ToolState::Succeeded,
            output: None,
            approval: None,
            unasked: false,
        };
        item(name, Some(turn), ItemBody::Tool(call))
    }

    #[test]
    fn what_a_turn_read_in_all_is_shared_between_its_rounds() {
        let text = |text: &str| ItemBody::Text {
            text: text.to_owned(),
        };
        let transcript = Transcript::resumed(
            0,
            vec![
                call("a", "t1"),
                call("b", "t2"),
                call("c", "t2"),
                item("d", None, text("in between")),
                item("e", Some("t2"), text("done")),
            ],
        );
        let usage = Usage {
            input_tokens: 8_900,
            output_tokens: 100,
            ..Usage::default()
        };
        let used = |turn: &str| context_used(&transcript, &TurnId(turn.to_owned()), &usage);
        assert_eq!(used("t2"), Some(3_000));
        assert_eq!(used("t1"), Some(4_500));
        assert_eq!(used("none"), Some(9_000));
        let turn = TurnId("t2".to_owned());
        assert_eq!(context_used(&transcript, &turn, &Usage::default()), None);
    }
}
