//! One target, execution after execution.

use crate::inputs::Inputs;
use crate::targets::Target;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// After so many, one knows that something is wrong.
pub(crate) const FINDS_AT_MOST: usize = 10;
/// An input of a few kilobytes that takes longer is a find, too; debug builds and busy machines counted in.
const SLOW: Duration = Duration::from_secs(10);

/// When to stop.
pub(crate) struct Limits {
    pub(crate) first: u64,
    pub(crate) time: Duration,
    pub(crate) executions: u64,
    /// Where the number of the execution is written before it begins.
    pub(crate) progress: Option<PathBuf>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Outcome {
    pub(crate) executions: u64,
    pub(crate) finds: Vec<Find>,
}

/// An input that broke something. The seed and its number make it again.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Find {
    pub(crate) execution: u64,
    pub(crate) what: String,
}

pub(crate) fn run(target: &Target, seed: u64, limits: &Limits) -> Outcome {
    let told = Arc::new(Mutex::new(String::new()));
    let hook = Arc::clone(&told);
    std::panic::set_hook(Box::new(move |info| {
        let text: String = info.to_string().chars().take(2_000).collect();
        *hook.lock().unwrap() = text;
    }));
    let progress = limits
        .progress
        .as_ref()
        .map(|path| File::create(path).unwrap());
    let inputs = Inputs::new(target.family);
    let began = Instant::now();
    let mut outcome = Outcome::default();
    for execution in limits.first..limits.first.saturating_add(limits.executions) {
        if began.elapsed() >= limits.time || outcome.finds.len() >= FINDS_AT_MOST {
            break;
        }
        if let Some(file) = &progress {
            file.write_all_at(&execution.to_le_bytes(), 0).unwrap();
        }
        let input = inputs.make(seed, execution);
        let start = Instant::now();
        let broke = catch_unwind(AssertUnwindSafe(|| (target.run)(&input, execution))).is_err();
        outcome.executions += 1;
        if broke {
            let what = std::mem::take(&mut *told.lock().unwrap());
            outcome.finds.push(Find { execution, what });
        } else if start.elapsed() > SLOW {
            let what = format!("took {} ms", start.elapsed().as_millis());
            outcome.finds.push(Find { execution, what });
        }
    }
    let _ = std::panic::take_hook();
    outcome
}

/// The execution that is being tried, as its process wrote it.
#[allow(
    dead_code,
    reason = "for the program, which watches; not for the tests"
)]
pub(crate) fn progress(path: &Path) -> u64 {
    let bytes = std::fs::read(path).unwrap_or_default();
    bytes.try_into().map_or(0, u64::from_le_bytes)
}
