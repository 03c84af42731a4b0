//! Inputs made of what peers and attackers write: texts that are known, changed at random, and
//! words of the formats in any order. The same seed and number give the same bytes, always.

use crate::edges;
use serde_json::Value;
use std::path::Path;

/// What an input looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    Markdown,
    Terminal,
    /// Lines of one protocol, by its name.
    Lines(&'static str),
    Data,
    Diff,
    Image,
    Secrets,
    Profile,
}

const MARKDOWN: &[&str] = &[
    "\n",
    "\n\n",
    "\r\n",
    "  ",
    "    ",
    "\t",
    "# ",
    "- ",
    "* ",
    "1. ",
    "99999999999. ",
    "> ",
    "```",
    "```rust\n",
    "~~~",
    "`",
    "``",
    "*",
    "**",
    "_",
    "~~",
    "[",
    "]",
    "](",
    ")",
    "![",
    "[x]",
    "[x]: https://e.f 'g'\n",
    "[^1]",
    "[^1]: ",
    "|",
    "|a|b|\n|:-|-:|\n",
    "---\n",
    "===\n",
    "<div>",
    "</div>",
    "<!--",
    "-->",
    "<script>",
    "<![CDATA[",
    "<?",
    "$",
    "$$",
    "\\",
    "\\frac{1}{2}",
    "\\begin{matrix}",
    "\\end{matrix}",
    "\\left(",
    "&amp;",
    "&#0;",
    "&#x110000;",
    "<https://h.i>",
    "javascript:",
    "- [ ] ",
    "- [x] ",
    "> [!NOTE]\n",
    "> [!",
    "a",
    "word ",
    "é",
    "日本",
    "\u{202e}",
    "\u{200b}",
    "\u{e0041}",
    "\u{1f468}\u{200d}",
    "\u{0}",
    "\u{feff}",
    "\u{2028}",
];
const TERMINAL: &[&str] = &[
    "\u{1b}",
    "\u{1b}[",
    "\u{1b}[31m",
    "\u{1b}[38;5;300m",
    "\u{1b}[38;2;1;2;3m",
    "\u{1b}[0m",
    "\u{1b}[K",
    "\u{1b}[1K",
    "\u{1b}[99999999G",
    "\u{1b}[5C",
    "\u{1b}[3D",
    "\u{1b}[2P",
    "\u{1b}[4@",
    "\u{1b}[9X",
    "\u{1b}]8;;http://x\u{7}",
    "\u{1b}]52;c;aGk=\u{7}",
    "\u{1b}]0;t\u{1b}\\",
    "\u{1b}P",
    "\u{1b}_",
    "\u{1b}\\",
    "\u{9b}",
    "\u{9d}",
    "\r",
    "\n",
    "\t",
    "\u{8}",
    "\u{7}",
    "\u{b}",
    "\u{c}",
    "a",
    "word ",
    "日",
    "\u{301}",
    "\u{200d}",
    "<b>",
    "&",
    "\"",
    ";",
    "m",
    "0",
    "9999999999",
];
const DATA: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\"a\"",
    "\\",
    "\\u",
    "\\ud800",
    "\\u0000",
    "1",
    "-",
    "1e999",
    "-0.0",
    "18446744073709551616",
    "true",
    "null",
    " ",
    "\n",
    "\u{feff}",
    "\u{0}",
    "é",
    "\"type\":",
    "\"text\":",
    "\"content\":",
    "\"msg_id\":",
    "\"call_id\":",
];
const DIFF: &[&str] = &[
    "--- a\n",
    "+++ b\n",
    "@@ -1,3 +1,4 @@\n",
    "@@ -0,0 +1 @@ fn\n",
    "@@ -99999999999999999999,1 +1 @@\n",
    "@@",
    "+a\n",
    "-a\n",
    " a\n",
    "+",
    "-",
    " ",
    "\\ No newline at end of file\n",
    "diff --git a/x b/x\n",
    "index 1..2\n",
    "Binary files a and b differ\n",
    "rename from x\n",
    "\r\n",
    "\n",
    "é",
    "<b>",
    "\u{202e}",
    "word ",
];
const IMAGE: &[&str] = &[
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB",
    "R0lGODlhAQABAA",
    "/9j/4AAQSkZJRg",
    "/9j/",
    "UklGRgAAAABXRUJQVlA4",
    "AAAA",
    "=",
    "==",
    "data:image/png;base64,",
    "\n",
    " ",
    "A",
    "/",
    "-_",
    "é",
];
const PREFIXES: &[&str] = &[
    "AGENT_SESSION:",
    "AGENT_PARTIAL:\"",
    "AGENT_ERROR:\"",
    "AGENT_",
];

