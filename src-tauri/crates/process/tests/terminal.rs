//! Agents in a real terminal.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod common;

use common::{Agent, Bed};
use parley_process::{Framing, Output, SpawnSpec, TerminalSize};

fn in_terminal(bed: &Bed, script: &str) -> SpawnSpec {
    let mut spec = bed.sh(script);
    spec.framing = Framing::Raw;
    spec.terminal = Some(TerminalSize {
        rows: 30,
        columns: 100,
    });
    spec
}

/// Gathers what the terminal shows until a text is there.
async fn shows(agent: &mut Agent, seen: &mut String, text: &str) {
    while !seen.contains(text) {
        match agent.next().await {
            Some(Output::Frame(frame)) => seen.push_str(&frame.text().0),
            Some(Output::Exited(exit)) => panic!("ended with {exit:?}; it showed: {seen}"),
            Some(_) => {}
            None => panic!("nothing more; it showed: {seen}"),
        }
    }
}

#[tokio::test]
async fn it_is_a_terminal_of_the_size_that_was_asked_for() {
    let bed = Bed::new();
    let script = "test -t 0 && test -t 1 && test -t 2 && tty && stty size && echo on-tty > /dev/tty; read x; echo \"got $x\"";
    let mut agent = Agent::start(in_terminal(&bed, script)).await;
    let mut seen = String::new();
    shows(&mut agent, &mut seen, "on-tty").await;
    assert!(seen.contains("/dev/pts/"), "{seen}");
    assert!(seen.contains("30 100"), "{seen}");
    let _ticket = agent.process.write(b"hello\r".to_vec()).unwrap();
    shows(&mut agent, &mut seen, "got hello").await;
    assert_eq!(agent.exit().await.describe(), "exit code 0");
}

#[tokio::test]
async fn a_resize_reaches_the_program() {
    let bed = Bed::new();
    let script = "trap 'stty size; exit 0' WINCH; echo ready; while :; do sleep 0.05; done";
    let mut agent = Agent::start(in_terminal(&bed, script)).await;
    let mut seen = String::new();
    shows(&mut agent, &mut seen, "ready").await;
    let size = TerminalSize {
        rows: 50,
        columns: 132,
    };
    agent.process.resize(size).unwrap();
    shows(&mut agent, &mut seen, "50 132").await;
    agent.exit().await;
}

#[tokio::test]
async fn ctrl_c_interrupts_what_runs_in_it_and_nothing_is_left() {
    let bed = Bed::new();
    let script = "trap 'echo interrupted; exit 130' INT; echo ready; sleep 1000 & wait";
    let mut agent = Agent::start(in_terminal(&bed, script)).await;
    let mut seen = String::new();
    shows(&mut agent, &mut seen, "ready").await;
    let _ticket = agent.process.write(vec![3]).unwrap();
    shows(&mut agent, &mut seen, "interrupted").await;
    assert_eq!(agent.exit().await.describe(), "exit code 130");
    agent.process.wait_gone().await;
    assert_eq!(agent.process.tree(), []);
}

#[tokio::test]
async fn a_full_screen_program_that_ignores_everything_is_killed() {
    let bed = Bed::new();
    let script = "trap '' INT TERM HUP; echo ready; while :; do sleep 1; done";
    let mut agent = Agent::start(in_terminal(&bed, script)).await;
    let mut seen = String::new();
    shows(&mut agent, &mut seen, "ready").await;
    agent.process.kill();
    assert_eq!(agent.exit().await.describe(), "killed by SIGKILL");
}
