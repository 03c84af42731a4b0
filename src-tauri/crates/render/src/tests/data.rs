//! Images, terminal output, data, diffs and hidden characters.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::inert_check::assert_inert;
use crate::{BlockKind, Terminal, diff_texts, diff_unified, image_base64, json, terminal, visible};

fn png(width: u32, height: u32) -> String {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend([8, 6, 0, 0, 0]);
    STANDARD.encode(bytes)
}

#[test]
fn f034_images_are_shown_by_their_header_alone() {
    let block = image_base64(&png(2, 3)).unwrap();
    assert_eq!(block.kind, BlockKind::Image);
    assert_eq!(
        block.html,
        format!(
            "<img class=\"md-image\" alt=\"\" width=\"2\" height=\"3\" \
             src=\"data:image/png;base64,{}\">",
            png(2, 3)
        )
    );
    assert_inert(&[block], "png");
    for (bytes, start) in [
        (
            &b"GIF89a\x05\0\x04\0\0\0\0"[..],
            "width=\"5\" height=\"4\" src=\"data:image/gif;",
        ),
        (
            b"\xFF\xD8\xFF\xE0\0\x04ab\xFF\xC2\0\x0b\x08\0\x07\0\x09\x01\x01\x11\0",
            "width=\"9\" height=\"7\" src=\"data:image/jpeg;",
        ),
        (
            b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x0f\0\0\x1f\0\0",
            "width=\"16\" height=\"32\" src=\"data:image/webp;",
        ),
        (
            b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x03\x40\x01\0",
            "width=\"4\" height=\"6\" src=\"data:image/webp;",
        ),
        (
            b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x08\0\x09\0",
            "width=\"8\" height=\"9\" src=\"data:image/webp;",
        ),
    ] {
        let html = image_base64(&STANDARD.encode(bytes)).unwrap().html;
        assert!(html.contains(start), "{html}");
    }
    // As agents also send it: with a prefix, in lines, without padding.
    let loose = format!("data:image/png;base64,{}", png(2, 3).trim_end_matches('='));
    let (head, tail) = loose.split_at(40);
    assert!(image_base64(&format!(" {head}\r\n{tail}\n")).is_ok());
}

#[test]
fn f034_other_images_are_refused_with_a_reason() {
    let encode = |bytes: &[u8]| STANDARD.encode(bytes);
    for (base64, reason) in [
        (png(100_000, 100_000), "100000 × 100000 pixels"),
        (png(16_384, 16_384), "16384 × 16384 pixels"),
        (png(0, 5), "no pixels"),
        (encode(b"\x89PNG\r\n\x1a\n"), "incomplete"),
        (encode(b"\xFF\xD8\xFF\xD9"), "incomplete"),
        (encode(b"<svg onload=alert(1)>"), "SVG"),
        (encode(b"<?xml version='1.0'?><!-- --><svg/>"), "SVG"),
        (encode(b"BM123456"), "BMP"),
        (encode(b"\0\0\0\x1cftypavif"), "AVIF"),
        (encode(b"hello"), "unknown"),
        (String::new(), "empty"),
        ("not base64!".to_owned(), "not valid base64"),
        ("A".repeat(50_000_000), "MiB"),
    ] {
        let refusal = image_base64(&base64).unwrap_err();
        assert!(refusal.contains(reason), "{refusal}");
    }
}

