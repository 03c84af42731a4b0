//! `make fuzz`: hostile inputs through everything that reads what an agent wrote, until the time
//! is up. Prints how many and what broke, writes `target/fuzz/report.json`, and fails on a find.
//!
//! `FUZZ_SECONDS` (10 for each target), `FUZZ_EXECUTIONS` (no limit), `FUZZ_SEED` (the clock's),
//! `FUZZ_TARGET` (all) and `FUZZ_AT_ONCE` (2 targets, or 1 where there is one processor) ask for
//! something else. A target runs in a process of its own, so that not even a stack overflow or a
//! hang hides what caused it.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    missing_docs
)]

mod edges;
#[path = "../../src-tauri/crates/render/src/tests/inert_check.rs"]
mod inert_check;
mod inputs;
mod run;
mod targets;

// What the check of the renderer's own tests looks for at the top.
pub(crate) use render::{Block, classes, inert};

use inputs::Inputs;
use run::{Limits, Outcome};
use serde_json::json;
use std::env;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use targets::Target;

/// No execution may take longer; the process of one that does is ended.
const PATIENCE: Duration = Duration::from_secs(60);

fn asked<T: std::str::FromStr>(name: &str) -> Option<T> {
    let text = env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name}={text:?} is no number")),
    )
}

fn main() -> ExitCode {
    let seed: u64 = asked("FUZZ_SEED").unwrap_or_else(|| {
        let now = SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap();
        now.as_secs()
    });
    if let Ok(target) = env::var("FUZZ_CHILD") {
        return child(&target, seed);
    }
    let wanted = env::var("FUZZ_TARGET").unwrap_or_default();
    let seconds: u64 = asked("FUZZ_SECONDS").unwrap_or(10);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/fuzz");
    std::fs::create_dir_all(&folder).unwrap();
    let wanted: Vec<&Target> = targets::ALL
        .iter()
        .filter(|target| target.name.contains(&wanted))
        .collect();
    let at_once = asked("FUZZ_AT_ONCE").unwrap_or_else(processors_to_use);
    println!("seed {seed}, {seconds} s for each target, {at_once} at once");
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..at_once.min(wanted.len()) {
            scope.spawn(|| {
                while let Some(target) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcome = watched(target.name, seed, seconds, &folder);
                    tell(target, &outcome, seed, &folder);
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    done.push((target.name, outcome));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(name, _)| wanted.iter().position(|target| target.name == *name));
    let finds: usize = done.iter().map(|(_, outcome)| outcome.finds.len()).sum();
    let report: Vec<_> = done
        .iter()
        .map(|(name, outcome)| {
            json!({
                "name": name,
                "executions": outcome.executions,
                "finds": outcome.finds.len(),
                "what": outcome.finds.iter().map(|find| json!({"execution": find.execution, "what": find.what})).collect::<Vec<_>>(),
            })
        })
        .collect();
    let report = json!({"seed": seed, "seconds": seconds, "targets": report});
    std::fs::write(folder.join("report.json"), format!("{report:#}\n")).unwrap();
    if finds == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn processors_to_use() -> usize {
    std::thread::available_parallelism().map_or(1, |count| count.get().min(2))
}

/// Prints what became of a target, in one piece; the inputs of its finds are kept.
fn tell(target: &Target, outcome: &Outcome, seed: u64, folder: &Path) {
    let mut told = format!(
        "{:18} {:>10} executions, {} finds",
        target.name,
        outcome.executions,
        outcome.finds.len()
    );
    for find in &outcome.finds {
        let kept = keep(folder, target.name, seed, find.execution);
        told.push_str(&format!(
            "\n  execution {}: {}\n  kept in {}",
            find.execution,
            find.what,
            kept.display()
        ));
    }
    println!("{told}");
}

/// Runs one target and tells what it found as JSON on standard output.
fn child(target: &str, seed: u64) -> ExitCode {
    let target = targets::ALL.iter().find(|one| one.name == target).unwrap();
    let limits = Limits {
        first: asked("FUZZ_FIRST").unwrap_or(0),
        time: Duration::from_secs(asked("FUZZ_SECONDS").unwrap_or(10)),
        executions: asked("FUZZ_EXECUTIONS").unwrap_or(u64::MAX),
        progress: env::var_os("FUZZ_PROGRESS").map(PathBuf::from),
    };
    let outcome = run::run(target, seed, &limits);
    println!("{}", serde_json::to_string(&outcome).unwrap());
    ExitCode::SUCCESS
}

/// One target in processes of its own: after one that died the next goes on behind what killed it.
fn watched(target: &str, seed: u64, seconds: u64, folder: &Path) -> Outcome {
    let progress = folder.join(format!("{target}.progress"));
    let began = Instant::now();
    let mut whole = Outcome::default();
    let mut first = 0;
    loop {
        let left = seconds.saturating_sub(began.elapsed().as_secs());
        if left == 0 {
            return whole;
        }
        let _ = std::fs::remove_file(&progress);
        let mut child = Command::new(env::current_exe().unwrap())
            .env("FUZZ_CHILD", target)
            .env("FUZZ_SEED", seed.to_string())
            .env("FUZZ_FIRST", first.to_string())
            .env("FUZZ_SECONDS", left.to_string())
            .env("FUZZ_PROGRESS", &progress)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut moved = (0, Instant::now());
        let how = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status.to_string();
            }
            let at = run::progress(&progress);
            if at != moved.0 {
                moved = (at, Instant::now());
            } else if moved.1.elapsed() > PATIENCE {
                child.kill().unwrap();
                child.wait().unwrap();
                break format!("took longer than {} s", PATIENCE.as_secs());
            }
            std::thread::sleep(Duration::from_millis(50));
        };
        let mut told = String::new();
        child
            .stdout
            .take()
            .unwrap()
            .read_to_string(&mut told)
            .unwrap();
        let at = run::progress(&progress);
        let _ = std::fs::remove_file(&progress);
        if let Ok(outcome) = serde_json::from_str::<Outcome>(&told) {
            whole.executions += outcome.executions;
            whole.finds.extend(outcome.finds);
            return whole;
        }
        whole.executions += at.saturating_sub(first) + 1;
        whole.finds.push(run::Find {
            execution: at,
            what: how,
        });
        if whole.finds.len() >= run::FINDS_AT_MOST {
            return whole;
        }
        first = at + 1;
    }
}

/// Keeps the input of a find, made again from its number.
fn keep(folder: &Path, target: &str, seed: u64, execution: u64) -> PathBuf {
    let family = targets::ALL
        .iter()
        .find(|one| one.name == target)
        .unwrap()
        .family;
    let path = folder.join(format!("{target}-{seed}-{execution}.input"));
    std::fs::write(&path, Inputs::new(family).make(seed, execution)).unwrap();
    path
}
