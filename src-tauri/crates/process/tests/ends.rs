//! Endings: however it comes, nothing is left and the reason is told.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod common;

use std::time::{Duration, Instant};

use common::{Agent, Bed, alive, all_dead, eventually, signal};

/// A process in a session of its own, adopted by nobody it knows; it prints its number.
const DAEMON: &str =
    "(setsid sh -c 'trap \"\" TERM HUP INT; echo $$; while :; do sleep 1; done' &)";

#[tokio::test]
async fn f039_an_early_end_has_its_code_or_signal_and_the_last_words() {
    let bed = Bed::new();
    for (how, told) in [
        ("exit 0", "exit code 0"),
        ("exit 1", "exit code 1"),
        ("exit 2", "exit code 2"),
        ("exit 127", "exit code 127"),
        ("kill -SEGV $$", "killed by SIGSEGV"),
        ("kill -KILL $$", "killed by SIGKILL"),
    ] {
        let mut agent = bed.start(&format!("echo 'last words' >&2; {how}")).await;
        let exit = agent.exit().await;
        assert_eq!(exit.describe(), told);
        assert_eq!(exit.stderr_tail, "last words\n");
        assert_eq!(agent.stderr, ["last words"]);
    }
}

#[tokio::test]
async fn f044_a_grandchild_that_holds_stdout_does_not_hold_the_end() {
    let bed = Bed::new();
    let mut agent = bed
        .start("(trap '' TERM; sleep 1000; :) & echo answer; exit 0")
        .await;
    assert_eq!(agent.line().await, "answer");
    let started = Instant::now();
    let exit = agent.exit().await;
    assert_eq!(exit.code, Some(0));
    assert!(exit.survivors_killed >= 1);
    assert!(started.elapsed() < Duration::from_secs(10));
    agent.gone().await;
}

#[tokio::test]
async fn f044_a_stranger_that_holds_stdout_does_not_hold_the_end() {
    let bed = Bed::new();
    let mut agent = bed
        .start("echo ready; read line; echo answer; printf tail")
        .await;
    assert_eq!(agent.line().await, "ready");
    // This very test now holds the writing end, where no guardian can reach.
    let path = format!("/proc/{}/fd/1", agent.process.id());
    let held = std::fs::File::options().write(true).open(path).unwrap();
    let _ticket = agent.say("go\n");
    let started = Instant::now();
    let (lines, exit) = agent.rest().await;
    assert_eq!(lines, ["answer", "tail"]);
    assert_eq!(exit.code, Some(0));
    assert!(started.elapsed() >= Duration::from_millis(1900));
    assert!(started.elapsed() < Duration::from_secs(10));
    drop(held);
}

#[tokio::test]
async fn f045_an_agent_that_ignores_sigterm_is_killed() {
    let bed = Bed::new();
    let mut agent = bed
        .start("trap 'echo no' TERM; echo ready; while :; do sleep 0.1; done")
        .await;
    assert_eq!(agent.line().await, "ready");
    agent.process.terminate();
    assert_eq!(agent.line().await, "no");
    assert!(alive(agent.process.id()));
    let started = Instant::now();
    agent.process.kill();
    assert_eq!(agent.exit().await.describe(), "killed by SIGKILL");
    assert!(started.elapsed() < Duration::from_secs(6));
}

#[tokio::test]
async fn a_polite_agent_ends_on_sigterm() {
    let bed = Bed::new();
    let mut agent = bed
        .start("trap 'echo bye; exit 5' TERM; echo ready; while :; do sleep 0.1; done")
        .await;
    assert_eq!(agent.line().await, "ready");
    agent.process.terminate();
    let (lines, exit) = agent.rest().await;
    assert_eq!(lines, ["bye"]);
    assert_eq!(exit.describe(), "exit code 5");
}

