//! What flows: stdin, stdout and stderr, and what none of them may do to the others.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod common;

use std::time::{Duration, Instant};

use common::{Agent, Bed, eventually};
use parley_process::{Delivery, Frame, FrameKind, Framing, Output, WriteError};

#[tokio::test]
async fn f040_an_agent_that_never_reads_is_noticed_and_can_be_killed() {
    let bed = Bed::new();
    let mut agent = bed.start("echo ready; exec sleep 1000").await;
    assert_eq!(agent.line().await, "ready");
    let started = Instant::now();
    let ticket = agent.process.write(vec![b'x'; 2 << 20]).unwrap();
    let Some(Output::StdinStalled { since }) = agent.next().await else {
        panic!("no stall was told");
    };
    assert!(since >= Duration::from_secs(5) && started.elapsed() >= Duration::from_secs(5));
    let stopped = Instant::now();
    agent.process.kill();
    let exit = agent.exit().await;
    assert!(stopped.elapsed() < Duration::from_secs(6));
    assert_eq!(exit.describe(), "killed by SIGKILL");
    assert_eq!(ticket.await, Delivery::Undelivered);
}

#[tokio::test]
async fn the_stdin_queue_is_bounded() {
    let bed = Bed::new();
    let mut spec = bed.sh("exec sleep 1000");
    spec.stdin_capacity = 1 << 20;
    let agent = Agent::start(spec).await;
    let _ticket = agent.process.write(vec![b'x'; 1 << 20]).unwrap();
    let refused = agent.process.write(vec![b'x'; 1 << 20]).err().unwrap();
    assert!(matches!(
        refused,
        WriteError::Full {
            capacity: 0x10_0000,
            ..
        }
    ));
}

#[tokio::test]
async fn f041_a_closed_stdin_leaves_the_message_undelivered() {
    let bed = Bed::new();
    let mut agent = bed.start("exec 0<&-; echo closed; exec sleep 1000").await;
    assert_eq!(agent.line().await, "closed");
    let first = agent.say("hello\n");
    assert_eq!(first.await, Delivery::Undelivered);
    assert!(matches!(agent.next().await, Some(Output::StdinClosed)));
    assert_eq!(
        agent.process.write(b"again".to_vec()).err(),
        Some(WriteError::Closed)
    );
    agent.process.kill();
    assert_eq!(agent.exit().await.describe(), "killed by SIGKILL");
}

#[tokio::test]
async fn f043_a_flood_on_stderr_delays_no_event_and_is_bounded() {
    let bed = Bed::new();
    let mut agent = bed
        .start("yes 'a line of a flood on standard error' >&2 & exec cat")
        .await;
    let mut delays = Vec::new();
    let begun = Instant::now();
    // At least so many, and until the flood has begun.
    for n in 0.. {
        let thinned = agent.stderr.iter().any(|line| line.ends_with("left out]"));
        if n >= 50 && thinned {
            break;
        }
        assert!(begun.elapsed() < common::DEADLINE, "no flood came");
        let started = Instant::now();
        let _ticket = agent.say(&format!("event {n}\n"));
        assert_eq!(agent.line().await, format!("event {n}"));
        delays.push(started.elapsed());
    }
    delays.sort();
    let (middle, late) = (delays[delays.len() / 2], delays[delays.len() * 95 / 100]);
    eprintln!("delay of an event: p50 {middle:?}, p95 {late:?}");
    assert!(late < Duration::from_secs(2), "{late:?}");
    agent.process.close_stdin();
    let exit = agent.exit().await;
    assert!(exit.stderr_tail.len() <= 64 * 1024);
    assert!(
        exit.stderr_tail
            .contains("a line of a flood on standard error\n")
    );
    assert_eq!(exit.survivors_killed, 1);
    assert!(agent.stderr.len() < 20_000, "{} lines", agent.stderr.len());
}

#[tokio::test]
async fn stderr_is_read_while_nobody_takes_stdout() {
    let bed = Bed::new();
    let script = "(head -c 2000000 /dev/zero | tr '\\0' e >&2; touch stderr-was-read) & \
                  yes | head -c 5000000; wait";
    let mut agent = bed.start(script).await;
    let done = bed.path().join("stderr-was-read");
    eventually("stderr was read", || done.exists()).await;
    let (lines, exit) = agent.rest().await;
    assert_eq!(lines.len(), 2_500_000);
    assert_eq!(exit.code, Some(0));
}

