//! What else reads bytes that others wrote: the cutting into lines, the taking out of keys,
//! and the files profiles are imported from.

use crate::inputs::Random;
use process::{Frame, Lines};
use secrets::{Redactor, Stream};

/// Keys that are taken out; [`WORDS`] has pieces of them.
const KEYS: [&str; 3] = [
    "sk-ant-0123456789abcdef",
    "geheim-\u{df}-\u{1f511}-key",
    "sk-ant-0123456789abcdef-and-longer",
];

/// Pieces of inputs for keys: whole ones, halves, and what lies around them.
pub(crate) const SECRETS: &[&str] = &[
    KEYS[0],
    KEYS[1],
    KEYS[2],
    "sk-ant-",
    "0123456789abcdef",
    "-and-longer",
    "geheim-",
    "\u{df}",
    "\u{1f511}",
    "c2stYW50LTAxMjM0NTY3ODlhYmNkZWY=",
    "sk%2Dant%2D0123456789abcdef",
    "\"",
    "\\",
    "\n",
    " ",
    "a",
];

/// Pieces of inputs for files of profiles.
pub(crate) const PROFILE: &[&str] = &[
    "agentproc:\n",
    "command: ",
    "wire: \"0.4\"\n",
    "name: a\n",
    "env:\n",
    "  KEY: value\n",
    "  KEY: \"{{MESSAGE}}\"\n",
    "args:\n",
    "  - -x\n",
    "- ",
    "timeout_secs: 9999999999999999999\n",
    "stdin: message\n",
    "permission: true\n",
    "env_allowlist: [A, B]\n",
    "&a [*a]\n",
    "&a ",
    "*a",
    "<<: *a\n",
    "!!binary ",
    "!",
    "|\n",
    ">-\n",
    "? ",
    ": ",
    "---\n",
    "...\n",
    "%YAML 9.9\n",
    "{",
    "}",
    "[",
    "]",
    ",",
    "\"",
    "'",
    "~\n",
    "\t",
    "  ",
    "\n",
    "\u{feff}",
    "\u{0}",
    "\u{2028}",
    "../../etc",
    "{\"command\": [\"a\"], \"name\": \"b\"}",
];

/// A whole file of the kind.
pub(crate) const A_PROFILE: &str = "agentproc:\n  name: Echo\n  command: ./echo.sh\n  args: [\"{{MESSAGE}}\"]\n  wire: \"0.4\"\n  timeout_secs: 30\n  env:\n    A: b\n";

/// Lines are the same wherever the reads were cut, and none holds the end of another.
pub(crate) fn lines(bytes: &[u8], number: u64) {
    let mut random = Random(number);
    let cap = [3, 64, 1 << 20][random.below(3)];
    let blank = random.below(2) == 0;
    let fresh = || {
        if blank {
            Lines::with_blank(cap)
        } else {
            Lines::new(cap)
        }
    };
    let mut whole: Vec<Frame> = Vec::new();
    let mut reader = fresh();
    reader.feed(bytes, |frame| whole.push(frame));
    whole.extend(reader.finish());

    let mut cut: Vec<Frame> = Vec::new();
    let mut reader = fresh();
    let mut rest = bytes;
    while !rest.is_empty() {
        let (piece, more) = rest.split_at(1 + random.below(rest.len()));
        reader.feed(piece, |frame| cut.push(frame));
        rest = more;
    }
    cut.extend(reader.finish());
    assert_eq!(cut, whole, "the cuts show");
    assert!(whole.iter().all(|frame| !frame.bytes.contains(&b'\n')));
}

/// No key is left, whole or in pieces.
pub(crate) fn redaction(bytes: &[u8], number: u64) {
    let redactor = Redactor::new(KEYS).unwrap();
    let clean = redactor.bytes(bytes);
    assert!(!redactor.finds(&clean), "a key is left");
    let mut random = Random(number);
    let mut stream = if random.below(2) == 0 {
        Stream::live()
    } else {
        Stream::default()
    };
    let mut out = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let (piece, more) = rest.split_at(1 + random.below(rest.len()));
        out.extend(stream.push(&redactor, piece));
        rest = more;
    }
    out.extend(stream.flush(&redactor));
    assert!(!redactor.finds(&out), "a key is left by a stream");
    let mut value = serde_json::Value::String(String::from_utf8_lossy(bytes).into_owned());
    redactor.json(&mut value);
    assert!(!redactor.finds(value.as_str().unwrap().as_bytes()));
}

/// A file is taken as a profile of its protocol, or refused with a reason.
pub(crate) fn profiles(bytes: &[u8], _: u64) {
    let text = String::from_utf8_lossy(bytes);
    for protocol in ["agentproc", "terminal"] {
        let import = protocols::find(protocol).unwrap().import.unwrap();
        match import(&text, "/w/profile.yaml") {
            Ok(imported) => assert_eq!(imported.profile.protocol.0, protocol),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
