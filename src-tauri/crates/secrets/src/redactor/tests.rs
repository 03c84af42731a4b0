#![allow(clippy::unwrap_used)]
use super::*;
use crate::known::Known;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE};
use proptest::prelude::*;
use std::io::Write as _;
use std::time::Instant;

const SECRETS: [&str; 10] = [
    "sk-ant-api03-AbCdEf0123456789_-xyz",
    "sk-proj-0aZ/+9==tail",
    "AKIAIOSFODNN7EXAMPLE",
    "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "AIzaSyA-1234567890abcdefghijklmnopqrstu",
    "pässwörd mit Leerzeichen",
    "quote\"back\\slash/and+plus",
    "aaaaaaaaaaaa",
    "12345678",
    "🔑🔑 emoji key %41%42",
];

fn encodings(secret: &str) -> [String; 8] {
    let hex: String = secret.bytes().map(|byte| format!("{byte:02x}")).collect();
    let percent: String = secret.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let json = Value::from(secret).to_string();
    [
        secret.to_owned(),
        STANDARD.encode(secret),
        URL_SAFE.encode(format!("{secret}\n")),
        STANDARD_NO_PAD.encode(format!("x{secret}")),
        STANDARD_NO_PAD.encode(format!("Bearer{secret}, and more")),
        percent.clone(),
        json[1..json.len() - 1].to_owned(),
        if secret.len().is_multiple_of(2) {
            hex
        } else {
            percent.to_lowercase()
        },
    ]
}

/// What of an encoded key would give it away: all of it but what it shares with its neighbours.
fn core(encoding: usize, text: &str) -> &str {
    match encoding {
        0 | 1 | 5 | 6 | 7 => text,
        // The line end's bits are in the last three characters, the first byte's in the first two.
        2 => &text[..text.len() - 4],
        3 => &text[2..text.len() - 1],
        _ => &text[8..text.len() - 15],
    }
}

/// The ways out: each takes a text in two pieces.
fn sinks(known: &'static Known, text: &str, cut: usize) -> [String; 6] {
    let redactor = known.redactor().unwrap();
    let (a, b) = text.as_bytes().split_at(cut);
    let string = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let stream = |mut stream: Stream| {
        let mut out = stream.push(&redactor, a);
        out.extend(stream.push(&redactor, b));
        out.extend(stream.flush(&redactor));
        out
    };
    let mut value = serde_json::json!({"a": [text], text: 1});
    redactor.json(&mut value);
    let mut log = Vec::new();
    Writer::new(known, &mut log)
        .write_all(text.as_bytes())
        .unwrap();
    [
        string(redactor.bytes(text.as_bytes()).into_owned()),
        redactor.text(text).into_owned(),
        string(stream(Stream::default())),
        string(stream(Stream::live())),
        value["a"][0].as_str().unwrap().to_owned()
            + value.as_object().unwrap().keys().nth(1).unwrap(),
        string(log),
    ]
}

#[test]
fn f101_no_key_in_any_form_passes_any_way_out_wherever_it_is_cut() {
    let known: &'static Known = Box::leak(Box::default());
    for secret in SECRETS {
        known.learn_text(secret);
    }
    let mut looked = 0;
    for secret in SECRETS {
        for (encoding, form) in encodings(secret).iter().enumerate() {
            let text = format!("before \"{form}\" after");
            let core = core(encoding, form);
            assert!(core.len() >= 8);
            for cut in 0..=text.len() {
                for (sink, out) in sinks(known, &text, cut).iter().enumerate() {
                    looked += 1;
                    assert!(
                        !out.contains(core) && !out.contains(secret),
                        "{secret:?}, encoding {encoding}, sink {sink}, cut {cut}: {out}"
                    );
                    assert!(
                        out.contains(MASK) && out.contains("before \"") && out.ends_with(" after"),
                        "{out}"
                    );
                }
            }
        }
    }
    assert!(looked > 10 * 8 * 6 * 20, "{looked}");
}

