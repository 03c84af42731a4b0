//! The built-in guide: every tool, allowed and denied.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::path::Path;

use common::{Agent, Turn};
use serde_json::{Value, json};
use tempfile::tempdir;

/// Says it, allows the one call, gives the request and the rest of the turn.
fn allowed(folder: &Path, said: &str) -> (Value, Turn) {
    let mut guide = Agent::guide(folder);
    guide.message("m1", said);
    let request = guide.until("tool_request");
    guide.approve(&request["call_id"]);
    let turn = guide.turn();
    guide.close();
    assert_eq!(guide.wait().code(), Some(0));
    (request, turn)
}

/// Says it, denies the one call, gives the rest of the turn.
fn denied(folder: &Path, said: &str) -> Turn {
    let mut guide = Agent::guide(folder);
    guide.message("m1", said);
    let request = guide.until("tool_request");
    guide.send(&json!({"type": "tool_deny", "call_id": request["call_id"], "reason": "not now"}));
    let turn = guide.turn();
    assert_eq!(
        turn.of("tool_cancelled"),
        [
            &json!({"type": "tool_cancelled", "msg_id": "m1", "call_id": request["call_id"],
                 "reason": "not now"})
        ]
    );
    assert_eq!(
        turn.of("tool_running").len() + turn.of("tool_result").len(),
        0
    );
    assert!(
        turn.text().starts_with("You denied it: not now"),
        "{}",
        turn.text()
    );
    turn
}

#[test]
fn write_makes_a_file_after_approval_and_not_before() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("hello.txt");
    let mut guide = Agent::guide(folder.path());
    guide.message("m1", "write hello.txt with the text: hi");
    let request = guide.until("tool_request");
    assert_eq!(
        request,
        json!({
            "type": "tool_request", "msg_id": "m1", "call_id": request["call_id"],
            "tool": {
                "name": "Write", "category": "edit",
                "args": {"file_path": "hello.txt", "content": "hi"},
                "description": "Write hello.txt (2 bytes)",
            },
        })
    );
    assert!(!file.exists());
    guide.approve(&request["call_id"]);
    let turn = guide.turn();
    assert_eq!(
        turn.kinds(),
        ["tool_running", "tool_result", "text_delta", "stream_end"]
    );
    assert_eq!(
        turn.result(),
        &json!({
            "type": "tool_result", "msg_id": "m1", "call_id": request["call_id"],
            "tool_name": "Write", "status": "success",
            "output": "Created hello.txt (2 bytes)", "output_type": "text",
            "metadata": {"file_path": "hello.txt"},
        })
    );
    assert_eq!(fs::read_to_string(file).unwrap(), "hi");
}

#[test]
fn write_over_a_file_gives_the_diff() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a.txt"), "one\ntwo\n").unwrap();
    let (_, turn) = allowed(folder.path(), "write a.txt with the text:\none\n2\n");
    assert_eq!(turn.result()["output_type"], "diff");
    assert_eq!(turn.result()["metadata"], json!({"file_path": "a.txt"}));
    let diff = turn.result()["output"].as_str().unwrap();
    assert!(
        diff.starts_with("--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n"),
        "{diff}"
    );
}

#[test]
fn edit_changes_one_place_and_gives_the_diff() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("a.txt");
    fs::write(&file, "hi there\nbye\n").unwrap();
    let (request, turn) = allowed(folder.path(), "edit a.txt: replace hi with hello");
    assert_eq!(
        request["tool"]["args"],
        json!({"file_path": "a.txt", "old_string": "hi", "new_string": "hello"})
    );
    assert_eq!(
        turn.result()["output"],
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-hi there\n+hello there\n bye\n"
    );
    assert_eq!(turn.result()["output_type"], "diff");
    assert_eq!(fs::read_to_string(file).unwrap(), "hello there\nbye\n");
}

#[test]
fn edit_refuses_a_text_that_occurs_not_once() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("a.txt");
    fs::write(&file, "x x x\n").unwrap();
    for (said, told) in [
        ("edit a.txt: replace x with y", "occurs 3 times"),
        ("edit a.txt: replace z with y", "was not found"),
    ] {
        let (_, turn) = allowed(folder.path(), said);
        assert_eq!(turn.result()["status"], "error");
        assert!(turn.result()["output"].as_str().unwrap().contains(told));
    }
    assert_eq!(fs::read_to_string(file).unwrap(), "x x x\n");
}

#[test]
fn read_gives_the_text_and_a_picture_as_an_image() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a.txt"), "Grüße\n").unwrap();
    fs::write(folder.path().join("p.png"), b"\x89PNG\r\n\x1a\nrest").unwrap();
    fs::write(folder.path().join("b.bin"), [0, 159, 146, 150]).unwrap();
    let (_, turn) = allowed(folder.path(), "read a.txt");
    assert_eq!(turn.result()["output"], "Grüße\n");
    let (_, turn) = allowed(folder.path(), "read p.png");
    assert_eq!(turn.result()["output_type"], "image");
    assert_eq!(turn.result()["output"], "iVBORw0KGgpyZXN0");
    let (_, turn) = allowed(folder.path(), "read b.bin");
    assert_eq!(turn.result()["status"], "error");
}

