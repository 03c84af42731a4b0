//! What a conversation used in all its turns, whatever processes served them.

use crate::{Currency, Seq, Usage};
use serde::{Deserialize, Serialize};

/// The sums, and what is needed so that nothing is counted twice.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Spent {
    /// The number of the last `TurnEnded` that is in the sums: after a kill what
    /// came later is counted, and nothing else.
    pub seq: Seq,
    /// Tokens of all turns.
    pub usage: Usage,
    /// What they cost, by currency.
    pub costs: Vec<CostSum>,
    /// Where an agent's own counter stood when it last told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counter: Option<Counter>,
}

/// What turns cost in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CostSum {
    /// The currency.
    pub currency: Currency,
    /// In billionths of its unit.
    pub nanos: u64,
    /// Of how many turns.
    pub turns: u32,
    /// Of how many of them the agent told it.
    pub told: u32,
}

/// An agent's own counter. Real programs keep it with the session, so that it goes
/// on in the process that takes the session up again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Counter {
    /// The session it counts.
    pub session: String,
    /// Where it stood.
    pub at: Usage,
}

impl Spent {
    /// What a turn used, of what its agent told at the end of it. A counter that
    /// stands below where it stood has begun anew.
    pub fn of_turn(&mut self, told: Usage, session: &str) -> Usage {
        if !told.cumulative {
            self.counter = None;
            return told;
        }
        let before = self
            .counter
            .take()
            .filter(|counter| counter.session == session && told.is_at_least(&counter.at))
            .map_or_else(Usage::default, |counter| counter.at);
        self.counter = Some(Counter {
            session: session.to_owned(),
            at: Usage { cost: None, ..told },
        });
        Usage {
            input_tokens: told.input_tokens - before.input_tokens,
            output_tokens: told.output_tokens - before.output_tokens,
            cache_read_tokens: told.cache_read_tokens - before.cache_read_tokens,
            cache_write_tokens: told.cache_write_tokens - before.cache_write_tokens,
            cumulative: false,
            cost: told.cost,
        }
    }

    /// Adds a turn whose end was written and whose sum was not, and lets the agent's
    /// counter go on by it: if it has one, it counted it.
    pub fn catch_up(&mut self, seq: Seq, turn: &Usage, session: &str) {
        if seq <= self.seq {
            return;
        }
        self.add(seq, turn);
        let before = self
            .counter
            .take()
            .filter(|counter| counter.session == session)
            .map_or_else(Usage::default, |counter| counter.at);
        self.counter = Some(Counter {
            session: session.to_owned(),
            at: before.with(turn),
        });
    }

    /// Adds a turn whose end has this number; nothing where it is in the sums already.
    pub fn add(&mut self, seq: Seq, turn: &Usage) {
        if seq <= self.seq {
            return;
        }
        self.seq = seq;
        self.usage = self.usage.with(turn);
        let Some(cost) = turn.cost else { return };
        let told = u32::from(cost.told);
        match self
            .costs
            .iter_mut()
            .find(|sum| sum.currency == cost.currency)
        {
            Some(sum) => {
                sum.nanos = sum.nanos.saturating_add(cost.nanos);
                sum.turns += 1;
                sum.told += told;
            }
            None => self.costs.push(CostSum {
                currency: cost.currency,
                nanos: cost.nanos,
                turns: 1,
                told,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cost;

    fn at(input: u64, output: u64) -> Usage {
        Usage {
            input_tokens: input,
            output_tokens: output,
            cumulative: true,
            ..Usage::default()
        }
    }

    fn turn(input: u64, output: u64) -> Usage {
        Usage {
            cumulative: false,
            ..at(input, output)
        }
    }

    #[test]
    fn of_a_counter_a_turn_is_what_it_went_on() {
        let mut spent = Spent::default();
        assert_eq!(spent.of_turn(at(100, 10), "s"), turn(100, 10));
        assert_eq!(spent.of_turn(at(250, 30), "s"), turn(150, 20));
        // A new process of the same session counts on.
        assert_eq!(spent.of_turn(at(260, 31), "s"), turn(10, 1));
        // Or has begun anew.
        assert_eq!(spent.of_turn(at(40, 4), "s"), turn(40, 4));
        assert_eq!(spent.of_turn(at(90, 9), "s"), turn(50, 5));
        // Another session is another counter.
        assert_eq!(spent.of_turn(at(500, 50), "t"), turn(500, 50));
        // What is told per turn is a turn's.
        assert_eq!(spent.of_turn(turn(7, 1), "t"), turn(7, 1));
        assert_eq!(spent.counter, None);
    }

    #[test]
    fn after_a_kill_the_counter_has_counted_what_was_written() {
        let mut spent = Spent::default();
        spent.catch_up(4, &turn(100, 10), "s");
        spent.catch_up(4, &turn(100, 10), "s");
        spent.catch_up(9, &turn(50, 5), "s");
        assert_eq!(spent.usage, turn(150, 15));
        assert_eq!(spent.of_turn(at(180, 18), "s"), turn(30, 3));
        // An agent that counts per turn is not disturbed by it.
        spent.catch_up(12, &turn(1, 1), "s");
        assert_eq!(spent.of_turn(turn(500, 5), "s"), turn(500, 5));
    }

    #[test]
    fn a_turn_is_added_once() {
        let mut spent = Spent::default();
        let cost = |nanos, told| {
            Some(Cost {
                nanos,
                currency: Currency::USD,
                told,
            })
        };
        let mut one = turn(100, 10);
        one.cost = cost(5, false);
        spent.add(4, &one);
        spent.add(4, &one);
        spent.add(3, &one);
        let mut other = turn(1, 2);
        other.cost = cost(7, true);
        spent.add(9, &other);
        spent.add(12, &turn(1, 1));
        let wanted = Spent {
            seq: 12,
            usage: turn(102, 13),
            costs: vec![CostSum {
                currency: Currency::USD,
                nanos: 12,
                turns: 2,
                told: 1,
            }],
            counter: None,
        };
        assert_eq!(spent, wanted);
    }
}
