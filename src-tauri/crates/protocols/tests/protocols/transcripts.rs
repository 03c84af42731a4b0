//! Every recorded transcript of every protocol gives what its `.out` says.

use crate::{invariants, script};
use model::Event;
use parley_protocols::Effect;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const MEND: &str = "PARLEY_BLESS=PROTOCOL cargo nextest run -p parley-protocols transcripts";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/transcripts")
}

fn names(folder: &Path, ending: &str) -> BTreeSet<String> {
    let files = std::fs::read_dir(folder).unwrap();
    files
        .filter_map(|file| {
            Some(
                file.unwrap()
                    .file_name()
                    .to_str()?
                    .strip_suffix(ending)?
                    .to_owned(),
            )
        })
        .collect()
}

#[test]
fn transcripts_give_what_is_written_beside_them() {
    // The id of a protocol, or `all`.
    let blessed = std::env::var("PARLEY_BLESS").unwrap_or_default();
    let mut wrong = Vec::new();
    for protocol in parley_protocols::PROTOCOLS {
        let bless = blessed == protocol.id || blessed == "all";
        let folder = folder().join(protocol.id);
        let inputs = names(&folder, ".in");
        assert!(!inputs.is_empty(), "{} has transcripts", protocol.id);
        for orphan in names(&folder, ".out").difference(&inputs) {
            wrong.push(format!("{}/{orphan}.out has no {orphan}.in", protocol.id));
        }
        for name in inputs {
            let input = std::fs::read_to_string(folder.join(format!("{name}.in"))).unwrap();
            let (text, effects) = script::play(protocol, &input);
            if let Err(broken) = invariants::check(&effects) {
                wrong.push(format!("{}/{name}: {broken}", protocol.id));
            }
            wrong.extend(effects.iter().filter_map(unreadable));
            let path = folder.join(format!("{name}.out"));
            if bless {
                std::fs::write(&path, &text).unwrap();
            } else if let Some(first) =
                difference(&std::fs::read_to_string(&path).unwrap_or_default(), &text)
            {
                wrong.push(format!("{}/{name}: {first}", protocol.id));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\n\nIf the new effects are right, write them down with:\n    {MEND}\nand read the difference before committing it.",
        wrong.join("\n\n")
    );
}

/// An event that the archive could not read back as it was.
fn unreadable(effect: &Effect) -> Option<String> {
    let Effect::Event(event) = effect else {
        return None;
    };
    let text = serde_json::to_string(event).unwrap();
    match serde_json::from_str::<Event>(&text) {
        Ok(read) if read == *event => None,
        Ok(read) => Some(format!("{text}\n  is read back as {read:?}")),
        Err(error) => Some(format!("{text}\n  cannot be read back: {error}")),
    }
}

/// The first line that differs.
fn difference(expected: &str, got: &str) -> Option<String> {
    if expected == got {
        return None;
    }
    let mut pairs = expected.lines().zip(got.lines()).zip(1..);
    let place = pairs.find(|((expected, got), _)| expected != got);
    Some(match place {
        Some(((expected, got), line)) => {
            format!("line {line} of the .out\n  expected {expected}\n  got      {got}")
        }
        None => format!(
            "expected {} lines, got {}",
            expected.lines().count(),
            got.lines().count()
        ),
    })
}
