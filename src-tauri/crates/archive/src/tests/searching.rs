//! Search: every text is words, and what was shown is found.

use super::*;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};

fn found(archive: &Archive, text: &str) -> Vec<u32> {
    archive
        .search(text, 100)
        .unwrap()
        .iter()
        .map(|hit| hit.place)
        .collect()
}

#[test]
fn words_are_found_by_beginning_case_and_accent() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    let all = [
        "The Résumé of a lighthouse keeper",
        "fn main() { let foo_bar = \"x\"; }",
        "设置中文搜索",
        "done🎉 and 👩‍💻 🤖",
        "NEAR the AND gate, OR not",
        "src-tauri/crates/archive/lib.rs:42",
        "ค้นหาข้อความ",
    ];
    let all = (0..)
        .zip(all)
        .map(|(place, text)| said(place, text))
        .collect();
    archive.append(items(all)).wait().unwrap();
    for (text, places) in [
        ("resume", vec![0]),
        ("RÉSUMÉ light", vec![0]),
        ("light keep", vec![0]),
        ("keeper nowhere", vec![]),
        ("foo_bar", vec![1]),
        ("main()", vec![1]),
        ("中文", vec![2]),
        ("搜", vec![2]),
        ("文中", vec![]),
        ("🎉", vec![3]),
        ("done", vec![3]),
        ("👩‍💻", vec![3]),
        ("🤖", vec![3]),
        ("NEAR", vec![4]),
        ("AND OR NOT", vec![4]),
        ("archive/lib.rs", vec![5]),
        ("ข้อความ", vec![6]),
        ("a", vec![0]),
    ] {
        assert_eq!(found(&archive, text), places, "{text}");
    }
}

#[test]
fn a_message_is_found_by_what_it_asks_for_and_shown_as_it_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    let mut line = said(0, "");
    line.item.body = ItemBody::User {
        text: "scene-proof scenes/harbour.md effort=low".to_owned(),
        attachments: Vec::new(),
        form: serde_json::Map::new(),
        asked: Some(model::Asked {
            en: "Proofread the harbour".to_owned(),
            de: "Den Hafen Korrektur lesen".to_owned(),
        }),
        delivery: model::Delivery::Seen,
    };
    archive
        .append(items(vec![line, said(1, "proofread by hand")]))
        .wait()
        .unwrap();
    let german = |_: &ProtocolId, mut item: Item| {
        if let ItemBody::User { text, asked, .. } = &mut item.body
            && let Some(words) = asked.take()
        {
            *text = words.de;
        }
        item
    };
    for (text, places, snippet, mark) in [
        ("proofread", vec![1, 0], "Den Hafen Korrektur lesen", None),
        (
            "hafen lesen",
            vec![0],
            "Den Hafen Korrektur lesen",
            Some("Hafen"),
        ),
        ("effort low", vec![0], "Den Hafen Korrektur lesen", None),
    ] {
        let hits = archive.search_as(text, None, 9, &german).unwrap();
        let found: Vec<u32> = hits.iter().map(|hit| hit.place).collect();
        assert_eq!(found, places, "{text}");
        let last = hits.last().unwrap();
        assert_eq!(last.snippet, snippet, "{text}");
        let marked = last.marks.first().map(|mark| &last.snippet[mark.clone()]);
        assert_eq!(marked, mark, "{text}");
    }
}

#[test]
fn no_character_is_query_syntax() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    archive
        .append(items(vec![said(0, "plain words here")]))
        .wait()
        .unwrap();
    for text in [
        "",
        " ",
        "\"",
        "\"\"",
        "*",
        "'",
        "(",
        ")",
        "^",
        "{",
        "-",
        "NEAR(",
        "a NEAR/2 b",
        "text:plain",
        "plain*\"",
        "\0",
        "pl\0ain",
        "%",
        "_",
        "AND",
        "\" OR 1=1 --",
        "\u{200b}",
        "::",
        "- -",
        "+",
        "\\",
    ] {
        archive.search(text, 10).unwrap();
    }
    assert_eq!(found(&archive, "\"plain\" (words*)"), [0]);
    assert_eq!(found(&archive, "plain \" here"), [0]);
    assert_eq!(found(&archive, &"plain ".repeat(5000)), [0]);
}

