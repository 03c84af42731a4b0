//! The blocks at the end do not depend on how the text was cut.

use std::cell::RefCell;

use proptest::prelude::*;

use super::markdown_text;
use crate::markdown::html::{Coloured, Writer};
use crate::markdown::parse::{Footnotes, parse};
use crate::tests::corpus;
use crate::{Block, BlockKind, Markdown, markdown};

/// The same text as one document in one parse, without cutting it into blocks.
fn in_one_parse(text: &str) -> Vec<Block> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let definitions = RefCell::default();
    let mut coloured = Coloured::new();
    let mut blocks = Vec::new();
    // The first time for the definitions.
    for footnotes in [Footnotes::Expected, Footnotes::Settled] {
        let mut writer = Writer::new(&definitions, &mut coloured, true, text.len());
        parse(&text, &definitions, footnotes, true, |event, range| {
            writer.event(event, range);
        });
        blocks = writer.finish();
    }
    blocks
}

/// Pushes the pieces; holds on the way that frozen blocks stay, that a change
/// is reported where it is, and that no open block changes its kind twice.
fn streamed(pieces: &[&str]) -> Vec<Block> {
    let mut markdown = Markdown::new();
    let mut before: Vec<Block> = Vec::new();
    let mut kinds: Vec<(BlockKind, usize)> = Vec::new();
    for piece in pieces {
        let frozen = markdown.frozen();
        let change = markdown.push(piece);
        let now = markdown.blocks();
        assert_eq!(change.count, now.len());
        assert!(
            change.first >= frozen.min(now.len()),
            "{change:?} {frozen} at {piece:?}"
        );
        assert!(markdown.frozen() >= frozen);
        assert_eq!(
            before[..change.first.min(before.len())],
            now[..change.first.min(before.len())]
        );
        if change.first < now.len() {
            assert_ne!(
                before.get(change.first),
                now.get(change.first),
                "{pieces:?}"
            );
        }
        kinds.truncate(now.len());
        for (index, block) in now.iter().enumerate() {
            match kinds.get_mut(index) {
                Some((kind, changes)) if *kind != block.kind => {
                    *kind = block.kind;
                    *changes += 1;
                    assert!(
                        *changes < 2,
                        "block {index} changed its kind twice: {pieces:?}"
                    );
                }
                Some(_) => {}
                None => kinds.push((block.kind, 0)),
            }
        }
        before = now.to_vec();
    }
    let change = markdown.finish();
    let now = markdown.blocks();
    assert_eq!(change.count, now.len());
    let same = change.first.min(before.len());
    assert_eq!(before[..same], now[..same], "{pieces:?}");
    assert_eq!(markdown.frozen(), now.len());
    now.to_vec()
}

fn check_cuts(text: &str, cuts: &[usize]) {
    check_cuts_against(text, cuts, &markdown(text));
}

fn check_cuts_against(text: &str, cuts: &[usize], whole: &[Block]) {
    let mut pieces = Vec::new();
    let mut at = 0;
    for cut in cuts {
        pieces.push(&text[at..*cut]);
        at = *cut;
    }
    pieces.push(&text[at..]);
    assert_eq!(streamed(&pieces), whole, "{pieces:?}");
}

fn boundaries(text: &str) -> Vec<usize> {
    text.char_indices().map(|(index, _)| index).collect()
}

#[test]
fn every_single_cut_gives_the_same_blocks() {
    for text in corpus::TWISTS {
        let whole = markdown(text);
        for cut in boundaries(text) {
            check_cuts_against(text, &[cut], &whole);
        }
    }
    // A long one around the ends of its lines and at every fourth character: each cut parses
    // all of it.
    let whole = markdown(corpus::ANSWER);
    for (at, cut) in boundaries(corpus::ANSWER).into_iter().enumerate() {
        let around = &corpus::ANSWER.as_bytes()[cut.saturating_sub(2)..];
        let ends = around.iter().take(4).any(|byte| *byte == b'\n');
        if ends || at % 4 == 0 {
            check_cuts_against(corpus::ANSWER, &[cut], &whole);
        }
    }
}

#[test]
fn character_by_character_gives_the_same_blocks() {
    for text in corpus::all() {
        check_cuts(&text, &boundaries(&text));
    }
}

#[test]
fn cutting_into_blocks_is_what_one_parse_would_do() {
    for text in corpus::all() {
        assert_eq!(markdown(&text), in_one_parse(&text), "{text:?}");
    }
}

#[test]
fn long_code_continues_in_another_block_at_any_cut() {
    let mut text = String::from("before\n\n```rust\n");
    for line in 0..1_000 {
        text.push_str(&format!("let x{line} = \"{line}\";\n"));
    }
    text.push_str(&"y".repeat(80_000));
    text.push_str("\n```\nafter\n");
    let whole = markdown(&text);
    assert_eq!(whole, in_one_parse(&text));
    let code: Vec<&Block> = whole.iter().filter(|b| b.kind == BlockKind::Code).collect();
    assert_eq!(code.len(), 6);
    assert!(
        code[0]
            .html
            .starts_with("<pre class=\"md-code\" data-language=\"rust\">")
    );
    assert!(
        code[1]
            .html
            .starts_with("<pre class=\"md-code md-code-more\" data-language")
    );
    for size in [997, 33_000] {
        let pieces: Vec<&str> = text
            .as_bytes()
            .chunks(size)
            .map(|chunk| std::str::from_utf8(chunk).unwrap())
            .collect();
        assert_eq!(streamed(&pieces), whole, "in pieces of {size}");
    }
}

proptest! {
    #![proptest_config(crate::tests::cases(800))]

    #[test]
    fn any_cuts_give_the_same_blocks(
        text in markdown_text(),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
    ) {
        let places = boundaries(&text);
        let mut cuts: Vec<usize> = picks
            .iter()
            .filter(|_| !places.is_empty())
            .map(|pick| *pick.get(&places))
            .collect();
        cuts.sort_unstable();
        check_cuts(&text, &cuts);
    }

    #[test]
    fn any_text_by_characters_gives_the_same_blocks(text in markdown_text()) {
        check_cuts(&text, &boundaries(&text));
    }

    #[test]
    fn any_text_is_cut_as_one_parse_would(text in markdown_text()) {
        // Blanks at the very end of an open fence: the parser keeps some, we none.
        let text = text.trim_end_matches([' ', '\t']);
        prop_assert_eq!(markdown(text), in_one_parse(text), "{:?}", text);
    }
}