#[tokio::test]
async fn f046_a_grandchild_that_ignores_sigterm_is_killed_with_the_agent() {
    let bed = Bed::new();
    let script = "sh -c 'trap \"\" TERM; echo $$; while :; do sleep 1; done' & read line; exit 0";
    let mut agent = bed.start(script).await;
    let grandchild = agent.pid().await;
    assert!(alive(grandchild));
    let names: Vec<_> = agent
        .process
        .tree()
        .into_iter()
        .map(|p| (p.pid, p.rss_bytes > 0))
        .collect();
    assert!(names.contains(&(agent.process.id(), true)) && names.contains(&(grandchild, true)));
    let _ticket = agent.say("end\n");
    let exit = agent.exit().await;
    assert_eq!(exit.code, Some(0));
    assert!(exit.survivors_killed >= 1);
    all_dead(&[grandchild]).await;
}

#[tokio::test]
async fn f047_a_grandchild_in_its_own_session_is_killed() {
    let bed = Bed::new();
    for way in ["kill", "exit"] {
        let mut agent = bed.start(&format!("{DAEMON}; read line; exit 0")).await;
        let daemon = agent.pid().await;
        assert!(alive(daemon));
        if way == "kill" {
            agent.process.kill();
        } else {
            let _ticket = agent.say("end\n");
        }
        agent.exit().await;
        agent.gone().await;
        all_dead(&[daemon]).await;
    }
}

#[tokio::test]
async fn c03_an_agent_behind_a_wrapper_ends_with_it() {
    let bed = Bed::new();
    let script = "sh -c 'echo $$; while :; do sleep 1; done'; true";
    for way in ["terminate", "kill"] {
        let mut agent = bed.start(script).await;
        let inner = agent.pid().await;
        assert_ne!(inner, agent.process.id());
        if way == "kill" {
            agent.process.kill();
        } else {
            agent.process.terminate();
        }
        agent.exit().await;
        agent.gone().await;
        all_dead(&[inner]).await;
    }
}

#[tokio::test]
async fn c09_an_agent_that_ignores_end_of_input_and_sigterm_is_killed_at_once() {
    let bed = Bed::new();
    let script = "trap '' TERM; echo ready; cat >/dev/null; echo eof; while :; do sleep 0.1; done";
    let mut agent = bed.start(script).await;
    assert_eq!(agent.line().await, "ready");
    agent.process.close_stdin();
    assert_eq!(agent.line().await, "eof");
    agent.process.terminate();
    let started = Instant::now();
    agent.process.kill();
    assert_eq!(agent.exit().await.describe(), "killed by SIGKILL");
    agent.gone().await;
    assert!(started.elapsed() < Duration::from_secs(3) + Duration::from_secs(3));
}

#[tokio::test]
async fn dropping_the_last_handle_kills_the_tree() {
    let bed = Bed::new();
    let mut agent = bed.start(&format!("{DAEMON}; exec sleep 1000")).await;
    let pids = [agent.process.id(), agent.pid().await];
    let clone = agent.process.clone();
    let Agent {
        process,
        mut outputs,
        ..
    } = agent;
    drop(process);
    assert!(!clone.is_gone() && pids.iter().all(|pid| alive(*pid)));
    drop(clone);
    all_dead(&pids).await;
    let mut last = None;
    while let Some(output) = outputs.recv().await {
        last = Some(output);
    }
    assert!(
        matches!(last, Some(parley_process::Output::Exited(_))),
        "{last:?}"
    );
}

#[test]
fn the_end_of_the_runtime_ends_the_agent() {
    let bed = Bed::new();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (agent, pids) = runtime.block_on(async {
        let mut agent = bed.start(&format!("{DAEMON}; exec sleep 1000")).await;
        let daemon = agent.pid().await;
        let pids = [agent.process.id(), daemon];
        (agent, pids)
    });
    drop(runtime);
    drop(agent);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(all_dead(&pids));
}

#[tokio::test]
async fn a_killed_guardian_takes_the_agent_and_its_tools_along() {
    let bed = Bed::new();
    let mut agent = bed.start(&format!("{DAEMON}; exec sleep 1000")).await;
    let pids = [agent.process.id(), agent.pid().await];
    signal(agent.process.guardian_id(), 9);
    let exit = agent.exit().await;
    assert_eq!(exit.describe(), "killed by SIGKILL");
    agent.gone().await;
    all_dead(&pids).await;
}

