//! Ten seconds of `make fuzz` for each target, with the same inputs in every run.
#![allow(clippy::unwrap_used, missing_docs)]

mod edges;
#[path = "../../src-tauri/crates/render/src/tests/inert_check.rs"]
mod inert_check;
mod inputs;
mod run;
mod targets;

// What the check of the renderer's own tests looks for at the top.
pub(crate) use render::{Block, classes, inert};

use std::time::Duration;

/// A fast machine stops at this many, a slow one at ten seconds.
const EXECUTIONS: u64 = 30_000;

macro_rules! holds {
    ($($name:ident: $target:literal)*) => {
        $(#[test]
        fn $name() {
            let target = targets::ALL.iter().find(|one| one.name == $target).unwrap();
            let limits = run::Limits {
                first: 0,
                time: Duration::from_secs(10),
                executions: EXECUTIONS,
                progress: None,
            };
            let outcome = run::run(target, 7, &limits);
            assert!(outcome.executions > 10, "{outcome:?}");
            assert!(outcome.finds.is_empty(), "{:#?}", outcome.finds);
        })*

        #[test]
        fn no_target_is_left_out() {
            let tested = [$($target),*];
            let all: Vec<&str> = targets::ALL.iter().map(|one| one.name).collect();
            assert_eq!(all, tested);
        }
    };
}

holds! {
    markdown_is_inert_whatever_is_said: "markdown"
    a_stream_ends_as_the_whole_text_whatever_is_said: "markdown-stream"
    terminal_output_is_inert_whatever_is_said: "terminal-output"
    data_is_inert_whatever_is_said: "json"
    code_is_inert_whatever_is_said: "code"
    a_diff_is_inert_whatever_is_said: "diff"
    an_image_is_inert_whatever_is_said: "image"
    aionrs_lives_through_whatever_is_said: "aionrs"
    nuum_lives_through_whatever_is_said: "nuum"
    nib_lives_through_whatever_is_said: "nib"
    agentproc_lives_through_whatever_is_said: "agentproc"
    terminal_lives_through_whatever_is_said: "terminal"
    lines_are_the_same_wherever_reads_are_cut: "lines"
    no_key_is_left_whatever_surrounds_it: "redaction"
    a_file_is_a_profile_or_refused_with_a_reason: "profiles"
}

#[test]
fn a_find_would_be_told_and_can_be_made_again() {
    let broken = targets::Target {
        name: "broken",
        family: inputs::Family::Markdown,
        run: |bytes, _| assert!(!bytes.contains(&b'*'), "a star"),
    };
    let limits = run::Limits {
        first: 0,
        time: Duration::from_secs(10),
        executions: 1_000,
        progress: None,
    };
    let outcome = run::run(&broken, 1, &limits);
    assert_eq!(outcome.finds.len(), run::FINDS_AT_MOST);
    let find = &outcome.finds[0];
    assert!(find.what.contains("a star"), "{}", find.what);
    let again = inputs::Inputs::new(broken.family).make(1, find.execution);
    assert!(again.contains(&b'*'));
}