#[test]
fn a_snippet_shows_and_marks_what_was_found() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    let filler = "lorem ipsum dolor ".repeat(100);
    let text = format!("{filler}the old 灯塔 lighthouse\nstands {filler}");
    archive
        .append(items(vec![said(0, "first"), said(1, &text)]))
        .wait()
        .unwrap();
    let hits = archive.search("lighthouse 灯塔", 5).unwrap();
    assert_eq!(hits.len(), 1);
    let hit = &hits[0];
    assert_eq!(
        (&hit.conversation, hit.place, &hit.item_id),
        (&id("c"), 1, &ItemId::from("e1/1"))
    );
    assert!(hit.snippet.len() < 200, "{}", hit.snippet);
    assert!(
        hit.snippet.contains("the old 灯塔 lighthouse stands"),
        "{}",
        hit.snippet
    );
    let marked: Vec<_> = hit
        .marks
        .iter()
        .map(|mark| &hit.snippet[mark.clone()])
        .collect();
    assert_eq!(marked, ["灯塔", "lighthouse"]);
}

#[test]
fn the_youngest_come_first_and_changed_items_are_found_anew() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    archive
        .append(items((0..10).map(|place| said(place, "same")).collect()))
        .wait()
        .unwrap();
    assert_eq!(found(&archive, "same"), [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    assert_eq!(archive.search("same", 2).unwrap().len(), 2);
    archive
        .append(items(vec![said(4, "other"), said(5, "")]))
        .wait()
        .unwrap();
    assert_eq!(found(&archive, "same"), [9, 8, 7, 6, 3, 2, 1, 0]);
    assert_eq!(found(&archive, "other"), [4]);
    assert_eq!(archive.check().unwrap(), Vec::<String>::new());
}

/// Letters by now that were marks in the Unicode SQLite goes by. Alone they are no word to it; in
/// a word they part it, in the search as in the text, so it is found.
fn is_mark_to_sqlite(c: char) -> bool {
    matches!(
        c,
        '\u{19b0}'..='\u{19c0}' | '\u{19c8}' | '\u{19c9}' | '\u{1cf2}' | '\u{1cf3}'
    )
}

#[test]
fn a_letter_that_was_a_mark_parts_a_word_that_is_found_all_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    archive
        .append(items(vec![said(0, "ᦟᦲᧃ and ᦰ")]))
        .wait()
        .unwrap();
    assert_eq!(found(&archive, "ᦟᦲᧃ"), [0]);
    assert_eq!(found(&archive, "ᦰ"), Vec::<u32>::new());
}

/// Whatever is said is found by each of its words, and no text is an error. One archive for all
/// cases: to make one takes a hundred times as long as to write into it and to search.
#[test]
fn what_is_said_is_found() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    let places = std::cell::Cell::new(0);
    let cases = ("\\PC{0,40}", "[\\p{L}\\p{N}]{1,12}");
    // The same ones in every run.
    let mut runner = TestRunner::new(ProptestConfig {
        rng_seed: RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::with_cases(48)
    });
    let outcome = runner.run(&cases, |(text, word)| {
        prop_assume!(!word.chars().all(is_mark_to_sqlite));
        let place = places.replace(places.get() + 1);
        let items = items(vec![said(place, &format!("x {word} {text}"))]);
        archive.append(items).wait().unwrap();
        archive.search(&text, 5).unwrap();
        let found = found(&archive, &word);
        prop_assert!(found.contains(&place), "{found:?}");
        Ok(())
    });
    outcome.unwrap();
    assert_eq!(found(&archive, "nowhere-said-at-all"), Vec::<u32>::new());
}
