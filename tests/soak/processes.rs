//! `make soak-processes`: agents started and stopped hundreds of times, and hosts killed under
//! theirs. Prints what is left, writes `target/soak/processes.json`, and fails unless all is flat.
//!
//! `SOAK_CYCLES` and `SOAK_KILLS` ask for other numbers than 500 and 50.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    missing_docs
)]

use model::ConversationId;
use parley_tests::{Stage, stage};
use process::{Output, Process, SpawnSpec, spawn};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::Receiver;

/// A tool that left its agent's session, was adopted, and ignores every polite word.
const DAEMON: &str =
    "(setsid sh -c 'trap \"\" TERM HUP INT; echo $$; while :; do sleep 1; done' &)";
/// All of a killed host is gone after this, or it counts as left.
const GONE_WITHIN: Duration = Duration::from_secs(5);
/// Memory may breathe by so much.
const RSS_SLACK: u64 = 6 * 1024 * 1024;

#[tokio::main]
async fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    if args.next().is_some_and(|first| first == "host") {
        live(&PathBuf::from(args.next().unwrap())).await;
    }
    let asked = |name: &str, usual: usize| {
        let text = std::env::var(name).ok();
        text.and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (cycles, kills) = (asked("SOAK_CYCLES", 500), asked("SOAK_KILLS", 50));
    let started = Instant::now();
    let folder = tempfile::tempdir().unwrap();
    let stage = Stage::open().await;
    let hosted = stage.with_program(Path::new("/bin/sh"), agent()).await;

    let mut pids = Vec::new();
    for n in 0..24 {
        pids.extend(cycle(folder.path(), &stage, &hosted, n).await);
    }
    let before = Figures::when_quiet().await;
    pids.clear();
    for n in 0..cycles {
        pids.extend(cycle(folder.path(), &stage, &hosted, n).await);
    }
    let after = Figures::when_quiet().await;
    let cycles_took = started.elapsed();

    let (mut slowest, mut left_of_kills) = (Duration::ZERO, Vec::new());
    for n in 0..kills {
        let (took, left) = kill_a_host(folder.path(), n).await;
        slowest = slowest.max(took);
        left_of_kills.extend(left);
    }
    let last = Figures::when_quiet().await;
    // The conversation's agent of the last cycle lives to this point.
    stage.host.shutdown().await;
    let left_of_cycles = living(&pids);

    let survivors = left_of_cycles.len() + left_of_kills.len();
    let flat = survivors == 0
        && last.zombies == 0
        && last.children == 0
        && after.fds <= before.fds
        && after.threads <= before.threads + 1
        && after.rss <= before.rss + RSS_SLACK;
    let report = json!({
        "cycles": cycles,
        "kills": kills,
        "survivors": survivors,
        "zombies": last.zombies,
        "fds_before": before.fds,
        "fds_after": after.fds,
        "threads_before": before.threads,
        "threads_after": after.threads,
        "rss_before": before.rss,
        "rss_after": after.rss,
        "slowest_end_after_kill_ms": u64::try_from(slowest.as_millis()).unwrap(),
        "cycles_seconds": cycles_took.as_secs_f64().round(),
        "seconds": started.elapsed().as_secs_f64().round(),
        "flat": flat,
    });
    for (name, value) in report.as_object().unwrap() {
        println!("{name:>26}  {value}");
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/soak/processes.json");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let text = serde_json::to_string_pretty(&report).unwrap();
    std::fs::write(&file, text + "\n").unwrap();
    if flat {
        ExitCode::SUCCESS
    } else {
        println!("not flat; still alive: {left_of_cycles:?} {left_of_kills:?}");
        ExitCode::FAILURE
    }
}

/// A shell that says that it is ready, has a daemon, and then reads to the end.
fn agent() -> Vec<String> {
    let ready = r#"{"type":"ready","version":"0.1.0","session_id":"s","capabilities":{}}"#;
    let script = format!("echo '{ready}'; {DAEMON} >/dev/null; exec cat >/dev/null");
    vec!["-c".to_owned(), script]
}

/// One start and its end, by each way in turn; gives the numbers of all it started.
async fn cycle(folder: &Path, stage: &Stage, hosted: &ConversationId, n: usize) -> Vec<(u32, u64)> {
    if n % 6 == 5 {
        stage.host.restart(hosted).await.unwrap();
        let view = stage.host.processes(hosted).await.unwrap();
        return view
            .processes
            .iter()
            .filter_map(|row| named(row.pid))
            .collect();
    }
    let script = match n % 6 {
        0 => format!("{DAEMON}; read line; exit 3"),
        1 => format!("{DAEMON}; exec cat >/dev/null"),
        2 => format!("trap '' TERM; {DAEMON}; while :; do sleep 1; done"),
        3 => format!("{DAEMON}; exec sleep 1000"),
        _ => format!("{DAEMON}; read line; kill -SEGV $$"),
    };
    let (process, mut outputs) = start(folder, &script).await;
    let daemon = number(&mut outputs).await;
    let pids = [process.guardian_id(), process.id(), daemon];
    let pids: Vec<_> = pids.into_iter().filter_map(named).collect();
    match n % 6 {
        0 | 4 => drop(process.write(b"end\n".to_vec()).unwrap()),
        1 => process.close_stdin(),
        2 => process.kill(),
        _ => process.terminate(),
    }
    while let Some(output) = outputs.recv().await {
        drop(output);
    }
    process.wait_gone().await;
    pids
}

async fn start(folder: &Path, script: &str) -> (Process, Receiver<Output>) {
    let mut spec = SpawnSpec::new("/bin/sh", folder, stage::program("parley-guardian"));
    spec.args = ["-c", script].map(Into::into).to_vec();
    spec.env
        .insert("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into());
    spawn(spec).await.unwrap()
}

async fn number(outputs: &mut Receiver<Output>) -> u32 {
    loop {
        match outputs.recv().await.unwrap() {
            Output::Frame(frame) => return frame.text().0.trim().parse().unwrap(),
            Output::Exited(exit) => panic!("{exit:?}"),
            _ => {}
        }
    }
}

/// The host that is killed: a real one, with conversations whose agents have daemons.
async fn live(list: &Path) -> ! {
    let stage = Stage::open().await;
    let mut ids = Vec::new();
    for _ in 0..4 {
        let id = stage.with_program(Path::new("/bin/sh"), agent()).await;
        stage.host.prepare(&id).await.unwrap();
        ids.push(id);
    }
    let mut pids = Vec::new();
    for id in &ids {
        loop {
            let view = stage.host.processes(id).await.unwrap();
            // The agent, the daemon, and what the daemon waits for.
            if view.processes.len() >= 3 {
                pids.extend(view.processes.iter().filter_map(|row| named(row.pid)));
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    let text: Vec<String> = pids
        .iter()
        .map(|(pid, start)| format!("{pid} {start}"))
        .collect();
    let part = list.with_extension("part");
    std::fs::write(&part, text.join("\n")).unwrap();
    std::fs::rename(part, list).unwrap();
    std::future::pending::<()>().await;
    unreachable!("nothing follows what never ends")
}

/// Starts a host, kills it, and says how long its agents outlived it, and which of them did for good.
async fn kill_a_host(folder: &Path, n: usize) -> (Duration, Vec<(u32, u64)>) {
    let list = folder.join(format!("pids-{n}"));
    let own = folder.join(format!("host-{n}"));
    std::fs::create_dir(&own).unwrap();
    let mut host = Command::new(std::env::current_exe().unwrap())
        .arg("host")
        .arg(&list)
        .env("TMPDIR", &own)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while !list.exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "no host came up");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let text = std::fs::read_to_string(&list).unwrap();
    let pids: Vec<(u32, u64)> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(pid, start)| (pid.parse().unwrap(), start.parse().unwrap()))
        .collect();
    // At another moment of its life each time.
    tokio::time::sleep(Duration::from_millis((n as u64 * 37) % 200)).await;
    host.kill().unwrap();
    host.wait().unwrap();
    let killed = Instant::now();
    let mut left = living(&pids);
    while !left.is_empty() && killed.elapsed() < GONE_WITHIN {
        tokio::time::sleep(Duration::from_millis(5)).await;
        left = living(&pids);
    }
    let took = killed.elapsed();
    std::fs::remove_dir_all(own).unwrap();
    (took, left)
}

/// What belongs to this very process.
struct Figures {
    fds: usize,
    threads: usize,
    rss: u64,
    children: usize,
    zombies: usize,
}

impl Figures {
    /// Taken when the tasks of the last cycle are through; the agent of the conversation may live.
    async fn when_quiet() -> Self {
        let (mut last, mut same) = (Self::now(), 0);
        for _ in 0..200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
            let now = Self::now();
            same = if now.fds == last.fds && now.threads == last.threads && now.zombies == 0 {
                same + 1
            } else {
                0
            };
            last = now;
            // Threads for blocking work go after ten idle seconds.
            if same > 20 && (last.threads <= 6 || same > 150) {
                break;
            }
        }
        last
    }

    fn now() -> Self {
        let count = |path: &str| std::fs::read_dir(path).unwrap().count();
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let rss = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let rss: u64 = rss.unwrap().trim().trim_end_matches(" kB").parse().unwrap();
        let own = std::process::id().to_string();
        let children: Vec<char> = numbers()
            .filter_map(|pid| {
                let fields = fields(pid)?;
                // The guardian of the conversation's agent is no leak.
                (fields[1] == own).then(|| fields[0].chars().next())?
            })
            .collect();
        let zombies = children.iter().filter(|state| **state == 'Z').count();
        Self {
            fds: count("/proc/self/fd"),
            threads: count("/proc/self/task"),
            rss: rss * 1024,
            children: children.len().saturating_sub(1),
            zombies,
        }
    }
}

fn numbers() -> impl Iterator<Item = u32> {
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    all.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// The fields of a process after its name.
fn fields(pid: u32) -> Option<Vec<String>> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let tail = &stat[stat.rfind(')')? + 1..];
    Some(tail.split_whitespace().map(str::to_owned).collect())
}

/// A process by number and start time.
fn named(pid: u32) -> Option<(u32, u64)> {
    Some((pid, fields(pid)?.get(19)?.parse().ok()?))
}

fn living(pids: &[(u32, u64)]) -> Vec<(u32, u64)> {
    let alive = |pid: u32, start: u64| {
        fields(pid).is_some_and(|fields| {
            !matches!(fields[0].as_str(), "Z" | "X") && fields[19].parse() == Ok(start)
        })
    };
    let pids = pids.iter().copied();
    pids.filter(|&(pid, start)| alive(pid, start)).collect()
}
