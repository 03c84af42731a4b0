//! A transcript as a file: lines in, effects out.
//!
//! `NAME.in`, a line each:
//! `# …` a comment · `< …` a line of the agent · `<x …` the same in hex ·
//! `<j …` the same as a JSON string (line ends within one piece) · `: …` one whose effects
//! another transcript holds (`ready`, mostly) ·
//! `> message|allow|deny|history|mode|config|mcp JSON`, `> stop`, `> probe` a command of the host ·
//! `~ elapsed TIMER` · `~ closed` (the process ended; a JSON object after it says how: `code`,
//! `signal`, `how`, `stderr`, `timed_out`, `stopped`) ·
//! `@ settings JSON` and `@ resume ID` before all others: the profile's settings, and the
//! session that is gone on with.
//!
//! `NAME.out` holds each of these lines again, and under it what came of it.

use crate::{invariants, profile};
use model::{Epoch, Exit, LaunchRequest, StdinPlan};
use parley_protocols::recording::Player;
use parley_protocols::{Effect, Protocol, Timer};
use serde_json::Value;
use std::fmt::Write;

/// Plays `input` to a fresh adapter; answers the text of `NAME.out` and every effect.
pub(crate) fn play(protocol: &Protocol, input: &str) -> (String, Vec<Effect>) {
    let settings = input
        .lines()
        .find_map(|line| line.strip_prefix("@ settings "))
        .map_or(Value::Null, |json| serde_json::from_str(json).unwrap());
    let profile = profile::of(protocol.id, &settings);
    let request = LaunchRequest {
        resume: input
            .lines()
            .find_map(|line| line.strip_prefix("@ resume ")),
        ..LaunchRequest::new(&profile, &profile::CONVERSATION, "/home/me/project")
    };
    let mut player = Player::new((protocol.connect)(Epoch(1), &request));
    let mut text = String::new();
    let mut all = Vec::new();
    for line in input.lines().filter(|line| !line.starts_with('#')) {
        writeln!(text, "{line}").unwrap();
        match step(&mut player, line) {
            Ok(effects) => {
                for effect in effects.iter().filter(|_| !line.starts_with(": ")) {
                    writeln!(text, "    {}", show(effect)).unwrap();
                }
                all.extend(effects);
            }
            Err(refusal) => writeln!(text, "    refused: {refusal}").unwrap(),
        }
    }
    // An agent that reads lines gets nothing else.
    if (protocol.plan)(&request).is_ok_and(|plan| plan.stdin == StdinPlan::Lines) {
        invariants::sends_lines(&all).unwrap();
    }
    (text, all)
}

fn step(player: &mut Player, line: &str) -> Result<Vec<Effect>, model::Refusal> {
    let (sign, rest) = line.split_once(' ').unwrap();
    Ok(match sign {
        "<" | ":" => player.heard(rest.as_bytes()),
        "<x" => player.heard(&bytes(rest)),
        "<j" => player.heard(serde_json::from_str::<String>(rest).unwrap().as_bytes()),
        ">" => {
            let command = player
                .command(rest)
                .unwrap_or_else(|| panic!("not a command, or about no request: {rest}"));
            player.asked(&command)?
        }
        "@" => Vec::new(),
        "~" if rest.starts_with("closed") => player.closed(&exit(rest)),
        "~" => player.elapsed(timer(rest.strip_prefix("elapsed ").unwrap())),
        _ => panic!("not a line of a transcript: {line}"),
    })
}

fn show(effect: &Effect) -> String {
    match effect {
        Effect::Event(event) => serde_json::to_string(event).unwrap(),
        Effect::Send(bytes) => {
            let text = std::str::from_utf8(bytes).unwrap();
            match text.strip_suffix('\n') {
                Some(line) if !line.contains('\n') => format!("send {line}"),
                _ => format!("send the document {}", Value::from(text)),
            }
        }
        Effect::Arm { timer, after_ms } => format!("arm {} {after_ms} ms", timer.0),
        Effect::Disarm { timer } => format!("disarm {}", timer.0),
    }
}

/// How a process ended, by the words of a transcript.
fn exit(words: &str) -> Exit {
    let json = words.strip_prefix("closed").unwrap().trim();
    let json: Value = if json.is_empty() {
        Value::Null
    } else {
        serde_json::from_str(json).unwrap()
    };
    let number = |name: &str| json[name].as_i64().map(|number| number as i32);
    let text = |name: &str| json[name].as_str().unwrap_or_default().to_owned();
    Exit {
        code: number("code"),
        signal: number("signal"),
        how: text("how"),
        stderr_tail: text("stderr"),
        timed_out: json["timed_out"] == true,
        stopped: json["stopped"] == true,
    }
}

fn timer(name: &str) -> Timer {
    Timer(String::leak(name.to_owned()))
}

fn bytes(hex: &str) -> Vec<u8> {
    let hex = hex.as_bytes();
    hex.chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}