#[test]
fn f063_hidden_characters_are_shown() {
    for c in [
        '\u{202a}',
        '\u{202b}',
        '\u{202c}',
        '\u{202d}',
        '\u{202e}',
        '\u{2066}',
        '\u{2067}',
        '\u{2068}',
        '\u{2069}',
        '\u{200e}',
        '\u{200f}',
        '\u{61c}',
        '\u{200b}',
        '\u{200c}',
        '\u{200d}',
        '\u{2060}',
        '\u{feff}',
        '\u{ad}',
        '\u{e0001}',
        '\u{e0041}',
        '\u{e007f}',
        '\u{0}',
        '\u{1b}',
        '\u{7f}',
        '\u{9b}',
        '\r',
        '\u{600}',
        '\u{6dd}',
        '\u{70f}',
        '\u{180e}',
        '\u{206a}',
        '\u{fff9}',
        '\u{110bd}',
        '\u{13430}',
        '\u{1bca0}',
        '\u{1d173}',
        '\u{2028}',
        '\u{2029}',
        '\u{34f}',
        '\u{115f}',
        '\u{3164}',
        '\u{ffa0}',
        '\u{2800}',
        '\u{fe00}',
        '\u{fe0f}',
        '\u{e0100}',
        '\u{e01ef}',
    ] {
        let mark = format!("⟨U+{:04X}⟩", u32::from(c));
        assert_eq!(visible(&format!("rm a{c}b")), format!("rm a{mark}b"));
        let block = crate::code(&format!("a{c}b"), "");
        assert_eq!(assert_inert(&[block], "code"), format!("a{mark}b"));
    }
    assert_eq!(
        visible("a\n\tb ü 日本 ❤\u{fe0f}"),
        "a\n\tb ü 日本 ❤\u{fe0f}"
    );
    // Prose keeps what honest writing needs.
    let prose = crate::markdown("a\u{202e}b \u{1F468}\u{200d}\u{1F469} שלום\u{200f}");
    assert_eq!(
        prose[0].html,
        "<p>a<span class=\"char-hidden\">⟨U+202E⟩</span>b \u{1F468}\u{200d}\u{1F469} שלום\u{200f}</p>\n"
    );
}

/// The text and HTML of terminal output.
fn output(text: &str) -> (String, String) {
    let blocks = terminal(text);
    let shown = assert_inert(&blocks, text);
    (shown, blocks.into_iter().map(|block| block.html).collect())
}

#[test]
fn f093_output_is_styled_and_commands_are_not_obeyed() {
    for (text, shown) in [
        ("plain <b>\n", "plain <b>\n"),
        ("10%\r20%\rdone\n", "done\n"),
        ("abc\rX\n", "Xbc\n"),
        ("abc\r\u{1b}[KX\n", "X\n"),
        ("abc\u{1b}[2K\rX\n", "X\n"),
        ("a\u{8}b\n", "b\n"),
        ("a\tb\n", "a       b\n"),
        ("a\u{1b}[3Cb\n", "a   b\n"),
        ("abc\u{1b}[1Gx\n", "xbc\n"),
        ("a\u{7}\u{0}b", "ab"),
        ("a\u{1b}[?25l\u{1b}[2J\u{1b}[Hb", "ab"),
        ("\u{1b}]0;title\u{7}a", "a"),
        (
            "\u{1b}]8;;https://evil.example\u{7}bank\u{1b}]8;;\u{7}",
            "bank",
        ),
        (
            "\u{1b}]8;;https://evil.example\u{1b}\\bank\u{1b}]8;;\u{1b}\\",
            "bank",
        ),
        ("\u{1b}]52;c;cm0gLXJmIC8=\u{7}a", "⟨OSC 52⟩a"),
        ("\u{1b}]52;c;cm0gLXJmIC8=\u{1b}\\a", "⟨OSC 52⟩a"),
        ("\u{1b}]777;notify;a;b\u{7}", "⟨OSC 777⟩"),
        ("\u{1b}P+q544e\u{1b}\\a", "⟨DCS⟩a"),
        ("\u{1b}_Gf=100\u{1b}\\a", "a"),
        ("a\u{202e}b", "a⟨U+202E⟩b"),
        ("a\u{200b}b", "a⟨U+200B⟩b"),
        ("a\u{b}b", "a⟨U+000B⟩b"),
        ("\u{1b}]52;c;never closed", ""),
    ] {
        assert_eq!(output(text).0, shown, "{text:?}");
    }
    for (text, html) in [
        (
            "\u{1b}[31mr\u{1b}[0m.",
            "<span class=\"ansi-fg-1\">r</span>.",
        ),
        (
            "\u{1b}[1;92;44mx",
            "<span class=\"ansi-bold ansi-fg-10 ansi-bg-4\">x</span>",
        ),
        ("\u{1b}[38;5;196mx", "<span class=\"ansi-fg-9\">x</span>"),
        (
            "\u{1b}[38;2;0;200;0mx",
            "<span class=\"ansi-fg-2\">x</span>",
        ),
        (
            "\u{1b}[3;4;7;9;2mx",
            "<span class=\"ansi-dim ansi-italic ansi-underline ansi-inverse ansi-strike\">x</span>",
        ),
        (
            "\u{1b}[31ma\nb",
            "<span class=\"ansi-fg-1\">a</span>\n<span class=\"ansi-fg-1\">b</span>",
        ),
        (
            "\u{1b}[31ma\u{1b}[39mb",
            "<span class=\"ansi-fg-1\">a</span>b",
        ),
    ] {
        assert_eq!(
            output(text).1,
            format!("<pre class=\"ansi\">{html}</pre>"),
            "{text:?}"
        );
    }
}

