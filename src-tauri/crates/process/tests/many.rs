//! Fifty agents in a host that may open few files (F058).
#![cfg(target_os = "linux")]
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

mod common;

use std::process::Command;

use common::{Agent, Bed, all_dead};
use parley_process::{SpawnError, spawn};

const LIMITED: &str = "PARLEY_TEST_FEW_FILES";

/// Not a test by itself: what `f058` runs with a limit of 256 open files.
#[tokio::test]
async fn host_with_few_files() {
    if std::env::var_os(LIMITED).is_none() {
        return;
    }
    let bed = Bed::new();
    let starts: Vec<_> = (0..50)
        .map(|_| tokio::spawn(spawn(bed.sh("exec cat"))))
        .collect();
    let mut agents = Vec::new();
    let mut refused = Vec::new();
    for start in starts {
        match start.await.unwrap() {
            Ok((process, outputs)) => agents.push(Agent {
                process,
                outputs,
                stderr: Vec::new(),
                notes: Vec::new(),
            }),
            Err(error) => refused.push(error),
        }
    }
    println!("{} live, {} refused", agents.len(), refused.len());
    assert!(!agents.is_empty() && !refused.is_empty());
    for error in &refused {
        assert!(matches!(error, SpawnError::Io { .. }), "{error:?}");
        assert!(error.to_string().contains("Too many open files"), "{error}");
    }
    // Those that live are as they should be.
    for (n, agent) in agents.iter_mut().enumerate() {
        let _ticket = agent.say(&format!("hello {n}\n"));
        assert_eq!(agent.line().await, format!("hello {n}"));
    }
    let pids: Vec<u32> = agents.iter().map(|agent| agent.process.id()).collect();
    // Room for one is room for one.
    let mut first = agents.remove(0);
    first.process.kill();
    first.exit().await;
    first.gone().await;
    drop(first);
    let mut one_more = bed.start("exec cat").await;
    let _ticket = one_more.say("again\n");
    assert_eq!(one_more.line().await, "again");
    drop((agents, one_more));
    all_dead(&pids).await;
}

#[test]
fn f058_of_fifty_agents_those_over_the_limit_are_refused_and_the_others_live() {
    let test = std::env::current_exe().unwrap();
    let script = "ulimit -n 256 && exec \"$0\" --exact host_with_few_files --nocapture";
    let output = Command::new("/bin/sh")
        .args(["-c", script])
        .arg(test)
        .env(LIMITED, "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{said}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(said.contains("1 passed"), "{said}");
}
