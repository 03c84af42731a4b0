//! An update costs what the open block costs, however long the text is.

use crate::tests::corpus;
use crate::{BlockKind, Markdown};

/// The work of pushing `text` four bytes at a time.
fn push_slowly(markdown: &mut Markdown, text: &str) -> u64 {
    let before = markdown.work();
    for piece in text.as_bytes().chunks(4) {
        markdown.push(std::str::from_utf8(piece).unwrap());
    }
    markdown.work() - before
}

#[test]
fn an_update_at_100_kilobytes_costs_what_it_costs_at_8() {
    let answer = corpus::ANSWER.replace('é', "e");
    assert!(answer.is_ascii());
    let mut markdown = Markdown::new();
    let mut length = 0;
    while length < 8_000 {
        markdown.push(&answer);
        length += answer.len();
    }
    let early = push_slowly(&mut markdown, &answer);
    while length < 100_000 {
        markdown.push(&answer);
        length += answer.len();
    }
    let late = push_slowly(&mut markdown, &answer);
    assert!(
        late as f64 <= early as f64 * 1.2,
        "{late} bytes of work at {length}, {early} at 8,000"
    );
}

#[test]
fn one_endless_paragraph_stays_affordable() {
    let mut markdown = Markdown::new();
    let text = "word and *more* words, ".repeat(40_000 / 23);
    let work = push_slowly(&mut markdown, &text);
    // Without the brake: about 40,000² / 4 = 400,000,000, and allowed are 28,000,000.
    assert!(work < 700 * text.len() as u64, "{work}");
    markdown.flush();
    assert_eq!(markdown.blocks().len(), 1);
    assert!(markdown.blocks()[0].html.len() > text.len());
}

#[test]
fn an_open_fence_is_never_parsed_again() {
    let mut markdown = Markdown::new();
    markdown.push("```text\n");
    let text = "a line of output\n".repeat(12_000);
    let work = push_slowly(&mut markdown, &text);
    assert!(work < 4 * text.len() as u64, "{work}");
    let blocks = markdown.blocks();
    assert_eq!(blocks.len(), 30);
    assert!(blocks.iter().all(|block| block.kind == BlockKind::Code));
    assert_eq!(markdown.frozen(), 29);
}
