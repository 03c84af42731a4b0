//! `export`, `import` and `repair` as a shell sees them: one conversation goes out,
//! comes in elsewhere, and survives damage.
#![allow(clippy::unwrap_used, missing_docs)]
// The program under test is a child of the test, not of an agent's conversation.
#![allow(clippy::disallowed_methods)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        for folder in ["home", "work"] {
            std::fs::create_dir(dir.path().join(folder)).unwrap();
        }
        Self(dir)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs `parley --data-dir <data> words…`.
    fn parley(&self, data: &str, words: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_parley"))
            .arg("--data-dir")
            .arg(self.path(data))
            .args(words)
            .current_dir(self.path("work"))
            .env_clear()
            .env("HOME", self.path("home"))
            .env("PATH", "/usr/bin:/bin")
            .env("PARLEY_KEYCHAIN", "off")
            .env("UNDERSTUDY_PACE_MS", "0")
            .output()
            .unwrap()
    }
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn lines(path: &Path) -> Vec<Value> {
    std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The records that say what happened, without those about the file itself.
fn events(path: &Path) -> Vec<Value> {
    lines(path)
        .into_iter()
        .filter(|line| line["type"] == "event")
        .collect()
}

#[test]
fn a_conversation_goes_out_and_comes_in_again_word_for_word() {
    let place = Place::new();
    std::fs::write(place.path("work").join("a.txt"), "kept words\n").unwrap();
    let said = place.parley("first", &["exec", "--approve", "always", "read a.txt"]);
    assert_eq!(code(&said), 0, "{}", text(&said.stderr));

    let out = place.path("all.jsonl");
    let out = out.to_str().unwrap();
    let exported = place.parley(
        "first",
        &["export", "--all", "--format", "jsonl", "-o", out],
    );
    assert_eq!(code(&exported), 0, "{}", text(&exported.stderr));
    let imported = place.parley("second", &["import", out]);
    assert_eq!(code(&imported), 0, "{}", text(&imported.stderr));

    let again = place.path("again.jsonl");
    let again = again.to_str().unwrap();
    let exported = place.parley(
        "second",
        &["export", "--all", "--format", "jsonl", "-o", again],
    );
    assert_eq!(code(&exported), 0, "{}", text(&exported.stderr));
    let before = events(Path::new(out));
    assert!(before.len() > 5, "{before:?}");
    // What came in says so in one notice more at its end.
    assert_eq!(events(Path::new(again))[..before.len()], before[..]);

    for (format, holds) in [("md", "kept words"), ("html", "Content-Security-Policy")] {
        let shown = place.parley("second", &["export", "--all", "--format", format]);
        assert_eq!(code(&shown), 0, "{}", text(&shown.stderr));
        assert!(text(&shown.stdout).contains(holds), "{format}");
    }
    let listed = place.parley("second", &["export", "--list"]);
    assert_eq!(text(&listed.stdout).lines().count(), 1);
}

#[test]
fn f115_a_damaged_archive_is_named_kept_and_repaired() {
    let place = Place::new();
    std::fs::write(place.path("work").join("a.txt"), "kept words\n").unwrap();
    let said = place.parley("data", &["exec", "--approve", "always", "read a.txt"]);
    assert_eq!(code(&said), 0, "{}", text(&said.stderr));
    let file = place.path("data").join("archive.db");
    let sound = place.parley("data", &["repair"]);
    assert_eq!(code(&sound), 0);
    assert!(text(&sound.stderr).contains("Nothing is wrong"));

    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 4096].fill(0xa5);
    std::fs::write(&file, &bytes).unwrap();
    let mended = place.parley("data", &["repair"]);
    assert!(matches!(code(&mended), 0 | 1), "{}", text(&mended.stderr));
    let told = text(&mended.stderr);
    assert!(told.contains("kept: the old archive is in"), "{told}");
    assert!(told.contains("saved: "), "{told}");
    let kept = std::fs::read_dir(place.path("data"))
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
        .any(|name| name.starts_with("archive-damaged-"));
    assert!(kept, "the old archive lies beside the new one");
    let shown = place.parley("data", &["export", "--list"]);
    assert_eq!(code(&shown), 0, "{}", text(&shown.stderr));
}

#[test]
fn what_is_no_export_is_refused_with_a_reason() {
    let place = Place::new();
    let foreign = place.path("notes.txt");
    std::fs::write(&foreign, "just some notes\n").unwrap();
    let refused = place.parley("data", &["import", foreign.to_str().unwrap()]);
    assert_eq!(code(&refused), 2, "{}", text(&refused.stderr));
    assert!(text(&refused.stderr).starts_with("parley: "));
    let missing = place.parley("data", &["import", "/nowhere/at-all.jsonl"]);
    assert_eq!(code(&missing), 4, "{}", text(&missing.stderr));
}
