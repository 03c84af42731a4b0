//! What a line of an agent costs. One mode a run, so that a profiler sees one thing:
//!
//! - `produce COUNT chunks|lines`: an agent's output on stdout, in large writes or one a line;
//! - `ingest`: reads it from stdin (a real pipe), frames and decodes it; prints processor time a line;
//! - `decode COUNT`: the same work without the pipe, to be counted by callgrind;
//! - `long`: one line of 5 MB and one of 10 MB (over the cap), in milliseconds, and where the cap is;
//! - `host COUNT`: a whole conversation: process, decoding, state, archive, rows, batches for a window,
//!   which asks once a frame; prints processor time a line, bytes out over bytes in, and answers;
//! - `whole COUNT`: the same, to be counted by callgrind;
//! - `chain COUNT`: what of it is work on the line itself: parsing, the event, merging it into its
//!   item and once a frame the batch of blocks for the window, by the crates that do it in the host.
#![allow(clippy::unwrap_used, missing_docs, clippy::print_stdout)]

use model::view::{Batch, ConversationPatch, PullRequest, RowPatch};
use model::{
    AgentProfile, Epoch, Event, LaunchRequest, ProfileId, ProfileOrigin, ProtocolId, Recorded,
    Transcript,
};
use parley_tests::{Stage, Window};
use process::{FrameKind, Lines, Pace};
use protocols::{Adapter, Effect};
use render::Markdown;
use rustix::time::{ClockId, clock_gettime};
use std::io::{Read, Write};
use std::time::{Duration, Instant};

/// The line cap of JSON protocols, in bytes.
const CAP: usize = 8 << 20;
/// A line as most are: the next words of an answer.
const DELTA: &str = r#"{"type":"text_delta","msg_id":"m-7c1f","text":" and then the tile is"}"#;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["produce", count, how] => produce(count.parse().unwrap(), how == "lines"),
        ["ingest"] => ingest(),
        ["decode", count] => println!("{}", decode(count.parse().unwrap())),
        ["long"] => long(),
        ["host", count] => {
            let count = count.parse().unwrap();
            let before = processor();
            let (out, calls) = host(count);
            let time = (processor() - before).as_nanos() as f64 / count as f64;
            let line = DELTA.len() + 1;
            println!("{time} {} {calls}", out as f64 / (line * count) as f64);
        }
        ["chain", count] => println!("{}", chain(count.parse().unwrap())),
        // A profiler has no clock of its process.
        ["whole", count] => {
            host(count.parse().unwrap());
        }
        _ => {
            panic!(
                "stream produce COUNT chunks|lines | ingest | decode COUNT | long | chain COUNT | host COUNT | whole COUNT"
            )
        }
    }
}

fn produce(count: usize, each: bool) {
    let mut out = std::io::stdout().lock();
    let line = format!("{DELTA}\n");
    if each {
        for _ in 0..count {
            rustix::io::write(&out, line.as_bytes()).unwrap();
        }
        return;
    }
    let lines = (64 << 10) / line.len();
    let chunk = line.repeat(lines);
    for _ in 0..count / lines {
        out.write_all(chunk.as_bytes()).unwrap();
    }
    out.write_all(line.repeat(count % lines).as_bytes())
        .unwrap();
}

fn processor() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(
        u64::try_from(now.tv_sec).unwrap(),
        u32::try_from(now.tv_nsec).unwrap(),
    )
}

/// An adapter in the middle of a turn.
fn adapter() -> Box<dyn Adapter> {
    let profile = AgentProfile {
        id: ProfileId::from("bench"),
        name: "Bench".to_owned(),
        protocol: ProtocolId("aionrs".to_owned()),
        command: "aionrs".to_owned(),
        args: Vec::new(),
        env: Default::default(),
        settings: serde_json::Map::new(),
        origin: ProfileOrigin::CommandLine,
    };
    let protocol = protocols::find("aionrs").unwrap();
    let conversation = model::ConversationId::from("bench");
    let request = LaunchRequest::new(&profile, &conversation, "/");
    let mut adapter = (protocol.connect)(Epoch(1), &request);
    for line in [
        r#"{"type":"ready","version":"0.2.0","capabilities":{"tool_approval":true,"thinking":true,"mcp":false}}"#,
        r#"{"type":"stream_start","msg_id":"m-7c1f"}"#,
    ] {
        adapter.decode(frame(line.as_bytes()));
    }
    adapter
}

