//! Figures as lines of JSON, and how they are taken.

use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Which side of its goal a figure must be on.
#[derive(Clone, Copy)]
pub(crate) enum Goal {
    AtMost(f64),
    AtLeast(f64),
    /// Printed for its own sake.
    None,
}

/// Prints one figure.
pub(crate) fn print(name: &str, value: f64, unit: &str, goal: Goal) {
    println!("{}", line(name, value, unit, goal));
}

/// Prints one figure beside its baseline of the same run; the goal is the ratio's.
pub(crate) fn print_ratio(name: &str, value: f64, baseline: f64, unit: &str, goal: Goal) {
    let ratio = value / baseline;
    let mut record = line(name, ratio, "×", goal);
    record["ratio"] = json!(round(ratio));
    record["baseline"] = json!(round(baseline));
    record["measured"] = json!(round(value));
    record["of"] = json!(unit);
    println!("{record}");
}

fn line(name: &str, value: f64, unit: &str, goal: Goal) -> Value {
    let (wanted, pass) = match goal {
        Goal::AtMost(limit) => (json!(limit), json!(value <= limit)),
        Goal::AtLeast(limit) => (json!(limit), json!(value >= limit)),
        Goal::None => (Value::Null, Value::Null),
    };
    json!({"name": name, "value": round(value), "unit": unit, "goal": wanted, "pass": pass})
}

fn round(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// What a number of runs took.
pub(crate) struct Times(Vec<Duration>);

impl Times {
    /// Runs it with 0, 1, 2 … and times each.
    pub(crate) fn of<T>(runs: u32, mut act: impl FnMut(u32) -> T) -> Self {
        let mut all = Self(Vec::new());
        for run in 0..runs {
            let start = Instant::now();
            std::hint::black_box(act(run));
            all.add(start.elapsed());
        }
        all
    }

    pub(crate) fn none() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn add(&mut self, took: Duration) {
        self.0.push(took);
    }

    pub(crate) fn join(&mut self, other: &Self) {
        self.0.extend(&other.0);
    }

    /// The time that so many of a hundred runs stay under, in milliseconds.
    pub(crate) fn percentile(&self, part: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort();
        let at = (sorted.len() * part / 100).min(sorted.len() - 1);
        sorted[at].as_secs_f64() * 1000.0
    }
}
