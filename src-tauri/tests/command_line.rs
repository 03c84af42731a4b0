//! The program as a shell sees it: exit codes, what it says where, and what it
//! leaves behind.
#![allow(clippy::unwrap_used, missing_docs)]
// The program under test is a child of the test, not of an agent's conversation.
#![allow(clippy::disallowed_methods)]

use std::path::Path;
use std::process::{Command, Output};

/// Runs `parley` with nothing in its environment but a home folder.
fn parley(home: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_parley"))
        .args(words)
        .env_clear()
        .env("HOME", home)
        .output()
        .unwrap()
}

fn said(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn is_empty(folder: &Path) -> bool {
    folder.read_dir().unwrap().next().is_none()
}

#[test]
fn without_a_display_it_says_how_to_go_on_and_touches_nothing() {
    let home = tempfile::tempdir().unwrap();
    let output = parley(home.path(), &[]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(said(&output.stdout), "");
    assert_eq!(
        said(&output.stderr),
        "parley: Parley's window needs a display, and there is none. Without one, start it as \
         `xvfb-run -a parley`, or talk to an agent with `parley exec`.\n"
    );
    assert!(is_empty(home.path()));
}

#[test]
fn a_display_that_does_not_answer_is_none() {
    let home = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_parley"))
        .env_clear()
        .env("HOME", home.path())
        .env("DISPLAY", "127.0.0.1:9999")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output.stderr).contains("needs a display"));
}

#[test]
fn wrong_words_are_explained_with_exit_code_2_before_anything_is_touched() {
    let home = tempfile::tempdir().unwrap();
    for words in [
        &["exec"][..],
        &["exec", "--approve", "maybe", "hi"],
        &["exec", "--protocol", "aionrs", "hi"],
        &["exec", "-"],
        &["--nothing"],
    ] {
        let output = parley(home.path(), words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(said(&output.stderr).starts_with("error: "), "{words:?}");
        assert_eq!(said(&output.stdout), "", "{words:?}");
    }
    assert!(is_empty(home.path()));
}

#[test]
fn help_and_version_need_nothing() {
    let home = tempfile::tempdir().unwrap();
    let version = parley(home.path(), &["--version"]);
    assert_eq!(
        said(&version.stdout),
        format!("parley {}\n", env!("CARGO_PKG_VERSION"))
    );
    for words in [&["--help"][..], &["exec", "--help"]] {
        let help = parley(home.path(), words);
        assert_eq!(help.status.code(), Some(0));
        assert!(said(&help.stdout).contains("--data-dir"), "{words:?}");
    }
    assert!(is_empty(home.path()));
}

#[test]
fn exec_keeps_its_files_in_the_data_folder_and_says_when_the_workspace_is_missing() {
    let home = tempfile::tempdir().unwrap();
    let data = tempfile::tempdir().unwrap();
    let data_dir = data.path().to_str().unwrap();
    let words = [
        "exec",
        "--data-dir",
        data_dir,
        "--workspace",
        "/nowhere/at/all",
        "list",
    ];
    let output = parley(home.path(), &words);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output.stderr).contains("can't work in /nowhere/at/all"));
    assert!(said(&output.stderr).contains("--workspace"));
    assert!(is_empty(home.path()));
}