fn frame(bytes: &[u8]) -> protocols::Frame<'_> {
    protocols::Frame {
        bytes,
        oversized: None,
    }
}

/// What a reader of a pipe does with a chunk.
fn take(lines: &mut Lines, adapter: &mut dyn Adapter, chunk: &[u8]) -> (u64, u64) {
    let (mut count, mut effects) = (0, 0);
    let mut happened = Vec::new();
    lines.feed(chunk, |read| {
        count += 1;
        let oversized = match read.kind {
            FrameKind::Oversized { total } => Some(total),
            _ => None,
        };
        let piece = protocols::Frame {
            bytes: &read.bytes,
            oversized,
        };
        adapter.decode_onto(piece, &mut happened);
        effects += happened.len() as u64;
        happened.clear();
    });
    (count, effects)
}

fn ingest() {
    let mut adapter = adapter();
    let mut lines = Lines::new(CAP);
    let mut pace = Pace::default();
    let mut chunk = vec![0; 64 << 10];
    let mut input = std::io::stdin().lock();
    let before = processor();
    let (mut count, mut effects) = (0, 0);
    loop {
        let read = input.read(&mut chunk).unwrap();
        if read == 0 {
            break;
        }
        let (more, happened) = take(&mut lines, adapter.as_mut(), &chunk[..read]);
        count += more;
        effects += happened;
        if let Some(rest) = pace.after(read, Instant::now()) {
            std::thread::sleep(rest);
        }
    }
    let spent = processor() - before;
    assert_eq!(effects, count, "every line became one event");
    println!("{}", spent.as_nanos() as f64 / count as f64);
}

fn decode(count: usize) -> u64 {
    let mut adapter = adapter();
    let mut lines = Lines::new(CAP);
    let chunk = format!("{DELTA}\n").repeat(64);
    let mut done = 0;
    for _ in 0..count / 64 {
        done += take(&mut lines, adapter.as_mut(), chunk.as_bytes()).1;
    }
    done
}

/// The best of several runs over a line of so many bytes, in milliseconds.
fn long_line(bytes: usize) -> f64 {
    let line = format!(
        "{{\"type\":\"text_delta\",\"msg_id\":\"m-7c1f\",\"text\":\"{}\"}}\n",
        "word ".repeat(bytes / 5)
    );
    (0..9)
        .map(|_| {
            let mut adapter = adapter();
            let mut lines = Lines::new(CAP);
            let began = Instant::now();
            for chunk in line.as_bytes().chunks(64 << 10) {
                take(&mut lines, adapter.as_mut(), chunk);
            }
            began.elapsed().as_secs_f64() * 1e3
        })
        .fold(f64::INFINITY, f64::min)
}

/// Whether a line of so many bytes becomes words of an answer, or else one event that tells of it.
fn is_kept(bytes: usize) -> bool {
    let start = r#"{"type":"text_delta","msg_id":"m-7c1f","text":""#;
    let line = format!("{start}{}\"}}\n", "w".repeat(bytes - start.len() - 2));
    let mut adapter = adapter();
    let mut effects = Vec::new();
    Lines::new(CAP).feed(line.as_bytes(), |read| {
        let oversized = match read.kind {
            FrameKind::Oversized { total } => Some(total),
            _ => None,
        };
        effects.extend(adapter.decode(protocols::Frame {
            bytes: &read.bytes,
            oversized,
        }));
    });
    match &effects[..] {
        [Effect::Event(Event::Malformed { .. })] => false,
        [Effect::Event(_)] => true,
        other => panic!("{} effects of one line", other.len()),
    }
}

/// Milliseconds of a line of 5 MB and of one of 10 MB, and the longest line that is kept, in bytes.
fn long() {
    let kept = [CAP, CAP + 1]
        .into_iter()
        .filter(|bytes| is_kept(*bytes))
        .max()
        .unwrap_or(0);
    println!("{} {} {kept}", long_line(5_000_000), long_line(10_000_000));
}

/// Lines of a frame, at 4,000 a second and 60 frames.
const FRAME: usize = 66;