/// Makes the inputs of one family.
pub(crate) struct Inputs {
    words: Vec<Vec<u8>>,
    known: Vec<Vec<u8>>,
}

impl Inputs {
    pub(crate) fn new(family: Family) -> Self {
        let mut words: Vec<&str> = match family {
            Family::Markdown => MARKDOWN.to_vec(),
            Family::Terminal => TERMINAL.to_vec(),
            Family::Lines(_) | Family::Data => DATA.to_vec(),
            Family::Diff => DIFF.to_vec(),
            Family::Image => IMAGE.to_vec(),
            Family::Secrets => edges::SECRETS.to_vec(),
            Family::Profile => edges::PROFILE.to_vec(),
        };
        let payloads: Vec<String> = serde_json::from_str(include_str!(
            "../../src-tauri/crates/render/src/tests/payloads.json"
        ))
        .unwrap();
        let mut known: Vec<Vec<u8>> = payloads.into_iter().map(String::into_bytes).collect();
        match family {
            Family::Lines(protocol) => {
                words.extend(PREFIXES);
                known = recorded(protocol);
            }
            Family::Data => known.extend(recorded("nib")),
            Family::Markdown => {
                known.extend(recorded("terminal").iter().filter_map(|lines| said(lines)))
            }
            Family::Profile => known = vec![edges::A_PROFILE.as_bytes().to_vec()],
            Family::Terminal | Family::Diff | Family::Image | Family::Secrets => {}
        }
        Self {
            words: words
                .into_iter()
                .map(|word| word.as_bytes().to_vec())
                .collect(),
            known,
        }
    }

    /// The input of this number: up to a few kilobytes.
    pub(crate) fn make(&self, seed: u64, number: u64) -> Vec<u8> {
        let mut random = Random(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut bytes = match random.below(8) {
            0 => (0..random.below(300)).map(|_| random.byte()).collect(),
            1..=3 => self.phrase(&mut random),
            _ => random.pick(&self.known).cloned().unwrap_or_default(),
        };
        for _ in 0..random.below(6) {
            self.change(&mut bytes, &mut random);
        }
        bytes.truncate(8 * 1024);
        bytes
    }

    fn phrase(&self, random: &mut Random) -> Vec<u8> {
        let mut bytes = Vec::new();
        for _ in 0..random.below(60) {
            let word = random.pick(&self.words).cloned().unwrap_or_default();
            // Depth and length come from repeating one thing.
            let times = if random.below(20) == 0 {
                random.below(400)
            } else {
                1
            };
            for _ in 0..times {
                bytes.extend_from_slice(&word);
            }
        }
        bytes
    }

    fn change(&self, bytes: &mut Vec<u8>, random: &mut Random) {
        let at = random.below(bytes.len() + 1);
        match random.below(8) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = random.byte(),
            2 => {
                let end = (at + random.below(40)).min(bytes.len());
                bytes.drain(at..end);
            }
            3 => {
                let end = (at + random.below(200)).min(bytes.len());
                let part = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            4 => {
                let other = random.pick(&self.known).cloned().unwrap_or_default();
                let from = random.below(other.len() + 1);
                bytes.truncate(at);
                bytes.extend_from_slice(&other[from..]);
            }
            5 => bytes.truncate(at),
            _ => {
                let word = random.pick(&self.words).cloned().unwrap_or_default();
                bytes.splice(at..at, word);
            }
        }
    }
}

/// What agents of a protocol say in the transcripts, one recording after the other.
fn recorded(protocol: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("transcripts")
        .join(protocol);
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    // The order of a folder is the disk's own.
    paths.sort();
    paths
        .into_iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "in"))
        .map(|path| {
            let text = std::fs::read_to_string(path).unwrap();
            let lines = text
                .lines()
                .filter_map(|line| line.strip_prefix(": ").or_else(|| line.strip_prefix("< ")));
            lines.collect::<Vec<_>>().join("\n").into_bytes()
        })
        .collect()
}

/// The first text in such lines.
fn said(lines: &[u8]) -> Option<Vec<u8>> {
    let value: Value = serde_json::from_slice(lines.split(|byte| *byte == b'\n').next()?).ok()?;
    Some(value["text"].as_str()?.as_bytes().to_vec())
}

/// SplitMix64: small, and the same everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 where there is none.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        match u64::try_from(end) {
            Ok(0) | Err(_) => 0,
            Ok(end) => usize::try_from(self.next() % end).unwrap_or(0),
        }
    }

    fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[0]
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}
