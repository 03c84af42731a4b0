//! What an item is in plain words, for both formats that people read.

use model::{
    ApprovalState, ConversationMeta, Currency, Item, ItemBody, Spent, ToolCall, ToolState,
    TurnOutcome, Usage,
};

/// Who speaks.
pub(super) fn speaker(item: &Item, meta: &ConversationMeta) -> Option<String> {
    match &item.body {
        ItemBody::User { .. } => Some("You".to_owned()),
        ItemBody::Text { .. } | ItemBody::Result(_) => Some(agent(meta)),
        _ => None,
    }
}

pub(super) fn agent(meta: &ConversationMeta) -> String {
    if meta.profile_name.is_empty() {
        "Agent".to_owned()
    } else {
        meta.profile_name.clone()
    }
}

pub(super) fn title(meta: &ConversationMeta) -> String {
    if meta.title.is_empty() {
        "Untitled conversation".to_owned()
    } else {
        meta.title.clone()
    }
}

/// How a call stands; whether it waits for the user's answer its item does not say.
pub(super) fn state(call: &ToolCall, waits: bool) -> String {
    match &call.state {
        ToolState::AwaitingApproval => match call.approval.as_ref().map(|record| &record.state) {
            Some(ApprovalState::Sent { .. }) => "answer sent".to_owned(),
            Some(ApprovalState::DeliveryUnknown { .. }) => {
                "not known whether the answer arrived".to_owned()
            }
            _ if waits => "waiting for approval".to_owned(),
            _ => "being checked".to_owned(),
        },
        ToolState::Allowed => "allowed".to_owned(),
        ToolState::Running { .. } => "running".to_owned(),
        ToolState::Succeeded => "done".to_owned(),
        ToolState::Failed => "failed".to_owned(),
        ToolState::Denied { reason } => with("denied", reason),
        ToolState::Cancelled { reason } => with("cancelled", reason),
    }
}

fn outcome(outcome: &TurnOutcome, duration_ms: u64) -> String {
    let took = format!("{}.{} s", duration_ms / 1000, duration_ms % 1000 / 100);
    match outcome {
        TurnOutcome::Completed => format!("Completed in {took}"),
        TurnOutcome::Failed { message } => with("Failed", message),
        TurnOutcome::Stopped => format!("Stopped after {took}"),
        TurnOutcome::Interrupted => format!("Interrupted after {took}"),
        TurnOutcome::TimedOut { limit_secs } => format!("Timed out after {limit_secs} s"),
        TurnOutcome::AgentExited { how } => with("The agent ended", how),
        TurnOutcome::Unfinished => "Never came to an end".to_owned(),
    }
}

fn with(what: &str, why: &str) -> String {
    if why.is_empty() {
        what.to_owned()
    } else {
        format!("{what}: {why}")
    }
}

/// What was used, in words: `12,300 tokens in, 320 out, 800 of them cached`.
pub(super) fn used(usage: &Usage) -> Option<String> {
    if usage.input_tokens == 0 && usage.output_tokens == 0 {
        return None;
    }
    let mut text = format!(
        "{} tokens in, {} out",
        grouped(usage.input_tokens),
        grouped(usage.output_tokens)
    );
    if usage.cache_read_tokens > 0 {
        text.push_str(&format!(", {} cached", grouped(usage.cache_read_tokens)));
    }
    Some(text)
}

/// How a turn ended, what it used and what it cost.
pub(super) fn turn_end(outcome: &TurnOutcome, duration_ms: u64, usage: Option<&Usage>) -> String {
    let mut parts = vec![self::outcome(outcome, duration_ms)];
    if let Some(usage) = usage {
        parts.extend(used(usage));
        parts.extend(usage.cost.map(|cost| {
            let by = if cost.told { ", as the agent says" } else { "" };
            format!("{}{by}", money(cost.nanos, cost.currency))
        }));
    }
    parts.join(" · ")
}

/// What a conversation used and cost in all; none where nothing is known.
pub(super) fn spent(spent: &Spent) -> Option<String> {
    let mut parts: Vec<String> = used(&spent.usage).into_iter().collect();
    for sum in &spent.costs {
        let by = match sum.told {
            0 => "",
            told if told == sum.turns => ", as the agent says",
            _ => ", in part as the agent says",
        };
        let turns = match sum.turns {
            1 => "1 turn".to_owned(),
            n => format!("{n} turns"),
        };
        parts.push(format!(
            "{} for {turns}{by}",
            money(sum.nanos, sum.currency)
        ));
    }
    (!parts.is_empty()).then(|| parts.join(" · "))
}

/// An amount: two digits after the point, more where it is small.
fn money(nanos: u64, currency: Currency) -> String {
    let digits = match nanos {
        0 | 1_000_000_000.. => 2,
        10_000_000.. => 4,
        _ => 6,
    };
    #[allow(clippy::cast_precision_loss)]
    let amount = nanos as f64 / 1e9;
    format!("{currency} {amount:.digits$}")
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use model::{Cost, CostSum};

    const USED: Usage = Usage {
        input_tokens: 1_234_567,
        output_tokens: 320,
        cache_read_tokens: 800,
        cache_write_tokens: 0,
        cumulative: false,
        cost: Some(Cost {
            nanos: 12_500_000,
            currency: Currency::USD,
            told: true,
        }),
    };

    #[test]
    fn a_turns_end_says_what_it_used_and_cost_and_no_more_than_is_known() {
        let end = |usage| turn_end(&TurnOutcome::Completed, 1_234, usage);
        assert_eq!(
            end(Some(&USED)),
            "Completed in 1.2 s · 1,234,567 tokens in, 320 out, 800 cached · USD 0.0125, as the agent says"
        );
        assert_eq!(end(None), "Completed in 1.2 s");
        assert_eq!(end(Some(&Usage::default())), "Completed in 1.2 s");
    }

    #[test]
    fn a_conversations_sum_names_the_turns_that_have_a_price() {
        let sum = |nanos, turns, told| CostSum {
            currency: Currency::USD,
            nanos,
            turns,
            told,
        };
        let of = |costs| {
            spent(&Spent {
                costs,
                ..Spent::default()
            })
        };
        assert_eq!(of(Vec::new()), None);
        assert_eq!(
            of(vec![sum(1_500_000_000, 1, 0)]).unwrap(),
            "USD 1.50 for 1 turn"
        );
        assert_eq!(
            of(vec![sum(7, 3, 1)]).unwrap(),
            "USD 0.000000 for 3 turns, in part as the agent says"
        );
    }
}
