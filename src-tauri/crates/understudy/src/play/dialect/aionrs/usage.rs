//! Usage as the real programs count it: over the whole process.

use serde_json::{Value, json};

#[derive(Default)]
pub(super) struct Usage {
    /// Of this turn so far: words heard and said.
    heard: u64,
    said: u64,
    /// Of all turns: input, output, cache read, cache write.
    sums: [u64; 4],
}

const NAMES: [&str; 4] = [
    "input_tokens",
    "output_tokens",
    "cache_read_tokens",
    "cache_write_tokens",
];

impl Usage {
    pub(super) fn input(&mut self, tokens: u64) {
        self.heard += tokens;
    }

    pub(super) fn output(&mut self, tokens: u64) {
        self.said += tokens;
    }

    /// Adds a turn, by the usage the script gives it or by its words, and tells the sum. Cache
    /// counts are left out when they are nought.
    pub(super) fn turn(&mut self, given: Option<&Value>) -> Value {
        let turn = match given {
            Some(given) => NAMES.map(|name| given[name].as_u64().unwrap_or(0)),
            None => [self.heard, self.said, 0, 0],
        };
        (self.heard, self.said) = (0, 0);
        for (sum, count) in self.sums.iter_mut().zip(turn) {
            *sum += count;
        }
        let mut told = json!({NAMES[0]: self.sums[0], NAMES[1]: self.sums[1]});
        for index in 2..4 {
            if self.sums[index] > 0 {
                told[NAMES[index]] = json!(self.sums[index]);
            }
        }
        told
    }
}