#[test]
fn f101_every_cut_into_three_pieces_is_one_text() {
    let secret = SECRETS[0];
    let redactor = Redactor::new([secret]).unwrap();
    let text = format!("sk-ant sk-ant-api03- {secret}{secret} s");
    let whole = redactor.text(&text).into_owned();
    for live in [false, true] {
        for first in 0..text.len() {
            for second in first..text.len() {
                let mut stream = if live {
                    Stream::live()
                } else {
                    Stream::default()
                };
                let mut out = stream.push_text(&redactor, &text[..first]);
                out += &stream.push_text(&redactor, &text[first..second]);
                out += &stream.push_text(&redactor, &text[second..]);
                out += &stream.flush_text(&redactor);
                assert!(!out.contains(secret));
                if live {
                    // Up to three bytes of a key's beginning may stand before its mask.
                    let plain = out
                        .replace("sk-[", "[")
                        .replace("sk[", "[")
                        .replace("s[", "[");
                    assert_eq!(plain, whole);
                } else {
                    assert_eq!(out, whole);
                }
            }
        }
    }
}

#[test]
fn a_word_on_screen_does_not_wait_for_its_last_letter() {
    let redactor = Redactor::new(["sk-ant-0123456789"]).unwrap();
    let mut live = Stream::live();
    assert_eq!(live.push_text(&redactor, "two files"), "two files");
    assert!(!live.holds());
    assert_eq!(
        live.push_text(&redactor, "k-ant"),
        "",
        "now it looks like one"
    );
    assert!(live.holds());
    assert_eq!(live.push_text(&redactor, "elope"), "k-antelope");
}

#[test]
fn of_two_keys_the_longer_is_taken_out_whole() {
    let redactor = Redactor::new(["abcdefgh", "abcdefghijkl"]).unwrap();
    let mut stream = Stream::default();
    let mut out = stream.push_text(&redactor, "abcdefgh");
    assert_eq!(out, "");
    out += &stream.push_text(&redactor, "ijkl abcdefghij");
    out += &stream.flush_text(&redactor);
    assert_eq!(out, "[redacted] [redacted]ij");
}

#[test]
fn a_cut_text_does_not_end_in_half_a_key() {
    let redactor = Redactor::new([SECRETS[0]]).unwrap();
    let text = format!("x {}", &SECRETS[0][..20]);
    assert_eq!(redactor.cut_bytes(text.as_bytes()), b"x ");
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: proptest::test_runner::RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::with_cases(400)
    })]
    #[test]
    fn f101_random_pieces_say_what_the_whole_says(
        words in prop::collection::vec("(sk-ant|[a-z]{1,6}|sk-ant-api03-AbCdEf0123456789_-xyz|aaaaa|%73|c2st| )", 0..30),
        cuts in prop::collection::vec(1_usize..9, 1..60),
    ) {
        let redactor = Redactor::new([SECRETS[0], SECRETS[7]]).unwrap();
        let text = words.concat();
        let whole = redactor.bytes(text.as_bytes()).into_owned();
        let mut stream = Stream::default();
        let mut out = Vec::new();
        let mut rest = text.as_bytes();
        for cut in cuts.iter().cycle() {
            if rest.is_empty() { break; }
            let (piece, after) = rest.split_at((*cut).min(rest.len()));
            out.extend(stream.push(&redactor, piece));
            rest = after;
        }
        out.extend(stream.flush(&redactor));
        prop_assert_eq!(String::from_utf8(out).unwrap(), String::from_utf8(whole).unwrap());
    }
}

#[test]
fn the_work_grows_with_the_text_and_not_with_its_square() {
    let redactor = Redactor::new(SECRETS).unwrap();
    let time = |bytes: usize| {
        // The worst text there is: every place may begin a key.
        let text = vec![b'a'; bytes];
        let begin = Instant::now();
        let mut stream = Stream::default();
        for piece in text.chunks(3) {
            stream.push(&redactor, piece);
        }
        begin.elapsed().as_secs_f64()
    };
    time(20_000);
    // A busy machine bends a time, not eight in a row; the square is a hundred times each time.
    let linear = (0..8).any(|_| time(250_000) < time(25_000) * 40.0);
    assert!(
        linear,
        "ten times the text takes more than 40 times as long"
    );
}