#[test]
fn long_output_shows_its_head_and_says_what_is_left_out() {
    let blocks = terminal(&"line\n".repeat(200_000));
    let kinds: Vec<BlockKind> = blocks.iter().map(|block| block.kind).collect();
    assert_eq!(kinds[..42], [BlockKind::Terminal; 42]);
    assert_eq!(kinds[42..], [BlockKind::Omitted]);
    assert_eq!(blocks[0].html.matches("line\n").count(), 240);
    assert_eq!(
        blocks[42].html,
        "<p class=\"omitted\">190,000 more lines (950,000 bytes) are not shown.</p>"
    );
    let (shown, _) = output(&"x".repeat(1_000_000));
    assert_eq!(shown.len(), 20_000 + "… 980,000 more characters".len());
    // Wide lines make smaller blocks.
    let blocks = terminal(&format!("{}\n", "y".repeat(1_000)).repeat(600));
    assert!(blocks.len() > 2 && blocks.iter().all(|block| block.html.len() < 300_000));
    assert_eq!(terminal("").len(), 1);
}

#[test]
fn data_is_laid_out_without_being_changed() {
    let block = json(r#"{"a":[1,2.50,1e999,{}],"a":"x\u202e<b>","n":null}"#);
    assert_eq!(block.kind, BlockKind::Json);
    assert_eq!(
        assert_inert(std::slice::from_ref(&block), "json"),
        "{\n  \"a\": [\n    1,\n    2.50,\n    1e999,\n    {}\n  ],\n  \"a\": \"x\\u202e<b>\",\n  \
         \"n\": null\n}"
    );
    assert!(block.html.starts_with(
        "<pre class=\"json\"><code>{\n  <span class=\"json-key\">&quot;a&quot;</span>: [\n    \
         <span class=\"json-number\">1</span>"
    ));
    for text in [
        "not json",
        "{\"a\":1",
        "[1,2]]",
        "{\"a\":1} x",
        "\"\u{202e}\"",
        "",
    ] {
        let shown = assert_inert(&[json(text)], text);
        assert_eq!(shown, visible(text));
    }
    let deep = json(&"[".repeat(100_000));
    assert_eq!(
        deep.html.len(),
        "<pre class=\"json\"><code></code></pre>".len() + 100_000
    );
    let long = json(&format!("[{}0]", "1,".repeat(500_000)));
    assert!(long.html.len() < 12_000_000 && long.html.contains("more bytes are not shown"));
}

/// The rows of a diff as `class old new text`.
fn rows(html: &str) -> Vec<String> {
    let cell = |row: &str, class: &str| {
        let (_, rest) = row.split_once(&format!("<td class=\"{class}\">")).unwrap();
        rest.split("</td>").next().unwrap().to_owned()
    };
    html.split("<tr class=\"")
        .skip(1)
        .map(|row| {
            let class = row.split('"').next().unwrap();
            [
                class.to_owned(),
                cell(row, "diff-old"),
                cell(row, "diff-new"),
                cell(row, "diff-text"),
            ]
            .join(" ")
        })
        .collect()
}

#[test]
fn texts_are_compared_line_by_line_and_word_by_word() {
    let diff = diff_texts(
        "src/a.rs",
        "a\nb\nlet x = 1;\nd\ne\nf",
        "a\nb\nlet y = 1;\nd\ne\nf\n",
        1,
    );
    assert_eq!((diff.added, diff.removed), (2, 2));
    assert_eq!(diff.blocks.len(), 1);
    assert_eq!(
        (diff.blocks[0].kind, diff.blocks[0].label.as_str()),
        (BlockKind::Diff, "src/a.rs")
    );
    assert_eq!(
        rows(&diff.blocks[0].html),
        [
            "diff-hunk   @@ -2,5 +2,5 @@",
            "diff-ctx 2 2 b",
            "diff-del 3  <span class=\"tok-keyword\">let </span>\
             <mark class=\"diff-word\">x</mark> <span class=\"tok-operator\">= </span>\
             <span class=\"tok-number\">1</span>;",
            "diff-add  3 <span class=\"tok-keyword\">let </span>\
             <mark class=\"diff-word\">y</mark> <span class=\"tok-operator\">= </span>\
             <span class=\"tok-number\">1</span>;",
            "diff-ctx 4 4 d",
            "diff-ctx 5 5 e",
            "diff-del 6  f",
            "diff-note   No newline at end of file",
            "diff-add  6 f",
        ]
    );
    assert_inert(&diff.blocks, "diff");
    let same = diff_texts("a", "x\n", "x\n", 3);
    assert_eq!((same.blocks.len(), same.added, same.removed), (0, 0, 0));
    let new = diff_texts("a", "", "x\ny\n", 3);
    assert_eq!(
        rows(&new.blocks[0].html),
        [
            "diff-hunk   @@ -0,0 +1,2 @@",
            "diff-add  1 x",
            "diff-add  2 y"
        ]
    );
}

#[test]
fn a_diff_has_the_colours_of_its_language_and_marks_what_differs() {
    let diff = diff_texts("src/a.rs", "let a = 1; // one\n", "let a = 22; // one\n", 3);
    assert_eq!(
        rows(&diff.blocks[0].html)[1..],
        [
            "diff-del 1  <span class=\"tok-keyword\">let </span>a \
             <span class=\"tok-operator\">= </span>\
             <mark class=\"diff-word\"><span class=\"tok-number\">1</span></mark>; \
             <span class=\"tok-comment\">// one</span>",
            "diff-add  1 <span class=\"tok-keyword\">let </span>a \
             <span class=\"tok-operator\">= </span>\
             <mark class=\"diff-word\"><span class=\"tok-number\">22</span></mark>; \
             <span class=\"tok-comment\">// one</span>",
        ]
    );
    // What a hunk does not show may have closed a comment: each begins anew.
    let hunks = diff_unified("--- a/a.rs\n+++ b/a.rs\n@@ -1 +1 @@\n+/*\n@@ -9 +9 @@\n+let\n");
    assert_eq!(
        rows(&hunks.blocks[0].html)[3],
        "diff-add  9 <span class=\"tok-keyword\">let</span>"
    );
    assert_inert(&hunks.blocks, "hunks");
}

#[test]
fn c78_output_of_any_length_comes_in_pages_that_lose_nothing() {
    let line = "x".repeat(1_000_000);
    let mut text = String::from("\u{1b}[31mred\n");
    for n in 0..200_000 {
        text.push_str(&format!("line {n}\n"));
    }
    text.push_str(&line);
    let mut terminal = Terminal::default();
    let (mut at, mut shown, mut pages) = (0, String::new(), 0);
    while at < text.len() {
        let (blocks, used) = terminal.page(&text[at..]);
        assert!(used > 0 && used <= 128 * 1024, "{used}");
        let lines = text[at..at + used].lines().count();
        assert!(
            pages > 0 || lines == 120,
            "the first is what one sees: {lines}"
        );
        for block in &blocks {
            assert!(block.html.len() < 400 * 1024);
            assert!(!block.html.contains("folded"));
            let body = block.html.replace("<span class=\"ansi-fg-1\">", "");
            let body = body.replace("</span>", "").replace("</pre>", "");
            shown.push_str(body.strip_prefix("<pre class=\"ansi\">").unwrap());
        }
        if pages == 1 {
            assert!(blocks[0].html.contains("ansi-fg-1"), "colours go on");
        }
        at += used;
        pages += 1;
    }
    assert_eq!(shown.len(), text.len() - "\u{1b}[31m".len());
    assert!(shown.ends_with("xxx"));
}

#[test]
fn big_differences_are_cut_but_counted() {
    let old: String = (0..50_000).map(|n| format!("old {n}\n")).collect();
    let new: String = (0..50_000).map(|n| format!("new {n}\n")).collect();
    let diff = diff_texts("a", &old, &new, 3);
    assert_eq!((diff.added, diff.removed), (50_000, 50_000));
    let last = diff.blocks.last().unwrap();
    assert_eq!(
        (last.kind, last.html.as_str()),
        (
            BlockKind::Omitted,
            "<p class=\"omitted\">90,001 more rows are not shown.</p>"
        )
    );
}

#[test]
fn an_agents_diff_is_read_with_its_faults() {
    let diff = diff_unified(
        "diff --git a/x.rs b/x.rs\nindex 1..2 100644\n--- a/x.rs\n+++ b/x.rs\n\
         @@ -10,99 +20 @@ fn x()\n a\n\n-b\n+c\n--- looks like a head\n\\ No newline at end of file\n\
         --- a/old.rs\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n",
    );
    assert_eq!((diff.added, diff.removed), (1, 3));
    let labels: Vec<&str> = diff
        .blocks
        .iter()
        .map(|block| block.label.as_str())
        .collect();
    assert_eq!(labels, ["x.rs", "old.rs"]);
    assert_eq!(
        rows(&diff.blocks[0].html),
        [
            "diff-hunk   @@ -10,99 +20 @@ fn x()",
            "diff-ctx 10 20 a",
            "diff-ctx 11 21 ",
            "diff-del 12  b",
            "diff-add  22 c",
            "diff-del 13  <span class=\"tok-operator\">--</span> looks like a head",
            "diff-note   No newline at end of file",
        ]
    );
    // No heads at all.
    let bare = diff_unified("-a\n+b\n c\n");
    assert_eq!(
        rows(&bare.blocks[0].html),
        ["diff-del 1  a", "diff-add  1 b", "diff-ctx 2 2 c"]
    );
    let heads = diff_unified("+++ b/y\n@@\n+a\n");
    assert_eq!(heads.blocks[0].label, "y");
    assert_eq!((heads.added, heads.removed), (1, 0));
    assert_eq!(diff_unified("").blocks, []);
    assert_eq!(
        rows(&diff_unified("what?\n").blocks[0].html),
        ["diff-note   what?"]
    );
}

#[test]
fn texts_with_little_in_common_are_compared_in_good_time() {
    let text = |seed: u64| -> String {
        let mut state = seed;
        (0..9_000)
            .map(|_| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                format!("line {}\n", (state >> 33) % 50)
            })
            .collect()
    };
    let started = std::time::Instant::now();
    let diff = diff_texts("a", &text(1), &text(2), 3);
    assert!(diff.added > 0);
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}