#[tokio::test]
async fn stdout_is_read_while_stderr_lines_wait() {
    let bed = Bed::new();
    let mut agent = bed
        .start("i=0; while [ $i -lt 300 ]; do echo note $i >&2; echo line $i; i=$((i+1)); done")
        .await;
    let (lines, exit) = agent.rest().await;
    let expected: Vec<_> = (0..300).map(|n| format!("line {n}")).collect();
    assert_eq!(lines, expected);
    let expected: Vec<_> = (0..300).map(|n| format!("note {n}")).collect();
    assert_eq!(exit.stderr_tail.lines().collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn words_written_one_by_one_all_come_whatever_their_pace() {
    let bed = Bed::new();
    // In runs with pauses between them, so that the reader rests, finds nothing and waits, many times.
    let mut agent = bed
        .start("i=0; while [ $i -lt 2000 ]; do echo line $i; echo note $i >&2; i=$((i+1)); [ $((i % 50)) -eq 0 ] && sleep 0.02; done; printf end")
        .await;
    let (lines, exit) = agent.rest().await;
    let mut expected: Vec<_> = (0..2000).map(|n| format!("line {n}")).collect();
    expected.push("end".to_owned());
    assert_eq!(lines, expected);
    let expected: Vec<_> = (0..2000).map(|n| format!("note {n}")).collect();
    assert_eq!(exit.stderr_tail.lines().collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn a_receiver_that_does_not_receive_slows_the_agent_and_loses_nothing() {
    let bed = Bed::new();
    let mut agent = bed
        .start("i=0; while [ $i -lt 40 ]; do head -c 1000000 /dev/zero | tr '\\0' x; echo; i=$((i+1)); echo $i > written; done")
        .await;
    let written = || {
        let text = std::fs::read_to_string(bed.path().join("written")).unwrap_or_default();
        text.trim().parse().unwrap_or(0)
    };
    // It gets as far as the channel is wide, and no further.
    eventually("the agent wrote something", || written() > 0).await;
    let mut before = 0;
    loop {
        tokio::time::sleep(Duration::from_millis(500)).await;
        if written() == before {
            break;
        }
        before = written();
    }
    assert!(
        before < 40,
        "the agent wrote 40 MB into a channel nobody reads"
    );
    let (lines, exit) = agent.rest().await;
    assert_eq!(lines.len(), 40);
    assert!(lines.iter().all(|line| line.len() == 1_000_000));
    assert_eq!(exit.code, Some(0));
}

#[tokio::test]
async fn an_agent_whose_output_nobody_wants_still_ends() {
    let bed = Bed::new();
    let agent = bed.start("yes | head -c 5000000; touch done").await;
    drop(agent.outputs);
    let done = bed.path().join("done");
    eventually("the agent is through", || done.exists()).await;
    tokio::time::timeout(common::DEADLINE, agent.process.wait_gone())
        .await
        .unwrap();
}

#[tokio::test]
async fn each_framing_gives_its_frames() {
    let bed = Bed::new();
    let mut frames = Vec::new();
    for framing in [
        Framing::Lines { cap: 4 },
        Framing::Whole { cap: 100 },
        Framing::Raw,
    ] {
        let mut spec = bed.sh("printf 'one\\r\\n\\nfiver\\nend'");
        spec.framing = framing;
        let mut agent = Agent::start(spec).await;
        while let Some(output) = agent.next().await {
            if let Output::Frame(frame) = output {
                frames.push(frame);
            }
        }
    }
    let frame = |bytes: &[u8], kind| Frame {
        bytes: bytes.to_vec(),
        kind,
    };
    let all = b"one\r\n\nfiver\nend";
    assert_eq!(
        frames,
        [
            frame(b"one", FrameKind::Line),
            frame(b"five", FrameKind::Oversized { total: 5 }),
            frame(b"end", FrameKind::Line),
            frame(all, FrameKind::Document),
            frame(all, FrameKind::Chunk),
        ]
    );
}