/// Bytes for a window of so many lines.
fn chain(count: usize) -> usize {
    let mut adapter = adapter();
    let mut lines = Lines::new(CAP);
    let mut transcript = Transcript::default();
    let mut markdown = Markdown::new();
    let mut paragraph = vec![format!("{DELTA}\n"); 19];
    paragraph.push(DELTA.replace(" and then the tile is", r".\n\nAnd so on") + "\n");
    let (mut seq, mut out) = (0, 0);
    for first in (0..count).step_by(FRAME) {
        let chunk: String = (first..first + FRAME)
            .map(|n| paragraph[n % paragraph.len()].as_str())
            .collect();
        let mut effects = Vec::new();
        lines.feed(chunk.as_bytes(), |read| {
            adapter.decode_onto(frame(&read.bytes), &mut effects);
        });
        // As in the host, what came within a moment is one event.
        let mut merged = String::new();
        for effect in effects {
            let Effect::Event(event) = effect else {
                continue;
            };
            if let Event::ItemDelta { text, .. } = &event {
                merged.push_str(text);
            }
            seq += 1;
            transcript.apply(&Recorded { seq, at: 0, event });
        }
        let change = markdown.push(&merged);
        let blocks = &markdown.blocks()[change.first..];
        let rows = vec![RowPatch {
            place: 0,
            row: None,
            blocks: (change.first as u32..)
                .zip(blocks.iter().cloned())
                .collect(),
            grown: Vec::new(),
            from: None,
            block_count: change.count as u32,
            head: None,
            whole: None,
        }];
        let batch = Batch {
            conversation: Some(ConversationPatch {
                id: model::ConversationId::from("bench"),
                rev: seq,
                reset: false,
                header: None,
                rows,
            }),
            ..Batch::default()
        };
        out += batch.json().unwrap().len();
    }
    out
}

/// What a window must read of a batch to ask for the next.
#[derive(serde::Deserialize)]
struct Told {
    conversation: Option<Seen>,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Seen {
    rev: u64,
    header: Option<Turn>,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Turn {
    turn_started_at: Option<u64>,
}

/// Bytes a window was sent, and in how many answers.
#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn host(count: usize) -> (usize, usize) {
    let stage = Stage::open().await;
    // Paragraphs of twenty pieces: nobody writes megabytes without one.
    let paragraph = r#"{"burst":{"line":{"type":"text_delta","msg_id":"${m.msg_id}","text":" and then the tile is"},"count":19,"per_second":4000}}
{"emit":{"type":"text_delta","msg_id":"${m.msg_id}","text":".\n\nAnd so on"}}
"#.repeat(count / 20);
    let script = format!(
        r#"{{"emit":{{"type":"ready","version":"0.2.0","capabilities":{{"tool_approval":true,"thinking":true,"mcp":false}}}}}}
{{"expect":{{"type":"message"}},"as":"m"}}
{{"emit":{{"type":"stream_start","msg_id":"${{m.msg_id}}"}}}}
{paragraph}{{"emit":{{"type":"stream_end","msg_id":"${{m.msg_id}}"}}}}
{{"wait_eof":true}}
"#
    );
    let id = stage.scripted(&script).await;
    stage.host.prepare(&id).await.unwrap();
    let window = Window::new(&stage.host, "main", &id);
    window.send("go").await;
    let mut out = 0;
    let mut calls = 0;
    let mut after = 0;
    let mut running = false;
    let mut frames = tokio::time::interval(Duration::from_micros(16_667));
    frames.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
    loop {
        frames.tick().await;
        let request = PullRequest {
            conversation: Some(id.clone()),
            after,
            list: false,
            list_after: 0,
            topics: Default::default(),
            plain: false,
        };
        let bytes = stage.host.pull("main", request).await;
        out += bytes.len();
        calls += 1;
        let told: Told = serde_json::from_slice(&bytes).unwrap();
        let Some(seen) = told.conversation else {
            continue;
        };
        after = seen.rev;
        if let Some(header) = seen.header {
            if running && header.turn_started_at.is_none() {
                break;
            }
            running |= header.turn_started_at.is_some();
        }
    }
    stage.host.force_stop(&id).await.unwrap();
    stage.host.shutdown().await;
    (out, calls)
}