#[test]
fn list_shows_folders_first_and_a_pattern_looks_below() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("src")).unwrap();
    fs::write(folder.path().join("src/x.rs"), "").unwrap();
    fs::write(folder.path().join("a.txt"), "abc").unwrap();
    fs::write(folder.path().join(".hidden"), "").unwrap();
    let (request, turn) = allowed(folder.path(), "please list the files");
    assert_eq!(request["tool"]["name"], "Glob");
    assert_eq!(turn.result()["output"], "src/\na.txt  (3 bytes)");
    let (_, turn) = allowed(folder.path(), "list *.rs");
    assert_eq!(turn.result()["output"], "src/x.rs  (0 bytes)");
}

#[test]
fn search_respects_gitignore_and_skips_binaries() {
    let folder = tempdir().unwrap();
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    put(".gitignore", "ignored.txt\n");
    put("ignored.txt", "needle");
    put("b.bin", "needle\0");
    put("a.txt", "x\n  a Needle here\n");
    put("c.txt", "needle\n");
    let (_, turn) = allowed(folder.path(), "search needle");
    assert_eq!(
        turn.result()["output"],
        "a.txt:2: a Needle here\nc.txt:1: needle"
    );
    let (_, turn) = allowed(folder.path(), "search Needle");
    assert_eq!(turn.result()["output"], "a.txt:2: a Needle here");
}

#[cfg(unix)]
#[test]
fn run_gives_output_errors_colours_and_the_exit_code() {
    let folder = tempdir().unwrap();
    let said = r"run printf '\033[31mred\033[0m\n'; echo oops >&2; pwd; exit 3";
    let (request, turn) = allowed(folder.path(), said);
    assert_eq!(request["tool"]["category"], "exec");
    assert_eq!(request["tool"]["name"], "Bash");
    let real = fs::canonicalize(folder.path()).unwrap();
    assert_eq!(turn.result()["status"], "error");
    assert_eq!(
        turn.result()["output"],
        format!(
            "\u{1b}[31mred\u{1b}[0m\noops\n{}\n(exit code 3)",
            real.display()
        )
    );
}

#[cfg(unix)]
#[test]
fn run_does_not_wait_for_what_stays_in_the_background() {
    let folder = tempdir().unwrap();
    let (_, turn) = allowed(folder.path(), "run echo first; sleep 1000 & echo last");
    assert_eq!(turn.result()["output"], "first\nlast\n");
    assert_eq!(turn.result()["status"], "success");
}

#[cfg(unix)]
#[test]
fn run_cuts_a_flood_and_says_so() {
    let folder = tempdir().unwrap();
    let (_, turn) = allowed(folder.path(), "run head -c 1000000 /dev/zero | tr '\\0' x");
    let output = turn.result()["output"].as_str().unwrap();
    assert_eq!(turn.result()["status"], "success");
    assert!(output.len() < 200_200, "{}", output.len());
    assert!(output.ends_with("the command wrote 1000000 bytes, this is the first 200000."));
}

#[test]
fn nothing_outside_the_workspace_is_touched() {
    let outer = tempdir().unwrap();
    let folder = outer.path().join("in");
    fs::create_dir(&folder).unwrap();
    fs::write(outer.path().join("secret.txt"), "s").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(outer.path(), folder.join("link")).unwrap();
    let mut tries = vec![
        "read ../secret.txt".to_owned(),
        "write ../new.txt with the text: x".to_owned(),
        "edit ../secret.txt: replace s with t".to_owned(),
        format!("read {}", outer.path().join("secret.txt").display()),
        "list ..".to_owned(),
    ];
    if cfg!(unix) {
        tries.extend(
            [
                "read link/secret.txt",
                "write link/new.txt with the text: x",
            ]
            .map(str::to_owned),
        );
    }
    for said in tries {
        let (_, turn) = allowed(&folder, &said);
        assert_eq!(turn.result()["status"], "error", "{said}");
        let output = turn.result()["output"].as_str().unwrap();
        assert!(
            output.contains("is outside the workspace"),
            "{said}: {output}"
        );
    }
    assert_eq!(
        fs::read_to_string(outer.path().join("secret.txt")).unwrap(),
        "s"
    );
    assert!(!outer.path().join("new.txt").exists());
}

#[test]
fn every_tool_can_be_denied_with_a_reason_and_then_does_nothing() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a.txt"), "hi").unwrap();
    for said in [
        "list",
        "read a.txt",
        "search hi",
        "write b.txt with the text: x",
        "edit a.txt: replace hi with x",
        "run touch c.txt",
        "image",
    ] {
        denied(folder.path(), said);
    }
    assert_eq!(
        fs::read_to_string(folder.path().join("a.txt")).unwrap(),
        "hi"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn the_picture_is_a_png() {
    let folder = tempdir().unwrap();
    let (_, turn) = allowed(folder.path(), "image");
    assert_eq!(turn.result()["output_type"], "image");
    assert!(
        turn.result()["output"]
            .as_str()
            .unwrap()
            .starts_with("iVBORw0KGgo")
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
