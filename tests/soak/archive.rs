//! `make soak-archive`: a host with four streaming agents is killed two hundred times, at random
//! moments. Nothing that was acknowledged may be lost, the archive must open and be whole, and no
//! agent may be left. Writes `target/soak/archive.json`, and fails otherwise.
//!
//! Acknowledged is a message whose sending was answered, and every word that a window showed a
//! second or more before the kill. How old the oldest word was that was shown and lost is told too.
//! `SOAK_KILLS` asks for another number than 200.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    missing_docs
)]

use archive::Archive;
use host::{Host, HostOptions, Programs};
use model::{AgentProfile, ConversationId, ItemBody, ProfileId, ProfileOrigin, ProtocolId};
use parley_tests::{Window, stage};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant, SystemTime};

const AGENTS: usize = 4;
/// What was shown is on the disk within this.
const WITHIN_MS: u64 = 1000;
/// All of a killed host is gone after this, or it counts as left.
const GONE_WITHIN: Duration = Duration::from_secs(5);

const SCRIPT: &str = r#"{"emit":{"type":"ready","version":"0.1.0","capabilities":{"tool_approval":true,"thinking":true,"mcp":false}}}
{"expect":{"type":"message"},"as":"m"}
{"emit":{"type":"stream_start","msg_id":"${m.msg_id}"}}
{"burst":{"line":{"type":"text_delta","msg_id":"${m.msg_id}","text":"w${n} "},"count":100000,"per_second":250,"each":true}}
{"wait_eof":true}
"#;

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    if args.next().is_some_and(|first| first == "host") {
        let folder = PathBuf::from(args.next().unwrap());
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(live(&folder));
    }
    let kills = std::env::var("SOAK_KILLS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(200);
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script.jsonl");
    std::fs::write(&script, SCRIPT).unwrap();
    let started = Instant::now();
    let mut figures = Figures::default();
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    for kill in 0..kills {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        round(folder.path(), kill, random, &mut figures);
        if kill % 20 == 19 {
            println!("{} kills: {figures:?}", kill + 1);
        }
    }
    let record = json!({
        "kills": figures.kills,
        "acknowledged": figures.acknowledged,
        "lost": figures.lost,
        "corrupt": figures.corrupt,
        "orphans": figures.orphans,
        "streaming": figures.streaming,
        "oldestLostMs": figures.oldest_lost_ms,
        "seconds": started.elapsed().as_secs(),
    });
    println!("{record}");
    let target = std::env::current_exe().unwrap();
    let report = target.ancestors().nth(3).unwrap().join("soak");
    std::fs::create_dir_all(&report).unwrap();
    std::fs::write(report.join("archive.json"), format!("{record:#}\n")).unwrap();
    let good = figures.lost == 0 && figures.corrupt == 0 && figures.orphans == 0;
    if good && figures.acknowledged > 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

#[derive(Debug, Default)]
struct Figures {
    kills: u64,
    /// Messages and words that had to be there.
    acknowledged: u64,
    lost: u64,
    corrupt: u64,
    orphans: u64,
    /// Kills that met all agents streaming.
    streaming: u64,
    /// How long before the kill the oldest lost word was shown.
    oldest_lost_ms: u64,
}

/// Starts a host, kills it at a random moment, and looks at what it left.
fn round(folder: &Path, kill: u64, random: u64, figures: &mut Figures) {
    let acks = folder.join("acks");
    let _ = std::fs::remove_file(&acks);
    let mut host = Command::new(std::env::current_exe().unwrap())
        .arg("host")
        .arg(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // A fifth of them while they open, the others while all agents stream.
    let streams = !kill.is_multiple_of(5);
    if streams {
        let deadline = Instant::now() + Duration::from_secs(60);
        while read(&acks).shown.len() < AGENTS {
            assert!(
                Instant::now() < deadline,
                "the agents did not begin to stream"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
        figures.streaming += 1;
    }
    std::thread::sleep(Duration::from_millis(
        random % if streams { 2500 } else { 700 },
    ));
    host.kill().unwrap();
    let killed = now();
    host.wait().unwrap();
    figures.kills += 1;
    figures.orphans += left_behind(folder);

    let archive = match Archive::open(&folder.join("data")) {
        Ok(archive) => archive,
        Err(error) => {
            println!("kill {kill}: {error}");
            figures.corrupt += 1;
            return;
        }
    };
    let broken = archive
        .check()
        .unwrap_or_else(|error| vec![error.to_string()]);
    if !broken.is_empty() {
        println!("kill {kill}: {broken:?}");
        figures.corrupt += 1;
    }
    compare(&archive, &read(&acks), killed, figures);
    archive.close();
}

/// What the killed host had told.
#[derive(Default)]
struct Acks {
    sent: Vec<String>,
    /// By conversation: when which word was on screen.
    shown: BTreeMap<String, Vec<(u64, u64)>>,
}

fn read(file: &Path) -> Acks {
    let mut acks = Acks::default();
    // The last line may be cut by the kill.
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
    for line in whole.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["sent", id] => acks.sent.push((*id).to_owned()),
            ["shown", id, word, at] => acks
                .shown
                .entry((*id).to_owned())
                .or_default()
                .push((word.parse().unwrap(), at.parse().unwrap())),
            other => panic!("{other:?}"),
        }
    }
    acks
}

fn compare(archive: &Archive, acks: &Acks, killed: u64, figures: &mut Figures) {
    for id in &acks.sent {
        figures.acknowledged += 1;
        let items = archive.items_from(&ConversationId::from(id.as_str()), 0, 100);
        let there = items.is_ok_and(|items| {
            items.iter().any(
                |placed| matches!(&placed.item.body, ItemBody::User { text, .. } if text == "go"),
            )
        });
        figures.lost += u64::from(!there);
    }
    for (id, shown) in &acks.shown {
        let kept = words(archive, &ConversationId::from(id.as_str()));
        let due = shown
            .iter()
            .filter(|(_, at)| at + WITHIN_MS <= killed)
            .map(|(word, _)| word + 1)
            .max()
            .unwrap_or(0);
        figures.acknowledged += due;
        figures.lost += due.saturating_sub(kept);
        let lost = shown.iter().filter(|(word, _)| *word >= kept);
        let oldest = lost.map(|(_, at)| killed.saturating_sub(*at)).max();
        figures.oldest_lost_ms = figures.oldest_lost_ms.max(oldest.unwrap_or(0));
    }
}

/// How many words of the stream are kept, from the first without a gap.
fn words(archive: &Archive, id: &ConversationId) -> u64 {
    let items = archive.items_from(id, 0, 100).unwrap_or_default();
    let text: String = items
        .iter()
        .filter_map(|placed| match &placed.item.body {
            ItemBody::Text { text } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    // The last word may be the beginning of one.
    let whole = text.rsplit_once(' ').map_or("", |(whole, _)| whole);
    let counted = whole
        .split(' ')
        .zip(0_u64..)
        .take_while(|(word, number)| *word == format!("w{number}"))
        .count();
    counted as u64
}

/// Processes of a killed host that are there after a while.
fn left_behind(folder: &Path) -> u64 {
    let deadline = Instant::now() + GONE_WITHIN;
    loop {
        let left = named(folder);
        if left == 0 || Instant::now() >= deadline {
            return left;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn named(folder: &Path) -> u64 {
    let needle = folder.to_string_lossy().into_owned();
    let own = std::process::id().to_string();
    let mut count = 0;
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.bytes().all(|byte| byte.is_ascii_digit()) || name == own {
            continue;
        }
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        count += u64::from(String::from_utf8_lossy(&line).contains(&needle));
    }
    count
}

fn now() -> u64 {
    let since = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap();
    u64::try_from(since.as_millis()).unwrap()
}

/// The host: opens, begins four conversations, and notes what it was told and what was shown.
async fn live(folder: &Path) -> ! {
    let host = Host::open(options(folder)).await.unwrap();
    let mut acks = File::options()
        .append(true)
        .create(true)
        .open(folder.join("acks"))
        .unwrap();
    let mut windows = Vec::new();
    for number in 0..AGENTS {
        let id = host
            .create_with(profile(folder), &folder.to_string_lossy())
            .await
            .unwrap();
        let window = Window::new(&host, &format!("window-{number}"), &id);
        window.send("go").await;
        acks.write_all(format!("sent {id}\n").as_bytes()).unwrap();
        windows.push((id, window));
    }
    loop {
        for (id, window) in &mut windows {
            let pulled = tokio::time::timeout(Duration::from_millis(50), window.pull()).await;
            if pulled.is_ok()
                && let Some(word) = last_word(window)
            {
                let line = format!("shown {id} {word} {}\n", now());
                acks.write_all(line.as_bytes()).unwrap();
            }
        }
    }
}

/// The number of the last whole word on screen.
fn last_word(window: &Window) -> Option<u64> {
    let blocks = window.rows.values().flat_map(|(_, blocks)| blocks);
    blocks
        .flat_map(|block| block.html.rsplit([' ', '>', '<', '\n']))
        .filter_map(|word| word.strip_prefix('w')?.parse().ok())
        .max()
}

fn profile(folder: &Path) -> AgentProfile {
    let script = folder.join("script.jsonl");
    AgentProfile {
        id: ProfileId::from("scripted"),
        name: "Scripted".to_owned(),
        protocol: ProtocolId("aionrs".to_owned()),
        command: stage::program("understudy").to_string_lossy().into_owned(),
        args: vec!["play".to_owned(), script.to_string_lossy().into_owned()],
        env: BTreeMap::new(),
        settings: serde_json::Map::new(),
        origin: ProfileOrigin::CommandLine,
    }
}

fn options(folder: &Path) -> HostOptions {
    let home = folder.join("home");
    std::fs::create_dir_all(&home).unwrap();
    HostOptions {
        data_dir: folder.join("data"),
        shared_dir: folder.join("data"),
        programs: Programs {
            understudy: stage::program("understudy"),
            guardian: stage::program("parley-guardian"),
        },
        environment: vec![
            ("PATH".into(), std::env::var_os("PATH").unwrap()),
            ("HOME".into(), home.clone().into_os_string()),
            ("UNDERSTUDY_PACE_MS".into(), "0".into()),
        ],
        home,
    }
}
