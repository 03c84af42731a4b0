//! What is given the inputs, and what must hold whatever they are.

use crate::edges;
use crate::inert_check::assert_inert;
use crate::inputs::{Family, Random};
use model::{
    AgentProfile, Command, Epoch, Exit, LaunchRequest, ProfileOrigin, ProtocolId, UserMessage,
};
use protocols::{Adapter, Effect, Frame, Timer};
use render::{Block, Markdown};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A function that reads hostile bytes.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    pub(crate) family: Family,
    /// Panics where something does not hold. The number stands for choices beside the bytes.
    pub(crate) run: fn(&[u8], u64),
}

const fn target(name: &'static str, family: Family, run: fn(&[u8], u64)) -> Target {
    Target { name, family, run }
}

pub(crate) const ALL: &[Target] = &[
    target("markdown", Family::Markdown, markdown),
    target("markdown-stream", Family::Markdown, stream),
    target("terminal-output", Family::Terminal, terminal),
    target("json", Family::Data, |bytes, _| {
        inert(&[render::json(&text(bytes))], bytes)
    }),
    target("code", Family::Markdown, code),
    target("diff", Family::Diff, diff),
    target("image", Family::Image, image),
    target("aionrs", Family::Lines("aionrs"), |bytes, number| {
        decode("aionrs", &json!({}), bytes, number)
    }),
    target("nuum", Family::Lines("nuum"), |bytes, number| {
        decode("nuum", &json!({}), bytes, number)
    }),
    target("nib", Family::Lines("nib"), |bytes, number| {
        decode("nib", &json!({}), bytes, number)
    }),
    target("agentproc", Family::Lines("agentproc"), |bytes, number| {
        let settings = if number.is_multiple_of(2) {
            json!({"wire": "0.4", "permission": true})
        } else {
            json!({})
        };
        decode("agentproc", &settings, bytes, number);
    }),
    target("terminal", Family::Lines("terminal"), |bytes, number| {
        decode("terminal", &json!({"protocol": "rich"}), bytes, number);
    }),
    target("lines", Family::Lines("aionrs"), edges::lines),
    target("redaction", Family::Secrets, edges::redaction),
    target("profiles", Family::Profile, edges::profiles),
];

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn inert(blocks: &[Block], bytes: &[u8]) {
    assert_inert(blocks, &text(bytes));
}

fn markdown(bytes: &[u8], _: u64) {
    inert(&render::markdown(&text(bytes)), bytes);
}

/// In random pieces: frozen blocks stay, and the end is what the whole text gives.
fn stream(bytes: &[u8], number: u64) {
    let text = text(bytes);
    let mut random = Random(number);
    let mut markdown = Markdown::new();
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let wanted = 1 + random.below(1 + rest.len().min(200));
        let cut = (wanted.min(rest.len())..=rest.len())
            .find(|at| rest.is_char_boundary(*at))
            .unwrap();
        let before: Vec<Block> = markdown.blocks()[..markdown.frozen()].to_vec();
        markdown.push(&rest[..cut]);
        assert_eq!(
            before,
            markdown.blocks()[..before.len()],
            "a frozen block changed"
        );
        rest = &rest[cut..];
        if random.below(4) == 0 {
            inert(markdown.blocks(), bytes);
        }
    }
    markdown.finish();
    assert_eq!(markdown.blocks(), render::markdown(&text), "the cuts show");
}

fn terminal(bytes: &[u8], _: u64) {
    let text = text(bytes);
    inert(&render::terminal(&text), bytes);
    let mut pages = render::Terminal::default();
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let (blocks, used) = pages.page(rest);
        inert(&blocks, bytes);
        assert!(used > 0, "a page takes nothing");
        rest = &rest[used..];
    }
}

fn code(bytes: &[u8], number: u64) {
    let languages = ["rust", "html", "markdown", "json", "python", ""];
    let mut random = Random(number);
    inert(
        &[render::code(
            &text(bytes),
            languages[random.below(languages.len())],
        )],
        bytes,
    );
}

fn diff(bytes: &[u8], number: u64) {
    let text = text(bytes);
    inert(&render::diff_unified(&text).blocks, bytes);
    let half = (0..=text.len() / 2)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap();
    let path = if number.is_multiple_of(2) {
        "a.rs"
    } else {
        &text
    };
    inert(
        &render::diff_texts(path, &text[..half], &text[half..], 3).blocks,
        bytes,
    );
}

fn image(bytes: &[u8], _: u64) {
    for block in [render::image_base64(&text(bytes)), render::image(bytes)]
        .into_iter()
        .flatten()
    {
        inert(&[block], bytes);
    }
}

/// A whole life of an agent that says these lines, from its start to its end.
fn decode(protocol: &str, settings: &Value, bytes: &[u8], number: u64) {
    let profile = AgentProfile {
        id: "a".into(),
        name: "My agent".into(),
        protocol: ProtocolId(protocol.to_owned()),
        command: format!("/opt/{protocol}"),
        args: Vec::new(),
        env: BTreeMap::new(),
        settings: settings.as_object().cloned().unwrap_or_default(),
        origin: ProfileOrigin::User,
    };
    let conversation = "conv-1".into();
    let request = LaunchRequest::new(&profile, &conversation, "/home/me/project");
    let mut adapter = (protocols::find(protocol).unwrap().connect)(Epoch(1), &request);
    let mut random = Random(number);
    let mut timers: Vec<Timer> = Vec::new();
    let take = |effects: Vec<Effect>, timers: &mut Vec<Timer>| {
        for effect in effects {
            match effect {
                // What the archive keeps and the window gets must go into JSON.
                Effect::Event(event) => drop(serde_json::to_string(&event).unwrap()),
                Effect::Send(line) => assert!(!line.is_empty()),
                Effect::Arm { timer, .. } => timers.push(timer),
                Effect::Disarm { timer } => timers.retain(|one| *one != timer),
            }
        }
    };
    let frames = bytes.split(|byte| *byte == b'\n');
    for (at, line) in frames.enumerate() {
        if at == 1 || random.below(10) == 0 {
            take(message(&mut *adapter, at), &mut timers);
        }
        let oversized = (random.below(30) == 0).then_some(1 << 30);
        take(
            adapter.decode(Frame {
                bytes: line,
                oversized,
            }),
            &mut timers,
        );
        if random.below(6) == 0 && !timers.is_empty() {
            let timer = timers.swap_remove(random.below(timers.len()));
            take(adapter.elapsed(timer), &mut timers);
        }
        if random.below(12) == 0 {
            take(
                adapter.encode(&Command::Stop).unwrap_or_default(),
                &mut timers,
            );
        }
    }
    let exit = Exit {
        code: [Some(0), Some(1), Some(124), None][random.below(4)],
        stderr_tail: text(bytes),
        timed_out: random.below(8) == 0,
        stopped: random.below(8) == 0,
        ..Exit::default()
    };
    take(adapter.closed(&exit), &mut timers);
}

fn message(adapter: &mut dyn Adapter, at: usize) -> Vec<Effect> {
    let message = UserMessage {
        turn: format!("m{at}").as_str().into(),
        text: "Go".to_owned(),
        attachments: Vec::new(),
        form: Map::new(),
    };
    adapter
        .encode(&Command::Message(message))
        .unwrap_or_default()
}