#[tokio::test]
async fn a_killed_guardian_takes_along_what_hides_its_marker() {
    let bed = Bed::new();
    // One in the guardian's session, one that left it and was seen by a look at the tree.
    let script = "env -i /bin/sh -c 'echo $$; while :; do /bin/sleep 1; done' & \
                  (env -i /usr/bin/setsid /bin/sh -c 'echo $$; trap \"\" TERM HUP; while :; do /bin/sleep 1; done' &); \
                  exec sleep 1000";
    let mut agent = bed.start(script).await;
    let pids = [agent.process.id(), agent.pid().await, agent.pid().await];
    let sight = agent.process.sight();
    let seen: Vec<u32> = sight
        .tree()
        .into_iter()
        .map(|process| process.pid)
        .collect();
    assert!(pids.iter().all(|pid| seen.contains(pid)), "{seen:?}");
    signal(agent.process.guardian_id(), 9);
    assert_eq!(agent.exit().await.describe(), "killed by SIGKILL");
    agent.gone().await;
    all_dead(&pids).await;
    assert_eq!(sight.tree(), []);
}

#[tokio::test]
async fn a_guardian_that_is_stuck_is_passed_by() {
    let bed = Bed::new();
    // The tool has no marker: it is found below the guardian or not at all.
    let script = "(env -u PARLEY_PROCESS setsid sh -c 'echo $$; while :; do sleep 1; done' &); \
                  exec sleep 1000";
    let mut agent = bed.start(script).await;
    let pids = [agent.process.id(), agent.pid().await];
    signal(agent.process.guardian_id(), 19);
    let started = Instant::now();
    agent.process.kill();
    assert_eq!(agent.exit().await.describe(), "killed by SIGKILL");
    assert!(started.elapsed() < Duration::from_secs(15));
    agent.gone().await;
    all_dead(&pids).await;
}

#[tokio::test]
async fn a_guardian_asked_to_end_ends_the_tree_first() {
    let bed = Bed::new();
    for number in [1, 2, 15] {
        let mut agent = bed.start(&format!("{DAEMON}; exec sleep 1000")).await;
        let guardian = agent.process.guardian_id();
        let pids = [agent.process.id(), agent.pid().await];
        signal(guardian, number);
        assert_eq!(agent.exit().await.describe(), "killed by SIGTERM");
        agent.gone().await;
        assert!(pids.iter().all(|pid| !alive(*pid)));
        eventually("no guardian", || common::state(guardian).is_none()).await;
    }
}

#[tokio::test]
async fn a_stopped_agent_can_be_killed() {
    let bed = Bed::new();
    let mut agent = bed.start("echo ready; exec sleep 1000").await;
    assert_eq!(agent.line().await, "ready");
    signal(agent.process.id(), 19);
    agent.process.terminate();
    agent.process.kill();
    let told = agent.exit().await.describe();
    assert!(told.starts_with("killed by SIG"), "{told}");
    agent.gone().await;
}

#[tokio::test]
async fn a_tree_that_keeps_growing_is_killed() {
    let bed = Bed::new();
    // Each process starts the next in a new session and ends, so that the table is always stale.
    let script =
        "echo 'echo run >> ran; setsid sh ./next & sleep 0.01' > next; sh ./next; exec sleep 1000";
    let mut agent = bed.start(script).await;
    let ran = bed.path().join("ran");
    eventually("the tree grows", || {
        std::fs::metadata(&ran).is_ok_and(|f| f.len() > 40)
    })
    .await;
    // Each of them runs in the bed.
    let here = std::fs::canonicalize(bed.path()).unwrap();
    let left = || {
        std::fs::read_dir("/proc")
            .unwrap()
            .flatten()
            .filter(|one| std::fs::read_link(one.path().join("cwd")).is_ok_and(|cwd| cwd == here))
            .map(|one| one.file_name().into_string().unwrap())
            .filter(|pid| pid.parse().is_ok_and(alive))
            .collect::<Vec<_>>()
    };
    assert!(!left().is_empty(), "the agent itself");
    agent.process.kill();
    agent.exit().await;
    agent.gone().await;
    assert_eq!(left(), Vec::<String>::new(), "something still runs");
}
